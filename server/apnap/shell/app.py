"""The server: sockets in front, tables behind, and what belongs to neither.

`Server` listens, authenticates, opens tables, and passes every command to the table it is for. On SIGTERM
it drains: no new tables or seats, a notice to everybody, everything queued is committed, then each
connection is closed with 1012, after which a client resumes at the next server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import time
from functools import partial
from typing import Self

import msgspec
from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

import apnap
from apnap.engine.events import CardFailed
from apnap.watchdog import Watchdog
from apnap_protocol import messages as m

from .backups import Backups
from .bucket import Bucket
from .clocks import now_ms
from .collecting import Collecting
from .connection import Connection
from .feed import Connect, Feed, mqtt_connection
from .games import Games
from .http import Pages
from .journal import Journal, beat, forget_finished
from .metrics import Metrics
from .ownership import owned
from .parcel import Parcel
from .people import Person, Receipt, hashed, new_token
from .play import Refusal
from .recovery import Recovered, recover
from .registry import Registry
from .replays import Replays
from .room import Room, Terms, refuse_teams
from .settings import Settings
from .table import Table

log = logging.getLogger("apnap.server")
#: How often the journal says that the server is alive.
BEAT_S = 0.5


class Server:
    """One server; `async with Server(games, settings) as server` runs it."""

    def __init__(self, games: Games, settings: Settings, *, broker: Connect | None = None) -> None:
        """A server of `games`; `broker` connects the feed, instead of what the settings say."""
        self.games, self.settings = games, settings
        self.metrics = Metrics()
        self.registry = Registry(settings.limits)
        self.tables: dict[str, Table] = {}
        self.recovered: list[Recovered] = []
        self.draining = False
        self.port = settings.port
        self.journal: Journal
        self.backups: Backups
        self.feed: Feed | None = None
        if broker is not None or settings.mqtt.url:
            self.feed = Feed(broker or mqtt_connection(settings.mqtt), settings.mqtt, self.metrics)
        self.replays = Replays(settings.journal, games, settings.checking, self.metrics, self._blame)
        self._connections: set[Connection] = set()
        self._per_address: dict[str, int] = {}
        self._readings = Bucket(settings.limits.readings_per_s, settings.limits.reading_burst)
        self.watchdog: Watchdog | None = None
        self.collecting = Collecting()
        self._stack = contextlib.ExitStack()
        self._listener: Listener | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self._beater: asyncio.Task[None] | None = None

    # --- life ---------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        try:
            await self._open_up()
        except BaseException:
            await self._give_up()
            raise
        return self

    async def _open_up(self) -> None:
        settings = self.settings
        self.journal = Journal(settings.journal)
        self._stack.enter_context(owned(settings.journal))
        self.watchdog = self._stack.enter_context(Watchdog.installed())
        self._stack.enter_context(self.collecting)
        self.backups = Backups(self.journal, settings.keeping, self.metrics)
        self.games.faults.load(self.journal.faults())
        self.registry.load(self.journal)
        await self._recover()
        self._listener = await serve(
            self._converse,
            settings.host,
            settings.port,
            subprotocols=[Subprotocol(m.PROTOCOL)],
            select_subprotocol=_choose_subprotocol,
            process_request=Pages(self).answer,
            max_size=max(settings.limits.frame_bytes, settings.limits.answer_bytes),
            max_queue=16,
            ping_interval=settings.heartbeat_ms / 1000,
            ping_timeout=settings.heartbeat_ms / 1000,
            close_timeout=1,
            open_timeout=settings.limits.auth_s,
            compression=None,
            server_header=None,
        )
        self.port = next(iter(self._listener.sockets)).getsockname()[1]
        self._sweeper = asyncio.create_task(self._sweep())
        self._beater = asyncio.create_task(self._beat())
        if self.feed is not None:
            self.feed.begin()
        self.replays.begin()
        self.backups.begin()
        log.info("listening on port %d", self.port)

    async def _give_up(self) -> None:
        """It could not open: what it has taken is free again."""
        for table in list(self.tables.values()):
            await table.end()
        if hasattr(self, "journal"):
            await self.journal.close()
        self._stack.close()

    async def __aexit__(self, *_: object) -> None:
        await self.drain(notice=False)

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://{self.settings.host}:{self.port}"

    async def run_until_signalled(self) -> None:
        """Serves until SIGTERM or SIGINT."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await stop.wait()
        await self.drain(notice=True)

    async def drain(self, *, notice: bool) -> None:
        """Takes leave of everybody, commits what is queued, and closes."""
        if self.draining or self._listener is None:
            return
        self.draining = True
        if notice:
            self._announce()
            await asyncio.sleep(min(0.2, self.settings.drain_s))
        for table in list(self.tables.values()):
            await table.end()
        await self.journal.written_or_failed()
        for connection in list(self._connections):
            connection.shut(m.Close.RESTART, "the server restarts; resume soon")
        for task in (self._sweeper, self._beater):
            if task is not None:
                task.cancel()
        if self.feed is not None:
            await self.feed.end()
        await self.replays.end()
        await self.backups.end()
        self._listener.close(code=m.Close.RESTART, reason="the server restarts; resume soon")
        await self._listener.wait_closed()
        await self.journal.close()
        self._stack.close()
        log.info("drained")

    def _announce(self) -> None:
        details = {"resume_after_ms": int(1000 * self.settings.drain_s)}
        for table in self.tables.values():
            parcel = Parcel()
            notice = m.Notice("draining", "the server restarts; your client resumes by itself", details)
            table.audience.tell_all(parcel, notice)
            table.post(partial(table.deliver, parcel))

    async def _recover(self) -> None:
        """Rebuilds every open table from the journal."""
        alive_ms = self.journal.last_alive_ms()
        for row in self.journal.open_tables():
            with contextlib.nullcontext() if self.watchdog is None else self.watchdog.lenient():
                found = recover(row, self.journal, self.games, self.registry, self._table, self.watchdog)
            self.recovered.append(found)
            if found.table is not None:
                self._open(found.table)
                used_ms = max(0, alive_ms - found.asked_ms)
                found.table.post(partial(found.table.take_up, used_ms))
            if found.problem:
                log.error("table %s: %s", row.id, found.problem)
        self.count_tables()

    async def _beat(self) -> None:
        """Says in the journal that this server is alive, while a clock runs anywhere."""
        while True:
            await asyncio.sleep(BEAT_S)
            if any(table.clocks.is_running for table in self.tables.values()):
                self.journal.write(beat(now_ms()))

    async def _sweep(self) -> None:
        """Closes tables that nobody uses, and forgets journals that are too old."""
        keeping = self.settings.keeping
        while True:
            await asyncio.sleep(min(30.0, keeping.idle_table_s, keeping.over_table_s))
            now = time.monotonic()
            for table in list(self.tables.values()):
                idle_s = keeping.over_table_s if table.room.stage == "over" else keeping.idle_table_s
                if now - table.touched > idle_s and not table.audience.connected():
                    table.post(partial(table.close, "nobody has used this table for long"))
            self.journal.write(forget_finished(now_ms(), keeping.finished_days))
            self.count_tables()
            self.collecting.sweep(len(self.tables))

    def count_tables(self) -> None:
        """Brings the counts of tables up to date."""
        stages = [table.room.stage for table in self.tables.values()]
        for stage in ("open", "playing", "over"):
            self.metrics.tables.labels(stage).set(stages.count(stage))
        if self.feed is not None:
            self.feed.lobby(self._listed())

    def _table(self, room: Room) -> Table:
        return Table(
            room,
            games=self.games,
            journal=self.journal,
            settings=self.settings,
            metrics=self.metrics,
            on_closed=self._forget,
            on_over=self.replays.consider,
            guard=self.watchdog,
        )

    def _open(self, table: Table) -> None:
        self.tables[table.id] = table
        table.inbox.begin()
        if self.feed is not None:
            self.feed.follow(table)

    def _blame(self, plugin: str, path: str, reason: str, table_id: str) -> None:
        """A plugin's code gave something else when a table was played again."""
        self.metrics.plugin_failures.labels(plugin).inc()
        failed = CardFailed(plugin=plugin, path=path, reason=reason)
        self.journal.write(self.games.faults.note(failed, table_id, now_ms()))

    def _forget(self, id: str) -> None:
        table = self.tables.pop(id)
        self.collecting.closed()
        if table.room.stage == "playing":
            self.replays.consider(id)  # a game that was left
        host = self.registry.get(table.room.terms.host)
        if host is not None:
            host.hosting.discard(id)
        if self.feed is not None:
            self.feed.forget(id)
        self.count_tables()
        table.post(table.close_up)

    # --- connections --------------------------------------------------------------------------------

    async def _converse(self, socket: ServerConnection) -> None:
        """One connection, from hello to its end."""
        if socket.subprotocol is None:
            return await socket.close(m.Close.UNSUPPORTED, f"expected the subprotocol {m.PROTOCOL}")
        address = Pages(self).address(socket)
        limits = self.settings.limits
        if self._per_address.get(address, 0) >= limits.connections_per_address:
            return await socket.close(m.Close.TRY_LATER, "too many connections from your address")
        if len(self._connections) >= limits.connections:
            return await socket.close(m.Close.TRY_LATER, "too many connections")
        connection = Connection(socket, address=address, limits=limits, metrics=self.metrics)
        self._connections.add(connection)
        self._per_address[address] = self._per_address.get(address, 0) + 1
        self.metrics.connections.inc()
        writer = asyncio.create_task(connection.write())
        try:
            connection.control(self._hello())
            with contextlib.suppress(ConnectionClosed):
                await connection.read(self._dispatch)
        finally:
            self._part(connection)
            await connection.finish(writer)

    def _part(self, connection: Connection) -> None:
        self._connections.discard(connection)
        self.metrics.connections.dec()
        self._per_address[connection.address] -= 1
        if not self._per_address[connection.address]:
            del self._per_address[connection.address]
        if connection.person is not None:
            connection.person.connections -= 1
        session = connection.session
        if session is not None and (table := self.tables.get(session.table_id)) is not None:
            table.post(partial(table.detach, session, connection))

    def _hello(self) -> m.Hello:
        limits = self.settings.limits
        return m.Hello(
            protocol=m.PROTOCOL,
            server=f"apnap {apnap.__version__}",
            pool=self.games.fingerprint,
            heartbeat_ms=self.settings.heartbeat_ms,
            server_time=now_ms(),
            limits={
                "frame_bytes": limits.frame_bytes,
                "answer_bytes": limits.answer_bytes,
                "messages_per_s": int(limits.messages_per_s),
                "message_burst": limits.message_burst,
            },
            plugins=self.games.plugins,
            editions=self.games.editions,
            formats=self.games.formats,
        )

    # --- commands -----------------------------------------------------------------------------------

    async def _dispatch(self, connection: Connection, ref: str, command: m.Command) -> None:
        if isinstance(command, m.Auth):
            return self._auth(connection, ref, command)
        person = connection.person
        if person is None:
            text = "expected auth as the first message"
            return connection.control(m.Error("unauthenticated", text, ref))
        if not person.knows(ref) and (refused := self._refused_reading(command, ref)) is not None:
            return connection.control(refused)  # the same command may come again, and be done
        receipt = person.receipt(ref, connection)
        if receipt is None:
            return self._again(connection, person, command)
        try:
            self._do(connection, person, receipt, command)
        except Refusal as refusal:
            self.metrics.refusals.labels(refusal.code).inc()
            receipt.settle(m.Error(refusal.code, str(refusal), ref, refusal.details))

    def _again(self, connection: Connection, person: Person, command: m.Command) -> None:
        """A command seen before, which gets the same reply; who lost the welcome to it is welcomed anew."""
        if not isinstance(command, m.Join | m.Watch) or connection.session is not None:
            return
        if (table := self.tables.get(command.table)) is not None:
            table.post(partial(table.welcome_again, person, connection))

    def _auth(self, connection: Connection, ref: str, wish: m.Auth) -> None:
        try:
            if connection.person is not None:
                raise Refusal("forbidden", "you have authenticated already")
            if wish.token is not None:
                person, token = self.registry.known(wish.token), wish.token
            elif wish.guest is not None and wish.guest.strip():
                person, token, statements = self.registry.guest(wish.guest.strip())
                self.journal.write(statements)
            else:
                raise Refusal("unauthenticated", "expected a guest's name or a token")
        except Refusal as refusal:
            return connection.control(m.Error(refusal.code, str(refusal), ref, refusal.details))
        connection.person = person
        person.connections += 1
        connection.control(m.Ack(ref, 0, {"person": person.id, "name": person.name, "token": token}))

    def _do(self, connection: Connection, person: Person, receipt: Receipt, command: m.Command) -> None:
        """Passes a command on to whom it is for."""
        match command:
            case m.Ping():
                session = connection.session
                if session is not None:
                    session.has_seen(command.v_seen)
                connection.control(m.Pong(now_ms()))
                receipt.settle(m.Ack(receipt.ref, session.v if session else 0))
            case m.Create():
                self._create(person, receipt, command)
            case m.ListTables():
                receipt.settle(m.Ack(receipt.ref, 0, {"tables": self._listed()}))
            case m.AskCard():
                card = self.games.card(command.name, command.edition)
                if card is None:
                    if command.edition and command.edition not in self.games.editions:
                        raise Refusal("not_found", f'there is no edition "{command.edition}"')
                    raise Refusal("not_found", self.games.why_no_card(command.name))
                receipt.settle(m.Ack(receipt.ref, 0, {"card": card}))
            case m.Join() | m.Watch() | m.Resume():
                self._approach(connection, person, receipt, command)
            case _:
                self._at_table(connection, receipt, command)

    def _refused_reading(self, command: m.Command, ref: str) -> m.Error | None:
        """Cards of files that nobody named lately are read anew, while all tables wait: only so many are at a time."""
        match command:
            case m.AskCard():
                n = self.games.unread((command.name,))
            case m.Join():
                n = self.games.unread((*command.deck, *command.commanders, *command.schemes))
            case _:
                return None
        most = self.settings.limits.reading_burst
        if n > most:
            return m.Error("invalid_payload", f"expected at most {most} cards of files that must be read, got {n}", ref)
        if not n or self._readings.allows(n):
            return None
        self.metrics.rate_limited.inc()
        details = {"retry_after_ms": int(1000 * self._readings.wait_for_s(n)) + 1}
        return m.Error("rate_limited", "too many cards are read just now", ref, details)

    def _create(self, person: Person, receipt: Receipt, wish: m.Create) -> None:
        limits = self.settings.limits
        if self.draining:
            raise Refusal("draining", "the server is about to restart")
        if len(self.tables) >= limits.tables:
            raise Refusal("busy", "too many tables")
        if len(person.hosting) >= limits.tables_per_user:
            raise Refusal("busy", f"expected at most {limits.tables_per_user} tables of yours")
        if reasons := (*self.games.refuse_rules(wish), *refuse_teams(wish)):
            raise Refusal("invalid_payload", "no table can have these rules", reasons=list(reasons))
        invitation = new_token()
        password = b"" if wish.password is None else hashed(wish.password)
        settings = msgspec.structs.replace(wish, password=None, teams=self.games.teams(wish))
        terms = Terms(settings, person.id, person.name, password, hashed(invitation))
        table = self._table(Room(f"t-{secrets.token_hex(6)}", terms))
        self._open(table)
        person.hosting.add(table.id)
        parcel = Parcel(receipt)
        parcel.result = {"table": table.id, "invitation": invitation}
        table.command(receipt, partial(table.keep, parcel))
        self.count_tables()

    def _approach(
        self,
        connection: Connection,
        person: Person,
        receipt: Receipt,
        wish: m.Join | m.Watch | m.Resume,
    ) -> None:
        """Somebody comes to a table: with or without a session there."""
        if isinstance(wish, m.Resume):
            found = (t for t in self.tables.values() if wish.session in t.audience.sessions)
            table = next(found, None)
            if table is None:
                raise Refusal("not_found", "there is no such session")
            return table.command(receipt, partial(table.resume, person, connection, receipt, wish))
        table = self.tables.get(wish.table)
        if table is None:
            raise Refusal("not_found", "there is no such table")
        if connection.session is not None:
            raise Refusal("already_joined", "this connection is at a table; open another, or leave")
        if isinstance(wish, m.Join):
            if self.draining:
                raise Refusal("draining", "the server is about to restart")
            table.command(receipt, partial(table.join, person, connection, receipt, wish))
        else:
            table.command(receipt, partial(table.watch, person, connection, receipt, wish))

    def _at_table(self, connection: Connection, receipt: Receipt, command: m.Command) -> None:
        session = connection.session
        if session is None or (table := self.tables.get(session.table_id)) is None:
            raise Refusal("forbidden", "you are at no table")
        if isinstance(command, m.Say) and not connection.chat_bucket.allows():
            wait_ms = int(1000 * connection.chat_bucket.wait_s) + 1
            raise Refusal("rate_limited", "you talk too much", retry_after_ms=wait_ms)
        table.command(receipt, partial(table.do, session, receipt, command))

    def _listed(self) -> list[dict[str, object]]:
        """The tables that anybody may see."""
        return [
            {
                "table": table.id,
                "name": table.room.terms.settings.name,
                "host": table.room.terms.host_name,
                "stage": table.room.stage,
                "edition": table.room.terms.settings.edition,
                "format": table.room.terms.settings.format,
                "seats": len(table.room.seating.sittings),
                "taken": table.room.seated,
                "password": bool(table.room.terms.password),
                "spectators": table.room.terms.settings.spectators,
            }
            for table in self.tables.values()
            if not table.room.terms.settings.private
        ]


def _choose_subprotocol(_: ServerConnection, offered: object) -> Subprotocol | None:
    wanted = Subprotocol(m.PROTOCOL)
    return wanted if isinstance(offered, (list, tuple)) and wanted in offered else None
