"""The official definitions, one schema a revision, with the public validator `jsonschema`."""

import json
from functools import cache
from pathlib import Path

import jsonschema

SCHEMAS = Path(__file__).parent / "schemas"
# The newest revision that opens with a handshake, and the one that has none.
HANDSHAKE, STATELESS = "2025-11-25", "2026-07-28"
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
    "server/discover": "DiscoverResult",
    "subscriptions/listen": "SubscriptionsListenResult",
}
# Errors of the stateless revision that have a definition of their own.
ERRORS = {
    -32020: "HeaderMismatchError",
    -32021: "MissingRequiredClientCapabilityError",
    -32022: "UnsupportedProtocolVersionError",
}
# Requests whose result may be a question, and what may be asked.
MAY_ASK = ("tools/call", "prompts/get", "resources/read")
QUESTIONS = ("elicitation/create", "sampling/createMessage", "roots/list")


class Revision:
    def __init__(self, name: str):
        document = json.loads((SCHEMAS / f"{name}.json").read_text())
        self.name = name
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
        faults = self.validator(name).iter_errors(value)
        return [f"{name} at {fault.json_path}: {fault.message[:200]}" for fault in faults]

    @cache
    def validator(self, name: str):
        schema = {
            "$schema": self.document["$schema"],
            "$ref": f"#/{self.place}/{name}",
            self.place: self.definitions,
        }
        return jsonschema.validators.validator_for(schema)(schema)


def known(name: object) -> bool:
    return isinstance(name, str) and (SCHEMAS / f"{name}.json").exists()


@cache
def revision(name: str) -> Revision:
    return Revision(name)
