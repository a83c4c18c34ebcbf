"""Characteristics after the layers (613): what continuous effects make of every object.

Effects are gathered from static abilities and from what resolved spells left behind, ordered in each layer
by timestamp and dependency, and applied to working copies. The order found is kept, so that an object
whose own facts changed is worked out again alone; `Layers.derive` over all objects is the slow twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from weakref import ref as weakly

from msgspec.structs import replace

from .abilities import Static
from .altering import Altering
from .amounts import number
from .book import Book
from .continuous import Continuous, Key, defines, effect_frame
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .state import AbilityRef, Cast, Chars, Effect, Obj
from .static_parts import BaseStats, ControlledBy, Gets, StaticPart, locked
from .sublayers import COUNTERS_AFTER, layers_of, power_order
from .terms import This
from .values import ObjId, Ref, Seat
from .work import Work

if TYPE_CHECKING:
    from .look import Look

LAYERS = ("1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
_AT = {layer: at for at, layer in enumerate(LAYERS)}
#: The layers at whose end something happens to objects by themselves, beside that of counters.
_CROSSED = ("4", "5", "6")


def _defines_size(static: Static) -> bool:
    return any(isinstance(p, BaseStats) and p.defines for p in static.parts)


class Layers(Altering):
    """The layer system of one look: which effects apply, in which order."""

    def __init__(self, look: Look) -> None:
        self._look = weakly(look)  # they would hold each other: a look that is dropped is then not freed at once
        self.book: Book = look.book
        self.power_order = power_order(look.book.rules)
        self.counters_after = COUNTERS_AFTER[self.power_order]
        #: Whether what defines a power or toughness works in every zone, or in play alone 208.2 (2004).
        self.defined_everywhere = look.book.rules.switches.get("defined_size", "everywhere") == "everywhere"
        self.order: list[Continuous] = []
        self.amount_readers: list[Continuous] = []
        #: Whether any effect gives somebody control of something.
        self.gives_control = False
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

    @property
    def look(self) -> Look:
        """The look that these are the layers of; it outlives them."""
        look = self._look()
        assert look is not None
        return look

    def fork(self, look: Look) -> Layers:
        """The same order of effects for another look."""
        other = Layers(look)
        other.order = self.order
        other.may_reorder = self.may_reorder
        other.amount_readers = self.amount_readers
        other.gives_control = self.gives_control
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
            if layer in _CROSSED or layer == self.counters_after:
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

    def by_itself(self, obj: Obj, *, statics: bool) -> Chars:
        """One object without what other sources do to it; with `statics` by its own static abilities too."""
        work = self.base(obj)
        self.alone_now[obj.id] = work
        try:
            for layer in LAYERS:
                for effect in self._of_object(obj, work.abilities, layer, work) if statics else ():
                    if effect.exists(self.look) and effect.affects(self.look, work):
                        self.change(effect, work)
                self._cross(work, layer)
            return work.chars()
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

    def _define_alone(self, work: Work) -> None:
        """Characteristic-defining abilities work in all zones (604.3)."""
        if not self._defines_in(work.obj.zone):
            return
        for ref in work.abilities:
            static = self.book.at(ref.path)
            if not isinstance(static, Static):
                continue
            for part in static.parts:
                if isinstance(part, BaseStats) and part.defines:
                    self.change(self._continuous(work.obj, ref, static, part, "7a", work.controller), work)

    def _defines_in(self, zone: str) -> bool:
        return self.defined_everywhere or zone == "battlefield"

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
        self.gives_control = any(isinstance(e.part, ControlledBy) for e in self.order)
        self._sort_out()
        for effect in self.order:
            self.set_reads |= effect.set_reads
            if effect.affected is None and isinstance(effect.static.affects, Filter):
                self.self_reads |= effect.static.affects.reads

    # --- the objects before the layers ------------------------------------------------------------

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
            here_now = [i for i, part in enumerate(static.parts) if self._works_in(layer, part, static, lasting=True)]
            if here_now:
                frame = effect_frame(effect)
                found += [
                    Continuous(
                        effect.source, static, locked(static.parts[i], i, effect.bound), layer, frame,
                        effect.timestamp, effect.affected, ("effect", effect.id),
                    )
                    for i in here_now
                ]  # fmt: skip
        here = {e.key for e in found}
        for key, (effect_begun, _) in self._begun.items():
            if key not in here:
                static, lasted = effect_begun.static, effect_begun.ref is None
                found += [
                    effect_begun.part_of(layer, part)
                    for part in static.parts
                    if self._works_in(layer, part, static, lasting=lasted)
                ]
        found.sort(key=lambda e: (not defines(e), e.timestamp))
        return found

    def _works_in(self, layer: str, part: StaticPart, static: Static, *, lasting: bool = False) -> bool:
        return layer in layers_of(part, static, self.power_order, lasting=lasting)

    def _of_object(self, obj: Obj, refs: tuple[AbilityRef, ...], layer: str, work: Work | None) -> list[Continuous]:
        found: list[Continuous] = []
        controller = work.controller if work is not None else obj.controller
        since = dict(work.granted) if work is not None and work.granted else {}
        seen: dict[AbilityRef, int] = {}
        for ref in refs:
            static = self.book.at(ref.path)
            if not isinstance(static, Static):
                continue
            if obj.zone not in static.zones and not (self._defines_in(obj.zone) and _defines_size(static)):
                continue
            seen[ref] = seen.get(ref, 0) + 1
            for part in static.parts:
                if self._works_in(layer, part, static):
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
