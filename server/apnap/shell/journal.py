"""The journal: what was put in, durably, before anybody is told what came of it.

SQLite in WAL mode with full synchronisation, one writer thread with its own connection, one transaction
for all that is queued when the thread looks, one wake-up of the loop per transaction. A write is a list
of statements and a callback; callbacks come in order, on the loop, after the commit that holds the write.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

Statement = tuple[str, tuple[Any, ...]]
Done = Callable[[BaseException | None], None]

SCHEMA = """
BEGIN;
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, setup BLOB NOT NULL, room BLOB NOT NULL,
    stage TEXT NOT NULL, fingerprint TEXT NOT NULL, closed_ms INTEGER);
CREATE TABLE IF NOT EXISTS inputs (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, user TEXT NOT NULL, command TEXT NOT NULL, "by" TEXT NOT NULL,
    input BLOB NOT NULL, mark INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    spent_ms INTEGER NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, game BLOB NOT NULL, sight BLOB NOT NULL,
    PRIMARY KEY (table_id, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat INTEGER NOT NULL, user TEXT NOT NULL,
    token BLOB NOT NULL, previous BLOB NOT NULL, prefer BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, token BLOB NOT NULL UNIQUE, seen_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS beats (one INTEGER PRIMARY KEY CHECK (one = 1), at_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS faults (
    plugin TEXT NOT NULL, version TEXT NOT NULL, path TEXT NOT NULL, count INTEGER NOT NULL, reason TEXT NOT NULL,
    table_id TEXT NOT NULL, at_ms INTEGER NOT NULL, PRIMARY KEY (plugin, version, path)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_of ON sessions (table_id);
PRAGMA user_version = 1;
COMMIT;
"""


class InputRow(Struct, frozen=True):
    """One input of a table, in its order."""

    table_id: str
    n: int
    user: str
    command: str
    by: str
    input: bytes
    mark: int
    """A digest of its events and of the state after them."""
    at_ms: int
    spent_ms: int = 0
    """What it cost of the seat's time for the game."""


class SnapshotRow(Struct, frozen=True):
    """A game's checkpoint and the names given so far, after input `n`."""

    table_id: str
    n: int
    game: bytes
    sight: bytes


class TableRow(Struct, frozen=True):
    """A table: how it was created, who sits where, and how far it is."""

    id: str
    created_ms: int
    setup: bytes
    room: bytes
    stage: str
    fingerprint: str
    closed_ms: int | None = None


class SessionRow(Struct, frozen=True):
    """A session, with the hashes of its resume tokens."""

    id: str
    table_id: str
    seat: int
    user: str
    token: bytes
    previous: bytes
    prefer: bytes = b""


class UserRow(Struct, frozen=True):
    """A person, with the hash of the token that proves it."""

    id: str
    name: str
    token: bytes
    seen_ms: int


class Fault(Struct, frozen=True):
    """Failures of one piece of a plugin's code, counted."""

    plugin: str
    version: str
    path: str
    count: int
    reason: str
    table_id: str
    """The table where it failed last."""
    at_ms: int


Row = InputRow | SnapshotRow | TableRow | SessionRow | UserRow
_TABLES: dict[type[Row], str] = {
    InputRow: "inputs",
    SnapshotRow: "snapshots",
    TableRow: "tables",
    SessionRow: "sessions",
    UserRow: "users",
}


_PUT: dict[type[Row], str] = {
    row: f"{'INSERT' if row is InputRow else 'INSERT OR REPLACE'} INTO {name} "
    f"VALUES ({', '.join('?' * len(row.__struct_fields__))})"
    for row, name in _TABLES.items()
}


def put(row: Row) -> Statement:
    """The statement that keeps a row. An input is never written over; the others are replaced."""
    return _PUT[type(row)], msgspec.structs.astuple(row)


def keep_snapshot(row: SnapshotRow) -> list[Statement]:
    """The statements that keep a snapshot, and of those before it only the last."""
    older = (
        "DELETE FROM snapshots WHERE table_id = ? AND n NOT IN "
        "(SELECT n FROM snapshots WHERE table_id = ? ORDER BY n DESC LIMIT 2)"
    )
    return [put(row), (older, (row.table_id, row.table_id))]


def forget_finished(now_ms: int, days: float) -> list[Statement]:
    """The statements that delete what belongs to tables closed longer ago than `days`."""
    before = now_ms - int(days * 86_400_000)
    old = "(SELECT id FROM tables WHERE closed_ms IS NOT NULL AND closed_ms < ?)"
    parts = [f"DELETE FROM {name} WHERE table_id IN {old}" for name in ("inputs", "snapshots", "sessions")]
    whole = "DELETE FROM tables WHERE closed_ms IS NOT NULL AND closed_ms < ?"
    return [(sql, (before,)) for sql in (*parts, whole)]


def beat(now_ms: int) -> list[Statement]:
    """The statement that says that the server is alive, so that clocks know when it was not."""
    return [("INSERT OR REPLACE INTO beats VALUES (1, ?)", (now_ms,))]


def count(fault: Fault) -> Statement:
    """The statement that adds failures of a plugin to those that are kept."""
    sql = (
        "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "count = count + excluded.count, reason = excluded.reason, table_id = excluded.table_id, at_ms = excluded.at_ms"
    )
    return sql, msgspec.structs.astuple(fault)


def set_aside(table_id: str, n: int) -> list[Statement]:
    """The statements that put a tail that cannot be used out of the way, without destroying it."""
    return [
        ("UPDATE inputs SET table_id = ? WHERE table_id = ? AND n > ?", (f"{table_id} lost", table_id, n)),
        ("DELETE FROM snapshots WHERE table_id = ? AND n > ?", (table_id, n)),
    ]


class JournalPort(Protocol):
    """What the rest of the shell needs of a journal."""

    failed: BaseException | None

    def write(self, statements: Sequence[Statement], done: Done | None = None) -> None: ...
    def open_tables(self) -> list[TableRow]: ...
    def sessions(self, table_id: str) -> list[SessionRow]: ...
    def users(self) -> list[UserRow]: ...
    def faults(self) -> list[Fault]: ...
    def snapshots(self, table_id: str) -> list[SnapshotRow]: ...
    def inputs(self, table_id: str, after: int = -1) -> list[InputRow]: ...
    def last_alive_ms(self) -> int: ...
    async def written_or_failed(self) -> None: ...
    async def close(self) -> None: ...


class Journal:
    """A journal in one SQLite file. Made on a running loop, which gets the callbacks."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.failed: BaseException | None = None
        self.commits = self.statements = 0
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[Sequence[Statement], Done | None] | None] = queue.SimpleQueue()
        self._memory = self.path == ":memory:"
        self._reader = self._connect()
        self._reader.executescript(SCHEMA)
        self._reader.commit()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        # a journal in memory has one connection for both; the writer is then the only one that writes
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        return connection

    # --- writing ------------------------------------------------------------------------------------

    def write(self, statements: Sequence[Statement], done: Done | None = None) -> None:
        """Queues statements for the next transaction; `done` is called after its commit or failure."""
        self._queue.put((statements, done))

    async def written(self) -> None:
        """Waits until everything queued so far is committed; raises what the commit raised."""
        reached: asyncio.Future[None] = self._loop.create_future()

        def done(error: BaseException | None) -> None:
            if not reached.done():
                reached.set_exception(error) if error else reached.set_result(None)

        self.write((), done)
        await reached

    def limit_pages(self, pages: int) -> None:
        """The file takes no more than so many pages: a disk that is full, for a test or an operator."""
        self.write([(f"PRAGMA max_page_count = {int(pages)}", ())])

    async def back_up(self, path: str | Path) -> None:
        """Copies the whole journal, as it is now, while it is in use."""
        await asyncio.to_thread(self._copy, str(path))

    def _copy(self, path: str) -> None:
        source, copy = self._connect(), sqlite3.connect(path)
        try:
            source.backup(copy, pages=256)
        finally:
            copy.close()
            source.close()

    async def written_or_failed(self) -> None:
        """Waits until nothing is queued any more."""
        with contextlib.suppress(sqlite3.Error):
            await self.written()

    async def close(self) -> None:
        """Commits what is queued and closes the file."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()

    def _run(self) -> None:
        connection = self._reader if self._memory else self._connect()
        with contextlib.ExitStack() as stack:
            if not self._memory:
                stack.callback(connection.close)
            while self._drain(connection):
                pass

    def _drain(self, connection: sqlite3.Connection) -> bool:
        """One transaction of everything that waits; false when the journal is to be closed."""
        batch = [self._queue.get()]
        while batch[-1] is not None and len(batch) < 1000:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        going_on = batch[-1] is not None
        writes = [write for write in batch if write is not None]
        error = self._commit(connection, writes) if writes else None
        callbacks = [done for _, done in writes if done is not None]
        if callbacks:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_call, callbacks, error)
        return going_on

    def _commit(
        self, connection: sqlite3.Connection, writes: list[tuple[Sequence[Statement], Done | None]]
    ) -> BaseException | None:
        if self.failed is not None:
            return self.failed  # an input after a lost one must not be kept
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statements, _ in writes:
                for sql, values in statements:
                    connection.execute(sql, values)
                    self.statements += 1
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self.failed = error
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            return error
        self.commits += 1
        return None

    # --- reading ------------------------------------------------------------------------------------

    def open_tables(self) -> list[TableRow]:
        """The tables that were not closed, oldest first."""
        sql = "SELECT * FROM tables WHERE closed_ms IS NULL ORDER BY created_ms, id"
        return [TableRow(*row) for row in self._reader.execute(sql)]

    def last_alive_ms(self) -> int:
        """When the server that wrote this was last seen alive; 0 where it never was."""
        sql = "SELECT max(coalesce((SELECT max(at_ms) FROM beats), 0), coalesce((SELECT max(at_ms) FROM inputs), 0))"
        return int(self._reader.execute(sql).fetchone()[0])

    def table(self, table_id: str) -> TableRow | None:
        """One table, also a closed one."""
        row = self._reader.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
        return None if row is None else TableRow(*row)

    def sessions(self, table_id: str) -> list[SessionRow]:
        sql = "SELECT * FROM sessions WHERE table_id = ? ORDER BY seat, id"
        return [SessionRow(*row) for row in self._reader.execute(sql, (table_id,))]

    def faults(self) -> list[Fault]:
        """The failures of plugins so far."""
        return faults_of(self._reader)

    def users(self) -> list[UserRow]:
        return [UserRow(*row) for row in self._reader.execute("SELECT * FROM users ORDER BY seen_ms")]

    def snapshots(self, table_id: str) -> list[SnapshotRow]:
        """The snapshots kept, newest first."""
        sql = "SELECT * FROM snapshots WHERE table_id = ? ORDER BY n DESC"
        return [SnapshotRow(*row) for row in self._reader.execute(sql, (table_id,))]

    def inputs(self, table_id: str, after: int = -1) -> list[InputRow]:
        """The inputs after number `after`, in order."""
        return _inputs_of(self._reader, table_id, after)


def _call(callbacks: list[Done], error: BaseException | None) -> None:
    for done in callbacks:
        done(error)


# --- for who does not run the server ------------------------------------------------------------------


def tables_in(path: Path | str) -> list[str]:
    """The ids of all tables that have inputs in a journal's file, also of what was set aside."""
    with contextlib.closing(_reading(path)) as connection:
        return [row[0] for row in connection.execute("SELECT DISTINCT table_id FROM inputs ORDER BY table_id")]


def inputs_in(path: Path | str, table_id: str) -> list[InputRow]:
    """The inputs of a table that a journal's file has, read without touching it."""
    with contextlib.closing(_reading(path)) as connection:
        return _inputs_of(connection, table_id)


def _reading(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)
    connection.execute("PRAGMA busy_timeout=5000")
    return connection


def _inputs_of(connection: sqlite3.Connection, table_id: str, after: int = -1) -> list[InputRow]:
    sql = "SELECT * FROM inputs WHERE table_id = ? AND n > ? ORDER BY n"
    return [InputRow(*row) for row in connection.execute(sql, (table_id, after))]


def faults_of(connection: sqlite3.Connection) -> list[Fault]:
    """The failures of plugins that a connection reads; none where the journal is older than they."""
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'faults'").fetchone()
    rows = connection.execute("SELECT * FROM faults ORDER BY plugin, at_ms, path").fetchall() if there else []
    return [Fault(*row) for row in rows]


def faults_in(path: Path | str) -> list[Fault]:
    """The failures of plugins that a journal's file has, read without touching it; none where there is no file."""
    if not Path(path).is_file():
        return []
    with contextlib.closing(_reading(path)) as connection:
        return faults_of(connection)


def forgive(path: Path | str, plugin: str) -> int:
    """Forgets the failures of a plugin; gives how many there were."""
    found = sum(fault.count for fault in faults_in(path) if fault.plugin == plugin)
    if found:
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM faults WHERE plugin = ?", (plugin,))
    return found
