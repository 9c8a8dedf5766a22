"""Who talks to whom over HTTP: the table, as the README holds it, and its checks."""

import json
import os
import re
import shlex
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path

import clients
import processes
import versions
from pairs import ADD, BUILD, CLIENT, EVERYTHING, HERE, LAB, NEWEST, NODE, NOTE, PYTHON, PYTHON1, STATELESS, script
from report import Check, differs, holds
from serving import Serving

README = HERE.parent.parent / "README.md"
LOG, WIRE = BUILD / "over_http.log", BUILD / "over_http.wire"
OURS = ("mini", "desk", "library")
LISTENS_WITHIN = 20.0  # seconds until an official server must listen
# Two lines, two reports.
RECITED = ("progress", ["progress", "recite", {"name": "handshake"}], {"progress": [[1, 2], [2, 2]], "text": NOTE})

# An unknown method of the stateless revision is answered with -32601 and 404: this client reads the status alone.
OTHERWISE = {
    ("TypeScript SDK v2", mode, "unknown method"): {"error": "CLIENT_HTTP_NOT_IMPLEMENTED"} for mode in ("auto", "stateless")
}

# Official servers: how they are started at a port, who they say they are, how many tools, a call and its
# text, and the newest revision that they speak.
SERVERS = {
    "TypeScript SDK v2": (["node", NODE / "server-v2.mjs"], "interop-ts-v2 1", 2, ADD, STATELESS),
    "Python SDK 1.x": (
        [*PYTHON1, HERE / "python1/server.py"],
        f"interop-python1 {versions.locked('mcp', versions.PYTHON1)}",
        2,
        ADD,
        NEWEST,
    ),
    "Python SDK 2.x": ([*PYTHON, HERE / "python/server.py"], "interop-python 1", 2, ADD, STATELESS),
    "server-everything": (["mcp-server-everything", "streamableHttp"], *EVERYTHING, NEWEST),
}


@contextmanager
def served(server: str, *words: str):
    """One of our servers over HTTP."""
    LOG.unlink(missing_ok=True)
    with Serving([LAB, "serve", server, "--http", "127.0.0.1:0", "--stop-on-eof", *words], LOG) as it:
        yield it


def ended(serving: Serving) -> list[Check]:
    return [("the server ends with its stdin", serving.stop()), ("no orphan", processes.leftovers())]


def play(name: str, mode: str, server: str) -> list[Check]:
    """A whole session of an official client with one of our servers."""
    asked = [(what, step, OTHERWISE.get((name, mode, what), expected)) for what, step, expected in script(server, name, mode)]
    if server == "library":
        asked = [*asked, RECITED]
    with served(server) as serving:
        checks = clients.said_to(CLIENT[name, mode], asked, [serving.url])
        return [*checks, *ended(serving)]


def inspect(server: str) -> list[Check]:
    with served(server) as serving:
        return [*clients.inspect(server, serving.url, "--transport", "http"), *ended(serving)]


def curl() -> list[Check]:
    """The commands of the README, word for word but for the port, and what they print."""
    section = README.read_text().split("### Over HTTP\n")[1]
    start, commands = re.findall(r"```sh\n(.*?)```", section, re.S)[:2]
    serve = shlex.split(start)
    without, handshake, probe = commands.replace("\\\n", " ").splitlines()
    asks = [serve[:2], without.split()[:2], handshake.split()[:2], probe.split()[:2]]
    given = [["mcp-lab", "serve"], ["curl", "-i"], ["curl", "-i"], ["mcp-lab", "probe"]]
    checks = [("the commands", differs(given, asks))]
    LOG.unlink(missing_ok=True)
    with Serving([LAB, *serve[1:-1], "127.0.0.1:0", "--stop-on-eof"], LOG) as serving:

        def run(command: str) -> tuple[int | str, str]:
            there = command.replace("http://127.0.0.1:8080/mcp", serving.url)
            there = re.sub("^mcp-lab", shlex.quote(LAB), there).replace("curl -i", "curl -i -sS --max-time 20")
            code, out, err = processes.run(["sh", "-c", there])
            return code, out or err

        for title, command, found in (("stateless", without, listed), ("handshake", handshake, greeted)):
            code, out = run(command)
            head, _, body = out.replace("\r", "").partition("\n\n")
            checks.append((f"curl, {title}", differs(0, code) or found(head, clients.read(body.strip()))))
        code, out = run(probe)
        checks.append(("probe", holds(code == 0 and "healthy" in out, f"exit {code}: {out[-400:]}")))
        return [*checks, *ended(serving)]


