"""A table rebuilt from the journal: the same request, with the same digest, after any kill.

The newest snapshot that can be read is taken, and the inputs after it are put in again. Where an input
does not lead to the state that it led to, the longest faithful prefix is served, and said so; where the
pool has changed, the table is refused with the difference.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from apnap_protocol import messages as m

from .games import Games
from .journal import InputRow, JournalPort, TableRow, set_aside
from .play import Play, Snapshot, Started, from_bytes
from .policy import Preferences
from .registry import Registry
from .room import Room, Seating, Terms
from .table import Table


class Recovered(Struct, frozen=True):
    """What became of a table of the journal."""

    id: str
    table: Table | None
    problem: str = ""
    lost: int = 0
    """Inputs of the journal that could not be put in again."""
    asked_ms: int = 0
    """When its open questions were asked."""


def recover(
    row: TableRow,
    journal: JournalPort,
    games: Games,
    registry: Registry,
    make: Callable[[Room], Table],
) -> Recovered:
    """The table of a row, or why there is none."""
    try:
        room = Room(
            row.id,
            msgspec.json.decode(row.setup, type=Terms),
            msgspec.json.decode(row.room, type=Seating),
        )
    except msgspec.DecodeError as error:
        return Recovered(row.id, None, f"its row cannot be read: {error}")
    if row.stage == "playing" and (differences := _differences(row.id, journal, games)):
        return Recovered(row.id, None, f"it was played with other plugins: {'; '.join(differences)}")
    table = make(room)
    table.created_ms = row.created_ms
    _seat_people(table, journal, registry)
    if row.stage == "open" and not room.seating.games:
        return Recovered(row.id, table)
    play, problem, lost = rebuilt(row.id, journal, games)
    if play is None:
        return Recovered(row.id, None, problem, lost)
    table.play = play
    if lost:
        journal.write(set_aside(row.id, play.n))
    kept = [r for r in journal.inputs(row.id) if r.n <= play.n]
    _remember(kept, table, registry)
    return Recovered(row.id, table, problem, lost, asked_ms=kept[-1].at_ms)


def _differences(table_id: str, journal: JournalPort, games: Games) -> tuple[str, ...]:
    """What has changed of the plugins that a table's last game began with."""
    for row in reversed(journal.inputs(table_id)):
        try:
            put_in = from_bytes(row.input)
        except msgspec.DecodeError:
            continue  # what cannot be read is found, and said, when the game is rebuilt
        if isinstance(put_in, Started):
            return games.differences(put_in.setup)
    return ()


def rebuilt(table_id: str, journal: JournalPort, games: Games) -> tuple[Play | None, str, int]:
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
                play = _restored(games, rows, shot.n, Snapshot(shot.game, shot.sight))
            play, done, fault = _put_in(games, play, [r for r in rows if r.n >= start])
        except Exception as error:  # a snapshot that cannot be read: the one before it, or the beginning
            problem = f"a snapshot cannot be read: {error!r}"
            continue
        if play is not None:
            return play, fault or problem, sum(r.n > done for r in rows)
        problem = fault
    return None, problem, len(rows)


def _restored(games: Games, rows: list[InputRow], n: int, shot: Snapshot) -> Play:
    for row in reversed([r for r in rows if r.n <= n]):
        put_in = from_bytes(row.input)
        if isinstance(put_in, Started):
            return Play.restored(games, put_in.setup, n, shot)
    raise ValueError("its journal has no beginning")


def _put_in(games: Games, play: Play | None, rows: list[InputRow]) -> tuple[Play | None, int, str]:
    """Puts inputs in again until one does not do what it did."""
    done = play.n if play is not None else -1
    for row in rows:
        good, fault = play, ""
        try:
            put_in = from_bytes(row.input)
            if isinstance(put_in, Started):
                play = Play(games, put_in.setup, n=row.n - 1, after=play)
            if play is None:
                return None, done, "its journal has no beginning"
            if row.n != play.n + 1:
                return play, done, f"input {play.n + 1} is missing"
            play.take(put_in)
            if play.mark != row.mark:
                fault = f"input {row.n} did not lead to the state that it led to"
        except Exception as error:
            fault = f"input {row.n} cannot be put in again: {error!r}"
        if fault:
            # what was half done is left behind: the prefix is put in anew
            prefix = [r for r in rows if r.n < row.n]
            return (*_put_in(games, None, prefix)[:2], fault) if prefix else (good, done, fault)
        done = row.n
    return play, done, ""


def _seat_people(table: Table, journal: JournalPort, registry: Registry) -> None:
    for row in journal.sessions(table.id):
        person = registry.get(row.user)
        if person is None:
            continue
        session = table.new_session(row.seat, person, row.id)
        session.token, session.previous = row.token, row.previous
        session.prefer = Preferences.from_bytes(row.prefer)
        table.audience.sessions[session.id] = session
        person.tables.add(table.id)
    host = registry.get(table.room.terms.host)
    if host is not None:
        host.hosting.add(table.id)


def _remember(rows: list[InputRow], table: Table, registry: Registry) -> None:
    """Commands done before the kill get the same reply again, and what clocks had cost stays spent."""
    for row in rows:
        person = registry.get(row.user)
        if person is not None and row.command:
            person.remember(row.command, m.Ack(row.command))
        put_in = from_bytes(row.input)
        if row.spent_ms and not isinstance(put_in, Started):
            spent = table.clocks.spent_ms
            spent[put_in.seat] = spent.get(put_in.seat, 0) + row.spent_ms
