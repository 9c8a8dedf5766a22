"""public.py: prints the table of healthy servers, as the README holds it; healthy.py plays it.

Servers that others have made and published, that start without credentials and without a network. Of
these the doctor must say nothing it calls certain: whatever it says is a false alarm, unless REAL has it.
"""

from dataclasses import dataclass
from pathlib import Path

import versions

NODE = "public-node/package-lock.json"
PYTHON, PYTHON1 = "public-python/requirements.txt", "public-python1/requirements.txt"


@dataclass(frozen=True)
class Server:
    package: str
    lock: str
    made_with: str
    command: tuple[str, ...]  # as its package installs it; {folder} is empty, {here} is this one
    call: tuple[str, dict] | None = None  # a tool that does no harm and needs no network
    env: tuple[str, ...] = ()  # NAME=VALUE


THOUGHT = {"thought": "3 + 4 = 7", "nextThoughtNeeded": False, "thoughtNumber": 1, "totalThoughts": 1}

SERVERS = [
    Server(
        "@modelcontextprotocol/server-filesystem",
        NODE,
        "TypeScript SDK v1",
        ("mcp-server-filesystem", "{folder}"),
        ("list_allowed_directories", {}),
    ),
    Server(
        "@modelcontextprotocol/server-memory", NODE, "TypeScript SDK v1", ("mcp-server-memory",), ("read_graph", {})
    ),
    Server(
        "@modelcontextprotocol/server-sequential-thinking",
        NODE,
        "TypeScript SDK v1",
        ("mcp-server-sequential-thinking",),
        ("sequentialthinking", THOUGHT),
    ),
    Server(
        "mcp-server-commands",
        NODE,
        "TypeScript SDK 1.9, its lower half; speaks 2024-11-05",
        ("mcp-server-commands",),
        ("run_command", {"command": "echo 7"}),
    ),
    Server("@bitbonsai/mcpvault", NODE, "TypeScript SDK v2", ("mcpvault", "{folder}"), ("get_vault_stats", {})),
    Server(
        "@cyanheads/git-mcp-server",
        NODE,
        "TypeScript SDK v1, bundled, with a framework of its own",
        ("git-mcp-server",),
        ("git_wrapup_instructions", {"acknowledgement": "yes"}),
    ),
    Server("@playwright/mcp", NODE, "a bundle of its own; no browser is started", ("playwright-mcp", "--headless")),
    Server("@negokaz/excel-mcp-server", NODE, "Go, mark3labs/mcp-go; speaks 2025-03-26", ("excel-mcp-server",)),
    Server("mcp-server-code-runner", NODE, "TypeScript SDK v1", ("mcp-server-code-runner",)),
    Server(
        "mcp-server-time",
        PYTHON,
        "Python SDK 2.x",
        ("mcp-server-time",),
        ("get_current_time", {"timezone": "Asia/Shanghai"}),
    ),
    Server("mcp-server-git", PYTHON, "Python SDK 2.x", ("mcp-server-git",), env=("GIT_PYTHON_REFRESH=quiet",)),
    Server("mcp-server-fetch", PYTHON, "Python SDK 2.x", ("mcp-server-fetch",)),
    Server("duckduckgo-mcp-server", PYTHON, "Python SDK 2.x, MCPServer", ("duckduckgo-mcp-server",)),
    Server("mcp-nixos", PYTHON, "FastMCP 4", ("mcp-nixos",)),
    Server(
        "chuk-mcp-math-server",
        PYTHON,
        "chuk-mcp-server, written by hand without an SDK; 642 tools",
        ("chuk-mcp-math-server",),
        ("add", {"a": 3, "b": 4}),
    ),
    Server(
        "markdown-mcp-server",
        PYTHON,
        "one file, written by hand without an SDK; speaks 2024-11-05",
        ("mdmcp", "serve", "{here}/public-python/tools.md"),
        ("greet", {"name": "Mona"}),
    ),
    Server(
        "mcp-server-calculator",
        PYTHON1,
        "FastMCP of the Python SDK 1.x",
        ("mcp-server-calculator",),
        ("calculate", {"expression": "3+4"}),
    ),
    Server(
        "mcp-shell-server",
        PYTHON1,
        "Python SDK 1.x",
        ("mcp-shell-server",),
        ("shell_execute", {"command": ["echo", "7"], "directory": "{folder}"}),
        env=("ALLOW_COMMANDS=echo",),
    ),
    Server("wikipedia-mcp", PYTHON1, "FastMCP 2", ("wikipedia-mcp",)),
    Server(
        "mcp-server-sqlite",
        PYTHON1,
        "Python SDK 1.x",
        ("mcp-server-sqlite", "--db-path", "{folder}/interop.db"),
        ("list_tables", {}),
    ),
]


@dataclass(frozen=True)
class Real:
    """What is true all the same."""

    rule: str
    proof: str  # the server's own bytes
    full: bool = False  # found only where everything is asked,
    asked: bool = False  # and only by whoever asks


REAL = {
    # stdout is the wire, and this is no message.
    "mcp-server-code-runner": Real("malformed-line", "server -> Code Runner MCP Server running on stdio"),
    # The answer to a call of mcp_lab_no_such_tool: "not an error", says isError.
    "mcp-server-sqlite": Real(
        "unknown-tool-accepted",
        '"result":{"content":[{"type":"text","text":"Error: Missing arguments"}],"isError":false}',
    ),
    # It takes any version.
    "chuk-mcp-math-server": Real(
        "impossible-version-accepted", '"protocolVersion":"2099-01-01","serverInfo"', full=True, asked=True
    ),
    # The answer to a notification.
    "markdown-mcp-server": Real(
        "notification-answered",
        '"id": null, "error": {"code": -32601, "message": "Method not found: notifications/mcp_lab_unknown"}',
        full=True,
    ),
}


def table() -> str:
    rows = []
    for it in SERVERS:
        finds = f"`{REAL[it.package].rule}`, and that is so" if it.package in REAL else "nothing"
        rows.append(f"| `{it.package}` | {versions.locked(it.package, it.lock)} | {it.made_with} | {finds} |")
    return "\n".join(["| package | version | made with | the doctor finds |", "|---|---|---|---|", *rows])


def stale() -> str | None:
    """What the README here should say, and does not."""
    return None if table() in (Path(__file__).parent / "README.md").read_text() else f"it should hold\n{table()}"


if __name__ == "__main__":
    print(table())
