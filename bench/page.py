"""Keeps the figures: takes what the measurements printed into the history, and writes them into the page.

    make bench ARGS=--json | python bench/page.py

Every line of JSON is appended to `bench/history.jsonl` with the version; the figures of the page
`docs/performance.md` are the last of each measurement, so that no number stands there that no command printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from apnap import __version__

HERE = Path(__file__).parent
HISTORY = HERE / "history.jsonl"
PAGE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
#: What others do on a machine of this kind, measured when this project was planned, by their own clients or by short
#: programs: (what, its figure, what of ours it is set against). The work is not the same; see the page.
OTHERS = (
    ("boardgame.io, no rules, 50 rooms of four: actions/s", 2600, ("tables", "tables", "50", "actions_s")),
    ("boardgame.io, 200 rooms paced: p50 ms", 0.9, ("tables", "tables", "200", "p50_ms")),
    ("boardgame.io, 200 rooms paced: p99 ms", 7.6, ("tables", "tables", "200", "p99_ms")),
    ("boardgame.io: KB a room", 222, ("tables", "tables", "200", "table_kb")),
    ("Showdown's simulator, four players: decisions/s", 1100, ("games", "paces", "sixty 4", "decisions_s")),
    ("Showdown's simulator, two players: decisions/s", 1440, ("games", "paces", "sixty 2", "decisions_s")),
    ("fireplace, two players: decisions/s", 900, ("games", "paces", "sixty 2", "decisions_s")),
    ("a toy engine that copies its game to roll back: decisions/s", 1960, ("games", "paces", "sixty 4", "decisions_s")),
    ("a toy engine without rollback: decisions/s", 15600, ("games", "paces", "sixty 4", "decisions_s")),
    ("a bare broadcast: actions/s", 20900, ("tables", "tables", "200", "actions_s")),
)


def latest() -> dict[str, dict[str, Any]]:
    """The last figures of each measurement; of tables, the last of each number of tables."""
    found: dict[str, dict[str, Any]] = {}
    for line in HISTORY.read_text(encoding="utf-8").splitlines():
        figures = json.loads(line)
        before = found.get(figures["bench"], {})
        if "tables" in before:
            figures["tables"] = before["tables"] | figures["tables"]
        found[figures["bench"]] = figures
    return found


def rows(first: str, named: dict[str, dict[str, Any]]) -> list[str]:
    """A table of Markdown: a row for each name."""
    head = [first, *next(iter(named.values()))]
    lines = [head, ["---"] * len(head), *([name, *row.values()] for name, row in named.items())]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def figures() -> str:
    """The part of the page that is made."""
    lines: list[str] = []
    for name, found in latest().items():
        lines += ["", f"### `python bench/{name}.py`", ""]
        nested = {key: value for key, value in found.items() if isinstance(value, dict)}
        for key, value in nested.items():
            ordered = dict(sorted(value.items(), key=lambda kv: int("".join(c for c in kv[0] if c.isdigit()) or 0)))
            lines += [*rows(key, ordered), ""]
        plain = {k: v for k, v in found.items() if k not in nested and k not in ("bench", "version")}
        lines += rows("figure", {k: {"value": v} for k, v in plain.items()}) if plain else []
    lines += ["", "### Others", "", "| what | theirs | apnap |", "| --- | --- | --- |"]
    lines += [f"| {what} | {theirs} | {_at(path)} |" for what, theirs, path in OTHERS]
    return "\n".join(lines).strip()


def _at(path: tuple[str, ...]) -> object:
    """One of our own figures; a dash where it was not measured."""
    at: Any = latest()
    for name in path:
        at = at.get(name, {})
    return at or "-"


def main() -> int:
    with HISTORY.open("a", encoding="utf-8") as history:
        for line in sys.stdin:
            if line.startswith("{"):
                history.write(json.dumps({"version": __version__, **json.loads(line)}, sort_keys=True) + "\n")
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures()}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
