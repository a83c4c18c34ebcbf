"""References, amounts and conditions: what the text of a card says about objects, numbers and truth.

All are frozen data with `describe()` and the facets that they read. Each is *bound* in a frame: the same
`TARGET` means another object in each resolution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .facets import Facet
from .frame import Frame, Looking
from .values import ObjId, Plain, Ref, Seat, count_of, is_player, player, seat_of

if TYPE_CHECKING:
    from .filters import Filter


class Term(Struct, frozen=True):
    """A reference to objects or players, open until it is resolved in a frame."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        raise AssertionError(f"{type(self).__name__} has no resolve")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def reads(self) -> Facet:
        return Facet.NONE


class This(Term, frozen=True):
    """The object whose ability this is."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (Ref(frame.source),)

    def describe(self) -> str:
        return "this"

    def had_no(self, kind: str) -> Condition:
        return Not(HasCounter(Value("object"), kind))


class Spell(Term, frozen=True):
    """The spell or ability on the stack that is resolving."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (Ref(frame.object),)

    def describe(self) -> str:
        return "this spell"


class Target(Term, frozen=True):
    """The chosen targets of one of the ability's target slots, the first by default."""

    slot: int = 0

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        targets = frame.cast.targets
        return targets[self.slot] if self.slot < len(targets) else ()

    def describe(self) -> str:
        return "that target" if self.slot == 0 else f"target {self.slot + 1}"


class AllTargets(Term, frozen=True):
    """Every target of every slot."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(r for group in frame.cast.targets for r in group)

    def describe(self) -> str:
        return "the targets"


class Value(Term, frozen=True):
    """A value bound when the ability triggered or its effect was made: `object`, `player`, ..."""

    name: str

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return frame.refs(self.name)

    def describe(self) -> str:
        return f"that {self.name}"


class GivenUp(Term, frozen=True):
    """What was sacrificed, discarded or exiled to pay for this; for a copy, to pay for the original (707.10)."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return frame.cast.given

    def describe(self) -> str:
        return "what was given up"


class That(Term, frozen=True):
    """What the instruction before this one acted on."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return frame.that

    def describe(self) -> str:
        return "that"


class Subject(Term, frozen=True):
    """The one of several objects or players that a sentence speaks of now."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (frame.subject,) if frame.subject else ()

    def describe(self) -> str:
        return "it"


class Host(Term, frozen=True):
    """The object or player that this is attached to."""

    of: Term = This()

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found = []
        for ref in self.of.resolve(look, frame):
            thing = look.thing(ref)
            if thing is not None and thing.obj.attached:
                found.append(thing.obj.attached)
        return tuple(found)

    def describe(self) -> str:
        return "enchanted or equipped object"

    @property
    def reads(self) -> Facet:
        return Facet.ATTACHED


class Linked(Term, frozen=True):
    """What this object remembers under a link name (607)."""

    link: str

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        values = look.state.links.get(f"{frame.source}:{self.link}", ())
        return tuple(Ref(v) for v in values if isinstance(v, int))

    def describe(self) -> str:
        return f"the {self.link} object"

    @property
    def reads(self) -> Facet:
        return Facet.LINKS


class Each(Term, frozen=True):
    """Every object that a filter matches, in the order in which they stand."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(Ref(t.obj.id) for t in self.filter.all(look, frame))

    def describe(self) -> str:
        return f"each {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads


class You(Term, frozen=True):
    """The ability's controller."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (player(frame.controller),)

    def describe(self) -> str:
        return "you"


class EachPlayer(Term, frozen=True):
    """Players still in the game in APNAP order; `who`: any, opponents, others."""

    who: str = "any"

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        seats = look.apnap()
        if self.who == "opponents":
            foes = look.opponents(frame.controller)
            seats = tuple(s for s in seats if s in foes)
        elif self.who == "others":
            seats = tuple(s for s in seats if s != frame.controller)
        return tuple(player(s) for s in seats)

    def describe(self) -> str:
        return {"any": "each player", "opponents": "each opponent", "others": "each other player"}[self.who]

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS


