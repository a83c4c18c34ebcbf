"""What is answered for a seat by its own wishes, and what it is asked all the same."""

from __future__ import annotations

from typing import Any

import pytest

from apnap.engine.requests import PASS, Option, Payload, Request
from apnap.engine.values import Seat
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Answering, Conceding
from apnap.shell.policy import Preferences, Window, forced_answer, standing_answer
from apnap_protocol import messages as m
from evenings import Evening

ANN, BOB, CAT = 0, 1, 2


def priority(*deeds: str) -> Request:
    options = (Option("pass", Payload("pass")), *(Option(deed, Payload(deed)) for deed in deeds))
    return Request("priority", (Seat(CAT),), options=options, prompt="priority", default=PASS)


def window(**changes: Any) -> Window:
    facts: dict[str, Any] = {"seat": CAT, "turn": 7, "step": "end", "active": (BOB,), "top": None, **changes}
    return Window(**facts)


STOP_AT_BOBS_END = m.Stop(step="end", seat=BOB)
OTHERS_SPELL = {"name": "Shock", "controller": BOB}
OWN_SPELL = {"name": "Shock", "controller": CAT}


@pytest.mark.parametrize(
    ("prefer", "deeds", "there", "passes"),
    [
        (Preferences(), ("cast",), window(), False),
        (Preferences(auto_pass=True), ("cast",), window(), False),
        (Preferences(auto_pass=True), ("mana",), window(), True),
        (Preferences(auto_pass=True), (), window(top=OTHERS_SPELL), True),
        (Preferences(auto_pass=True, stops=(STOP_AT_BOBS_END,)), (), window(), False),
        (Preferences(auto_pass=True, stops=(STOP_AT_BOBS_END,)), (), window(active=(ANN,)), True),
        (Preferences(auto_pass=True, stops=(STOP_AT_BOBS_END,)), (), window(active=(ANN, BOB)), False),
        (Preferences(auto_pass=True, stops=(STOP_AT_BOBS_END,)), (), window(step="upkeep"), True),
        (Preferences(until_end_of_turn=7), ("cast",), window(), True),
        (Preferences(until_end_of_turn=7), ("cast",), window(turn=8), False),
        (Preferences(until_end_of_turn=7), ("cast",), window(top=OTHERS_SPELL), False),
        (Preferences(until_end_of_turn=7, stops=(STOP_AT_BOBS_END,)), ("cast",), window(), False),
        (Preferences(yields=("Shock",)), ("cast",), window(top=OTHERS_SPELL), True),
        (Preferences(auto_pass=True), ("cast",), window(top=OWN_SPELL), True),
        (Preferences(auto_pass=True, hold=True), ("cast",), window(top=OWN_SPELL), False),
    ],
)
def test_a_seat_is_asked_unless_its_wishes_pass(
    prefer: Preferences, deeds: tuple[str, ...], there: Window, passes: bool
) -> None:
    assert standing_answer(prefer, priority(*deeds), there) == (PASS if passes else None)


@pytest.mark.parametrize("kind", ["attackers", "blockers"])
def test_no_wish_declares_for_a_seat_what_it_could_declare(kind: Any) -> None:
    option = Option("o1", Payload("attack"))
    request = Request(kind, (Seat(CAT),), options=(option,), min=0)
    assert standing_answer(Preferences(auto_pass=True, until_end_of_turn=7), request, window()) is None
    assert forced_answer(request) is None


def test_a_stop_in_the_turn_of_one_who_has_left_holds() -> None:
    """800.4j: the rest of that turn goes on, and whoever wished to act in its end step is asked there."""
    chairs = tuple(Chair(name, ("Wastes",) * 40) for name in ("Ann", "Bob", "Cat"))
    evening = Evening(GameSetup("current", "free-for-all", chairs, 3))
    play, prefer = evening.play, Preferences(auto_pass=True, stops=(STOP_AT_BOBS_END,))
    left = False
    asked: list[tuple[str, int]] = []
    while play.game.state.turn.number < 3:
        turn = play.game.state.turn
        if turn.active == BOB and turn.step == "draw" and not left:
            evening.put(Conceding(BOB))
            left = True
            continue
        seat = next(iter(play.questions))
        request = play.questions[seat].request
        if seat == CAT and request.kind == "priority":
            there = Window(CAT, turn.number, turn.step, (turn.active,), None)
            stood = standing_answer(prefer, request, there)
            if stood is None:
                asked.append((turn.step, turn.active))
        answer = play.default(seat)
        assert answer is not None
        evening.put(Answering(seat, answer))
    assert left
    assert ("end", BOB) in asked
