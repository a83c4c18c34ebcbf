"""Reading a state: characteristics after the layers, and indexes of what listens to what.

A `Look` is told of every event and keeps its caches by facet (decision 14): cost follows what changed. A
look made anew from the state is its slow twin; `differences` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from . import events as ev
from .abilities import Ability, Static
from .amounts import number
from .bodies import BROKEN, Overran
from .book import Book
from .facets import Facet, touched
from .filters import Filter
from .frame import Frame
from .layers import Layers, Work, effect_frame
from .state import AbilityRef, Cast, Chars, Obj, State, Thing
from .static_parts import Cant, Rule, locked
from .terms import Host, This
from .values import BASIC_TYPES, NOTHING, ObjId, Ref, Seat, is_player, player, seat_of
from .watch import Watch

V = TypeVar("V")

#: Calls code of a plugin, which a key names, and gives what it gave; raises `Overran` inside what runs too long.
Guard = Callable[[str, Callable[[], Any]], Any]


class Source:
    """An ability that works now: on which object (or lasting effect), whose, since when."""

    __slots__ = (
        "ability",
        "affected",
        "bound",
        "controller",
        "effect",
        "granted_by",
        "obj",
        "path",
        "timestamp",
    )

    def __init__(
        self, ability: Any, path: str, obj: ObjId, controller: Seat, timestamp: int, bound: Any = (),
        granted_by: ObjId = NOTHING, effect: int = 0, affected: tuple[Ref, ...] | None = None,
    ) -> None:  # fmt: skip
        self.ability = ability
        self.path = path
        self.obj = obj
        self.controller = controller
        self.timestamp = timestamp
        self.bound = bound
        self.granted_by = granted_by
        self.effect = effect
        self.affected = affected

    def of(self, controller: Seat) -> Source:
        """The same ability, controlled by somebody else."""
        return Source(
            self.ability, self.path, self.obj, controller, self.timestamp, self.bound, self.granted_by,
            self.effect, self.affected,
        )  # fmt: skip

    def frame(self, look: Look) -> Frame:
        thing = look.thing(self.obj)
        cast = thing.obj.cast if thing is not None and thing.obj.cast is not None else Cast()
        return Frame(source=self.obj, controller=self.controller, path=self.path, cast=cast, bound=self.bound)


class Look:
    """What may be read of a state; see the module's head."""

    def __init__(self, state: State, book: Book) -> None:
        self.state = state
        self.book = book
        self.layers = Layers(self)
        self._chars: dict[int, Chars] = {}
        self._elsewhere: dict[int, Chars] = {}
        self._varying: dict[ObjId, None] = {}
        self._stale: dict[ObjId, None] = {}
        self._pending: dict[ObjId, None] = {}
        self._entangled = False
        self._all = True
        self._statics: dict[ObjId, None] = {}
        self._index: dict[str, dict[int, tuple[Source, ...]]] = {}
        self._indexed: dict[int, tuple[str, ...]] = {}
        self._unindexed: dict[ObjId, None] = {}
        self._reached: tuple[str, ...] = ()
        self._attached: dict[Ref, dict[ObjId, None]] = {}
        self._face_down: dict[ObjId, None] = {}
        self._permanents: tuple[ObjId, ...] | None = None
        self.guard: Guard | None = None
        self.verdicts: frozenset[str] = frozenset()
        #: Code that ran past its time outside an input: the next input is given these verdicts.
        self.late: tuple[str, ...] = ()
        self.broken = frozenset(k.removeprefix(BROKEN) for k in state.fired if k.startswith(BROKEN))
        self.complaints: list[tuple[str, str, str]] = []
        #: Those from between two inputs (options are made when somebody reads them): no event, lest a replay differ.
        self.unheard: list[tuple[str, str, str]] = []
        self.in_input = False
        self.dirty: dict[ObjId, None] = {}
        self.dirty_facets = Facet.ALL
        #: Clauses about players that were due for nobody, and cannot be before what they read first is touched.
        self.undue: set[str] = set()
        #: What was worked out since the last event.
        self.moment: dict[tuple[Any, ...], Any] = {}
        self._watched: tuple[set[ObjId], ...] = ()
        self._start()

    def _start(self) -> None:
        for obj in self.state.objects.values():
            self._arrive(obj)
        for effect_id in self.state.effects:
            self._index_effect(effect_id)
        self._index_rules()
        self.dirty = dict.fromkeys(self.permanents())

    def fork(self, state: State) -> Look:
        """The same look at an equal state: the caches are copied, not worked out again."""
        other = object.__new__(Look)
        other.state = state
        other.book = self.book
        other.layers = self.layers.fork(other)
        other._chars = dict(self._chars)
        other._elsewhere = dict(self._elsewhere)
        other._varying = dict(self._varying)
        other._stale = dict(self._stale)
        other._pending = {}
        other._entangled = False
        other._all = self._all
        other._statics = dict(self._statics)
        other._index = {key: dict(found) for key, found in self._index.items()}
        other._indexed = dict(self._indexed)
        other._unindexed = dict(self._unindexed)
        other._reached = self._reached
        other._attached = {ref: dict(group) for ref, group in self._attached.items() if group}
        other._face_down = dict(self._face_down)
        other._permanents = self._permanents
        other.guard = self.guard
        other.verdicts = self.verdicts
        other.late = ()
        other.broken = self.broken
        other.complaints = []
        other.unheard = []
        other.in_input = False
        other.dirty = dict(self.dirty)
        other.dirty_facets = self.dirty_facets
        other.undue = set(self.undue)
        other.moment = {}
        other._watched = ()
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
        chars = self._elsewhere.get(obj.id)
        if chars is None:
            chars = self._elsewhere[obj.id] = self.layers.alone(obj)
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
        """The object as it is, or as it last existed (608.2h)."""
        thing = self.live(ref)
        return thing if thing is not None else self.state.last_known.get(ref)

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

    # --- seats ----------------------------------------------------------------------------------

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The opponents of a seat that are in the game, in turn order."""
        team = self.state.player(seat).team
        return tuple(p.seat for p in self.state.players if p.in_game and p.team != team)

    def apnap(self, start: Seat | None = None) -> tuple[Seat, ...]:
        """Seats in the game, the active player's team first, then in turn order (101.4)."""
        first = self.state.turn.active if start is None else start
        n = len(self.state.players)
        order = [Seat((first + i) % n) for i in range(n)]
        return tuple(s for s in order if self.state.player(s).in_game)

    def active_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it is: one, or a team where teams share turns (805.4)."""
        active = self.state.turn.active
        if self.switch("shared_turns"):
            team = self.state.player(active).team
            return tuple(p.seat for p in self.state.players if p.team == team and p.in_game)
        return (active,) if self.state.player(active).in_game else ()

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat in turn order that is in the game."""
        n = len(self.state.players)
        for i in range(1, n + 1):
            other = Seat((seat + i) % n)
            if self.state.player(other).in_game:
                return other
        return seat

    def commanders_identity(self, seat: Seat) -> str:
        """The colours of a seat's commanders together."""
        letters = ""
        for record in self.state.cards.values():
            if record.commander and record.owner == seat:
                letters += identity(self.book, record.base)
        return "".join(c for c in "WUBRG" if c in letters)

    def switch(self, name: str) -> object:
        return self.book.rules.switch(name)

    def watch(self, before: Watch | None) -> Watch | None:
        """What has changed since `before` was cleared; a new watch where that has missed something."""
        if self._all or self._stale:
            self._refresh()
        if before is not None and before.misses_nothing(self.state) and any(c is before.chars for c in self._watched):
            return before
        watch = Watch()
        watch.begin(self.state)
        self._watched = (*self._watched, watch.chars)
        return watch

    # --- what works now ---------------------------------------------------------------------------

    def found(self, key: str) -> list[Source]:
        """The abilities and lasting effects under an index key, in the order of their timestamps."""
        if self._all or self._stale:
            self._refresh()
        if self._unindexed:
            self._reindex()
        by_object = self._index.get(key)
        if not by_object:
            return []
        sources = [s for group in by_object.values() for s in group]
        if len(sources) > 1:
            sources.sort(key=lambda s: s.timestamp)
        return sources

    def owners(self, key: str) -> tuple[ObjId, ...]:
        """The objects with an ability under an index key that works where they are."""
        self.found("")
        return tuple(ObjId(Ref(i)) for i in self._index.get(key, ()) if i > 0)

    def zones_reached(self) -> tuple[str, ...]:
        """The zones off the battlefield in which continuous effects apply to cards now."""
        self.found("")
        return self._reached

    def sources_of(self, key: str, obj_id: ObjId) -> tuple[Source, ...]:
        """One object's abilities under an index key, in printed order."""
        if self._all or self._stale or self._unindexed:
            self.found("")
        return self._index.get(key, {}).get(obj_id, ())

    def rules(self, word: str) -> Iterator[tuple[Rule, Source, Frame]]:
        """The `Rule` parts with this word that apply now, each with its source and frame."""
        for source in self.found(f"rule:{word}"):
            static: Static = source.ability
            frame = source.frame(self)
            if static.only_if is not None and not static.only_if.holds(self, frame):
                continue
            for i, part in enumerate(static.parts):
                if isinstance(part, Rule) and part.word == word:
                    yield locked(part, i, source.bound) if source.effect else part, source, frame  # type: ignore[misc]

    def rules_for(self, word: str, ref: Ref) -> list[tuple[Rule, Source, Frame]]:
        """The rules of a word that apply to one object or player."""
        return [
            (r, s, f.about(ref)) for r, s, f in self.rules(word) if self.applies(s, f, ref) and not self.ignored(s, ref)
        ]

    def has_rule(self, word: str, ref: Ref) -> bool:
        return bool(self._index.get(f"rule:{word}") or self._all or self._stale) and bool(self.rules_for(word, ref))

    def ignored(self, source: Source, ref: Ref) -> bool:
        """Whether the player behind `ref` ignores this source's effect for now (116.2d)."""
        marker = self._index.get("rule:ignores")
        if not marker:
            return False
        return self.ignores(self.controller(ref), source.obj)

    def ignores(self, seat: Seat, obj_id: ObjId) -> bool:
        """Whether a player ignores the effects of an object for now."""
        return any(other.obj == obj_id and other.controller == seat for _, other, _ in self.rules("ignores"))

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

    def call(self, function: Callable[..., Any], default: Any, *args: Any) -> Any:
        """Call code of a plugin; when it raises or runs past its time it counts as `default`, and is told."""
        key = f"{function.__module__}:{function.__qualname__}"
        if key in self.verdicts or key in self.broken:
            return default
        try:
            if self.guard is None:
                return function(*args)
            return self.guard(key, lambda: function(*args))
        except Overran:
            if self.in_input:
                raise  # the game gives the input again, without this code
            self.late = (*self.late, key)
            self.verdicts |= {key}
            return default
        except Exception as error:
            complaints = self.complaints if self.in_input else self.unheard
            complaints.append((function.__module__, key, f"{type(error).__name__}: {error}"))
            return default

    def supertype_since(self, thing: Thing, word: str) -> int:
        """The timestamp from which on something has had a supertype: its own, or that of what gives it."""
        obj = thing.obj
        if word in self.book.printed(obj.copied or obj.base).supertypes:
            return obj.timestamp
        given = [e.timestamp for e in self.layers.order if e.gives_supertype(self, thing, word)]
        return max(obj.timestamp, min(given, default=0))

    def definition(self, path: str) -> object:
        """The definition at a path of the book."""
        return self.book.at(path)

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

    def prohibitions(self, action: str) -> Iterator[tuple[Cant, Source, Frame]]:
        for source in self.found(f"cant:{action}"):
            static: Static = source.ability
            frame = source.frame(self)
            if static.only_if is None or static.only_if.holds(self, frame):
                for part in static.parts:
                    if isinstance(part, Cant):
                        yield part, source, frame

    def static_sources(self) -> Iterable[ObjId]:
        """Objects whose printed text has static abilities of the layers that work where they are."""
        return tuple(self._statics)

    def attachments(self, ref: Ref) -> tuple[ObjId, ...]:
        return tuple(self._attached.get(ref, ()))

    def can_attach(self, thing: Thing, to: Ref) -> bool:
        """Whether an Aura, Equipment or Fortification could legally be attached there (303.4, 301.5)."""
        from .attach import can_attach

        return can_attach(self, thing, to)

    # --- being told of events ---------------------------------------------------------------------

    def note(self, event: ev.Event) -> None:
        """Keep the caches true after an event was applied."""
        self.moment.clear()
        facets = touched(event)
        if type(event).__name__ in self.book.tallies:
            facets |= Facet.TALLIES
        self.dirty_facets |= facets
        match event:
            case ev.Moved():
                if event.was is not None:
                    self._depart(event.was.obj)
                self._arrive(self.state.objects[event.now.id])
            case ev.Ceased():
                self._depart(event.was.obj)
                if event.was.obj.source in self.state.objects:
                    self.dirty[event.was.obj.source] = None  # 714.4: its last chapter has left the stack
            case ev.TriggerPut() if not event.object and event.source in self.state.objects:
                self.dirty[event.source] = None
            case ev.EffectBegan():
                self._index_effect(event.effect.id)
                self._effect_changed(event.effect.path)
            case ev.EffectEnded():
                self._drop(-event.effect)
                self._all = True
            case ev.PhasedIn() | ev.PhasedOut():
                self._rearrive(event.object)
            case ev.TurnedFace() | ev.BecameCopy():
                self._rearrive(event.object)
            case ev.Attached() | ev.Unattached():
                self._reattach(event)
            case ev.ControlKept():
                self._all = True
            case ev.ControlChanged():
                self._refresh_one(event.object)
                if event.object in self._statics:
                    self._all = True
            case ev.CountersPut() | ev.CountersRemoved():
                if not is_player(event.on):
                    self._refresh_one(ObjId(event.on))
            case ev.DamageDealt():
                if not is_player(event.to):
                    self._touch(ObjId(event.to), facets)
            case ev.Tapped() | ev.Untapped() | ev.Marked() | ev.DamageRemoved():
                self._touch(event.object, facets)
            case ev.CastChanged():
                self._forget(event.object)
            case ev.PlayerLeft():
                self._all = True
                self.dirty.update(dict.fromkeys(self._attached.get(player(event.seat), ())))
            case ev.AbilityFired() if event.key.startswith(BROKEN):
                self.broken |= {event.key.removeprefix(BROKEN)}
                self._all = True
                self._unindexed.update({o.id: None for o in self.state.objects.values()})
        if facets:
            self._spread(facets)

    def _spread(self, facets: Facet) -> None:
        """Work out anew what reads these facets of other objects than itself."""
        if self._all:
            return
        layers = self.layers
        if facets & layers.set_reads:
            self._all = True
            return
        if facets & layers.self_reads & (Facet.COMBAT | Facet.TURN | Facet.LINKS | Facet.TALLIES | Facet.LIFE):
            self._all = True
            return
        for effect in layers.amount_readers:
            if facets & effect.amount_reads:
                own = effect.affected is None and isinstance(effect.static.affects, This)
                if own and effect.layer.startswith("7") and not effect.amount_reads & Facet.STATS:
                    self._stale.pop(effect.source, None)  # last, after what it counts
                    self._refresh_one(effect.source)
                else:
                    self._all = True
                    return
        if self.layers.reaches_elsewhere:
            self._forget(*self._elsewhere)
        self._forget(*self._varying)
        self._varying.clear()

    def _effect_changed(self, path: str) -> None:
        ability = self.book.at(path)
        if isinstance(ability, Static) and any(p.layers for p in ability.parts):
            self._all = True

    def _depart(self, obj: Obj) -> None:
        self._permanents = None
        self._face_down.pop(obj.id, None)
        chars = self._chars.pop(obj.id, None)
        if chars is not None and self.layers.gives_statics(chars):
            self._all = True
        self._elsewhere.pop(obj.id, None)
        self._stale.pop(obj.id, None)
        self._unindexed.pop(obj.id, None)
        self.dirty.pop(obj.id, None)
        self._drop(obj.id)
        if obj.id in self._statics:
            del self._statics[obj.id]
            self._all = True
        if obj.attached:
            self._attached.get(obj.attached, {}).pop(obj.id, None)
        for attached in self._attached.get(Ref(obj.id), ()):
            self.dirty[attached] = None

    def _arrive(self, obj: Obj) -> None:
        self._permanents = None
        if obj.face_down and obj.zone == "battlefield":
            self._face_down[obj.id] = None
        if obj.kind not in ("ability", "damage") and not obj.phased_out:
            path = obj.copied or obj.base
            if self.book.statics(path, obj.zone):
                self._statics[obj.id] = None
                self._all = True
            if obj.zone == "battlefield" or self.book.functions(path, obj.zone):
                self._unindexed[obj.id] = None
        if obj.zone == "battlefield" and not obj.phased_out:
            self._stale[obj.id] = None
            self.dirty[obj.id] = None
            if self.layers.may_reorder:
                self._all = True
        if obj.attached:
            self._attached.setdefault(obj.attached, {})[obj.id] = None

    def _rearrive(self, obj_id: ObjId) -> None:
        obj = self.state.objects.get(obj_id)
        if obj is not None:
            self._statics.pop(obj_id, None)
            self._face_down.pop(obj_id, None)
            self._all = True
            self._drop(obj_id)
            self._forget(obj_id)
            self._chars.pop(obj_id, None)
            self._arrive(obj)

    def _reattach(self, event: ev.Attached | ev.Unattached) -> None:
        for group in self._attached.values():
            group.pop(event.object, None)
        if isinstance(event, ev.Attached):
            self._attached.setdefault(event.to, {})[event.object] = None
        self._refresh_one(event.object)
        if event.object in self._statics:
            self._all = True

    def _refresh_one(self, obj_id: ObjId) -> None:
        obj = self.state.objects.get(obj_id)
        if obj is None:
            return
        if obj.zone == "battlefield" and not obj.phased_out:
            self._stale[obj_id] = None
            self.dirty[obj_id] = None
        else:
            self._forget(obj_id)

    def _touch(self, obj_id: ObjId, facets: Facet) -> None:
        if obj_id in self.state.objects:
            self.dirty[obj_id] = None
            if facets & self.layers.self_reads:
                self._refresh_one(obj_id)

    # --- caches -------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if self._all:
            self._all = False
            self._stale.clear()
            self._forget(*self._elsewhere)
            before = self._chars
            self._chars = self.layers.derive(self.permanents())
            for obj_id, chars in self._chars.items():
                if before.get(obj_id) != chars:
                    self._changed(ObjId(Ref(obj_id)))
            reached, self._reached = self._reached, self.layers.zones_reached()
            if reached or self._reached:
                self._reindex_in({*reached, *self._reached})
            return
        stale = [o for i in self._stale if (o := self.state.objects.get(i)) is not None]
        self._pending, self._stale, self._entangled = self._stale, {}, False
        for obj in stale:
            if obj.zone == "battlefield" and not obj.phased_out and not self._work_out(obj):
                self._pending = {}
                self._all = True
                return self._refresh()
        self._pending = {}

    def _work_out(self, obj: Obj) -> bool:
        """Work one object out alone; False where it cannot be done without the others."""
        old = self._chars.get(obj.id)
        new = self.layers.alone(obj)
        if self._entangled or self.layers.gives_statics(new) or (old is not None and self.layers.gives_statics(old)):
            return False
        self._pending.pop(obj.id, None)
        self._chars[obj.id] = new
        if old != new:
            self._changed(obj.id)
        return True

    def _reindex_in(self, zones: set[str]) -> None:
        """What works in zones that a continuous effect reaches, or did until now, may work otherwise there."""
        for obj in self.state.objects.values():
            if obj.zone not in zones or obj.kind in ("ability", "damage"):
                continue
            if self.book.functions(obj.copied or obj.base, obj.zone):
                self._unindexed[obj.id] = None

    def _forget(self, *elsewhere: int) -> None:
        """The characteristics of objects off the battlefield are worked out anew when they are read."""
        for obj_id in elsewhere:
            self._elsewhere.pop(obj_id, None)
        for chars in self._watched:
            chars.update(map(ObjId, map(Ref, elsewhere)))

    def _changed(self, obj_id: ObjId) -> None:
        self.dirty[obj_id] = None
        for chars in self._watched:
            chars.add(obj_id)
        self._unindexed[obj_id] = None
        for attached in self._attached.get(Ref(obj_id), ()):
            self.dirty[attached] = None

    def _reindex(self) -> None:
        waiting, self._unindexed = self._unindexed, {}
        for obj_id in waiting:
            self._drop(obj_id)
            obj = self.state.objects.get(obj_id)
            if obj is None or obj.phased_out or obj.kind in ("ability", "damage"):
                continue
            chars = self.chars(obj_id)
            found: dict[str, list[Source]] = {}
            for ref in chars.abilities:
                ability: Ability = self.book.at(ref.path)
                if obj.zone in ability.zones and ref.path not in self.broken:
                    self._enter(found, obj, ref, ability, chars.controller)
            self._keep(obj_id, found)

    def _enter(
        self, found: dict[str, list[Source]], obj: Obj, ref: AbilityRef, ability: Ability, controller: Seat
    ) -> None:
        keys = ability.keys
        if keys:
            source = Source(ability, ref.path, obj.id, controller, obj.timestamp, ref.bound, ref.granted_by)
            for key in keys:
                found.setdefault(key, []).append(source)

    def _keep(self, owner: int, found: dict[str, list[Source]]) -> None:
        if found:
            self._indexed[owner] = tuple(found)
            self._judge(found)
            for key, sources in found.items():
                self._index.setdefault(key, {})[owner] = tuple(sources)

    def _drop(self, owner: int) -> None:
        gone = self._indexed.pop(owner, ())
        self._judge(gone)
        for key in gone:
            self._index[key].pop(owner, None)

    def _judge(self, keys: Iterable[str]) -> None:
        """A rule or prohibition came or went: what it holds back or allows must be looked at again (704.3)."""
        if any(key.startswith(("rule:", "cant:")) for key in keys):
            self.dirty.update(dict.fromkeys(self.permanents()))

    def _index_effect(self, effect_id: int) -> None:
        """Lasting effects stand in the indexes under their number, negative."""
        effect = self.state.effects.get(effect_id)
        if effect is None:
            return
        ability = self.book.at(effect.path)
        if not isinstance(ability, Ability):
            return
        frame = effect_frame(effect)
        source = Source(
            ability, effect.path, effect.source, frame.controller, effect.timestamp, effect.bound,
            effect=effect.id, affected=effect.affected,
        )  # fmt: skip
        self._keep(-effect_id, {key: [source] for key in ability.keys})

    def _index_rules(self) -> None:
        """Abilities that the rules have without any object stand under 0."""
        found: dict[str, list[Source]] = {}
        for path, ability in self.book.always:
            for key in ability.keys:
                found.setdefault(key, []).append(Source(ability, path, NOTHING, Seat(-1), 0))
        self._keep(0, found)

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
            mine_s = [(s.obj, s.path, s.controller, s.effect) for s in self.found(key)]
            its_s = [(s.obj, s.path, s.controller, s.effect) for s in twin.found(key)]
            if sorted(mine_s) != sorted(its_s):
                wrong.append(f"index {key}: {mine_s} but {its_s}")
        return wrong


def identity(book: Book, path: str) -> str:
    """A card's colour identity (903.4), worked out once."""
    return book.identity(path)


def identity_of(book: Book, path: str) -> str:
    """A card's colour identity: mana symbols in its cost and text, colours, basic land types."""
    card = book.at(path)
    if card.identity is not None:
        return str(card.identity)
    printed = book.printed(path)
    letters = printed.colors + "".join(BASIC_TYPES[t] for t in printed.subtypes if t in BASIC_TYPES)
    letters += _symbols(card.abilities) + "".join(card.cost)
    return "".join(c for c in "WUBRG" if c in letters)


def _symbols(value: Any) -> str:
    """The mana symbols in costs and mana nested anywhere in a definition."""
    from msgspec import Struct

    from .cost_parts import Costs

    if isinstance(value, Costs):
        return "".join(value.mana)
    if isinstance(value, Struct):
        letters = ""
        if hasattr(value, "identity_symbols"):
            letters += value.identity_symbols
        return letters + "".join(_symbols(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return "".join(_symbols(v) for v in value)
    return ""
