"""Reading a state: characteristics after the layers, and the rules of cards that are in force.

A `Look` is told of every event and keeps its caches by facet (decision 14): cost follows what changed. A
look made anew from the state is its slow twin; `differences` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from .abilities import Static
from .amounts import Condition, number
from .book import Book
from .caches import Caches
from .calls import Calls
from .copiable import copied_since
from .filters import Filter
from .frame import Frame
from .layers import Layers
from .seats import Seats
from .sources import Source
from .state import Chars, Obj, State, Thing
from .static_parts import Cant, Rule, locked
from .terms import Host, This
from .values import ObjId, Ref, Seat, is_player, seat_of
from .work import Work

V = TypeVar("V")


#: So many objects may be found each within the one that counts it.
DEEPEST = 8


class Deeper(BaseException):
    """An object must be found before those around it; no `Exception`, lest code of a plugin swallow it."""

    def __init__(self, obj: Obj, begun: dict[ObjId, Work]) -> None:
        super().__init__(obj.id)
        self.obj = obj
        self.begun = begun


class Look(Caches, Seats, Calls):
    """What may be read of a state; see the module's head."""

    def __init__(self, state: State, book: Book) -> None:
        self.state = state
        self.book = book
        self.layers = Layers(self)
        self._begin_calls(state)
        self._begin_index()
        self._begin_caches()
        self._start()

    def fork(self, state: State) -> Look:
        """The same look at an equal state: the caches are copied, not worked out again."""
        other = object.__new__(Look)
        other.state = state
        other.book = self.book
        other.layers = self.layers.fork(other)
        self._fork_calls(other)
        self._fork_index(other)
        self._fork_caches(other)
        return other

    # --- reading --------------------------------------------------------------------------------

    def obj(self, obj_id: ObjId) -> Obj | None:
        return self.state.objects.get(obj_id)

    def chars(self, obj_id: ObjId) -> Chars:
        """The characteristics of an object that exists."""
        layers = self.layers
        if layers.works is not None:
            work: Work | None = layers.works.get(obj_id)
            if work is not None:
                return work  # type: ignore[return-value]
            return layers.base(self.state.objects[obj_id]).chars()
        if not (self._stale or self._all or self._pending or layers.alone_now):
            known = self._chars.get(obj_id) or self._elsewhere.get(obj_id)
            if known is not None:
                return known
        begun = layers.alone_now.get(obj_id)
        if begun is not None:
            return begun  # type: ignore[return-value]
        obj = self.state.objects[obj_id]
        if obj.zone != "battlefield" or obj.phased_out:
            return self._chars_elsewhere(obj)
        if self._all or self._stale:
            self._refresh()
        if self._pending:
            return self._chars_meanwhile(obj)
        return self._chars[obj_id]

    def _chars_meanwhile(self, obj: Obj) -> Chars:
        """What one object that is worked out alone counts of others that are to be, too: then all must be."""
        if obj.id in self._pending:
            self._entangled = True
        known = self._chars.get(obj.id)
        return known if known is not None else self.layers.base(obj).chars()

    def _chars_elsewhere(self, obj: Obj) -> Chars:
        if self._all:
            self._refresh()
        known = self._elsewhere.get(obj.id)
        return known if known is not None else self._found_alone(obj)

    def _found_alone(self, obj: Obj) -> Chars:
        """Work out an object off the battlefield, with all those that it counts and those that they count.

        So long as these are few, each is found within the one that counts it. What lies deeper is found first, with
        all around it begun as they are, and then the others anew.
        """
        if self._within == DEEPEST:
            raise Deeper(obj, dict(self.layers.alone_now))
        if self._within:
            return self._one_alone(obj)
        layers = self.layers
        first = layers.alone_now
        around: list[tuple[Obj, dict[ObjId, Work]]] = []
        try:
            while True:
                try:
                    chars = self._one_alone(obj)
                except Deeper as deeper:
                    around.append((obj, layers.alone_now))
                    obj, layers.alone_now = deeper.obj, deeper.begun
                else:
                    if not around:
                        return chars
                    obj, layers.alone_now = around.pop()
        finally:
            layers.alone_now = first

    def _one_alone(self, obj: Obj) -> Chars:
        self._within += 1
        try:
            chars = self._elsewhere[obj.id] = self.layers.alone(obj)
        finally:
            self._within -= 1
        if obj.kind not in ("card", "copy", "token") or self.book.defines_itself(obj.copied or obj.base):
            self._varying[obj.id] = None
        return chars

    def live(self, ref: Ref | ObjId) -> Thing | None:
        """The object as it is now, or None where it no longer exists."""
        if self.layers.alone_now:
            begun = self.layers.alone_now.get(ObjId(Ref(ref)))
            if begun is not None:
                return Thing(begun.obj, self.chars(begun.obj.id))  # also one that is only looked ahead at
        obj = self.state.objects.get(ref)
        return None if obj is None else Thing(obj, self.chars(obj.id))

    def thing(self, ref: Ref | ObjId) -> Thing | None:
        """The object as it is, or as it last existed (608.2h); one that has phased out does not exist (702.26b)."""
        thing = self.live(ref)
        if thing is None or thing.obj.phased_out:
            return self.state.last_known.get(ref, thing)
        return thing

    def controller(self, ref: Ref | ObjId) -> Seat:
        """The controller of an object (or the player itself); -1 where nothing is known of it."""
        if is_player(ref):
            return seat_of(Ref(ref))
        thing = self.thing(ref)
        return Seat(-1) if thing is None else thing.chars.controller

    def permanents(self) -> tuple[ObjId, ...]:
        """What is on the battlefield and phased in, in the order in which it came."""
        if self._permanents is None:
            objects = self.state.objects
            self._permanents = tuple(i for i in self.state.zone("battlefield") if not objects[i].phased_out)
        return self._permanents

    def face_down_permanents(self) -> tuple[ObjId, ...]:
        return tuple(self._face_down)

    def in_zone(self, zone: str) -> tuple[ObjId, ...]:
        """All objects in a zone, over all seats in turn order."""
        if zone == "battlefield":
            return self.permanents()
        if zone in ("library", "hand", "graveyard", "schemes"):
            return tuple(i for p in self.state.players for i in self.state.zone(zone, p.seat))  # type: ignore[arg-type]
        return self.state.zone(zone)  # type: ignore[arg-type]

    def things(self, filter: Filter, frame: Frame) -> list[Thing]:
        return filter.all(self, frame)

    def once(self, key: tuple[Any, ...], make: Callable[[], V]) -> V:
        """What `make` gives, worked out once between two events: nothing that it reads changes meanwhile."""
        if key not in self.moment:
            self.moment[key] = make()
        found: V = self.moment[key]
        return found

    def definition(self, path: str) -> object:
        """The definition at a path of the book."""
        return self.book.at(path)

    def static_sources(self) -> Iterable[ObjId]:
        """Objects whose printed text has static abilities of the layers that work where they are."""
        return tuple(self._statics)

    def zones_reached(self) -> tuple[str, ...]:
        """The zones off the battlefield in which continuous effects apply to cards now."""
        self.found("")
        return self._reached

    def attachments(self, ref: Ref) -> tuple[ObjId, ...]:
        return tuple(self._attached.get(ref, ()))

    def can_attach(self, thing: Thing, to: Ref, *, creature: bool = False) -> bool:
        """Whether an Aura, Equipment or Fortification could legally be attached there (303.4, 301.5)."""
        from .attach import can_attach

        return can_attach(self, thing, to, creature=creature)

    # --- the rules of cards -----------------------------------------------------------------------

    def rules(self, word: str, about: Ref | None = None) -> Iterator[tuple[Rule, Source, Frame]]:
        """The `Rule` parts with this word that apply now, each with its source and frame.

        With `about`, only those that may apply to it: whether one that does not would apply to others is not asked.
        """
        for source in self.found(f"rule:{word}"):
            static: Static = source.ability
            frame = source.frame(self)
            if static.only_if is not None:
                if about is not None and not self.applies(source, frame, about):
                    continue
                if not self._is_so(static.only_if, word, source, frame):
                    continue
            for i, part in enumerate(static.parts):
                if isinstance(part, Rule) and part.word == word:
                    yield locked(part, i, source.bound) if source.effect else part, source, frame  # type: ignore[misc]

    def _is_so(self, condition: Condition, word: str, source: Source, frame: Frame) -> bool:
        """Whether a rule's condition holds; one that depends on itself does not, and is told of.

        Each is asked once for the sake of the first one, however many others ask for it.
        """
        key = (word, source.path, source.obj, source.controller, source.effect)
        if key in self._asked:
            known = self._asked[key]
            if known is None:
                self.complain(source.path, f'whether its rule "{word}" applies depends on itself')
            return bool(known)
        is_first = not self._asked
        self._asked[key] = None
        try:
            self._asked[key] = found = condition.holds(self, frame)
            return found
        finally:
            if is_first:
                self._asked.clear()

    def rules_for(self, word: str, ref: Ref) -> list[tuple[Rule, Source, Frame]]:
        """The rules of a word that apply to one object or player."""
        if not self._may_find(f"rule:{word}"):  # as for most words most of the time
            return []
        return [
            (rule, source, frame.about(ref))
            for rule, source, frame in self.rules(word, ref)
            if self.applies(source, frame, ref) and not self.ignored(source, ref)
        ]

    def has_rule(self, word: str, ref: Ref) -> bool:
        return self._may_find(f"rule:{word}") and bool(self.rules_for(word, ref))

    def prohibitions(self, action: str) -> Iterator[tuple[Cant, Source, Frame]]:
        for source in self.found(f"cant:{action}"):
            static: Static = source.ability
            frame = source.frame(self)
            if static.only_if is None or static.only_if.holds(self, frame):
                for part in static.parts:
                    if isinstance(part, Cant):
                        yield part, source, frame

    def applies(self, source: Source, frame: Frame, ref: Ref) -> bool:
        """Whether a static ability or lasting effect applies to an object or player."""
        if source.affected is not None:
            return ref in source.affected
        affects = source.ability.affects
        if isinstance(affects, Filter):
            return affects.finds(self, ref, frame)
        if isinstance(affects, This):
            return ref == source.obj
        if isinstance(affects, Host):
            obj = self.obj(source.obj)
            return obj is not None and obj.attached == ref
        return ref in affects.resolve(self, frame)

    def ignored(self, source: Source, ref: Ref) -> bool:
        """Whether the player behind `ref` ignores this source's effect for now (116.2d)."""
        marker = self._index.get("rule:ignores")
        if not marker:
            return False
        return self.ignores(self.controller(ref), source.obj)

    def ignores(self, seat: Seat, obj_id: ObjId) -> bool:
        """Whether a player ignores the effects of an object for now."""
        return any(other.obj == obj_id and other.controller == seat for _, other, _ in self.rules("ignores"))

    def over_cap(self, thing: Thing) -> tuple[tuple[str, int], ...]:
        """How many counters of each kind something has beyond what rules allow it (704.5r)."""
        if not thing.obj.counters or not self.has_rule("counter cap", thing.obj.id):
            return ()
        beyond = []
        for rule, _, frame in self.rules_for("counter cap", thing.obj.id):
            for kind, n in thing.obj.counters:
                if rule.filter is None or rule.filter.noun == kind:
                    most = number(rule.amount, self, frame)
                    if n > most:
                        beyond.append((kind, n - most))
        return tuple(beyond)

    def supertype_since(self, thing: Thing, word: str) -> int:
        """The timestamp from which on something has had a supertype: its own, or that of what gives it."""
        obj = thing.obj
        since = copied_since(self, obj, word)
        if since is not None:
            return since
        given = [e.timestamp for e in self.layers.order if e.gives_supertype(self, thing, word)]
        return max(obj.timestamp, min(given, default=0))

    # --- the slow twin ------------------------------------------------------------------------------

    def differences(self) -> list[str]:
        """Where the caches differ from a look made anew; empty when they are right."""
        twin = Look(self.state, self.book)
        wrong = []
        for obj in self.state.objects.values():
            mine, its = self.chars(obj.id), twin.chars(obj.id)
            if mine != its:
                wrong.append(f"object {obj.id} ({its.name}): {mine} but {its}")
        self.found("")
        twin.found("")
        for key in sorted({*self._index, *twin._index}):
            mine_s = [(s.timestamp, s.obj, s.path, s.controller, s.effect) for s in self.found(key)]
            its_s = [(s.timestamp, s.obj, s.path, s.controller, s.effect) for s in twin.found(key)]
            if mine_s != its_s:
                wrong.append(f"index {key}: {mine_s} but {its_s}")
            if sorted(self.owners(key)) != sorted(twin.owners(key)):
                wrong.append(f"owners {key}: {self.owners(key)} but {twin.owners(key)}")
        return wrong
