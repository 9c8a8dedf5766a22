"""Every line of ours against the official schemas; and broken lines, which they must refuse."""

import json
from pathlib import Path

import processes
import schema
from definitions import STATELESS
from pairs import LAB, SCRIPTS
from report import Check, differs, holds

ERAS = (Path(__file__).parent / "eras.wire").read_text()
# What the words of a step are on the wire.
REQUESTS = {
    "list": lambda: ("tools/list", {}),
    "call": lambda name, given: ("tools/call", {"name": name, "arguments": given}),
    "resources": lambda: ("resources/list", {}),
    "read": lambda uri: ("resources/read", {"uri": uri}),
    "prompts": lambda: ("prompts/list", {}),
    "prompt": lambda name, given: ("prompts/get", {"name": name, "arguments": given}),
    "complete": lambda name, argument, value: (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": argument, "value": value}},
    ),
    "ask": lambda method: (method, {}),
    "ping": lambda: ("ping", {}),
}

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
# The same of eras.wire, a session in both eras. What is replaced occurs there in the line meant first.
CAPABILITIES = ',"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}'
BROKEN_ERAS = [
    ("a result without resultType", '"resultType":"complete","tools"', '"tools"'),
    ("a resultType of no meaning", '"resultType":"complete","content"', '"resultType":"done","content"'),
    ("a list without ttlMs", '{}}}],"ttlMs":60000', '{}}}]'),
    ("cacheScope shared", '"cacheScope":"public"', '"cacheScope":"shared"'),
    ("a request without clientCapabilities", CAPABILITIES, ""),
    ("a discovery without versions", '"supportedVersions":["2026-07-28"],', ""),
    ("-32022 without data", ',"data":{"supported":["2026-07-28"],"requested":"1900-01-01"}', ""),
    ("-32021 without capabilities", '"data":{"requiredCapabilities"', '"data":{"required"'),
    ("an input request of an unknown kind", '"who":{"method":"elicitation/create"', '"who":{"method":"human/ask"'),
    ("an input request without message", '"message":"Your name?"', '"massage":"Your name?"'),
    ("an input request as an answer to a list", '"resultType":"complete","tools"', '"resultType":"input_required","tools"'),
    ("an input response without action", '"inputResponses":{"who":{"action"', '"inputResponses":{"who":{"act"'),
    ("an input response with another state", '},"requestState":"sealed","_meta"', '},"requestState":"broken","_meta"'),
    ("an acknowledgement without filter", '7},"notifications":', '7},"filter":'),
    ("progress without its number", '"progress":1', '"proggress":1'),
    ("an answer of the other era", '"protocolVersion":"2025-11-25","capabilities":{"tools"', '"resultType":"complete","capabilities":{"tools"'),
    ("a question without message in the handshake era", '"id":0,"method":"elicitation/create","params":{"mode":"form","message"', '"id":0,"method":"elicitation/create","params":{"mode":"form","text"'),
    ("an answer of the client's without action", '"id":0,"result":{"action"', '"id":0,"result":{"act"'),
    ("a request of no era", '"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",', '"params":{"_meta":{'),
]


def lessons() -> list[str]:
    _, out, _ = processes.run([LAB, "lessons", "--lang", "en"])
    return [line.split()[0] for line in out.splitlines() if line[:1].strip()]


# What one lesson shows is a line that belongs on no wire.
BANNER = "Weather server ready"


def lesson(slug: str) -> list[Check]:
    return fits([it for it in schema.read_wire(wire(slug)) if BANNER not in it[1]])


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
    named = {schema.PREFIX + ("clientCapabilities" if it == "capabilities" else it): hello[it] for it in hello}
    if revision == STATELESS:
        asked = [{"id": 0, "method": "server/discover"}]
    for number, (_, step, _) in enumerate(SCRIPTS[server]):
        if step:
            method, params = REQUESTS[step[0]](*step[1:])
            asked.append({"id": number, "method": method, **({"params": params} if params else {})})
    if revision == STATELESS:
        for message in asked:
            message["params"] = {**message.get("params", {}), "_meta": named}
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
    checks = fits(schema.read_wire(ERAS))
    for text, broken in ((wire("six-step"), BROKEN), (ERAS, BROKEN_ERAS)):
        for what, good, bad in broken:
            faults = schema.faults(schema.read_wire(text.replace(good, bad, 1)))
            checks.append((what, holds(good in text and bool(faults), f"{bad or good} was taken for good")))
    processes.run(["sh", "-c", "sleep 20 >&- 2>&- &"])
    return [*checks, ("an orphan", holds(bool(processes.leftovers()), "it was not found"))]
