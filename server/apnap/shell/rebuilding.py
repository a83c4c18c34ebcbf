"""A play rebuilt from the journal: snapshots, and inputs put in again.

Where an input does not lead to the events and the state that it led to, the longest faithful prefix is
what is left.
"""

from __future__ import annotations

from apnap.engine.calls import Guard

from .games import Games
from .journal import InputRow, JournalPort
from .play import Play, Snapshot, Started, from_bytes


def rebuilt(
    table_id: str, journal: JournalPort, games: Games, guard: Guard | None = None
) -> tuple[Play | None, str, int]:
    """The play at the last input that can be put in again, what went wrong, and how many were not."""
    rows = journal.inputs(table_id)
    if not rows:
        return None, "its journal has no inputs", 0
    problem = ""
    for shot in [*journal.snapshots(table_id), None]:
        try:
            start = 0 if shot is None else shot.n + 1
            play = None
            if shot is not None:
                play = _restored(games, rows, shot.n, Snapshot(shot.game, shot.sight), guard)
            play, done, fault = _put_in(games, play, [r for r in rows if r.n >= start], guard)
        except Exception as error:  # a snapshot that cannot be read: the one before it, or the beginning
            problem = f"a snapshot cannot be read: {error!r}"
            continue
        if play is not None:
            return play, fault or problem, sum(r.n > done for r in rows)
        problem = fault
    return None, problem, len(rows)


def _restored(games: Games, rows: list[InputRow], n: int, shot: Snapshot, guard: Guard | None) -> Play:
    for row in reversed([r for r in rows if r.n <= n]):
        put_in = from_bytes(row.input)
        if isinstance(put_in, Started):
            return Play.restored(games, put_in.setup, n, shot, guard)
    raise ValueError("its journal has no beginning")


def _put_in(games: Games, play: Play | None, rows: list[InputRow], guard: Guard | None) -> tuple[Play | None, int, str]:
    """Puts inputs in again until one does not do what it did."""
    done = play.n if play is not None else -1
    for row in rows:
        good, fault = play, ""
        try:
            put_in = from_bytes(row.input)
            if isinstance(put_in, Started):
                play = Play(games, put_in.setup, n=row.n - 1, after=play, guard=guard)
            if play is None:
                return None, done, "its journal has no beginning"
            if row.n != play.n + 1:
                return play, done, f"input {play.n + 1} is missing"
            play.take(put_in)
            if play.trace != row.mark:
                fault = f"input {row.n} did not lead to the state that it led to"
        except Exception as error:
            fault = f"input {row.n} cannot be put in again: {error!r}"
        if fault:
            # what was half done is left behind: the prefix is put in anew
            prefix = [r for r in rows if r.n < row.n]
            return (*_put_in(games, None, prefix, guard)[:2], fault) if prefix else (good, done, fault)
        done = row.n
    return play, done, ""
