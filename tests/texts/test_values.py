"""What is read are the values that a card written by hand is made of."""

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import apnap_texts
from apnap.cardkit import (
    FLYING,
    HOST,
    LIFELINK,
    TARGET,
    THAT_OBJECT,
    THIS,
    X,
    any_target,
    card,
    controller_of,
    creature,
    deal_damage,
    dies,
    enchant,
    enters,
    equip,
    has,
    is_a,
    lose_life,
    permanents,
    power_of,
    spell,
    static,
    tap,
    triggered,
)
from apnap.scenario.command import scenario_command
from apnap_texts.reading import apnap_text_readers, read_card
from apnap_texts.scope import Scope
from apnap_texts.words import Unreadable, Words
from readings import CREATURES, INSTANTS, creature_of, instant_of, same, song


@pytest.mark.parametrize("text", CREATURES)
def test_a_creature_is_read_as_it_would_be_written(text: str) -> None:
    assert same(creature_of(text), CREATURES[text]())


@pytest.mark.parametrize("text", INSTANTS)
def test_an_instant_is_read_as_it_would_be_written(text: str) -> None:
    assert same(instant_of(text), INSTANTS[text]())


@pytest.mark.parametrize("text", ["", " ", None])
def test_a_spell_without_its_text_is_not_read(text: str | None) -> None:
    assert read_card("Reed Hush", "{U}", "Instant", "", None, text) is None


def test_an_aura_speaks_of_what_it_enchants() -> None:
    read = read_card(
        "Reed Coat", "{W}", "Enchantment — Aura", "", None, "Enchant creature\nEnchanted creature has flying."
    )
    assert same(read, card("Reed Coat", "{W}", "Enchantment — Aura", enchant(creature), static(HOST, has(FLYING))))


def test_what_a_condition_speaks_of_is_what_it_does_something_to() -> None:
    text = "Enchant creature\nWhen Reed Coat enters, if enchanted creature is red, tap it."
    read = read_card("Reed Coat", "{W}", "Enchantment — Aura", "", None, text)
    test = is_a(HOST, permanents.colored("R"))
    coat = triggered(enters(THIS), only_if=test, do=[tap(HOST)])
    assert same(read, card("Reed Coat", "{W}", "Enchantment — Aura", enchant(creature), coat))


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


REFUSED_INSTANTS = [
    "Draw a card",  # no full stop
    "Draw a card.) (",
    "Target creature gets +1/+1.",  # for how long?
    "Destroy target creatures.",
    "Destroy two target creature.",
    "Put a +1/+1 counter on two target creatures.",  # one on each of them, or one in all?
    "Reed Song deals 2 damage to each of target creature.",
    "Exile target creature, then return it to the battlefield.",  # under whose control?
    "Each creature you control deals 1 damage to any target.",
    "Each opponent may draw a card.",  # each alone
    "At the beginning of the next end step, destroy target creature.",  # a target of what?
    "Draw a card. If you control an Elf, destroy target creature.",
    "Creatures you control get +1/+1.",  # true for as long as it is where?
    "{T}: Draw a card.",
    "When this spell enters, draw a card.",
    "Put a +1/+1 counter on each other creature.",
    "Exile target creature. Tap it.",  # it is gone
    "You may pay {2}.",
    "You draw X cards and you lose X life, where X is the number of cards in your hand.",  # before the draw
    "Create X 1/1 green Elf creature tokens and you gain X life, where X is the number of Elves you control.",
    "Reed Song deals 5 damage divided as you choose among any number of targets. Target opponent gains 5 life.",
    "Create a 1/1 green Elf creature token. It has flying.",  # of its own, or given to it?
]


@pytest.mark.parametrize("text", REFUSED_INSTANTS)
def test_an_instant_that_is_not_understood_is_refused_whole(text: str) -> None:
    assert instant_of(text) is None


def test_a_quotation_speaks_of_what_has_it() -> None:
    for said, is_read in (("this creature", True), ("Reed Coat", False), ("this Aura", True)):
        text = f'Enchant creature\nEnchanted creature has "{{1}}: Sacrifice {said}."'
        read = read_card("Reed Coat", "{B}", "Enchantment — Aura", "", None, text)
        assert (read is not None) is is_read, said


def test_every_look_at_a_word_is_counted() -> None:
    words = Words(["draw", "a", "card"], Scope())
    words.looks.left = 5
    with pytest.raises(Unreadable):
        for _ in range(6):
            words.word()


def test_costs_of_what_is_not_played_are_refused() -> None:
    assert creature_of("{E}: Draw a card.") is None
    assert creature_of("Flying", "{1}{E}") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cast creature spells", "only to cast Creature spell"),
        ("cast an instant or sorcery spell", "only to cast"),
        ("cast artifact spells or activate abilities of artifacts", "or to activate abilities of Artifact"),
        ("activate abilities", "only to activate abilities of object"),
    ],
)
def test_what_mana_may_be_spent_on_is_read(text: str, said: str) -> None:
    made = creature_of(f"{{T}}: Add {{G}}. Spend this mana only to {text}.")
    assert made is not None and said in made.describe()


@pytest.mark.parametrize(
    "text", ["cast the last card exiled with it", "cast creature spells of the chosen sort", "pay ransom"]
)
def test_what_else_mana_may_be_spent_on_is_refused(text: str) -> None:
    assert creature_of(f"{{T}}: Add {{G}}. Spend this mana only to {text}.") is None


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_refused_whole(text: str) -> None:
    assert creature_of(text) is None


def test_a_card_whose_colour_the_text_does_not_tell_is_refused() -> None:
    assert read_card("Pale Imp", "{0}", "Creature — Imp", "1/1", None, "Flying") is None
    assert read_card("Pale Imp", "{0}", "Artifact Creature — Imp", "1/1", None, "Flying") is not None


def test_a_legend_that_is_cast_under_a_condition_of_the_rules_is_refused() -> None:
    assert read_card("Oreth's Farewell", "{1}{U}", "Legendary Sorcery", None, None, "Draw a card.") is None
    assert read_card("Oreth's Farewell", "{1}{U}", "Sorcery", None, None, "Draw a card.") is not None


def test_the_hook_gives_the_reader() -> None:
    assert apnap_text_readers() == [read_card]


PAGE = (Path(__file__).parents[2] / "docs/texts.md").read_text("utf-8")
EXAMPLE = PAGE.partition("```yaml\n")[2].partition("```")[0]


def test_the_example_of_the_page_is_played(tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(EXAMPLE, "utf-8")
    result = CliRunner().invoke(scenario_command, [str(tmp_path)])
    assert "1 passed, 0 failed, 0 unsupported" in result.output


def test_the_page_names_every_module() -> None:
    folder = Path(apnap_texts.__file__).parent
    for module in sorted(p.stem for p in folder.glob("*.py") if p.stem not in ("__init__", "vocabulary", "sizes")):
        assert f"`{module}`" in PAGE, module


def test_every_text_of_the_scenarios_is_read() -> None:
    texts = [file.read_text("utf-8") for file in (Path(__file__).parent / "scenarios").iterdir()]
    for text in [*texts, EXAMPLE]:
        for scenario in yaml.safe_load_all(text):
            for c in scenario["cards"]:
                read = read_card(c["name"], c["cost"], c["type"], c.get("pt"), c.get("loyalty"), c.get("text"))
                assert read is not None, c["name"]
