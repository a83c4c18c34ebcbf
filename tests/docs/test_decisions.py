"""The records of decisions: each number once, in its file's name and in its heading."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs/adr"


def numbers(folder: Path) -> list[int]:
    """The number of each record, in order; fails where its heading has another."""
    found = []
    for path in sorted(folder.glob("[0-9]*.md")):
        heading = re.match(r"# (\d+)\. \S", path.read_text(encoding="utf-8"))
        assert heading is not None, f"{path.name}: expected a heading such as '# 7. What is decided'"
        assert int(heading[1]) == int(path.name[:4]), f"{path.name}: its heading says {heading[1]}"
        found.append(int(heading[1]))
    return found


def test_each_decision_has_a_number_of_its_own() -> None:
    found = numbers(FOLDER)
    assert found == list(range(1, len(found) + 1))
