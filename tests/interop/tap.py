"""tap.py PROGRAM [--quick]: what `PROGRAM tap` costs and whether it is exact; exit code 1 when a limit is broken.

Volume: random bytes in pieces of random size, both ways at once; then one line without an end, there and
back. Memory: the most the tap ever held (VmHWM). Latency: pings one after the other to `serve mini`, in turns
directly, through a bare relay (relay.rs) and through the tap with its log on. Needs Linux and rustc.
"""

import hashlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
MIB = 1024 * 1024
MEMORY = 32.0  # MiB that the tap may hold
LATENCY = 30.0  # microseconds that it may add to a round trip,
RELAYS = 1.3  # or so many times what a bare relay adds
GONE = 5.0  # seconds after the tap's death in which its server must be gone
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}


def talk(read: int, write: int, size: int, seed: int) -> tuple[str, str]:
    """Says so many random bytes and listens to as many, both at once; the md5 of either."""

    def say() -> None:
        dice = random.Random(seed)
        pool = dice.randbytes(4 * MIB)
        left = size
        while left:
            length = min(left, dice.choice([1, 100, 4096, 65536, 300000, MIB]), left)
            start = dice.randrange(len(pool) - length)
            piece = memoryview(pool)[start : start + length]
            said.update(piece)
            while piece:
                piece = piece[os.write(write, piece) :]
            left -= length

    said, heard, left = hashlib.md5(), hashlib.md5(), size
    thread = threading.Thread(target=say)
    thread.start()
    while left and (piece := os.read(read, MIB)):
        heard.update(piece)
        left -= len(piece)
    thread.join()
    return said.hexdigest(), heard.hexdigest()


