"""Files of cards that are made to hurt: nothing is raised, nothing takes long, no word is taken for the name."""

import time
from typing import Any

import pytest

from apnap.readings import READ_S
from apnap_texts.reading import read_card

#: A name that may be words as well, with a text in which it is either.
NAMED_AS_WORDS = [
    ("a creature", "Artifact", "Sacrifice a creature: Draw a card."),
    ("Target creature", "Instant", "Target creature gets +1/+1 until end of turn."),
    ("Enchanted creature", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1."),
    ("it", "Artifact", "When this artifact enters, sacrifice it."),
    ("~", "Artifact", "Sacrifice ~: Draw a card."),
]


@pytest.mark.parametrize(("name", "type", "text"), NAMED_AS_WORDS)
def test_a_name_that_may_be_words_of_the_text_refuses_it(name: str, type: str, text: str) -> None:
    assert read_card(name, "{1}", type, None, None, text) is None


def test_a_name_in_another_name_is_no_name() -> None:
    assert read_card("Reed", "{R}", "Instant", None, None, "Reed Song deals 2 damage to any target.") is None
    assert read_card("Ann’s Reed", "{R}", "Instant", None, None, "Ann's Reed deals 2 damage to any target.")


LONG = [
    ("Instant", "Destroy target " + "artifact, " * 390 + "or creature."),
    ("Enchantment", "As long as you control an " + "artifact, " * 380),
    ("Instant", "Draw a\n" * 570),
    ("Artifact", "{T}:\n" * 790),
    ("Instant", "Target creature gains " + '"Whenever this creature attacks, target creature gains ' * 60 + '"' * 60),
    ("Creature — Elf", "Flying, " * 480 + "flying"),
    ("Instant", "()" * 2000),
    ("Instant", "(" * 2000 + ")" * 2000),
    ("Instant", "," * 4000),
    ("Instant", "a " * 3_000_000),
]


@pytest.mark.parametrize(("type", "text"), LONG, ids=[text[:30].replace("\n", "/") for _, text in LONG])
def test_no_text_takes_as_long_as_costs_the_reader_its_trust(type: str, text: str) -> None:
    began = time.process_time()
    read_card("Reed Song", "{1}", type, "1/1" if "Creature" in type else None, None, text)
    assert time.process_time() - began < READ_S


NUMBERS: list[tuple[str, str | None, Any]] = [
    ("Creature — Elf", "²/²", None),
    ("Creature — Elf", "1000000000/1", None),
    ("Creature — Elf", "9" * 5000 + "/1", None),
    ("Planeswalker — Elf", None, "²"),
    ("Planeswalker — Elf", None, "9" * 5000),
    ("Planeswalker — Elf", None, -4),
    ("Planeswalker — Elf", None, [4]),
]


@pytest.mark.parametrize(("type", "pt", "loyalty"), NUMBERS)
def test_what_is_no_number_of_a_card_refuses_it(type: str, pt: str | None, loyalty: Any) -> None:
    assert read_card("Reed Elf", "{1}", type, pt, loyalty, "") is None
