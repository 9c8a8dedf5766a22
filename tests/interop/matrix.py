"""matrix.py: prints the table of who meets whom, as the README holds it; meet.py plays it.

A row is a pair, what happens between the two message by message (in the short form of shape.py), and
the revision in which they work in the end. ` …` at the end stands for anything more.
"""

from dataclasses import dataclass
from pathlib import Path

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS = ("2026-07-28",)
BOTH = HANDSHAKE + STATELESS

# What a client speaks in a mode, and what the servers speak that our client meets.
MODES = {"handshake": HANDSHAKE, "stateless": STATELESS, "auto": BOTH}
SERVERS = {
    "mini": BOTH,
    "TypeScript SDK v1": HANDSHAKE,
    "TypeScript SDK v2": BOTH,
    "Python SDK 1.x": HANDSHAKE,
    "Python SDK 2.x": BOTH,
    "rmcp 2.x": HANDSHAKE,
    "rmcp 3.x": BOTH,
    "old/refuses.py": HANDSHAKE[:-1],
    "old/exits.py": HANDSHAKE,
    "old/deaf.py": HANDSHAKE,
    "old/silent.py": HANDSHAKE,
    "old/modern.py": STATELESS,
}
# What a server that has only the handshake does when it is asked server/discover before that.
ASKED_FIRST = {
    "TypeScript SDK v1": "error -32601",
    "Python SDK 1.x": "error -32602",
    "rmcp 2.x": "exit 101",
    "old/refuses.py": "error -32601",
    "old/exits.py": "exit 1",
    "old/deaf.py": "silence",
    "old/silent.py": "silence",
}
# Official clients, and the modes that they have; `discovers` whether they ask before they speak the
# stateless revision, `apart` whether in a process of its own.
CLIENTS = {
    "TypeScript SDK v1": ("handshake",),
    "TypeScript SDK v2": ("handshake", "auto", "stateless"),
    "Python SDK 1.x": ("handshake",),
    "Python SDK 2.x": ("handshake", "auto", "stateless"),
    "rmcp 2.x": ("handshake",),
    "rmcp 3.x": ("handshake", "auto", "stateless"),
}
APART = ("TypeScript SDK v2",)
AT_ONCE = (("Python SDK 2.x", "stateless"),)
# rmcp 3.x offers the stateless revision in its handshake, where no server may take it.
OFFERS = {"rmcp 3.x": "2026-07-28 "}

OURS = "mcp-lab probe"
WORK = "tools/list → result · tools/call → result"
DISCOVERED = "server/discover → DiscoverResult"


@dataclass(frozen=True)
class Row:
    client: str
    mode: str  # a mode, or the name of a mix of old/mixes.py
    server: str
    happens: str
    revision: str | None
    today: bool = False  # whether it holds of a program that speaks the handshake only

    @property
    def title(self) -> str:
        return f"{self.client}, {self.mode} > {self.server}"


def best(mode: str, server: str) -> str | None:
    """The best that the specification allows: the newest revision that both speak; none: a clear failure."""
    return max(set(MODES[mode]) & set(SERVERS.get(server, BOTH)), default=None)


def handshake(server: str, offered: str = "") -> str:
    version = best("handshake", server)
    offered = offered or ("" if version == HANDSHAKE[-1] else f"{HANDSHAKE[-1]} ")
    return f"initialize {offered}→ {version} · initialized · {WORK}"


def probed(mode: str, server: str) -> Row:
    """Our client, against a server of any kind."""
    version = best(mode, server)
    if mode == "handshake":
        happens = f"{handshake(server)} …" if version else "initialize → error -32601"
        return Row(OURS, mode, server, happens, version, today=True)
    if version in STATELESS:
        return Row(OURS, mode, server, f"{DISCOVERED} · {WORK} …", version)
    first = ASKED_FIRST[server]
    # A server that has ended is started again. What was not answered is not cancelled: there are servers
    # (Python SDK 1.x) that do not survive a notification before `initialize`.
    happens = f"server/discover → {first}"
    if mode == "stateless" and first == "error -32601":
        # The one thing that tells a server without the era from one that only lacks the discovery.
        happens += " · tools/list → result"
    if version:
        again = " · new process" if first.startswith("exit") else ""
        happens += f"{again} · {handshake(server)} …"
    return Row(OURS, mode, server, happens, version)


