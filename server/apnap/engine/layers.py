"""Characteristics after the layers (613): what continuous effects make of every object.

Effects are gathered from static abilities and from what resolved spells left behind, ordered in each layer
by timestamp and dependency, and applied to working copies. The order found is kept, so that an object
whose own facts changed is worked out again alone; `Layers.derive` over all objects is the slow twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .abilities import (
    BaseStats,
    ColorsAre,
    ControlledBy,
    Copies,
    Gains,
    Gets,
    Loses,
    Static,
    StaticPart,
    Switched,
    TextWords,
    TypesAre,
    locked,
)
from .book import Book
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .state import AbilityRef, Cast, Chars, Obj, Thing
from .terms import Host, This, number, reads_of
from .values import BASIC_TYPES, ObjId, Ref, Seat, count_of, is_player, mana_value, seat_of, sort_colors

if TYPE_CHECKING:
    from .look import Look

LAYERS = ("1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")


class Work:
    """An object's characteristics while the layers are being applied; quacks like `Chars`."""

    __slots__ = (
        "abilities", "changed", "colors", "controller", "cost", "keywords", "loyalty", "mana_value", "name",
        "obj", "power", "subtypes", "supertypes", "toughness", "types", "words",
    )  # fmt: skip

    def __init__(self, obj: Obj, printed: Chars, controller: Seat) -> None:
        self.obj = obj
        self.controller = controller
        self.take(printed)
        self.words: tuple[tuple[str, str], ...] = ()
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
    """One part of a static ability or lasting effect, as it applies now."""

    __slots__ = (
        "affected",
        "amount_reads",
        "frame",
        "key",
        "layer",
        "part",
        "set_reads",
        "source",
        "static",
        "timestamp",
    )

    def __init__(
        self, source: ObjId, static: Static, part: StaticPart, layer: str, frame: Frame, timestamp: int,
        affected: tuple[Ref, ...] | None, key: tuple[Any, ...],
    ) -> None:  # fmt: skip
        self.source = source
        self.static = static
        self.part = part
        self.layer = layer
        self.frame = frame
        self.timestamp = timestamp
        self.affected = affected
        self.key = key
        self.set_reads = static.only_if.reads if static.only_if else Facet.NONE
        if affected is None and not isinstance(static.affects, Filter):
            self.set_reads |= static.affects.reads
        self.amount_reads = part_reads(part)

    @property
    def reaches_elsewhere(self) -> bool:
        """Whether it could apply to objects that are not on the battlefield."""
        affects = self.static.affects
        return not isinstance(affects, Filter) or affects.zones != ("battlefield",)

    def exists(self, look: Look) -> bool:
        condition = self.static.only_if
        return condition is None or condition.holds(look, self.frame)

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
            return source is not None and source.attached == Ref(work.obj.id)
        return Ref(work.obj.id) in affects.resolve(look, self.frame)


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


_WRITES: dict[str, Facet] = {
    "1": Facet.ALL,
    "2": Facet.CONTROL,
    "3": Facet.TYPES | Facet.ABILITIES,
    "4": Facet.TYPES | Facet.ABILITIES,
    "5": Facet.COLORS,
    "6": Facet.ABILITIES,
    "7a": Facet.STATS,
    "7b": Facet.STATS,
    "7c": Facet.STATS,
    "7d": Facet.STATS,
}


