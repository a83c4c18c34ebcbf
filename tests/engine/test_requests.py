"""Questions and their answers: nothing that an answer says is passed over."""

import pytest

from apnap.engine.requests import CANCEL, Answer, Kind, Option, Payload, Request
from apnap.engine.values import Seat
from boards import ANN, board, question

OPTIONS = tuple(Option(name, Payload(name)) for name in ("one", "two"))
AMOUNTS = (("one", 2),)


def asked(kind: Kind) -> Request:
    return Request(kind, (Seat(0),), options=OPTIONS, min=0, max=2, total=2 if kind == "divide" else 0, may_cancel=True)


RIGHT = {
    "choose": Answer(picks=("one",)),
    "order": Answer(picks=("two", "one")),
    "yes-no": Answer(picks=("one",)),
    "attackers": Answer(picks=("one",)),
    "pay": Answer(picks=("one",)),
    "number": Answer(number=1),
    "divide": Answer(amounts=AMOUNTS),
}
WRONG = [
    ("choose", Answer(picks=("one",), number=1), "number"),
    ("choose", Answer(picks=("one",), amounts=AMOUNTS), "amounts"),
    ("choose", Answer(number=1), "number"),
    ("order", Answer(picks=("two", "one"), amounts=AMOUNTS), "amounts"),
    ("yes-no", Answer(picks=("one",), number=0), "number"),
    ("attackers", Answer(picks=("one",), amounts=AMOUNTS), "amounts"),
    ("number", Answer(picks=("one",), number=1), "picks"),
    ("number", Answer(number=1, amounts=AMOUNTS), "amounts"),
    ("divide", Answer(amounts=AMOUNTS, picks=("one",)), "picks"),
    ("divide", Answer(amounts=AMOUNTS, number=2), "number"),
    ("choose", Answer(cancel=True, picks=("one",)), "picks"),
]


@pytest.mark.parametrize("kind", RIGHT)
def test_a_question_is_answered_with_what_its_kind_asks_for(kind: Kind) -> None:
    assert asked(kind).refuse(RIGHT[kind]) is None
    assert asked(kind).refuse(CANCEL) is None
    assert asked(kind).refuse(asked(kind).default) is None


@pytest.mark.parametrize(("kind", "answer", "member"), WRONG)
def test_what_a_question_does_not_ask_for_is_refused(kind: Kind, answer: Answer, member: str) -> None:
    """It was once passed over in silence."""
    refusal = asked(kind).refuse(answer)
    assert refusal is not None and refusal.code == "illegal_choice"
    assert refusal.reason == f"this question is not answered with {member}"


@pytest.mark.parametrize("superfluous", [Answer(picks=("pass",), number=3), Answer(picks=("pass",), amounts=AMOUNTS)])
def test_nor_is_it_passed_over_with_a_pass(superfluous: Answer) -> None:
    game = board({}, {})
    refusal = question(game).refuse_from(ANN, superfluous)
    assert refusal is not None and "this question is not answered with" in refusal.reason
