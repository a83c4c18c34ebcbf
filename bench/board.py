"""How the cost of a pass, a decision and a fork grows with the board.

    python bench/board.py [--json]

Four players at 40, 160, 640 and 2,560 permanents (half lands, half creatures), and at 640 with 200 abilities that
listen to creatures entering and ten static effects on all creatures. `pass`: one pass of priority with nothing to
do, by a player whose pass does not end the step, with the check of state-based actions and the question that
follows. `round`: all four passes that end a step, and what begins the next, over a turn. `decision`: one of the
answers of casting a spell (the options listed, the target, the payment, the passes, the resolution). `fork`: a copy
of the game at priority. The figures are medians in microseconds, of `round` the mean. `pass_ratio` is the pass at
2,560 permanents over the one at 40, measured by turns so that a busier machine is busier for both.
"""

from __future__ import annotations

import gc
import sys
import time

from measuring import board, middle, options, report, table, timed

from apnap.engine.book import Book
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, Request
from apnap.pool import load_pool

SIZES = (40, 160, 640, 2560)
LISTENER, STATIC = "Soul Warden", "Glorious Anthem"


def plain(n: int) -> list[str]:
    """So many permanents, half of each kind for every player."""
    return [("Mountain", "Grizzly Bears")[i // 4 % 2] for i in range(n)]


def busy(n: int) -> list[str]:
    """So many permanents, among them 200 that listen and ten with static effects."""
    special = [LISTENER] * 200 + [STATIC] * 10
    return special + plain(n - len(special))


class Board:
    """One board, and what was measured of it."""

    def __init__(self, book: Book, name: str, permanents: list[str]) -> None:
        self.name = name
        self.game = board(book, permanents, hand=["Lightning Bolt"] * 4)
        self.game.answer(self.game.waiting_for()[0], PASS)
        self.walk = self.game.fork()
        self.passes: list[float] = []
        self.decisions: list[float] = []
        self.forks: list[float] = []
        self.rounds: list[float] = []

    def measure(self, n: int) -> None:
        """So many of each."""
        self._forks(n)
        while n > 0:
            n -= self._passes()
        self._cast(self.game.fork())

    def _forks(self, n: int) -> None:
        for _ in range(n):
            self.forks.append(timed(self.game.fork))

    def _passes(self) -> int:
        """Passes to the end of a step; those that only hand priority on are counted."""
        walk, counted = self.walk, 0
        began = time.perf_counter()
        while True:
            request = walk.request
            assert request is not None
            seat = walk.waiting_for()[0]
            if request.kind != "priority":
                walk.answer(seat, request.default)
                continue
            ends = walk.passed() + 1 >= walk.passers()
            took = timed(lambda seat=seat: walk.answer(seat, PASS))  # type: ignore[misc]
            if ends:
                self.rounds.append(time.perf_counter() - began)
                return counted
            self.passes.append(took)
            counted += 1

    def _cast(self, game: Game) -> None:
        """A spell from the announcement to its resolution, on a fork."""
        while True:
            request = game.request
            assert request is not None
            if game.waiting_for()[0] == 0 and request.kind == "priority":
                break
            game.answer(game.waiting_for()[0], PASS if request.kind == "priority" else request.default)
        cast, length = False, len(game.state.zones.get("graveyard:0", ()))
        while len(game.state.zones.get("graveyard:0", ())) == length:
            began = time.perf_counter()
            request = game.request
            assert request is not None
            answer = chosen(request, cast=cast)
            cast = cast or request.kind == "priority"
            game.answer(game.waiting_for()[0], answer)
            self.decisions.append(time.perf_counter() - began)

    def row(self) -> dict[str, float]:
        return {
            "pass_us": round(1e6 * middle(self.passes), 1),
            "round_us": round(1e6 * sum(self.rounds) / len(self.rounds), 1),
            "decision_us": round(1e6 * middle(self.decisions), 1),
            "fork_us": round(1e6 * middle(self.forks), 1),
        }


def chosen(request: Request, *, cast: bool) -> Answer:
    """Cast, then the first of everything, then pass. The options are listed as for a client."""
    listed = request.options
    if request.kind == "priority":
        spells = [o for o in listed if o.payload.kind == "cast"]
        return PASS if cast else Answer(picks=(spells[0].id,))
    if request.kind == "pay":
        return Answer(picks=(listed[0].id,))
    return request.default if request.default.picks else Answer(picks=tuple(o.id for o in listed[: request.max]))


def main() -> int:
    asked = options(__doc__).parse_args()
    book = load_pool().book("current", ("free-for-all",))
    sizes = SIZES[:2] if asked.quick else SIZES
    boards = [Board(book, str(n), plain(n)) for n in sizes]
    boards.append(Board(book, "640 busy", busy(640)))
    gc.collect()
    gc.freeze()
    for _ in range(2 if asked.quick else 25):
        for each in boards:
            each.measure(20)
    rows = {each.name: each.row() for each in boards}
    table(("permanents", *next(iter(rows.values()))), [(name, *row.values()) for name, row in rows.items()])
    first, last = rows[str(sizes[0])], rows[str(sizes[-1])]
    figures = {
        "boards": rows,
        "pass_ratio": round(last["pass_us"] / first["pass_us"], 2),
        "busy_ratio": round(rows["640 busy"]["pass_us"] / first["pass_us"], 2),
    }
    print(f"pass_ratio {figures['pass_ratio']}, busy_ratio {figures['busy_ratio']}")
    report("board", figures, wanted=asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
