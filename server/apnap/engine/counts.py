"""Amounts that are counted on the table: how many, how large, how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .amounts import Sum
from .facets import Facet
from .frame import Frame, Looking
from .terms import Term, seats
from .values import ObjId, Ref, count_of, is_player, player, seat_of

if TYPE_CHECKING:
    from .filters import Filter


class LinkedNumber(Sum, frozen=True):
    """A number that this object remembers under a link name."""

    link: str

    def value(self, look: Looking, frame: Frame) -> int:
        values = look.state.links.get(f"{frame.source}:{self.link}", ())
        return values[0] if values and isinstance(values[0], int) else 0

    @property
    def reads(self) -> Facet:
        return Facet.LINKS


class CountOf(Sum, frozen=True):
    """How many objects or players a filter matches or a reference names."""

    what: Any  # Filter | Term

    def value(self, look: Looking, frame: Frame) -> int:
        if isinstance(self.what, Term):
            return len(self.what.resolve(look, frame))
        return len(self.what.refs(look, frame))

    def describe(self) -> str:
        return f"the number of {self.what.describe()}"

    @property
    def reads(self) -> Facet:
        return self.what.reads if isinstance(self.what, Term) else self.what.board_reads


class Stat(Sum, frozen=True):
    """Power, toughness, loyalty, mana value, life or counters of what is referred to; summed."""

    of: Term
    stat: str
    kind: str = ""

    def value(self, look: Looking, frame: Frame) -> int:
        refs = self.of.resolve(look, frame)
        if self.stat == "counters":  # 810.10a: of players whose team shares them, those of the team
            refs = tuple(ref for i, ref in enumerate(refs) if not _counted(look, ref, refs[:i], self.kind))
        return sum(stat_of(look, ref, self.stat, self.kind) for ref in refs)

    def describe(self) -> str:
        return f"the {self.kind or self.stat} of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return reads_of_stat(self.stat) | self.of.reads


def _counted(look: Looking, ref: Ref, before: tuple[Ref, ...], kind: str) -> bool:
    """Whether a player's counters are those of a team mate that stands before it."""
    return is_player(ref) and any(player(s) in before for s in look.state.sharing(seat_of(ref), kind))


#: What `stat_of` knows.
STATS = frozenset({
    "life", "starting life", "counters", "hand", "library", "power", "toughness", "mana value", "loyalty",
    "all counters", "damage", "x",
})  # fmt: skip


_READS = {
    "life": Facet.LIFE, "counters": Facet.COUNTERS | Facet.PLAYERS, "all counters": Facet.COUNTERS,
    "loyalty": Facet.COUNTERS, "hand": Facet.HAND, "library": Facet.LIBRARY, "mana value": Facet.TYPES,
    "damage": Facet.DAMAGE,
}  # fmt: skip


def reads_of_stat(stat: str) -> Facet:
    """What a stat of an object or player reads."""
    return _READS.get(stat, Facet.STATS | Facet.TYPES)


def stat_of(look: Looking, ref: Ref, stat: str, kind: str = "") -> int:
    """One number of an object or player, as it is or as it last was (608.2h)."""
    if is_player(ref):
        person = look.state.player(seat_of(ref))
        match stat:
            case "life":
                return look.life_of(person.seat)
            case "starting life":
                return person.starting_life
            case "counters":
                return count_of(person.counters, kind)
            case "hand":
                return len(look.state.zone("hand", person.seat))
            case "library":
                return len(look.state.library(person.seat))
        return 0
    thing = look.thing(ref)
    if thing is None:
        return 0
    match stat:
        case "power":
            return thing.chars.power or 0
        case "toughness":
            return thing.chars.toughness or 0
        case "mana value":
            return thing.chars.mana_value
        case "loyalty":
            return count_of(thing.obj.counters, "loyalty")
        case "counters":
            return count_of(thing.obj.counters, kind)
        case "all counters":
            return sum(n for _, n in thing.obj.counters)
        case "damage":
            return thing.obj.damage
        case "x":
            return thing.obj.cast.x if thing.obj.cast else 0
    raise AssertionError(f"unknown stat {stat}")


