"""check.py [WORD]: plays every pair whose title holds WORD, and says what held."""

import os
import sys
from pathlib import Path

import clients
import healthy
import lines
import matrix
import meet
import over_http
import page
import processes
import public
import versions
from pairs import BUILD, CLIENT, LAB, NODE, PEERS, PROBES, REVISIONS, SCRIPTS, SERVES, SLOW
from probe import killed, probe
from report import Report, differs


def speed(program: str, *words: str) -> list:
    """A program beside this one that measures, and knows the limits."""
    code, out, err = processes.run([sys.executable, Path(__file__).parent / program, *words])
    return [("within the limits", differs(0, code) and f"exit {code}: {(out + err)[-600:]}")]


def main() -> int:
    report = Report(" ".join(sys.argv[1:]))
    processes.become_reaper()

    def check(title: str, how, *what) -> None:
        if report.wants(title):
            report.add(title, how(*what))

    check("versions", lambda: [("the README says which", versions.stale())])
    check("matrix", lambda: [("the README holds it", matrix.stale())])
    check("healthy servers", lambda: [("the README holds them", public.stale())])
    check("what must be found is found", lines.controls)
    check("what is recorded is true", meet.controls)
    for name, mode in CLIENT:
        check(f"{name}, {mode} > itself", meet.official, name, mode)
    for server in SCRIPTS:
        for name, mode in CLIENT:
            if SERVES or mode != "stateless":
                check(f"{name}, {mode} > {server}", clients.play, name, mode, server)
        check(f"Inspector > {server}", lambda: [*clients.inspect(server), ("no orphan", processes.leftovers())])
    for name, *peer in PEERS:
        title = f"mcp-lab probe > {name}"
        if report.wants(title):
            checks, notes = probe(*peer)
            report.add(title, checks)
            for note in notes:
                print(f"note  {title}: the server's own line does not fit: {note}")
    for name, *peer in SLOW:
        check(f"mcp-lab probe > {name}", killed, *peer)
    for name, *server in healthy.servers():
        title = f"healthy > {name}"
        if report.wants(title):
            checks, notes = healthy.play(name, *server, full=bool(report.only))
            report.add(title, checks)
            for note in notes:
                print(f"note  {title}: {note}")
    check("over HTTP", lambda: [("the README holds it", over_http.stale())])
    check("over HTTP > curl", over_http.curl)
    check("over HTTP > Inspector > mini", over_http.inspect, "mini")
    for server in over_http.OURS:
        for name, mode in CLIENT:
            check(f"over HTTP > {name}, {mode} > {server}", over_http.play, name, mode, server)
    for name in over_http.SERVERS:
        check(f"over HTTP > mcp-lab probe > {name}", over_http.probe, name)
    if page.BROWSER:
        check("over HTTP > a page in a browser > library", page.play)
    else:
        print("note  over HTTP > a page in a browser: SKIPPED, there is no Chromium, and none could be installed")
    for row in filter(meet.playable, matrix.ROWS):
        check(f"matrix > {row.title}", meet.play, row)
    for slug in lines.lessons():
        check(f"schema > lesson {slug}", lines.lesson, slug)
    for server in SCRIPTS:
        for revision in REVISIONS:
            check(f"schema > {server} in {revision}", lines.spoken, server, revision)
        if SERVES:
            check(f"schema > {server} without a handshake", meet.stateless, server)
    check("speed > doctor", speed, "doctor_speed.py", "--quick", LAB)
    check("speed > tap", speed, "tap.py", LAB, "--quick")
    for which, has in (("our client", PROBES), ("our servers", SERVES)):
        if not has:
            print(f"note  {which}: nothing of the stateless revision yet; what needs it was left out")
    for command, there in (("doctor", healthy.DOCTOR), ("tap", healthy.TAP)):
        if not there:
            print(f"note  mcp-lab {command}: skipped, there is no such command yet; what needs it was left out")
    return report.close()


if __name__ == "__main__":
    # Homes and caches of the official programs go below the build folder; npx finds there what is
    # installed, and asks no registry.
    os.environ |= {"HOME": str(BUILD), "npm_config_offline": "true", "npm_config_update_notifier": "false"}
    os.chdir(NODE)
    sys.exit(main())
