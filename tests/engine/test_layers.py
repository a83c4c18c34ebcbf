"""The layers by the rules' own examples, with the caches held against their slow twin after every action."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest

from apnap.cardkit import (
    FLYING,
    HOST,
    TARGET,
    THIS,
    activated,
    apply,
    artifacts,
    as_enters,
    becomes,
    card,
    count,
    creature,
    creature_card,
    creatures,
    enchant,
    enchantments,
    enters_tapped,
    gets,
    has,
    has_base,
    is_also,
    is_color,
    land,
    live,
    loses,
    spell,
    static,
    switched,
)
from apnap.engine.events import Event
from apnap.engine.game import Game
from apnap.pool import Pool, load_pool
from apnap.scenario.claims import Scenario
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run

GRAVES = live(count(creature_card.in_your_graveyard))
CARDS = [
    card("Stout Bond", "{W}", "Enchantment — Aura", enchant(creature), static(HOST, gets(0, 1))),
    card("Turnabout", "{U}", "Instant", spell(apply(TARGET, switched()), target=creature)),
    card("Sharpen", "{R}", "Instant", spell(apply(TARGET, gets(5, 0)), target=creature)),
    card("Swell", "{G}", "Instant", spell(apply(TARGET, gets(4, 4)), target=creature)),
    card("Rouse", "{G}", "Instant", spell(apply(TARGET, gets(1, 1)), target=creature)),
    card("Shrink", "{U}", "Instant", spell(apply(TARGET, has_base(0, 1)), target=creature)),
    card("Hardy Host", "{W}", "Enchantment", static(creatures.you_control, gets(0, 2))),
    card("White Pride", "{W}", "Enchantment", static(creatures.colored("W").you_control, gets(1, 1))),
    card("Whiten", "{W}", "Instant", spell(apply(TARGET, is_color("W")), target=creature)),
    card("Redden", "{R}", "Instant", spell(apply(TARGET, is_color("R")), target=creature)),
    card("Rally", "{W}", "Instant", spell(apply(creatures.colored("W"), gets(1, 1)))),
    card("Wings", "{U}", "Instant", spell(apply(TARGET, has(FLYING)), target=creature)),
    card("Ground", "{G}", "Instant", spell(apply(TARGET, loses("flying")), target=creature)),
    card("Living Works", "{4}", "Enchantment", static(artifacts.non("Creature"), is_also("Creature"), has_base(2, 2))),
    card("Waken", "{G}", "Instant", spell(apply(TARGET, is_also("Creature"), has_base(3, 3)), target=land)),
    card("Hungry Tomb", None, "Land", activated(
        "{3}", do=[apply(THIS, is_also("Creature", "Plant"), is_color("BG"), has_base(GRAVES, GRAVES))])),
    card("Walking Staff", "{2}", "Artifact", activated("{1}", do=[apply(THIS, is_also("Creature"), has_base(6, 6))])),
    card("All Things Blessed", "{2}", "Artifact", static(artifacts, becomes("Enchantment"))),
    card("All Things Made", "{2}", "Enchantment", static(enchantments, becomes("Artifact"))),
    card("Bear Banner", "{2}", "Enchantment",
         static(creatures("Bear").you_control, has(static(creatures.other.you_control, gets(1, 1))))),
    card("Slow Gate", "{2}", "Artifact", as_enters(enters_tapped(), what=creatures)),
    card("Self-Made", "{2}", "Artifact", static(THIS, is_also("Creature"), has_base(2, 2))),
]  # fmt: skip


@cache
def pool() -> Pool:
    return load_pool([("layer cards", SimpleNamespace(apnap_cards=lambda: CARDS))])


@pytest.fixture
def holds(tmp_path: Path) -> Callable[[str], None]:
    """Play a scenario; it must hold, and after each action no cache may differ from its slow twin."""

    def check(text: str) -> None:
        path = tmp_path / "claim.yaml"
        path.write_text(dedent(text), encoding="utf-8")
        wrong: list[str] = []

        def compare(scenario: Scenario, game: Game, step: int, events: list[Event]) -> None:
            wrong.extend(f"step {step}: {d}" for d in game.look.differences())

        for scenario in read(path, known(pool())):
            outcome = run(scenario, book_of(pool()), compare)
            assert outcome.status == "ok", outcome
        assert wrong == []

    return check


def test_a_switch_comes_after_all_other_changes_of_size(holds: Callable[[str], None]) -> None:
    holds("""
        title: a 1/3 with +0/+1, switched, then +5/+0
        mana: free
        seats:
          Ann:
            hand: [Turnabout, Sharpen]
            battlefield: [{card: Painter's Servant, as: it}, {card: Stout Bond, attached: it}]
          Bob: {}
        play:
          - {seat: Ann, cast: Turnabout, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 4, toughness: 1}}}
          - {seat: Ann, cast: Sharpen, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 4, toughness: 6}}}
    """)


def test_when_the_bonus_ends_first_what_is_left_is_switched(holds: Callable[[str], None]) -> None:
    holds("""
        title: the +0/+1 ends before the switch
        mana: free
        seats:
          Ann:
            hand: [Turnabout, Disenchant]
            battlefield: [{card: Painter's Servant, as: it}, {card: Stout Bond, as: bond, attached: it}]
          Bob: {}
        play:
          - {seat: Ann, cast: Turnabout, targets: [it]}
          - {pass: all}
          - {seat: Ann, cast: Disenchant, targets: [bond]}
          - {pass: all}
          - expect: {objects: {it: {power: 3, toughness: 1}}}
    """)


def test_two_switches_cancel_each_other(holds: Callable[[str], None]) -> None:
    holds("""
        title: switched twice
        mana: free
        seats:
          Ann:
            hand: [2 Turnabout]
            battlefield: [{card: Painter's Servant, as: it}, {card: Stout Bond, attached: it}]
          Bob: {}
        play:
          - {seat: Ann, cast: Turnabout, targets: [it]}
          - {pass: all}
          - {seat: Ann, cast: Turnabout, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 1, toughness: 4}}}
    """)


def test_a_bonus_for_a_color_follows_the_color(holds: Callable[[str], None]) -> None:
    holds("""
        title: a black 2/2 turned white, then red
        mana: free
        seats:
          Ann: {hand: [Whiten, Redden], battlefield: [White Pride, {card: Drudge Skeletons, as: it}]}
          Bob: {}
        play:
          - expect: {objects: {it: {power: 1, toughness: 1}}}
          - {seat: Ann, cast: Whiten, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 2, toughness: 2}}}
          - {seat: Ann, cast: Redden, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 1, toughness: 1, colors: [red]}}}
    """)


def test_a_new_base_size_keeps_bonuses_and_counters(holds: Callable[[str], None]) -> None:
    holds("""
        title: a counter, +4/+4, +0/+2, then 0/1
        mana: free
        seats:
          Ann: {hand: [Swell, Hardy Host, Shrink], battlefield: [{card: Grizzly Bears, as: it, counters: {+1/+1: 1}}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Swell, targets: [it]}
          - {pass: all}
          - {seat: Ann, cast: Hardy Host}
          - {pass: all}
          - expect: {objects: {it: {power: 7, toughness: 9}}}
          - {seat: Ann, cast: Shrink, targets: [it]}
          - {pass: all}
          - expect: {objects: {it: {power: 5, toughness: 8}}}
    """)


def test_an_effect_stays_with_what_it_began_with(holds: Callable[[str], None]) -> None:
    holds("""
        title: noncreature artifacts become 2/2 creatures, and get that size though they are creatures by then
        seats:
          Ann: {battlefield: [Living Works, {card: Sol Ring, as: ring}, {card: Ornithopter, as: flyer}]}
          Bob: {}
        play:
          - expect:
              objects:
                ring: {types: [Artifact, Creature], power: 2, toughness: 2}
                flyer: {power: 0, toughness: 2}
    """)


def test_a_size_that_an_effect_keeps_counting(holds: Callable[[str], None]) -> None:
    holds("""
        title: a land made 3/3, +1/+1, then as large as a graveyard, then 3/3 again
        mana: free
        seats:
          Ann:
            hand: [2 Waken, Rouse]
            graveyard: [10 Grizzly Bears]
            battlefield: [{card: Hungry Tomb, as: tomb}, {card: Mogg Fanatic, as: fanatic}]
          Bob: {}
        play:
          - {seat: Ann, cast: Waken, targets: [tomb]}
          - {pass: all}
          - {seat: Ann, cast: Rouse, targets: [tomb]}
          - {pass: all}
          - expect: {objects: {tomb: {power: 4, toughness: 4}}}
          - {seat: Ann, activate: tomb}
          - {pass: all}
          - expect: {objects: {tomb: {power: 11, toughness: 11, colors: [black, green], types: [Land, Plant]}}}
          - {seat: Ann, activate: fanatic, targets: [Bob]}
          - expect: {objects: {tomb: {power: 12, toughness: 12}}}
          - {pass: all}
          - {seat: Ann, cast: Waken, targets: [tomb]}
          - {pass: all}
          - expect: {objects: {tomb: {power: 4, toughness: 4}}}
    """)


@pytest.mark.parametrize("order", [("Ann", "Bob"), ("Bob", "Ann")])
def test_what_loses_its_ability_to_another_waits_for_it(holds: Callable[[str], None], order: tuple[str, str]) -> None:
    first, second = order
    holds(f"""
        title: a dependency goes before timestamps
        seats:
          {first}: {{battlefield: [{{card: "Urborg, Tomb of Yawgmoth", as: urborg}}, {{card: Sol Ring, as: ring}}]}}
          {second}: {{battlefield: [Blood Moon, {{card: Plains, as: plains}}]}}
        play:
          - expect:
              objects:
                urborg: {{types: [Mountain], not_types: [Swamp]}}
                plains: {{types: [Plains], not_types: [Swamp]}}
    """)


@pytest.mark.parametrize("blessed_first", [True, False])
def test_in_a_loop_of_dependencies_timestamps_decide(holds: Callable[[str], None], blessed_first: bool) -> None:
    cards = ["All Things Blessed", "All Things Made"]
    type_ = "Artifact" if blessed_first else "Enchantment"
    holds(f"""
        title: artifacts are enchantments, enchantments are artifacts
        seats:
          Ann: {{battlefield: [{", ".join(cards if blessed_first else cards[::-1])}, {{card: Sol Ring, as: ring}}]}}
          Bob: {{}}
        play:
          - expect: {{objects: {{ring: {{types: [{type_}]}}}}}}
    """)


def test_a_spell_fixes_whom_it_affects_and_an_enchantment_does_not(holds: Callable[[str], None]) -> None:
    holds("""
        title: white creatures get +1/+1, once and always
        mana: free
        seats:
          Ann:
            hand: [Rally, Whiten, {card: Serra Angel, as: late}]
            battlefield: [{card: White Knight, as: knight}, {card: Grizzly Bears, as: bears}]
          Bob: {}
        play:
          - {seat: Ann, cast: Rally}
          - {pass: all}
          - {seat: Ann, cast: late}
          - {pass: all}
          - {seat: Ann, cast: Whiten, targets: [bears]}
          - {pass: all}
          - expect: {objects: {knight: {power: 3}, late: {power: 4}, bears: {power: 2, colors: [white]}}}
    """)


def test_the_later_of_two_changes_to_an_ability_counts(holds: Callable[[str], None]) -> None:
    holds("""
        title: flying given and taken
        mana: free
        seats:
          Ann: {hand: [2 Wings, Ground], battlefield: [{card: Grizzly Bears, as: bears}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Wings, targets: [bears]}
          - {pass: all}
          - {seat: Ann, cast: Ground, targets: [bears]}
          - {pass: all}
          - expect: {objects: {bears: {has_not: [flying]}}}
          - {seat: Ann, cast: Wings, targets: [bears]}
          - {pass: all}
          - expect: {objects: {bears: {has: [flying]}}}
    """)


def test_what_defines_its_size_does_so_in_every_zone(holds: Callable[[str], None]) -> None:
    holds("""
        title: as large as its owner's hand, dead or alive
        mana: free
        seats:
          Ann: {hand: [Divination, 2 Forest], graveyard: [{card: Maro, as: dead}], battlefield: [{card: Maro, as: it}]}
          Bob: {}
        play:
          - expect: {objects: {dead: {power: 3, toughness: 3}, it: {power: 3, toughness: 3}}}
          - {seat: Ann, cast: Divination}
          - expect: {objects: {dead: {power: 2}, it: {power: 2}}}
          - {pass: all}
          - expect: {objects: {dead: {power: 4, toughness: 4}, it: {power: 4, toughness: 4}}}
    """)


def test_a_copy_of_what_was_animated_is_not_animated(holds: Callable[[str], None]) -> None:
    holds("""
        title: copying an animated artifact
        mana: free
        seats:
          Ann: {hand: [{card: Clone, as: clone}], battlefield: [{card: Walking Staff, as: staff}]}
          Bob: {}
        play:
          - {seat: Ann, activate: staff}
          - {pass: all}
          - expect: {objects: {staff: {types: [Creature], power: 6}}}
          - {seat: Ann, cast: clone}
          - {pass: all}
          - {seat: Ann, answer: staff}
          - expect: {checks: [], objects: {clone: {name: Walking Staff, types: [Artifact], not_types: [Creature]}}}
    """)


def test_a_copy_has_the_enters_ability_that_it_copies(holds: Callable[[str], None]) -> None:
    holds("""
        title: copying a creature that draws a card as it comes
        mana: free
        seats:
          Ann: {hand: [Clone]}
          Bob: {battlefield: [{card: Wall of Omens, as: wall}]}
        play:
          - {seat: Ann, cast: Clone}
          - {pass: all}
          - {seat: Ann, answer: wall}
          - {pass: resolve}
          - expect: {hand_size: {Ann: 1}}
    """)


def test_counters_and_effects_stay_when_it_becomes_another(holds: Callable[[str], None]) -> None:
    holds("""
        title: grown, then a copy of something else
        mana: free
        seats:
          Ann: {hand: [{card: Vesuvan Doppelganger, as: dopp}, Giant Growth]}
          Bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Craw Wurm, as: wurm}]}
        turn: {of: Ann, step: main1}
        play:
          - {seat: Ann, cast: dopp}
          - {pass: all}
          - {seat: Ann, answer: bears}
          - {go: upkeep, of: Ann}
          - {seat: Ann, answer: wurm}
          - {seat: Ann, cast: Giant Growth, targets: [dopp]}
          - {pass: all}
          - expect: {objects: {dopp: {power: 5, toughness: 5}}}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - expect: {objects: {dopp: {name: Craw Wurm, power: 9, toughness: 7, colors: [blue]}}}
    """)


def test_abilities_that_are_given_work_for_newcomers_too(holds: Callable[[str], None]) -> None:
    holds("""
        title: each bear makes the others larger
        mana: free
        seats:
          Ann:
            hand: [{card: Grizzly Bears, as: third}]
            battlefield: [Bear Banner, {card: Grizzly Bears, as: first}, {card: Grizzly Bears, as: second}]
          Bob: {hand: [Unsummon]}
        play:
          - expect: {objects: {first: {power: 3}, second: {power: 3}}}
          - {seat: Ann, cast: third}
          - {pass: all}
          - expect: {objects: {first: {power: 4}, second: {power: 4}, third: {power: 4}}}
          - {pass: Ann}
          - {seat: Bob, cast: Unsummon, targets: [first]}
          - {pass: all}
          - expect: {objects: {second: {power: 3}, third: {power: 3}}}
    """)


def test_entering_looks_ahead_at_what_it_will_be(holds: Callable[[str], None]) -> None:
    holds("""
        title: creatures enter tapped, also those that will only be creatures once they are there
        mana: free
        seats:
          Ann:
            hand: [{card: Forest, as: forest}, {card: Self-Made, as: made}, {card: Sol Ring, as: ring}]
            battlefield: [Living Plane]
          Bob: {battlefield: [Slow Gate]}
        play:
          - {seat: Ann, play: forest}
          - expect: {objects: {forest: {tapped: true, types: [Creature]}}}
          - {seat: Ann, cast: made}
          - {pass: all}
          - {seat: Ann, cast: ring}
          - {pass: all}
          - expect: {objects: {made: {tapped: true}, ring: {tapped: false}}}
    """)


def test_a_copy_of_what_lies_face_down_is_what_can_be_seen(holds: Callable[[str], None]) -> None:
    holds("""
        title: copying a face-down creature, and changing it by a copy effect
        mana: free
        seats:
          Ann: {hand: [{card: Clone, as: clone}, Mirrorweave], battlefield: [{card: Craw Wurm, as: wurm}]}
          Bob: {battlefield: [{card: Exalted Angel, as: angel, face_down: true}]}
        play:
          - {seat: Ann, cast: clone}
          - {pass: all}
          - {seat: Ann, answer: angel}
          - expect: {objects: {clone: {name: "", power: 2, toughness: 2, face_down: false, has_not: [flying]}}}
          - {seat: Ann, cast: Mirrorweave, targets: [wurm]}
          - {pass: all}
          - expect: {objects: {angel: {power: 2, toughness: 2, face_down: true}, clone: {power: 6, name: Craw Wurm}}}
    """)
