"""Random games under every edition: what happens has a number there, and the caches stay true."""

import random

import pytest

from apnap.cardkit import Edition
from apnap.engine import events as ev
from apnap.engine.due import full_sweep
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, IllegalAnswer, Request
from apnap.engine.setup import SeatSetup, Setup
from apnap.rules.editions import EDITIONS
from apnap.rules.index import exists
from statements import pool

DECISIONS = 260
LANDS = ("Forest", "Swamp", "Mountain", "Plains", "Island")
NAMES = ("Ann", "Bob", "Cat")


def answered(request: Request, chance: random.Random) -> Answer:
    """Any answer that may be legal."""
    ids = [option.id for option in request.options]
    match request.kind:
        case "priority":
            acts = [o.id for o in request.options if o.id != "pass" and o.payload.kind != "mana"]
            return Answer(picks=(chance.choice(acts),)) if acts and chance.random() < 0.7 else PASS
        case "choose" | "order":
            chance.shuffle(ids)
            n = len(ids) if request.kind == "order" else chance.randint(request.min, request.max)
            return Answer(picks=tuple(ids[:n]))
        case "attackers" | "blockers":
            return Answer(picks=tuple(i for i in ids if chance.random() < 0.4))
        case "number":
            return Answer(number=chance.randint(request.min, min(request.max, request.min + 4)))
        case "yes-no":
            return Answer(picks=(chance.choice(("yes", "no")),))
    return request.default


def played(edition: str, seed: int, seats: int) -> Game:
    chance = random.Random(seed)
    spells = sorted(name for name, card in pool().cards.items() if card.kind == "card" and card.plugin != "rulecards")
    setup = Setup(
        seats=tuple(SeatSetup(name, LANDS * 5 + tuple(chance.sample(spells, 25))) for name in NAMES[:seats]), seed=seed
    )
    game = Game.start(pool().book(edition, ("free-for-all",)), setup)
    game.free_mana = True
    for _ in range(DECISIONS):
        request = game.request
        if request is None:
            break
        seat = game.waiting_for()[0]
        try:
            game.answer(seat, answered(request, chance))
        except IllegalAnswer:
            game.answer(seat, request.default)
    return game


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_a_random_game_cites_rules_that_its_edition_has(edition: Edition) -> None:
    game = played(edition.id, seed=12, seats=3 if edition.switches.multiplayer else 2)
    assert game.failures == []
    assert game.state.turn.number > 2
    cited = {event.cause.rule for event in game.log} - {""}
    cited |= {rule for event in game.log if isinstance(event, ev.Checked) for rule, _ in event.performed}
    assert len(cited) > 20
    for rule in sorted(cited):
        assert exists(edition.id, game.book.rules.number(rule)), rule
    assert game.look.differences() == []
    if not game.over and game.request is not None and game.request.kind == "priority":
        assert full_sweep(game) == []
