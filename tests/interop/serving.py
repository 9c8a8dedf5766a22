"""A server over HTTP that is started here: it prints its address, and ends when its stdin does."""

import re
import subprocess
import time
from pathlib import Path

import processes

STARTED_WITHIN = 20.0  # seconds until the address must be there
URL = re.compile(r"http://[\w.\[\]:]+/[\w/]*")


class Serving:
    """A running server; what it prints goes into a file, where nobody has to read it."""

    def __init__(self, command: list, log: Path, environment: dict | None = None):
        self.log = log
        with log.open("ab") as out:
            start = out.tell()
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=out, env=environment)
        deadline = time.monotonic() + STARTED_WITHIN
        while not (found := URL.search(log.read_bytes()[start:].decode(errors="replace"))):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"no address from {command}: {log.read_text()[-500:]}")
            time.sleep(0.02)
        self.url = found[0]

    def __enter__(self) -> "Serving":
        return self

    def __exit__(self, *_) -> None:
        self.kill()

    def stop(self) -> str | None:
        """Ends its stdin. What is wrong with how it went."""
        self.process.stdin.close()
        code = processes.code(self.process)
        return None if code == 0 else f"exit {code}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
