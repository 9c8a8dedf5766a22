"""record.py LOG -- COMMAND…: stands between a client and a server and writes down what they say.

What comes on stdin goes to the server, what the server says goes to stdout, byte for byte and at once;
each line goes to LOG besides, as `client -> …` or `server -> …`. LOG only grows: a client may start the
server twice, and each start is marked. Ends as the server ends, with its exit code; a server that does not
end though its client is gone is killed after a while.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading

LIBC = ctypes.CDLL(None)
PATIENCE = 5.0  # seconds that the server may live on after the end of its input


def die_with_parent() -> None:
    """PR_SET_PDEATHSIG: a recorder that is killed takes the server with it, however deaf that is."""
    LIBC.prctl(1, signal.SIGKILL, 0, 0, 0)


def main(log: str, dashes: str, *command: str) -> int:
    assert dashes == "--" and command, __doc__
    paper = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
    server = subprocess.Popen(command, preexec_fn=die_with_parent, **pipes)
    os.write(paper, b"event -> started\n")

    def relay(source: int, to: int, who: bytes) -> None:
        """Copies what comes, as it comes. A line is written down before it is passed on: order is cause."""
        rest = b""
        while chunk := os.read(source, 65536):
            *lines, rest = (rest + chunk).split(b"\n")
            os.write(paper, b"".join(who + b" -> " + line + b"\n" for line in lines))
            try:
                while chunk:
                    chunk = chunk[os.write(to, chunk) :]
            except BrokenPipeError:
                break
        if rest:
            os.write(paper, who + b" -> " + rest + b"\n")

    def listen() -> None:
        relay(0, server.stdin.fileno(), b"client")
        server.stdin.close()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()

    def stop(number: int, _frame: object) -> None:
        server.send_signal(number)

    # A client that loses patience sends a signal: it is meant for the server.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
    threading.Thread(target=listen, daemon=True).start()
    relay(server.stdout.fileno(), 1, b"server")
    code = server.wait()
    os.write(paper, f"event -> ended {code}\n".encode())
    # Not sys.exit: the thread may still wait for a client that has nothing to say.
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main(*sys.argv[1:])
