"""Games between random players in one process: decisions a second, memory, and whether long games grow slow.

    python bench/games.py [--json] [--seconds 8]

Full rules, one process, no server; the time is the processor's, since a machine may be shared. Each decision lists
its options as a client would be sent them, one is chosen at random, and the engine goes on to the next question. Two
and four players; sixty-card and Commander decks that are shipped. Memory: the growth of the process by live games
300 decisions old, their logs kept whole. The long game: four players at a steady board (six lands each, spells cast
at players with a million life) for 20,000 answers; `long_ratio` is the pace of answers 19,000 to 20,000 over that of
100 to 1,100.
"""

from __future__ import annotations

import gc
import itertools
import random
import sys
import time
from collections import Counter
from typing import Any

from measuring import NAMES, options, report, resident_kb, table
from msgspec.structs import replace

from apnap.decks.shipped import COMMANDER, SIXTY, shipped
from apnap.engine.book import Book
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, IllegalAnswer, Request
from apnap.engine.setup import SeatSetup, Setup, starting_state
from apnap.pool import Pool, load_pool
from apnap.testing.selfplay import random_answer

LENGTH = 1000
OLD = 300
LANDS = 6


def setup(names: tuple[str, ...], seats: int, seed: int) -> Setup:
    """A game with the decks of these lists, in turn."""
    decks = [shipped(names[i % len(names)]) for i in range(seats)]
    people = tuple(SeatSetup(NAMES[i], d.cards, d.commanders) for i, d in enumerate(decks))
    return Setup(people, seed=seed)


def step(game: Game, chance: random.Random) -> bool:
    """One decision; false where the game is over."""
    request = game.request
    if request is None:
        return False
    seat = game.waiting_for()[0]
    try:
        game.answer(seat, random_answer(request, chance))
    except IllegalAnswer:
        request = game.request
        assert request is not None
        game.answer(game.waiting_for()[0], request.default)
    return True


def pace(book: Book, names: tuple[str, ...], seats: int, seconds: float) -> dict[str, float]:
    """Games one after another for so long; a game that does not end is left at its thousandth decision."""
    counts: Counter[str] = Counter()
    began = time.process_time()
    for seed in itertools.count(1):
        chance = random.Random(seed)
        game = Game.start(book, setup(names, seats, seed))
        for _ in range(LENGTH):
            if not step(game, chance):
                break
            counts["decisions"] += 1
        counts["games"] += 1
        counts["turns"] += game.state.turn.number
        spent = time.process_time() - began
        if spent > seconds:
            break
    return {
        "decisions_s": round(counts["decisions"] / spent),
        "games_s": round(counts["games"] / spent, 2),
        "decisions": counts["decisions"],
        "turns": counts["turns"],
    }


def memory(book: Book, names: tuple[str, ...], games: int, alive: list[Game]) -> int:
    """KB of a live game of four; the games stay in `alive`, so that their memory is not used again."""
    step(Game.start(book, setup(names, 4, 1)), random.Random(1))
    gc.collect()
    before = resident_kb()
    for seed in range(1, games + 1):
        chance = random.Random(seed)
        game = Game.start(book, setup(names, 4, seed))
        for _ in range(OLD):
            step(game, chance)
        alive.append(game)
    gc.collect()
    return (resident_kb() - before) // games


def steady(game: Game, request: Request) -> Answer:
    """Plays six lands, then casts what it can at others; keeps the board as it is."""
    seat = game.waiting_for()[0]
    if request.kind == "priority":
        for option in request.options:
            if option.payload.kind == "cast":
                return Answer(picks=(option.id,))
            if option.payload.kind == "play" and lands(game, seat) < LANDS:
                return Answer(picks=(option.id,))
        return PASS
    if request.kind == "pay":
        return Answer(picks=(request.options[0].id,))
    if request.prompt == "target":
        others = [o.id for o in request.options if not o.payload.object and o.payload.seat != seat]
        return Answer(picks=tuple(others[:1]))
    return request.default


def lands(game: Game, seat: int) -> int:
    return sum(game.state.objects[i].controller == seat for i in game.look.permanents())


def long_game(book: Book, length: int, first: tuple[int, int], last: tuple[int, int]) -> dict[str, Any]:
    """The pace between two pairs of answers of one long game."""
    deck = (*["Mountain"] * 400, *["Lightning Bolt"] * 400)
    state = starting_state(book, Setup(tuple(SeatSetup(name, deck) for name in NAMES)))
    state.players = tuple(replace(p, life=10**6) for p in state.players)
    game = Game(book, state)
    at: dict[int, float] = {}
    for n in range(length + 1):
        if n in (*first, *last):
            at[n] = time.process_time()
        request = game.request
        assert request is not None, f"the long game was over after {n} answers"
        game.answer(game.waiting_for()[0], steady(game, request))
    early, late = ((b - a) / (at[b] - at[a]) for a, b in (first, last))
    return {
        "early_s": round(early), "late_s": round(late), "long_ratio": round(late / early, 2),
        "long_turns": game.state.turn.number, "long_events": len(game.log),
    }  # fmt: skip


def paces(pool: Pool, seconds: float) -> dict[str, dict[str, float]]:
    rows = {}
    for title, names, format_ in (("sixty", SIXTY, "free-for-all"), ("commander", COMMANDER, "commander")):
        book = pool.book("current", (format_,))
        for seats in (2, 4):
            rows[f"{title} {seats}"] = pace(book, names, seats, seconds)
    return rows


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each kind of game")
    asked = parser.parse_args()
    quick: bool = asked.quick
    pool = load_pool()
    gc.collect()
    gc.freeze()
    free, commander = (pool.book("current", (f,)) for f in ("free-for-all", "commander"))
    figures: dict[str, Any] = {}
    alive: list[Game] = []
    for name, book, names in (("sixty_kb", free, SIXTY), ("commander_kb", commander, COMMANDER)):
        figures[name] = memory(book, names, 3 if quick else 20, alive)
    alive.clear()
    rows = paces(pool, 0.2 if quick else asked.seconds)
    table(("players", *next(iter(rows.values()))), [(name, *row.values()) for name, row in rows.items()])
    figures["paces"] = rows
    if quick:
        figures |= long_game(free, 400, (100, 200), (300, 400))
    else:
        figures |= long_game(free, 20_000, (100, 1_100), (19_000, 20_000))
    for name, value in figures.items():
        if name != "paces":
            print(f"{name} {value}")
    report("games", figures, wanted=asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
