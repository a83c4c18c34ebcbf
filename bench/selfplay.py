"""Random self-play of every card: two to six seats, any edition that is there, invariants at a few decisions.

    python bench/selfplay.py --games 50 --seed 1 [--seats 4] [--seconds 60] [--edition current] [--format archenemy]
        [--cards FILE]

With a file of cards, decks are of random cards of it that plugins can read, and of lands. Prints counts; a find
is written with the seed that shows it again (`--seed N --games 1`), and makes the exit status 1. The ledger gets
one line a run: seeds, games, decisions, finds.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from apnap import __version__
from apnap.engine import events as ev
from apnap.engine.book import Book, MissingPart
from apnap.engine.definitions import CardDef
from apnap.pool import Pool, load_pool
from apnap.readings import Unread
from walks import Walk, check_all, sweeps_compared

ONE_IN = 50
STEPS = 400
#: Formats that every other game tries before free-for-all.
FORMATS = ("two-headed-giant", "archenemy")
#: A deck has so many different cards of a file, and of each plain land so many.
OF_FILE = 45
PLAIN = 6
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
MOVES = {"concede": 0.001, "rebuild": 0.004, "restore": 0.004, "fork": 0.004}


def book_for(pool: Pool, seed: int, edition: str, asked: int = 0, format: str = "") -> tuple[Book, int]:
    """The book and number of seats of a seed: every edition that has the format in turn.

    So many seats as asked, or in turn; fewer where the edition has no rules for so many.
    """
    seats = asked or 2 + seed % 5
    editions = [edition] if edition else sorted(pool.editions)
    chosen = editions[seed // 5 % len(editions)]
    for format_ in _tried(seed, format):
        with contextlib.suppress(MissingPart):
            book = pool.book(chosen, (format_,))
            if book.rules.refuse_seats(seats) is None and book.rules.refuse_teams(book.rules.neighbours(seats)) is None:
                return book, seats
    book = pool.book(chosen, ("free-for-all",))
    while book.rules.refuse_seats(seats) is not None:
        seats -= 1
    return book, seats


def _tried(seed: int, asked: str) -> tuple[str, ...]:
    """The formats that a seed's game may be of, before free-for-all: the one asked for, or with odd seeds all."""
    if asked:
        return (asked,)
    return (FORMATS[seed // 2 % len(FORMATS) :] + FORMATS) if seed % 2 else ()


def read_for(pool: Pool, seed: int) -> tuple[CardDef, ...]:
    """The cards of files that a seed's decks are of: random ones that are read; none without files."""
    names = [name for file in pool.files.files for name in file.names if name not in pool.cards]
    random.Random(seed).shuffle(names)
    found: list[CardDef] = []
    for name in names:
        reading = pool.reading(name)
        if reading is not None and not isinstance(reading, Unread):
            found.append(reading)
        if len(found) == OF_FILE:
            break
    return tuple(found)


def play(pool: Pool, seed: int, seats: int, edition: str, format: str = "") -> tuple[Walk | None, list[str]]:
    """One game: how far it came, and what was wrong."""
    try:
        book, seats = book_for(pool, seed, edition, seats, format)
        read = read_for(pool, seed)
        deck = (*(card.name for card in read), *BASICS * PLAIN) if read else ()
        walk = Walk(book.beside(read) if read else book, seed, seats, deck=deck, **MOVES)
        with sweeps_compared() as sweeps:
            walk.run(STEPS, check=check_all, one_in=ONE_IN)
        failed = [f"{e.path}: {e.reason}" for e in walk.game.log if isinstance(e, ev.CardFailed)]
        return walk, walk.finds + sweeps + failed
    except MissingPart as missing:
        return None, [f"refused: {missing}"]
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-4:]
        return None, [f"{type(error).__name__}: {error} at " + " < ".join(f"{f.name}:{f.lineno}" for f in where[::-1])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--edition", default="")
    parser.add_argument("--format", default="")
    parser.add_argument("--cards", type=Path, help="a file of cards that decks are made of")
    parser.add_argument("--ledger", type=Path)
    asked = parser.parse_args()
    pool = load_pool(cards=[asked.cards] if asked.cards else [])
    counts: Counter[str] = Counter()
    finds: dict[int, list[str]] = {}
    began = time.monotonic()
    for seed in range(asked.seed, asked.seed + asked.games):
        if asked.seconds and time.monotonic() - began > asked.seconds:
            break
        walk, found = play(pool, seed, asked.seats, asked.edition, asked.format)
        counts["games"] += 1
        if walk is not None:
            counts += Counter(decisions=walk.decisions, events=len(walk.game.log), over=int(walk.game.over))
        if found:
            finds[seed] = found
            print(f"seed {seed}: {len(found)} finds, the first: {found[0][:600]}", flush=True)
    seconds = time.monotonic() - began
    pace = counts["decisions"] / seconds
    print(f"{dict(counts)} in {seconds:.1f} s, {pace:.0f} decisions a second, {len(finds)} games with finds")
    if asked.ledger is not None:
        write(asked.ledger, asked.seed, counts, finds)
    return 1 if finds else 0


def write(ledger: Path, seed: int, counts: Counter[str], finds: dict[int, list[str]]) -> None:
    line: dict[str, Any] = {"version": __version__, "first_seed": seed, **counts}
    line["finds"] = {str(s): f[0][:200] for s, f in finds.items()}
    with ledger.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
