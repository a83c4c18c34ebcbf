"""One game at a table, without any asyncio: inputs in, and for every viewer what it learns.

The same inputs make the same names, views and digests, so a play is rebuilt from the journal, by a
replay, or from a snapshot and the inputs after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal, assert_never
from zlib import crc32

import msgspec
from msgspec import Struct

from apnap.engine import sight as eyes
from apnap.engine.calls import Guard
from apnap.engine.events import CardFailed, Event, Undone
from apnap.engine.posed import Question
from apnap.engine.requests import Answer, IllegalAnswer
from apnap.engine.values import Seat
from apnap_protocol import messages as m
from apnap_protocol import requests as r
from apnap_protocol.sights import Marks, Patch, Picture, difference

from .games import Game, Games, GameSetup

By = Literal["seat", "clock", "absence", "policy", "bot", "watchdog"]


class Started(Struct, frozen=True, tag="started"):
    """The first input: the game begins."""

    setup: GameSetup


class Unavailable(Struct, frozen=True, omit_defaults=True):
    """What a seat is told of an answer that was taken, and that could not be carried out."""

    reason: str
    option: str = ""
    rule: str = ""

    def error(self, ref: str) -> m.Error:
        """The reply to the command that gave the answer."""
        details = {name: value for name in ("option", "rule") if (value := getattr(self, name))}
        return m.Error("unavailable_choice", self.reason, ref, details)


class Answering(Struct, frozen=True, tag="answer", omit_defaults=True):
    """A seat's answer, in the engine's ids (they are the same in every replay).

    `unavailable` is kept with it for the command that is sent again after a restart; a replay does not read it.
    """

    seat: int
    answer: Answer
    unavailable: Unavailable | None = None


class Conceding(Struct, frozen=True, tag="concede"):
    """A seat leaves the game."""

    seat: int


class Judged(Struct, frozen=True, tag="verdict"):
    """Code of plugins that ran past its time in the next input, and is not run again (`by: watchdog`)."""

    keys: tuple[str, ...]

    @property
    def trace(self) -> int:
        """Nothing has come of it yet but itself."""
        return crc32(msgspec.json.encode(self))


Input = Started | Answering | Conceding | Judged
_inputs = msgspec.json.Decoder(Input)


def to_bytes(put: Input) -> bytes:
    return msgspec.json.encode(put)


def from_bytes(data: bytes) -> Input:
    return _inputs.decode(data)


class Refusal(Exception):
    """A command that is refused; nothing has changed."""

    def __init__(self, code: m.Code, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code: m.Code = code
        self.details = details


class Told(Struct, frozen=True):
    """What a viewer learns at a pause."""

    events: tuple[m.Happening, ...]
    patch: Patch
    digest: int


class Snapshot(Struct, frozen=True):
    """A save of a play."""

    game: bytes
    sight: bytes


class Outcome(Struct, frozen=True):
    """What an input brought about."""

    closed: tuple[tuple[int, str], ...] = ()
    """Requests that are no longer open: (seat that was asked, id)."""
    told: dict[int, Told] = {}
    asked: tuple[int, ...] = ()
    """Seats that have a new question."""
    over: bool = False
    snapshot: Snapshot | None = None
    judged: Judged | None = None
    """What the watchdog found in this input: an input of its own that stands before it."""
    failed: tuple[CardFailed, ...] = ()
    """Failures of plugins' code."""
    unavailable: Unavailable | None = None
    """Why what was answered could not be carried out, where the game moved all the same."""


