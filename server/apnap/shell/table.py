"""A table: one task that takes what comes in, one thing after another.

For each input: it is checked, queued for the journal, and applied at once; what comes of it is held back
until its commit, and then leaves in the order in which it was made (decision 18). What needs no commit
(somebody comes, goes, talks) waits its turn behind what is held.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from apnap.engine.requests import Answer
from apnap.engine.sight import SPECTATOR
from apnap_protocol import messages as m
from apnap_protocol import requests as r
from apnap_protocol.sights import Picture

from .audience import Audience
from .clocks import Clockwork, Due, now_ms
from .games import Games, Unplayable
from .journal import InputRow, JournalPort, SnapshotRow, Statement, TableRow, keep_snapshot, put
from .metrics import Metrics
from .parcel import Parcel
from .people import Person, Receipt
from .play import Answering, By, Conceding, Input, Outcome, Play, Refusal, Started, to_bytes
from .policy import Window, forced_answer, standing_answer
from .room import Room, Sitting
from .session import Outlet, Session
from .settings import Settings

log = logging.getLogger("apnap.table")


class Table:
    """A room and, once it has started, its game. Everything happens in the table's own task."""

    def __init__(
        self,
        room: Room,
        *,
        games: Games,
        journal: JournalPort,
        settings: Settings,
        metrics: Metrics,
        on_closed: Callable[[Table], None],
    ) -> None:
        terms = room.terms.settings
        self.id = room.id
        self.room = room
        self.play: Play | None = None
        self.created_ms = now_ms()
        self.touched = time.monotonic()
        self.frozen: BaseException | None = None
        self.audience = Audience(terms.spectator_delay_s)
        self.clocks = Clockwork(terms.clocks, terms.absence, self._ring)
        self.task: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[Callable[[], None]] = asyncio.Queue(settings.limits.inbox)
        self._games, self._journal, self._settings, self._metrics = games, journal, settings, metrics
        self._on_closed = on_closed
        self._held: deque[Parcel] = deque()
        self._pausing: set[int] = set()
        self._shown: dict[int, str] = {}
        self._inputs_since_snapshot = 0

    # --- the task -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Starts the table's task."""
        self.task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def end(self) -> None:
        """Ends the table's task, after what has been put into its inbox."""
        if self.task is not None:
            await self._inbox.put(self.stop)
            await asyncio.wait((self.task,))

    def post(self, act: Callable[[], None]) -> None:
        """Something that is not a command, and is never refused."""
        asyncio.get_running_loop().create_task(self._inbox.put(act))

    def command(self, receipt: Receipt, act: Callable[[], None]) -> None:
        """A command, which gets exactly one reply; a full inbox is one."""
        try:
            self._inbox.put_nowait(partial(self._guarded, receipt, act))
        except asyncio.QueueFull:
            self._refuse(receipt, Refusal("busy", "the table is busy"))

    async def _run(self) -> None:
        while True:
            act = await self._inbox.get()
            try:
                act()
            except _Stopped:
                return
            except Exception:  # ours; the table goes on with what it has
                log.exception("table %s: a fault of the server", self.id)
            await asyncio.sleep(0)  # other tables get their turn

    def stop(self) -> None:
        """Ends the task from within."""
        self.clocks.stop()
        raise _Stopped

    def _guarded(self, receipt: Receipt, act: Callable[[], None]) -> None:
        self.touched = time.monotonic()
        try:
            if self.frozen is not None:
                raise Refusal("internal", "the journal cannot be written; the table stands still")
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

    def _commit(self, statements: Sequence[Statement], parcel: Parcel) -> None:
        """Holds a parcel until what it tells is durable."""
        self._held.append(parcel)
        began = time.perf_counter()

        def done(error: BaseException | None) -> None:
            self._metrics.commit_s.observe(time.perf_counter() - began)
            if error is not None:
                return self._freeze(error)
            parcel.committed = True
            self._release()

        self._journal.write(statements, done)

    def deliver(self, parcel: Parcel) -> None:
        """Sends a parcel that needs no commit, after those before it."""
        parcel.committed = True
        self._held.append(parcel)
        self._release()

    def _release(self) -> None:
        while self._held and self._held[0].committed:
            self._held.popleft().send()

    def _freeze(self, error: BaseException) -> None:
        """The journal failed: nothing that was not kept is told, and the table stands still."""
        if self.frozen is None:
            self.frozen = error
            self.clocks.stop()
            log.error("table %s stands still, the journal cannot be written: %s", self.id, error)
            notice = m.Notice("frozen", "the journal cannot be written; the table stands still")
            for session in self.audience.sessions.values():
                session.push(notice)
        held, self._held = list(self._held), deque()
        for parcel in held:
            if parcel.receipt is not None:
                lost = m.Error("internal", "this was not kept", parcel.receipt.ref)
                parcel.receipt.settle(lost)

    def keep(self, parcel: Parcel) -> None:
        """The table is new, and kept."""
        self._commit([put(self.row())], parcel)

    def do(self, session: Session, receipt: Receipt, command: m.Command) -> None:
        """A command of somebody at this table."""
        if session.id not in self.audience.sessions:
            raise Refusal("forbidden", "you have left this table")
        match command:
            case m.Reply():
                self.answer(session, receipt, command)
            case m.Concede():
                self.concede(session, receipt)
            case m.Prefer():
                self.prefer(session, receipt, command)
            case m.Desync():
                self.desync(session, receipt)
            case m.Ready():
                self.set_ready(session, receipt, command)
            case m.Start():
                self.start(session, receipt)
            case m.Kick():
                self.kick(session, receipt, command)
            case m.Leave():
                self.leave(session, receipt)
            case m.Rematch():
                self.rematch(session, receipt)
            case m.Say():
                self.say(session, receipt, command)
            case m.Pause():
                self.pause(session, receipt, command)
            case _:
                raise Refusal("unknown_type", f"{command.t} is not for a table")

    # --- coming and going ---------------------------------------------------------------------------

    def join(self, person: Person, outlet: Outlet, receipt: Receipt, wish: m.Join) -> None:
        """Takes a seat."""
        room, terms = self.room, self.room.terms.settings
        room.admit(person.id, wish.password, wish.invitation)
        if room.seat_of(person.id) is not None:
            raise Refusal("already_joined", "you sit at this table; resume your session")
        seat = room.free_seat(wish.seat)
        reasons = self._games.refuse_deck(terms.edition, terms.format, wish.deck, wish.commanders)
        if reasons:
            raise Refusal("invalid_payload", "this deck cannot be played", reasons=list(reasons))
        session = self.new_session(seat, person)
        room.sit(seat, Sitting(person.id, person.name, session.id, wish.deck, wish.commanders, wish.ready))
        self._enter(session, outlet, receipt)
        self._start_if_complete()

    def watch(self, person: Person, outlet: Outlet, receipt: Receipt, wish: m.Watch) -> None:
        """Becomes a spectator."""
        self.room.admit(person.id, wish.password, wish.invitation)
        if not self.room.terms.settings.spectators:
            raise Refusal("forbidden", "this table is not watched")
        if self.room.seat_of(person.id) is not None:
            raise Refusal("already_joined", "you sit at this table")
        if self.audience.spectators >= self._settings.limits.spectators:
            raise Refusal("full", "too many spectators")
        self._enter(self.new_session(SPECTATOR, person), outlet, receipt)

    def resume(self, person: Person, outlet: Outlet, receipt: Receipt, wish: m.Resume) -> None:
        """Takes a session up: the missed frames, or everything anew."""
        session = self.audience.sessions.get(wish.session)
        if session is None or session.person is not person:
            raise Refusal("not_found", "there is no such session")
        if not session.accepts(wish.resume_token):
            raise Refusal("token_expired", "this token has been replaced")
        token = session.rotate(wish.resume_token)
        parcel = Parcel(receipt, session)
        question, answered = self._question(session), self._sent_answer(session)
        resync = self._resync(session, token, "restart" if session.v == 0 else "gap")

        def send_missed() -> None:
            missed = session.missed(wish.v) if session.v else None
            if missed is None:
                self._metrics.resyncs.labels(resync.reason).inc()
                return session.push(resync)
            for data in missed:
                outlet.push(data)
            outlet.control(m.Resumed(session.id, token, session.v, question, answered))

        parcel.before.append(partial(self._attach, session, outlet))
        parcel.after.append(send_missed)
        parcel.after.append(partial(self._settle_in, session))
        self._metrics.resumes.inc()
        self._commit([put(session.row())], parcel)

    def desync(self, session: Session, receipt: Receipt) -> None:
        """The client's view differs: everything anew."""
        token = session.rotate()
        parcel = Parcel(receipt, session)
        parcel.frames.append((session, self._resync(session, token, "desync")))
        self._metrics.resyncs.labels("desync").inc()
        self._commit([put(session.row())], parcel)

    def new_session(self, viewer: int, person: Person, id: str = "") -> Session:
        """A session that nobody speaks through yet."""
        limits = self._settings.limits
        return Session(
            id or f"s-{secrets.token_hex(8)}",
            self.id,
            viewer,
            person,
            kept_frames=limits.kept_frames,
            kept_bytes=limits.kept_bytes,
        )

    def _enter(self, session: Session, outlet: Outlet, receipt: Receipt) -> None:
        """A session begins with its welcome, and the others see who has come."""
        token = session.rotate()
        parcel = Parcel(receipt, session)
        parcel.before.append(partial(self._attach, session, outlet))
        self.audience.sessions[session.id] = session
        session.person.tables.add(self.id)
        if session.viewer == SPECTATOR and self.audience.late is not None:
            parcel.frames.append((session, partial(self._welcome, session, token)))
        else:
            parcel.frames.append((session, self._welcome(session, token)))
        parcel.after.append(partial(self._settle_in, session))
        self._commit([put(session.row()), put(self.row())], parcel)

    def _attach(self, session: Session, outlet: Outlet) -> None:
        if outlet.session is not None and outlet.session is not session:
            self.detach(outlet.session, outlet)
        outlet.session = session
        session.attach(outlet)

    def _settle_in(self, session: Session) -> None:
        if session.outlet is None or not session.outlet.is_open:
            return self._absent(session)
        if session.viewer != SPECTATOR:
            self.clocks.back(session.viewer)
        self._tell_room()

    def detach(self, session: Session, outlet: Outlet) -> None:
        """A connection is gone. A session that another connection has taken does not notice."""
        if session.detach(outlet, time.monotonic()):
            self._absent(session)

    def _absent(self, session: Session) -> None:
        if session.viewer == SPECTATOR:
            return self._tell_room()
        if self.play is None or self.play.game.over:
            return self._tell_room()
        self.clocks.away(session.viewer)
        self._tell_room()

    # --- the room -----------------------------------------------------------------------------------

    def set_ready(self, session: Session, receipt: Receipt, wish: m.Ready) -> None:
        seat = self._seat(session)
        if self.room.stage != "open":
            raise Refusal("table_closed", "the game has begun")
        self.room.set_ready(seat, ready=wish.ready)
        self._commit([put(self.row())], Parcel(receipt, session))
        self._tell_room()
        self._start_if_complete()

    def start(self, session: Session, receipt: Receipt) -> None:
        """The host starts with whoever is there."""
        self.room.refuse_start(session.person.id)
        moved = self.room.close_up()
        for each in self.audience.seated():
            each.viewer = moved[each.viewer]
        self._commit([put(each.row()) for each in self.audience.seated()], Parcel())
        self._start(receipt, session)

    def kick(self, session: Session, receipt: Receipt, wish: m.Kick) -> None:
        """The host frees a seat."""
        if session.person.id != self.room.terms.host:
            raise Refusal("forbidden", "only the host may do this")
        if self.room.stage != "open":
            raise Refusal("table_closed", "the game has begun; a player can only leave it")
        kicked = next((s for s in self.audience.seated() if s.viewer == wish.seat), None)
        if kicked is None:
            raise Refusal("not_found", "nobody sits there")
        self._remove(kicked, m.Close.KICKED, "the host has freed your seat")
        self._commit([put(self.row()), _without(kicked)], Parcel(receipt, session))
        self._tell_room()

    def leave(self, session: Session, receipt: Receipt) -> None:
        """Leaves for good; during a game this concedes."""
        play = self.play
        if session.viewer != SPECTATOR and play is not None and play.is_in_game(session.viewer):
            self._put(Conceding(session.viewer), "seat", None, session)
        parcel = Parcel(receipt, session)
        parcel.after.append(partial(self._remove, session))
        parcel.after.append(self._tell_room)
        self._commit([_without(session)], parcel)
        self._answer_standing()

    def rematch(self, session: Session, receipt: Receipt) -> None:
        """Plays again when all who stayed agree."""
        seat = self._seat(session)
        if self.room.stage != "over":
            raise Refusal("forbidden", "the game is not over")
        self.room.want_again(seat)
        self._commit([put(self.row())], Parcel(receipt, session))
        staying = {s.viewer for s in self.audience.seated()}
        if self.room.agrees_again(staying):
            self.room.reopen(staying)
            parcel = Parcel()
            for viewer, told in self.play.cleared().items() if self.play is not None else ():
                self.audience.tell(parcel, viewer, told)
            self._commit([put(self.row())], parcel)
        self._tell_room()
        self._start_if_complete()

    def say(self, session: Session, receipt: Receipt, wish: m.Say) -> None:
        parcel = Parcel(receipt, session)
        seat = None if session.viewer == SPECTATOR else session.viewer
        self.audience.tell_all(parcel, m.Chat(session.person.name, wish.text, seat))
        self.deliver(parcel)

    def pause(self, session: Session, receipt: Receipt, wish: m.Pause) -> None:
        """The clocks stop when every seat still in the game agrees."""
        seat = self._seat(session)
        play = self._running()
        self._pausing.add(seat) if wish.pause else self._pausing.clear()
        in_game = {int(s) for s in play.game.state.seats_in_game()}
        self.clocks.pause(self._pausing >= in_game)
        parcel = Parcel(receipt, session)
        self.audience.tell_all(parcel, m.Clock(self.clocks.states(len(play.setup.seats))))
        self.deliver(parcel)
        self._tell_room()

    def _remove(self, session: Session, code: int = 0, reason: str = "") -> None:
        """Ends a session; with a code, its connection as well."""
        self.audience.sessions.pop(session.id, None)
        session.person.tables.discard(self.id)
        if session.viewer != SPECTATOR and self.room.stage != "playing":
            self.room.sit(session.viewer, None)
        if session.outlet is not None:
            session.outlet.session = None
            if code:
                session.outlet.shut(code, reason)
            session.outlet = None

    def view_of_room(self) -> m.Room:
        """The room as everybody sees it."""
        terms = self.room.terms
        return m.Room(
            table=self.id,
            stage=self.room.stage,
            edition=terms.settings.edition,
            format=terms.settings.format,
            places=self.room.places(self.audience.connected()),
            name=terms.settings.name,
            host=terms.host_name,
            spectators=self.audience.spectators,
            clocks=terms.settings.clocks,
            paused=self.clocks.paused,
        )

    def _tell_room(self) -> None:
        parcel = Parcel()
        self.audience.tell_all(parcel, self.view_of_room())
        self.deliver(parcel)

    # --- the game -----------------------------------------------------------------------------------

    def answer(self, session: Session, receipt: Receipt, wish: m.Reply) -> None:
        """A seat answers."""
        put_in = self._running().judge(self._seat(session), wish)
        self._put(put_in, "seat", receipt, session)
        self._answer_standing()

    def concede(self, session: Session, receipt: Receipt) -> None:
        """A seat leaves the game."""
        play, seat = self._running(), self._seat(session)
        if not play.is_in_game(seat):
            raise Refusal("forbidden", "you have left the game")
        self._put(Conceding(seat), "seat", receipt, session)
        self._answer_standing()

    def prefer(self, session: Session, receipt: Receipt, wish: m.Prefer) -> None:
        """What the server may answer for a seat."""
        self._seat(session)
        turn = self.play.game.state.turn.number if self.play is not None else 0
        session.prefer = session.prefer.changed(wish, turn)
        self._commit([put(session.row())], Parcel(receipt, session))
        self._answer_standing()

    def _start_if_complete(self) -> None:
        if not self.room.is_complete:
            return
        try:
            self._start()
        except Refusal as refusal:
            self.room.unready()
            parcel = Parcel()
            self.audience.tell_all(parcel, m.Notice("unplayable", str(refusal), refusal.details))
            self.deliver(parcel)
            self._tell_room()

    def _start(self, receipt: Receipt | None = None, session: Session | None = None) -> None:
        seed = self.room.terms.settings.seed
        before, played = self.room.seating, self.play
        setup = self.room.begin(secrets.randbits(53) if seed is None else seed)
        self.play = Play(self._games, setup, after=played)
        try:
            self._put(Started(setup), "seat", receipt, session)
        except Unplayable as unplayable:
            self.room.seating, self.play = before, played
            reasons = list(unplayable.reasons)
            raise Refusal("invalid_payload", "this game cannot be played", reasons=reasons) from unplayable
        self._tell_room()
        self._answer_standing()

    def _running(self) -> Play:
        if self.play is None:
            raise Refusal("forbidden", "the game has not begun")
        if self.play.game.over:
            raise Refusal("table_closed", "the game is over")
        return self.play

    def _put(self, put_in: Input, by: By, receipt: Receipt | None, session: Session | None) -> None:
        """An input is applied and kept, and what came of it is held until it is kept."""
        play = self.play
        assert play is not None
        keeping = self._settings.keeping
        due = self._inputs_since_snapshot + 1 >= keeping.snapshot_every
        began = time.perf_counter()
        outcome = play.take(put_in, save=due)
        self._metrics.answer_s.observe(time.perf_counter() - began)
        self._metrics.inputs.labels(by).inc()
        spent = sum(self.clocks.answered(seat) for seat, _ in outcome.closed)
        row = InputRow(
            self.id,
            play.n,
            session.person.id if session is not None else "",
            receipt.ref if receipt is not None else "",
            by,
            to_bytes(put_in),
            play.mark,
            now_ms(),
            spent,
        )
        statements = [put(row)]
        if outcome.snapshot is not None:
            self._inputs_since_snapshot = 0
            shot = outcome.snapshot
            statements += keep_snapshot(SnapshotRow(self.id, play.n, shot.game, shot.sight))
        else:
            self._inputs_since_snapshot += 1
        if outcome.over:
            self.room.end()
        if outcome.over or isinstance(put_in, Started):
            statements.append(put(self.row()))
        parcel = Parcel(receipt, session)
        self._tell(parcel, outcome, by)
        self._commit(statements, parcel)
        if outcome.over:
            self.clocks.stop()
            self._tell_room()

    def _tell(self, parcel: Parcel, outcome: Outcome, by: By) -> None:
        """Every viewer learns what an input brought about."""
        play = self.play
        assert play is not None
        for seat, question in outcome.closed:
            if self._shown.pop(seat, "") == question:
                frame = m.Answered(question, by)
                parcel.frames += [(s, frame) for s in self.audience.of(seat)]
        for viewer, told in outcome.told.items():
            self.audience.tell(parcel, viewer, told)
        for seat in outcome.asked:
            self.clocks.ask(seat, play.questions[seat].id)
        for seat in outcome.asked:
            if self._standing(seat) is None:
                self._shown[seat] = play.questions[seat].id
                asked = m.Asked(play.asked(seat, self.clocks.deadline(seat)), play.pictures[seat].digest)
                parcel.frames += [(s, asked) for s in self.audience.of(seat)]
        if (outcome.asked or outcome.closed) and (states := self.clocks.states(len(play.setup.seats))):
            self.audience.tell_all(parcel, m.Clock(states))
        if outcome.over and play.game.result is not None:
            result = play.game.result
            self.audience.tell_end(parcel, m.Over(tuple(result.winners), result.draw))

    def take_up(self) -> None:
        """Goes on after the table was rebuilt: everybody is away, and clocks begin anew."""
        play = self.play
        if play is not None and self.room.stage == "open":
            play.cleared()
        if play is None or play.game.over:
            return
        for seat in range(len(play.setup.seats)):
            self.clocks.away(seat)
        for seat, question in play.questions.items():
            self._shown[seat] = question.id
            self.clocks.ask(seat, question.id)
        self.audience.catch_up(play.pictures[SPECTATOR].view)
        self._answer_standing()

    # --- answers that nobody gave -------------------------------------------------------------------

    def _standing(self, seat: int) -> Answer | None:
        """What the rules force or the seat's wishes answer to its open question."""
        play = self.play
        assert play is not None
        request = play.questions[seat].request
        if (forced := forced_answer(request)) is not None:
            return forced
        session = next(iter(self.audience.of(seat)), None)
        if session is None:
            return None
        return standing_answer(session.prefer, request, self._window(play, seat))

    def _window(self, play: Play, seat: int) -> Window:
        state, view = play.game.state, play.pictures[seat].view
        stack = view.get("stack", {}).get("objects", ())
        top = view.get(stack[-1]) if stack else None
        turn = state.turn
        return Window(seat, turn.number, turn.step, turn.active, top)

    def _answer_standing(self) -> None:
        """Gives the answers that stand, one after another, until somebody must be asked."""
        while self.play is not None and not self.play.game.over:
            for seat, question in self.play.questions.items():
                answer = self._standing(seat)
                if answer is not None and question.request.refuse(answer) is None:
                    self._put(Answering(seat, answer), "policy", None, None)
                    break
            else:
                return

    def _ring(self, seat: int, question: str, due: Due) -> None:
        """A clock has run out; what that means is decided in the table's task."""
        self.post(partial(self._time_up, seat, question, due))

    def _time_up(self, seat: int, question: str, due: Due) -> None:
        play = self.play
        if play is None or play.game.over or self.frozen is not None:
            return
        open_question = play.questions.get(seat)
        if open_question is None or open_question.id != question or self.clocks.paused:
            return
        if due == "absence" and self.clocks.policy == "concede":
            self._put(Conceding(seat), "absence", None, None)
        else:
            by: By = "bot" if due == "absence" and self.clocks.policy == "bot" else due
            answer = play.default(seat)
            self._put(Conceding(seat) if answer is None else Answering(seat, answer), by, None, None)
        self._answer_standing()

    # --- views --------------------------------------------------------------------------------------

    def _seat(self, session: Session) -> int:
        if session.viewer == SPECTATOR:
            raise Refusal("forbidden", "a spectator cannot do this")
        return session.viewer

    def _picture(self, viewer: int) -> Picture | None:
        if viewer == SPECTATOR and self.audience.late is not None:
            return self.audience.late
        return None if self.play is None else self.play.pictures.get(viewer)

    def _question(self, session: Session) -> r.Question | None:
        seat = session.viewer
        if self.play is None or seat not in self.play.questions or self.play.game.over:
            return None
        return self.play.asked(seat, self.clocks.deadline(seat))

    def _sent_answer(self, session: Session) -> str | None:
        """For a question to several seats: the one this seat has answered while others have not."""
        return None if self.play is None else self.play.sent.get(session.viewer)

    def _standing_view(self, session: Session, token: str) -> dict[str, Any]:
        """What a welcome and a resync have in common."""
        picture = self._picture(session.viewer)
        seats = len(self.play.setup.seats) if self.play is not None else 0
        return {
            "session": session.id,
            "resume_token": token,
            "table": self.id,
            "room": self.view_of_room(),
            "seat": None if session.viewer == SPECTATOR else session.viewer,
            "view": {} if picture is None else dict(picture.view),
            "digest": 0 if picture is None else picture.digest,
            "request": self._question(session),
            "sent_answer": self._sent_answer(session),
            "clocks": self.clocks.states(seats),
        }

    def _welcome(self, session: Session, token: str) -> m.Welcome:
        return m.Welcome(**self._standing_view(session, token))

    def _resync(self, session: Session, token: str, reason: m.ResyncReason) -> m.Resync:
        return m.Resync(**self._standing_view(session, token), reason=reason)

    # --- the journal --------------------------------------------------------------------------------

    def row(self, closed_ms: int | None = None) -> TableRow:
        """The table as it is kept."""
        return TableRow(
            self.id,
            self.created_ms,
            msgspec.json.encode(self.room.terms),
            msgspec.json.encode(self.room.seating),
            self.room.stage,
            self._games.fingerprint,
            closed_ms,
        )

    def close(self, reason: str) -> None:
        """The table is no more: everybody is told, and its journal is marked as closed."""
        parcel = Parcel()
        for session in list(self.audience.sessions.values()):
            parcel.after.append(partial(self._remove, session, m.Close.TABLE_CLOSED, reason))
        parcel.after.append(partial(self._on_closed, self))
        self._commit([put(self.row(closed_ms=now_ms()))], parcel)


def _without(session: Session) -> Statement:
    return "DELETE FROM sessions WHERE id = ?", (session.id,)


class _Stopped(Exception):
    """The table's task is to end."""
