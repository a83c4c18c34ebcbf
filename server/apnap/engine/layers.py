"""Characteristics after the layers (613): what continuous effects make of every object.

Effects are gathered from static abilities and from what resolved spells left behind, ordered in each layer
by timestamp and dependency, and applied to working copies. The order found is kept, so that an object
whose own facts changed is worked out again alone; `Layers.derive` over all objects is the slow twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .abilities import Keyword, Static
from .amounts import number, reads_of
from .book import Book
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .state import AbilityRef, Cast, Chars, Effect, Obj, Thing
from .static_parts import (
    BaseStats,
    ColorsAre,
    ControlledBy,
    Copies,
    Gains,
    Gets,
    Loses,
    StaticPart,
    Switched,
    TextWords,
    TypesAre,
    locked,
)
from .terms import Host, This
from .values import (
    BASIC_TYPES,
    ObjId,
    Ref,
    Seat,
    count_of,
    is_player,
    mana_value,
    seat_of,
    sort_colors,
    subtype_fits,
    subtype_kind,
)

if TYPE_CHECKING:
    from .look import Look

#: What names an effect through all layers: an object and its ability (and which of equal ones), or a number.
Key = tuple[Any, ...]

LAYERS = ("1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
_AT = {layer: at for at, layer in enumerate(LAYERS)}
#: The layers at whose end something happens to objects by themselves.
_CROSSED = ("4", "5", "6", "7c")


class Work:
    """An object's characteristics while the layers are being applied; quacks like `Chars`."""

    __slots__ = (
        "abilities", "barred", "changed", "colors", "controller", "cost", "granted", "keywords", "loyalty",
        "mana_value", "name", "obj", "power", "subtypes", "supertypes", "toughness", "types", "words",
    )  # fmt: skip

    def __init__(self, obj: Obj, printed: Chars, controller: Seat) -> None:
        self.obj = obj
        self.controller = controller
        self.take(printed)
        self.words: tuple[tuple[str, str], ...] = ()
        self.granted: tuple[tuple[AbilityRef, int], ...] = ()
        self.barred: tuple[str, ...] = ()
        self.changed = False

    def take(self, printed: Chars) -> None:
        self.name = printed.name
        self.cost = printed.cost
        self.colors = printed.colors
        self.supertypes = printed.supertypes
        self.types = printed.types
        self.subtypes = printed.subtypes
        self.power = printed.power
        self.toughness = printed.toughness
        self.loyalty = printed.loyalty
        self.abilities: tuple[AbilityRef, ...] = printed.abilities
        self.keywords: tuple[str, ...] = printed.keywords
        self.mana_value = printed.mana_value

    def is_a(self, word: str) -> bool:
        return word in self.types or word in self.subtypes or word in self.supertypes

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def chars(self) -> Chars:
        creature = "Creature" in self.types
        keeps_stats = creature or self.obj.zone != "battlefield" or "Vehicle" in self.subtypes
        return Chars(
            name=self.name,
            cost=self.cost,
            colors=self.colors,
            supertypes=self.supertypes,
            types=self.types,
            subtypes=self.subtypes,
            power=self.power if keeps_stats else None,
            toughness=self.toughness if keeps_stats else None,
            loyalty=self.loyalty,
            abilities=self.abilities,
            keywords=self.keywords,
            controller=self.controller,
            mana_value=self.mana_value,
        )

    def copy(self) -> Work:
        other = object.__new__(Work)
        for name in Work.__slots__:
            setattr(other, name, getattr(self, name))
        return other


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
        self.set_reads = static.only_if.reads if static.only_if else Facet.NONE
        if affected is None and not isinstance(static.affects, Filter):
            self.set_reads |= static.affects.reads
        by_filter = affected is None and isinstance(static.affects, Filter)
        self.filter_reads = static.affects.reads if by_filter else Facet.NONE
        self.amount_reads = part_reads(part)
        self.writes = part_writes(part)
        self.takes = part_takes(part)

    def may_depend_on(self, other: Continuous) -> bool:
        """Whether another effect writes what this one reads, so that it is worth trying (613.8a)."""
        if _defines(self) != _defines(other) or self.key == other.key:
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


