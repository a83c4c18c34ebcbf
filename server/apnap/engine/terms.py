"""References: what the text of a card speaks of, as data.

A term resolves in a frame to objects and players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .amounts import Amount, Condition, Not, number, say
from .facets import Facet
from .frame import Frame, Looking
from .values import ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .filters import Filter
    from .state import Obj


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
        from .conditions import HasCounter

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
    """What the instruction before this one acted on; of an ability set up by another, what that had acted on."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return frame.that or frame.refs("that")

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
    """Every object that a filter matches, in the order in which they stand; then every such player, in APNAP order."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found = tuple(Ref(t.obj.id) for t in self.filter.all(look, frame))
        if self.filter.players:
            found += tuple(p for p in map(player, look.apnap()) if self.filter.accepts(look, p, frame))
        return found

    def describe(self) -> str:
        return f"each {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads


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
            found += [Ref(i) for i in look.state.library(seat_of(ref))[:n]]
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


class SourcesOfDamage(Term, frozen=True):
    """What may be chosen as a source of damage, narrowed by a filter: permanents, spells, and what the rest of
    the stack speaks of even if it is gone by now (609.7a): where an ability comes from, and who assigned the
    combat damage that waits there (419.8a (2004))."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        found: dict[ObjId, None] = dict.fromkeys(look.permanents())
        for obj_id in look.in_zone("stack"):
            found |= dict.fromkeys(_sources_on_stack(look.state.objects[obj_id]))
        for waiting in look.state.delayed.values():
            found[waiting.source] = None
        things = [t for i in found if (t := look.thing(i)) is not None]
        return tuple(Ref(t.obj.id) for t in things if self.filter.matches(look, t, frame))

    def describe(self) -> str:
        return f"a source of damage that is {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads | Facet.STACK


def _sources_on_stack(obj: Obj) -> tuple[ObjId, ...]:
    """Where the damage may come from that an object on the stack deals."""
    if obj.kind == "ability":
        return (obj.source,)
    if obj.kind == "damage":
        return objects(Frame(source=obj.id, controller=obj.controller, bound=obj.bound).refs("objects"))
    return (obj.id,)


def seats(refs: tuple[Ref, ...]) -> tuple[Seat, ...]:
    """The seats among references, in their order."""
    return tuple(seat_of(r) for r in refs if is_player(r))


def objects(refs: tuple[Ref, ...]) -> tuple[ObjId, ...]:
    """The objects among references, in their order."""
    return tuple(ObjId(r) for r in refs if r > 0)
