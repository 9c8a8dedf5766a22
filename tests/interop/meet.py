"""Plays the rows of matrix.py over a recorder, and compares what was said with what a row says."""

import json
import sys
import time

import lines
import matrix
import processes
import schema
import shape
from pairs import BUILD, CLIENT, HERE, LAB, PROBES, SERVER, SERVES
from report import Check, differs, holds

LOG = BUILD / "meet.wire"
STEPS = json.dumps([["list"], ["call", "add", {"a": 3, "b": 4}]])
# Official servers may take seconds to start; who never answers shall not cost much.
PATIENCE = {"old/deaf.py": "2s", "old/silent.py": "2s"}
BOUND = 25.0  # seconds that a meeting may take, whatever happens


def playable(row: matrix.Row) -> bool:
    return row.today or (PROBES if row.client == matrix.OURS else SERVES)


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
        return [LAB, "probe", *era, "--timeout", PATIENCE.get(row.server, "20s"), *call, "--"]
    if row.client == "old/mixes.py":
        return [sys.executable, HERE / "old/mixes.py", row.mode]
    return [*CLIENT[row.client, row.mode], STEPS]


def unclear(row: matrix.Row, code: int | str, said: str, log: str) -> str | None:
    """A failure names the versions of either side, as far as the other told them."""
    theirs = []
    for _, line in schema.read_wire(log):
        error = schema.inside(schema.parsed(line), "error")
        theirs += schema.inside(error, "data").get("supported", [])
    missing = [it for it in [matrix.MODES[row.mode][-1], *theirs] if it not in said]
    return holds(code == 1 and not missing, f"exit {code}, and nothing of {missing} in: {said[-400:]}")


def stateless(server: str) -> list[Check]:
    """A whole script with one of our servers, without a handshake."""
    crossings, code = lines.session(server, matrix.STATELESS[-1])
    return [
        *lines.fits(crossings),
        ("exit code 0 at the end of stdin", differs(0, code)),
        ("no orphan", processes.leftovers()),
    ]
