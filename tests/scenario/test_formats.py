"""What a format gives a position: life totals, commanders, what they cost and the damage they have dealt."""

from pathlib import Path

import pytest

from apnap.pool import load_pool
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run
from stage import fails, holds

COMMANDER = """
title: A commander at home
format: commander
monarch: Bob
commander_damage: {Bob: {rog: 15}}
seats:
  Ann:
    command: [{card: "Isamaru, Hound of Konda", as: dog, casts: 1}]
    battlefield: [{card: Serra Angel, as: rog, commander: true}, 2 Plains]
    mana: "{W}"
  Bob: {}
play:
"""


def items(*lines: str) -> str:
    return COMMANDER + "".join(f"  - {line}\n" for line in lines)


def test_life_is_what_the_format_begins_with(tmp_path: Path) -> None:
    holds(tmp_path, items("expect: {life: {Ann: 40, Bob: 40}, monarch: Bob}"))


def test_what_lies_in_the_command_zone_is_a_commander(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "expect: {command: {Ann: [dog]}, objects: {dog: {zone: command, commander: true}, "
            "rog: {commander: true}, Plains: {commander: false}}}"
        ),
    )


def test_earlier_casts_make_a_commander_dearer(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items("{seat: Ann, cast: dog}", 'expect: {stack: [dog], mana: {Ann: ""}, objects: {Plains: {tapped: true}}}'),
    )
    text = COMMANDER.replace("casts: 1", "casts: 2") + "  - {seat: Ann, cast: dog, refused: true}\n"
    holds(tmp_path, text)


def test_damage_of_a_commander_is_counted_on(tmp_path: Path) -> None:
    begun = items("expect: {commander_damage: {Bob: {rog: 15, Serra Angel: 15}, Ann: {rog: 0}}}")
    holds(tmp_path, begun)
    assert fails(tmp_path, begun.replace("Ann: {rog: 0}", "Ann: {rog: 1}")) == (
        "step 1: commander damage to Ann by rog: expected 1, got 0"
    )
    holds(
        tmp_path,
        items(
            "{seat: Ann, attack: {rog: Bob}}",
            "{go: combat-damage}",
            "expect: {commander_damage: {Bob: {rog: 19}}, in_game: [Ann, Bob]}",
            "{seat: Ann, attack: {rog: Bob}}",
            "{go: combat-damage}",
            "expect: {lost: [Bob], won: [Ann], checks: [[704.6c]]}",
        ),
    )


@pytest.mark.parametrize(
    ("what", "name", "detail"),
    [
        ("formats", "commander", "no plugin provides the format 'commander'"),
        ("editions", "current", "no plugin provides the edition 'current'"),
    ],
)
def test_what_nobody_provides_is_unsupported(tmp_path: Path, what: str, name: str, detail: str) -> None:
    poor = load_pool()
    del getattr(poor, what)[name]
    file = tmp_path / "claims.yaml"
    file.write_text(items("expect: {life: {Ann: 40}}"), encoding="utf-8")
    (scenario,) = read(file, known(poor))
    found = run(scenario, book_of(poor))
    assert (found.status, found.step, found.detail) == ("unsupported", None, detail)


def test_one_passes_for_a_team_but_only_for_the_own_one(tmp_path: Path) -> None:
    """A player of the other team could pass for the one that had priority."""
    text = """
title: Whose pass it is
format: two-headed-giant
teams: [[Ann, Bob], [Cat, Dan]]
seats: {Ann: {}, Bob: {}, Cat: {}, Dan: {}}
play:
  - {pass: Bob}
  - expect: {priority: Cat}
"""
    holds(tmp_path, text)
    holds(tmp_path, text + "  - {pass: Dan}\n  - expect: {turn: {of: Ann, step: begin-combat}}\n")
    assert fails(tmp_path, text + "  - {pass: Ann}\n").startswith("step 3: expected a legal action; it was refused")
