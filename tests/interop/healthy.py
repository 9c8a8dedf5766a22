"""Healthy servers: where nothing is wrong, our doctor must not say that something is."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import processes
import public
from pairs import ADD, BUILD, CLIENT, EVERYTHING, HERE, LAB, PROBES, QUICK, SERVER, STATELESS
from report import Check, differs, holds

FOLDER, WIRE, LOG = BUILD / "folder", BUILD / "healthy.wire", BUILD / "healthy.log"
BINS = {
    public.NODE: BUILD / "public-node/node_modules/.bin",
    public.PYTHON: BUILD / "public-python/bin",
    public.PYTHON1: BUILD / "public-python1/bin",
}


def has(command: str) -> bool:
    """Whether the program has this command already."""
    asked = subprocess.run([LAB, command, "--help"], capture_output=True, text=True)
    return not (asked.returncode == 2 and "unknown" in asked.stderr)


DOCTOR, TAP = has("doctor"), has("tap")
# The official servers, whose other checks are in probe.py and matrix.py, besides those of others.
OFFICIAL = {
    **{name: (it, ADD[:2]) for name, it in SERVER.items() if "SDK" in name or "rmcp" in name},
    "server-everything": (["mcp-server-everything"], EVERYTHING[-1][:2]),
}


def servers():
    """Every server: its name, its command, a tool with its arguments, and what is true of it: rule and proof."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    for name, (command, call) in OFFICIAL.items():
        yield name, command, call, None
    for it in public.SERVERS:
        program, *words = it.command
        env = ["env", *it.env] if it.env else []
        command = [*env, BINS[it.lock] / program, *map(placed, words)]
        call = it.call and json.loads(placed(json.dumps(it.call)))
        yield it.package, command, call, public.REAL.get(it.package)


def placed(text: str) -> str:
    return text.replace("{folder}", str(FOLDER)).replace("{here}", str(HERE))


def play(name: str, command: list, call: tuple | None, real: public.Real | None, full: bool):
    """The checks, and what is worth reading all the same: the verdict, and what the doctor is not sure of.

    The official servers are asked everything, those of others only where `full`: each question in a fresh
    process takes as long as its server takes to start.
    """
    WIRE.unlink(missing_ok=True)
    full = full or name in OFFICIAL
    real = None if real and real.full and not full else real
    words = ["--call", call[0], "--args", json.dumps(call[1])] if call else []
    words += [] if full else QUICK
    code, out, err = processes.run([LAB, "probe", "--json", "--timeout", "20s", "--wire", WIRE, *words, "--", *command])
    orphan = processes.leftovers()
    report, notes = read(out), []
    if report is None or not WIRE.exists():
        return [("report", f"exit {code}: {(err or out)[-300:]}")], []
    server = report.get("server") or {}
    about = f"{server.get('name')} {server.get('version')} speaks {report.get('revision')}, {report.get('tools')} tools"
    stopped = [step for step in report["steps"] if step["state"] == "not reached"]
    checks = [
        *judged("probe", code, report, real, notes),
        ("to the last step", holds(not stopped, f"not reached: {stopped}")),
        ("no orphan", orphan),
    ]
    if name in OFFICIAL:
        checks.append(("healthy", differs((0, "healthy"), (code, report["verdict"]))))
    if real:
        checks.append(("what is real stands in its bytes", holds(real.proof in WIRE.read_text(), f"no {real.proof}")))
    if DOCTOR:
        checks += examined("doctor of the probe", WIRE, real, notes, again=not (real and real.asked))
    if TAP:
        modes = [("TypeScript SDK v1", "handshake")]
        if report.get("revision") == STATELESS and PROBES:
            modes.append(("TypeScript SDK v2", "auto"))
        for client in modes:
            checks += tapped(*client, command, call, report.get("tools"), real, notes, name in OFFICIAL)
    return checks, [f"{report['verdict']}: {about}", *notes]


def tapped(name: str, mode: str, command: list, call: tuple | None, tools: int, real, notes: list, sound: bool):
    """An official client meets the server through the tap; the doctor reads what that wrote down."""
    # A client that starts the server twice leaves two logs.
    logs = [LOG, Path(f"{LOG}.old")]
    for log in logs:
        log.unlink(missing_ok=True)
    steps = [["list"], *([["call", *call]] if call else [])]
    code, out, err = processes.run([*CLIENT[name, mode], json.dumps(steps), LAB, "tap", "--log", LOG, "--", *command])
    title = f"{mode} over the tap"
    # A client that can do more than our probe may be offered more.
    answers = [it for it in map(read, out.splitlines()) if it]
    listed = [len(it["tools"]) for it in answers if "tools" in it]
    refused = any("error" in it or it.get("isError") for it in answers)
    fine = code == 0 and len(listed) == 1 and listed[0] >= tools and not refused
    checks = [
        (title, holds(fine, f"exit {code}, {listed} tools of {tools}: {(out + err)[-500:]}")),
        (f"{title}: a log", holds(LOG.exists(), "there is none")),
        (f"{title}: no orphan", processes.leftovers()),
    ]
    for which, log in enumerate(it for it in logs if DOCTOR and it.exists()):
        checks += examined(f"doctor of {title}{' before' * which}", log, real, notes, again=False, sound=sound)
    return checks


def examined(title: str, wire: os.PathLike, real, notes: list, again: bool = True, sound: bool = False) -> list[Check]:
    code, out, err = processes.run([LAB, "doctor", wire, "--json"])
    report = read(out)
    if report is None:
        return [(title, f"exit {code}: {(err or out)[-300:]}")]
    verdict = [(f"{title}: healthy", differs((0, "healthy"), (code, report["verdict"])))] if sound else []
    return verdict + judged(title, code, report, real, notes, again)


def judged(title: str, code: object, report: dict, real: public.Real | None, notes: list, again: bool = True) -> list[Check]:
    """Nothing certain, but for what is real; `again`: whether that must be found here too."""
    found, fits = report.get("findings", []), (0, 1)
    for it in found:
        notes.append(f"{title}: {it['rule']}, {it['certainty']}, {it['owner']}: {it['what']['en']}")
    certain = {it["rule"] for it in found if it["certainty"] == "certain"}
    true = {real.rule} if real else set()
    wrong = [note for note in notes if note.startswith(f"{title}: ")] if certain - true else []
    checks = [(f"{title}: no false alarm", holds(not wrong and code in fits, f"exit {code}: {wrong}"))]
    if real and again:
        checks.append((f"{title}: what is real is found", holds(true <= certain, f"no {real.rule} in {found}")))
    return checks


def read(line: str) -> dict | None:
    try:
        it = json.loads(line)
    except ValueError:
        return None
    return it if isinstance(it, dict) else None
