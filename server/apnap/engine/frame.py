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
    """What terms and custom code may read: the state, and characteristics after all layers.

    An object is named by its id or by a reference; a negative reference names a player.
    """

    @property
    def state(self) -> State:
        """The whole state of the game. Nothing but the engine changes it."""

    def chars(self, obj_id: ObjId) -> Chars:
        """The characteristics of an object after all layers."""

    def thing(self, ref: Ref | ObjId) -> Thing | None:
        """An object as it is, or as it last was."""

    def live(self, ref: Ref | ObjId) -> Thing | None:
        """An object as it is now; None where it is gone."""

    def permanents(self) -> tuple[ObjId, ...]:
        """What is on the battlefield and phased in, in the order in which it came."""

    def in_zone(self, zone: str) -> tuple[ObjId, ...]:
        """All objects in a zone, over all seats in turn order."""

    def life_of(self, seat: Seat) -> int:
        """The life total that a player has, or that counts for one whose team shares it."""

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The opponents of a seat that are in the game, in turn order."""

    def supertype_since(self, thing: Thing, word: str) -> int:
        """The timestamp since which something has had a supertype."""

    def active_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it is."""

    def apnap(self) -> tuple[Seat, ...]:
        """The seats in the game, the active player's first, then in turn order."""

    def controller(self, ref: Ref | ObjId) -> Seat:
        """The controller of an object, or the player that is named; -1 where nothing is known."""

    def obj(self, obj_id: ObjId) -> Obj | None:
        """An object without its characteristics; None where it is gone."""

    def can_attach(self, thing: Thing, to: Ref, *, creature: bool = False) -> bool:
        """Whether something could legally be attached there; with `creature` also if it is a creature."""

    def commanders_identity(self, seat: Seat) -> str:
        """The colours of a seat's commanders together."""

    def switch(self, name: str) -> object:
        """The value of a switch of the edition, or of a slot of the formats."""

    def over_cap(self, thing: Thing) -> tuple[tuple[str, int], ...]:
        """How many counters of each kind something has beyond what a rule allows."""

    def has_rule(self, word: str, ref: Ref) -> bool:
        """Whether a rule of a word applies to an object or player."""

    def definition(self, path: str) -> object:
        """What stands at a path of the pool, such as the ability that an `AbilityRef` names."""

    def call(self, function: Callable[..., Any], default: Any, *args: Any) -> Any:
        """Calls code of a plugin, guarded; what it raises counts as `default`."""
