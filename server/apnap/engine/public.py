"""What everybody sees of a game, kept up to date by what changed."""

from __future__ import annotations

from .entries import Entries
from .seen import Entry, Seen, View
from .state import Combat, Obj, State
from .values import HIDDEN_ZONES, SEAT_ZONES, ObjId, Ref, Seat
from .watch import Watch

SHARED_ZONES = ("stack", "battlefield", "exile", "command")


class Public:
    """The public part of all views.

    `view` are its entries by id; `covered` the face-down objects in it, of which some may know more; `hidden` says
    whether anything changed, when it was last brought up to date, of what only some may know.
    """

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        self.view: View = {}
        self.covered: dict[str, Obj] = {}
        self.hidden = True
        self._shown: dict[ObjId, str] = {}
        self._watch: Watch | None = None
        self._combat: Combat | None = None
        self._turns: tuple[tuple[int, Seat], ...] = ()

    def update(self, game: Seen) -> set[str]:
        """Brings the view up to date; gives the ids of entries that may be others than before."""
        watch = game.look.watch(self._watch)
        known, self._watch = watch is not None and watch is self._watch, watch
        state = game.state
        turns = tuple((player.turn_began, player.decided_by) for player in state.players)
        known, self._turns = known and turns == self._turns, turns
        changed = self._go_on(game, watch) if known and watch is not None else self._begin(game)
        self._combat = state.combat
        if watch is not None:
            watch.clear()
        return changed

    def _begin(self, game: Seen) -> set[str]:
        """Everything anew: a turn began, something was taken back, or nobody keeps count of what is written."""
        before = self.view
        self.view, self.covered, self._shown, self.hidden = {}, {}, {}, True
        self._look_at_table(game)
        for zone in SHARED_ZONES:
            self._add_zone(game, zone)
        for seat in range(len(game.state.players)):
            self._add_zone(game, f"graveyard:{seat}")
        return {key for key, entry in self.view.items() if before.get(key) is not entry} | (before.keys() - self.view)

    def _go_on(self, game: Seen, watch: Watch) -> set[str]:
        changed = self._look_at_table(game)
        self.hidden = False
        objects = {ObjId(Ref(int(key))) for name, key in watch.written if name == "objects"} | watch.chars
        if game.state.combat is not self._combat:
            objects |= _fighting(self._combat) | _fighting(game.state.combat)
        for obj_id in sorted(objects):
            changed |= self._look_at(game, obj_id)
        for key in sorted(str(key) for name, key in watch.written if name == "zones"):
            changed |= self._look_at_zone(game.state, key)
        self.hidden = self.hidden or any(name == "known" for name, _ in watch.written)
        return changed

    def _look_at_table(self, game: Seen) -> set[str]:
        state = game.state
        changed = self._set("table", self.entries.table(game)) | self._set("game", self.entries.game(state))
        for seat in range(len(state.players)):
            changed |= self._set(f"seat:{seat}", self.entries.seat(state, Seat(seat)))
        return changed

    def _look_at(self, game: Seen, obj_id: ObjId) -> set[str]:
        """An object that was written to or has other characteristics, came or went."""
        obj = game.state.objects.get(obj_id)
        if obj is None or obj.zone in HIDDEN_ZONES:
            name = self._shown.pop(obj_id, None)
            self.hidden = self.hidden or name is None or name in self.covered
            if name is None:
                return set()
            self.covered.pop(name, None)
            return self._set(name, None)
        return self._show(game, obj)

    def _show(self, game: Seen, obj: Obj) -> set[str]:
        name = self._shown.get(obj.id)
        if name is None:
            name = self._shown[obj.id] = self.entries.names.publish(obj.id)
        if obj.face_down:
            self.covered[name] = obj
            self.hidden = True
        elif self.covered.pop(name, None) is not None:
            self.hidden = True
        return self._set(name, self.entries.object(game, obj, known=not obj.face_down))

    def _look_at_zone(self, state: State, key: str) -> set[str]:
        """The order of a zone; that of the battlefield means nothing, and what is hidden is not for everybody."""
        zone, _, seat = key.partition(":")
        if zone in HIDDEN_ZONES:
            self.hidden = True
            return set()
        if zone == "battlefield":
            return set()
        names = [self._shown[obj_id] for obj_id in state.zones.get(key, ())]
        owner = Seat(int(seat)) if zone in SEAT_ZONES else None
        return self._set(key, self.entries.zone(key, zone, names, owner) if names else None)

    def _add_zone(self, game: Seen, key: str) -> None:
        for obj_id in game.state.zones.get(key, ()):
            self._show(game, game.state.objects[obj_id])
        self._look_at_zone(game.state, key)

    def _set(self, key: str, entry: Entry | None) -> set[str]:
        """Puts an entry in its place, None where there is none any more."""
        if self.view.get(key) is entry:
            return set()
        if entry is None:
            del self.view[key]
        else:
            self.view[key] = entry
        return {key}


def _fighting(combat: Combat | None) -> set[ObjId]:
    """The attackers and blockers of a combat."""
    if combat is None:
        return set()
    attackers = {attack.attacker for attack in combat.attacks}
    return attackers.union(*(attack.blockers for attack in combat.attacks))