class ActivePlayer(Term, frozen=True):
    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (player(look.state.turn.active),)

    def describe(self) -> str:
        return "the active player"

    @property
    def reads(self) -> Facet:
        return Facet.TURN


class Monarch(Term, frozen=True):
    """The player who is the monarch, if anybody is (725)."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (player(look.state.monarch),) if look.state.monarch >= 0 else ()

    def describe(self) -> str:
        return "the monarch"

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS


class ControllerOf(Term, frozen=True):
    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(_player_behind(look, r, owner=False) for r in self.of.resolve(look, frame))

    def describe(self) -> str:
        return f"the controller of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.CONTROL | self.of.reads


class OwnerOf(Term, frozen=True):
    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(_player_behind(look, r, owner=True) for r in self.of.resolve(look, frame))

    def describe(self) -> str:
        return f"the owner of {self.of.describe()}"


def _player_behind(look: Looking, ref: Ref, *, owner: bool) -> Ref:
    if is_player(ref):
        return ref
    thing = look.thing(ref)
    if thing is None:
        return Ref(0)
    return player(thing.obj.owner if owner else thing.chars.controller)


class Except(Term, frozen=True):
    """What `of` names, without what `without` names."""

    of: Term
    without: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        out = self.without.resolve(look, frame)
        return tuple(r for r in self.of.resolve(look, frame) if r not in out)

    def describe(self) -> str:
        return f"{self.of.describe()} except {self.without.describe()}"

    @property
    def reads(self) -> Facet:
        return self.of.reads | self.without.reads


class Both(Term, frozen=True):
    """What several references name, each once."""

    terms: tuple[Term, ...]

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found: dict[Ref, None] = {}
        for term in self.terms:
            for ref in term.resolve(look, frame):
                found[ref] = None
        return tuple(found)

    def describe(self) -> str:
        return " and ".join(t.describe() for t in self.terms)

    @property
    def reads(self) -> Facet:
        facets = Facet.NONE
        for term in self.terms:
            facets |= term.reads
        return facets


class Chosen(Term, frozen=True):
    """Named objects or players, already resolved."""

    refs: tuple[Ref, ...]

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return self.refs

    def describe(self) -> str:
        return "the chosen"


class Top(Term, frozen=True):
    """The top cards of a player's library."""

    of: Term
    amount: Amount = 1

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        n = max(0, number(self.amount, look, frame))
        found: list[Ref] = []
        for ref in self.of.resolve(look, frame):
            found += [Ref(i) for i in look.state.zone("library", seat_of(ref))[:n]]
        return tuple(found)

    def describe(self) -> str:
        return f"the top {say(self.amount)} of the library of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.LIBRARY


class ZoneOf(Term, frozen=True):
    """All cards in a player's zone."""

    of: Term
    zone: str

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found: list[Ref] = []
        for ref in self.of.resolve(look, frame):
            if not is_player(ref):
                continue
            seat = seat_of(ref)
            if self.zone in ("exile", "command"):
                ids = tuple(i for i in look.in_zone(self.zone) if look.state.objects[i].owner == seat)
            else:
                ids = look.state.zone(self.zone, seat)  # type: ignore[arg-type]
            found += [Ref(i) for i in ids]
        return tuple(found)

    def describe(self) -> str:
        return f"the {self.zone} of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        from .facets import zone_facet

        return zone_facet(self.zone)


class Attached(Term, frozen=True):
    """What is attached to something."""

    to: Term = This()

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        hosts = self.to.resolve(look, frame)
        return tuple(Ref(i) for i in look.permanents() if look.state.objects[i].attached in set(hosts))

    def describe(self) -> str:
        return f"what is attached to {self.to.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.ATTACHED | Facet.BATTLEFIELD


class Defender(Term, frozen=True):
    """The player that this creature attacks, or attacked before it left combat (508.5)."""

    of: Term = This()

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        combat = look.state.combat
        attackers = self.of.resolve(look, frame)
        if combat is None:
            return ()
        attacks = (*combat.attacks, *combat.former)
        return tuple(player(a.seat) for a in attacks if a.attacker in attackers)

    def describe(self) -> str:
        return "defending player"

    @property
    def reads(self) -> Facet:
        return Facet.COMBAT


