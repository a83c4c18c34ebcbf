"""What is found too little for a cost at a first look is what the search finds no payment with."""

from __future__ import annotations

import random
from typing import Any

import pytest

from apnap.engine import odd_mana
from apnap.engine.game import Game
from apnap.engine.values import Seat
from apnap.pool import load_pool
from apnap.testing.tables import Table

SOURCES = ("Forest", "Mountain", "Sol Ring", "Birds of Paradise", "Command Tower", "Skirk Prospector", "Llanowar Elves")
SYMBOLS = ("W", "U", "B", "R", "G", "C", "1", "2", "5", "R/G", "W/U", "2/W", "2/B", "G/P", "U/P")


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Games in which Ann has some sources and floating mana."""
    pool = load_pool()
    return [Table(pool, {"seats": {"Ann": some_mana(random.Random(seed)), "Bob": {}}}).game for seed in range(40)]


def some_mana(chance: random.Random) -> dict[str, Any]:
    floating = "".join(f"{{{symbol}}}" for symbol in chance.choices("WUBRGC", k=chance.randrange(4)))
    return {"battlefield": chance.choices(SOURCES, k=chance.randrange(6)), "mana": floating}


def found(games: list[Game]) -> list[str]:
    """Whether random costs can be paid."""
    answers = []
    for n in range(400):
        game, chance = games[n % len(games)], random.Random(n)
        cost = tuple(chance.choices(SYMBOLS, k=chance.randrange(1, 6)))
        game.look.moment.clear()
        lives, spared = chance.randrange(3), chance.randrange(2)
        answers.append(odd_mana.payable(game, Seat(0), cost, (), lives=lives, spared=spared))
    return answers


def searched(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The same by the search alone."""
    with monkeypatch.context() as patch:
        patch.setattr(odd_mana, "_is_too_little", lambda most, least: False)
        return found(games)


def test_a_first_look_finds_what_the_search_finds(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    quick = found(games)
    assert quick == searched(games, monkeypatch)
    assert set(quick) == {"yes", "no", "unknown"}


def test_a_first_look_that_counts_too_little_is_found(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = odd_mana._most
    monkeypatch.setattr(odd_mana, "_most", lambda game, seat, without: honest(game, seat, without) - 1)
    assert found(games) != searched(games, monkeypatch)
