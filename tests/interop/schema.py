"""Sessions against the official schemas, message by message, in both eras at once.

A request fits `JSONRPCRequest` and the definition of its method; a result the definition that
belongs to the method it answers; an error its own; a notification its own definition.

Which revision a message belongs to: a request that names one in `params._meta` is stateless and
belongs to that; its answer belongs to the same. Everything else belongs to the handshake: to the
version that the answer to `initialize` names. Both may alternate in one session, and a handshake may
be made again. A line of no era (no handshake, no name in `_meta`) is a fault.

Three things are no fault. An error -32700 or -32600 may carry `"id":null` (JSON-RPC 2.0 asks for it,
the schemas have no place for it): the rest of it must fit. A client's line that fits nothing is there
on purpose when the server refuses it: at once with one of these two errors, or a request that is
stateless or of no era with an error of its own. And a ping may come before the handshake.
"""

import json
from dataclasses import dataclass

from definitions import ERRORS, HANDSHAKE, MAY_ASK, QUESTIONS, RESULTS, STATELESS, Revision, known, revision

PREFIX = "io.modelcontextprotocol/"
NOT_UNDERSTOOD = (-32700, -32600)
# Errors that say: the request itself was wrong. Any other leaves a broken request a fault.
WRONG = (*NOT_UNDERSTOOD, -32601, -32602)

Crossing = tuple[str, str]  # who sent it ("client" or "server"), and the line


@dataclass
class Asked:
    """A request that waits for its answer."""

    method: str
    rules: Revision
    stateless: bool
    params: dict

    @property
    def meta(self) -> dict:
        return inside(self.params, "_meta")


class Session:
    """The requests still open on either side, the handshake in force, and the questions not yet answered."""

    def __init__(self):
        self.open: dict[tuple[str, str], Asked] = {}
        self.handshake: Revision | None = None
        self.questions: list[tuple[str, object, dict]] = []

    def message(self, sender: str, message: object, opens: str | None) -> tuple[str, list[str]]:
        """The revision that a message belongs to, and what does not fit. `opens`: what its handshake leads to."""
        if not isinstance(message, dict):
            return self.newest().name, ["not an object"]
        if "method" in message and "id" in message:
            return self.request(sender, message, opens)
        if "method" in message:
            return self.notification(sender, message)
        return self.answer(sender, message)

    def newest(self) -> Revision:
        return self.handshake or revision(STATELESS)

    def request(self, sender: str, message: dict, opens: str | None) -> tuple[str, list[str]]:
        method, params, faults = message["method"], inside(message, "params"), []
        named = inside(params, "_meta").get(PREFIX + "protocolVersion")
        stateless = PREFIX + "protocolVersion" in inside(params, "_meta")
        if stateless:
            rules = revision(named if known(named) else STATELESS)
            if sender == "server":
                faults.append("a server asks nothing without a handshake")
        elif method == "initialize" and sender == "client":
            if opens is not None and (not known(opens) or opens == STATELESS):
                faults.append(f"no schema for a handshake in revision {opens}")
                opens = HANDSHAKE
            asked = params.get("protocolVersion")
            rules = revision(opens or (asked if known(asked) and asked != STATELESS else HANDSHAKE))
            self.handshake = rules if opens else self.handshake
        elif self.handshake or method == "ping":
            rules = self.handshake or revision(HANDSHAKE)
        else:
            rules = revision(STATELESS)
            faults.append(f"{method} of no era: no handshake, and no version in _meta")
        self.open[sender, json.dumps(message["id"])] = Asked(method, rules, stateless, params)
        faults += rules.check(message, "JSONRPCRequest")
        if method in rules.methods:
            faults += rules.check(message, rules.methods[method])
        elif stateless:
            faults += rules.check(params, "RequestParams")
        return rules.name, faults + (self.responses(method, params) if stateless else [])

    def responses(self, method: str, params: dict) -> list[str]:
        """The answers in a request that is asked again, each against what was asked for."""
        given = inside(params, "inputResponses")
        if not given:
            return []
        asked = [kinds for of, state, kinds in self.questions if (of, state) == (method, params.get("requestState"))]
        if not asked:
            return ["inputResponses to nothing that was asked"]
        faults = []
        for key, value in given.items():
            kind = asked[-1].get(key)  # answers that nobody asked for are ignored, whatever they are
            if kind in QUESTIONS:
                faults += [f"{key}: {fault}" for fault in revision(STATELESS).check(value, RESULTS[kind])]
        return faults

    def notification(self, sender: str, message: dict) -> tuple[str, list[str]]:
        method, either = message["method"], [self.belongs(sender, message)]
        if method == "notifications/cancelled" and sender == "client":
            either = [*either, revision(STATELESS)]
        faults = []
        for rules in either:
            if rules is None:
                faults = [f"{method} without a handshake"]
                continue
            if method not in rules.methods:
                faults = [f"no notification {method}"]
            else:
                faults = rules.check(message, "JSONRPCNotification") + rules.check(message, rules.methods[method])
            if not faults:
                return rules.name, []
        return (either[0] or self.newest()).name, faults

    def belongs(self, sender: str, message: dict) -> Revision | None:
        """The revision of a notification: that of the request it belongs to, or of the handshake."""
        method, params = message["method"], inside(message, "params")
        if PREFIX + "subscriptionId" in inside(params, "_meta"):
            return revision(STATELESS)
        if method == "notifications/progress":
            for asked in self.open.values():
                if "progressToken" in asked.meta and asked.meta["progressToken"] == params.get("progressToken"):
                    return asked.rules
        if method == "notifications/message" and any(PREFIX + "logLevel" in it.meta for it in self.open.values()):
            return revision(STATELESS)
        if method == "notifications/cancelled":
            for who in ("client", "server"):
                asked = self.open.get((who, json.dumps(params.get("requestId"))))
                if asked:
                    return asked.rules
        return self.handshake or (revision(STATELESS) if sender == "server" else None)

    def answer(self, sender: str, message: dict) -> tuple[str, list[str]]:
        other = "client" if sender == "server" else "server"
        asked = self.open.pop((other, json.dumps(message.get("id"))), None)
        rules = asked.rules if asked else self.newest()
        if "result" in message:
            if asked is None:
                return rules.name, ["answers nothing"]
            faults = rules.check(message, "JSONRPCResultResponse", "JSONRPCResponse")
            return rules.name, faults + self.result(asked, message["result"])
        if asked is None and message.get("id") is None and code(message) in NOT_UNDERSTOOD:
            return rules.name, rules.check({**message, "id": 0}, "JSONRPCErrorResponse", "JSONRPCError")
        faults = [] if asked else ["answers nothing"]
        if asked and asked.stateless and code(message) in ERRORS:
            faults += revision(STATELESS).check(message, ERRORS[code(message)])
        return rules.name, faults + rules.check(message, "JSONRPCErrorResponse", "JSONRPCError")

    def result(self, asked: Asked, result: dict) -> list[str]:
        kind = inside({"it": result}, "it").get("resultType")
        if asked.rules.name != STATELESS or kind in (None, "complete"):
            return asked.rules.check(result, RESULTS.get(asked.method, "Result"))
        if kind != "input_required":
            return [f"no resultType {kind}"]
        faults = asked.rules.check(result, "InputRequiredResult")
        if asked.method not in MAY_ASK:
            faults.append(f"{asked.method} asks for input")
        if not {"inputRequests", "requestState"} & result.keys():
            faults.append("neither inputRequests nor requestState")
        kinds = {}
        for key, question in inside(result, "inputRequests").items():
            kinds[key] = question.get("method") if isinstance(question, dict) else None
            if kinds[key] not in QUESTIONS:
                faults.append(f"{key}: no input request {kinds[key]}")
            else:
                definition = asked.rules.methods[kinds[key]]
                faults += [f"{key}: {fault}" for fault in asked.rules.check(question, definition)]
        self.questions.append((asked.method, result.get("requestState"), kinds))
        return faults


