"""Every public name of the card kit has docs with its exact signature and an example that runs."""

from functools import cache
from typing import Any

import pytest

import apnap.cardkit as kit
import cardkit_page
from apnap.cardkit import events
from apnap.engine.abilities import Ability
from apnap.engine.book import Book
from apnap.engine.definitions import CardDef
from apnap.engine.events import EVENTS
from apnap.engine.instructions import Instruction
from apnap.pool import Pool, load_pool

PAGE = cardkit_page.PAGE.read_text(encoding="utf-8")
HINT = "run `make docs`"


@pytest.mark.parametrize("name", kit.__all__)
def test_a_name_is_on_the_page_with_its_exact_signature(name: str) -> None:
    head = f"### `{name}`\n\n```python\n{cardkit_page.signature(name)}\n```\n"
    assert head in PAGE, f"{name} is missing from docs/cardkit.md, or its signature is another: {HINT}"


@pytest.mark.parametrize("name", kit.__all__)
def test_a_name_has_docs_of_its_own(name: str) -> None:
    said = cardkit_page.words(name)
    assert len(said) > 10 and said.split("\n")[0] in PAGE, f"{name}: {HINT}"


@pytest.mark.parametrize("name", kit.__all__)
def test_the_example_of_a_name_uses_it_and_makes_something(name: str) -> None:
    code = _example_on_page(name)
    assert name in code
    made = _run(code)
    assert made is not None and made is not False
    if isinstance(made, Ability | Instruction):
        assert made.describe()
        _place(made)


@cache
def _pool() -> Pool:
    return load_pool()


def _example_on_page(name: str) -> str:
    part = PAGE.split(f"### `{name}`\n", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    return part.rsplit("```python\n", 1)[1].split("\n```", 1)[0]


def _run(code: str) -> Any:
    """What the last line comes to, after the lines before it, with every name of the card kit at hand."""
    names: dict[str, Any] = {n: getattr(kit, n) for n in kit.__all__} | {"events": events}
    before, _, last = code.rpartition("\n\n") if "\n\n" in code else ("", "", code)
    exec(before, names)
    return eval(last, names)


def _place(made: Ability | Instruction) -> None:
    """It can stand in a card of a pool: a book gives it and all that it holds a path."""
    ability = made if isinstance(made, Ability) else kit.spell(made, target=[kit.any_target] * 3)
    whole: CardDef = kit.card("Example", "{1}", "Artifact", ability)
    book = Book(_pool().book("current").rules, cards=[whole], clauses=_pool().clauses.values())
    assert book.at("card:Example").abilities[0].path == "card:Example/abilities/0"


@pytest.mark.parametrize("name", events.__all__)
def test_an_event_is_on_the_page_with_its_fields_and_what_it_means(name: str) -> None:
    kind = getattr(events, name)
    assert kind.__dict__.get("__doc__"), f"{name} does not say what happened"
    assert cardkit_page.event_line(name, kind) in PAGE, f"{name}: {HINT}"


def test_every_event_of_a_game_is_in_the_card_kit() -> None:
    assert sorted(EVENTS) == sorted(events.__all__)


def test_the_page_has_no_name_that_the_card_kit_lacks() -> None:
    on_page = [line.removeprefix("### `").rstrip("`") for line in PAGE.splitlines() if line.startswith("### `")]
    assert sorted(on_page) == sorted(kit.__all__), HINT


def test_every_word_that_is_written_as_text_is_on_the_page() -> None:
    assert _cells(cardkit_page.words_section()) <= _cells(PAGE), HINT
    assert {"can't be blocked", ".you_control", "end of turn", "begin-combat"} <= _words(PAGE)


def _cells(text: str) -> set[str]:
    return {cell.strip() for line in text.splitlines() if line.startswith("|") for cell in line.split("|")}


def _words(text: str) -> set[str]:
    return {word for cell in _cells(text) for word in cell.split("`")}
