"""mixes.py MIX SERVER…: a client that speaks both eras in one session, message by message.

Each answer is waited for, and the end of the server after the end of its input.
"""

import json
import subprocess
import sys
import threading

META = "io.modelcontextprotocol/"
CLIENT = {"name": "mixes", "version": "1"}
ADD = {"name": "add", "arguments": {"a": 3, "b": 4}}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}


def meta(version: str = "2026-07-28", **also: object) -> dict:
    return {META + "protocolVersion": version, META + "clientInfo": CLIENT, META + "clientCapabilities": {}, **also}


NO_CAPABILITIES = {name: value for name, value in meta().items() if name != META + "clientCapabilities"}
HANDSHAKE = [("initialize", HELLO), ("notifications/initialized", None)]
MIXES = {
    "handshake first": [*HANDSHAKE, ("tools/call", {**ADD, "_meta": meta()}), ("tools/list", None)],
    "stateless first": [("tools/list", {"_meta": meta()}), *HANDSHAKE, ("tools/call", ADD), ("tools/list", {"_meta": meta()})],
    "unknown version": [("tools/list", {"_meta": meta("1900-01-01")}), ("tools/list", {"_meta": meta()})],
    "handshake version in _meta": [("tools/list", {"_meta": meta("2025-11-25")}), ("tools/list", {"_meta": meta()})],
    "no capabilities": [("tools/list", {"_meta": NO_CAPABILITIES}), ("tools/list", {"_meta": meta()})],
    "discover without _meta": [("server/discover", None), ("server/discover", {"_meta": meta()}), ("tools/list", {"_meta": meta()})],
    "initialize with _meta": [("initialize", {**HELLO, "_meta": meta()}), ("tools/list", {"_meta": meta()})],
    "nothing at all": [("tools/list", None), *HANDSHAKE, ("tools/list", None)],
}


def main(mix: str, *command: str) -> int:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        deadline = threading.Timer(10, server.kill)
        deadline.start()
        for number, (method, params) in enumerate(MIXES[mix], 1):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            if params is None:
                del message["params"]
            if method.startswith("notifications/"):
                del message["id"]
            print(json.dumps(message), file=server.stdin, flush=True)
            if "id" in message and not server.stdout.readline():
                break
        server.stdin.close()
        code = server.wait()
        deadline.cancel()
        return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