def met(client: str, mode: str) -> Row:
    """An official client, against a server of ours that asks nothing back."""
    if mode == "handshake":
        return Row(client, mode, "mini", handshake("mini", OFFERS.get(client, "")), best(mode, "mini"), today=True)
    happens = DISCOVERED + (" · new process" if client in APART else "")
    happens = WORK if (client, mode) in AT_ONCE else f"{happens} · {WORK}"
    return Row(client, mode, "mini", happens, best(mode, "mini"))


def asked(client: str, mode: str) -> Row:
    """The same, where the server asks the human before it writes: by a request of its own, or by its answer."""
    row = met(client, mode)
    question = " · server: elicitation/create → result"
    if mode != "handshake":
        question = " · tools/call with answers → result"
    happens = row.happens if mode == "handshake" else row.happens.removesuffix("result") + "input_required"
    return Row(client, mode, "desk", happens + question, best(mode, "desk"))


# A client that mixes the dialects: each message is answered as what it is, whatever came before it.
OPENED = "initialize → 2025-11-25 · initialized"
MIXES = [
    ("handshake first", f"{OPENED} · tools/call in 2026-07-28 → result · tools/list → result", "2025-11-25"),
    (
        "stateless first",
        f"tools/list in 2026-07-28 → result · {OPENED} · tools/call → result · tools/list in 2026-07-28 → result",
        "2026-07-28",
    ),
    ("unknown version", "tools/list in 1900-01-01 → error -32022 · tools/list → result", "2026-07-28"),
    ("handshake version in _meta", "tools/list in 2025-11-25 → error -32022 · tools/list → result", "2026-07-28"),
    ("no capabilities", "tools/list without clientCapabilities → error -32602 · tools/list → result", "2026-07-28"),
    (
        "discover without _meta",
        f"server/discover without _meta → error -32602 · {DISCOVERED} · tools/list → result",
        "2026-07-28",
    ),
    (
        "initialize with _meta",
        "initialize in 2026-07-28 → error -32601 · tools/list in 2026-07-28 → result",
        "2026-07-28",
    ),
    ("nothing at all", f"tools/list → error -32600 · {OPENED} · tools/list → result", "2025-11-25"),
]

ROWS = [
    *(probed(mode, server) for mode in MODES for server in SERVERS),
    *(met(client, mode) for client, modes in CLIENTS.items() for mode in modes),
    *(asked(client, mode) for client, modes in CLIENTS.items() for mode in modes),
    *(Row("old/mixes.py", mix, "mini", *what, today=mix == "nothing at all") for mix, *what in MIXES),
]


def table() -> str:
    rows = [f"| {it.client}, {it.mode} | {it.server} | {it.happens} | {it.revision or 'none'} |" for it in ROWS]
    return "\n".join(["| client, mode | server | message by message | spoken |", "|---|---|---|---|", *rows])


def summary() -> str:
    """What is spoken in the end, as the README of the whole holds it."""
    spoken = {(it.client, it.mode, it.server): it.revision or "no" for it in ROWS}
    lines = ["| server | asked `server/discover` first | handshake | auto | stateless |", "|---|---|---|---|---|"]
    for server in SERVERS:
        first = ASKED_FIRST.get(server, "DiscoverResult")
        cells = [spoken[OURS, mode, server] for mode in MODES]
        lines.append(f"| {server} | {first} | {cells[0]} | {cells[2]} | {cells[1]} |")
    lines += ["", "| client | handshake | auto | stateless |", "|---|---|---|---|"]
    for client, modes in CLIENTS.items():
        cells = [spoken[client, mode, "mini"] if mode in modes else "–" for mode in ("handshake", "auto", "stateless")]
        lines.append(f"| {client} | {' | '.join(cells)} |")
    return "\n".join(lines)


def stale() -> str | None:
    """What the README here and the one of the whole should say, and do not."""
    here = Path(__file__).parent
    if table() not in (here / "README.md").read_text():
        return "python3 matrix.py prints another table"
    whole = (here.parent.parent / "README.md").read_text()
    return None if summary() in whole else f"the README of the whole should hold\n{summary()}"


if __name__ == "__main__":
    print(table())
