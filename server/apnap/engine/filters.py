"""Filters: which objects or players a text speaks of. Frozen data made of small tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from .amounts import Amount, compare, number, reads_of, say
from .counts import stat_of
from .facets import Facet, zone_facet
from .frame import Frame, Looking
from .state import Thing
from .terms import Term
from .values import COLOR_NAMES, PERMANENT_TYPES, ObjId, Ref, Seat, is_player, player, seat_of


class Test(Struct, frozen=True):
    """One thing that is true of an object or not."""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        raise AssertionError(f"{type(self).__name__} has no passes")

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
            return seat == look.state.turn.active
        case "team":
            return look.state.player(seat).team == look.state.player(you).team
    raise AssertionError(f"unknown player word {who}")


class Other(Test, frozen=True):
    """Not this object itself."""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return thing.obj.id != frame.source

    def describe(self) -> str:
        return "other"


class Among(Test, frozen=True):
    """One of what a reference names; with `not_`, none of it."""

    term: Term
    not_: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return (Ref(thing.obj.id) in self.term.resolve(look, frame)) != self.not_

    def describe(self) -> str:
        return f"{'not ' if self.not_ else ''}{self.term.describe()}"

    @property
    def reads(self) -> Facet:
        return self.term.reads


class Status(Test, frozen=True):
    """A word of what an object is or does: tapped, attacking, damaged, attached..., the keys of `STATUS`."""

    word: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return STATUS[self.word](look, thing)

    def describe(self) -> str:
        return self.word

    @property
    def reads(self) -> Facet:
        return Facet.STATUS | Facet.COMBAT | Facet.ATTACHED | Facet.DAMAGE | Facet.BATTLEFIELD


def _attacks(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(a.attacker == thing.obj.id for a in combat.attacks)


def _blocks(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(b == thing.obj.id for b, _ in combat.blocked_by)


def _is_blocked(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(a.attacker == thing.obj.id and a.blocked for a in combat.attacks)


def _blocks_are_done(look: Looking) -> bool:
    """509.1h: before blockers are declared an attacker is neither blocked nor unblocked."""
    return look.state.combat is not None and look.state.combat.blocks_done


def _is_sick(look: Looking, thing: Thing) -> bool:
    began = look.state.player(thing.chars.controller).turn_began
    return thing.obj.arrived >= began


def _is_commander(look: Looking, thing: Thing) -> bool:
    record = look.state.cards.get(thing.obj.card)
    return record is not None and record.commander and thing.obj.kind == "card"


def _single_target(look: Looking, thing: Thing) -> bool:
    cast = thing.obj.cast
    return cast is not None and sum(len(g) for g in cast.targets) == 1


STATUS: dict[str, Callable[[Looking, Thing], bool]] = {
    "tapped": lambda look, t: t.obj.tapped,
    "untapped": lambda look, t: not t.obj.tapped,
    "token": lambda look, t: t.obj.kind == "token",
    "nontoken": lambda look, t: t.obj.kind != "token",
    "copy": lambda look, t: t.obj.kind == "copy",
    "face-down": lambda look, t: bool(t.obj.face_down),
    "face-up": lambda look, t: not t.obj.face_down,
    "attacking": _attacks,
    "blocking": _blocks,
    "blocked": _is_blocked,
    "unblocked": lambda look, t: _attacks(look, t) and not _is_blocked(look, t) and _blocks_are_done(look),
    "sick": _is_sick,
    "commander": _is_commander,
    "damaged": lambda look, t: t.obj.damage > 0,
    "attached": lambda look, t: bool(t.obj.attached),
    "attached to an object": lambda look, t: bool(t.obj.attached) and not is_player(t.obj.attached),
    "single-target": _single_target,
    "spell": lambda look, t: t.obj.zone == "stack" and t.obj.kind in ("card", "copy"),
    "ability": lambda look, t: t.obj.zone == "stack" and t.obj.kind == "ability",
    "no ability": lambda look, t: t.obj.kind not in ("ability", "damage"),
}


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
    """A stat compared with an amount: power, toughness, mana value, loyalty, counters of a kind."""

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

    def describe(self) -> str:
        return f"with {self.kind or self.stat} {self.op} {say(self.amount)}"

    @property
    def reads(self) -> Facet:
        return Facet.STATS | Facet.COUNTERS | reads_of(self.amount)


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
    """A tally about the object stands at one or more (such as "attacked this turn")."""

    name: str
    key: str = "{subject}"

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        from .counts import TallyOf

        return TallyOf(self.name, self.key).value(look, frame.about(Ref(thing.obj.id))) > 0

    def describe(self) -> str:
        return self.name.removeprefix("turn:")

    @property
    def reads(self) -> Facet:
        return Facet.TALLIES


class AnyOf(Test, frozen=True):
    """Matches one of several filters; where they look into different zones, the one for its zone."""

    filters: tuple[Filter, ...]
    zoned: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return any(f.matches(look, thing, frame) for f in self.filters if not self.zoned or thing.obj.zone in f.zones)

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


class Filter(Struct, frozen=True):
    """Objects in some zones that pass all tests; and players, where `players` names which.

    `creatures("Zombie").other.you_control` reads as its text: each word adds a test.
    """

    tests: tuple[Test, ...] = ()
    zones: tuple[str, ...] = ("battlefield",)
    players: str = ""
    noun: str = "permanent"

    def matches(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        """Whether an object, as it is or was, passes all tests (its zone is not asked)."""
        return all(t.passes(look, thing, frame) for t in self.tests)

    def accepts(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        """Whether the object or player that `ref` names is meant, where it is or last was."""
        if is_player(ref):
            seat = seat_of(ref)
            return (
                bool(self.players)
                and look.state.player(seat).in_game
                and matches_who(look, self.players, seat, frame.controller)
            )
        thing = look.thing(ref)
        return thing is not None and self.zones != () and self.matches(look, thing, frame)

    def finds(self, look: Looking, ref: Ref, frame: Frame) -> bool:
        """Like `accepts`, and the object is in one of the filter's zones now."""
        if is_player(ref):
            return self.accepts(look, ref, frame)
        thing = look.live(ref)
        return (
            thing is not None
            and thing.obj.zone in self.zones
            and not thing.obj.phased_out
            and self.matches(look, thing, frame)
        )

    def all(self, look: Looking, frame: Frame) -> list[Thing]:
        """The objects that match now, in the order in which they stand in their zones."""
        return list(self._each(look, frame))

    def _each(self, look: Looking, frame: Frame) -> Iterator[Thing]:
        for zone in self.zones:
            for obj_id in look.in_zone(zone):
                thing = look.live(obj_id)
                if thing is not None and self.matches(look, thing, frame):
                    yield thing

    def refs(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        """Objects and players that match now; players in turn order come last."""
        return tuple(self.each_ref(look, frame))

    def each_ref(self, look: Looking, frame: Frame) -> Iterator[Ref]:
        """The same, one after another: for who needs only to know whether there are so many."""
        for thing in self._each(look, frame):
            yield Ref(thing.obj.id)
        if self.players:
            for p in look.state.players:
                if self.accepts(look, player(p.seat), frame):
                    yield player(p.seat)

    def describe(self) -> str:
        words = [t.describe() for t in self.tests if not _comes_after(t)]
        words = [w for w in words if w.lower() != self.noun.split(" ")[0]]
        after = [t.describe() for t in self.tests if _comes_after(t)]
        noun = [] if self.noun == "permanent" and any(isinstance(t, Is) for t in self.tests) else [self.noun]
        text = " ".join([*words, *noun, *after])
        if self.players:
            who = {"any": "player", "opponents": "opponent", "you": "you"}.get(self.players, "other player")
            text = f"{text} or {who}" if self.zones else who
        return text

    @property
    def reads(self) -> Facet:
        """What a match of one object reads, of that object or of others."""
        facets = Facet.PLAYERS if self.players else Facet.NONE
        for test in self.tests:
            facets |= test.reads
        return facets

    @property
    def board_reads(self) -> Facet:
        """What finding all matches reads: the tests, and which objects are in the zones."""
        facets = self.reads
        for zone in self.zones:
            facets |= zone_facet(zone)
        return facets

    def that(self, *tests: Test) -> Filter:
        """This filter with more tests."""
        return replace(self, tests=self.tests + tests)

    # --- words ------------------------------------------------------------------------------

    @property
    def other(self) -> Filter:
        return self.that(Other())

    @property
    def you_control(self) -> Filter:
        return self.that(Controlled("you"))

    @property
    def you_own(self) -> Filter:
        return self.that(Owned("you"))

    @property
    def opponents_control(self) -> Filter:
        return self.that(Controlled("opponents"))

    @property
    def you_dont_control(self) -> Filter:
        return self.that(Controlled("not you"))

    @property
    def tapped(self) -> Filter:
        return self.that(Status("tapped"))

    @property
    def untapped(self) -> Filter:
        return self.that(Status("untapped"))

    @property
    def attacking(self) -> Filter:
        return self.that(Status("attacking"))

    @property
    def blocking(self) -> Filter:
        return self.that(Status("blocking"))

    @property
    def legendary(self) -> Filter:
        return self.that(Is(("Legendary",)))

    @property
    def basic(self) -> Filter:
        return self.that(Is(("Basic",)))

    def among(self, term: Term) -> Filter:
        """Those of them that a reference names."""
        return self.that(Among(term))

    @property
    def nonlegendary(self) -> Filter:
        return self.that(IsNot(("Legendary",)))

    @property
    def nontoken(self) -> Filter:
        return self.that(Status("nontoken"))

    @property
    def tokens(self) -> Filter:
        return self.that(Status("token"))

    @property
    def in_a_graveyard(self) -> Filter:
        return replace(self, zones=("graveyard",))

    @property
    def in_your_graveyard(self) -> Filter:
        return replace(self, zones=("graveyard",)).that(Owned("you"))

    @property
    def in_your_hand(self) -> Filter:
        return replace(self, zones=("hand",)).that(Owned("you"))

    @property
    def in_your_library(self) -> Filter:
        return replace(self, zones=("library",)).that(Owned("you"))

    def in_zones(self, *zones: str) -> Filter:
        return replace(self, zones=zones)

    def of(self, who: Term) -> Filter:
        """Those that a player controls (on the battlefield or stack) or owns (elsewhere)."""
        on_table = any(z in ("battlefield", "stack") for z in self.zones)
        return self.that(Controlled(term=who) if on_table else Owned(term=who))

    def owned_by(self, who: Term) -> Filter:
        return self.that(Owned(term=who))

    def non(self, *words: str) -> Filter:
        """Without these types ("Land") or colours ("black")."""
        from .values import COLOR_WORDS

        letters = "".join(COLOR_WORDS[w] for w in words if w in COLOR_WORDS)
        types = tuple(w for w in words if w not in COLOR_WORDS)
        out = self.that(NotColored(letters)) if letters else self
        return out.that(IsNot(types)) if types else out

    def colored(self, letters: str) -> Filter:
        return self.that(Colored(letters))

    def with_(self, keyword: str) -> Filter:
        return self.that(Has(keyword))

    def without(self, keyword: str) -> Filter:
        return self.that(Has(keyword, not_=True))

    def named(self, name: str) -> Filter:
        return self.that(Named(name))

    def where(self, stat: str, op: str, amount: Amount, kind: str = "") -> Filter:
        """Compared by a stat: `where("power", ">=", 4)`, `where("counters", ">", 0, "+1/+1")`."""
        return self.that(Number(stat, op, amount, kind))

    def __or__(self, other: Filter) -> Filter:
        zones = tuple(dict.fromkeys(self.zones + other.zones))
        tests: tuple[Test, ...] = ()
        if self.zones and other.zones:
            tests = (AnyOf((self, other), self.zones != other.zones),)
        elif self.zones or other.zones:
            tests = self.tests if self.zones else other.tests
        noun = self.noun if self.zones else other.noun
        return Filter(tests, zones, self.players or other.players, noun)


def _comes_after(test: Test) -> bool:
    return isinstance(test, Controlled | Owned | Number | Named | Has | Attaches)


def subject_of(thing: Thing) -> Ref:
    return Ref(ObjId(thing.obj.id))
