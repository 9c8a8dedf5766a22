"""The pairs: which clients play which script against our servers, which servers our client probes."""

import os
import sys
from pathlib import Path

import versions

HERE = Path(__file__).parent
LAB = os.environ["MCP_LAB"]
BUILD = Path(os.environ["INTEROP_BUILD"])
NODE, RMCP = BUILD / "node", BUILD / "rmcp/debug"
PYTHON = [sys.executable, "-Wignore"]

# Every revision that our servers speak. Our client offers the last, and so does everybody else.
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
NEWEST = REVISIONS[-1]

# Each prints a JSON line a step. `legacy` opens with initialize, `auto` asks server/discover first.
CLIENTS = [
    ("TypeScript SDK v1", ["node", NODE / "client-v1.mjs", "legacy"]),
    ("TypeScript SDK v2", ["node", NODE / "client-v2.mjs", "legacy"]),
    ("TypeScript SDK v2, auto", ["node", NODE / "client-v2.mjs", "auto"]),
    ("Python SDK", [*PYTHON, HERE / "python/client.py", "auto"]),
    ("Python SDK, legacy", [*PYTHON, HERE / "python/client.py", "legacy"]),
    ("rmcp", [RMCP / "client", "legacy"]),
    ("rmcp, auto", [RMCP / "client", "auto"]),
]

FORBIDDEN = "C:/Windows/System32/drivers/etc/hosts"
DENIED = f"权限拒绝：read_file 只允许读取 demo-data/ 内的文件，收到 {FORBIDDEN}"
WRONG = "Tool (add) input validation failed: /a: expected integer, found string"


def said(text: str, refused: bool = False) -> dict:
    return {"text": text, "isError": refused}


REFUSED = [
    ("wrong argument", ["call", "add", {"a": "x", "b": 4}], said(WRONG, refused=True)),
    ("unknown tool", ["call", "nobody", {}], {"error": -32602}),
    ("unknown method", ["ask", "nobody/offers"], {"error": -32601}),
    ("ping", ["ping"], {"result": {}}),
]
# What is asked of our servers: the name of the check, the step, and what must come back.
SCRIPTS = {
    "mini": [
        ("connect", None, {"server": "mini-mcp-server 0.1.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "read_file"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("7")),
        ("read", ["call", "read_file", {"path": "demo-data/notes.txt"}], said("MCP 学习笔记：先跑通握手，再谈工具。")),
        ("forbidden path", ["call", "read_file", {"path": FORBIDDEN}], said(DENIED, refused=True)),
        *REFUSED,
    ],
    "calculator": [
        ("connect", None, {"server": "calc-server 1.0.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "get_weather"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("3 + 4 = 7")),
        ("weather", ["call", "get_weather", {"city": "北京"}], said("北京:多云,11°C")),
        *REFUSED,
    ],
}
# Where the Inspector does otherwise: it looks a tool up in the list and asks no further; and where
# the schema says integer it sends a string's number, which for "x" is none: null.
INSPECTOR = {
    "wrong argument": said(WRONG.replace("string", "null"), refused=True),
    "unknown tool": {"error": "tool_not_found"},
}

# What our client probes: its name, its command, who it says it is, how many tools, a call, its text.
ADD = ("add", {"a": 3, "b": 4}, "7")
EVERYTHING = ("mcp-servers/everything 2.0.0", 13, ("echo", {"message": "你好"}, "Echo: 你好"))
PEERS = [
    ("mini", [LAB, "serve", "mini"], "mini-mcp-server 0.1.0", 2, ADD),
    ("calculator", [LAB, "serve", "calculator"], "calc-server 1.0.0", 2, (*ADD[:2], "3 + 4 = 7")),
    ("TypeScript SDK v1", ["node", NODE / "server-v1.mjs"], "interop-ts-v1 1", 1, ADD),
    ("TypeScript SDK v2", ["node", NODE / "server-v2.mjs"], "interop-ts-v2 1", 1, ADD),
    ("Python SDK", [*PYTHON, HERE / "python/server.py"], "interop-python 1", 1, ADD),
    ("rmcp", [RMCP / "server"], f"rmcp {versions.locked('rmcp')}", 1, ADD),
    ("server-everything", ["mcp-server-everything"], *EVERYTHING),
    ("npx server-everything", ["npx", "-y", "@modelcontextprotocol/server-everything"], *EVERYTHING),
]
# Servers that are at work, or deaf, when our client is killed.
SLOW = [
    ("server-everything at work", ["mcp-server-everything"], ("trigger-long-running-operation", {"duration": 60, "steps": 2})),
    ("sleep", ["sleep", "60"], ("add", {})),
]
