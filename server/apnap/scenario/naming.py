"""Which object or player a name in a scenario means.

An object is named by label, by card name where only one such object can be meant, as `stack:NAME`, and a
player by the seat's name. A label follows the physical card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from apnap.engine.game import Game
from apnap.engine.requests import Option
from apnap.engine.state import Obj, Thing
from apnap.engine.values import CardId, ObjId, Ref, Seat, giver, is_player, player, seat_of

from .errors import Gone, Unplayable

STACK = "stack:"
COMBAT_DAMAGE = "combat damage"
#: Where an object of a given name is looked for first; an ability of that name is meant only where nothing else is.
_ZONE_ORDER = ("battlefield", "stack", "hand", "command", "graveyard", "exile", "schemes", "library")


class Naming:
    """The names of a running scenario: its seats and its labels."""

    def __init__(self, game: Game, seats: Sequence[str], labels: dict[str, CardId]) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.labels = labels

    # --- from names -----------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        return Seat(self.seats.index(name))

    def object(self, label: str) -> ObjId | None:
        """Where the card with a label is now; None where it left the game or ceased to exist."""
        card = self.labels[label]
        objects = self.game.state.objects.values()
        return next((o.id for o in objects if o.card == card and o.kind != "ability"), None)

    def on_stack(self, name: str) -> ObjId | None:
        """The top-most spell or ability whose card or source has this name or label."""
        stack = self.game.state.zone("stack")
        return next((i for i in reversed(stack) if self.is_called(name, i)), None)

    def refs(self, name: str) -> list[Ref]:
        """Everything that a name could mean, the likeliest first; raises `Unplayable` where nothing."""
        if name in self.seats:
            return [player(self.seat(name))]
        if name.startswith(STACK):
            called = name.removeprefix(STACK)
            found = self.on_stack(called)
            if found is None:
                self.need(called)
                raise Gone(f"nothing called {called!r} is on the stack")
            return [Ref(found)]
        if name in self.labels:
            obj = self.object(name)
            if obj is None:
                raise Gone(f"{name!r} is no longer in the game")
            return [Ref(obj)]
        objects = [o for o in self.game.state.objects.values() if self.is_called(name, o.id)]
        objects = objects or [o for o in self.game.state.objects.values() if self._is_card(name, o.id)]
        if not objects:
            raise Unplayable(f"no object, label or seat is called {name!r}")
        objects.sort(key=lambda o: (o.kind == "ability", _ZONE_ORDER.index(o.zone)))
        return [Ref(o.id) for o in objects]

    def need(self, name: str) -> None:
        """Raise `Unplayable` for a name that never meant anything, so that no typo is taken for what is refused."""
        if name not in self.labels:
            self.refs(name)

    def is_called(self, name: str, ref: Ref | ObjId) -> bool:
        """Whether a name, label or `stack:NAME` means this object (an ability: its source) or player."""
        if is_player(ref):
            return self.name(Ref(ref)) == name
        thing = self.game.look.thing(ref)
        if thing is None:
            return False
        if name.startswith(STACK):
            return self.on_stack(name.removeprefix(STACK)) == ref
        if name in self.labels:
            return self._card(thing) == self.labels[name]
        return name in self._names(thing)

    def has_name(self, name: str, obj_id: ObjId) -> bool:
        """Whether this is the name that an object has by the rules, or its label."""
        return name in self.labels or self.game.look.chars(obj_id).name == name

    def _is_card(self, name: str, ref: Ref | ObjId) -> bool:
        """Whether a name is that of the card itself, which an effect gives another: what became a copy."""
        thing = None if is_player(ref) else self.game.look.thing(ref)
        return thing is not None and thing.obj.kind not in ("ability", "damage") and self.printed(thing.obj) == name

    def _card(self, thing: Thing) -> CardId:
        """The card of an object, or of the source of an ability."""
        if thing.obj.kind == "ability":
            source = self.game.look.thing(thing.obj.source)
            return source.obj.card if source is not None else CardId(0)
        return thing.obj.card

    def _names(self, thing: Thing) -> tuple[str, ...]:
        """Its name; face down also the name that it is printed with."""
        name = COMBAT_DAMAGE if thing.obj.kind == "damage" else thing.chars.name
        if thing.obj.face_down and thing.obj.kind not in ("ability", "damage"):
            return (name, self.printed(thing.obj))
        return (name,)

    def printed(self, obj: Obj) -> str:
        return self.game.book.printed(obj.base).name

    def pair(self, names: Sequence[str], ids: Sequence[ObjId]) -> bool:
        """Whether some objects are exactly those that are named, in any order; labels are matched first."""
        left = list(ids)
        for name in sorted(names, key=lambda n: n not in self.labels):
            found = next((i for i in left if self.is_called(name, i)), None)
            if found is None:
                return False
            left.remove(found)
        return not left

    # --- to names -------------------------------------------------------------------------------

    def name(self, ref: Ref) -> str:
        """An object or player as a message names it: a seat, a label, or the card's name."""
        if is_player(ref):
            return self.seats[seat_of(ref)]
        label = self.label(ref)
        return label or self.card_name(ref)

    def label(self, ref: Ref | ObjId) -> str:
        thing = self.game.look.thing(ref)
        if thing is None or thing.obj.kind == "ability" or not thing.obj.card:
            return ""
        return next((label for label, card in self.labels.items() if card == thing.obj.card), "")

    def card_name(self, ref: Ref | ObjId) -> str:
        """What the object is called now (face down: as it is printed)."""
        thing = self.game.look.thing(ref)
        if thing is None:
            return f"object {ref}"
        return self._names(thing)[-1]

    # --- options --------------------------------------------------------------------------------

    def options(self, name: str, options: Sequence[Option]) -> list[Option]:
        """The options that a name can mean: by object, player, word or number."""
        found = [o for o in options if self._means(name, o)]
        return found or [o for o in options if o.payload.object and self._is_card(name, o.payload.object)]

    def _means(self, name: str, option: Option) -> bool:
        payload = option.payload
        if payload.object and self.is_called(name, payload.object):
            return True
        if payload.seat >= 0 and self.seats[payload.seat] == name:
            return True
        if payload.kind == "effect" and payload.ability and giver(payload.ability) == name:
            return True
        if payload.word and payload.kind != "mode" and payload.word.casefold() == name.casefold():
            return True
        return payload.kind in ("mode", "number") and str(payload.number) == name

    def one(self, name: str, options: Sequence[Option]) -> Option:
        """The one option that a name means among these; equal ones are as good as one."""
        found = self.options(name, options)
        if not found:
            raise NoSuchOption(name)
        if len(found) > 1:
            found = [o for o in found if not self.label(o.payload.object)] or found
        if len(found) > 1 and not all(self.alike(found[0], o) for o in found):
            raise Unplayable(f"{name!r} could mean {len(found)} different choices; give them labels")
        return found[0]

    def alike(self, a: Option, b: Option) -> bool:
        """Whether two options differ in nothing that a file could say."""
        if not (a.payload.object and b.payload.object):
            return False
        return a.payload.word == b.payload.word and self.equal(a.payload.object, b.payload.object)

    def equal(self, a: ObjId, b: ObjId) -> bool:
        """Whether two objects differ in nothing but their identity."""
        one, other = self.game.look.thing(a), self.game.look.thing(b)
        if one is None or other is None or self.label(a) or self.label(b):
            return False
        mine, its = one.obj, other.obj
        if one.chars != other.chars or self._is_new(one) != self._is_new(other):
            return False
        return all(getattr(mine, f) == getattr(its, f) for f in _SEEN)

    def as_free(self, a: ObjId, b: ObjId) -> bool:
        """Whether neither of two objects fights, carries anything, is aimed at or is what an effect speaks of."""
        state = self.game.state
        stack = [state.objects[i] for i in state.zone("stack")]
        if any(o.attached in (a, b) for o in state.objects.values()):
            return False
        speaking = (state.combat, stack, state.waiting, *state.effects.values(), *state.delayed.values())
        return not {str(a), str(b)} & set(_NUMBER.findall(repr(speaking)))

    def _is_new(self, thing: Thing) -> bool:
        """Whether its controller has not had it since their latest turn began (302.6)."""
        if thing.obj.zone != "battlefield":
            return False
        return thing.obj.arrived >= self.game.state.player(thing.chars.controller).turn_began


_NUMBER = re.compile(r"\d+")

#: The fields of an object that a player sees.
_SEEN = (
    "kind", "base", "owner", "controller", "zone", "tapped", "face_down", "phased_out",
    "damage", "counters", "attached", "source",
)  # fmt: skip


class NoSuchOption(Exception):
    """A name that means none of the open options."""
