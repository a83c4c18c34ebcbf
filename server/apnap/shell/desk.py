"""A table's inbox, and what leaves it.

What comes in is done one thing after another. For each input: it is checked, queued for the
journal, and applied at once; what comes of it is held back until its commit, and then leaves in the order
in which it was made (decision 18). What needs no commit (somebody comes, goes, talks) waits its turn
behind what is held.
"""

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from apnap.engine.calls import Guard
from apnap_protocol import messages as m

from . import logs
from .audience import Audience
from .clocks import Clockwork, Due, now_ms
from .dials import Dials
from .games import Games
from .inbox import Inbox
from .journal import JournalPort, Statement, TableRow, put
from .metrics import Metrics
from .pace import Beat
from .parcel import Parcel
from .people import Receipt
from .play import Play, Refusal
from .room import Room
from .settings import Settings
from .understudy import Understudy

log = logging.getLogger("apnap.table")


class _Command:
    """A command that waits in an inbox, and whose reply is owed."""

    __slots__ = ("_act", "_desk", "receipt")

    def __init__(self, desk: "Desk", receipt: Receipt, act: Callable[[], None]) -> None:
        self._desk, self.receipt, self._act = desk, receipt, act

    def __call__(self) -> None:
        self._desk.guarded(self.receipt, self._act)


def _refuse_closed(receipt: Receipt) -> None:
    receipt.settle(m.Error("table_closed", "the table is closed", receipt.ref))


