#!/usr/bin/env python3
"""How fast `mcp-lab doctor` reads long logs, and how much memory it takes.

    cargo build --release && python3 tests/interop/doctor_speed.py [--quick] [PROGRAM]

Each log has 100 MB (10 with --quick). Exit code 1 when one takes more than 3 s of the processor, which a busy
machine does not change, or more than 64 MiB at its peak, or gets another exit code than it should; nothing but the standard library is needed, and Linux, for the peak.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

MB = 1_000_000
MAX_SECONDS = 3.0
MAX_MIB = 64.0


def line(side, message):
    return f"{side} -> {json.dumps(message, separators=(',', ':'), ensure_ascii=False)}\n"


def request(number, method, params=None):
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return message if params is None else {**message, "params": params}


def answer(number, result):
    return {"jsonrpc": "2.0", "id": number, "result": result}


def opening():
    info = {"name": "generated", "version": "1.0"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
    reply = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    number = {"type": "integer"}
    schema = {"type": "object", "properties": {"a": number, "b": number}, "required": ["a", "b"]}
    names = ["add"] + [f"search_notes_{each}" for each in range(49)]
    tools = [{"name": name, "description": "Use it when a sum is asked for.", "inputSchema": schema} for name in names]
    yield "-- server started: generated\n"
    yield line("client", request(0, "initialize", hello))
    yield line("server", answer(0, reply))
    yield line("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    yield line("client", request(1, "tools/list"))
    yield line("server", answer(1, {"tools": tools}))


def closing():
    yield "-- client closed stdin\n"
    yield "-- server exited with code 0\n"


def calls(chance, first, count, longest):
    words = ["wire", "session", "握手", "server", "answer", "笔记", "\"quoted\"", "line\nbreak"]
    for number in range(first, first + count):
        call = {"name": "add", "arguments": {"a": chance.randrange(10**6), "b": number}}
        yield line("client", request(number, "tools/call", call))
        text = " ".join(chance.choices(words, k=chance.randrange(1, longest)))
        yield line("server", answer(number, {"content": [{"type": "text", "text": text}]}))
        if number % 50 == 0:
            yield line("client", request(f"ping-{number}", "ping"))
            yield line("server", answer(f"ping-{number}", {}))


def one_session(chance):
    """One session of short calls that never ends."""
    yield from opening()
    number = 2
    while True:
        yield from calls(chance, number, 1000, 60)
        number += 1000


def many_sessions(chance):
    """Sessions of twenty calls, one after the other."""
    while True:
        yield from opening()
        yield from calls(chance, 2, 20, 60)
        yield from closing()


def long_lines(chance):
    """Answers of 16,000,000 bytes, which is nearly the most that is read."""
    yield from opening()
    number = 2
    while True:
        call = {"name": "add", "arguments": {"a": 1, "b": number}}
        yield line("client", request(number, "tools/call", call))
        text = "all of it " * 1_599_980
        yield line("server", answer(number, {"content": [{"type": "text", "text": text}]}))
        number += 1


def longer_lines(chance):
    """Answers of 40,000,000 bytes, which is more than is read."""
    yield from opening()
    while True:
        yield "server -> " + '{"jsonrpc":"2.0","id":1,"result":"' + "x" * (40 * MB) + '"}\n'


def crowded_lines(chance):
    """Answers that hold millions of numbers."""
    yield from opening()
    number = 2
    while True:
        call = {"name": "add", "arguments": {"a": 1, "b": number}}
        yield line("client", request(number, "tools/call", call))
        yield "server -> " + '{"jsonrpc":"2.0","id":%d,"result":{"content":[],"a":[%s0]}}\n' % (number, "0," * 7 * MB)
        number += 1


def pieces(chance):
    """Long lines as a tap writes them while they come: in pieces."""
    yield from opening()
    number = 2
    while True:
        call = {"name": "add", "arguments": {"a": 1, "b": number}}
        yield line("client", request(number, "tools/call", call))
        whole = json.dumps(answer(number, {"content": [{"type": "text", "text": "piece " * 100_000}]}))
        for start in range(0, len(whole), 8192):
            piece = whole[start:start + 8192].replace("\\", "\\\\").replace('"', '\\"')
            yield f'server ~> "{piece}" no-newline\n'
        yield 'server ~> ""\n'
        number += 1


def desktop(chance):
    """A log of Claude Desktop."""
    stamp = "2025-03-12T10:11:12.123Z [weather] [info]"
    for number, wire in enumerate(one_session(chance)):
        if number == 0:
            yield f"{stamp} Initializing server...\n"
            continue
        side, _, message = wire.partition(" -> ")
        yield f"{stamp} Message from {side}: {message[:-1]} {{ metadata: undefined }}\n"


def arrows(chance):
    """Lines with arrows in front."""
    for wire in one_session(chance):
        if not wire.startswith("--"):
            yield wire.replace("client -> ", "→ ").replace("server -> ", "← ")


def nothing(chance):
    """Empty lines."""
    while True:
        yield "\n" * MB


def noise(chance):
    """Random bytes."""
    while True:
        yield chance.randbytes(MB)


LOGS = [
    (one_session, 0), (many_sessions, 0), (long_lines, 0), (longer_lines, 1), (crowded_lines, 0),
    (pieces, 0), (desktop, 0), (arrows, 0), (nothing, 2), (noise, 2),
]


def write(path, pieces, size):
    """Whole lines until there are that many bytes, and the number there really are."""
    written = 0
    with open(path, "wb") as file:
        for piece in pieces:
            data = piece if isinstance(piece, bytes) else piece.encode()
            # An answer belongs to its request.
            if written >= size and (isinstance(piece, bytes) or not piece.startswith(("server", "←"))):
                break
            file.write(data)
            written += len(data)
            if written > 2 * size:
                break
    return written


def measure(program, path):
    """Prints seconds of the processor, seconds on the clock, MiB at the peak, exit code."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(program, [program, "doctor", path])
    _, status, usage = os.wait4(child, 0)
    processor = usage.ru_utime + usage.ru_stime
    print(processor, time.monotonic() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))


def run(program, path):
    """The same. A process inherits the peak of whoever started it, so that is a small one."""
    words = [sys.executable, os.path.abspath(__file__), "--measure", program, path]
    said = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.split()
    return float(said[0]), float(said[1]), float(said[2]), int(said[3])


def main():
    if sys.argv[1:2] == ["--measure"]:
        measure(*sys.argv[2:])
        return 0
    words = [word for word in sys.argv[1:] if word != "--quick"]
    size = (10 if "--quick" in sys.argv else 100) * MB
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    program = os.path.abspath(words[0] if words else os.path.join(target, "release", "mcp-lab"))
    if not os.access(program, os.X_OK):
        sys.exit(f"{program} is no program: cargo build --release makes it")
    broken = 0
    print(f"{'log':<14} {'MB':>6} {'s':>6} {'clock':>6} {'MiB':>6} {'exit':>4}")
    for make, expected in LOGS:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            written = write(path, make(random.Random(20250618)), size)
            seconds, clock, mib, code = run(program, path)
        bad = seconds > MAX_SECONDS or mib > MAX_MIB or code != expected
        broken += bad
        mark = f"  wanted at most {MAX_SECONDS} s, {MAX_MIB} MiB, exit {expected}" if bad else ""
        print(f"{make.__name__:<14} {written / MB:>6.1f} {seconds:>6.2f} {clock:>6.2f} {mib:>6.1f} {code:>4}{mark}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
