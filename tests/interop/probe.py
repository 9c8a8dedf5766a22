"""Our client against official servers: what `mcp-lab probe` reports of them."""

import json
import subprocess
import time

import processes
import schema
from pairs import BUILD, LAB, NEWEST, PROBES, QUICK
from report import Check, differs, holds

STEPS = ("start", "handshake", "ready", "list", "call", "refused call", "unknown method", "goodbye")
HANDSHAKE = ["--era", "handshake"] if PROBES else []  # matrix.py has the other era
# A server has a second to see that its client is gone, one more after the first signal, and is killed.
GONE_BY_FORCE = 3.0


def probe(command: list, who: str, tools: int, call: tuple) -> tuple[list[Check], list[str]]:
    """The checks, and what of the server's own lines does not fit the schema: that is no fault of ours."""
    tool, arguments, text = call
    wire = BUILD / "probe.wire"
    wire.unlink(missing_ok=True)
    words = ["--json", "--timeout", "20s", "--call", tool, "--args", json.dumps(arguments), "--wire", wire]
    code, out, err = processes.run([LAB, "probe", *HANDSHAKE, *QUICK, *words, "--", *command])
    orphan = processes.leftovers()
    try:
        report = json.loads(out)
        states = {step["step"]: step for step in report["steps"]}
        server, verdict = report["server"], (code, report["verdict"], report["findings"])
        crossings = schema.read_wire(wire.read_text())
    except (ValueError, KeyError, TypeError, OSError) as error:
        said = (err or out).strip().replace("\n", " ")[:300]
        return [("report", f"{type(error).__name__}: {error}; exit {code}: {said}")], []
    faults = schema.faults(crossings)
    mine = ("client", "server") if command[0] == LAB else ("client",)
    spoken = json.dumps(text, ensure_ascii=False)
    heard = any(spoken in line for sender, line in crossings if sender == "server")
    checks = [
        ("healthy", differs((0, "healthy", []), verdict)),
        ("who", differs(who, f"{server['name']} {server['version']}")),
        ("revision", differs(NEWEST, report.get("revision"))),
        ("number of tools", differs(tools, report.get("tools"))),
        *[(step, passed(states.get(at))) for at, step in enumerate(STEPS)],
        ("text", holds(heard, f"{spoken} is nowhere in the wire log")),
        ("schema", "; ".join(what for sender, what in faults if sender in mine) or None),
        ("no orphan", orphan),
    ]
    return checks, [what for sender, what in faults if sender not in mine]


def killed(command: list, call: tuple) -> list[Check]:
    """Kills our client while it waits for an answer: even a server that takes no hint must go."""
    words = ["--timeout", "20s", "--call", call[0], "--args", json.dumps(call[1])]
    with processes.talk([LAB, "probe", *HANDSHAKE, *words, "--", *command], stdin=subprocess.DEVNULL) as process:
        time.sleep(1.5)
        alive = any(command[-1] in it for it in processes.descendants(process.pid).values())
        process.kill()
    fault = processes.leftovers(GONE_BY_FORCE)
    return [("client killed", fault or holds(alive, "no server ran"))]


def passed(step: dict | None) -> str | None:
    return holds(step is not None and step["state"] == "passed", str(step))
