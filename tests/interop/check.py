"""check.py MCP_LAB BUILD: plays every pair of a client and a server and says what held.

Two tables drive it: CLIENTS play SCRIPTS against our servers, our client probes PEERS.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import processes
import schema
import versions

LAB, BUILD = sys.argv[1], Path(sys.argv[2])
HERE = Path(__file__).parent
NODE, RMCP = BUILD / "node", BUILD / "rmcp/debug"
NEWEST = "2025-11-25"
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")

# Who plays: its name, its program and how it opens the session. Each prints a JSON line a step.
CLIENTS = [
    ("TypeScript SDK v1", ["node", str(NODE / "client-v1.mjs")], "legacy"),
    ("TypeScript SDK v2", ["node", str(NODE / "client-v2.mjs")], "legacy"),
    ("TypeScript SDK v2", ["node", str(NODE / "client-v2.mjs")], "auto"),
    ("Python SDK", [sys.executable, "-Wignore", str(HERE / "python/client.py")], "legacy"),
    ("Python SDK", [sys.executable, "-Wignore", str(HERE / "python/client.py")], "auto"),
    ("rmcp", [str(RMCP / "client")], "legacy"),
    ("rmcp", [str(RMCP / "client")], "auto"),
]

FORBIDDEN = "C:/Windows/System32/drivers/etc/hosts"
WRONG_TYPE = "Tool (add) input validation failed: /a: expected integer, found string"


def said(text: str, refused: bool = False) -> dict:
    return {"text": text, "isError": refused}


# What is asked of our servers: the name of the check, the step, and all that may come back.
SCRIPTS = {
    "mini": [
        ("connect", None, {"server": "mini-mcp-server 0.1.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "read_file"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("7")),
        (
            "read",
            ["call", "read_file", {"path": "demo-data/notes.txt"}],
            said("MCP 学习笔记：先跑通握手，再谈工具。"),
        ),
        (
            "wrong argument",
            ["call", "add", {"a": "x", "b": 4}],
            {"isError": True},
        ),
        (
            "forbidden path",
            ["call", "read_file", {"path": FORBIDDEN}],
            said(f"权限拒绝：read_file 只允许读取 demo-data/ 内的文件，收到 {FORBIDDEN}", refused=True),
        ),
        ("unknown tool", ["call", "nobody", {}], {"error": -32602}),
        ("unknown method", ["ask", "nobody/offers"], {"error": -32601}),
        ("ping", ["ping"], {"result": {}}),
    ],
    "calculator": [
        ("connect", None, {"server": "calc-server 1.0.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "get_weather"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("3 + 4 = 7")),
        ("weather", ["call", "get_weather", {"city": "北京"}], said("北京:多云,11°C")),
        ("wrong argument", ["call", "add", {"a": "x", "b": 4}], said(WRONG_TYPE, refused=True)),
        ("unknown tool", ["call", "nobody", {}], {"error": -32602}),
        ("unknown method", ["ask", "nobody/offers"], {"error": -32601}),
        ("ping", ["ping"], {"result": {}}),
    ],
}

# What our client probes: its name, its command, who it says it is, how many tools, a call, its text.
ADD = ("add", {"a": 3, "b": 4}, "7")
ECHO = ("echo", {"message": "你好"}, "Echo: 你好")
EVERYTHING = "mcp-servers/everything 2.0.0"
PEERS = [
    ("mini", [LAB, "serve", "mini"], "mini-mcp-server 0.1.0", 2, ADD),
    ("calculator", [LAB, "serve", "calculator"], "calc-server 1.0.0", 2, (*ADD[:2], "3 + 4 = 7")),
    ("TypeScript SDK v1", ["node", str(NODE / "server-v1.mjs")], "interop-ts-v1 1", 1, ADD),
    ("TypeScript SDK v2", ["node", str(NODE / "server-v2.mjs")], "interop-ts-v2 1", 1, ADD),
    ("Python SDK", [sys.executable, str(HERE / "python/server.py")], "interop-python 1", 1, ADD),
    ("rmcp", [str(RMCP / "server")], f"rmcp {versions.locked('rmcp')}", 1, ADD),
    ("server-everything", ["mcp-server-everything"], EVERYTHING, 13, ECHO),
    (
        "server-everything by npx",
        ["npx", "-y", "@modelcontextprotocol/server-everything"],
        EVERYTHING,
        13,
        ECHO,
    ),
]
PROBE_STEPS = ("start", "handshake", "ready", "list", "call", "refused call", "unknown method", "goodbye")


class Report:
    """Counts what held and prints a line a pair; what did not hold gets a line of its own."""

    passed = failed = 0

    def pair(self, title: str, checks: list[tuple[str, str | None]]) -> None:
        held = [name for name, fault in checks if fault is None]
        Report.passed += len(held)
        if held:
            print(f"PASS  {title}: {', '.join(held)}", flush=True)
        for name, fault in checks:
            if fault is not None:
                Report.failed += 1
                print(f"FAIL  {title}: {name}: {fault}", flush=True)


def differs(expected: object, found: object) -> str | None:
    """Of an object only the members that are expected are compared."""
    seen = found
    if isinstance(expected, dict) and isinstance(found, dict):
        seen = {name: found.get(name) for name in expected}
    return None if seen == expected else f"expected {expected}, found {found}"


def play(client: list[str], mode: str, server: str) -> list[tuple[str, str | None]]:
    """A whole session of an official client with one of our servers, and what did not hold in it."""
    script = SCRIPTS[server]
    steps = [step for _, step, _ in script if step]
    command = [*client, mode, json.dumps(steps), LAB, "serve", server]
    code, out, err = processes.run(command)
    lines = [json.loads(line) for line in out.splitlines()] + [None] * len(script)
    checks = [
        (name, differs(expected, found) and f"{differs(expected, found)} {err[-300:]}")
        for (name, _, expected), found in zip(script, lines)
    ]
    closed = (lines[len(script)] or {}).get("closed")
    # An SDK that must use a signal waits for two seconds first.
    prompt = closed is not None and closed < 1000 and code == 0
    checks.append(("close", None if prompt else f"exit {code}, closed after {closed} ms"))
    checks.append(("no orphan", processes.leftovers()))
    checks.append(("client killed", killed([*client, mode, '[["list"],["wait"]]', LAB, "serve", server])))
    return checks


def killed(command: list[str]) -> str | None:
    """Kills the client in the middle of a session: the server must go by itself."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as client:
        signal.alarm(processes.TIMEOUT)
        greeting = [client.stdout.readline(), client.stdout.readline()]
        signal.alarm(0)
        servers = [line for line in processes.descendants().values() if line.startswith(LAB)]
        client.kill()
    fault = processes.leftovers()
    return fault or (None if len(servers) == 1 else f"the server did not run: {greeting} {servers}")