class Desk(ABC):
    """The inbox of a table, its room, its audience and its game."""

    def __init__(
        self,
        room: Room,
        *,
        games: Games,
        journal: JournalPort,
        settings: Settings,
        metrics: Metrics,
        on_closed: Callable[[str], None],
        on_over: Callable[[str], None],
        guard: Guard | None = None,
    ) -> None:
        terms = room.terms.settings
        self.id = room.id
        self.room = room
        self.play: Play | None = None
        self.created_ms = now_ms()
        self.touched = time.monotonic()
        self.frozen: BaseException | None = None
        self.mending: asyncio.Task[None] | None = None
        """The task that rebuilds the game, while one does."""
        self.audience = Audience(terms.spectator_delay_s)
        self.clocks = Clockwork(terms.clocks, terms.absence, self._ring)
        self.dials = Dials()
        self.beat = Beat(settings.pace)
        self._loop = asyncio.get_running_loop()
        self.inbox = Inbox(self.id)
        self._games, self._journal, self._settings, self._metrics = games, journal, settings, metrics
        self._on_closed, self._on_over, self._guard = on_closed, on_over, guard
        self._held: deque[Parcel] = deque()
        self._moment = 0.0
        """When the last thing came in that somebody did: what windows are measured from."""
        self._faults: dict[int, int] = {}
        self._pausing: set[int] = set()
        self._shown: dict[int, str] = {}
        self._understudies: dict[int, Understudy] = {}
        """Who plays for the seats that have stayed away."""
        self._thinking: set[asyncio.Task[None]] = set()
        """Their thoughts."""
        self._told_of: set[tuple[str, str]] = set()
        """Failures of plugins that this table has been told of: (plugin, path)."""
        self._inputs_since_snapshot = 0
        self._closed = False

    # --- what comes in ------------------------------------------------------------------------------

    async def end(self) -> None:
        """Ends the table, after what has been put into its inbox."""
        self.inbox.put(self.stop)
        await self.inbox.ended()

    def post(self, act: Callable[[], None]) -> None:
        """Something that is not a command, and is never refused."""
        self.inbox.put(act)

    def command(self, receipt: Receipt, act: Callable[[], None]) -> None:
        """A command, which gets exactly one reply; a full inbox is one."""
        if self._closed:
            _refuse_closed(receipt)
        elif len(self.inbox) < self._settings.limits.inbox:
            self.inbox.put(_Command(self, receipt, act))
        else:
            self._refuse(receipt, Refusal("busy", "the table is busy"))

    def stop(self) -> None:
        """Nothing more is done at this table."""
        self.clocks.stop()
        self.inbox.end()

    def close_up(self) -> None:
        """The table is no more: whoever waits for a reply is told, now and from now on."""
        self._closed = True
        self.clocks.stop()
        for act in self.inbox.end():
            if isinstance(act, _Command):
                _refuse_closed(act.receipt)

    def guarded(self, receipt: Receipt, act: Callable[[], None]) -> None:
        """Does what a command asks for; what is wrong with it is its reply."""
        self.touched = time.monotonic()
        self._moment = self._loop.time()
        logs.command.set(receipt.ref)
        try:
            if self.frozen is not None:
                raise Refusal("internal", "the table stands still")
            if self.mending is not None:
                raise Refusal("busy", "the table is being rebuilt")
            act()
        except Refusal as refusal:
            self._refuse(receipt, refusal)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("table %s: incident %s", self.id, incident)
            if receipt.reply is None and all(held.receipt is not receipt for held in self._held):
                self._refuse(receipt, Refusal("internal", "a fault of the server", incident=incident))

    def _refuse(self, receipt: Receipt, refusal: Refusal) -> None:
        """A refusal waits its turn as well, so that replies come in the order of the commands."""
        self._metrics.refusals.labels(refusal.code).inc()
        error = m.Error(refusal.code, str(refusal), receipt.ref, refusal.details)
        parcel = Parcel()
        parcel.before.append(partial(receipt.settle, error))
        self.deliver(parcel)

    # --- parcels ------------------------------------------------------------------------------------

    def _commit(
        self,
        statements: Sequence[Statement],
        parcel: Parcel,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Holds a parcel until what it tells is durable; `then` is called when it is."""
        self._held.append(parcel)
        began = time.perf_counter()

        def done(error: BaseException | None) -> None:
            self._metrics.commit_s.observe(time.perf_counter() - began)
            if error is not None:
                return self._freeze(error)
            parcel.committed = True
            self._release()
            if then is not None:
                then()

        self._journal.write(statements, done)

    def deliver(self, parcel: Parcel) -> None:
        """Sends a parcel that needs no commit, after those before it."""
        parcel.committed = True
        self._held.append(parcel)
        self._release()

    def _release(self) -> None:
        """Sends what is held, in its order, as far as it is kept and its time has come."""
        while self._held and self._held[0].committed:
            not_before = self._held[0].not_before
            if not_before and (wait_s := not_before - self._loop.time()) > 0:
                self._loop.call_later(wait_s, self._release)
                return
            self._held.popleft().send()

    def _freeze(self, error: BaseException) -> None:
        """The journal failed: nothing that was not kept is told, and the table stands still."""
        if self.frozen is None:
            self.frozen = error
            self.clocks.stop()
            log.error("table %s stands still: %s", self.id, error)
            notice = m.Notice("frozen", "something failed that cannot be mended; the table stands still")
            for session in self.audience.sessions.values():
                session.push(notice)
        held, self._held = list(self._held), deque()
        for parcel in held:
            if parcel.receipt is not None:
                lost = m.Error("internal", "this was not kept", parcel.receipt.ref)
                parcel.receipt.settle(lost)

    # --- what is kept ---

    def keep(self, parcel: Parcel) -> None:
        """The table is new, and kept."""
        self._commit([put(self.row())], parcel)

    def row(self, closed_ms: int | None = None) -> TableRow:
        """The table as it is kept."""
        return TableRow(
            self.id,
            self.created_ms,
            msgspec.json.encode(self.room.terms),
            msgspec.json.encode(self.room.seating),
            self.room.stage,
            self._fingerprint(),
            closed_ms,
        )

    def _fingerprint(self) -> str:
        """The pool of the table's game, once that is frozen."""
        pool = None if self.play is None else self.play.setup.pool
        return self._games.fingerprint if pool is None else pool.fingerprint

    # --- the room ---

    def view_of_room(self) -> m.Room:
        """The room as everybody sees it."""
        terms = self.room.terms
        return m.Room(
            table=self.id,
            stage=self.room.stage,
            edition=terms.settings.edition,
            format=terms.settings.format,
            places=self.room.places(self.audience.connected(), set(self._understudies)),
            name=terms.settings.name,
            host=terms.host_name,
            spectators=self.audience.spectators,
            clocks=terms.settings.clocks,
            paused=self.clocks.paused,
            seeded=terms.settings.seed is not None,
        )

    def _tell_room(self) -> None:
        parcel = Parcel()
        self.audience.tell_all(parcel, self.view_of_room())
        self.deliver(parcel)

    def _ring(self, seat: int, question: str, due: Due) -> None:
        """A clock has run out; what that means is decided in a turn of the table."""
        self.post(partial(self._time_up, seat, question, due))

    @abstractmethod
    def _time_up(self, seat: int, question: str, due: Due) -> None:
        """What happens when a seat's clock has run out over a question."""
