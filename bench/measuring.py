"""What the measurements share: boards, statistics, and how a result is printed."""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from apnap.engine.book import Book
from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup, add_card, starting_state
from apnap.engine.state import Turn
from apnap.engine.values import Seat

NAMES = ("Ann", "Bob", "Cat", "Dan")


def options(text: str | None) -> argparse.ArgumentParser:
    """A parser with what every measurement takes."""
    parser = argparse.ArgumentParser(description=(text or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON line last")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs; not for figures")
    return parser


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints rows in columns."""
    lines = [tuple(head), *(tuple(str(cell) for cell in row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        cells = (c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True)))
        print("  ".join(cells))


def report(name: str, figures: dict[str, Any], *, wanted: bool) -> None:
    """The JSON line, if it is wanted."""
    if wanted:
        print(json.dumps({"bench": name, **figures}, sort_keys=True))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def middle(values: Sequence[float]) -> float:
    return quantile(values, 0.5)


def resident_kb() -> int:
    """The memory of this process now, in KB; the most that it had where the system does not tell."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = status.read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def timed(deed: Callable[[], object]) -> float:
    """How many seconds it takes."""
    began = time.perf_counter()
    deed()
    return time.perf_counter() - began


def board(book: Book, permanents: Sequence[str], *, hand: Sequence[str] = (), library: str = "Forest") -> Game:
    """Four players with these permanents dealt out in turn, in the first player's main phase."""
    people = tuple(SeatSetup(name, (library,) * 60) for name in NAMES)
    state = starting_state(book, Setup(seats=people))
    for n, name in enumerate(permanents):
        add_card(state, book, Seat(n % len(NAMES)), name, "battlefield", arrived=-1)
    for name in hand:
        add_card(state, book, Seat(0), name, "hand")
    steps = book.rules.steps
    plan = steps[steps.index("main1") + 1 :]
    state.turn = Turn(number=1, active=Seat(0), step="main1", stage="open", holder=Seat(0), plan=plan)
    state.players = tuple(replace(p, life=10**6, kept=True) for p in state.players)
    return Game(book, state)
