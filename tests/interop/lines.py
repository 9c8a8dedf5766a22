"""Every line of ours against the official schemas; and broken lines, which they must refuse."""

import json

import processes
import schema
from pairs import LAB, SCRIPTS
from report import Check, differs, holds

METHODS = {"list": "tools/list", "call": "tools/call", "ping": "ping"}

# A true line of the six-step session, and what makes it false.
BROKEN = [
    ("an answer without content", '"content":[', '"contents":['),
    ("isError that is no boolean", '"isError":true', '"isError":"yes"'),
    ("a schema that is no object's", '"inputSchema":{"type":"object"', '"inputSchema":{"type":"array"'),
    ("a code that is no number", '"code":-32601', '"code":"-32601"'),
    ("an error without message", '"message":', '"massage":'),
    ("a request with id null", '"id":2,"method"', '"id":null,"method"'),
    ("a call without name", '"params":{"name":"add",', '"params":{"nom":"add",'),
    ("an unknown notification", "notifications/initialized", "notifications/initialised"),
    ("an answer to nothing", '"id":3,"result"', '"id":9,"result"'),
    ("a line that is no JSON", '"id":3,"result"', '"id":3;"result"'),
]


def lessons() -> list[str]:
    _, out, _ = processes.run([LAB, "lessons", "--lang", "en"])
    return [line.split()[0] for line in out.splitlines() if line[:1].strip()]


def lesson(slug: str) -> list[Check]:
    return fits(schema.read_wire(wire(slug)))


def wire(slug: str) -> str:
    return processes.run([LAB, "lesson", slug, "--format", "wire"])[1]


def fits(crossings: list[schema.Crossing]) -> list[Check]:
    faults = "; ".join(what for _, what in schema.faults(crossings))
    return [(f"{len(crossings)} lines fit", faults or None)]


def spoken(server: str, revision: str) -> list[Check]:
    """A whole script with one of our servers, in a revision of our choice."""
    crossings, code = session(server, revision)
    return [
        ("negotiated", differs(revision, schema.negotiated(crossings))),
        *fits(crossings),
        ("exit code 0 at the end of stdin", differs(0, code)),
        ("no orphan", processes.leftovers()),
    ]


def session(server: str, revision: str) -> tuple[list[schema.Crossing], int | str]:
    client = {"name": "interop", "version": "1"}
    hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
    asked = [{"id": 0, "method": "initialize", "params": hello}, {"method": "notifications/initialized"}]
    for number, (_, step, _) in enumerate(SCRIPTS[server]):
        if step:
            asked.append({"id": number, "method": METHODS.get(step[0]) or step[1]})
            if step[0] == "call":
                asked[-1]["params"] = {"name": step[1], "arguments": step[2]}
    crossings = []
    with processes.talk([LAB, "serve", server]) as process:
        for message in asked:
            line = json.dumps({"jsonrpc": "2.0", **message})
            crossings.append(("client", line))
            print(line, file=process.stdin, flush=True)
            if "id" in message:
                crossings.append(("server", process.stdout.readline().removesuffix("\n")))
        process.stdin.close()
        return crossings, processes.code(process)


def controls() -> list[Check]:
    """Whether what is wrong is found at all: a broken line, and a process left behind."""
    text = wire("six-step")
    checks = []
    for what, good, bad in BROKEN:
        faults = schema.faults(schema.read_wire(text.replace(good, bad, 1)))
        checks.append((what, holds(good in text and bool(faults), f"{bad} was taken for good")))
    processes.run(["sh", "-c", "sleep 20 >&- 2>&- &"])
    return [*checks, ("an orphan", holds(bool(processes.leftovers()), "it was not found"))]
