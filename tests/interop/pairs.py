"""The pairs: which clients play which script against our servers, which servers our client probes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import versions

HERE = Path(__file__).parent
LAB = os.environ["MCP_LAB"]
BUILD = Path(os.environ["INTEROP_BUILD"])
NODE, RMCP, RMCP2 = BUILD / "node", BUILD / "rmcp/debug", BUILD / "rmcp2/debug"
PYTHON, PYTHON1 = [sys.executable, "-Wignore"], [BUILD / "python1/bin/python", "-Wignore"]

# Every revision that our servers shake hands in. Our client offers the last, and so does everybody else.
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
NEWEST, STATELESS = REVISIONS[-1], "2026-07-28"


def printed(*words: str, asked: str = "") -> str:
    return subprocess.run([LAB, *words], input=asked, capture_output=True, text=True, check=True).stdout


# Whether the program has the stateless revision too: our client, our servers. What needs it is left out
# until then; a program whose client has it is held to it in everything.
META = {f"io.modelcontextprotocol/{name}": it for name, it in [("protocolVersion", STATELESS), ("clientCapabilities", {})]}
DISCOVER = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}})
PROBES = "--era" in printed("help", "probe")
QUICK = ["--quick"] if "--quick" in printed("help", "probe") else []  # only what a client would ask
SERVES = PROBES or "supportedVersions" in printed("serve", "mini", asked=DISCOVER + "\n")

# The official clients by name and mode (see matrix.py); each prints a JSON line a step.
CLIENT = {
    ("TypeScript SDK v1", "handshake"): ["node", NODE / "client-v1.mjs", "legacy"],
    ("TypeScript SDK v2", "handshake"): ["node", NODE / "client-v2.mjs", "legacy"],
    ("TypeScript SDK v2", "auto"): ["node", NODE / "client-v2.mjs", "auto"],
    ("TypeScript SDK v2", "stateless"): ["node", NODE / "client-v2.mjs", STATELESS],
    ("Python SDK 1.x", "handshake"): [*PYTHON1, HERE / "python1/client.py", "legacy"],
    ("Python SDK 2.x", "handshake"): [*PYTHON, HERE / "python/client.py", "legacy"],
    ("Python SDK 2.x", "auto"): [*PYTHON, HERE / "python/client.py", "auto"],
    ("Python SDK 2.x", "stateless"): [*PYTHON, HERE / "python/client.py", STATELESS],
    ("rmcp 2.x", "handshake"): [RMCP2 / "client", "legacy"],
    ("rmcp 3.x", "handshake"): [RMCP / "client", "legacy"],
    ("rmcp 3.x", "auto"): [RMCP / "client", "auto"],
    ("rmcp 3.x", "stateless"): [RMCP / "client", STATELESS],
}
# The servers that our client meets.
SERVER = {
    "mini": [LAB, "serve", "mini"],
    "TypeScript SDK v1": ["node", NODE / "server-v1.mjs"],
    "TypeScript SDK v2": ["node", NODE / "server-v2.mjs"],
    "Python SDK 1.x": [*PYTHON1, HERE / "python1/server.py"],
    "Python SDK 2.x": [*PYTHON, HERE / "python/server.py"],
    "rmcp 2.x": [RMCP2 / "server"],
    "rmcp 3.x": [RMCP / "server"],
    **{f"old/{name}.py": [*PYTHON, HERE / f"old/{name}.py"] for name in ("refuses", "exits", "deaf", "silent", "modern")},
}

FORBIDDEN = "C:/Windows/System32/drivers/etc/hosts"
DENIED = f"权限拒绝：read_file 只允许读取 demo-data/ 内的文件，收到 {FORBIDDEN}"
WRONG = "Tool (add) input validation failed: /a: expected integer, found string"


def said(text: str, refused: bool = False) -> dict:
    return {"text": text, "isError": refused}


NOTES_TXT, DRAFT = "MCP 学习笔记：先跑通握手，再谈工具。", "demo-drafts/plan.txt"
NOTE = "# 握手\n客户端先发 initialize；服务器回答之后，客户端再发 notifications/initialized。"
EXPLAIN = f"{NOTE}\n请根据上面这条笔记，用初学者能听懂的话解释 handshake。"
NOTES = [f"note:///{name}" for name in ("handshake", "prompts", "resources", "tools")]

WRONG_ARGUMENT = ("wrong argument", ["call", "add", {"a": "x", "b": 4}], said(WRONG, refused=True))
REFUSED = [
    ("unknown tool", ["call", "nobody", {}], {"error": -32602}),
    ("unknown method", ["ask", "nobody/offers"], {"error": -32601}),
    ("ping", ["ping"], {"result": {}}),
]
# The stateless revision has no ping: who sends it all the same is refused; one SDK does not send it.
NO_PING = {"TypeScript SDK v2": {"error": "METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION"}}
# What is asked of our servers: the name of the check, the step, and what must come back.
SCRIPTS = {
    "mini": [
        ("connect", None, {"server": "mini-mcp-server 0.1.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "read_file"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("7")),
        ("read", ["call", "read_file", {"path": "demo-data/notes.txt"}], said(NOTES_TXT)),
        ("forbidden path", ["call", "read_file", {"path": FORBIDDEN}], said(DENIED, refused=True)),
        WRONG_ARGUMENT,
        *REFUSED,
    ],
    "calculator": [
        ("connect", None, {"server": "calc-server 1.0.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["add", "get_weather"]}),
        ("call", ["call", "add", {"a": 3, "b": 4}], said("3 + 4 = 7")),
        ("weather", ["call", "get_weather", {"city": "北京"}], said("北京:多云,11°C")),
        WRONG_ARGUMENT,
        *REFUSED,
    ],
    "desk": [
        ("connect", None, {"server": "desk 1.0.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["read_file", "write_file"]}),
        ("read", ["call", "read_file", {"path": "demo-data/notes.txt"}], said(NOTES_TXT)),
        ("ask a human", ["call", "write_file", {"path": DRAFT, "text": "eras"}], said(f"已写入 {DRAFT}，共 4 字节")),
        ("forbidden path", ["call", "read_file", {"path": FORBIDDEN}], said(DENIED, refused=True)),
        *REFUSED,
    ],
    "library": [
        ("connect", None, {"server": "library 1.0.0", "revision": NEWEST}),
        ("list", ["list"], {"tools": ["search", "add_note", "recite", "summarize"]}),
        ("search", ["call", "search", {"word": "initialize"}], said(f"1 条笔记提到 initialize：\n{NOTES[0]}")),
        ("resources", ["resources"], {"resources": NOTES}),
        ("read", ["read", NOTES[0]], {"text": NOTE}),
        ("unknown note", ["read", "note:///nobody"], {"error": -32002}),
        ("prompts", ["prompts"], {"prompts": ["explain"]}),
        ("prompt", ["prompt", "explain", {"topic": "handshake"}], {"text": EXPLAIN}),
        ("prompt without topic", ["prompt", "explain", {}], {"error": -32602}),
        ("complete", ["complete", "explain", "topic", "t"], {"values": ["tools"]}),
        ("borrow a model", ["call", "summarize", {"name": "handshake"}], said("interop 说：Paris")),
        *REFUSED,
    ],
}
# A server that the program has not got yet is left out.
SCRIPTS = {name: it for name, it in SCRIPTS.items() if name in printed("help", "serve").splitlines()[2]}
SERVER |= {"desk": [LAB, "serve", "desk"]} if "desk" in SCRIPTS else {}
# What is asked of the official servers by the clients of the same SDK.
OFFICIAL = [
    ("list", ["list"], {"tools": ["add", "greet"]}),
    ("call", ["call", "add", {"a": 3, "b": 4}], said("7")),
    ("ask back", ["call", "greet", {}], said("Hello, Mona!")),
    ("resources", ["resources"], {"resources": ["note://one"]}),
    ("read", ["read", "note://one"], {"text": "one"}),
    ("prompts", ["prompts"], {"prompts": ["hello"]}),
    ("prompt", ["prompt", "hello", {"name": "Bo"}], {"text": "Say hello to Bo."}),
]
# Where the Inspector does otherwise: it looks a tool up in the list and asks no further; and where
# the schema says integer it sends a string's number, which for "x" is none: null.
# It has neither a human nor a model.
OFFERS_NOT = "nothing was done: this client does not offer {}"
INSPECTOR = {
    "ask a human": said(OFFERS_NOT.format("elicitation"), refused=True),
    "borrow a model": said(OFFERS_NOT.format("sampling"), refused=True),
    "wrong argument": said(WRONG.replace("string", "null"), refused=True),
    "unknown tool": {"error": "tool_not_found"},
}

# What our client probes: its name, its command, who it says it is, how many tools, a call, its text.
ADD = ("add", {"a": 3, "b": 4}, "7")
EVERYTHING = ("mcp-servers/everything 2.0.0", 13, ("echo", {"message": "你好"}, "Echo: 你好"))
PEERS = [
    ("mini", SERVER["mini"], "mini-mcp-server 0.1.0", 2, ADD),
    ("calculator", [LAB, "serve", "calculator"], "calc-server 1.0.0", 2, (*ADD[:2], "3 + 4 = 7")),
    *[
        (name, SERVER[name], who, 2, ADD)
        for name, who in [
            ("TypeScript SDK v1", "interop-ts-v1 1"),
            ("TypeScript SDK v2", "interop-ts-v2 1"),
            ("Python SDK 1.x", f"interop-python1 {versions.locked('mcp', versions.PYTHON1)}"),
            ("Python SDK 2.x", "interop-python 1"),
            ("rmcp 2.x", f"rmcp {versions.locked('rmcp', versions.RMCP2)}"),
            ("rmcp 3.x", f"rmcp {versions.locked('rmcp', versions.RMCP)}"),
        ]
    ],
    ("server-everything", ["mcp-server-everything"], *EVERYTHING),
    ("npx server-everything", ["npx", "-y", "@modelcontextprotocol/server-everything"], *EVERYTHING),
]
# Servers that are at work, or deaf, when our client is killed.
SLOW = [
    ("server-everything at work", ["mcp-server-everything"], ("trigger-long-running-operation", {"duration": 60, "steps": 2})),
    ("sleep", ["sleep", "60"], ("add", {})),
]


def script(server: str, name: str, mode: str) -> list[tuple]:
    """The script of a server as a client of some name and mode must see it."""
    otherwise = {}
    if mode != "handshake" and SERVES:
        otherwise = {"connect": {"revision": STATELESS}, "ping": NO_PING.get(name, {"error": -32601})}
        if (name, mode) != ("Python SDK 2.x", "stateless"):  # which asks nobody who they are
            otherwise["connect"]["server"] = SCRIPTS[server][0][2]["server"]
    # -32002 is gone in the stateless revision; one SDK makes the new code of the old one.
    if otherwise or name == "TypeScript SDK v2":
        otherwise["unknown note"] = {"error": -32602}
    return [(check, step, otherwise.get(check, expected)) for check, step, expected in SCRIPTS[server]]
