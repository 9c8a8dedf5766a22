"""A recorded session in short form: one line that says message by message what happened.

    server/discover → error -32601 · initialize → 2025-11-25 · initialized · tools/list → result
"""

import json
from dataclasses import dataclass

from definitions import STATELESS
from schema import PREFIX, code, inside, parsed


@dataclass
class Step:
    """A message that starts something: a request and what became of it, a notification, or a new process."""

    text: str
    key: str | None = None
    outcome: str | None = None
    revision: str | None = None  # what it was answered in, if with a result
    asked: str | None = None  # the version that an initialize asks for


def steps(log: str) -> list[Step]:
    """What happened, in the order in which it began."""
    lines = [line.partition(" -> ")[::2] for line in log.splitlines()]
    both = any(who == "client" and (parsed(it) or {}).get("method") == "initialize" for who, it in lines if it[:1] == "{")
    found, waiting, handshake, started = [], {}, None, False
    for who, line in lines:
        if who == "event":
            if line == "started" and started:
                found.append(Step("new process"))
            started = True
            exit_code = line.removeprefix("ended ")
            if line.startswith("ended ") and not line.startswith("ended -"):
                for step in waiting.values():
                    step.outcome = f"exit {exit_code}" if exit_code != "0" else None
            waiting = {}
            continue
        message = parsed(line)
        if who not in ("client", "server") or not isinstance(message, dict):
            continue
        mark = "" if who == "client" else "server: "
        if "method" not in message:
            other = "server" if who == "client" else "client"
            step = waiting.pop((other, json.dumps(message.get("id"))), None)
            if step is None:
                found.append(Step(f"stray answer of the {who}"))
                continue
            step.outcome, step.revision = outcome(step, message, handshake)
            if step.key == "initialize" and step.revision:
                handshake = step.revision
                if step.asked != handshake:
                    step.text += f" {step.asked}"
        elif "id" in message:
            step = Step(mark + named(message, both), message["method"])
            params = inside(message, "params")
            step.revision = inside(params, "_meta").get(PREFIX + "protocolVersion")
            step.asked = params.get("protocolVersion")
            waiting[who, json.dumps(message["id"])] = step
            found.append(step)
        else:
            found.append(Step(mark + message["method"].removeprefix("notifications/")))
    return found


def named(message: dict, both: bool) -> str:
    """A request's method, and what of its `_meta` is worth a word."""
    method, params = message["method"], inside(message, "params")
    meta = inside(params, "_meta")
    version = meta.get(PREFIX + "protocolVersion")
    if version is None:
        return f"{method} without _meta" if method == "server/discover" else method
    if PREFIX + "clientCapabilities" not in meta:
        return f"{method} without clientCapabilities"
    if version != STATELESS or (both and method != "server/discover"):
        method += f" in {version}"
    return f"{method} with answers" if "inputResponses" in params else method


def outcome(step: Step, message: dict, handshake: str | None) -> tuple[str, str | None]:
    """What a request was answered with, and in which revision if that was a result."""
    if "result" not in message:
        return f"error {code(message)}", None
    result = inside(message, "result")
    if step.key == "initialize":
        version = result.get("protocolVersion")
        return str(version), version
    # Who answers without resultType has not seen the version in `_meta`.
    revision = step.revision if "resultType" in result else handshake
    if step.key == "server/discover":
        return "DiscoverResult", revision
    return ("input_required" if result.get("resultType") == "input_required" else "result"), revision


def short(log: str) -> str:
    return " · ".join(
        f"{step.text} → {step.outcome or 'silence'}" if step.key else step.text for step in steps(log)
    )


def spoken(log: str) -> str | None:
    """The revision of the last request that had a result; a discovery alone is no work."""
    revisions = [it.revision for it in steps(log) if it.outcome and not it.outcome.startswith(("error", "exit"))]
    return revisions[-1] if revisions else None