class Layers:
    """The layer system of one look: which effects apply, in which order."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.book: Book = look.book
        self.order: list[Continuous] = []
        self.set_reads = Facet.NONE
        self.self_reads = Facet.NONE
        self.reaches_elsewhere = False
        self.works: dict[int, Work] | None = None

    def fork(self, look: Look) -> Layers:
        """The same order of effects for another look."""
        other = Layers(look)
        other.order = list(self.order)
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
        started: set[tuple[Any, ...]] = set()
        for layer in LAYERS:
            waiting = self._effects_of(layer, works, started)
            while waiting:
                effect = self._next(waiting, works) if len(waiting) > 1 else waiting[0]
                waiting.remove(effect)
                if layer == "4" or layer == "6":
                    waiting = [e for e in waiting if self._still_there(e, works, started)]
                self.order.append(effect)
                started.add(effect.key)
                if effect.exists(self.look):
                    for work in works.values():
                        if effect.affects(self.look, work):
                            self.change(effect, work)
            if layer == "4":
                for work in works.values():
                    self._intrinsic(work)
            if layer == "7b":
                pass
            if layer == "7c":
                for work in works.values():
                    self._counters(work)
        self.works = None
        self._note_reads()
        return {i: w.chars() for i, w in works.items()}

    def alone(self, obj: Obj) -> Chars:
        """Work out one object by the order of effects found before."""
        work = self.base(obj)
        layer = 0
        for effect in self.order:
            at = LAYERS.index(effect.layer)
            self._cross(work, layer, at)
            layer = at
            if effect.exists(self.look) and effect.affects(self.look, work):
                self.change(effect, work)
        if obj.zone != "battlefield":
            layer = self._define_alone(work, layer)
        self._cross(work, layer, len(LAYERS))
        return work.chars()

    def _cross(self, work: Work, before: int, after: int) -> None:
        """What happens to an object between two layers: intrinsic mana abilities, counters."""
        if before <= 3 < after:
            self._intrinsic(work)
        if before <= 8 < after:
            self._counters(work)

    def _define_alone(self, work: Work, layer: int) -> int:
        """Characteristic-defining abilities work in all zones (604.3)."""
        for ref in work.abilities:
            static = self.book.at(ref.path)
            if not isinstance(static, Static):
                continue
            for part in static.parts:
                if isinstance(part, BaseStats) and part.defines:
                    effect = self._continuous(work.obj, ref, static, part, "7a", work.controller)
                    self.change(effect, work)
        return layer

    def _note_reads(self) -> None:
        self.set_reads = Facet.NONE
        self.self_reads = Facet.NONE
        self.reaches_elsewhere = any(e.reaches_elsewhere for e in self.order)
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

    def _effects_of(self, layer: str, works: dict[int, Work], started: set[tuple[Any, ...]]) -> list[Continuous]:
        found: list[Continuous] = []
        for obj_id in self.look.static_sources():
            obj = self.look.state.objects[obj_id]
            work = works.get(obj_id)
            refs = work.abilities if work is not None else self.book.printed(obj.copied or obj.base).abilities
            controller = work.controller if work is not None else obj.controller
            printed = self.book.printed(obj.copied or obj.base).abilities if work is not None else ()
            gone = tuple(r for r in printed if r not in refs and (obj_id, r.path) in started_keys(started))
            for ref in (*refs, *gone):
                found += self._of_ref(obj, ref, layer, controller)
        granted = [w for w in works.values() if w.changed and w.obj.id not in self.look.static_sources()]
        for work in granted:
            for ref in work.abilities:
                found += self._of_ref(work.obj, ref, layer, work.controller)
        for effect in self.look.state.effects.values():
            static = self.book.at(effect.path)
            if isinstance(static, Static):
                frame = effect_frame(effect)
                for i, part in enumerate(static.parts):
                    if layer in part.layers:
                        key = ("effect", effect.id, i)
                        found.append(
                            Continuous(
                                effect.source,
                                static,
                                locked(part, i, effect.bound),
                                layer,
                                frame,
                                effect.timestamp,
                                effect.affected,
                                key,
                            )
                        )
        found.sort(key=lambda e: (not _defines(e), e.timestamp))
        return found

    def _of_ref(self, obj: Obj, ref: AbilityRef, layer: str, controller: Seat) -> list[Continuous]:
        static = self.book.at(ref.path)
        if not isinstance(static, Static):
            return []
        if obj.zone not in static.zones and not any(isinstance(p, BaseStats) and p.defines for p in static.parts):
            return []
        return [
            self._continuous(obj, ref, static, part, layer, controller) for part in static.parts if layer in part.layers
        ]

    def _continuous(
        self, obj: Obj, ref: AbilityRef, static: Static, part: StaticPart, layer: str, controller: Seat
    ) -> Continuous:
        frame = Frame(source=obj.id, controller=controller, path=ref.path, cast=obj.cast or Cast(), bound=ref.bound)
        key = (obj.id, ref.path)
        return Continuous(obj.id, static, part, layer, frame, obj.timestamp, None, key)

    def _still_there(self, effect: Continuous, works: dict[int, Work], started: set[tuple[Any, ...]]) -> bool:
        """An effect whose ability was lost before it first applied does not apply (613.6)."""
        if effect.key[0] == "effect" or effect.key in started:
            return True
        work = works.get(effect.source)
        return work is None or any(r.path == effect.key[1] for r in work.abilities)

    # --- order --------------------------------------------------------------------------------------

    def _next(self, waiting: list[Continuous], works: dict[int, Work]) -> Continuous:
        """The first by timestamp that depends on none of the others (613.8)."""
        for effect in waiting:
            if not any(self._depends(effect, other, works) for other in waiting if other is not effect):
                return effect
        return waiting[0]

    def _depends(self, effect: Continuous, other: Continuous, works: dict[int, Work]) -> bool:
        if _defines(effect) != _defines(other):
            return False
        reads = effect.set_reads | effect.amount_reads
        if effect.affected is None and isinstance(effect.static.affects, Filter):
            reads |= effect.static.affects.reads
        if effect.key[0] != "effect":
            reads |= Facet.ABILITIES
        if not reads & _WRITES[other.layer]:
            return False
        return self._differs(effect, other, works)

    def _differs(self, effect: Continuous, other: Continuous, works: dict[int, Work]) -> bool:
        """Whether applying `other` would change what `effect` does: found by trying (613.8a)."""
        before = self._outcome(effect, works)
        tried = {i: w.copy() for i, w in works.items()}
        self.works = tried
        if other.exists(self.look):
            for work in tried.values():
                if other.affects(self.look, work):
                    self.change(other, work)
        after = self._outcome(effect, tried)
        self.works = works
        return before != after

    def _outcome(self, effect: Continuous, works: dict[int, Work]) -> tuple[Any, ...]:
        if not self._still_there(effect, works, set()) or not effect.exists(self.look):
            return ()
        ids = tuple(i for i, w in works.items() if effect.affects(self.look, w))
        amounts: tuple[int, ...] = ()
        part = effect.part
        if isinstance(part, Gets | BaseStats):
            amounts = tuple(number(a, self.look, effect.frame) for a in (part.power, part.toughness) if a is not None)
        return (ids, amounts)

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
                self._gain(work, self.book.refs(part.abilities, effect.source))
            case Loses():
                self._lose(work, part)
            case ColorsAre():
                letters = part.colors + "".join(self._words(effect, part.link))
                work.colors = sort_colors(work.colors + letters if part.also else letters)
            case TypesAre():
                self._types(effect, part, work)
            case ControlledBy():
                refs = part.who.resolve(look, frame)
                if refs and is_player(refs[0]):
                    work.controller = seat_of(refs[0])
            case Copies():
                base = effect.frame.value("copy_base")
                if isinstance(base, str):
                    work.take(self.book.printed(base))
                    self._except(work, part.exceptions)
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

    def _lose(self, work: Work, part: Loses) -> None:
        if part.all:
            work.abilities = ()
            work.keywords = ()
        else:
            work.abilities = self._without(work.abilities, part.keywords)
            work.keywords = tuple(k for k in work.keywords if k not in part.keywords)
        work.changed = True

    def _without(self, refs: tuple[AbilityRef, ...], keywords: tuple[str, ...]) -> tuple[AbilityRef, ...]:
        lost = [r.path for r in refs if getattr(self.book.at(r.path), "name", None) in keywords or r.path in keywords]
        return tuple(r for r in refs if not any(r.path == p or r.path.startswith(p + "/") for p in lost))

    def _types(self, effect: Continuous, part: TypesAre, work: Work) -> None:
        linked = self._words(effect, part.link)
        subtypes = part.subtypes + linked
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

    def _set_subtypes(self, work: Work, subtypes: tuple[str, ...]) -> None:
        if all(s in BASIC_TYPES for s in subtypes) and "Land" in work.types:
            # 305.7: the land loses its printed abilities and its old land types
            work.subtypes = tuple(s for s in work.subtypes if self._is_creature_type(s, work)) + subtypes
            work.abilities = tuple(r for r in work.abilities if r.granted_by)
            work.keywords = self.book.keywords(work.abilities)
            work.changed = True
        else:
            work.subtypes = subtypes

    def _is_creature_type(self, subtype: str, work: Work) -> bool:
        return "Creature" in work.types and subtype not in BASIC_TYPES

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


def started_keys(started: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    return {k for k in started if k[0] != "effect"}


def _defines(effect: Continuous) -> bool:
    return isinstance(effect.part, BaseStats) and effect.part.defines


def effect_frame(effect: Any) -> Frame:
    """The frame of a lasting effect: its maker, and what was bound when it was made."""
    return Frame(source=effect.source, controller=effect.controller, path=effect.path, bound=effect.bound)
