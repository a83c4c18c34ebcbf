"""Random boards fight: whatever is answered, defaults are legal and damage is assigned by the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apnap.engine import events as ev
from apnap.engine.filters import Filter
from apnap.engine.requests import Answer, Request
from apnap.engine.terms import Chosen
from apnap.engine.traits import Is
from apnap.engine.values import ObjId, Seat, player

CREATURES = Filter((Is(("Creature",)),))
KEYWORDS = (
    "flying", "reach", "menace", "trample", "deathtouch", "first strike", "double strike", "lifelink",
    "vigilance", "haste", "defender", "fear", "shadow", "skulk", "wither", "infect", "indestructible",
    "trample over planeswalkers",
)  # fmt: skip
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("attacks if able", {}),
    ("blocks if able", {}),
    ("must be blocked", {}),
    ("blocked if able", {}),
    ("can't attack alone", {}),
    ("can't block alone", {}),
    ("attacks alone", {}),
    ("blocks more", {"amount": 1}),
    ("blocks more", {"amount": -1}),
    ("goaded", {"player": Chosen((player(Seat(1)),))}),
    ("goaded", {"player": Chosen((player(Seat(2)),))}),
    ("blocked by at most", {"amount": 1}),
    ("can't block", {}),
    ("no combat damage", {}),
    ("damage by toughness", {}),
    ("may assign as though unblocked", {}),
)
LIMITS = ("attackers at most", "blockers at most")

creatures = st.tuples(
    st.integers(0, 2),
    st.integers(0, 5),
    st.integers(1, 5),
    st.lists(st.sampled_from(KEYWORDS), max_size=3, unique=True),
    st.lists(st.integers(0, len(RULES) - 1), max_size=2),
)


def random_answer(request: Request, data: st.DataObject) -> Answer:
    """A legal answer: one drawn at random if it happens to be legal, else the default."""
    answer = request.default
    match request.kind:
        case "attackers" | "blockers" | "choose" | "yes-no":
            ids = [o.id for o in request.options]
            if ids:
                answer = Answer(picks=tuple(data.draw(st.lists(st.sampled_from(ids), unique=True, max_size=8))))
        case "divide":
            left, amounts = request.total, []
            for option in request.options[:-1]:
                n = data.draw(st.integers(0, left))
                amounts.append((option.id, n))
                left -= n
            answer = Answer(amounts=(*amounts, (request.options[-1].id, left)))
        case "order":
            answer = Answer(picks=tuple(data.draw(st.permutations([o.id for o in request.options]))))
    return answer if request.refuse(answer) is None else request.default


def fill(board: Any, found: list[Any], limit: int) -> None:
    for n, (seat, power, toughness, words, rules) in enumerate(found):
        extra = [board.rule(RULES[r][0], **RULES[r][1]) for r in rules]
        board.put(seat, f"Creature {n}", f"{power}/{toughness}", *words, *extra)
    board.put(1, "Walker", types="Planeswalker", loyalty=3)
    if limit < len(LIMITS):
        board.put(2, "Arbiter", board.rule(LIMITS[limit], CREATURES, amount=2), types="Artifact")


@pytest.mark.parametrize("edition", ["2004", "2007", "2011", "2013", "current"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(creatures, min_size=1, max_size=7), st.integers(0, 3), st.data())
def test_a_combat_phase_runs_by_the_rules(
    board: Any, edition: str, found: list[Any], limit: int, data: st.DataObject
) -> None:
    fresh = type(board)()
    fresh.seats, fresh.edition = 3, edition
    fill(fresh, found, limit)
    play = fresh.begin()
    game = play.game
    while game.request is not None and game.state.turn.step != "main2":
        request = game.request
        assert request.refuse(request.default) is None, f"the default of {request.kind} is illegal"
        power = {i: max(c.toughness or 0, c.power or 0, 0) for i in game.look.permanents() if (c := game.look.chars(i))}
        before = len(game.log)
        game.answer(request.who[0], random_answer(request, data))
        assert game.look.differences() == []
        for step in steps_of(game.log[before:]):
            by: dict[ObjId, int] = {}
            for e in step:
                by[e.source] = by.get(e.source, 0) + e.amount
            assert all(n <= power[creature] for creature, n in by.items())


def steps_of(log: list[ev.Event]) -> list[list[ev.DamageDealt]]:
    """The combat damage of each step in a piece of the log."""
    steps: list[list[ev.DamageDealt]] = [[]]
    for event in log:
        if isinstance(event, ev.StepBegan):
            steps.append([])
        elif isinstance(event, ev.DamageDealt) and event.combat:
            steps[-1].append(event)
    return steps
