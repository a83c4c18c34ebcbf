"""Words that are easily taken for others: each is read as it is meant, or not at all."""

import pytest

from apnap.cardkit import (
    TARGET,
    TARGET_2,
    THIS,
    add,
    apply,
    create,
    creature,
    creatures,
    deal_damage,
    discard,
    each,
    enters,
    gain_life,
    gets,
    mana_ability,
    may,
    opponents,
    players,
    pt,
    spell,
    together,
    token,
    triggered,
    untap,
)
from apnap_texts.reading import read_card
from readings import creature_of, instant_of, same, song, warden

REFUSED = [
    "Whenever you cast a creature spell, if it was kicked, draw a card.",  # what was?
    "When this creature enters, each player may draw a card.",  # each decides
    "When this creature enters, it deals 3 damage divided as you choose among any number of targets. Tap target land.",
    "When this creature enters, gain control of all artifacts your opponents control until end of turn. Untap them.",
    "When this creature enters, tap all untapped creatures. They gain flying until end of turn.",  # are none by then
    "Whenever you cast an Elf spell, it gains haste until end of turn.",  # as a spell only, or as the creature as well?
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


def test_what_all_of_a_kind_gain_is_of_those_that_were_spoken_of() -> None:
    text = "When this creature enters, creatures you control get +1/+1 until end of turn. Untap them."
    mine = each(creatures.you_control)
    assert same(creature_of(text), warden(triggered(enters(THIS), do=[apply(mine, gets(1, 1)), untap(mine)])))


def test_a_chapter_has_each_number_once() -> None:
    assert read_card("Reed Song", "{G}", "Enchantment — Saga", "", None, "I, I, II — Draw a card.") is None
    assert read_card("Reed Song", "{G}", "Enchantment — Saga", "", None, "I, II — Draw a card.") is not None


def test_what_a_token_has_is_written_on_it() -> None:
    read = instant_of('Create two 1/1 red Elf creature tokens. They have "Sacrifice this creature: Add {G}."')
    elf = token("Elf", "Creature — Elf", pt(1, 1), mana_ability("Sacrifice this", add("{G}")), colors="R")
    assert same(read, song(spell(create(elf, 2))))
