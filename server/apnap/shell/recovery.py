"""A table rebuilt from the journal: the same request, with the same digest, after any kill.

The newest snapshot that can be read is taken, and the inputs after it are put in again. Where an input
does not lead to the state that it led to, the longest faithful prefix is served, and said so; where the
pool has changed, the table is refused with the difference.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from apnap.engine.calls import Guard
from apnap_protocol import messages as m

from .games import Games
from .journal import InputRow, JournalPort, TableRow, set_aside
from .play import Answering, Conceding, Started, from_bytes
from .policy import Preferences
from .rebuilding import rebuilt
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
    guard: Guard | None = None,
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
        return Recovered(row.id, None, f"it was played with other plugins or cards: {'; '.join(differences)}")
    table = make(room)
    table.created_ms = row.created_ms
    _seat_people(table, journal, registry)
    if row.stage == "open" and not room.seating.games:
        return Recovered(row.id, table)
    play, problem, lost = rebuilt(row.id, journal, games, guard)
    if play is None:
        return Recovered(row.id, None, problem, lost)
    table.play = play
    if lost:
        journal.write(set_aside(row.id, play.n))
    kept = [r for r in journal.inputs(row.id) if r.n <= play.n]
    _remember(kept, table, registry)
    return Recovered(row.id, table, problem, lost, asked_ms=kept[-1].at_ms)


def _differences(table_id: str, journal: JournalPort, games: Games) -> tuple[str, ...]:
    """What has changed of the plugins and files of cards that a table's last game began with."""
    for row in reversed(journal.inputs(table_id)):
        try:
            put_in = from_bytes(row.input)
        except msgspec.DecodeError:
            continue  # what cannot be read is found, and said, when the game is rebuilt
        if isinstance(put_in, Started):
            return games.differences(put_in.setup)
    return ()


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
        put_in = from_bytes(row.input)
        if person is not None and row.command:
            refused = put_in.unavailable if isinstance(put_in, Answering) else None
            person.remember(row.command, refused.error(row.command) if refused else m.Ack(row.command))
        if row.spent_ms and isinstance(put_in, Answering | Conceding):
            spent = table.clocks.spent_ms
            spent[put_in.seat] = spent.get(put_in.seat, 0) + row.spent_ms
