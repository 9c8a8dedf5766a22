"""Official clients against our servers."""

import json
import subprocess

import processes
from pairs import CLIENT, INSPECTOR, LAB, SCRIPTS, said, script
from report import Check, differs, holds


def play(name: str, mode: str, server: str) -> list[Check]:
    """A whole session of an official client with one of our servers."""
    client = CLIENT[name, mode]
    checks = said_to(client, script(server, name, mode), [LAB, "serve", server])
    checks.append(("no orphan", processes.leftovers()))
    return [*checks, ("client killed", killed(client, server))]


def said_to(client: list, asked: list[tuple], server: list) -> list[Check]:
    """A session of a client with a server, which is a command or a URL: the answers, and its end."""
    steps = [step for _, step, _ in asked if step]
    code, out, err = processes.run([*client, json.dumps(steps), *server])
    *answers, closed = [read(line) for line in out.splitlines()] or [err[-500:]]
    answers += [closed] * (len(asked) - len(answers))
    checks = [(name, differs(expected, found)) for (name, _, expected), found in zip(asked, answers)]
    # An SDK closes stdin, waits for two seconds and uses a signal then: a server that needs one is slow.
    took = closed.get("closed") if isinstance(closed, dict) else None
    said = f"exit {code}, {closed} {err[-300:] if code else ''}"
    return [*checks, ("close", holds(code == 0 and took is not None and took < 1000, said))]


def killed(client: list, server: str) -> str | None:
    """Kills the client in the middle of a session: the server must go by itself."""
    command = [*client, '[["list"],["wait"]]', LAB, "serve", server]
    with processes.talk(command, stdin=subprocess.DEVNULL) as process:
        heard = [process.stdout.readline(), process.stdout.readline()]
        alive = [it for it in processes.descendants(process.pid).values() if f"serve {server}" in it]
        process.kill()
    fault = processes.leftovers()
    return fault or holds(bool(alive), f"no server ran: {heard}")


def inspect(server: str, *where: str) -> list[Check]:
    """The Inspector's command line: a process and a session for each request; over stdio unless told where."""
    where = where or (LAB, "serve", server)
    checks = []
    for name, step, expected in SCRIPTS[server]:
        if step == ["list"]:
            checks.append((name, differs(expected, inspector(where, "--method", "tools/list"))))
        elif step and step[0] == "call":
            expected = INSPECTOR.get(name, expected)
            call = ["--method", "tools/call", "--tool-name", step[1]]
            found = inspector(where, *call, "--tool-args-json", json.dumps(step[2]))
            checks.append((name, differs(expected, found)))
            if name == "call":
                found = inspector(where, *call, "--tool-arg", "a=3", "--tool-arg", "b=4")
                checks.append(("call with --tool-arg", differs(expected, found)))
    return checks


def inspector(where: tuple, *words: str) -> object:
    """What it prints, said as the other clients say it. An error goes to stderr."""
    _, out, err = processes.run(["inspector", "--cli", *where, *words])
    printed = read(out or err)
    if not isinstance(printed, dict):
        return printed
    if "tools" in printed:
        return {"tools": [tool["name"] for tool in printed["tools"]]}
    if "content" in printed:
        text = "\n".join(block["text"] for block in printed["content"])
        return said(text, printed.get("isError", False))
    return {"error": printed.get("error", {}).get("code")}


def read(line: str) -> object:
    """A JSON text, or what else was printed."""
    try:
        return json.loads(line)
    except ValueError:
        return line
