"""Processes that are started here, and everything that they leave behind.

Linux: this program makes itself the reaper of its descendants (PR_SET_CHILD_SUBREAPER), so an
orphan of any depth becomes its child and cannot hide.
"""

import ctypes
import os
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

TIMEOUT = 60  # seconds that one process may take
GONE_WITHIN = 1.0  # seconds that a server may outlive its client


def become_reaper() -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")


def run(command: list[str], within: float = TIMEOUT) -> tuple[int | str, str, str]:
    """Runs a command to its end: its exit code, stdout and stderr.

    They are files, not pipes: whoever is left behind with a pipe would keep its reader waiting.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        try:
            code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, timeout=within).returncode
        except subprocess.TimeoutExpired:
            code = f"none after {within} s"
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()


@contextmanager
def talk(command: list[str], stdin: int = subprocess.PIPE):
    """A command to talk with; killed when it takes too long, which ends every wait for it."""
    with subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, text=True) as process:
        deadline = threading.Timer(TIMEOUT, process.kill)
        deadline.start()
        try:
            yield process
        finally:
            deadline.cancel()


def code(process: subprocess.Popen) -> int | str:
    """The exit code of a process that should be about to end."""
    try:
        return process.wait(GONE_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        return f"none after {GONE_WITHIN} s"


def descendants(of: int) -> dict[int, str]:
    """Every process below one: its number and its command line."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    family = {of}
    while grown := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= grown
    return {pid: command_line(pid) for pid in family - {of}}


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def until(happens, otherwise: str, within: float = 10.0) -> None:
    """Waits until something holds; an error when it takes too long."""
    deadline = time.monotonic() + within
    while not happens():
        if time.monotonic() > deadline:
            raise TimeoutError(otherwise)
        time.sleep(0.01)


def leftovers(within: float = GONE_WITHIN) -> str | None:
    """What still runs when all that was started here has ended a while ago; ends it."""
    deadline = time.monotonic() + within
    while not nothing_left():
        if time.monotonic() > deadline:
            left = descendants(os.getpid())
            for pid in left:
                os.kill(pid, 9)
            while not nothing_left():
                time.sleep(0.01)
            return f"still there after {within} s: {', '.join(left.values())}"
        time.sleep(0.01)
    return None


def nothing_left() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False
