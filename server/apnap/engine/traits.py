"""What is true of an object or not: the small tests that filters are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from .amounts import Amount, compare, number, reads_of, say
from .counts import reads_of_stat, stat_of
from .facets import Facet
from .frame import Frame, Looking
from .state import Thing
from .terms import Term
from .values import COLOR_NAMES, PERMANENT_TYPES, Ref, Seat, player

if TYPE_CHECKING:
    from .filters import Filter


class Test(Struct, frozen=True):
    """One thing that is true of an object or not; of a player too, where the class says `of_players`."""

    of_players: ClassVar[bool] = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        raise AssertionError(f"{type(self).__name__} has no passes")

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        """Whether a player passes."""
        raise AssertionError(f"{type(self).__name__} is asked of a player")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class Is(Test, frozen=True):
    """Has one of these supertypes, types or subtypes."""

    words: tuple[str, ...]

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return any(thing.chars.is_a(w) for w in self.words)

    def describe(self) -> str:
        return " or ".join(self.words)

    @property
    def reads(self) -> Facet:
        return Facet.TYPES


class IsNot(Test, frozen=True):
    words: tuple[str, ...]

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return not any(thing.chars.is_a(w) for w in self.words)

    def describe(self) -> str:
        return " ".join(f"non-{w}" for w in self.words)

    @property
    def reads(self) -> Facet:
        return Facet.TYPES


class Permanent(Test, frozen=True):
    """A permanent, or a card that would be one."""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return any(t in PERMANENT_TYPES for t in thing.chars.types)

    def describe(self) -> str:
        return "permanent"

    @property
    def reads(self) -> Facet:
        return Facet.TYPES


class Colored(Test, frozen=True):
    """Has one of these colours (`letters` of WUBRG); empty: colourless; `multi`: two or more."""

    letters: str = ""
    multi: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        colors = thing.chars.colors
        if self.multi:
            return len(colors) > 1
        return any(c in colors for c in self.letters) if self.letters else not colors

    def describe(self) -> str:
        if self.multi:
            return "multicolored"
        return " or ".join(COLOR_NAMES[c] for c in self.letters) or "colorless"

    @property
    def reads(self) -> Facet:
        return Facet.COLORS


class NotColored(Test, frozen=True):
    letters: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return not any(c in thing.chars.colors for c in self.letters)

    def describe(self) -> str:
        return " ".join(f"non{COLOR_NAMES[c]}" for c in self.letters)

    @property
    def reads(self) -> Facet:
        return Facet.COLORS


class Has(Test, frozen=True):
    keyword: str
    not_: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return thing.chars.has(self.keyword) != self.not_

    def describe(self) -> str:
        return f"{'without' if self.not_ else 'with'} {self.keyword}"

    @property
    def reads(self) -> Facet:
        return Facet.ABILITIES


class Controlled(Test, frozen=True):
    """By `who`: you, opponents, not you; or by the player that `term` names."""

    who: str = "you"
    term: Term | None = None

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        seat = thing.chars.controller
        if self.term is not None:
            return player(seat) in self.term.resolve(look, frame)
        return matches_who(look, self.who, seat, frame.controller)

    def describe(self) -> str:
        if self.term is not None:
            return f"{self.term.describe()} controls"
        return {"you": "you control", "opponents": "an opponent controls"}.get(self.who, "you don't control")

    @property
    def reads(self) -> Facet:
        return Facet.CONTROL | (self.term.reads if self.term else Facet.NONE)


class Owned(Test, frozen=True):
    who: str = "you"
    term: Term | None = None

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        if self.term is not None:
            return player(thing.obj.owner) in self.term.resolve(look, frame)
        return matches_who(look, self.who, thing.obj.owner, frame.controller)

    def describe(self) -> str:
        if self.term is not None:
            return f"{self.term.describe()} owns"
        return {"you": "you own", "opponents": "an opponent owns"}.get(self.who, "you don't own")


def matches_who(look: Looking, who: str, seat: Seat, you: Seat) -> bool:
    """Whether a seat is meant by a word: any, you, opponents, others, active, teammates."""
    match who:
        case "any":
            return True
        case "you":
            return seat == you
        case "opponents":
            return seat in look.opponents(you)
        case "others" | "not you":
            return seat != you
        case "active":
            return seat in look.active_seats()
        case "team":
            return look.state.player(seat).team == look.state.player(you).team
    raise AssertionError(f"unknown player word {who}")


class Other(Test, frozen=True):
    """Not this object itself; not you."""

    of_players: ClassVar[bool] = True

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        return ref != player(frame.controller)

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return thing.obj.id != frame.source

    def describe(self) -> str:
        return "other"


class Among(Test, frozen=True):
    """One of what a reference names; with `not_`, none of it."""

    of_players: ClassVar[bool] = True

    term: Term
    not_: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return self.takes(look, Ref(thing.obj.id), frame)

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        return (ref in self.term.resolve(look, frame)) != self.not_

    def describe(self) -> str:
        return f"{'not ' if self.not_ else ''}{self.term.describe()}"

    @property
    def reads(self) -> Facet:
        return self.term.reads


class OverCap(Test, frozen=True):
    """Has more counters of some kind than a rule allows it."""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return bool(look.over_cap(thing))

    def describe(self) -> str:
        return "with too many counters"

    @property
    def reads(self) -> Facet:
        return Facet.COUNTERS | Facet.ABILITIES


class Named(Test, frozen=True):
    name: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return thing.chars.name == self.name

    def describe(self) -> str:
        return f"named {self.name}"

    @property
    def reads(self) -> Facet:
        return Facet.TYPES


class CastFrom(Test, frozen=True):
    """A spell that was cast from one of these zones, or a card that would be one, where it is."""

    zones: tuple[str, ...]

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        cast = thing.obj.cast
        return cast is not None and cast.origin in self.zones

    def describe(self) -> str:
        return f"cast from {' or '.join(self.zones)}"


class SharesWord(Test, frozen=True):
    """Has the creature type, colour or name that this object remembers under a link."""

    link: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        values = look.state.links.get(f"{frame.source}:{self.link}", ())
        chars = thing.chars
        return any(
            isinstance(v, str) and (chars.is_a(v) or chars.name == v or (len(v) == 1 and v in chars.colors))
            for v in values
        )

    def describe(self) -> str:
        return f"of the chosen {self.link}"

    @property
    def reads(self) -> Facet:
        return Facet.TYPES | Facet.COLORS | Facet.LINKS


class Number(Test, frozen=True):
    """A stat compared with an amount: power, toughness, mana value, loyalty, counters of a kind; of a player, life."""

    of_players: ClassVar[bool] = True

    stat: str
    op: str
    amount: Amount
    kind: str = ""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        chars = thing.chars
        match self.stat:
            case "power":
                value = chars.power
            case "toughness":
                value = chars.toughness
            case "mana value":
                value = chars.mana_value
            case _:
                value = stat_of(look, Ref(thing.obj.id), self.stat, self.kind)
        return value is not None and compare(value, self.op, number(self.amount, look, frame))

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        return compare(stat_of(look, ref, self.stat, self.kind), self.op, number(self.amount, look, frame))

    def describe(self) -> str:
        return f"with {self.kind or self.stat} {self.op} {say(self.amount)}"

    @property
    def reads(self) -> Facet:
        return Facet.STATS | Facet.COUNTERS | reads_of_stat(self.stat) | reads_of(self.amount)


class Attaches(Test, frozen=True):
    """Attached to what a reference names."""

    to: Term

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return bool(thing.obj.attached) and thing.obj.attached in self.to.resolve(look, frame)

    def describe(self) -> str:
        return f"attached to {self.to.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.ATTACHED


class Marked(Test, frozen=True):
    mark: str
    not_: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return (self.mark in thing.obj.marks) != self.not_

    def describe(self) -> str:
        return self.mark

    @property
    def reads(self) -> Facet:
        return Facet.STATUS


class Tallied(Test, frozen=True):
    """A tally about the object or player stands at one or more (such as "attacked this turn")."""

    of_players: ClassVar[bool] = True

    name: str
    key: str = "{subject}"

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return self.takes(look, Ref(thing.obj.id), frame)

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        from .counts import TallyOf

        return TallyOf(self.name, self.key).value(look, frame.about(ref)) > 0

    def describe(self) -> str:
        return self.name.removeprefix("turn:")

    @property
    def reads(self) -> Facet:
        return Facet.TALLIES


class AnyOf(Test, frozen=True):
    """Matches one of several filters; where they look into different zones, the one for its zone."""

    of_players: ClassVar[bool] = True

    filters: tuple[Filter, ...]
    zoned: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return any(f.matches(look, thing, frame) for f in self.filters if not self.zoned or thing.obj.zone in f.zones)

    def takes(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        return any(f.accepts(look, ref, frame) for f in self.filters)

    def describe(self) -> str:
        return " or ".join(f.describe() for f in self.filters)

    @property
    def reads(self) -> Facet:
        facets = Facet.NONE
        for f in self.filters:
            facets |= f.reads
        return facets


class CustomTest(Test, frozen=True):
    """A test that only code can say; it reads everything."""

    test: Callable[[Looking, Thing, Frame], bool]
    says: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return bool(look.call(self.test, False, look, thing, frame))

    def describe(self) -> str:
        return self.says

    @property
    def reads(self) -> Facet:
        return Facet.ALL
