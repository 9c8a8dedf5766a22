"""check.py [WORD]: plays every leg whose title holds WORD, prints the scores, and says what failed."""

import os
import shutil
import sys

import processes
import suite
from report import holds
from serving import Serving
from suite import Leg

LAB = os.environ["MCP_LAB"]
LOGS = suite.SUITE / "log"
REVISIONS = ("2025-11-25", "2026-07-28")


def servers(revisions: list[str]) -> tuple[list[suite.Score], str | None]:
    """One server, on one address, in every revision; and what is wrong with how it ended."""
    with Serving([LAB, "serve", "everything", "--http", "127.0.0.1:0", "--stop-on-eof"], LOGS / "serve.log") as server:
        scores = [suite.play(Leg("server", it), ["--url", server.url], LOGS) for it in revisions]
        return scores, server.stop()


def report(score: suite.Score) -> None:
    """What failed or was warned of, and what does not count."""
    for scenario in score.scored:
        for fault in scenario.said("FAILURE") or ([] if scenario.passed() else [f"{scenario.name}: nothing was checked"]):
            print(f"FAIL  {score.leg}: {fault}")
        for fault in scenario.said("WARNING"):
            print(f"warn  {score.leg}: {fault}")
    held = [it.name for it in score.unscored if it.passed()]
    others = [f"{it.name} ({it.count('FAILURE')} failed)" for it in score.unscored if not it.passed()]
    print(f"note  {score.leg}, not counted: passed: {', '.join(held) or 'none'}; not passed: {', '.join(others) or 'none'}")


def stale(table: str) -> str | None:
    """What the README here and the one of the whole should say, and do not."""
    texts = [(readme / "README.md").read_text() for readme in (suite.HERE, suite.HERE.parent.parent)]
    return holds(all(table in text for text in texts), f"both should hold\n{table}")


def main() -> int:
    only = " ".join(sys.argv[1:])
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    processes.become_reaper()
    scores, faults = [], []
    wanted = [Leg(side, it) for side in ("server", "client") for it in REVISIONS]
    wanted = [leg for leg in wanted if only in str(leg)]
    if revisions := [leg.revision for leg in wanted if leg.side == "server"]:
        scores, fault = servers(revisions)
        faults += [f"the server at the end of its stdin: {fault}"] if fault else []
    for leg in wanted:
        if leg.side == "client":
            scores.append(suite.play(leg, ["--command", f"{LAB} conformance-client"], LOGS))
    if left := processes.leftovers():
        faults.append(left)
    for score in scores:
        report(score)
    table = "\n".join([suite.TABLE, *(score.row() for score in scores)])
    print(f"\n{table}\n")
    if not only and (fault := stale(table)):
        faults.append(f"the README is stale: {fault}")
    for fault in faults:
        print(f"FAIL  {fault}")
    passed = [scenario.passed() for score in scores for scenario in score.scored]
    failed = passed.count(False) + len(faults)
    if failed:
        print(f"what the suite and the server said: {LOGS}")
    print(f"conformance: {passed.count(True)} passed, {failed} failed")
    return int(failed > 0 or not passed)


if __name__ == "__main__":
    sys.exit(main())
