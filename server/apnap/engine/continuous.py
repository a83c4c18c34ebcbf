"""Continuous effects as they apply now (611): to what, since when, and what each part reads and changes.

By what one reads and another changes the layers know which effects may depend on which (613.8), and a look
which objects must be worked out anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Static
from .amounts import reads_of
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .state import AbilityRef, Thing
from .static_parts import (
    BaseStats,
    ColorsAre,
    ControlledBy,
    Copies,
    Gets,
    Loses,
    StaticPart,
    Switched,
    TextWords,
    TypesAre,
    is_defining,
)
from .terms import Host, This
from .values import ObjId, Ref
from .work import Work

if TYPE_CHECKING:
    from .look import Look

#: What names an effect through all layers: an object and its ability (and which of equal ones), or a number.
Key = tuple[Any, ...]


class Continuous:
    """One part of a static ability or lasting effect, as it applies now.

    `carried` marks a part whose ability has been lost, of an effect that began to apply in an earlier layer.
    """

    __slots__ = (
        "affected", "amount_reads", "carried", "filter_reads", "frame", "key", "layer", "part", "place", "ref",
        "set_reads", "source", "static", "takes", "timestamp", "writes",
    )  # fmt: skip

    def __init__(
        self, source: ObjId, static: Static, part: StaticPart, layer: str, frame: Frame, timestamp: int,
        affected: tuple[Ref, ...] | None, key: Key, ref: AbilityRef | None = None,
    ) -> None:  # fmt: skip
        self.place = 0
        self.source = source
        self.static = static
        self.part = part
        self.layer = layer
        self.frame = frame
        self.timestamp = timestamp
        self.affected = affected
        self.key = key
        self.ref = ref
        self.carried = False
        self.set_reads = static.only_if.reads if static.only_if is not None else Facet.NONE
        if affected is None and not isinstance(static.affects, Filter):
            self.set_reads |= static.affects.reads
        by_filter = affected is None and isinstance(static.affects, Filter)
        self.filter_reads = static.affects.reads if by_filter else Facet.NONE
        self.amount_reads = part_reads(part)
        self.writes = part_writes(part)
        self.takes = part_takes(part)

    def may_depend_on(self, other: Continuous) -> bool:
        """Whether another effect writes what this one reads, so that it is worth trying (613.8a)."""
        if defines(self) != defines(other) or self.key == other.key:
            return False
        if other.writes & (self.amount_reads | self.set_reads | self.filter_reads):
            return True
        return other.takes and self.ref is not None

    @property
    def reaches_elsewhere(self) -> bool:
        """Whether it could apply to objects that are not on the battlefield."""
        affects = self.static.affects
        if isinstance(affects, Filter):
            return affects.zones != ("battlefield",)
        return not isinstance(affects, Host)

    def exists(self, look: Look) -> bool:
        condition = self.static.only_if
        return condition is None or condition.holds(look, self.frame)

    def gives_supertype(self, look: Look, thing: Thing, word: str) -> bool:
        """Whether it is what makes something legendary, world..."""
        if not isinstance(self.part, TypesAre) or word not in self.part.supertypes or not self.exists(look):
            return False
        affects = self.static.affects
        if self.affected is not None:
            return Ref(thing.obj.id) in self.affected
        if isinstance(affects, Filter):
            return affects.matches(look, thing, self.frame)
        return Ref(thing.obj.id) in affects.resolve(look, self.frame)

    def affects(self, look: Look, work: Work) -> bool:
        """Whether the effect applies to an object, by what it is so far."""
        if self.affected is not None:
            return Ref(work.obj.id) in self.affected
        affects = self.static.affects
        if isinstance(affects, Filter):
            return work.obj.zone in affects.zones and affects.matches(look, Thing(work.obj, work), self.frame)  # type: ignore[arg-type]
        if isinstance(affects, This):
            return work.obj.id == self.source
        if isinstance(affects, Host):
            source = look.obj(self.source)
            on_table = work.obj.zone == "battlefield"  # 109.2: what is enchanted or equipped is a permanent
            return on_table and source is not None and source.attached == Ref(work.obj.id)
        return Ref(work.obj.id) in affects.resolve(look, self.frame)

    def part_of(self, layer: str, part: StaticPart) -> Continuous:
        """Another part of the same effect, in a later layer."""
        other = Continuous(
            self.source, self.static, part, layer, self.frame, self.timestamp, self.affected, self.key, self.ref
        )
        other.carried = True
        return other


def defines(effect: Continuous) -> bool:
    """Whether it defines a characteristic of its own object, and so applies before others of its layer (613.3)."""
    return is_defining(effect.part)


def part_reads(part: StaticPart) -> Facet:
    """What the amounts and players of a part are counted from."""
    match part:
        case Gets(power=p, toughness=t):
            return reads_of(p) | reads_of(t)
        case BaseStats(power=p, toughness=t):
            return reads_of(p or 0) | reads_of(t or 0)
        case ControlledBy(who=who):
            return who.reads | Facet.CONTROL
        case ColorsAre(link=link) | TypesAre(link=link):
            return Facet.LINKS if link else Facet.NONE
    return Facet.NONE


def part_writes(part: StaticPart) -> Facet:
    """What a part can change of the objects that it applies to."""
    match part:
        case Copies():
            return Facet.ALL
        case ControlledBy():
            return Facet.CONTROL
        case TextWords():
            return Facet.TYPES | Facet.COLORS | Facet.ABILITIES
        case TypesAre():
            return Facet.TYPES | Facet.ABILITIES if part.set_subtypes else Facet.TYPES
        case ColorsAre():
            return Facet.COLORS
        case Gets() | BaseStats() | Switched():
            return Facet.STATS
    return Facet.ABILITIES


def part_takes(part: StaticPart) -> bool:
    """Whether a part can take an ability away, and so end an effect before it has begun."""
    return isinstance(part, Loses | Copies | TextWords) or (isinstance(part, TypesAre) and part.set_subtypes)


def effect_frame(effect: Any) -> Frame:
    """The frame of a lasting effect: its maker, and what was bound when it was made."""
    return Frame(source=effect.source, controller=effect.controller, path=effect.path, bound=effect.bound)


def copy_exceptions(frame: Frame) -> tuple[tuple[str, Any], ...]:
    """The exceptions of a copy effect that lasts for a time, as they were bound when it began."""
    value = frame.value("copy_exceptions")
    return value if isinstance(value, tuple) else ()  # type: ignore[return-value]