class First(Term, frozen=True):
    """The first of what a reference names."""

    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return self.of.resolve(look, frame)[:1]

    def describe(self) -> str:
        return f"the first of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return self.of.reads


class PlayerWithMost(Term, frozen=True):
    """The player who controls more of what the filter matches than each other player; nobody in a tie."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        counts = {seat: 0 for seat in look.apnap()}
        for thing in self.filter.all(look, frame):
            counts[thing.chars.controller] = counts.get(thing.chars.controller, 0) + 1
        most = max(counts.values(), default=0)
        first = [seat for seat, n in counts.items() if n == most]
        return (player(first[0]),) if len(first) == 1 else ()

    def describe(self) -> str:
        return f"the player who controls the most {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads | Facet.CONTROL


class SourcesOfDamage(Term, frozen=True):
    """What may be chosen as a source of damage (609.7a): permanents, spells, and what the abilities on the
    stack come from; narrowed by a filter."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found: dict[ObjId, None] = dict.fromkeys(look.permanents())
        for obj_id in look.in_zone("stack"):
            obj = look.state.objects[obj_id]
            found[obj.source if obj.kind == "ability" else obj_id] = None
        for waiting in look.state.delayed.values():
            found[waiting.source] = None
        things = [t for i in found if i in look.state.objects and (t := look.live(i)) is not None]
        return tuple(Ref(t.obj.id) for t in things if self.filter.matches(look, t, frame))

    def describe(self) -> str:
        return f"a source of damage that is {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads | Facet.STACK


# --- amounts ------------------------------------------------------------------------------------


class Sum(Struct, frozen=True):
    """An amount that is worked out in a frame."""

    def value(self, look: Looking, frame: Frame) -> int:
        raise AssertionError(f"{type(self).__name__} has no value")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def starless(self) -> int:
        """What is left of a defined power or toughness where nothing defines its star (208.2a)."""
        return 0

    @property
    def reads(self) -> Facet:
        return Facet.NONE

    def __add__(self, other: Amount) -> Sum:
        return Calc("+", self, other)

    def __sub__(self, other: Amount) -> Sum:
        return Calc("-", self, other)

    def __neg__(self) -> Sum:
        return Calc("-", 0, self)

    def __mul__(self, other: Amount) -> Sum:
        return Calc("*", self, other)

    def __floordiv__(self, other: Amount) -> Sum:
        return Calc("/", self, other)

    def __ge__(self, other: Amount) -> Condition:
        return Compare(self, ">=", other)

    def __le__(self, other: Amount) -> Condition:
        return Compare(self, "<=", other)

    def __gt__(self, other: Amount) -> Condition:
        return Compare(self, ">", other)

    def __lt__(self, other: Amount) -> Condition:
        return Compare(self, "<", other)

    def equals(self, other: Amount) -> Condition:
        return Compare(self, "==", other)


Amount = int | Sum


def number(amount: Amount, look: Looking, frame: Frame) -> int:
    """The value of an amount in a frame."""
    return amount if isinstance(amount, int) else amount.value(look, frame)


def starless(amount: Amount) -> int:
    """An amount with every star in it as nothing."""
    return amount if isinstance(amount, int) else amount.starless


def say(amount: Amount) -> str:
    return str(amount) if isinstance(amount, int) else amount.describe()


def reads_of(amount: Amount) -> Facet:
    return Facet.NONE if isinstance(amount, int) else amount.reads


class XValue(Sum, frozen=True):
    """The X of this spell or ability; for a permanent, the X it was cast with."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.cast.x

    def describe(self) -> str:
        return "X"


class ThatMuch(Sum, frozen=True):
    """How much the event or the instruction before really was."""

    def value(self, look: Looking, frame: Frame) -> int:
        bound = frame.value("amount")
        return frame.amount if not isinstance(bound, int) else bound

    def describe(self) -> str:
        return "that much"


class Just(Sum, frozen=True):
    """How much the instruction before this one really did ("for each card discarded this way")."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.amount

    def describe(self) -> str:
        return "that many"


