"""Words of what an object is or does, such as tapped or attacking; a test of one word each."""

from __future__ import annotations

from collections.abc import Callable

from .facets import Facet
from .frame import Frame, Looking
from .state import Thing
from .traits import Test
from .values import is_player


class Status(Test, frozen=True):
    """A word of what an object is or does: tapped, attacking, damaged, attached..., the keys of `STATUS`."""

    word: str

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return STATUS[self.word](look, thing)

    def describe(self) -> str:
        return self.word

    @property
    def reads(self) -> Facet:
        turn = Facet.TURN if self.word in _OF_THE_TURN else Facet.NONE
        return Facet.STATUS | Facet.COMBAT | Facet.ATTACHED | Facet.DAMAGE | Facet.BATTLEFIELD | turn


#: Words that may be true or not by the turn alone.
_OF_THE_TURN = ("sick", "come since the last upkeep", "there since an earlier turn")


def _attacks(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(a.attacker == thing.obj.id for a in combat.attacks)


def _blocks(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(b == thing.obj.id for b, _ in combat.blocked_by)


def _is_blocked(look: Looking, thing: Thing) -> bool:
    combat = look.state.combat
    return combat is not None and any(a.attacker == thing.obj.id and a.blocked for a in combat.attacks)


def _blocks_are_done(look: Looking) -> bool:
    """509.1h: before blockers are declared an attacker is neither blocked nor unblocked."""
    return look.state.combat is not None and look.state.combat.blocks_done


def _is_sick(look: Looking, thing: Thing) -> bool:
    began = look.state.player(thing.chars.controller).turn_began
    return thing.obj.arrived >= began


def _came_since_upkeep(look: Looking, thing: Thing) -> bool:
    """Under its controller's control only since the beginning of the upkeep before the latest."""
    return thing.obj.arrived > 0 and thing.obj.arrived >= look.state.player(thing.chars.controller).upkeeps[1]


def _is_commander(look: Looking, thing: Thing) -> bool:
    record = look.state.cards.get(thing.obj.card)
    return record is not None and record.commander and thing.obj.kind == "card"


def _single_target(look: Looking, thing: Thing) -> bool:
    cast = thing.obj.cast
    return cast is not None and sum(len(g) for g in cast.targets) == 1


STATUS: dict[str, Callable[[Looking, Thing], bool]] = {
    "tapped": lambda look, t: t.obj.tapped,
    "untapped": lambda look, t: not t.obj.tapped,
    "token": lambda look, t: t.obj.kind == "token",
    "nontoken": lambda look, t: t.obj.kind != "token",
    "copy": lambda look, t: t.obj.kind == "copy",
    "face-down": lambda look, t: bool(t.obj.face_down),
    "face-up": lambda look, t: not t.obj.face_down,
    "attacking": _attacks,
    "blocking": _blocks,
    "blocked": _is_blocked,
    "unblocked": lambda look, t: _attacks(look, t) and not _is_blocked(look, t) and _blocks_are_done(look),
    "sick": _is_sick,
    "there since an earlier turn": lambda look, t: t.obj.arrived < look.state.turn.number,
    "come since the last upkeep": _came_since_upkeep,
    "commander": _is_commander,
    "damaged": lambda look, t: t.obj.damage > 0,
    "attached": lambda look, t: bool(t.obj.attached),
    "attached to an object": lambda look, t: bool(t.obj.attached) and not is_player(t.obj.attached),
    "single-target": _single_target,
    "spell": lambda look, t: t.obj.zone == "stack" and t.obj.kind in ("card", "copy"),
    "ability": lambda look, t: t.obj.zone == "stack" and t.obj.kind == "ability",
    "no ability": lambda look, t: t.obj.kind not in ("ability", "damage"),
}
