"""Words that are easily taken for others: each is read as it is meant, or not at all."""

import pytest

from apnap.cardkit import (
    TARGET,
    TARGET_2,
    THIS,
    creature,
    deal_damage,
    discard,
    enters,
    gain_life,
    may,
    opponents,
    players,
    spell,
    together,
    triggered,
)
from readings import creature_of, instant_of, same, song, warden

REFUSED = [
    "Whenever you cast a creature spell, if it was kicked, draw a card.",  # what was?
    "When this creature enters, each player may draw a card.",  # each decides
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_may_be_meant_otherwise_is_refused(text: str) -> None:
    assert creature_of(text) is None


def test_two_damages_of_one_sentence_are_dealt_at_one_time() -> None:
    read = instant_of("Reed Song deals 2 damage to target creature and 3 damage to target player.")
    both = together(deal_damage(2, TARGET), deal_damage(3, TARGET_2))
    assert same(read, song(spell(both, target=[creature, players])))


def test_who_may_do_two_things_does_both() -> None:
    read = creature_of("When this creature enters, target opponent may discard a card and gain 2 life.")
    offer = may([discard(TARGET, 1), gain_life(TARGET, 2)], who=TARGET)
    assert same(read, warden(triggered(enters(THIS), target=opponents, do=[offer])))
