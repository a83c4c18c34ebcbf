"""Changing the targets of what is on the stack, and choosing new ones for a copy (115.7).

Targets are asked for one by one. Only what can be completed is offered: the whole set is judged as it will
be (115.7e), so that two targets may change places.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import events as ev
from .abilities import Scripted, TargetSlot
from .frame import Frame
from .requests import Option, Payload, Request
from .state import Cast, Cause, Thing
from .targets import Targets, chosen_modes, legal_targets, ref_of, ref_option, source_of
from .triggers import targeted
from .values import ObjId, Ref, Seat, is_player

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

#: So many sets of targets are tried before a choice is offered although nobody has shown where it leads.
TRIES = 2_000


class Place(Struct, frozen=True):
    """One target: its slot, the number of the slot and of the first slot of its mode, the place in the slot."""

    slot: TargetSlot
    group: int
    first: int
    at: int


class NewTargets:
    """Targets being chosen anew; `must_change`: each for another, or none at all (115.7a)."""

    def __init__(self, game: Game, ability: Scripted, frame: Frame, *, must_change: bool, only: tuple[Ref, ...] | None):
        self.game = game
        self.frame = frame
        self.old: Targets = frame.cast.targets
        self.must_change = must_change
        self.only = only
        self.source: Thing | None = source_of(game.look, frame)
        self.places = _places(ability, frame.cast)
        self._tries = 0

    def choices(self, new: tuple[Ref, ...]) -> tuple[Ref, ...]:
        """What the next target may become, the old one (where it may stay) last."""
        place = self.places[len(new)]
        old = self.old[place.group][place.at]
        found = [r for r in self._legal(place, new) if r != old]
        if not self.must_change and self._may_stay(place, new):
            found.append(old)
        return tuple(r for r in found if self._leads_on((*new, r)))

    def _legal(self, place: Place, new: tuple[Ref, ...]) -> list[Ref]:
        taken = [r for p, r in zip(self.places, new, strict=False) if p.group == place.group]
        legal = legal_targets(self.game.look, place.slot, self._framed(place, self.grouped(new)), self.source)
        return [r for r in legal if r not in taken and (self.only is None or r in self.only)]

    def _may_stay(self, place: Place, new: tuple[Ref, ...]) -> bool:
        """It may, though it be illegal, unless it is the new targets that make it so (115.7d)."""
        old = self.old[place.group][place.at]
        if any(r == old for p, r in zip(self.places, new, strict=False) if p.group == place.group):
            return False
        look, finds = self.game.look, place.slot.filter.finds
        if finds(look, old, self._framed(place, self.grouped(new))):
            return True
        return not finds(look, old, self._framed(place, self.old))

    def _framed(self, place: Place, groups: Targets) -> Frame:
        return replace(self.frame, cast=replace(self.frame.cast, targets=groups[place.first : place.group]))

    def grouped(self, new: tuple[Ref, ...]) -> Targets:
        """The targets by slot, the first ones new."""
        groups = [list(g) for g in self.old]
        for place, ref in zip(self.places, new, strict=False):
            groups[place.group][place.at] = ref
        return tuple(tuple(g) for g in groups)

    def _leads_on(self, new: tuple[Ref, ...]) -> bool:
        self._tries += 1
        return len(new) == len(self.places) or self._tries > TRIES or bool(self.choices(new))

    def fresh(self) -> None:
        self._tries = 0


def _places(ability: Scripted, cast: Cast) -> tuple[Place, ...]:
    found: list[Place] = []
    group = 0
    for mode in chosen_modes(ability, cast):
        first = group
        for slot in mode.targets:
            n = len(cast.targets[group]) if group < len(cast.targets) else 0
            found += [Place(slot, group, first, at) for at in range(n)]
            group += 1
    return tuple(found)


def choose_new_targets(
    game: Game, seat: Seat, obj_id: ObjId, *, must_change: bool, only: tuple[Ref, ...] | None = None
) -> Asking:
    """New targets for a spell or ability, chosen by a seat; `only` are those that an effect names."""
    from .stack import frame_of, script_of

    obj = game.state.objects.get(obj_id)
    if obj is None or obj.cast is None or not any(obj.cast.targets):
        return
    choosing = NewTargets(game, script_of(game, obj), frame_of(game, obj), must_change=must_change, only=only)
    new: tuple[Ref, ...] = ()
    for place in choosing.places:
        choosing.fresh()
        choices = choosing.choices(new)
        if not choices:
            return  # no other legal set: the targets stay
        old = choosing.old[place.group][place.at]
        answer = yield from game.ask(partial(_request, game, seat, obj_id, choices, old))
        new = (*new, old if answer.picks[0] == "no" else ref_of(answer.picks[0]))
    _change(game, seat, obj_id, obj.cast, choosing.grouped(new))


def _request(game: Game, seat: Seat, obj_id: ObjId, choices: tuple[Ref, ...], old: Ref) -> Request:
    options = tuple(_kept(game, r) if r == old else ref_option(game.look, r, "target") for r in choices)
    return Request("choose", (seat,), options=options, prompt="new target", rule="targets.change", cause=obj_id)


def _kept(game: Game, old: Ref) -> Option:
    """The target as it is, which is named where it is still there."""
    there = is_player(old) or ObjId(old) in game.state.objects
    return Option("no", ref_option(game.look, old, "keep").payload if there else Payload("keep"))


def _change(game: Game, seat: Seat, obj_id: ObjId, cast: Cast, groups: Targets) -> None:
    """The change happens, a division stays as it was announced (115.7f), and what is new becomes a target."""
    if groups == cast.targets or obj_id not in game.state.objects:
        return
    moved = dict(zip((r for g in cast.targets for r in g), (r for g in groups for r in g), strict=True))
    changed = replace(cast, targets=groups, divided=tuple((moved.get(r, r), n) for r, n in cast.divided))
    game.happen([ev.CastChanged(object=obj_id, cast=changed, cause=Cause("targets.change", obj_id, seat))])
    before = {r for g in cast.targets for r in g}
    new = tuple(dict.fromkeys(r for g in groups for r in g if r not in before))
    if new:
        targeted(game, obj_id, game.state.objects[obj_id].controller, replace(changed, targets=(new,)))
