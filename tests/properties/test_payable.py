"""What is found too little for a cost at a first look is what the search finds no payment with, and what the search
finds is what a slow twin finds that tries everything.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from apnap.cardkit import add, add_any, card, hookimpl, mana_ability
from apnap.engine import odd_mana
from apnap.engine.announcing import LIFE, halves_of
from apnap.engine.game import Game
from apnap.engine.mana import plain_sources, plan_payment
from apnap.engine.values import COLORS, Cost, Seat
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


PLAIN = ("Forest", "Mountain", "Sol Ring", "Birds of Paradise", "Llanowar Elves", "Either Spring", "Both Springs")
HYBRID = ("W", "R", "G", "C", "1", "2", "R/G", "G/W", "R/W", "W/U", "2/W", "2/G", "G/P", "R/G/P")


@pytest.fixture(scope="module", params=["", "Mycosynth Lattice"])
def boards(request: pytest.FixtureRequest) -> list[tuple[Game, bool]]:
    """Games in which Ann has plain sources, and whether she may spend mana as though it were of any color."""
    springs = SimpleNamespace(
        apnap_cards=hookimpl(
            lambda: [
                card("Either Spring", None, "Land", mana_ability("{T}", add_any(of="GW"))),
                card("Both Springs", None, "Land", mana_ability("{T}", add("{R}{G}"))),
            ]
        )
    )
    pool, made = load_pool([("springs", springs)]), []
    for seed in range(14):
        chance = random.Random(seed)
        floating = "".join(f"{{{symbol}}}" for symbol in chance.choices("WRGC", k=chance.randrange(4)))
        there = [*chance.choices(PLAIN, k=chance.randrange(4)), *([request.param] if request.param else [])]
        game = Table(pool, {"seats": {"Ann": {"battlefield": there, "mana": floating}, "Bob": {}}}).game
        made.append((game, bool(request.param)))
    return made


def pools_of(game: Game) -> list[Counter[str]]:
    """All mana that Ann could have, each source used for one of its outputs or not at all."""
    sources = plain_sources(game, Seat(0), ())
    by_object = [[s.outputs for s in sources if s.obj == obj] for obj in dict.fromkeys(s.obj for s in sources)]
    choices = [[(), *(o for outputs in each for o in outputs)] for each in by_object]
    made = []
    for chosen in product(*choices):
        pool = Counter(dict(game.state.player(Seat(0)).mana))
        for output in chosen:
            pool.update(dict(output))
        if pool not in made:
            made.append(pool)
    return made


def pays(pool: Counter[str], cost: tuple[str, ...], anything: bool) -> bool:
    """Whether mana pays for symbols that are each of one kind."""
    left, any_color = Counter(pool), 0
    for symbol in cost:
        if symbol.isdigit() or (anything and symbol in COLORS):
            any_color += int(symbol) if symbol.isdigit() else 1
        else:
            left[symbol] -= 1
    return min(left.values(), default=0) >= 0 and left.total() >= any_color


def announced(cost: Cost, lives: int) -> list[tuple[str, ...]]:
    """The cost for each way to announce its open symbols."""
    ways = product(*(halves_of(symbol) for symbol in cost))
    return [tuple(h for h in way if h != LIFE) for way in dict.fromkeys(ways) if way.count(LIFE) <= lives]


def test_what_can_be_paid_is_what_a_twin_pays_that_tries_everything(boards: list[tuple[Game, bool]]) -> None:
    """Two hybrid symbols that share a color need not both be paid with what suits the first of them."""
    answers = set()
    for n in range(360):
        (game, anything), chance = boards[n % len(boards)], random.Random(n)
        symbols = HYBRID if n % 3 else ("R/G", "G/W", "R/W")
        cost, lives = tuple(chance.choices(symbols, k=chance.randrange(1, 6))), chance.randrange(3)
        game.look.moment.clear()
        answer = odd_mana.payable(game, Seat(0), cost, (), lives=lives)
        pools = pools_of(game)
        able = any(pays(pool, closed, anything) for closed in announced(cost, lives) for pool in pools)
        assert answer == ("yes" if able else "no"), (n, cost, lives)
        answers.add(answer)
    assert answers == {"yes", "no"}


def test_what_is_planned_pays_the_cost_with_what_there_is(boards: list[tuple[Game, bool]]) -> None:
    for n in range(240):
        (game, anything), chance = boards[n % len(boards)], random.Random(n)
        cost = tuple(chance.choices(("W", "R", "G", "C", "1", "2", "3"), k=chance.randrange(1, 5)))
        game.look.moment.clear()
        plan = plan_payment(game, Seat(0), cost)
        if plan is None:
            continue
        pool = Counter(dict(game.state.player(Seat(0)).mana))
        for _, output in plan.activations:
            pool.update(dict(output))
        spend = Counter(dict(plan.spend))
        assert spend <= pool, (n, cost)
        assert spend.total() == sum(int(s) if s.isdigit() else 1 for s in cost), (n, cost)
        assert pays(spend, cost, anything), (n, cost)
        tapped = [source.obj for source, _ in plan.activations]
        assert len(set(tapped)) == len(tapped), (n, cost)
