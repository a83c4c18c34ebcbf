"""A table: coming and going, the room around the game, and every command of somebody at it."""

import logging
import secrets
import sys
from functools import partial

from apnap.engine.sight import SPECTATOR
from apnap_protocol import messages as m

from .clocks import now_ms
from .journal import Statement, put
from .parcel import Parcel
from .people import Person, Receipt
from .play import Conceding, Refusal
from .room import Sitting
from .session import Outlet, Session
from .timekeeping import Timekeeping

log = logging.getLogger("apnap.table")


class Table(Timekeeping):
    """A room and, once it has started, its game. Everything happens in the table's own turns."""

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
            case m.Why():
                self.why(session, receipt, command)
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
        reasons = self._games.refuse_deck(terms, wish.deck, wish.commanders, wish.schemes, seat=seat)
        if reasons:
            raise Refusal("invalid_payload", "this deck cannot be played", reasons=list(reasons))
        session = self.new_session(seat, person)
        deck = tuple(map(sys.intern, wish.deck))  # names of the pool: each is kept once for all tables
        sitting = Sitting(person.id, person.name, session.id, deck, wish.commanders, wish.ready, schemes=wish.schemes)
        room.sit(seat, sitting)
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
            if missed is None or not outlet.has_room_for(missed):
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

    def welcome_again(self, person: Person, outlet: Outlet) -> None:
        """Somebody's connection was lost between joining and the welcome."""
        sessions = (s for s in self.audience.sessions.values() if s.person is person)
        session = next(sessions, None)
        if session is None or outlet.session is not None:
            return
        token = session.rotate()
        parcel = Parcel()
        parcel.before.append(partial(self._attach, session, outlet))
        parcel.frames.append((session, self._welcome(session, token)))
        parcel.after.append(partial(self._settle_in, session))
        self._commit([put(session.row())], parcel)

    def _attach(self, session: Session, outlet: Outlet) -> None:
        if outlet.session is not None and outlet.session is not session:
            self.detach(outlet.session, outlet)
        outlet.session = session
        session.attach(outlet)

    def _settle_in(self, session: Session) -> None:
        if session.outlet is None or not session.outlet.is_open:
            return self._absent(session)
        if session.viewer != SPECTATOR:
            self._back(session.viewer)
        self._tell_room()

    def detach(self, session: Session, outlet: Outlet) -> None:
        """A connection is gone. A session that another connection has taken does not notice."""
        if session.detach(outlet):
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
        parcel.after.append(self._reopen_if_agreed)
        parcel.after.append(self._tell_room)
        self._commit([_without(session)], parcel)

    def rematch(self, session: Session, receipt: Receipt) -> None:
        """Plays again when all who stayed agree."""
        seat = self._seat(session)
        if self.room.stage != "over":
            raise Refusal("forbidden", "the game is not over")
        self.room.want_again(seat)
        self._commit([put(self.row())], Parcel(receipt, session))
        self._reopen_if_agreed()
        self._tell_room()
        self._start_if_complete()

    def _reopen_if_agreed(self) -> None:
        """The table is open again when the game is over and all who stayed want another."""
        staying = {s.viewer for s in self.audience.seated()}
        if self.room.stage != "over" or not staying or not self.room.agrees_again(staying):
            return
        self.room.reopen(staying)
        parcel = Parcel()
        for viewer, told in self.play.cleared().items() if self.play is not None else ():
            self.audience.tell(parcel, viewer, told)
        self._commit([put(self.row())], parcel)

    def why(self, session: Session, receipt: Receipt, wish: m.Why) -> None:
        """The chain of rules and events that led to an event."""
        if self.play is None or (session.viewer == SPECTATOR and self.audience.late is not None):
            raise Refusal("not_found", "nothing is known of this event")
        chain = self.play.sight.why(self.play.game, session.viewer, wish.event)
        if chain is None:
            raise Refusal("not_found", "nothing is known of this event any more")
        parcel = Parcel(receipt, session)
        parcel.result = {"chain": chain}
        self.deliver(parcel)

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
        self.dials.pause(self.clocks.paused, now_ms())
        parcel = Parcel(receipt, session)
        for viewer in play.pictures:
            self._tell_clocks(parcel, viewer)
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

    def close(self, reason: str) -> None:
        """The table is no more: everybody is told, and its journal is marked as closed."""
        parcel = Parcel()
        for session in list(self.audience.sessions.values()):
            parcel.after.append(partial(self._remove, session, m.Close.TABLE_CLOSED, reason))
        parcel.after.append(partial(self._on_closed, self.id))
        self._commit([put(self.row(closed_ms=now_ms()))], parcel)


def _without(session: Session) -> Statement:
    return "DELETE FROM sessions WHERE id = ?", (session.id,)