class Play:
    """A game, the eyes of its viewers, and the questions that are open."""

    def __init__(
        self,
        games: Games,
        setup: GameSetup,
        *,
        n: int = -1,
        after: Play | None = None,
        guard: Guard | None = None,
    ) -> None:
        """A play that has not begun; `after` is the one before it at the same table.

        `guard` surrounds the code of plugins.
        """
        self.setup = setup
        self.n: int = n if after is None else after.n
        """The number of the last input."""
        self.trace = 0
        """A digest of the last input's events and of the state after them, for a replay to compare."""
        self.game: Game
        self.questions: dict[int, Question] = {}
        self.sight = eyes.Sight(
            len(setup.seats),
            edition=setup.edition,
            format=setup.format,
            number=games.numbers(setup),
            words=games.words(setup),
            key=setup.key,
        )
        if after is not None:
            self.sight.names.go_on_from(after.sight.names)
        self.pictures = {viewer: Picture() for viewer in self.sight.viewers}
        self.sent: dict[int, str] = {}
        """Questions to several seats: those that a seat has answered while others have not."""
        self._games, self._guard = games, guard
        self._verdicts: tuple[str, ...] = ()
        """What the watchdog found, and the next input is to be given."""

    # --- inputs -------------------------------------------------------------------------------------

    def take(self, put: Input, *, save: bool = False) -> Outcome:
        """Takes an input that is known to be legal; raises `IllegalAnswer` where it is not.

        With `save`, a snapshot is made if the game stands at a grant of priority: before the open
        questions get their names, so that the restored play gives them the same.
        """
        if isinstance(put, Judged):
            self._verdicts = put.keys
            self.n += 1
            self.trace = put.trace
            return Outcome()
        events = self._put(put)
        found = tuple(key for key in self.game.last_verdicts if key not in self._verdicts)
        judged = Judged(found) if found else None
        self._verdicts = ()
        self.n += 2 if judged else 1
        self.trace = crc32(msgspec.msgpack.encode(_traced(events)), self.game.digest())
        told = self._told(self.sight.after(self.game, events))
        request = self.game.request
        snapshot = None
        if save and request is not None and request.kind == "priority":
            snapshot = Snapshot(self.game.checkpoint(), self.sight.saved())
        unavailable = self._unavailable(put)
        closed, asked = self._ask_anew()
        failed = tuple(event for event in events if isinstance(event, CardFailed)) + self.game.unheard()
        return Outcome(closed, told, asked, self.game.over, snapshot, judged, failed, unavailable)

    def _put(self, put: Started | Answering | Conceding) -> tuple[Event, ...]:
        match put:
            case Started():
                self.game = self._games.start(self.setup, self._guard)
                return tuple(self.game.log)
            case Answering():
                return self.game.answer(Seat(put.seat), put.answer, self._verdicts)
            case Conceding():
                return self.game.concede(Seat(put.seat), self._verdicts)
            case _:
                assert_never(put)

    def judge(self, seat: int, reply: m.Reply) -> Answering:
        """The input that a seat's reply is; raises `Refusal`, and nothing has changed."""
        question = self.questions.get(seat)
        if question is None or question.id != reply.request:
            details = {} if question is None else {"request": msgspec.to_builtins(self.asked(seat))}
            if question is None and self.game.request is not None:
                raise Refusal("not_your_request", "you are not asked now")
            raise Refusal("stale_request", "this request is no longer open", **details)
        try:
            answer = question.answer(
                picks=reply.picks,
                number=reply.number,
                amounts=reply.amounts,
                cancel=reply.cancel,
                given=None if reply.given is None else _present(reply.given),
            )
            self.game.check(Seat(seat), answer)
        except IllegalAnswer as illegal:
            raise self.refusal(question, illegal) from illegal
        return Answering(seat, answer)

    def refusal(self, question: Question, illegal: IllegalAnswer) -> Refusal:
        """What a seat is told of an answer that the engine refused."""
        details: dict[str, Any] = {}
        if illegal.option and (name := question.wire_id(illegal.option)):
            details["option"] = name
        if illegal.rule:
            details["rule"] = self.sight.number(illegal.rule)
        code = _CODES.get(illegal.code, "illegal_choice")
        return Refusal(code, illegal.reason, **details)

    def _unavailable(self, put: Input) -> Unavailable | None:
        """What the seat that answered is told where the attempt showed that it could not be done."""
        found = self.game.last_unavailable
        if found is None or not isinstance(put, Answering):
            return None
        option = self.questions[put.seat].wire_id(found.option) if found.option else ""
        return Unavailable(found.reason, option or "", self.sight.number(found.rule) if found.rule else "")

    def default(self, seat: int) -> Answer | None:
        """The answer taken for a seat that gives none; None where there is none that it could give."""
        request = self.questions[seat].request
        singles: Iterator[Answer] = (Answer(picks=(option.id,)) for option in request.options)
        for answer in chain([request.default], singles if request.all_of else ()):
            try:
                self.game.check(Seat(seat), answer)
            except IllegalAnswer:
                continue
            return answer
        return None

    def cleared(self) -> dict[int, Told]:
        """Everybody forgets the game that is over: the views are empty again."""
        told: dict[int, Told] = {}
        for viewer, picture in self.pictures.items():
            patch = difference(picture.view, {})
            picture.take(patch)
            told[viewer] = Told((), patch, picture.digest)
        return told

    def is_in_game(self, seat: int) -> bool:
        """Whether a seat still plays."""
        return not self.game.over and self.game.state.player(Seat(seat)).in_game

    @property
    def mark(self) -> int:
        """The digest of the state."""
        return self.game.digest()

    # --- what is open ---------------------------------------------------------------------------------

    def asked(self, seat: int, deadline: int | None = None) -> r.Question:
        """The open question of a seat, for the wire."""
        entry = self.questions[seat].asked()
        return msgspec.convert({**entry, "deadline": deadline}, r.Question)

    def _ask_anew(self) -> tuple[tuple[tuple[int, str], ...], tuple[int, ...]]:
        """Replaces the open questions; gives what is closed, and who is asked something new."""
        request = self.game.request
        before = self.questions
        self.questions = {}
        asked: list[int] = []
        for seat in self.game.waiting_for():
            old = before.get(seat)
            if request is not None and old is not None and old.request.id == request.id and request.all_of:
                self.questions[seat] = old  # another seat's part of the answer has come in
            elif request is not None:
                self.questions[seat] = self.sight.question(self.game, request, seat)
                asked.append(seat)
        closed = tuple((seat, q) for seat, q in before.items() if self.questions.get(seat) is not q)
        parts = request.id if request is not None and request.all_of else None
        self.sent = {seat: q.id for seat, q in closed if q.request.id == parts}
        return tuple((seat, q.id) for seat, q in closed), tuple(asked)

    def _told(self, tellings: dict[int, eyes.Telling]) -> dict[int, Told]:
        """What is sent of what the viewers learn; their pictures are as they are then."""
        told: dict[int, Told] = {}
        marks: Marks = {}
        for viewer, telling in tellings.items():
            picture = self.pictures[viewer]
            patch = Patch(telling.set, telling.gone)
            picture.take(patch, marks)
            told[viewer] = Told(tuple(m.Happening(**event) for event in telling.events), patch, picture.digest)
        return told

    # --- saving -------------------------------------------------------------------------------------

    @classmethod
    def restored(cls, games: Games, setup: GameSetup, n: int, snapshot: Snapshot, guard: Guard | None = None) -> Play:
        """The play that stood at input `n` when the snapshot was made."""
        play = cls(games, setup, n=n, guard=guard)
        play.game = games.restore(setup, snapshot.game, guard)
        play.sight.restore(snapshot.sight, play.game)
        for viewer in play.sight.viewers:
            play.pictures[viewer] = Picture(play.sight.view(viewer))
        play._ask_anew()
        return play


_CODES: dict[str, m.Code] = {
    "not_your_request": "not_your_request",
    "cannot_undo": "cannot_undo",
}


def _traced(events: tuple[Event, ...]) -> list[Event]:
    """The events as far as they are the same in every process and from every snapshot.

    What a failure says may hold an address or a set; how far something is taken back counts from where the log begins.
    """
    return [event for event in events if not isinstance(event, CardFailed | Undone)]


def _present(given: r.Given) -> dict[str, Any]:
    """The members that were given."""
    values = msgspec.structs.asdict(given)
    return {name: value for name, value in values.items() if value is not None}