def inside(value: object, key: str) -> dict:
    """A member that is an object, or an empty one."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def code(message: object) -> object:
    return inside(message, "error").get("code")


def parsed(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def answer_to(message: object, rest: list[Crossing]) -> dict:
    """The server's answer to a request, among what follows it."""
    for sender, line in rest:
        it = parsed(line)
        if sender == "server" and isinstance(it, dict) and "method" not in it and isinstance(message, dict):
            if json.dumps(it.get("id")) == json.dumps(message.get("id")):
                return it
    return {}


def opened(message: object, rest: list[Crossing]) -> str | None:
    """The version that the answer to this `initialize` names."""
    if isinstance(message, dict) and message.get("method") == "initialize":
        return inside(answer_to(message, rest), "result").get("protocolVersion")
    return None


def negotiated(crossings: list[Crossing]) -> str | None:
    """The version that the first answer to an `initialize` names."""
    for number, (sender, line) in enumerate(crossings, 1):
        version = opened(parsed(line), crossings[number:]) if sender == "client" else None
        if version:
            return version
    return None


def faults(crossings: list[Crossing]) -> list[tuple[str, str]]:
    """Everything in a session that does not fit: who sent it, and what is wrong with which line."""
    session, found = Session(), []
    for number, (sender, line) in enumerate(crossings, 1):
        message, rest = parsed(line), crossings[number:]
        opens = opened(message, rest) if sender == "client" else None
        if message is None:
            name, wrong = session.newest().name, ["not JSON"]
        else:
            name, wrong = session.message(sender, message, opens)
        if wrong and sender == "client" and on_purpose(session, message, rest):
            continue
        found += [(sender, f"{name}, message {number}: {what}: {line[:300]}") for what in wrong]
    return found


def on_purpose(session: Session, message: object, rest: list[Crossing]) -> bool:
    """Whether a broken line of the client's is there to be refused, and is."""
    if rest and rest[0][0] == "server" and code(parsed(rest[0][1])) in NOT_UNDERSTOOD:
        return True
    if not isinstance(message, dict) or "id" not in message or "method" not in message:
        return False
    asked = session.open.get(("client", json.dumps(message["id"])))
    refused = code(answer_to(message, rest))
    if asked and asked.stateless:
        return refused in WRONG
    return refused is not None and session.handshake is None


def read_wire(text: str) -> list[Crossing]:
    """The messages of a `.wire` file. Its other lines (stderr, events, HTTP heads, notes) are none."""
    crossings = []
    for line in text.splitlines():
        sender, _, rest = line.partition(" ")
        mark, _, message = rest.partition(" ")
        if sender in ("client", "server") and mark in ("->", "~>") and not message.startswith("(通知"):
            crossings.append((sender, message))
    return crossings
