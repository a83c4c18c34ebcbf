"""Five hundred equal triggers of one event: onto the stack in one go, and resolved one by one.

    python bench/triggers.py [--json]

Four players with as many permanents that listen to creatures entering; one creature enters. `trigger_ms` is the
answer with which it enters: every ability triggers, all are put on the stack, and the next question stands.
`resolve_ms` is a resolution with the four passes before it. Players are asked for an order only where the abilities
differ; `questions` counts all that are asked on the way.
"""

from __future__ import annotations

import sys

from measuring import board, middle, options, report, table, timed

from apnap.engine.requests import PASS, Answer
from apnap.pool import load_pool

LISTENER, ENTERING = "Soul Warden", "Ornithopter"


def main() -> int:
    asked = options(__doc__).parse_args()
    n = 50 if asked.quick else 500
    book = load_pool().book("current", ("free-for-all",))
    game = board(book, [LISTENER] * n, hand=[ENTERING])
    entering, resolving, questions = 0.0, [], 0
    request = game.request
    assert request is not None
    spell = next(o.id for o in request.options if o.payload.kind == "cast")
    game.answer(game.waiting_for()[0], Answer(picks=(spell,)))
    while game.request is not None and game.request.kind != "priority":
        game.answer(game.waiting_for()[0], game.request.default)
    for _ in range(4):
        entering = timed(lambda: game.answer(game.waiting_for()[0], PASS))
    while game.request is not None and game.request.kind != "priority":
        questions += 1
        request = game.request
        entering += timed(lambda request=request: game.answer(game.waiting_for()[0], request.default))  # type: ignore[misc]
    waiting = len(game.state.zone("stack"))
    if waiting != n:
        print(f"expected {n} abilities on the stack, found {waiting}")
        return 1
    life = sum(p.life for p in game.state.players)

    def resolve() -> None:
        for _ in range(4):
            game.answer(game.waiting_for()[0], PASS)

    while game.state.zone("stack"):
        resolving.append(timed(resolve))
    gained = sum(p.life for p in game.state.players) - life
    if gained != n:
        print(f"expected {n} life gained, found {gained}")
        return 1
    figures = {
        "triggers": n,
        "trigger_ms": round(1000 * entering, 1),
        "resolve_ms": round(1000 * middle(resolving), 2),
        "all_ms": round(1000 * (entering + sum(resolving)), 1),
        "questions": questions,
    }
    table(tuple(figures), [tuple(figures.values())])
    report("triggers", figures, wanted=asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
