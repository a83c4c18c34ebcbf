"""Words that never go into the repository: where somebody worked, fetched from, or with what.

The words are put together from pieces, so that this file may be checked like any other.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEVER = [
    # package registries
    "py" + "pi",
    "python" + "hosted",
    "npm" + "js",
    "--index-" + "url",
    "--extra-index-" + "url",
    # places on a machine
    *("/" + place + "/" for place in ("work", "tmp", "root", "home")),
    # tools that write text
    "anth" + "ropic",
    "cla" + "ude",
    "chat" + "gpt",
    "open" + "ai",
    "co" + "pilot",
    "sub" + "agent",
    "language " + "model",
    "work" + "tree",
]
FORBIDDEN = re.compile("|".join(map(re.escape, NEVER)), re.IGNORECASE)
LEFT_OUT = frozenset(
    ".git .venv dist build __pycache__ .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache".split()
)


def offences(text: str) -> list[str]:
    """The lines with a forbidden word."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"line {number}: {line.strip()[:100]}" for number, line in lines if FORBIDDEN.search(line)]


def files() -> list[Path]:
    found = [path for path in sorted(ROOT.rglob("*")) if not LEFT_OUT & set(path.relative_to(ROOT).parts)]
    return [path for path in found if path.is_file() and path.suffix not in {".db", ".journal", ".png"}]


def test_no_forbidden_word_stands_in_the_repository() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in files()
        if (lines := offences(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert found == {}


@pytest.mark.parametrize("word", NEVER)
def test_a_forbidden_word_is_noticed(word: str) -> None:
    assert offences(f"fine\nsee {word.upper()} there") == [f"line 2: see {word.upper()} there"]
