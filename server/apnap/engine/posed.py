"""A request as one seat is asked it: options with ids of that seat, and the way back from its answer.

The ids are made of what an option's payload says, in the seat's own names, so they are as secret as the
view is. The table keeps the `Question` while the request is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from .entries import ability_name
from .known import knows
from .names import Names
from .requests import Answer, Given, Option, Request
from .state import State
from .values import NOTHING, ObjId, Ref, Seat, is_player, seat_of

Entry = dict[str, Any]


class Eyes(Protocol):
    """The part of a sight that a question needs."""

    names: Names

    def ref(self, viewer: int, ref: Ref | ObjId | int) -> str: ...
    def number(self, rule: str) -> str: ...


class Question:
    """A request with the ids that one seat knows, and the way back from its answer."""

    def __init__(self, sight: Eyes, state: State, request: Request, seat: Seat) -> None:
        self.seat, self.request = seat, request
        self.id = sight.names.next(f"r{seat}", "r")
        self._sight = sight
        self._seats = {f"seat:{p.seat}": f"p{p.seat}" for p in state.players}
        self.options: list[Entry] = []
        self._engine: dict[str, Option] = {}
        self._wire: dict[str, str] = {}
        for option in request.options_for(seat):
            if request.all_of and self._is_others_secret(state, option):
                continue
            payload = self._payload(option)
            name = self._unused(_option_name(payload))
            self.options.append({"id": name, "payload": payload})
            self._engine[name] = option
            self._wire[option.id] = name

    def _is_others_secret(self, state: State, option: Option) -> bool:
        """Where many answer at once, each is offered only what it may know (101.4a)."""
        obj = state.objects.get(option.payload.object)
        return obj is not None and not knows(state, obj, self.seat)

    def asked(self) -> Entry:
        """What goes to the seat: members as in the protocol's `Question`."""
        request, sight = self.request, self._sight
        return {
            "id": self.id,
            "kind": request.kind,
            "seats": list(request.who),
            "seat": request.for_,
            "prompt": request.prompt,
            "options": self.options,
            "min": request.min,
            "max": request.max,
            "total": request.total,
            "default": self.shown(request.default) if self._can_show(request.default) else {},
            "may_undo": request.may_cancel,
            "all_of": request.all_of,
            "cause": sight.ref(self.seat, request.cause) if request.cause else "",
            "rule": sight.number(request.rule) if request.rule else "",
        }

    def _can_show(self, answer: Answer) -> bool:
        return all(pick in self._wire for pick in answer.picks)

    def shown(self, answer: Answer) -> Entry:
        """An engine's answer in this seat's ids."""
        entry: Entry = {}
        if answer.picks:
            entry["picks"] = [self._wire[pick] for pick in answer.picks]
        if answer.number is not None:
            entry["number"] = answer.number
        if answer.amounts:
            entry["amounts"] = {self._wire[pick]: n for pick, n in answer.amounts}
        if answer.cancel:
            entry["cancel"] = True
        return entry

    def engine_id(self, name: str) -> str:
        """The engine's id of an option; a name that is no option stays one that the engine refuses."""
        option = self._engine.get(name)
        return f"?{name}" if option is None else option.id

    def wire_id(self, engine_id: str) -> str:
        """The name of an engine's option for this seat."""
        return self._wire.get(engine_id, engine_id.removeprefix("?") if engine_id.startswith("?") else "")

    def answer(
        self,
        *,
        picks: tuple[str, ...],
        number: int | None,
        amounts: Mapping[str, int],
        cancel: bool,
        given: Mapping[str, Any] | None,
    ) -> Answer:
        """The engine's answer for one in this seat's ids."""
        return Answer(
            picks=tuple(self.engine_id(pick) for pick in picks),
            number=number,
            amounts=tuple((self.engine_id(name), n) for name, n in amounts.items()),
            cancel=cancel,
            given=None if given is None else self._given(given),
        )

    def _given(self, given: Mapping[str, Any]) -> Given:
        values: dict[str, Any] = dict(given)
        for member in ("sacrifice", "discard", "exile", "tap"):
            if (names := values.get(member)) is not None:
                values[member] = tuple(self._object(name) for name in names)
        if (targets := values.get("targets")) is not None:
            values["targets"] = tuple(self._target(name) for name in targets)
        if (divided := values.get("divided")) is not None:
            values["divided"] = tuple((self._target(name), n) for name, n in divided.items())
        return Given(**values)

    def _object(self, name: str) -> ObjId:
        return self._sight.names.back(self.seat, name) or NOTHING

    def _target(self, name: str) -> str:
        """The engine's option id of an object or player."""
        return self._seats.get(name) or f"o{self._object(name)}"

    def _payload(self, option: Option) -> Entry:
        payload, sight = option.payload, self._sight
        entry: Entry = {"kind": payload.kind}
        if payload.object:
            entry["object"] = sight.names.of(self.seat, payload.object)
        if payload.other:
            if is_player(payload.other):
                entry["other"] = f"seat:{seat_of(payload.other)}"
            else:
                entry["other"] = sight.names.of(self.seat, ObjId(payload.other))
        if payload.seat >= 0:
            entry["seat"] = payload.seat
        if payload.kind == "pile":
            entry["objects"] = [self._reworded(word) for word in payload.word.split()]
        elif payload.word:
            entry["word"] = payload.word
        if payload.number and payload.kind != "trigger":  # there it is the engine's count of triggers
            entry["number"] = payload.number
        if payload.ability:
            entry["ability"] = ability_name(payload.ability)
        if payload.payable != "yes":
            entry["payable"] = payload.payable
        return entry

    def _reworded(self, word: str) -> str:
        """An object that an option's words name by the engine's id."""
        return self._sight.names.of(self.seat, ObjId(Ref(int(word[1:]))))

    def _unused(self, name: str) -> str:
        """Options that a viewer cannot tell apart are numbered."""
        if name not in self._engine:
            return name
        n = 2
        while f"{name}~{n}" in self._engine:
            n += 1
        return f"{name}~{n}"


def _option_name(payload: Entry) -> str:
    """An option's id, made of what its payload says: never of the engine's id."""
    members = ("object", "other", "seat", "word", "number", "objects")
    parts = [f"{payload[m]}" for m in members if m in payload]
    return "/".join((payload["kind"], *parts)).replace(" ", "_")[:140]
