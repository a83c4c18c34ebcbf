"""Games played again from a journal, alone: what happened, and whether it happens again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from apnap.engine.sight import SPECTATOR
from apnap_protocol.wording import Words

from .games import Games
from .journal import InputRow, Journal
from .play import Outcome, Play, Started, from_bytes


class Divergence(Struct, frozen=True):
    """The first input that did not do again what it did."""

    n: int
    by: str
    reason: str


class Replay(Struct, frozen=True):
    """What became of one table's inputs."""

    table: str
    inputs: int
    verified: int
    """Inputs that led to the same events and the same state, byte for byte."""
    divergence: Divergence | None = None


async def replay(
    path: Path, games: Games, *, table: str = "", say: Callable[[str], None] | None = None
) -> list[Replay]:
    """Plays every table of a journal again, or one; `say` gets what a spectator would be told."""
    journal = Journal(path)
    try:
        wanted = [id for id in journal.all_tables() if table in ("", id)]
        return [played_again(id, journal.inputs(id), games, say) for id in wanted]
    finally:
        await journal.close()


def played_again(table: str, rows: list[InputRow], games: Games, say: Callable[[str], None] | None = None) -> Replay:
    """One table's inputs, put in again from the first."""
    play: Play | None = None
    for i, row in enumerate(rows):
        try:
            put_in = from_bytes(row.input)
            if isinstance(put_in, Started):
                play = Play(games, put_in.setup, n=row.n - 1, after=play)
            if play is None:
                raise ValueError("expected the first input to start a game")
            outcome = play.take(put_in)
        except Exception as fault:
            return Replay(table, len(rows), i, Divergence(row.n, row.by, f"cannot be put in again: {fault!r}"))
        if say is not None:
            for line in _lines(play, outcome):
                say(line)
        if play.trace != row.mark:
            return Replay(table, len(rows), i, Divergence(row.n, row.by, "other events, or another state"))
    return Replay(table, len(rows), len(rows))


def _lines(play: Play, outcome: Outcome) -> Iterator[str]:
    told = outcome.told.get(SPECTATOR)
    if told is None:
        return
    words = Words([chair.name for chair in play.setup.seats])
    words.know(msgspec.to_builtins(play.pictures[SPECTATOR].view))
    for happening in told.events:
        yield from words.lines(happening)
