"""The 2026-07-28 server set through a balancer, while its replicas are killed and started again."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import processes
import suite
from report import Report, differs, holds
from serving import Serving

HERE = Path(__file__).parent
LAB = os.environ["MCP_LAB"]
FOLDER = suite.SUITE / "replicas"
LEG = suite.Leg("server", "2026-07-28")
AWAY = 0.15  # seconds that a killed replica is away: some requests find it so
BETWEEN = 0.1  # seconds until the next one is killed
TIMES = 6  # a run with fewer deaths proves little
META = {"protocolVersion": LEG.revision, "clientCapabilities": {}}


def free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [it.getsockname()[1] for it in held]
    for it in held:
        it.close()
    return ports


class Replica:
    """One process of ours at a port of its own, which it has again after each start."""

    def __init__(self, port: int):
        self.port = port
        self.log = FOLDER / f"replica-{port}.log"
        self.start()

    def start(self) -> None:
        key = ["--state-key-file", FOLDER / "state.key"]
        where = ["--http", f"127.0.0.1:{self.port}", "--stop-on-eof"]
        self.serving = Serving([LAB, "serve", "everything", *where, *key], self.log)

    def busy(self) -> bool:
        """Whether someone is connected to it: an answer is under way, or a request has just arrived."""
        rows = Path("/proc/net/tcp").read_text().splitlines()[1:]
        ends = (row.split()[1:4] for row in rows)
        return any(ours.endswith(f":{self.port:04X}") and state == "01" for ours, _, state in ends)


class Balancer:
    """nginx with the configuration of this folder, on free ports."""

    def __init__(self, ports: list[int]):
        text = (HERE / "nginx.conf").read_text()
        for old, new in zip(("8080", "3001", "3002", "3003"), ports):
            text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
        (FOLDER / "nginx.conf").write_text(text)
        self.url = f"http://127.0.0.1:{ports[0]}/mcp"
        # A single process, so that it can be halted.
        words = ["-p", FOLDER, "-e", "error.log", "-c", FOLDER / "nginx.conf", "-g", "daemon off; master_process off;"]
        self.process = subprocess.Popen(["nginx", *words], stdin=subprocess.DEVNULL)
        processes.until(lambda: listens(ports[0]), "nginx does not listen")

    def tries(self) -> list[tuple[int, list[str], list[str]]]:
        """Of each request: its status, the replicas that were tried, and how long each took to connect."""
        found = []
        for line in (FOLDER / "access.log").read_text().splitlines():
            status, _, *quoted = re.fullmatch(r'(\d+) (\S+) "(.*)" "(.*)" "(.*)"', line).groups()
            found.append((int(status), quoted[0].split(", "), quoted[2].split(", ")))
        return found


def listens(port: int) -> bool:
    with socket.socket() as it:
        return it.connect_ex(("127.0.0.1", port)) == 0


class Killer(threading.Thread):
    """Kills one replica after the other with signal 9 and starts it again, until it is told to stop."""

    def __init__(self, balancer: Balancer, replicas: list[Replica]):
        super().__init__(daemon=True)
        self.balancer, self.replicas = balancer, replicas
        self.killed = {replica.port: 0 for replica in replicas}
        self.enough = threading.Event()
        self.fault = None

    def run(self) -> None:
        turn = 0
        while not self.enough.wait(BETWEEN):
            replica = self.replicas[turn % len(self.replicas)]
            if not self.kill(replica):
                continue
            turn += 1
            self.killed[replica.port] += 1
            time.sleep(AWAY)
            try:
                replica.start()
            except RuntimeError as error:
                self.fault = str(error)
                return

    def kill(self, replica: Replica) -> bool:
        """Kills it if nothing is under way there. What is under way is lost with it, in any protocol, and the
        suite asks nothing twice. nginx is halted meanwhile: nothing can arrive between the look and the kill."""
        self.balancer.process.send_signal(signal.SIGSTOP)
        try:
            if replica.busy():
                return False
            replica.serving.kill()
            return True
        finally:
            self.balancer.process.send_signal(signal.SIGCONT)


def through(balancer: Balancer, replicas: list[Replica]) -> list:
    """The whole set, while the killer is at work."""
    killer = Killer(balancer, replicas)
    killer.start()
    score = suite.play(LEG, ["--url", balancer.url], FOLDER / "suite")
    killer.enough.set()
    killer.join(30)
    faults = [fault for scenario in score.scored for fault in scenario.said("FAILURE")]
    warned = [fault for scenario in score.scored for fault in scenario.said("WARNING")]
    for fault in warned:
        print(f"warn  {fault}")
    tries = balancer.tries()
    again = [it for it in tries if len(it[1]) > 1]
    kills = killer.killed.values()
    print(f"note  {len(tries)} requests, {len(again)} of them tried again elsewhere; killed and started again: {list(kills)}")
    print(f"\n{suite.TABLE}\n{score.row()}\n")
    return [
        *[(scenario.name, holds(scenario.passed(), "; ".join(scenario.said("FAILURE")) or "nothing was checked")) for scenario in score.scored],
        ("the whole set", holds(not faults and len(score.scored) > 0, f"{len(faults)} checks failed")),
        ("every replica was killed, and started again", killer.fault or holds(min(kills) >= TIMES / 3, str(killer.killed))),
        ("every replica answered", differs(len(replicas), len({it[1][-1] for it in tries if it[0] == 200}))),
        ("some requests found one away", holds(len(again) > 0, f"none of {len(tries)}")),
        ("tried elsewhere only where no connection was made", holds(all(connect == "-" for it in again for connect in it[2][:-1]), str(again))),
        ("nobody saw the balancer fail", differs([], [it for it in tries if it[0] >= 500])),
    ]


def sent_once(balancer: Balancer, replicas: list[Replica]) -> list:
    """A replica that dies in the middle of a call: the call is lost, and made nowhere else."""
    before = len(balancer.tries())
    name = "test_tool_with_progress"
    meta = {f"io.modelcontextprotocol/{name}": it for name, it in META.items()} | {"progressToken": "one"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": {}, "_meta": meta}}
    heads = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    heads |= {"MCP-Protocol-Version": LEG.revision, "Mcp-Method": "tools/call", "Mcp-Name": name}
    asked = urllib.request.Request(balancer.url, json.dumps(body).encode(), heads)
    with urllib.request.urlopen(asked, timeout=20) as answer:
        heard = answer.readline()
        at_work = [replica for replica in replicas if replica.busy()]
        for replica in at_work:
            replica.serving.kill()
        try:
            heard += answer.read()
        except (OSError, http.client.HTTPException) as error:  # the last piece never came
            print(f"note  the client of the lost call was told: {error!r}")
    processes.until(lambda: len(balancer.tries()) > before, "nginx writes nothing down")
    for replica in at_work:
        replica.start()
    return [
        ("one replica was at it", differs(1, len(at_work))),
        ("it had begun to answer", holds(b"notifications/progress" in heard or heard.startswith((b"data:", b"event:")), str(heard))),
        ("there is no result", holds(b'"result"' not in heard, str(heard))),
        ("it was sent once", differs([1], [len(it[1]) for it in balancer.tries()[before:]])),
    ]


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "state.key").write_bytes(os.urandom(32))
    processes.become_reaper()
    report = Report("", "replicas")
    ports = free_ports(4)
    replicas = [Replica(port) for port in ports[1:]]
    balancer = Balancer(ports)
    try:
        report.add("the suite through three replicas", through(balancer, replicas))
        report.add("killed in the middle of a call", sent_once(balancer, replicas))
        ended = [(f"replica {at}", it.serving.stop()) for at, it in enumerate(replicas, 1)]
        report.add("the end of stdin ends each", ended)
    finally:
        balancer.process.terminate()
        balancer.process.wait(10)
        for replica in replicas:
            replica.serving.kill()
    report.add("at the end", [("no orphan", processes.leftovers())])
    if report.failed:
        print(f"what was said: {FOLDER}")
    return report.close()


if __name__ == "__main__":
    sys.exit(main())
