"""Counts of all sequences of answers from fixed positions, as in chess: a change of any rule shows as a number.

The numbers were found by counting and are kept as they are, but where a rule was wrong: then the change says which.
"""

from collections.abc import Callable

import pytest

from apnap.engine.game import Game
from apnap.engine.requests import CANCEL, Answer
from boards import board

DEEP = {"library": ["Forest"] * 4}


def answers(game: Game) -> list[Answer]:
    """Every answer that the open question offers one by one: an option, or to take the proposal back."""
    request = game.request
    assert request is not None
    found = [Answer(picks=(o.id,)) for o in request.options]
    if request.kind in ("attackers", "blockers"):
        found.append(Answer())
    if request.kind == "order":
        found = [request.default]
    return found + ([CANCEL] if request.may_cancel else [])


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many answers there are; a game that is over counts once."""
    if game.request is None or depth == 0:
        return 1
    total = 0
    for answer in answers(game):
        fork = game.fork()
        fork.answer(fork.waiting_for()[0], answer)
        total += perft(fork, depth - 1)
    return total


def passes_only(seats: int) -> Game:
    return board(*(DEEP,) * seats)


def bolts() -> Game:
    return board({"hand": ["Lightning Bolt"], **DEEP}, {"hand": ["Lightning Bolt"], **DEEP})


def lands() -> Game:
    return board({"hand": ["Forest", "Grizzly Bears"], "battlefield": ["Forest"], **DEEP}, DEEP, free=False)


def combat() -> Game:
    return board(
        {"battlefield": ["Grizzly Bears", "Serra Angel"], **DEEP}, {"battlefield": ["Young Wolf"], **DEEP},
        step="begin-combat",
    )  # fmt: skip


# By hand: with a bolt each, Ann passes or casts (2); Bob does either, or she picks a target or takes it back (2 + 3).
@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (lambda: passes_only(2), (1, 1, 1, 1, 1)),
        (lambda: passes_only(4), (1, 1, 1, 1, 1)),
        (bolts, (2, 5, 9, 18, 34, 64)),
        (lands, (3, 7, 17, 40, 74, 132)),
        (combat, (1, 1, 3, 3, 3, 4)),
    ],
    ids=["two pass", "four pass", "bolts", "lands", "combat"],
)
def test_the_number_of_sequences(position: Callable[[], Game], counts: tuple[int, ...]) -> None:
    game = position()
    assert tuple(perft(game, n + 1) for n in range(len(counts))) == counts
