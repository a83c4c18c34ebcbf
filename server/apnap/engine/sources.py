"""Abilities that work now, each with what the rules ask of it: on which object, whose, since when."""

from __future__ import annotations

from typing import Any

from .frame import Frame, Looking
from .state import Cast
from .values import NOTHING, ObjId, Ref, Seat


class Source:
    """An ability that works now: on which object (or lasting effect), whose, since when."""

    __slots__ = (
        "ability",
        "affected",
        "bound",
        "controller",
        "effect",
        "granted_by",
        "obj",
        "path",
        "timestamp",
    )

    def __init__(
        self, ability: Any, path: str, obj: ObjId, controller: Seat, timestamp: int, bound: Any = (),
        granted_by: ObjId = NOTHING, effect: int = 0, affected: tuple[Ref, ...] | None = None,
    ) -> None:  # fmt: skip
        self.ability = ability
        self.path = path
        self.obj = obj
        self.controller = controller
        self.timestamp = timestamp
        self.bound = bound
        self.granted_by = granted_by
        self.effect = effect
        self.affected = affected

    def of(self, controller: Seat) -> Source:
        """The same ability, controlled by somebody else."""
        return Source(
            self.ability, self.path, self.obj, controller, self.timestamp, self.bound, self.granted_by,
            self.effect, self.affected,
        )  # fmt: skip

    def frame(self, look: Looking) -> Frame:
        thing = look.thing(self.obj)
        cast = thing.obj.cast if thing is not None and thing.obj.cast is not None else Cast()
        return Frame(source=self.obj, controller=self.controller, path=self.path, cast=cast, bound=self.bound)
