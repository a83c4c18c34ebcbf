"""What is offered can be done, and what can be done is offered, in every position that comes up.

What is said to be payable can be completed by some answers; and what is accepted when it is named is on the list.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulecards
from apnap.engine import priority
from apnap.engine.game import Game
from apnap.engine.requests import Answer, IllegalAnswer, Option, Request
from apnap.engine.values import Seat
from apnap.pool import load_pool
from walks import Walk, random_answer

BOOK = load_pool().book()
WITH_RULECARDS = load_pool([("rulecards", rulecards)]).book()
STEPS = 60
TRIES = 12
QUESTIONS = 60


def completes(game: Game, seat: Seat, option: Option, chance: random.Random) -> str:
    """Why nothing completes an option, after so many tries; empty where something does."""
    why = ""
    for _ in range(TRIES):
        fork = game.fork()
        try:
            fork.answer(seat, Answer(picks=(option.id,)))
        except IllegalAnswer as refusal:
            return f"refused at once: {refusal.reason}"
        for _ in range(QUESTIONS):
            if fork.request is None or fork.proposing < 0:
                return ""
            if not answered(fork, chance):
                break
        if fork.request is None or fork.proposing < 0:
            return ""
        why = f"stuck at {fork.request.kind} {fork.request.prompt}"
    return why


def answered(game: Game, chance: random.Random) -> bool:
    """Whether one of some random answers was legal; the proposed payment is mostly taken."""
    assert game.request is not None
    for _ in range(15):
        answer = an_answer(game.request, chance)
        if answer.cancel:
            continue
        try:
            game.answer(game.waiting_for()[0], answer)
        except IllegalAnswer:
            continue
        return True
    return False


def an_answer(request: Request, chance: random.Random) -> Answer:
    if request.kind == "pay" and request.option("auto") is not None and chance.random() < 0.8:
        return Answer(picks=("auto",))
    return random_answer(request, chance)


def unkept(walk: Walk) -> list[str]:
    """The options at the present grant of priority that say they are payable and cannot be completed."""
    game = walk.game
    if game.request is None or game.request.kind != "priority":
        return []
    seat = game.waiting_for()[0]
    chance = random.Random(walk.decisions)
    found = []
    for option in game.request.options:
        if option.id == "pass" or option.payload.payable != "yes":
            continue
        why = completes(game, seat, option, chance)
        if why:
            found.append(f"{game.look.chars(option.payload.object).name} {option.id}: {why}")
    return found


@given(seed=st.integers(0, 10**9), seats=st.integers(2, 4))
def test_what_is_offered_as_payable_can_be_done(seed: int, seats: int) -> None:
    assert Walk(BOOK, seed, seats).run(STEPS, check=unkept, one_in=6).finds == []


# --- what can be done is offered ------------------------------------------------------------------

SWIFT = ("Swift School", "Imp at Home", "Gift of Imps", "Drain", "Mourner", "Second Field", "Swamp", "Forest")


def unlisted(walk: Walk) -> list[str]:
    """What could be cast or played at the present grant of priority, if it were named, and is not on the list."""
    request = walk.game.request
    if request is None or request.kind != "priority":
        return []
    listed = {option.id for option in request.options}
    named = (f"{verb}:{obj_id}" for verb in ("cast", "play") for obj_id in walk.game.state.objects)
    return [f"{it} is not listed" for it in named if it not in listed and request.option(it) is not None]


@given(seed=st.integers(0, 10**9), seats=st.integers(2, 4))
def test_what_can_be_cast_or_played_is_offered(seed: int, seats: int) -> None:
    assert Walk(BOOK, seed, seats).run(STEPS, check=unlisted, one_in=3).finds == []


def swift_walk(seed: int) -> Walk:
    """With an odd seed mana is free, so that the sorceries that may be cast as instants are affordable."""
    return Walk(WITH_RULECARDS, 2 * seed + 1, 2, deck=SWIFT * 5).run(STEPS, check=unlisted)


def test_what_an_effect_lets_be_cast_at_any_time_is_offered() -> None:
    for seed in range(4):
        assert swift_walk(seed).finds == []


def test_a_list_that_forgets_such_effects_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "only_instants_now", lambda game, seat: not game.is_sorcery_time(seat))
    assert any(swift_walk(seed).finds for seed in range(4))
