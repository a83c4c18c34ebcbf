"""What is read are the values that a card written by hand is made of."""

from pathlib import Path

import pytest
import yaml

from apnap.cardkit import (
    FLYING,
    HOST,
    LIFELINK,
    TARGET,
    THAT_OBJECT,
    X,
    any_target,
    card,
    controller_of,
    creature,
    deal_damage,
    dies,
    enchant,
    equip,
    has,
    is_a,
    lose_life,
    permanents,
    power_of,
    spell,
    static,
    triggered,
)
from apnap_texts.reading import apnap_text_readers, read_card
from readings import CREATURES, INSTANTS, creature_of, instant_of, same, song


@pytest.mark.parametrize("text", CREATURES)
def test_a_creature_is_read_as_it_would_be_written(text: str) -> None:
    assert same(creature_of(text), CREATURES[text]())


@pytest.mark.parametrize("text", INSTANTS)
def test_an_instant_is_read_as_it_would_be_written(text: str) -> None:
    assert same(instant_of(text), INSTANTS[text]())


def test_an_aura_speaks_of_what_it_enchants() -> None:
    read = read_card(
        "Reed Coat", "{W}", "Enchantment — Aura", "", None, "Enchant creature\nEnchanted creature has flying."
    )
    assert same(read, card("Reed Coat", "{W}", "Enchantment — Aura", enchant(creature), static(HOST, has(FLYING))))


def test_x_is_what_was_paid() -> None:
    read = instant_of("Reed Song deals X damage to any target.", "{X}{R}")
    assert same(read, song(spell(deal_damage(X, TARGET), target=any_target), cost="{X}{R}"))


def test_it_is_what_the_condition_spoke_of() -> None:
    line = "Artifact — Equipment"
    text = "As long as equipped creature is a Human, it has lifelink.\nEquip {1}"
    human = static(HOST, has(LIFELINK), only_if=is_a(HOST, permanents("Human")))
    assert same(
        read_card("Reed Knife", "{1}", line, "", None, text), card("Reed Knife", "{1}", line, human, equip("{1}"))
    )


def test_what_enchanted_creature_was_is_known_when_it_died() -> None:
    text = "Enchant creature\nWhen enchanted creature dies, its controller loses life equal to its power."
    read = read_card("Reed Coat", "{B}", "Enchantment — Aura", "", None, text)
    loss = lose_life(controller_of(THAT_OBJECT), power_of(THAT_OBJECT))
    made = card("Reed Coat", "{B}", "Enchantment — Aura", enchant(creature), triggered(dies(HOST), do=[loss]))
    assert same(read, made)


REFUSED = [
    "Each Elf you control gets +1/+1 for each other Elf you control.",  # other than which?
    "Whenever a creature you control dies, put a +1/+1 counter on each other creature you control.",
    "Whenever another creature enters, this creature deals damage equal to its power to any target.",  # whose?
    "Each creature you control deals damage equal to its power to any target.",
    "Whenever this creature attacks, put a +1/+1 counter on that creature.",
    "Whenever this creature blocks, exile target artifact, then destroy that creature.",
    "Flying, splendour",
    "When this creature enters, draw a card and hum.",
    "Destroy target creature with many legs.",
    "This creature gets +X/+X.",  # no X anywhere
    "When this creature dies, put a +1/+1 counter on it.",  # it is a card by then
    "Target creature gets +1/+1.",  # for how long?
    "{1}: Draw a card. Activate only on Sundays.",
    "Whenever this creature attacks, destroy target creature. Tap target land. It phases out.",  # which of them?
    "Other artifact or creature you control gets +1/+1.",
    "(An unclosed reminder",
    '"A quotation that is not closed',
    "This land enters tapped.",  # it is no land
    "When this creature enters, choose one —",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_refused_whole(text: str) -> None:
    assert creature_of(text) is None


def test_a_card_whose_colour_the_text_does_not_tell_is_refused() -> None:
    assert read_card("Pale Imp", "", "Creature — Imp", "1/1", None, "") is None
    assert read_card("Pale Imp", "{0}", "Creature — Imp", "1/1", None, "Flying") is None
    assert read_card("Pale Imp", "{0}", "Artifact Creature — Imp", "1/1", None, "Flying") is not None


def test_the_hook_gives_the_reader() -> None:
    assert apnap_text_readers() == [read_card]


def test_every_text_of_the_scenarios_is_read() -> None:
    for file in (Path(__file__).parent / "scenarios").iterdir():
        for scenario in yaml.safe_load_all(file.read_text("utf-8")):
            for c in scenario["cards"]:
                read = read_card(c["name"], c["cost"], c["type"], c.get("pt"), c.get("loyalty"), c.get("text"))
                assert read is not None, c["name"]
