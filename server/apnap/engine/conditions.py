"""Conditions about the table: what is there, whose turn it is, how a spell was cast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .amounts import Condition
from .counts import stat_of
from .facets import Facet
from .frame import Frame, Looking
from .player_terms import ActivePlayer
from .terms import Term, This, seats
from .values import ObjId, Plain, is_player, letter_of, player, seat_of

if TYPE_CHECKING:
    from .filters import Filter


class Matches(Condition, frozen=True):
    """Everything that a reference names matches a filter, and there is something."""

    what: Term
    filter: Filter

    def holds(self, look: Looking, frame: Frame) -> bool:
        refs = self.what.resolve(look, frame)
        return bool(refs) and all(self.filter.accepts(look, r, frame) for r in refs)

    def describe(self) -> str:
        return f"{self.what.describe()} is {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.what.reads | self.filter.reads


class Exists(Condition, frozen=True):
    """At least `least` objects or players match."""

    filter: Filter
    least: int = 1

    def holds(self, look: Looking, frame: Frame) -> bool:
        return len(self.filter.refs(look, frame)) >= self.least

    def describe(self) -> str:
        return f"there are {self.least} or more {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads


class HasCounter(Condition, frozen=True):
    """What is referred to has a counter of this kind, or had one when it left."""

    what: Term
    kind: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return any(stat_of(look, r, "counters", self.kind) > 0 for r in self.what.resolve(look, frame))

    def describe(self) -> str:
        return f"{self.what.describe()} has a {self.kind} counter"

    @property
    def reads(self) -> Facet:
        return Facet.COUNTERS | self.what.reads


class YourTurn(Condition, frozen=True):
    def holds(self, look: Looking, frame: Frame) -> bool:
        return frame.controller in look.active_seats()

    def describe(self) -> str:
        return "it is your turn"

    @property
    def reads(self) -> Facet:
        return Facet.TURN


class TurnMarked(Condition, frozen=True):
    """It is an extra turn that was given this mark."""

    mark: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return self.mark in look.state.turn.marks

    def describe(self) -> str:
        return f"it is a turn of {self.mark}"

    @property
    def reads(self) -> Facet:
        return Facet.TURN


class DuringStep(Condition, frozen=True):
    steps: tuple[str, ...]

    def holds(self, look: Looking, frame: Frame) -> bool:
        return look.state.turn.step in self.steps

    def describe(self) -> str:
        return "it is " + " or ".join(self.steps)

    @property
    def reads(self) -> Facet:
        return Facet.TURN


class SamePlayer(Condition, frozen=True):
    """Two references name the same; the active player is whichever of an active team is meant (805.9)."""

    left: Term
    right: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        left, right = self.left.resolve(look, frame), self.right.resolve(look, frame)
        active = look.active_seats()
        if len(active) > 1 and ActivePlayer in (type(self.left), type(self.right)):
            other = right if isinstance(self.left, ActivePlayer) else left
            return any(player(seat) in other for seat in active)
        return left == right

    def describe(self) -> str:
        return f"{self.left.describe()} is {self.right.describe()}"

    @property
    def reads(self) -> Facet:
        return self.left.reads | self.right.reads | Facet.CONTROL


class AreOpponents(Condition, frozen=True):
    """Each player that one reference names is an opponent of each that the other names, and there are some."""

    left: Term
    right: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        left, right = (seats(term.resolve(look, frame)) for term in (self.left, self.right))
        return bool(left and right) and all(seat in look.opponents(other) for seat in left for other in right)

    def describe(self) -> str:
        return f"{self.left.describe()} is an opponent of {self.right.describe()}"

    @property
    def reads(self) -> Facet:
        return self.left.reads | self.right.reads | Facet.PLAYERS


class InZone(Condition, frozen=True):
    """This object is in one of these zones."""

    zones: tuple[str, ...]
    what: Term = This()

    def holds(self, look: Looking, frame: Frame) -> bool:
        for ref in self.what.resolve(look, frame):
            obj = look.obj(ObjId(ref))
            if obj is None or obj.zone not in self.zones:
                return False
        return True

    def describe(self) -> str:
        return f"{self.what.describe()} is in " + " or ".join(self.zones)

    @property
    def reads(self) -> Facet:
        return Facet.ALL


class Kicked(Condition, frozen=True):
    """This was kicked (702.33); with its `which`-th optional cost, where that is not 0."""

    which: int = 0

    def holds(self, look: Looking, frame: Frame) -> bool:
        if self.which:
            return self.which <= len(frame.cast.extras) and frame.cast.extras[self.which - 1] > 0
        return frame.cast.kicked > 0

    def describe(self) -> str:
        return "it was kicked"

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class Spent(Condition, frozen=True):
    """Mana of this kind was spent to cast this; for a copy it never was (707.10)."""

    symbol: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return any(letter_of(kind) == self.symbol for kind, _ in frame.cast.paid)

    def describe(self) -> str:
        return f"{{{self.symbol}}} was spent to cast it"

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class CastFor(Condition, frozen=True):
    """This was cast for an alternative cost or from a zone; `by_you`: by whoever controls it now."""

    alternative: str = ""
    origin: str = ""
    by_you: bool = False

    def holds(self, look: Looking, frame: Frame) -> bool:
        cast = frame.cast
        if self.by_you and cast.seat != frame.controller:
            return False
        return (not self.alternative or cast.alternative == self.alternative) and (
            not self.origin or cast.origin == self.origin
        )

    def describe(self) -> str:
        return f"it was cast for its {self.alternative or self.origin}"

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class FirstDraw(Condition, frozen=True):
    """The player named has drawn nothing yet in this draw step of their own."""

    who: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        turn = look.state.turn
        drawn = look.state.tallies.get("step:draws", {})
        return turn.step == "draw" and all(
            s in look.active_seats() and not drawn.get(str(s)) for s in seats(self.who.resolve(look, frame))
        )

    def describe(self) -> str:
        return f"it is the first card {self.who.describe()} draws in the draw step"

    @property
    def reads(self) -> Facet:
        return Facet.TURN | Facet.TALLIES


class WordIs(Condition, frozen=True):
    """A bound word (a choice) has this value."""

    name: str
    word: Plain

    def holds(self, look: Looking, frame: Frame) -> bool:
        return frame.value(self.name) == self.word

    def describe(self) -> str:
        return f"{self.name} is {self.word}"

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class Ruled(Condition, frozen=True):
    """A rule of this word applies to what is referred to."""

    word: str
    what: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        return any(look.has_rule(self.word, r) for r in self.what.resolve(look, frame))

    def describe(self) -> str:
        return f"{self.what.describe()}: {self.word}"


class LegallyAttached(Condition, frozen=True):
    """What is referred to is attached to something that it may be attached to.

    That it has become a creature is no matter of what it is on where a rule of its own takes it off (303.4d).
    """

    what: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        for ref in self.what.resolve(look, frame):
            thing = look.live(ref)
            if thing is None or not thing.obj.attached:
                return False
            host = thing.obj.attached
            if is_player(host) and not look.state.player(seat_of(host)).in_game:
                return False
            if not look.can_attach(thing, host, creature=bool(look.switch("attached_creature"))):
                return False
        return True

    def describe(self) -> str:
        return f"{self.what.describe()} is attached as it may be"
