"""Plays the rows of matrix.py over a recorder, and compares what was said with what a row says."""

import json
import subprocess
import sys
import time

import clients
import lines
import matrix
import processes
import schema
import shape
from pairs import BUILD, CLIENT, HERE, LAB, NO_PING, OFFICIAL, PROBES, QUICK, SERVER, SERVES
from report import Check, differs, holds

LOG = BUILD / "meet.wire"
CALL = {
    "mini": ["call", "add", {"a": 3, "b": 4}],
    "desk": ["call", "write_file", {"path": "demo-drafts/plan.txt", "text": "eras"}],
}
# Official servers may take seconds to start; who never answers shall not cost much.
PATIENCE = {"old/deaf.py": "2s", "old/silent.py": "2s"}
# eras.wire in short form.
SHORT = (
    "server/discover → DiscoverResult · tools/list in 2026-07-28 → result · tools/call in 2026-07-28 → input_required"
    " · server: progress · tools/call in 2026-07-28 with answers → result"
    " · tools/call in 2026-07-28 → error -32021 · tools/list in 1900-01-01 → error -32022"
    " · subscriptions/listen in 2026-07-28 → silence · server: subscriptions/acknowledged · server: tools/list_changed"
    " · cancelled · initialize → 2025-11-25 · initialized · tools/call → result · server: elicitation/create → result"
    " · tools/list in 2026-07-28 → result"
)
BOUND = 25.0  # seconds that a meeting may take, whatever happens


def playable(row: matrix.Row) -> bool:
    has = PROBES if row.client == matrix.OURS else SERVES
    return row.today or (has and row.server in SERVER)


def play(row: matrix.Row) -> list[Check]:
    LOG.unlink(missing_ok=True)
    server = [sys.executable, HERE / "record.py", LOG, "--", *SERVER[row.server]]
    started = time.monotonic()
    code, out, err = processes.run([*client(row), *server])
    took = time.monotonic() - started
    log = LOG.read_text() if LOG.exists() else ""
    faults = schema.faults(schema.read_wire(log))
    ours = "client" if row.client == matrix.OURS else "server"
    happened = shape.short(log)
    if row.happens.endswith(" …") and happened.startswith(row.happens[:-2]):
        happened = row.happens
    checks = [
        ("message by message", differs(row.happens, happened)),
        ("spoken", differs(row.revision, shape.spoken(log))),
        ("no orphan", processes.leftovers()),
        ("bounded time", holds(took < BOUND, f"{took:.1f} s")),
        ("schema", "; ".join(what for sender, what in faults if sender == ours) or None),
    ]
    if row.mode in matrix.MODES:
        checks.append(("the best there is", differs(matrix.best(row.mode, row.server), shape.spoken(log))))
    if row.revision is None:
        checks.append(("a clear failure", unclear(row, code, out + err, log)))
    elif row.client != matrix.OURS:
        checks.append(("exit code", differs(0, code)))
    return checks


def client(row: matrix.Row) -> list:
    if row.client == matrix.OURS:
        era = ["--era", row.mode] if PROBES else []
        call = ["--call", "add", "--args", '{"a":3,"b":4}']
        return [LAB, "probe", *era, *QUICK, "--timeout", PATIENCE.get(row.server, "20s"), *call, "--"]
    if row.client == "old/mixes.py":
        return [sys.executable, HERE / "old/mixes.py", row.mode]
    return [*CLIENT[row.client, row.mode], json.dumps([["list"], CALL[row.server]])]


def unclear(row: matrix.Row, code: int | str, said: str, log: str) -> str | None:
    """A failure names the versions of either side, as far as the other told them."""
    theirs = []
    for _, line in schema.read_wire(log):
        error = schema.inside(schema.parsed(line), "error")
        theirs += schema.inside(error, "data").get("supported", [])
    missing = [it for it in [matrix.MODES[row.mode][-1], *theirs] if it not in said]
    return holds(code == 1 and not missing, f"exit {code}, and nothing of {missing} in: {said[-400:]}")


def official(name: str, mode: str) -> list[Check]:
    """An official client against the server of the same SDK: what the one asks, the other has, in true lines."""
    ping = {"result": {}} if mode == "handshake" else NO_PING.get(name, {"error": -32601})
    asked = [*OFFICIAL, ("ping", ["ping"], ping)]
    LOG.unlink(missing_ok=True)
    server = [sys.executable, HERE / "record.py", LOG, "--", *SERVER[name]]
    _, out, err = processes.run([*CLIENT[name, mode], json.dumps([step for _, step, _ in asked]), *server])
    _, *answers, _ = [clients.read(line) for line in out.splitlines()] or [None, err[-500:], None]
    answers += [None] * (len(asked) - len(answers))
    return [
        *((what, differs(expected, found)) for (what, _, expected), found in zip(asked, answers)),
        *lines.fits(schema.read_wire(LOG.read_text())),
        ("no orphan", processes.leftovers()),
    ]


def controls() -> list[Check]:
    """Whether the recorder loses nothing, and whether the short form says what was said."""
    LOG.unlink(missing_ok=True)
    said = b'{"id":1}\r\n\xff\n\nno end'
    command = [sys.executable, HERE / "record.py", LOG, "--", "sh", "-c", "cat; exit 3"]
    heard = subprocess.run(command, input=said, capture_output=True, timeout=processes.TIMEOUT)
    relayed = [line for line in LOG.read_bytes().split(b"\n") if line.startswith(b"server")]
    written = b"\n".join(line.removeprefix(b"server -> ") for line in relayed)
    with processes.talk([sys.executable, HERE / "record.py", LOG, "--", "sleep", "20"]) as recorder:
        time.sleep(0.5)
        recorder.kill()
    return [
        ("the recorder passes every byte", differs(said, heard.stdout)),
        ("and writes it down", differs(said, written)),
        ("and passes the exit code", differs(3, heard.returncode)),
        ("and leaves no server behind", processes.leftovers()),
        ("the short form", differs(SHORT, shape.short(lines.ERAS))),
    ]


def stateless(server: str) -> list[Check]:
    """A whole script with one of our servers, without a handshake."""
    crossings, code = lines.session(server, matrix.STATELESS[-1])
    return [
        *lines.fits(crossings),
        ("exit code 0 at the end of stdin", differs(0, code)),
        ("no orphan", processes.leftovers()),
    ]