class BoundNumber(Sum, frozen=True):
    name: str

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.number(self.name)

    def describe(self) -> str:
        return self.name


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
        return len(self.what.all(look, frame))

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
        return sum(stat_of(look, ref, self.stat, self.kind) for ref in self.of.resolve(look, frame))

    def describe(self) -> str:
        return f"the {self.kind or self.stat} of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        table = {
            "life": Facet.LIFE, "counters": Facet.COUNTERS | Facet.PLAYERS, "hand": Facet.HAND,
            "mana value": Facet.TYPES,
        }  # fmt: skip
        return table.get(self.stat, Facet.STATS | Facet.TYPES) | self.of.reads


def stat_of(look: Looking, ref: Ref, stat: str, kind: str = "") -> int:
    """One number of an object or player, as it is or as it last was (608.2h)."""
    if is_player(ref):
        person = look.state.player(seat_of(ref))
        match stat:
            case "life":
                return person.life
            case "starting life":
                return person.starting_life
            case "counters":
                return count_of(person.counters, kind)
            case "hand":
                return len(look.state.zone("hand", person.seat))
            case "library":
                return len(look.state.zone("library", person.seat))
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


class Live(Sum, frozen=True):
    """An amount of a lasting effect that is worked out again and again instead of once (611.2c)."""

    amount: Sum

    def value(self, look: Looking, frame: Frame) -> int:
        return self.amount.value(look, frame)

    def describe(self) -> str:
        return self.amount.describe()

    @property
    def reads(self) -> Facet:
        return self.amount.reads


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


class Calc(Sum, frozen=True):
    op: str
    left: Amount
    right: Amount

    def value(self, look: Looking, frame: Frame) -> int:
        return self._worked_out(number(self.left, look, frame), number(self.right, look, frame))

    @property
    def starless(self) -> int:
        return self._worked_out(starless(self.left), starless(self.right))

    def _worked_out(self, a: int, b: int) -> int:
        match self.op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a // b if b else 0  # 107.2: what cannot be determined is 0
            case "max":
                return max(a, b)
            case "min":
                return min(a, b)
        raise AssertionError(f"unknown operation {self.op}")

    def describe(self) -> str:
        return f"{say(self.left)} {self.op} {say(self.right)}"

    @property
    def reads(self) -> Facet:
        return reads_of(self.left) | reads_of(self.right)


class IfElse(Sum, frozen=True):
    """One amount if a condition holds, else another."""

    condition: Condition
    then: Amount
    other: Amount = 0

    def value(self, look: Looking, frame: Frame) -> int:
        return number(self.then if self.condition.holds(look, frame) else self.other, look, frame)

    def describe(self) -> str:
        return f"{say(self.then)} if {self.condition.describe()}, otherwise {say(self.other)}"

    @property
    def reads(self) -> Facet:
        return self.condition.reads | reads_of(self.then) | reads_of(self.other)


class CustomAmount(Sum, frozen=True):
    """An amount that only code can say; it reads everything."""

    of: Callable[[Looking, Frame], int]
    says: str

    def value(self, look: Looking, frame: Frame) -> int:
        return int(look.call(self.of, 0, look, frame))

    def describe(self) -> str:
        return self.says

    @property
    def reads(self) -> Facet:
        return Facet.ALL


# --- conditions ---------------------------------------------------------------------------------


class Condition(Struct, frozen=True):
    """Something that is true or not in a frame."""

    def holds(self, look: Looking, frame: Frame) -> bool:
        raise AssertionError(f"{type(self).__name__} has no holds")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def reads(self) -> Facet:
        return Facet.ALL

    def __and__(self, other: Condition) -> Condition:
        return All((self, other))

    def __or__(self, other: Condition) -> Condition:
        return Any_((self, other))

    def __invert__(self) -> Condition:
        return Not(self)


