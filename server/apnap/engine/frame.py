"""The frame in which references of a card's text are bound: whose ability, which targets, what X."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from .state import Bound, Cast
from .values import NOTHING, ObjId, Plain, Ref, Seat

if TYPE_CHECKING:
    from .state import Chars, Obj, State, Thing


class Frame(Struct, frozen=True):
    """One run of an ability. `source` is its object, `object` the spell or ability on the stack.

    `that` and `amount` are what the last instruction moved and how much it really did; `subject` is the
    one of several that a sentence speaks of now.
    """

    source: ObjId
    controller: Seat
    path: str = ""
    object: ObjId = NOTHING
    cast: Cast = Cast()
    bound: Bound = ()
    that: tuple[Ref, ...] = ()
    amount: int = 0
    subject: Ref = Ref(0)

    def value(self, name: str) -> Plain | None:
        for key, value in self.bound:
            if key == name:
                return value
        return None

    def number(self, name: str) -> int:
        value = self.value(name)
        return value if isinstance(value, int) else 0

    def refs(self, name: str) -> tuple[Ref, ...]:
        value = self.value(name)
        if isinstance(value, int):
            return (Ref(value),) if value else ()
        if isinstance(value, tuple):
            return tuple(Ref(v) for v in value if isinstance(v, int))
        return ()

    def binding(self, **values: Plain) -> Frame:
        """This frame with more bound values; a later one of a name replaces an earlier."""
        kept = tuple((k, v) for k, v in self.bound if k not in values)
        return replace(self, bound=kept + tuple(sorted(values.items())))

    def about(self, subject: Ref) -> Frame:
        return replace(self, subject=subject)


class Looking(Protocol):
    """What terms may read: the state, and characteristics after all layers."""

    @property
    def state(self) -> State: ...
    def chars(self, obj_id: ObjId) -> Chars: ...
    def thing(self, ref: Ref | ObjId) -> Thing | None: ...
    def live(self, ref: Ref | ObjId) -> Thing | None: ...
    def permanents(self) -> tuple[ObjId, ...]: ...
    def in_zone(self, zone: str) -> tuple[ObjId, ...]: ...
    def opponents(self, seat: Seat) -> tuple[Seat, ...]: ...
    def supertype_since(self, thing: Thing, word: str) -> int: ...
    def active_seats(self) -> tuple[Seat, ...]: ...
    def apnap(self) -> tuple[Seat, ...]: ...
    def controller(self, ref: Ref | ObjId) -> Seat: ...
    def obj(self, obj_id: ObjId) -> Obj | None: ...
    def can_attach(self, thing: Thing, to: Ref) -> bool: ...
    def commanders_identity(self, seat: Seat) -> str: ...
    def switch(self, name: str) -> object: ...
    def over_cap(self, thing: Thing) -> tuple[tuple[str, int], ...]: ...
    def has_rule(self, word: str, ref: Ref) -> bool: ...
    def definition(self, path: str) -> object: ...
    def call(self, function: Callable[..., Any], default: Any, *args: Any) -> Any: ...
