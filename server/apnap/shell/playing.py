"""The game at a table: answers of people, of clocks and of standing wishes, and what they bring about."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from apnap.engine.reasons import REMEMBERED
from apnap.engine.requests import PASS, Answer, IllegalAnswer
from apnap.engine.sight import SPECTATOR
from apnap.engine.telling import public_reason
from apnap.engine.values import Seat
from apnap_protocol import messages as m
from apnap_protocol import requests as r
from apnap_protocol.sights import Picture

from .clocks import now_ms
from .desk import Desk
from .dials import Dials
from .games import Unplayable
from .journal import InputRow, SnapshotRow, Statement, keep_snapshot, put
from .parcel import Parcel
from .people import Receipt
from .play import Answering, By, Conceding, Input, Judged, Outcome, Play, Refusal, Started, to_bytes
from .policy import Window, forced_answer, is_interrupted, standing_answer
from .rebuilding import rebuilt
from .session import Session

#: Faults after the same input before the table stands still.
FAULTS = 3


log = logging.getLogger("apnap.table")


class Playing(Desk):
    """A table at which a game is played."""

    # --- the game -----------------------------------------------------------------------------------

    def answer(self, session: Session, receipt: Receipt, wish: m.Reply) -> None:
        """A seat answers."""
        self._judge(self._seat(session), wish, "seat", receipt, session)

    def _judge(self, seat: int, wish: m.Reply, by: By, receipt: Receipt | None, session: Session | None) -> None:
        """An answer of a seat, or of who plays for it."""
        play = self._running()
        put_in = play.judge(seat, wish)
        try:
            self._put(put_in, by, receipt, session)
        except IllegalAnswer as illegal:  # what was proposed turned out to be impossible; nothing has moved
            raise play.refusal(play.questions[seat], illegal) from illegal
        if session is not None:
            session.has_answered()

    def concede(self, session: Session, receipt: Receipt) -> None:
        """A seat leaves the game."""
        play, seat = self._running(), self._seat(session)
        if not play.is_in_game(seat):
            raise Refusal("forbidden", "you have left the game")
        self._put(Conceding(seat), "seat", receipt, session)

    def prefer(self, session: Session, receipt: Receipt, wish: m.Prefer) -> None:
        """What the server may answer for a seat."""
        self._seat(session)
        steps = self._games.steps(self.room.terms.settings)
        if unknown := [stop.step for stop in wish.stops or () if stop.step not in steps]:
            raise Refusal("invalid_payload", f"there is no step {unknown[0]!r}: {', '.join(steps)}")
        turn = self.play.game.state.turn.number if self.play is not None else 0
        session.prefer = session.prefer.changed(wish, turn)
        self._commit([put(session.row())], Parcel(receipt, session))
        self._go_on()

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
        try:
            pool = self._games.frozen(self.room.terms.settings, self.room.names)
            drawn = secrets.randbits(53), secrets.randbits(53)
            seed, key = drawn if seed is None else (seed, seed)  # one who may know the seed may know all
            setup = self.room.begin(seed, pool, key)
            self.play = Play(self._games, setup, after=played, guard=self._guard)
            self._understudies.clear()
            self.dials = Dials()
            # turns are counted anew, and so would be the one that somebody wanted to sit out
            passing = [s for s in self.audience.seated() if s.prefer.until_end_of_turn]
            self._commit([self._stop_passing(session) for session in passing], Parcel())
            self._put(Started(setup), "seat", receipt, session)
        except Unplayable as unplayable:
            self.room.seating, self.play = before, played
            reasons = list(unplayable.reasons)
            raise Refusal("invalid_payload", "this game cannot be played", reasons=reasons) from unplayable
        self._tell_room()

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
        not_before = self._beat_of(put_in, by)
        began = time.perf_counter()
        try:
            outcome = play.take(put_in, save=due)
        except (IllegalAnswer, Unplayable):
            raise
        except Exception as fault:
            raise self._broken(fault) from fault
        self._metrics.answer_s.observe(time.perf_counter() - began)
        if outcome.unavailable is not None and isinstance(put_in, Answering):
            put_in = replace(put_in, unavailable=outcome.unavailable)
        self._metrics.inputs.labels(by).inc()
        if outcome.over:
            self.room.end()
        person, ref = "" if session is None else session.person.id, "" if receipt is None else receipt.ref
        statements = self._kept(put_in, by, person, ref, outcome)
        parcel = Parcel(receipt, session)
        parcel.not_before = not_before
        if outcome.unavailable is not None and receipt is not None:
            parcel.refused = outcome.unavailable.error(receipt.ref)
            self._metrics.refusals.labels(parcel.refused.code).inc()
        self._tell(parcel, outcome, by)
        statements += self._tell_failures(parcel, outcome)
        if outcome.over:
            parcel.after.append(partial(self._on_over, self.id))
        self._commit(statements, parcel, partial(self.post, self._go_on))
        if outcome.over:
            self.clocks.stop()
            self._understudies.clear()
            self._tell_room()

    def _kept(self, put_in: Input, by: By, person: str, ref: str, outcome: Outcome) -> list[Statement]:
        """What the journal keeps of an input: the command that it was, and what came of it."""
        play = self.play
        assert play is not None
        spent = sum(self.clocks.answered(seat) for seat, _ in outcome.closed)
        row = InputRow(self.id, play.n, person, ref, by, to_bytes(put_in), play.trace, now_ms(), spent)
        statements = [put(row)]
        if outcome.judged is not None:
            statements.insert(0, put(self._verdict(play, outcome.judged)))
            self._metrics.inputs.labels("watchdog").inc()
        self._inputs_since_snapshot += 1
        if outcome.snapshot is not None:
            self._inputs_since_snapshot = 0
            play.game.forget_but(REMEMBERED)
            shot = outcome.snapshot
            statements += keep_snapshot(SnapshotRow(self.id, play.n, shot.game, shot.sight))
        if outcome.over or isinstance(put_in, Started):
            statements.append(put(self.row()))
        return statements

    def _broken(self, fault: Exception) -> Refusal:
        """A fault of the server in the middle of an input: the game is rebuilt from the journal."""
        incident = secrets.token_hex(4)
        log.error("table %s: incident %s, rebuilding", self.id, incident, exc_info=fault)
        self._metrics.rebuilds.inc()
        assert self.play is not None
        if self._faults.get(self.play.n, 0) >= FAULTS:
            self._freeze(fault)
        else:
            self._faults = {self.play.n: self._faults.get(self.play.n, 0) + 1}
            self.mending = asyncio.create_task(self._mend())
        return Refusal("internal", "a fault of the server; the table is rebuilt", incident=incident)

    async def _mend(self) -> None:
        """Puts the journal's inputs in anew, and gives everybody everything anew."""
        await self._journal.written_or_failed()
        play, problem, _ = rebuilt(self.id, self._journal, self._games, self._guard)
        self.mending = None
        if play is None:
            return self._freeze(RuntimeError(problem))
        self.post(partial(self._go_on_with, play))

    def _go_on_with(self, play: Play) -> None:
        self.play = play
        self._shown.clear()
        self._understudies.clear()
        self.clocks.stop()
        self._show_clocks(play.pictures)
        parcel, statements = Parcel(), []
        for session in self.audience.sessions.values():
            token = session.rotate()
            statements.append(put(session.row()))
            parcel.frames.append((session, self._resync(session, token, "rebuilt")))
        self._commit(statements, parcel, partial(self.post, self._go_on))

    def _beat_of(self, put_in: Input, by: By) -> float:
        """When what comes of an input may leave: at once, but for passes and what nobody was asked."""
        play = self.play
        if play is None or not isinstance(put_in, Answering):
            return 0.0
        if by != "policy" and put_in.answer.picks != PASS.picks:
            return 0.0
        turn, stack = play.game.state.turn, play.game.state.zone("stack")
        window = (turn.number, turn.step, int(stack[-1]) if stack else 0)
        return self.beat.of(window, self._moment)

    def _verdict(self, play: Play, judged: Judged) -> InputRow:
        """What the watchdog found, as the input before the one in which it did."""
        return InputRow(self.id, play.n - 1, "", "", "watchdog", to_bytes(judged), judged.trace, now_ms())

    def _tell_failures(self, parcel: Parcel, outcome: Outcome) -> list[Statement]:
        """Everybody learns which plugin failed and how, once for each piece of its code; the log has all of it.

        A condition that raises does so at every look at the battlefield.
        """
        statements: list[Statement] = []
        news = [failed for failed in outcome.failed if (failed.plugin, failed.path) not in self._told_of]
        for failed in news:
            self._told_of.add((failed.plugin, failed.path))
            log.warning("plugin %s failed at %s: %s", failed.plugin, failed.path, failed.reason)
            self._metrics.plugin_failures.labels(failed.plugin).inc()
            statements += self._games.faults.note(failed, self.id, now_ms())
            why = public_reason(failed.reason)
            text = f"{failed.plugin}: an ability was undone and does nothing, since {why}"
            self.audience.tell_all(parcel, m.Notice("plugin_failure", text, {"plugin": failed.plugin, "why": why}))
        return statements

    def _tell(self, parcel: Parcel, outcome: Outcome, by: By) -> None:
        """Every viewer learns what an input brought about."""
        play = self.play
        assert play is not None
        for seat, question in outcome.closed:
            if self._shown.pop(seat, "") == question:
                frame = m.Answered(question, by)
                parcel.frames += [(s, frame) for s in self.audience.of(seat)]
        self._show_clocks(outcome.told)
        for viewer, told in outcome.told.items():
            self.audience.tell(parcel, viewer, told)
            if viewer not in outcome.asked:  # who is asked hears of the clocks with the request
                self._tell_clocks(parcel, viewer)
        if outcome.over and play.game.result is not None:
            result = play.game.result
            self.audience.tell_end(parcel, m.Over(tuple(result.winners), result.draw))

    # --- clocks -------------------------------------------------------------------------------------

    def _show_clocks(self, viewers: Iterable[int], *, used_ms: int = 0) -> None:
        """These viewers know from now on what is to be known of the clocks now."""
        play = self.play
        assert play is not None
        self.dials.show(viewers, self.clocks.expected(len(play.setup.seats), play.questions, used_ms=used_ms))

    def _clocks_of(self, viewer: int) -> tuple[m.ClockState, ...]:
        """The clocks as a viewer may know them."""
        if viewer == SPECTATOR and self.audience.late is not None:
            return self.audience.late_clocks
        seats = len(self.play.setup.seats) if self.play is not None else 0
        return self.dials.seen_by(viewer, self.clocks.states(seats))

    def _tell_clocks(self, parcel: Parcel, viewer: int) -> None:
        play = self.play
        assert play is not None
        if self.clocks.are_told:
            states = self.dials.seen_by(viewer, self.clocks.states(len(play.setup.seats)))
            self.audience.tell_clock(parcel, viewer, m.Clock(states))

    def take_up(self, used_ms: int = 0) -> None:
        """Goes on after the table was rebuilt: everybody is away, and open questions have used so much."""
        play = self.play
        if play is not None and self.room.stage == "open":
            play.cleared()
        if play is None:
            return
        self._show_clocks(play.pictures, used_ms=used_ms)
        self.audience.catch_up(play.pictures[SPECTATOR].view)
        if play.game.over:
            return
        for seat in range(len(play.setup.seats)):
            self.clocks.away(seat)
        self._go_on(used_ms)

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
        return Window(seat, turn.number, turn.step, play.game.look.taking_turns_with(turn.active), top)

    def _go_on(self, used_ms: int = 0) -> None:
        """Asks whoever must be asked; gives the answers that stand in place of their people.

        Done in its own turn, after the input before it is kept: what a seat could do, and how long it
        takes to find that out, is not to be told from the time of anything that others get.
        """
        play = self.play
        if play is None or play.game.over or self.frozen is not None:
            return
        for seat, question in list(play.questions.items()):
            answer = self._standing(seat)
            if answer is not None and question.request.refuse_from(Seat(seat), answer) is None:
                with contextlib.suppress(IllegalAnswer):  # then the seat is asked after all
                    return self._put(Answering(seat, answer), "policy", None, None)
        parcel = Parcel()
        statements: list[Statement] = []
        for seat, question in play.questions.items():
            if self._shown.get(seat) != question.id:
                self._shown[seat] = question.id
                statements += self._interrupt(seat)
                self.clocks.ask(seat, question.id, used_ms=used_ms)
                asked = m.Asked(play.asked(seat, self.clocks.deadline(seat)), play.pictures[seat].digest)
                parcel.frames += [(s, asked) for s in self.audience.of(seat)]
                self._tell_clocks(parcel, seat)
        self._commit(statements, parcel) if statements else self.deliver(parcel)

    def _interrupt(self, seat: int) -> list[Statement]:
        """Passing until the end of turn is off once the seat is asked about what somebody else did."""
        play = self.play
        assert play is not None
        interrupted = [s for s in self.audience.of(seat) if is_interrupted(s.prefer, self._window(play, seat))]
        return [self._stop_passing(session) for session in interrupted]

    def _stop_passing(self, session: Session) -> Statement:
        session.prefer = replace(session.prefer, until_end_of_turn=0)
        return put(session.row())

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
        if self.play is None or seat not in self._shown or seat not in self.play.questions:
            return None
        return self.play.asked(seat, self.clocks.deadline(seat))

    def _sent_answer(self, session: Session) -> str | None:
        """For a question to several seats: the one this seat has answered while others have not."""
        return None if self.play is None else self.play.sent.get(session.viewer)

    def _standing_view(self, session: Session, token: str) -> dict[str, Any]:
        """What a welcome and a resync have in common."""
        picture = self._picture(session.viewer)
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
            "clocks": self._clocks_of(session.viewer),
        }

    def _welcome(self, session: Session, token: str) -> m.Welcome:
        return m.Welcome(**self._standing_view(session, token))

    def _resync(self, session: Session, token: str, reason: m.ResyncReason) -> m.Resync:
        return m.Resync(**self._standing_view(session, token), reason=reason)
