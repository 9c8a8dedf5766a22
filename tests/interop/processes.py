"""Processes that this program starts, and everything that they leave behind.

Linux: the program makes itself the reaper of its descendants (PR_SET_CHILD_SUBREAPER), so that an
orphan of any depth becomes its child and cannot hide.
"""

import ctypes
import os
import subprocess
import time
from pathlib import Path

TIMEOUT = 60
GONE_WITHIN = 1.0


def become_reaper() -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")


def descendants() -> dict[int, str]:
    """Every process below this one: its number and its command line."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    family = {os.getpid()}
    while grown := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= grown
    return {pid: command_line(pid) for pid in family - {os.getpid()}}


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def leftovers() -> str | None:
    """What still runs `GONE_WITHIN` seconds after the processes started here have ended; ends it."""
    deadline = time.monotonic() + GONE_WITHIN
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return None
        if time.monotonic() > deadline:
            break
        time.sleep(0.01)
    left = descendants()
    for pid in left:
        os.kill(pid, 9)
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return f"left behind: {left}"


def run(command: list[str]) -> tuple[int, str, str]:
    """Runs a command to its end: its exit code, stdout and stderr."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            out, err = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            return -1, "", f"no end after {TIMEOUT} s: {command}"
        return process.returncode, out, err
