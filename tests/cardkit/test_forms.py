"""Cards are counted by form: data, a generator, custom code."""

from collections.abc import Generator
from typing import Any

import pytest
from click.testing import CliRunner

from apnap import cli
from apnap.cardkit import YOU, It, card, custom, custom_do, draw, if_, may, spell
from apnap.forms import form_of, forms, report
from apnap.pool import load_pool


def body(it: It) -> Generator[Any, Any, None]:
    yield draw(YOU, 1)


DATA = card("Plain Spell", "{U}", "Instant", spell(may(draw(YOU))))
GENERATOR = card("Written Spell", "{U}", "Instant", spell(body))
CUSTOM = card("Odd Spell", "{U}", "Instant", spell(if_(custom(lambda look, frame: True, says="always"), draw(YOU))))
CUSTOM_SENTENCE = card("Odder Spell", "{U}", "Instant", spell(draw(YOU), custom_do(body, says="draw")))


@pytest.mark.parametrize(
    ("made", "form"), [(DATA, "data"), (GENERATOR, "generator"), (CUSTOM, "custom"), (CUSTOM_SENTENCE, "custom")]
)
def test_a_card_has_the_form_of_its_oddest_part(made: Any, form: str) -> None:
    assert form_of(made) == form


def test_too_many_odd_cards_are_said_to_be_too_many() -> None:
    few = forms([GENERATOR, *(card(f"Plain {n}", "{U}", "Instant", spell(draw(YOU))) for n in range(9))])
    assert few.fits and report(few) == ["10 cards: 9 data, 1 generator, 0 custom", "generator: Written Spell"]
    many = forms([GENERATOR, DATA])
    assert not many.fits and report(many)[-1].endswith("extend the vocabulary before the next card")


def test_the_vocabulary_carries_our_own_cards() -> None:
    assert forms(load_pool().cards.values()).fits


def test_the_command_counts_them() -> None:
    done = CliRunner().invoke(cli.main, ["plugins", "--forms"])
    assert done.exit_code == 0, done.output
    total = len(load_pool().cards)
    assert done.output.startswith(f"{total} cards: ")
