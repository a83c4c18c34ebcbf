"""The README's examples do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_engine_is_a_library(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = [code for code in re.findall(r"```python\n(.*?)```", README, re.S) if "Game.start" in code]
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "6 or still 7"
    assert {"Moved", "LandPlayed"} <= set(lines)


def test_the_picture_is_there() -> None:
    [name] = re.findall(r"!\[[^]]*\]\((docs/[^)]*\.svg)\)", README)
    text = re.sub(r"<[^>]*>", "", (ROOT / name).read_text(encoding="utf-8"))
    for words in ("your&#160;hand", "You&#160;have&#160;priority", "apnap&#160;play"):
        assert words in text.replace(" ", "&#160;"), words
