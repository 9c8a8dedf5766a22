"""Runs the official suite with one of its requirement sets, and reads what it wrote down."""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import processes

HERE = Path(__file__).parent
SUITE = Path(os.environ["SUITE"])
REQUIREMENTS = SUITE / "node_modules/@modelcontextprotocol/conformance/requirements"
BOUND = 400.0  # seconds that one leg may take; a scenario has 30
STAMP = re.compile(r"-\d{4}-\d\d-\d\dT[\d-]+Z$")  # what the suite puts behind the name of a scenario


class Leg(NamedTuple):
    """One side of the protocol in one revision."""

    side: str  # "server" or "client": who is under test
    revision: str

    def __str__(self) -> str:
        return f"{self.side}, {self.revision}"


class Scenario(NamedTuple):
    name: str
    checks: list[dict]

    def count(self, status: str) -> int:
        return sum(check["status"] == status for check in self.checks)

    def passed(self) -> bool:
        """Nothing failed, and something was looked at: a scenario that skips everything proves nothing."""
        return self.count("FAILURE") == 0 and self.count("SUCCESS") > 0

    def said(self, status: str) -> list[str]:
        """What the checks of one status say."""
        checks = [it for it in self.checks if it["status"] == status]
        return [f"{self.name}: {it['id']}: {it.get('errorMessage') or it['description']}"[:600] for it in checks]


class Score(NamedTuple):
    leg: Leg
    scored: list[Scenario]
    unscored: list[Scenario]

    def row(self) -> str:
        """Its row of the table of scores."""
        counts = Counter(check["status"] for scenario in self.scored for check in scenario.checks)
        passed = f"{sum(it.passed() for it in self.scored)} of {len(self.scored)}"
        return f"| {self.leg} | {passed} | {counts['SUCCESS']} | {counts['FAILURE']} | {counts['WARNING']} |"


TABLE = "| who is tested, in which revision | scenarios passed | checks passed | failed | warnings |\n|---|---|---|---|---|"


def required(leg: Leg) -> list[str]:
    """The scenarios that the revision requires, as the suite has them frozen."""
    section, found = None, []
    for line in (REQUIREMENTS / f"{leg.revision}.yaml").read_text().splitlines():
        if heading := re.fullmatch(r"(\w+):", line):
            section = heading[1]
        elif section == leg.side and (item := re.fullmatch(r"  - (\S+)", line)):
            found.append(item[1])
    return found


def later() -> list[str]:
    """The beginnings of names that are not held against us yet."""
    lines = (HERE / "later").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def play(leg: Leg, under_test: list[str], logs: Path) -> Score:
    """Runs the leg; what the suite says is kept below `logs`."""
    out = logs / f"{leg.side}-{leg.revision}"
    out.mkdir(parents=True)
    command = ["conformance", leg.side, *under_test, "--requirements", leg.revision, "-o", out]
    code, said, err = processes.run(command, BOUND)
    (out / "said").write_text(f"{said}\n{err}\nexit {code}\n")
    found = {}
    for file in out.rglob("checks.json"):
        name = STAMP.sub("", str(file.parent.relative_to(out)))
        found[name.removeprefix("server-") if leg.side == "server" else name] = json.loads(file.read_text())
    names = [name for name in required(leg) if not name.startswith(tuple(later()))]
    silent = [{"id": "run", "status": "FAILURE", "description": f"the suite wrote nothing of it, exit {code}"}]
    scored = [Scenario(name, found.get(name, silent)) for name in names]
    return Score(leg, scored, [Scenario(name, found[name]) for name in sorted(found.keys() - set(names))])