class Not(Condition, frozen=True):
    what: Condition

    def holds(self, look: Looking, frame: Frame) -> bool:
        return not self.what.holds(look, frame)

    def describe(self) -> str:
        return f"not ({self.what.describe()})"

    @property
    def reads(self) -> Facet:
        return self.what.reads


class All(Condition, frozen=True):
    parts: tuple[Condition, ...]

    def holds(self, look: Looking, frame: Frame) -> bool:
        return all(p.holds(look, frame) for p in self.parts)

    def describe(self) -> str:
        return " and ".join(p.describe() for p in self.parts)

    @property
    def reads(self) -> Facet:
        return _reads_all(self.parts)


class Any_(Condition, frozen=True):
    parts: tuple[Condition, ...]

    def holds(self, look: Looking, frame: Frame) -> bool:
        return any(p.holds(look, frame) for p in self.parts)

    def describe(self) -> str:
        return " or ".join(p.describe() for p in self.parts)

    @property
    def reads(self) -> Facet:
        return _reads_all(self.parts)


def _reads_all(parts: tuple[Condition, ...]) -> Facet:
    facets = Facet.NONE
    for part in parts:
        facets |= part.reads
    return facets


class Compare(Condition, frozen=True):
    left: Amount
    op: str
    right: Amount

    def holds(self, look: Looking, frame: Frame) -> bool:
        return compare(number(self.left, look, frame), self.op, number(self.right, look, frame))

    def describe(self) -> str:
        return f"{say(self.left)} {self.op} {say(self.right)}"

    @property
    def reads(self) -> Facet:
        return reads_of(self.left) | reads_of(self.right)


def compare(a: int, op: str, b: int) -> bool:
    match op:
        case ">=":
            return a >= b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case "<":
            return a < b
        case "==":
            return a == b
        case "!=":
            return a != b
    raise AssertionError(f"unknown comparison {op}")


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
    """At least `least` objects match."""

    filter: Filter
    least: int = 1

    def holds(self, look: Looking, frame: Frame) -> bool:
        return len(self.filter.all(look, frame)) >= self.least

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
        return look.state.turn.active == frame.controller

    def describe(self) -> str:
        return "it is your turn"

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
    """Two references name the same."""

    left: Term
    right: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        return self.left.resolve(look, frame) == self.right.resolve(look, frame)

    def describe(self) -> str:
        return f"{self.left.describe()} is {self.right.describe()}"

    @property
    def reads(self) -> Facet:
        return self.left.reads | self.right.reads | Facet.CONTROL


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


class TimesKicked(Sum, frozen=True):
    """How often this was kicked."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.cast.kicked

    def describe(self) -> str:
        return "the times it was kicked"


class Spent(Condition, frozen=True):
    """Mana of this kind was spent to cast this; for a copy it never was (707.10)."""

    symbol: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return count_of(frame.cast.paid, self.symbol) > 0

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
    """What is referred to is attached to something that it may be attached to."""

    what: Term

    def holds(self, look: Looking, frame: Frame) -> bool:
        for ref in self.what.resolve(look, frame):
            thing = look.live(ref)
            if thing is None or not thing.obj.attached:
                return False
            host = thing.obj.attached
            if is_player(host) and not look.state.player(seat_of(host)).in_game:
                return False
            if not look.can_attach(thing, host):
                return False
        return True

    def describe(self) -> str:
        return f"{self.what.describe()} is attached as it may be"


class CustomCondition(Condition, frozen=True):
    """A condition that only code can say; it reads everything."""

    test: Callable[[Looking, Frame], bool]
    says: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return bool(look.call(self.test, False, look, frame))

    def describe(self) -> str:
        return self.says


def seats(refs: tuple[Ref, ...]) -> tuple[Seat, ...]:
    """The seats among references, in their order."""
    return tuple(seat_of(r) for r in refs if is_player(r))


def objects(refs: tuple[Ref, ...]) -> tuple[ObjId, ...]:
    """The objects among references, in their order."""
    return tuple(ObjId(r) for r in refs if r > 0)