class CountersOfTeam(Sum, frozen=True):
    """How many counters of a kind the team of a player has: those of all its heads, or the one total they share."""

    of: Term
    kind: str

    def value(self, look: Looking, frame: Frame) -> int:
        teams = dict.fromkeys(look.state.player(seat).team for seat in seats(self.of.resolve(look, frame)))
        return sum(self._of_team(look, team) for team in teams)

    def _of_team(self, look: Looking, team: int) -> int:
        counts = [count_of(p.counters, self.kind) for p in look.state.players if p.team == team]
        return max(counts) if look.switch(f"shared_{self.kind}") else sum(counts)

    def describe(self) -> str:
        return f"the {self.kind} counters of the team of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.COUNTERS | Facet.PLAYERS | self.of.reads


class TypesAmong(Sum, frozen=True):
    """How many card types there are among what a filter matches."""

    filter: Filter

    def value(self, look: Looking, frame: Frame) -> int:
        return len({t for thing in self.filter.all(look, frame) for t in thing.chars.types})

    def describe(self) -> str:
        return f"the number of card types among {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads | Facet.TYPES


class Devotion(Sum, frozen=True):
    """The mana symbols of a colour in the costs of permanents that you control (700.5)."""

    letters: str

    def value(self, look: Looking, frame: Frame) -> int:
        total = 0
        for obj_id in look.permanents():
            chars = look.chars(obj_id)
            if chars.controller == frame.controller:
                total += sum(1 for s in chars.cost if any(p in self.letters for p in s.split("/")))
        return total

    def describe(self) -> str:
        return f"your devotion to {self.letters}"

    @property
    def reads(self) -> Facet:
        return Facet.BATTLEFIELD | Facet.CONTROL


class Greatest(Sum, frozen=True):
    """The greatest value of a stat among what a filter matches or a reference names."""

    of: Term
    stat: str
    kind: str = ""

    def value(self, look: Looking, frame: Frame) -> int:
        return max((stat_of(look, r, self.stat, self.kind) for r in self.of.resolve(look, frame)), default=0)

    def describe(self) -> str:
        return f"the greatest {self.stat} among {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.STATS | self.of.reads


class TallyOf(Sum, frozen=True):
    """A tally's count for a key; `{you}`, `{this}` and `{subject}` in the key are filled in."""

    name: str
    key: str = ""

    def value(self, look: Looking, frame: Frame) -> int:
        counts = look.state.tallies.get(self.name, {})
        return counts.get(fill(self.key, look, frame), 0)

    def describe(self) -> str:
        return self.name.removeprefix("turn:")

    @property
    def reads(self) -> Facet:
        return Facet.TALLIES


class OpponentsTallied(Sum, frozen=True):
    """How many opponents a tally by seat counts, those who have lost since too."""

    name: str

    def value(self, look: Looking, frame: Frame) -> int:
        counts = look.state.tallies.get(self.name, {})
        team = look.state.player(frame.controller).team
        return sum(1 for p in look.state.players if p.team != team and counts.get(str(int(p.seat)), 0) > 0)

    def describe(self) -> str:
        return f"the number of opponents: {self.name.removeprefix('turn:')}"

    @property
    def reads(self) -> Facet:
        return Facet.TALLIES


def fill(key: str, look: Looking, frame: Frame) -> str:
    """A tally's key with the frame's own values in it."""
    subject = frame.subject
    obj = look.obj(ObjId(subject)) if subject > 0 else None
    words = {
        "card": str(obj.card) if obj is not None else "",
        "you": str(frame.controller),
        "this": str(frame.source),
        "subject": str(seat_of(subject) if is_player(subject) else subject),
    }
    for word, text in words.items():
        key = key.replace("{" + word + "}", text)
    return key


class TallyMost(Sum, frozen=True):
    """The greatest count of a tally among keys that end in the subject's seat ("CARD:SEAT").

    With `commanders` only keys of cards that are commanders count.
    """

    name: str
    commanders: bool = False

    def value(self, look: Looking, frame: Frame) -> int:
        subject = frame.subject
        ending = str(seat_of(subject) if is_player(subject) else subject)
        most = 0
        for key, n in look.state.tallies.get(self.name, {}).items():
            card, _, end = key.partition(":")
            if end == ending and n > most and not (self.commanders and not self._is_commander(look, card)):
                most = n
        return most

    def _is_commander(self, look: Looking, card: str) -> bool:
        record = look.state.cards.get(int(card))
        return record is not None and record.commander

    def describe(self) -> str:
        return f"the most of {self.name}"

    @property
    def reads(self) -> Facet:
        return Facet.TALLIES


class TimesKicked(Sum, frozen=True):
    """How often this was kicked."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.cast.kicked

    def describe(self) -> str:
        return "the times it was kicked"