def inspect(server: str) -> list[tuple[str, str | None]]:
    """The Inspector's command line: a process and a session for each request."""
    checks = []
    for name, step, expected in SCRIPTS[server]:
        if step is None or step[0] not in ("list", "call"):
            continue
        words = ["--method", "tools/list"]
        if step[0] == "call":
            words = ["--method", "tools/call", "--tool-name", step[1]]
            words += ["--tool-args-json", json.dumps(step[2])]
        code, out, err = processes.run(["inspector", "--cli", LAB, "serve", server, *words])
        if name == "unknown tool":  # the Inspector looks it up in the list and asks no further
            expected = {"error": "tool_not_found"}
        checks.append((name, differs(expected, inspected(out or err))))
    words = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=3", "--tool-arg", "b=4"]
    _, out, err = processes.run(["inspector", "--cli", LAB, "serve", server, *words])
    expected = next(expected for name, _, expected in SCRIPTS[server] if name == "call")
    checks.append(("call with --tool-arg", differs(expected, inspected(out or err))))
    return [*checks, ("no orphan", processes.leftovers())]


def inspected(printed: str) -> object:
    try:
        value = json.loads(printed)
    except ValueError:
        return printed
    if "tools" in value:
        return {"tools": [tool["name"] for tool in value["tools"]]}
    if "content" in value:
        return said("\n".join(block["text"] for block in value["content"]), value.get("isError", False))
    return {"error": value.get("error", {}).get("code")}


def probe(name: str, command: list[str], who: str, tools: int, call: tuple) -> None:
    """Our client against one server."""
    tool, arguments, text = call
    wire = BUILD / "probe.wire"
    wire.unlink(missing_ok=True)
    words = ["--json", "--timeout", "20s", "--call", tool, "--args", json.dumps(arguments, ensure_ascii=False)]
    code, out, err = processes.run([LAB, "probe", *words, "--wire", str(wire), "--", *command])
    title = f"mcp-lab probe > {name}"
    orphan = ("no orphan", processes.leftovers())
    try:
        report = json.loads(out)
    except ValueError:
        fault = f"no report, exit {code}: {(err or out).strip()[:300]}"
        return Report().pair(title, [("healthy", fault), orphan])
    server = report.get("server") or {}
    states = {step["step"]: step for step in report["steps"]}
    crossings = schema.read_wire(wire.read_text()) if wire.exists() else []
    answers = [line for sender, line in crossings if sender == "server"]
    ours = ("client", "server") if command[0] == LAB else ("client",)
    faults = schema.faults(crossings)
    checks = [
        ("healthy", differs((0, "healthy", []), (code, report["verdict"], report["findings"]))),
        ("who", differs(who, f"{server.get('name')} {server.get('version')}")),
        ("revision", differs("2025-06-18", report.get("revision"))),
        (f"{tools} tools", differs(tools, report.get("tools"))),
        ("text", None if any(json.dumps(text, ensure_ascii=False) in it for it in answers) else f"{text!r} nowhere in the wire log"),
        *[
            (step, None if states.get(at, {}).get("state") == "passed" else f"{states.get(at)}")
            for at, step in enumerate(PROBE_STEPS)
        ],
        ("schema", "; ".join(what for sender, what in faults if sender in ours) or None),
        orphan,
    ]
    Report().pair(title, checks)
    for sender, what in faults:
        if sender not in ours:
            print(f"note  {title}: the server's line does not fit the schema: {what}")


