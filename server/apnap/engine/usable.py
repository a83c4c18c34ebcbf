"""What a seat may use now: the cards it may play, the abilities it may activate, and at what cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Activated, Scripted
from .affording import Asked
from .amounts import number
from .book import Book
from .frame import Frame
from .look import Look
from .state import State
from .targets import has_legal_targets
from .values import ObjId, Seat, Zone, player


class Usable:
    """Timing, zones and limits of a game's cards and abilities, before any option is built."""

    if TYPE_CHECKING:
        look: Look
        state: State
        book: Book

        def active_seats(self) -> tuple[Seat, ...]: ...

        def cast_rules_of(self, obj_id: ObjId) -> list[Any]: ...

        def is_begun(self, obj_id: ObjId, ability: Activated) -> bool: ...

    def is_sorcery_time(self, seat: Seat) -> bool:
        return self.look.once(("sorcery time", seat), lambda: self._is_sorcery_time(seat))

    def _is_sorcery_time(self, seat: Seat) -> bool:
        turn_ = self.state.turn
        return seat in self.active_seats() and turn_.step in ("main1", "main2") and not self.state.zone("stack")

    def stack_is_sealed(self) -> bool:
        """702.61a: a spell with split second is on the stack."""
        return self.look.once(("sealed",), self._stack_is_sealed)

    def _stack_is_sealed(self) -> bool:
        objects = self.state.objects
        spells = [i for i in self.state.zone("stack") if objects[i].kind != "ability"]
        return any(self.look.chars(i).has("split second") for i in spells)

    def land_drops(self, seat: Seat) -> int:
        more = sum(number(r.amount, self.look, f) for r, _, f in self.look.rules_for("additional land", player(seat)))
        return 1 + more

    def castable_from(self, seat: Seat) -> tuple[ObjId, ...]:
        """Where a seat could play cards from: its hand, graveyard, exile, command zone, library top."""
        state = self.state
        ids = list(state.zone("hand", seat))
        ids += self._castable_there("graveyard", state.zone("graveyard", seat))
        for zone in ("exile", "command"):
            ids += [i for i in self._castable_there(zone, state.zone(zone)) if state.objects[i].owner == seat]
        if self.look._index.get("rule:may cast") or self.look._index.get("rule:may play") or self.look._unindexed:
            ids += self._permitted()
        return tuple(dict.fromkeys(ids))

    def _castable_there(self, zone: Zone, cards: tuple[ObjId, ...]) -> list[ObjId]:
        """Cards that say that they may be cast from there; all are looked at where effects may let them say it."""
        if not cards:
            return []
        if self.state.effects or zone in self.look.zones_reached():
            return [i for i in cards if any(a.zone == zone for a in self.cast_rules_of(i))]
        owners = self.look.owners(f"cast from {zone}")
        return [i for i in cards if i in owners] if owners else []

    def _permitted(self) -> list[ObjId]:
        found = []
        for word in ("may cast", "may play"):
            for rule, _, frame in self.look.rules(word):
                if rule.filter is not None:
                    found += [t.obj.id for t in rule.filter.all(self.look, frame)]
        return found

    def activatable_from(self, seat: Seat) -> tuple[ObjId, ...]:
        """Objects whose activated abilities a seat might use: permanents, and cards in its hand, graveyard, exile."""
        look = self.look
        return look.once(("activatable", seat), lambda: self._usable(seat, look.owners("activated")))

    def special_from(self, seat: Seat) -> tuple[ObjId, ...]:
        """Objects whose special actions a seat might take."""
        return self._usable(seat, (*self.look.owners("special"), *self.look.face_down_permanents()))

    def _usable(self, seat: Seat, ids: tuple[ObjId, ...]) -> tuple[ObjId, ...]:
        """Of these, a seat's own, and those with an ability that any player may use."""
        if not ids:
            return ()
        objects = self.state.objects
        anyones = self.look.owners("usable by anyone")
        found: dict[ObjId, None] = {}
        for i in ids:
            obj = objects[i]
            owner = obj.controller if obj.zone in ("battlefield", "stack") else obj.owner
            if owner == seat or i in anyones:
                found[i] = None
        return tuple(sorted(found))

    def activated_paths(self, obj_id: ObjId) -> tuple[str, ...]:
        """The paths of an object's activated abilities that work where it is, in printed order."""
        return tuple(s.path for s in self.look.sources_of("activated", obj_id))

    def activated_path(self, obj_id: ObjId, n: int) -> str | None:
        """The path of an object's n-th activated ability, from 1; None where it has no such."""
        paths = self.activated_paths(obj_id)
        return paths[n - 1] if 1 <= n <= len(paths) else None

    def bound_of(self, obj_id: ObjId, path: str) -> Any:
        for ref in self.look.chars(obj_id).abilities:
            if ref.path == path:
                return ref.bound
        return ()

    def may_use(self, seat: Seat, obj_id: ObjId, path: str) -> bool:
        """Whether a seat may begin to activate an ability that an object has: timing, control, limits (602.5)."""
        obj = self.state.objects.get(obj_id)
        if obj is None or obj.phased_out:
            return False
        ability: Activated = self.book.at(path)
        chars = self.look.chars(obj_id)
        owner = chars.controller if obj.zone in ("battlefield", "stack") else obj.owner
        if owner != seat and not ability.any_player:
            return False
        if not ability.mana and self.stack_is_sealed():
            return False
        if self._barred(obj_id, ability) or self.is_begun(obj_id, ability):
            return False
        if ability.timing == "sorcery" and not self.is_sorcery_time(seat):
            return False
        if ability.loyalty and f"turn:loyalty:{obj_id}" in self.state.fired:
            return False
        if ability.limit and self.state.fired.count(f"turn:{obj_id}:{ability.path}") >= ability.limit:
            return False
        if ability.only_if is None:
            return True
        return ability.only_if.holds(self.look, Frame(source=obj_id, controller=seat, path=ability.path))

    def _barred(self, obj_id: ObjId, ability: Activated) -> bool:
        if self.look.has_rule("can't activate any", obj_id):
            return True
        return not ability.mana and self.look.has_rule("can't activate", obj_id)

    def has_targets(self, ability: Scripted, frame: Frame) -> bool:
        low = ability.choose[0] if ability.modal else len(ability.modes)
        if not any(mode.targets for mode in ability.modes):
            return len(ability.modes) >= low
        source = self.look.thing(frame.source)
        fitting = sum(
            all(
                not isinstance(s.least, int) or has_legal_targets(self.look, s, frame, source, s.least)
                for s in mode.targets
            )
            for mode in ability.modes
        )
        return fitting >= low

    def activation_asks(self, seat: Seat, frame: Frame, ability: Activated) -> Asked:
        """What activating an ability asks for, with the changes that apply to it (602.2b)."""
        more = 0
        less = 0
        for rule, _, rule_frame in self.look.rules_for("activation costs more", frame.source):
            more += number(rule.amount, self.look, rule_frame)
        for rule, _, rule_frame in self.look.rules_for("activation costs less", frame.source):
            less += number(rule.amount, self.look, rule_frame)
        return Asked(ability.cost, more, less)
