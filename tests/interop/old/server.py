"""What the scripted servers share: one tool, add, and the answers of the handshake era.

Each script beside this one is a server of its own that does one thing otherwise. Standard library only.
"""

import json
import sys

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
META = "io.modelcontextprotocol/"
INTEGERS = {"a": {"type": "integer"}, "b": {"type": "integer"}}
ADD = {
    "name": "add",
    "description": "Add two integers",
    "inputSchema": {"type": "object", "properties": INTEGERS, "required": ["a", "b"]},
}


class Refused(Exception):
    """An error for an answer: code, message, data."""


def stateless(params: dict) -> bool:
    return META + "protocolVersion" in params.get("_meta", {})


def work(method: str, params: dict) -> dict | None:
    """What a request is answered with in either era; None for a method that it has not."""
    if method == "tools/list":
        return {"tools": [ADD]}
    if method != "tools/call":
        return None
    given = params.get("arguments", {})
    if params.get("name") != "add":
        raise Refused(-32602, "Unknown tool")
    if not all(isinstance(given.get(name), int) for name in INTEGERS):
        return {"content": [{"type": "text", "text": "a and b must be integers"}], "isError": True}
    return {"content": [{"type": "text", "text": str(given["a"] + given["b"])}]}


class Server:
    """A server of the handshake era. `before` and `unknown` are there to be overridden."""

    versions = VERSIONS

    def __init__(self):
        self.initialized = False

    def before(self, method: str, params: dict) -> None:
        """Has a look at each request before it is answered; raises Silence to leave it so."""

    def unknown(self, method: str) -> dict:
        raise Refused(-32601, "Method not found")

    def answer(self, method: str, params: dict) -> dict:
        self.before(method, params)
        if method == "initialize":
            self.initialized = True
            asked = params.get("protocolVersion")
            version = asked if asked in self.versions else self.versions[-1]
            who = {"name": type(self).__name__.lower(), "version": "1"}
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": who}
        if method == "ping":
            return {}
        result = work(method, params)
        return self.unknown(method) if result is None else result

    def serve(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "id" not in message or "method" not in message:
                continue
            said = {"jsonrpc": "2.0", "id": message["id"]}
            try:
                said["result"] = self.answer(message["method"], message.get("params", {}))
            except Silence:
                continue
            except Refused as refused:
                code, text, *data = refused.args
                said["error"] = {"code": code, "message": text, **({"data": data[0]} if data else {})}
            print(json.dumps(said), flush=True)


class Silence(Exception):
    """No answer."""
