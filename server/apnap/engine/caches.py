"""What was worked out of a state, kept true event by event: characteristics, attachments, what is due again.

Caches are kept by facet (decision 14): cost follows what changed. An object whose own facts changed is
worked out alone; where others may depend on it, all are worked out together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import events as ev
from .abilities import Static
from .bodies import BROKEN
from .book import Book
from .facets import Facet, touched
from .layers import Layers
from .state import Chars, Obj, State
from .terms import This
from .values import ObjId, Ref, is_player, player
from .watch import Watch
from .working import Working


class Caches(Working):
    """Told of every event, it marks what that touches; what is marked is worked out when it is read."""

    if TYPE_CHECKING:
        state: State
        book: Book
        layers: Layers

    def _begin_caches(self) -> None:
        self._chars: dict[int, Chars] = {}
        self._elsewhere: dict[int, Chars] = {}
        self._varying: dict[ObjId, None] = {}
        self._stale: dict[ObjId, None] = {}
        self._pending: dict[ObjId, None] = {}
        self._entangled = False
        #: How many objects off the battlefield are being found, each within the one that counts it.
        self._within = 0
        self._all = True
        self._statics: dict[ObjId, None] = {}
        self._reached: tuple[str, ...] = ()
        self._attached: dict[Ref, dict[ObjId, None]] = {}
        self._face_down: dict[ObjId, None] = {}
        self._permanents: tuple[ObjId, ...] | None = None
        self.dirty: dict[ObjId, None] = {}
        self.dirty_facets = Facet.ALL
        #: Clauses about players that were due for nobody, and cannot be before what they read first is touched.
        self.undue: set[str] = set()
        #: What was worked out since the last event.
        self.moment: dict[tuple[Any, ...], Any] = {}
        self._watched: tuple[set[ObjId], ...] = ()

    def _fork_caches(self, other: Caches) -> None:
        other._chars = dict(self._chars)
        other._elsewhere = dict(self._elsewhere)
        other._varying = dict(self._varying)
        other._stale = dict(self._stale)
        other._pending = {}
        other._entangled = False
        other._within = 0
        other._all = self._all
        other._statics = dict(self._statics)
        other._reached = self._reached
        other._attached = {ref: dict(group) for ref, group in self._attached.items() if group}
        other._face_down = dict(self._face_down)
        other._permanents = self._permanents
        other.dirty = dict(self.dirty)
        other.dirty_facets = self.dirty_facets
        other.undue = set(self.undue)
        other.moment = {}
        other._watched = ()

    def _start(self) -> None:
        for obj in self.state.objects.values():
            self._arrive(obj)
        for effect_id in self.state.effects:
            self._index_effect(effect_id)
        self._index_rules()
        self.dirty = dict.fromkeys(self.permanents())

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

    # --- being told of events ---------------------------------------------------------------------

    def note(self, event: ev.Event) -> None:
        """Keep the caches true after an event was applied."""
        self.moment.clear()
        facets = touched(event)
        if type(event).__name__ in self.book.tallies:
            facets |= Facet.TALLIES
        self.dirty_facets |= facets
        self._mark(event, facets)
        if facets:
            self._spread(facets)

    def _mark(self, event: ev.Event, facets: Facet) -> None:
        """Mark what is to be worked out anew of the objects that an event is about."""
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
        self._unindexed[event.object] = None  # what it has is as new as its timestamp
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

    # --- working out --------------------------------------------------------------------------------

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