def part_reads(part: StaticPart) -> Facet:
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


class Layers:
    """The layer system of one look: which effects apply, in which order."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.book: Book = look.book
        self.order: list[Continuous] = []
        self.amount_readers: list[Continuous] = []
        self._open: list[Continuous] = []
        self._open_elsewhere: list[Continuous] = []
        self._naming: dict[Ref, list[Continuous]] = {}
        self.set_reads = Facet.NONE
        self.self_reads = Facet.NONE
        self.reaches_elsewhere = False
        #: Whether another object on the battlefield could make one effect depend on another (613.8).
        self.may_reorder = False
        self.works: dict[int, Work] | None = None
        #: What is being worked out alone, each for the sake of the one before: what is counted of it is what it
        #: is so far.
        self.alone_now: dict[ObjId, Work] = {}
        self._begun: dict[Key, tuple[Continuous, tuple[int, ...]]] = {}

    def fork(self, look: Look) -> Layers:
        """The same order of effects for another look."""
        other = Layers(look)
        other.order = self.order
        other.may_reorder = self.may_reorder
        other.amount_readers = self.amount_readers
        other._open, other._open_elsewhere, other._naming = self._open, self._open_elsewhere, self._naming
        other.set_reads = self.set_reads
        other.self_reads = self.self_reads
        other.reaches_elsewhere = self.reaches_elsewhere
        return other

    # --- the whole ------------------------------------------------------------------------------

    def derive(self, ids: Iterable[ObjId]) -> dict[int, Chars]:
        """Work out all these objects together, and keep the order of effects that was found."""
        works: dict[int, Work] = {i: self.base(self.look.state.objects[i]) for i in ids}
        self.works = works
        self.order = []
        self.may_reorder = False
        self._begun = {}
        lasting = self._lasting()
        for layer in LAYERS:
            waiting = self._effects_of(layer, works, lasting)
            if not self._entangled(waiting):
                # none reads what this layer changes: all in the order of their timestamps
                for effect in waiting:
                    self.order.append(effect)
                    self._apply(effect, works)
                waiting = []
            while waiting:
                effect = self._next(waiting, works) if len(waiting) > 1 else waiting[0]
                waiting.remove(effect)
                self.order.append(effect)
                self._apply(effect, works)
                if layer == "4" or layer == "6":
                    waiting = [e for e in waiting if self._still_there(e, works)]
            if layer in _CROSSED:
                for work in works.values():
                    self._cross(work, layer)
        self.works = None
        self._note_reads()
        return {i: w.chars() for i, w in works.items()}

    def _entangled(self, waiting: list[Continuous]) -> bool:
        """Whether any effect of a layer reads or loses what some other writes or takes."""
        written = Facet.NONE
        for effect in waiting:
            written |= effect.writes
        takes = any(e.takes for e in waiting)
        return any(
            (e.amount_reads | e.set_reads | e.filter_reads) & written or (takes and e.ref is not None) for e in waiting
        )

    def _apply(self, effect: Continuous, works: dict[int, Work]) -> None:
        """Apply a part to what its effect began with, or to what it applies to now (613.6)."""
        begun = self._begun.get(effect.key)
        if begun is None:
            self._claim(effect, works)
            ids = self._affected(effect, works)
            if ids:
                self._begun[effect.key] = (effect, ids)
        else:
            ids = begun[1]
        for i in ids:
            self.change(effect, works[i])

    def _affected(self, effect: Continuous, works: dict[int, Work]) -> tuple[int, ...]:
        if not effect.exists(self.look):
            return ()
        if effect.affected is not None:
            return tuple(i for i in works if i in effect.affected) if len(works) < 8 else self._locked(effect, works)
        return tuple(i for i, w in works.items() if effect.affects(self.look, w))

    def _locked(self, effect: Continuous, works: dict[int, Work]) -> tuple[int, ...]:
        """Those of a locked set that are there, in the order in which they stand on the battlefield."""
        assert effect.affected is not None
        here = [i for i in effect.affected if i in works]
        if len(here) < 2:
            return tuple(here)
        named = set(here)
        return tuple(i for i in works if i in named)

    def _claim(self, effect: Continuous, works: dict[int, Work]) -> None:
        """A static ability is that of whoever controls its object by now."""
        work = works.get(effect.source) if effect.ref is not None else None
        if work is not None and work.controller != effect.frame.controller:
            effect.frame = replace(effect.frame, controller=work.controller)

    def zones_reached(self) -> tuple[str, ...]:
        """The zones other than the battlefield in which effects that apply now change objects."""
        found: dict[str, None] = {}
        for effect in self.order:
            if effect.affected is None and isinstance(effect.static.affects, Filter):
                found.update(dict.fromkeys(z for z in effect.static.affects.zones if z != "battlefield"))
        return tuple(found)

    def alone(self, obj: Obj) -> Chars:
        """Work out one object by the order of effects found before."""
        work = self.base(obj)
        self.alone_now[obj.id] = work
        try:
            return self._alone(obj, work)
        finally:
            del self.alone_now[obj.id]

    def _alone(self, obj: Obj, work: Work) -> Chars:
        layer = 0
        met: set[Key] = set()
        for effect in self._for(obj):
            at = _AT[effect.layer]
            for crossed in LAYERS[layer:at]:
                self._cross(work, crossed)
            layer = at
            if effect.key not in met:
                if effect.carried or not (effect.exists(self.look) and effect.affects(self.look, work)):
                    continue
                met.add(effect.key)
            self.change(effect, work)
        if obj.zone != "battlefield":
            self._define_alone(work)
        for crossed in LAYERS[layer:]:
            self._cross(work, crossed)
        return work.chars()

    def _for(self, obj: Obj) -> list[Continuous]:
        """The effects that could apply to an object: those that name it, and those open to where it is."""
        found = self._open if obj.zone == "battlefield" else self._open_elsewhere
        named = self._naming.get(obj.id)
        if named:
            found = sorted((*found, *named), key=lambda e: e.place)
        return found

    def gives_statics(self, chars: Chars) -> bool:
        """Whether an object was given a static ability of the layers, so that all must be worked out."""
        return any(r.granted_by and "static" in self.book.at(r.path).keys for r in chars.abilities)

    def _cross(self, work: Work, layer: str) -> None:
        """What happens to an object at the end of a layer: intrinsic mana abilities, counters."""
        if layer == "4":
            self._intrinsic(work)
        elif layer == "5" and work.obj.counters:
            self._of_counters(work, keywords=True)
        elif layer == "6":
            if work.barred:
                work.abilities = self._without(work.abilities, work.barred)
                work.keywords = tuple(k for k in work.keywords if k not in work.barred)
            if work.obj.counters:
                self._of_counters(work, keywords=False)
        elif layer == "7c":
            self._counters(work)

    def _define_alone(self, work: Work) -> None:
        """Characteristic-defining abilities work in all zones (604.3)."""
        for ref in work.abilities:
            static = self.book.at(ref.path)
            if not isinstance(static, Static):
                continue
            for part in static.parts:
                if isinstance(part, BaseStats) and part.defines:
                    self.change(self._continuous(work.obj, ref, static, part, "7a", work.controller), work)

    def _sort_out(self) -> None:
        """Effects that name what they affect stand under each name, so that nothing else asks them."""
        self._open = [e for e in self.order if e.affected is None and not isinstance(e.static.affects, This)]
        self._open_elsewhere = [e for e in self._open if e.reaches_elsewhere]
        self._naming = {}
        for place, effect in enumerate(self.order):
            effect.place = place
            only_itself = effect.affected is None and isinstance(effect.static.affects, This)
            for ref in (effect.source,) if only_itself else effect.affected or ():
                self._naming.setdefault(ref, []).append(effect)

    def _note_reads(self) -> None:
        self.set_reads = Facet.NONE
        self.self_reads = Facet.NONE
        self.reaches_elsewhere = any(e.reaches_elsewhere for e in self.order)
        self.amount_readers = [e for e in self.order if e.amount_reads]
        self._sort_out()
        for effect in self.order:
            self.set_reads |= effect.set_reads
            if effect.affected is None and isinstance(effect.static.affects, Filter):
                self.self_reads |= effect.static.affects.reads

    # --- the objects before the layers ------------------------------------------------------------

    def base(self, obj: Obj) -> Work:
        """An object by its copiable values (707.2) and the rules for face-down objects (708.2)."""
        controller = obj.under if obj.zone == "battlefield" and obj.under >= 0 else obj.controller
        if obj.kind in ("ability", "damage"):
            return Work(obj, self._of_ability(obj), controller)
        work = Work(obj, self.book.printed(obj.copied or obj.base), controller)
        if obj.exceptions:
            self._except(work, obj.exceptions)
        if obj.face_down and obj.zone in ("battlefield", "stack"):
            self._face_down(work)
        if obj.zone == "stack" and obj.cast is not None and "X" in work.cost:
            work.mana_value = mana_value(work.cost, obj.cast.x)
        return work

    def _of_ability(self, obj: Obj) -> Chars:
        source = self.look.thing(obj.source)
        if source is None:
            return Chars(name=obj.base)
        return Chars(name=source.chars.name, colors=source.chars.colors)

    def _defines_stats(self, ref: AbilityRef) -> bool:
        static = self.book.at(ref.path)
        return isinstance(static, Static) and any(isinstance(p, BaseStats) and p.defines for p in static.parts)

    def _face_down(self, work: Work) -> None:
        # 708.2a: a 2/2 creature without text, name, subtypes or mana cost
        work.take(Chars(types=("Creature",), power=2, toughness=2))

    def _except(self, work: Work, exceptions: tuple[tuple[str, Any], ...]) -> None:
        for name, value in exceptions:
            match name:
                case "name":
                    work.name = value
                case "colors":
                    work.colors = sort_colors(value)
                case "add_colors":
                    work.colors = sort_colors(work.colors + value)
                case "stats":
                    work.power, work.toughness = value
                    work.abilities = tuple(r for r in work.abilities if not self._defines_stats(r))  # 707.9d
                case "add_types":
                    work.types += tuple(t for t in value if t not in work.types)
                case "add_subtypes":
                    work.subtypes += tuple(t for t in value if t not in work.subtypes)
                case "types":
                    work.types = value
                case "subtypes":
                    work.subtypes = value
                case "not_legendary":
                    work.supertypes = tuple(s for s in work.supertypes if s != "Legendary")
                case "add_ability":
                    self._gain(work, self.book.refs((self.book.at(value),)))

    # --- gathering ----------------------------------------------------------------------------------

    def _lasting(self) -> list[tuple[Effect, Static]]:
        """The lasting effects that are of the layers; shields and their like may be many more."""
        made = ((effect, self.book.at(effect.path)) for effect in self.look.state.effects.values())
        return [(effect, static) for effect, static in made if isinstance(static, Static)]

    def _effects_of(self, layer: str, works: dict[int, Work], lasting: list[tuple[Effect, Static]]) -> list[Continuous]:
        """The parts that apply in a layer: of abilities that objects have by now, of lasting effects, and
        of effects that began in an earlier layer though their ability is gone (613.6)."""
        found: list[Continuous] = []
        statics = self.look.static_sources()
        for obj_id in statics:
            obj = self.look.state.objects[obj_id]
            work = works.get(obj_id)
            refs = work.abilities if work is not None else self.book.printed(obj.copied or obj.base).abilities
            found += self._of_object(obj, refs, layer, work)
        for work in works.values():
            if work.changed and work.obj.id not in statics:
                found += self._of_object(work.obj, work.abilities, layer, work)
        for effect, static in lasting:
            if any(layer in part.layers for part in static.parts):
                frame = effect_frame(effect)
                found += [
                    Continuous(
                        effect.source, static, locked(part, i, effect.bound), layer, frame, effect.timestamp,
                        effect.affected, ("effect", effect.id),
                    )
                    for i, part in enumerate(static.parts)
                    if layer in part.layers
                ]  # fmt: skip
        here = {e.key for e in found}
        for key, (effect_begun, _) in self._begun.items():
            if key not in here:
                parts = effect_begun.static.parts
                found += [effect_begun.part_of(layer, part) for part in parts if layer in part.layers]
        found.sort(key=lambda e: (not _defines(e), e.timestamp))
        return found

    def _of_object(self, obj: Obj, refs: tuple[AbilityRef, ...], layer: str, work: Work | None) -> list[Continuous]:
        found: list[Continuous] = []
        controller = work.controller if work is not None else obj.controller
        since = dict(work.granted) if work is not None and work.granted else {}
        seen: dict[AbilityRef, int] = {}
        for ref in refs:
            static = self.book.at(ref.path)
            if not isinstance(static, Static):
                continue
            if obj.zone not in static.zones and not any(isinstance(p, BaseStats) and p.defines for p in static.parts):
                continue
            seen[ref] = seen.get(ref, 0) + 1
            for part in static.parts:
                if layer in part.layers:
                    effect = self._continuous(obj, ref, static, part, layer, controller, seen[ref])
                    effect.timestamp = max(effect.timestamp, since.get(ref, 0))  # 613.7a
                    found.append(effect)
        return found

    def _continuous(
        self, obj: Obj, ref: AbilityRef, static: Static, part: StaticPart, layer: str, controller: Seat, n: int = 1
    ) -> Continuous:
        frame = Frame(source=obj.id, controller=controller, path=ref.path, cast=obj.cast or Cast(), bound=ref.bound)
        return Continuous(obj.id, static, part, layer, frame, obj.timestamp, None, (obj.id, ref, n), ref)

    def _still_there(self, effect: Continuous, works: dict[int, Work]) -> bool:
        """An effect whose ability was lost before it first applied does not apply (613.6)."""
        if effect.ref is None or effect.key in self._begun:
            return True
        work = works.get(effect.source)
        return work is None or effect.ref in work.abilities

    # --- order --------------------------------------------------------------------------------------

    def _next(self, waiting: list[Continuous], works: dict[int, Work]) -> Continuous:
        """The first by timestamp that depends on none of the others, save in a loop (613.8b)."""
        needs: dict[int, set[int]] = {}

        def needed(i: int) -> set[int]:
            # found when it is asked for: most often the first in order depends on nothing, and is next
            if i not in needs:
                effect = waiting[i]
                needs[i] = {j for j, o in enumerate(waiting) if o is not effect and self._depends(effect, o, works)}
            return needs[i]

        for i, effect in enumerate(waiting):
            if all(i in _closure(j, needed) for j in _closure(i, needed)):
                return effect
        raise AssertionError("every dependency leads into a loop")

    def _depends(self, effect: Continuous, other: Continuous, works: dict[int, Work]) -> bool:
        if not effect.may_depend_on(other):
            return False
        if effect.key in self._begun and not other.writes & effect.amount_reads:
            return False  # 613.6: to what it applies is settled
        self.may_reorder = True
        return self._differs(effect, other, works)

    def _differs(self, effect: Continuous, other: Continuous, works: dict[int, Work]) -> bool:
        """Whether applying `other` would change what `effect` does: found by trying (613.8a)."""
        before = self._outcome(effect, works)
        begun = self._begun.get(other.key)
        ids = begun[1] if begun is not None else self._affected(other, works)
        tried = {**works, **{i: works[i].copy() for i in ids}}
        self.works = tried
        for i in ids:
            self.change(other, tried[i])
        after = self._outcome(effect, tried)
        self.works = works
        return before != after

    def _outcome(self, effect: Continuous, works: dict[int, Work]) -> tuple[Any, ...]:
        """What an effect would do on these objects: to which, how much, whose."""
        frame = effect.frame
        self._claim(effect, works)
        try:
            begun = self._begun.get(effect.key)
            if begun is not None:
                ids = begun[1]
            elif not self._still_there(effect, works):
                return ()
            else:
                ids = self._affected(effect, works)
            return (ids, self._amounts(effect, ids))
        finally:
            effect.frame = frame

    def _amounts(self, effect: Continuous, ids: tuple[int, ...]) -> tuple[int, ...]:
        part, look = effect.part, self.look
        if isinstance(part, ControlledBy):
            return part.who.resolve(look, effect.frame)
        if not isinstance(part, Gets | BaseStats):
            return ()
        amounts = [a for a in (part.power, part.toughness) if a is not None and not isinstance(a, int)]
        return tuple(number(a, look, effect.frame.about(Ref(i))) for a in amounts for i in ids)

    # --- what a part does -----------------------------------------------------------------------------

    def change(self, effect: Continuous, work: Work) -> None:
        """Apply one part to one object."""
        part = effect.part
        frame = effect.frame.about(Ref(work.obj.id))
        look = self.look
        match part:
            case Gets():
                if work.power is not None:
                    work.power += number(part.power, look, frame)
                if work.toughness is not None:
                    work.toughness += number(part.toughness, look, frame)
            case BaseStats():
                if part.power is not None:
                    work.power = number(part.power, look, frame)
                if part.toughness is not None:
                    work.toughness = number(part.toughness, look, frame)
            case Switched():
                work.power, work.toughness = work.toughness, work.power
            case Gains():
                refs_ = self.book.refs(part.abilities, effect.source)
                work.granted += tuple((r, effect.timestamp) for r in refs_)
                self._gain(work, refs_)
            case Loses():
                self._lose(work, part, frame.path)
            case ColorsAre():
                letters = part.colors + "".join(self._words(effect, part.link))
                work.colors = sort_colors(work.colors + letters if part.also else letters)
            case TypesAre():
                self._types(effect, part, work)
            case ControlledBy():
                refs = part.who.resolve(look, frame)
                # 800.4b: nothing comes under the control of who has left
                if refs and is_player(refs[0]) and look.state.player(seat_of(refs[0])).in_game:
                    work.controller = seat_of(refs[0])
            case Copies():
                base = effect.frame.value("copy_base")
                hidden = work.obj.face_down and work.obj.zone == "battlefield"  # 613.2b: face down comes after
                if isinstance(base, str) and not hidden:
                    work.take(self.book.printed(base))
                    self._except(work, copy_exceptions(effect.frame))
                    work.changed = True
            case TextWords():
                self._replace_words(effect, work)

    def _words(self, effect: Continuous, link: str) -> tuple[str, ...]:
        if not link:
            return ()
        values = self.look.state.links.get(f"{effect.source}:{link}", ())
        return tuple(v for v in values if isinstance(v, str))

    def _gain(self, work: Work, refs: tuple[AbilityRef, ...]) -> None:
        work.abilities += refs
        work.keywords = self.book.keywords(work.abilities)
        work.changed = True

    def _lose(self, work: Work, part: Loses, path: str) -> None:
        if part.cant_have:
            work.barred += part.keywords
        if part.all:
            work.abilities = ()
            work.keywords = ()
        elif part.this:
            work.abilities = tuple(r for r in work.abilities if not path.startswith(r.path + "/"))
            work.keywords = self.book.keywords(work.abilities)
        else:
            work.abilities = self._without(work.abilities, part.keywords)
            work.keywords = tuple(k for k in work.keywords if k not in part.keywords)
        work.changed = True

    def _without(self, refs: tuple[AbilityRef, ...], keywords: tuple[str, ...]) -> tuple[AbilityRef, ...]:
        lost = [r.path for r in refs if getattr(self.book.at(r.path), "name", None) in keywords or r.path in keywords]
        return tuple(r for r in refs if not any(r.path == p or r.path.startswith(p + "/") for p in lost))

    def _types(self, effect: Continuous, part: TypesAre, work: Work) -> None:
        subtypes = part.subtypes + self._words(effect, part.link)
        had = work.types
        if part.also:
            work.types += tuple(t for t in part.types if t not in work.types)
        elif part.types:
            work.types = part.types
        if part.set_subtypes:
            self._set_subtypes(work, subtypes)
        else:
            work.subtypes += tuple(t for t in subtypes if t not in work.subtypes)
        work.supertypes += tuple(t for t in part.supertypes if t not in work.supertypes)
        if part.lose:
            work.types = tuple(t for t in work.types if t not in part.lose)
            work.subtypes = tuple(t for t in work.subtypes if t not in part.lose)
            work.supertypes = tuple(t for t in work.supertypes if t not in part.lose)
        if any(t not in work.types for t in had):
            # 205.1a: subtypes go with the card type that they belong to
            work.subtypes = tuple(s for s in work.subtypes if s in subtypes or subtype_fits(s, work.types))

    def _set_subtypes(self, work: Work, subtypes: tuple[str, ...]) -> None:
        """Subtypes take the place of those of their own kind only (205.1a)."""
        kinds = {subtype_kind(s) for s in subtypes}
        work.subtypes = tuple(s for s in work.subtypes if subtype_kind(s) not in kinds) + subtypes
        if "Land" in work.types and subtypes and all(s in BASIC_TYPES for s in subtypes):
            # 305.7: the land loses what its text and its old land types gave it
            work.abilities = tuple(r for r in work.abilities if r.granted_by)
            work.keywords = self.book.keywords(work.abilities)
            work.changed = True

    def _replace_words(self, effect: Continuous, work: Work) -> None:
        old, new = effect.frame.value("word_from"), effect.frame.value("word_to")
        if isinstance(old, str) and isinstance(new, str):
            work.words += ((old, new),)
            work.subtypes = tuple(new if s == old else s for s in work.subtypes)

    def _intrinsic(self, work: Work) -> None:
        """A land with a basic land type has that type's mana ability (305.6)."""
        if "Land" not in work.types or work.obj.zone != "battlefield":
            return
        refs = tuple(
            AbilityRef(f"rule:mana {t}") for t in work.subtypes if t in BASIC_TYPES and self.book.has(f"rule:mana {t}")
        )
        if refs:
            work.abilities += tuple(r for r in refs if r not in work.abilities)

    def _of_counters(self, work: Work, *, keywords: bool) -> None:
        """What counters give: keywords before all other effects of layer 6, else effects that nothing takes (122.1)."""
        for kind, _ in work.obj.counters:
            for path in (f"counter:{kind}", f"counter:{kind} 2"):
                if self.book.has(path) and isinstance(self.book.at(path), Keyword) == keywords:
                    work.abilities += (AbilityRef(path),)
        work.keywords = self.book.keywords(work.abilities)

    def _counters(self, work: Work) -> None:
        counters = work.obj.counters
        if not counters:
            return
        for kind, n in counters:
            if kind[0] in "+-" and "/" in kind:
                p, _, t = kind.partition("/")
                if work.power is not None:
                    work.power += int(p) * n
                if work.toughness is not None:
                    work.toughness += int(t) * n
        if work.loyalty is not None:
            work.loyalty = count_of(counters, "loyalty")


def _closure(start: int, needed: Callable[[int], set[int]]) -> set[int]:
    """All that one effect depends on, directly or not."""
    found: set[int] = set()
    queue = list(needed(start))
    while queue:
        at = queue.pop()
        if at not in found:
            found.add(at)
            queue += needed(at)
    return found


def copy_exceptions(frame: Frame) -> tuple[tuple[str, Any], ...]:
    """The exceptions of a copy effect that lasts for a time, as they were bound when it began."""
    value = frame.value("copy_exceptions")
    return value if isinstance(value, tuple) else ()  # type: ignore[return-value]


def _defines(effect: Continuous) -> bool:
    return isinstance(effect.part, BaseStats) and effect.part.defines


def effect_frame(effect: Any) -> Frame:
    """The frame of a lasting effect: its maker, and what was bound when it was made."""
    return Frame(source=effect.source, controller=effect.controller, path=effect.path, bound=effect.bound)
