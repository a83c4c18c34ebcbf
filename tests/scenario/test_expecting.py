"""Each expectation holds when it is true and fails, saying what is the case, when it is not."""

from pathlib import Path

import pytest

from stage import fails, holds

TABLE = """
title: A table that a judge set up
monarch: Bob
seats:
  Ann:
    life: 7
    poison: 3
    mana: "{R}{C}"
    hand: [Divination, Lightning Bolt]
    library: [Forest, Island, Swamp]
    graveyard: [{card: Young Wolf, as: dead}, Wrath of God]
    exile: [{card: Plains, as: away}]
    battlefield:
      - {card: Grizzly Bears, as: bears, counters: {+1/+1: 1}, tapped: true, damage: 1}
      - {card: Serra Angel, as: angel}
      - {card: Grizzly Bears, as: token, token: true}
      - {card: Mogg Fanatic, as: gone, phased_out: true}
      - {card: White Knight, as: knight}
      - 2 Forest
  Bob:
    library: []
    battlefield: [{card: Soul Warden, as: warden, owner: Ann}]
play:
  - expect:
"""

CLAIMS = [
    ("life: {Ann: 7, Bob: 20}", "life: {Ann: 8}", "life of Ann: expected 8, got 7"),
    ("poison: {Ann: 3, Bob: 0}", "poison: {Bob: 1}", "poison of Bob: expected 1, got 0"),
    ("hand_size: {Ann: 2, Bob: 0}", "hand_size: {Ann: 3}", "hand size of Ann: expected 3, got 2"),
    ("library_size: {Ann: 3, Bob: 0}", "library_size: {Bob: 20}", "library size of Bob: expected 20, got 0"),
    ("hand: {Ann: [Lightning Bolt, Divination]}", "hand: {Ann: [Divination]}",
     "hand of Ann: expected [Divination], got [Divination, Lightning Bolt]"),
    ("hand: {Bob: []}", "hand: {Bob: [Forest]}", "hand of Bob: expected [Forest], got []"),
    ("graveyard: {Ann: [Wrath of God, dead]}", "graveyard: {Ann: [Young Wolf, Young Wolf]}",
     "graveyard of Ann: expected [Young Wolf, Young Wolf], got [Wrath of God, Young Wolf]"),
    ("exile: {Ann: [Plains], Bob: []}", "exile: {Ann: []}", "exile of Ann: expected [], got [Plains]"),
    ("command: {Ann: []}", "command: {Ann: [Plains]}", "command of Ann: expected [Plains], got []"),
    ("battlefield: {Ann: [2 Grizzly Bears, Serra Angel, White Knight, 2 Forest], Bob: [Soul Warden]}",
     "battlefield: {Bob: [Forest]}", "battlefield of Bob: expected [Forest], got [Soul Warden]"),
    ("library: {Ann: [Forest, Island]}", "library: {Ann: [Island]}",
     "library of Ann from the top: expected [Island], got [Forest]"),
    ("library: {Bob: []}", "library: {Ann: []}",
     "library of Ann from the top: expected [], got [Forest, Island, Swamp]"),
    ("stack: []", "stack: [Divination]", "stack: expected [Divination], got []"),
    ("count: {Grizzly Bears: 2, Mogg Fanatic: 0}", "count: {Forest: 3}", "count of Forest: expected 3, got 2"),
    ("priority: Ann", "priority: Bob", "priority: expected Bob, got Ann"),
    ("turn: {of: Ann, step: main1}", "turn: {of: Bob}", "turn of: expected Bob, got Ann"),
    ("turn: {step: main1}", "turn: {step: draw}", "step: expected draw, got main1"),
    ("asked: {seat: Ann, kind: priority}", "asked: {seat: Bob}", "asked: expected Bob, got [Ann]"),
    ("asked: {kind: priority}", "asked: {kind: choose}", "asked for: expected choose, got priority"),
    ("in_game: [Bob, Ann]", "in_game: [Ann]", "in the game: expected [Ann], got [Ann, Bob]"),
    ("lost: []", "lost: [Ann]", "lost: expected [Ann], got []"),
    ("won: []", "won: [Ann]", "won: expected [Ann], got []"),
    ("draw: false", "draw: true", "draw: expected yes, got no"),
    ("checks: []", "checks: [[704.5a]]", "checks: expected [[704.5a]], got []"),
    ("checks_exclude: [704.5a]", "checks_include: [704.5a]", "checks: expected some with 704.5a, got []"),
    ("triggered: []", "triggered: [Soul Warden]", "triggered: expected [Soul Warden], got []"),
    ('mana: {Ann: "{C}{R}", Bob: ""}', 'mana: {Ann: "{R}"}', "mana of Ann: expected {R}, got {C}{R}"),
    ("monarch: Bob", "monarch: Ann", "monarch: expected Ann, got Bob"),
    ("day_night: neither", "day_night: day", "day or night: expected day, got nothing"),
    ("objects: {bears: {zone: battlefield}, dead: {zone: graveyard}, away: {zone: exile}}",
     "objects: {bears: {zone: hand}}", "zone of bears: expected hand, got battlefield"),
    ("objects: {bears: {name: Grizzly Bears}}", "objects: {bears: {name: Bear}}",
     "name of bears: expected Bear, got Grizzly Bears"),
    ("objects: {warden: {controller: Bob, owner: Ann}}", "objects: {warden: {owner: Bob}}",
     "owner of warden: expected Bob, got Ann"),
    ("objects: {bears: {power: 3, toughness: 3}, Soul Warden: {power: 1}}", "objects: {bears: {power: 2}}",
     "power of bears: expected 2, got 3"),
    ("objects: {bears: {damage: 1}, angel: {damage: 0}}", "objects: {bears: {damage: 0}}",
     "damage of bears: expected 0, got 1"),
    ("objects: {bears: {counters: {+1/+1: 1}}, angel: {counters: {}}}",
     "objects: {bears: {counters: {+1/+1: 2, time: 1}}}",
     "counters of bears: expected 2 +1/+1, 1 time, got 1 +1/+1"),
    ("objects: {bears: {tapped: true}, angel: {tapped: false}}", "objects: {bears: {tapped: false}}",
     "tapped of bears: expected no, got yes"),
    ("objects: {bears: {attached: nothing}}", "objects: {bears: {attached: angel}}",
     "attached of bears: expected angel, got nothing"),
    ("objects: {bears: {attacking: false, blocked: false}}", "objects: {bears: {attacking: true}}",
     "attacking of bears: expected yes, got no"),
    ("objects: {bears: {face_down: false}}", "objects: {bears: {face_down: true}}",
     "face_down of bears: expected yes, got no"),
    ("objects: {gone: {phased_in: false, zone: battlefield}, bears: {phased_in: true}}",
     "objects: {gone: {phased_in: true}}", "phased_in of gone: expected yes, got no"),
    ("objects: {bears: {commander: false}}", "objects: {bears: {commander: true}}",
     "commander of bears: expected yes, got no"),
    ("objects: {bears: {types: [Creature, bear], not_types: [Land]}}", "objects: {bears: {types: [Land]}}",
     "types of bears: expected [Land], got Creature Bear"),
    ("objects: {Plains: {types: [Basic, Land]}}", "objects: {bears: {not_types: [Bear]}}",
     "not_types of bears: expected [Bear], got Creature Bear"),
    ("objects: {bears: {colors: [green]}, away: {colors: []}}", "objects: {bears: {colors: [green, blue]}}",
     "colors of bears: expected [green, blue], got [green]"),
    ("objects: {angel: {has: [flying, vigilance], has_not: [trample]}}", "objects: {angel: {has: [trample]}}",
     "has of angel: expected [trample], got [flying, vigilance]"),
    ("objects: {bears: {has_not: [flying]}}", "objects: {angel: {has_not: [flying]}}",
     "has_not of angel: expected [flying], got [flying, vigilance]"),
    ("objects: {knight: {has: [protection, protection from black], has_not: [protection from red]}}",
     "objects: {knight: {has_not: [protection from black]}}",
     "has_not of knight: expected [protection from black], got [first strike, protection, protection from black]"),
    ("objects: {bears: {zone: battlefield}}", "objects: {Nobody: {power: 1}}",
     "power of Nobody: expected 1, got no such object"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false", "message"), CLAIMS)
def test_an_expectation_holds_or_says_what_is_the_case(tmp_path: Path, true: str, false: str, message: str) -> None:
    holds(tmp_path, TABLE + f"      {true}\n")
    assert fails(tmp_path, TABLE + f"      {false}\n") == f"step 1: {message}"


def test_everything_that_does_not_hold_is_said_at_once(tmp_path: Path) -> None:
    said = fails(tmp_path, TABLE + "      life: {Ann: 1, Bob: 2}\n      priority: Bob\n")
    assert said == (
        "step 1: life of Ann: expected 1, got 7; life of Bob: expected 2, got 20; priority: expected Bob, got Ann"
    )


def test_checks_and_triggers_are_those_since_the_latest_action(tmp_path: Path) -> None:
    text = """
        title: A wolf that dies comes back
        mana: free
        seats:
          Ann: {hand: [Lightning Bolt]}
          Bob: {battlefield: [{card: Young Wolf, as: wolf}]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [wolf]}
          - pass: all
          - expect: {checks: [[704.5g]], checks_include: [704.5g], triggered: [Young Wolf], stack: [wolf]}
          - expect: {checks: [[704.5g]], triggered: [wolf]}
          - pass: all
          - expect: {checks: [], triggered: [], checks_exclude: [704.5g]}
          - expect: {objects: {wolf: {zone: battlefield, counters: {+1/+1: 1}}}}
        """
    holds(tmp_path, text)
    assert "checks: expected none with 704.5g, got [[704.5g]]" in fails(
        tmp_path, text.replace("checks_include: [704.5g]", "checks_exclude: [704.5g]")
    )
    assert "triggered: expected [], got [Young Wolf]" in fails(
        tmp_path, text.replace("triggered: [Young Wolf], stack", "triggered: [], stack")
    )
    assert "checks: expected [[704.5f]], got [[704.5g]]" in fails(
        tmp_path, text.replace("{checks: [[704.5g]], checks_include", "{checks: [[704.5f]], checks_include")
    )


def test_a_token_that_ceased_is_gone_and_what_left_with_its_owner_is_out(tmp_path: Path) -> None:
    text = """
        title: A token dies and a player leaves
        mana: free
        seats:
          Ann: {hand: [Lightning Bolt]}
          Bob: {battlefield: [{card: Grizzly Bears, as: token, token: true}, {card: Serra Angel, as: angel}]}
          Cat: {}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [token]}
          - pass: all
          - expect: {checks: [[704.5g], [704.5d]], objects: {token: {zone: gone}}}
          - concede: Bob
          - expect: {objects: {angel: {zone: out}, token: {zone: gone}}, lost: [Bob], in_game: [Ann, Cat]}
        """
    holds(tmp_path, text)
    assert "zone of angel: expected gone, got out" in fails(tmp_path, text.replace("zone: out", "zone: gone"))


def test_a_game_that_is_over_has_winners_or_is_drawn(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Ann gives up
        seats: {Ann: {}, Bob: {}}
        play:
          - concede: Ann
          - expect: {won: [Bob], lost: [Ann], in_game: [Bob], draw: false}
        ---
        title: Both die at once
        seats: {Ann: {life: 0}, Bob: {life: 0}}
        play:
          - expect: {draw: true, won: [], checks: [[704.5a]]}
        """,
    )


def test_the_attack_is_seen(tmp_path: Path) -> None:
    text = """
        title: Bears attack and are blocked
        seats:
          Ann: {battlefield: [{card: Grizzly Bears, as: bears}]}
          Bob: {battlefield: [{card: Serra Angel, as: angel}]}
        play:
          - {seat: Ann, attack: {bears: Bob}}
          - expect: {objects: {bears: {attacking: Bob, blocked: false}, angel: {attacking: false}}}
          - pass: all
          - {seat: Bob, block: {angel: bears}}
          - expect: {objects: {bears: {attacking: true, blocked: true}}}
        """
    holds(tmp_path, text)
    assert "attacking of bears: expected Ann, got Bob" in fails(
        tmp_path, text.replace("attacking: Bob", "attacking: Ann")
    )
