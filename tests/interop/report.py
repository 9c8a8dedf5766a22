"""What held and what did not."""

Check = tuple[str, str | None]  # its name, and what is wrong


class Report:
    """Counts the checks and prints a line a pair; what did not hold gets a line of its own."""

    def __init__(self, only: str, name: str = "interop"):
        self.only, self.name = only, name
        self.passed = self.failed = 0

    def wants(self, title: str) -> bool:
        """Whether the user asked for this pair; without a word, for all."""
        return self.only.lower() in title.lower()

    def add(self, title: str, checks: list[Check]) -> None:
        held = [name for name, fault in checks if fault is None]
        if held:
            print(f"PASS  {title}: {', '.join(held)}", flush=True)
        for name, fault in checks:
            if fault is not None:
                print(f"FAIL  {title}: {name}: {fault}", flush=True)
        self.passed += len(held)
        self.failed += len(checks) - len(held)

    def close(self) -> int:
        print(f"{self.name}: {self.passed} checks passed, {self.failed} failed")
        return 0 if self.passed and not self.failed else 1


def differs(expected: object, found: object) -> str | None:
    """What is wrong with what was found. Of an object only the expected members are compared."""
    seen = found
    if isinstance(expected, dict) and isinstance(found, dict):
        seen = {name: found.get(name) for name in expected}
    return None if seen == expected else f"expected {expected}, found {found}"


def holds(condition: bool, otherwise: str) -> str | None:
    return None if condition else otherwise
