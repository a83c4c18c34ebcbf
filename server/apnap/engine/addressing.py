"""The one door for questions: whom one is put to, also where a player has left or others decide.

A concession may come at any question. It is dealt with here, and the question is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from . import events as ev
from .loops import is_forced
from .priority import Cancelled
from .requests import Answer, GameOver, Request
from .state import State
from .targets import Refused
from .values import NOBODY, ObjId, Ref, Seat, player, seat_of

if TYPE_CHECKING:
    from .frame import Frame
    from .look import Look


class Concession(Struct, frozen=True):
    seat: Seat


class Addressing:
    """Asking of a game, until somebody who may answer has answered."""

    if TYPE_CHECKING:
        look: Look
        state: State
        proposing: Seat
        proposed: ObjId
        resolving: Frame | None
        answering: Seat
        decisions: int
        choices: int
        _parts: dict[Seat, Answer]

        @property
        def over(self) -> bool: ...

        def note(self, event: ev.Event) -> None: ...

        def teammates(self, seat: Seat) -> tuple[Seat, ...]: ...

        def in_apnap(self, seats: Iterable[Seat]) -> tuple[Seat, ...]: ...

        def choose_refs(
            self, seat: Seat, refs: tuple[Ref, ...], *, prompt: str, rule: str, cause: ObjId
        ) -> Generator[Request, Any, Any]: ...

        def _conceded(self, seat: Seat) -> Generator[Request, Any, None]: ...

    def ask(self, build: Callable[[], Request]) -> Generator[Request, Any, Any]:
        """The one door for questions: a concession is handled here, and the question made anew."""
        instead = NOBODY
        while True:
            if self.over:
                raise GameOver
            request = build()
            if request.announcer >= 0 and not self.state.player(request.announcer).in_game:
                return request.default  # 800.4a, d: what that player put on the stack, or suffers, is not there
            self._address(request, instead)
            if not request.who:
                instead = yield from self._another_chooser(request)
                if instead < 0:
                    return request.default
                continue
            reply = self._parts if request.all_of and not self.waiting_among(request) else (yield request)
            if isinstance(reply, Concession):
                yield from self._conceded(reply.seat)
                if self.proposing >= 0 and not self.state.player(self.proposing).in_game:
                    raise Cancelled  # a proposal ends with the one who made it
                if self.proposed and self.proposed not in self.state.objects:
                    raise Refused("its owner has left and taken it along", "leave.objects")
                continue
            self._parts = {}
            forced = is_forced(request, reply)
            self.decisions += 1
            self.choices += not forced
            self.note(ev.DecisionTaken(seat=self.answering, forced=forced))
            if isinstance(reply, Answer) and reply.cancel:
                raise Cancelled
            return reply

    def waiting_among(self, request: Request) -> tuple[Seat, ...]:
        """The seats of a question that have not answered it."""
        return tuple(s for s in request.who if s not in self._parts)

    def _address(self, request: Request, instead: Seat) -> None:
        """Who answers: those of the asked who are left, who decides for them (723.5), or who was chosen instead."""
        if instead >= 0 and self.state.player(instead).in_game:
            request.who = self._decider(instead) or (instead,)
            return
        if not request.all_of:
            request.who = self._decider(request.for_) or request.who
        gone = not self.state.player(request.for_).in_game
        shared = request.for_ in request.who and len(request.who) > 1
        request.who = tuple(s for s in request.who if self.state.player(s).in_game)
        if gone and shared and request.who:
            request.for_ = request.who[0]
        elif gone:
            request.who = ()

    def _decider(self, seat: Seat) -> tuple[Seat, ...]:
        """Who decides for a seat (723.5), where somebody does."""
        decider = self.state.player(seat).decided_by
        return (decider,) if decider >= 0 and self.state.player(decider).in_game else ()

    def _another_chooser(self, request: Request) -> Generator[Request, Any, Seat]:
        """Who chooses in the place of one who has left; nobody where the choice has gone with that player.

        A cost is not paid, and what is that player's own to declare is not declared (800.4f). For an object's
        choice its controller names another player, an opponent where it was one (800.4g); a rule's choice, and so
        the naming where the controller has left as well, goes to the next in turn order (800.4h). What is gone with
        its controller requires nothing (800.4a), but what had begun to resolve does until its end (608.2m).
        """
        if request.personal or not (request.options or request.kind == "number"):
            return NOBODY
        left = request.for_
        if not request.cause or request.rule == "leave.choice":
            return self.look.next_seat(left)
        requires = self._requiring(request.cause)
        controller = self.look.controller(request.cause) if requires is None else requires.controller
        if controller < 0 or (requires is None and not self.state.player(controller).in_game):
            return NOBODY
        opponents = self.look.opponents(controller) if left not in self.teammates(controller) else ()
        seats = opponents or self.in_apnap(self.state.seats_in_game())
        namer = controller if self.state.player(controller).in_game else self.look.next_seat(controller)
        picked = yield from self.choose_refs(
            namer, tuple(player(s) for s in seats), prompt="chooser", rule="leave.choice", cause=request.cause
        )
        return seat_of(picked[0])

    def _requiring(self, cause: ObjId) -> Frame | None:
        """The spell or ability that is resolving, where it is what requires something, or its source."""
        frame = self.resolving
        return frame if frame is not None and cause in (frame.object, frame.source) else None