def listed(head: str, body: object) -> str | None:
    result = body.get("result", {}) if isinstance(body, dict) else {}
    names = [tool["name"] for tool in result.get("tools", [])]
    right = head.startswith("HTTP/1.1 200 ") and "\nContent-Type: application/json" in head
    return holds(right, head) or differs(["add", "get_weather"], names) or differs("complete", result["resultType"])


def greeted(head: str, body: object) -> str | None:
    result = body.get("result", {}) if isinstance(body, dict) else {}
    right = head.startswith("HTTP/1.1 200 ") and re.search(r"\nMcp-Session-Id: [!-~]{20,}", head)
    return holds(bool(right), head) or differs(NEWEST, result.get("protocolVersion"))


@contextmanager
def listening(command: list, within: float = LISTENS_WITHIN):
    """An official server over HTTP: its address. Each takes its port in one of two ways."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [] if "streamableHttp" in command else [str(port)]
    with LOG.open("wb") as out:
        environment = os.environ | {"PORT": str(port)}
        process = subprocess.Popen(
            [*command, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment
        )
    try:
        processes.until(lambda: answers(port) or process.poll() is not None, "nobody listens", within)
        if process.poll() is not None:
            raise RuntimeError(f"{command} ended: {LOG.read_text()[-500:]}")
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def probe(name: str) -> list[Check]:
    """Our client at an official server, in both eras if it has both: healthy, and what it asked for came."""
    command, who, tools, (tool, arguments, text), newest = SERVERS[name]
    checks = []
    with listening(command) as url:
        for era, revision in (("auto", newest), ("handshake", NEWEST)):
            WIRE.unlink(missing_ok=True)
            call = ["--call", tool, "--args", json.dumps(arguments), "--timeout", "20s", "--wire", WIRE]
            code, out, err = processes.run([LAB, "probe", "--json", "--era", era, *call, url])
            report = clients.read(out)
            if not isinstance(report, dict):
                checks.append((f"{era}: report", f"exit {code}: {(err or out)[-400:]}"))
                continue
            server = report.get("server") or {}
            found = [it for it in report["findings"] if it["certainty"] == "certain"]
            spoken = json.dumps(text, ensure_ascii=False)
            heard = WIRE.exists() and spoken in WIRE.read_text()
            checks += [
                (f"{era}: healthy", differs((0, "healthy", []), (code, report["verdict"], found))),
                (f"{era}: who", differs(who, f"{server.get('name')} {server.get('version')}")),
                (f"{era}: revision", differs(revision, report.get("revision"))),
                (f"{era}: number of tools", differs(tools, report.get("tools"))),
                (f"{era}: text", holds(heard, f"{spoken} is nowhere in the wire log")),
            ]
    return [*checks, ("no orphan", processes.leftovers())]


def rows():
    """Who asks whom, in which revision they speak, and what the run asks."""
    session = ", ".join(f"`{it}`" for it in OURS)
    yield "curl, the commands of the README", "`calculator`", f"{STATELESS}, {NEWEST}", "tools/list; initialize"
    yield "Inspector", "`mini`", NEWEST, "tools/list, tools/call, refused calls"
    for name in dict.fromkeys(name for name, _ in CLIENT):
        modes = [mode for it, mode in CLIENT if it == name]
        revision = NEWEST if modes == ["handshake"] else f"{NEWEST}, {STATELESS}"
        yield f"{name}, {', '.join(modes)}", session, revision, "what is asked over stdio, and progress"
    what = "initialize, tools/list, tools/call as a stream with progress, DELETE; the same without a handshake"
    yield "a page in a browser", "`library`", f"{NEWEST}, {STATELESS}", what
    yield "a page of another site", "`library`", "none", "blocked unless `--allow-origin` names it"
    for name, (*_, newest) in SERVERS.items():
        spoken = NEWEST if newest == NEWEST else f"{newest}, {NEWEST}"
        yield "`mcp-lab probe`, auto and handshake", name, spoken, "every question; healthy"


def table() -> str:
    lines = ["| client | server | spoken | what is asked |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows())])


def stale() -> str | None:
    """What the README here should say, and does not."""
    return None if table() in (HERE / "README.md").read_text() else f"it should hold\n{table()}"
