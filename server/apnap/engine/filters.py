"""Filters: which objects or players a text speaks of. Frozen data made of small tests.

A filter reads as its text, a word for each test: `creatures("Zombie").other.you_control`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from .amounts import Amount
from .facets import Facet, zone_facet
from .frame import Frame, Looking
from .state import Thing
from .statuses import Status
from .terms import Term
from .traits import (
    Among,
    AnyOf,
    Attaches,
    CastFrom,
    Colored,
    Controlled,
    Has,
    Is,
    IsNot,
    Named,
    NotColored,
    Number,
    Other,
    Owned,
    Test,
    matches_who,
)
from .values import MalformedCard, Ref, is_player, player, seat_of


class Filter(Struct, frozen=True):
    """Objects in some zones that pass all tests; and players, where `players` names which.

    Of players alone (no zones) the tests are asked of the players: `opponents.where("life", "<=", 10)`.
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
                and (bool(self.zones) or all(t.takes(look, ref, frame) for t in self.tests))
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
        """With more tests, such as `custom_test(...)`."""
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

    def in_zones(self, *zones: str) -> Filter:
        """In these zones instead."""
        return replace(self, zones=zones)

    def of(self, who: Term) -> Filter:
        """Those that a player controls (on the battlefield or stack) or owns (elsewhere)."""
        on_table = any(z in ("battlefield", "stack") for z in self.zones)
        return self.that(Controlled(term=who) if on_table else Owned(term=who))

    def owned_by(self, who: Term) -> Filter:
        """Those that a player owns, wherever they are."""
        return self.that(Owned(term=who))

    def non(self, *words: str) -> Filter:
        """Without these types ("Land") or colours ("black")."""
        from .values import COLOR_WORDS

        letters = "".join(COLOR_WORDS[w] for w in words if w in COLOR_WORDS)
        types = tuple(w for w in words if w not in COLOR_WORDS)
        out = self.that(NotColored(letters)) if letters else self
        return out.that(IsNot(types)) if types else out

    def colored(self, letters: str) -> Filter:
        """Of one of these colours (letters of WUBRG; empty: colourless)."""
        return self.that(Colored(letters))

    def with_(self, keyword: str) -> Filter:
        """With a keyword, in lower case."""
        return self.that(Has(keyword))

    def without(self, keyword: str) -> Filter:
        """Without a keyword, in lower case."""
        return self.that(Has(keyword, not_=True))

    def cast_from(self, *zones: str) -> Filter:
        """Spells cast from one of these zones (of a copy, of what it copies)."""
        return self.that(CastFrom(zones))

    def named(self, name: str) -> Filter:
        """Of this name."""
        return self.that(Named(name))

    def where(self, stat: str, op: str, amount: Amount, kind: str = "") -> Filter:
        """Compared by a stat: `where("power", ">=", 4)`, `where("counters", ">", 0, "+1/+1")`."""
        return self.that(Number(stat, op, amount, kind))

    def __or__(self, other: Filter) -> Filter:
        zones = tuple(dict.fromkeys(self.zones + other.zones))
        tests: tuple[Test, ...] = ()
        if bool(self.zones) == bool(other.zones):
            tests = (AnyOf((self, other), self.zones != other.zones),)
            who = "any" if self.players and other.players else self.players or other.players
        else:
            objects, people = (self, other) if self.zones else (other, self)
            if people.tests or objects.players:
                raise MalformedCard(f"{self.describe()} | {other.describe()}: which players is said once, without more")
            tests, who = objects.tests, people.players
        noun = self.noun if self.zones else other.noun
        return Filter(tests, zones, who, noun)


def _comes_after(test: Test) -> bool:
    return isinstance(test, Controlled | Owned | Number | Named | Has | Attaches | CastFrom)
