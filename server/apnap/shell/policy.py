"""What the server answers for a seat: auto-pass, stops, yields, and orders of equal triggers.

A policy is the seat's own wish. It only ever gives an answer that the request would take, and its answers
stand in the journal as inputs like any other, so a replay asks no policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from apnap.engine.requests import PASS, Answer, Request
from apnap.engine.values import Seat
from apnap_protocol import messages as m

#: The rules by which an ability asks yes or no as it resolves.
RESOLVING = ("resolve.choices", "triggers.may", "cost.unless")


class Preferences(Struct, frozen=True):
    """A seat's wishes; see `messages.Prefer`."""

    auto_pass: bool = False
    stops: tuple[m.Stop, ...] = ()
    yields: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    """For abilities, in their order: `yes` or `no`."""
    until_end_of_turn: int = 0
    """The number of the turn during which to pass; 0 for none."""
    hold: bool = False
    order_equal_triggers: bool = False

    def to_bytes(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Preferences:
        return msgspec.json.decode(data, type=cls) if data else cls()

    def changed(self, wish: m.Prefer, turn: int) -> Preferences:
        """The preferences after a `prefer` command."""
        changes: dict[str, Any] = {
            name: value
            for name in ("auto_pass", "stops", "yields", "hold", "order_equal_triggers")
            if (value := getattr(wish, name)) is not None
        }
        if wish.answers is not None:
            changes["answers"] = tuple(sorted(wish.answers.items()))
        if wish.until_end_of_turn is not None:
            changes["until_end_of_turn"] = turn if wish.until_end_of_turn else 0
        return msgspec.structs.replace(self, **changes)


class Window(Struct, frozen=True):
    """What a policy may look at when a seat gets priority: public facts, and the seat's own options."""

    seat: int
    turn: int
    step: str
    active: tuple[int, ...]
    """Whose turn it is: one seat, or those of a team."""
    top: Mapping[str, Any] | None
    """The view's entry of the topmost object of the stack."""

    @property
    def is_top_own(self) -> bool:
        return self.top is not None and self.top.get("controller") == self.seat

    @property
    def is_top_others(self) -> bool:
        return self.top is not None and not self.is_top_own


def forced_answer(request: Request) -> Answer | None:
    """The answer to a request that has only one, or None."""
    if request.may_cancel or request.all_of:
        return None
    match request.kind:
        case "choose" | "attackers" | "blockers":
            if not request.options or len(request.options) == request.min == request.max:
                return Answer(picks=tuple(o.id for o in request.options))
        case "order":
            if len(request.options) < 2:
                return Answer(picks=tuple(o.id for o in request.options))
        case "number":
            if request.min == request.max:
                return Answer(number=request.min)
        case "divide":
            if len(request.options) == 1:
                return Answer(amounts=((request.options[0].id, request.total),))
        case "yes-no":
            if len(request.options) == 1:
                return Answer(picks=(request.options[0].id,))
        case "priority" | "mulligan" | "pay":
            return None
        case _:
            assert_never(request.kind)
    return None


def standing_answer(prefer: Preferences, request: Request, window: Window) -> Answer | None:
    """The answer that the seat's wishes give to a request, or None where the seat must be asked."""
    if request.kind == "order" and request.prompt == "triggers" and prefer.order_equal_triggers:
        if len({option.payload.ability for option in request.options}) == 1:
            return Answer(picks=tuple(o.id for o in request.options))
        return None
    if request.kind == "yes-no" and request.rule in RESOLVING and window.top is not None:
        wish = dict(prefer.answers).get(window.top.get("ability", ""))
        return None if wish is None else Answer(picks=(wish,))
    if request.kind != "priority" or not _wants_to_pass(prefer, request, window):
        return None
    return PASS


def is_interrupted(prefer: Preferences, window: Window) -> bool:
    """Whether what the seat is asked now ends its passing until the end of turn: somebody else did something."""
    return prefer.until_end_of_turn == window.turn and window.is_top_others


def _wants_to_pass(prefer: Preferences, request: Request, window: Window) -> bool:
    if window.is_top_own and prefer.hold:
        return False
    if window.top is not None and {window.top.get("name"), window.top.get("ability")} & set(prefer.yields):
        return True
    if _stops(prefer, window):
        return False
    if prefer.until_end_of_turn == window.turn:
        return not window.is_top_others
    if not prefer.auto_pass:
        return False
    return window.is_top_own or not any(
        _is_deed(option.payload.kind) for option in request.options_for(Seat(window.seat))
    )


def _stops(prefer: Preferences, window: Window) -> bool:
    return any(stop.step == window.step and (stop.seat is None or stop.seat in window.active) for stop in prefer.stops)


def _is_deed(kind: str) -> bool:
    """Whether an option is more than passing or making mana."""
    return kind not in ("pass", "mana")
