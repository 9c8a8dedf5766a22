"""Sessions against the official schemas, with the public validator `jsonschema`.

A request fits `JSONRPCRequest` and the definition of its method; a result the definition that
belongs to the method it answers; an error `JSONRPCError`; a notification its own definition. The
revision is the one that the session's `initialize` was answered with.

Two things are no fault. An error -32700 or -32600 may carry `"id":null` (JSON-RPC 2.0 asks for it,
the schemas have no place for it): the rest of it must fit. And a client's line that fits nothing is
there on purpose when the server refuses it with one of these two errors.
"""

import json
from functools import cache
from pathlib import Path

import jsonschema

SCHEMAS = Path(__file__).parent / "schemas"
RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "logging/setLevel": "EmptyResult",
    "sampling/createMessage": "CreateMessageResult",
    "elicitation/create": "ElicitResult",
    "roots/list": "ListRootsResult",
}
NOT_UNDERSTOOD = (-32700, -32600)

Crossing = tuple[str, str]  # who sent it ("client" or "server"), and the line


class Revision:
    def __init__(self, name: str):
        document = json.loads((SCHEMAS / f"{name}.json").read_text())
        self.place = "$defs" if "$defs" in document else "definitions"
        self.document = document
        self.definitions = document[self.place]
        self.methods = {}
        for definition, schema in self.definitions.items():
            method = schema.get("properties", {}).get("method", {}).get("const")
            if method:
                self.methods[method] = definition

    def check(self, value: object, *names: str) -> list[str]:
        """What keeps the value from fitting the first of the definitions that this revision has."""
        name = next((name for name in names if name in self.definitions), None)
        if name is None:
            return [f"no definition {names}"]
        schema = {
            "$schema": self.document["$schema"],
            "$ref": f"#/{self.place}/{name}",
            self.place: self.definitions,
        }
        validator = jsonschema.validators.validator_for(schema)(schema)
        faults = validator.iter_errors(value)
        return [f"{name} at {fault.json_path}: {fault.message[:200]}" for fault in faults]


@cache
def revision(name: str) -> Revision:
    return Revision(name)


class Session:
    """The requests still open on either side, and the revision in force."""

    def __init__(self, rules: Revision):
        self.rules = rules
        self.open = {}

    def message(self, sender: str, line: str) -> list[str]:
        check = self.rules.check
        message = json.loads(line)
        if not isinstance(message, dict):
            return ["not an object"]
        if "method" in message and "id" in message:
            self.open[sender, json.dumps(message["id"])] = message["method"]
            faults = check(message, "JSONRPCRequest")
            definition = self.rules.methods.get(message["method"])
            return faults + (check(message, definition) if definition else [])
        if "method" in message:
            definition = self.rules.methods.get(message["method"])
            if definition is None:
                return [f"no notification {message['method']}"]
            return check(message, "JSONRPCNotification") + check(message, definition)
        other = "client" if sender == "server" else "server"
        answered = self.open.pop((other, json.dumps(message.get("id"))), None)
        if "result" in message:
            if answered is None:
                return ["answers nothing"]
            faults = check(message, "JSONRPCResultResponse", "JSONRPCResponse")
            return faults + check(message["result"], RESULTS.get(answered, "Result"))
        if answered is None and message.get("id") is None and refusal(message):
            return check({**message, "id": 0}, "JSONRPCErrorResponse", "JSONRPCError")
        faults = [] if answered else ["answers nothing"]
        return faults + check(message, "JSONRPCErrorResponse", "JSONRPCError")


def refusal(message: dict) -> bool:
    return message.get("error", {}).get("code") in NOT_UNDERSTOOD


def negotiated(crossings: list[Crossing]) -> str | None:
    """The version that the first answer to `initialize` names."""
    for sender, line in crossings:
        if sender == "server":
            try:
                return json.loads(line)["result"]["protocolVersion"]
            except (ValueError, KeyError, TypeError):
                continue
    return None


def faults(crossings: list[Crossing]) -> list[tuple[str, str]]:
    """Everything in a session that does not fit: who sent it, and what is wrong with which line."""
    name = negotiated(crossings)
    if name is None or not (SCHEMAS / f"{name}.json").exists():
        return [("client", f"no schema for the revision {name}")]
    session, found = Session(revision(name)), []
    for number, (sender, line) in enumerate(crossings, 1):
        try:
            wrong = session.message(sender, line)
        except ValueError as error:
            wrong = [f"not JSON: {error}"]
        if wrong and sender == "client" and refused_next(crossings[number:]):
            continue
        found += [(sender, f"{name}, message {number}: {what}: {line[:300]}") for what in wrong]
    return found


def refused_next(rest: list[Crossing]) -> bool:
    try:
        return rest[0][0] == "server" and refusal(json.loads(rest[0][1]))
    except (IndexError, ValueError, AttributeError):
        return False


def read_wire(text: str) -> list[Crossing]:
    """The messages of a `.wire` file. Its other lines (stderr, events, HTTP heads, notes) are none."""
    crossings = []
    for line in text.splitlines():
        sender, _, rest = line.partition(" ")
        mark, _, message = rest.partition(" ")
        if sender in ("client", "server") and mark in ("->", "~>") and not message.startswith("(通知"):
            crossings.append((sender, message))
    return crossings
