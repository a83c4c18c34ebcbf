"""What is named in advance to be given up is given up, or the answer is refused and nothing has moved."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apnap.engine import costs
from apnap.engine.game import Game
from apnap.engine.requests import Answer, Given, IllegalAnswer
from apnap.engine.values import ObjId
from apnap.pool import load_pool
from walks import Walk, shape

BOOK = load_pool().book()
STEPS = 60
TRIES = 6


def passed_over(walk: Walk) -> list[str]:
    """Answers with random choices in advance that were taken without doing what they say, or refused with a trace."""
    game = walk.game
    if game.request is None or game.request.kind != "priority":
        return []
    chance = random.Random(walk.decisions)
    deeds = [o.id for o in game.request.options if o.id != "pass"]
    return [find for _ in range(TRIES if deeds else 0) for find in tried(game, chance.choice(deeds), chance)]


def tried(game: Game, deed: str, chance: random.Random) -> list[str]:
    fork, seat = game.fork(), game.waiting_for()[0]
    how = chance.choice(("sacrifice", "discard", "exile", "tap"))
    named = tuple(chance.choices(list(game.state.objects), k=chance.randint(1, 2)))
    try:
        fork.answer(seat, Answer(picks=(deed,), given=Given(targets=(), **{how: named})))
    except IllegalAnswer:
        moved = fork.digest() != game.digest() or shape(fork.request) != shape(game.request)
        return [f"{deed} {how} {named}: refused, and something moved"] if moved else []
    if fork.proposing >= 0:
        return []  # something is still to be chosen before it is paid
    kept = [i for i in named if not is_given_up(game, fork, i)]
    return [f"{deed}: {how} {kept} was passed over"] if kept or len(set(named)) < len(named) else []


def is_given_up(before: Game, after: Game, obj_id: ObjId) -> bool:
    obj = after.state.objects.get(obj_id)
    return obj is None or (obj.tapped and not before.state.objects[obj_id].tapped)


@given(seed=st.integers(0, 10**9), seats=st.integers(2, 4))
def test_what_is_named_in_advance_is_given_up_or_refused(seed: int, seats: int) -> None:
    assert Walk(BOOK, seed, seats).run(STEPS, check=passed_over, one_in=3).finds == []


def test_names_that_are_passed_over_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "_check_named", lambda *arguments: None)
    assert any(Walk(BOOK, seed, 2).run(STEPS, check=passed_over, one_in=3).finds for seed in range(4))
