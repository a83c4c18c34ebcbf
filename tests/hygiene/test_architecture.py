"""ARCHITECTURE.md keeps its promise: each invariant names a test that exists, or says that none does yet."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
INVARIANT = re.compile(r"^\d+\. .*(?:\n {3,}.*)*", re.MULTILINE)


def invariants(page: str) -> list[str]:
    return INVARIANT.findall(page.partition("## Invariants")[2])


def exists(path: str, name: str) -> bool:
    """Whether that file defines a test (or a state machine's test case) of that name."""
    if not (ROOT / path).is_file():
        return False
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=found) | ast.AsyncFunctionDef(name=found) if found == name:
                return True
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                return True
    return False


def broken_promises(page: str) -> list[str]:
    """Invariants that name no test without saying so, or one that is missing."""
    found = []
    for line in invariants(page):
        cited = CITED.findall(line)
        missing = [f"{path}::{name}" for path, name in cited if not exists(path, name)]
        if missing or bool(cited) == ("not enforced yet" in line):
            found.append(line.splitlines()[0])
    return found


def test_every_invariant_names_a_test_that_exists() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(invariants(page)) == 10
    assert broken_promises(page) == []


def test_a_broken_promise_is_noticed() -> None:
    here = "tests/hygiene/test_architecture.py"
    page = "\n".join(
        [
            "## Invariants",
            "1. Named and missing: `tests/nowhere.py::test_nothing`.",
            f"2. In a file that has no such test: `{here}::test_nothing`.",
            "3. Named by nobody.",
            f"4. Both at once, not enforced yet: `{here}::test_a_broken_promise_is_noticed`.",
            f"5. Kept:\n   `{here}::test_a_broken_promise_is_noticed`.",
            "6. Admitted: not enforced yet.",
        ]
    )
    assert [line[0] for line in broken_promises(page)] == ["1", "2", "3", "4"]