class Tap:
    """A tap with everything on, and a server behind it."""

    def __init__(self, folder: Path, *server: object) -> None:
        self.log = folder / "tap.wire"
        self.log.unlink(missing_ok=True)
        words = [PROGRAM, "tap", "--log", self.log, "--annotated", folder / "tap.annotated", "--", *server]
        self.process = subprocess.Popen(words, **PIPES, stderr=subprocess.PIPE)
        self.read, self.write = self.process.stdout.fileno(), self.process.stdin.fileno()

    def peak(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def end(self) -> tuple[int, bytes]:
        self.process.stdin.close()
        errors = self.process.stderr.read()
        return self.process.wait(), errors


def holds(what: str, good: bool, figures: str) -> bool:
    print(f"{'ok  ' if good else 'FAIL'} {what}: {figures}", flush=True)
    return good


def volume(folder: Path, size: int) -> list[bool]:
    tap = Tap(folder, sys.executable, __file__, "--server", str(size))
    start = time.monotonic()
    said, heard = talk(tap.read, tap.write, size, 1)
    took = time.monotonic() - start
    peak = tap.peak()
    code, errors = tap.end()
    theirs = errors.decode().split()
    exact = (code, theirs) == (0, [heard, said])
    left_out = sum(b" bytes were left out" in line for line in open(tap.log, "rb"))
    speed = f"{2 * size / MIB / took:.0f} MiB/s, gaps in the log {left_out}"
    return [
        holds(f"{size:,} bytes each way at once", exact, f"md5 equal {exact}, {took:.1f} s, {speed}"),
        holds("memory", peak < MEMORY, f"{peak:.1f} MiB"),
    ]


def line(folder: Path, size: int) -> list[bool]:
    tap = Tap(folder, "cat")
    piece, left, heard = b"x" * MIB, size, 0

    def say() -> None:
        for _ in range(size // MIB):
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(tap.write, rest) :]

    thread = threading.Thread(target=say)
    thread.start()
    while left and (got := os.read(tap.read, MIB)):
        heard += got.count(b"x")
        left -= len(got)
    thread.join()
    peak = tap.peak()
    code, _ = tap.end()
    return [
        holds(f"a line of {size:,} bytes there and back", (heard, code) == (size, 0), f"{heard:,} came back"),
        holds("memory", peak < MEMORY, f"{peak:.1f} MiB"),
    ]


def latency(folder: Path, rounds: int) -> list[bool]:
    relay = folder / "relay"
    build = [os.environ.get("RUSTC", "rustc"), "-O", "--edition", "2021", "-o", relay, HERE / "relay.rs"]
    built = subprocess.run(build, capture_output=True, text=True, timeout=60)
    if built.returncode:
        return [holds("the bare relay is built", False, built.stderr)]
    server = [PROGRAM, "serve", "mini"]
    bare = [subprocess.Popen(words, **PIPES) for words in (server, [relay, *server])]
    tap = [PROGRAM, "tap", "--log", folder / "latency.wire", "--", *server]
    ways = [*bare, subprocess.Popen(tap, **PIPES)]
    took = [[] for _ in ways]
    for lap in range(rounds):
        for way, times in zip(ways, took):
            read, write = way.stdout.fileno(), way.stdin.fileno()
            for _ in range(200):
                start = time.perf_counter_ns()
                os.write(write, PING)
                os.read(read, 65536)
                times.append((time.perf_counter_ns() - start) / 1000)
            if lap < 2:
                times.clear()
    for way in ways:
        way.stdin.close()
        way.wait()
    direct, relayed, tapped = (statistics.median(times) for times in took)
    most = max(LATENCY, RELAYS * (relayed - direct))
    figures = f"direct {direct:.1f} µs, bare relay +{relayed - direct:.1f} µs, tap +{tapped - direct:.1f} µs (at most {most:.1f})"
    return [holds("latency, median", tapped - direct <= most, figures)]


def is_left(number: int) -> bool:
    """Whether a process is there; one that has ended may wait to be noticed by whoever inherited it."""
    status = Path(f"/proc/{number}/status")
    try:
        return "State:\tZ" not in status.read_text()
    except OSError:
        return False


def deaths(folder: Path, rounds: int) -> list[bool]:
    """A tap that is killed: its server goes, and its log has what was said."""
    results = []
    for number in (signal.SIGTERM, signal.SIGKILL):
        tap = Tap(folder, "sh", "-c", "echo $$; trap '' TERM; while :; do sleep 1; done")
        server = int(os.read(tap.read, 100))
        tap.process.send_signal(number)
        tap.process.wait()
        start = time.monotonic()
        while is_left(server) and time.monotonic() - start < GONE:
            time.sleep(0.02)
        took = time.monotonic() - start
        results.append(holds(f"the server after {number.name}", took < GONE, f"gone after {took:.1f} s"))
    whole = 0
    for _ in range(rounds):
        tap = Tap(folder, PROGRAM, "serve", "mini")
        os.write(tap.write, PING)
        reply = os.read(tap.read, 65536)
        tap.process.kill()
        tap.process.wait()
        log = tap.log.read_bytes() if tap.log.exists() else b""
        whole += b"client -> " + PING + b"server -> " + reply in log
    print(f"     killed at once after a reply: {whole} of {rounds} logs hold it")
    return results


def main(quick: bool) -> int:
    size = 32 * MIB if quick else 1024 * MIB
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        # Whoever else is at work on this machine can slow one try down, and hardly three.
        tries = (latency(where, 20 if quick else 100) for _ in range(3 if quick else 1))
        results = [any(all(it) for it in tries), *volume(where, size), *line(where, size)]
        results += deaths(where, 20 if quick else 200)
    return 0 if all(results) else 1


if sys.argv[1:2] == ["--server"]:
    print(*talk(0, 1, int(sys.argv[2]), 2), file=sys.stderr)
    # Ends as a server does: with its input.
    assert os.read(0, 1) == b""
else:
    assert len(sys.argv) > 1, __doc__
    PROGRAM = Path(sys.argv[1]).resolve()
    sys.exit(main("--quick" in sys.argv))