def serve(server: str, name: str) -> list[tuple[str, str]]:
    """A session with one of our servers in a revision of our choice, a line at a time."""
    hello = {"protocolVersion": name, "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
    asked = [("initialize", hello), ("notifications/initialized", None)]
    for _, step, _ in SCRIPTS[server]:
        if step is not None:
            params = {"name": step[1], "arguments": step[2]} if step[0] == "call" else None
            asked.append(({"list": "tools/list", "call": "tools/call", "ping": "ping"}.get(step[0]) or step[1], params))
    crossings, number = [], 0
    with subprocess.Popen([LAB, "serve", server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        signal.alarm(processes.TIMEOUT)
        for method, params in asked:
            message = {"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params})
            if not method.startswith("notifications/"):
                number += 1
                message["id"] = number
            crossings.append(("client", json.dumps(message, ensure_ascii=False)))
            print(crossings[-1][1], file=process.stdin, flush=True)
            if "id" in message:
                crossings.append(("server", process.stdout.readline()))
        signal.alarm(0)
    return crossings


def fits(title: str, crossings: list[tuple[str, str]]) -> None:
    faults = [what for _, what in schema.faults(crossings)]
    Report().pair(title, [(f"{len(crossings)} lines", "; ".join(faults) or None)])


def schemas() -> None:
    """Every line of every lesson and of our servers in every revision; and broken ones, refused."""
    _, out, _ = processes.run([LAB, "lessons", "--lang", "en"])
    slugs = [line.split()[0] for line in out.splitlines() if line[:1].strip()]
    for slug in slugs:
        _, wire, _ = processes.run([LAB, "lesson", slug, "--format", "wire"])
        fits(f"schema of lesson {slug}", schema.read_wire(wire))
    for server in SCRIPTS:
        for name in REVISIONS:
            crossings = serve(server, name)
            Report().pair(f"{server} speaks {name}", [("negotiated", differs(name, schema.negotiated(crossings)))])
            fits(f"schema of {server} in {name}", crossings)
    _, wire, _ = processes.run([LAB, "lesson", "six-step", "--format", "wire"])
    broken = [
        ("the answer has no content", '"content":[', '"contents":['),
        ("isError is no boolean", '"isError":true', '"isError":"yes"'),
        ("a schema's root is no object", '"inputSchema":{"type":"object"', '"inputSchema":{"type":"array"'),
        ("a code is no number", '"code":-32601', '"code":"-32601"'),
        ("a request's id is null", '"id":2,"method"', '"id":null,"method"'),
        ("a call has no name", '"params":{"name":"add",', '"params":{"nam":"add",'),
        ("an unknown notification", "notifications/initialized", "notifications/initialised"),
        ("an answer to nothing", '"id":3,"result"', '"id":9,"result"'),
    ]
    refused = []
    for what, old, new in broken:
        changed = schema.faults(schema.read_wire(wire.replace(old, new, 1)))
        refused.append((what, None if old in wire and changed else f"{new} was not refused"))
    Report().pair("schema refuses", refused)


def main() -> int:
    start = time.monotonic()
    os.environ["PATH"] = f"{NODE / 'node_modules/.bin'}:{os.environ['PATH']}"
    os.environ |= {"HOME": str(BUILD / "home"), "npm_config_offline": "true", "npm_config_update_notifier": "false"}
    (BUILD / "home").mkdir(exist_ok=True)
    os.chdir(NODE)  # where npx finds what was installed
    processes.become_reaper()
    Report().pair("README.md", [("its versions are the ones locked here", versions.stale())])
    for server in SCRIPTS:
        for name, client, mode in CLIENTS:
            Report().pair(f"{name} ({mode}) > {server}", play(client, mode, server))
        Report().pair(f"Inspector > {server}", inspect(server))
    for peer in PEERS:
        probe(*peer)
    schemas()
    print(f"interop: {Report.passed} checks passed, {Report.failed} failed", end="")
    print(f" ({time.monotonic() - start:.0f} s)" if sys.stdout.isatty() else "")
    return 1 if Report.failed else 0


sys.exit(main())
