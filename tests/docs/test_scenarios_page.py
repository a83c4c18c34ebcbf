"""The page about scenario files: its example holds, and it knows every key that the reader knows."""

import re
from pathlib import Path

import pytest

from apnap.scenario import expectation_reading, item_reading, reading
from apnap.scenario.claims import FORMATS, KINDS, SPECIALS, STEPS
from stage import holds

PAGE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WORDS = sorted(
    {
        *reading.HEAD, *reading.SEAT, *(key for keys in reading.ENTRY.values() for key in keys),
        *item_reading._READERS, *item_reading.OPTIONS, *expectation_reading._CLAIMS,
        *expectation_reading._FIELDS, *expectation_reading.OBJECT_ZONES, *FORMATS, *KINDS, *SPECIALS, *STEPS,
    }
)  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_holds(tmp_path: Path, example: str) -> None:
    holds(tmp_path, example)


def test_there_is_an_example() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("word", WORDS)
def test_the_page_knows_every_word_of_the_format(word: str) -> None:
    assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", PAGE), f"docs/scenarios.md says nothing of {word}"
