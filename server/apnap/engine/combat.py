"""The combat phase (506): which of its steps happen, who is removed from combat, and its end.

Declaring attackers stands in `attacking.py`, declaring blockers in `blocking.py`, damage in
`combat_damage.py`. Banding (702.22) is not implemented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as ev
from .combat_damage import first_strikers
from .state import Cause
from .values import ObjId, Ref, is_player

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


def skips_blocks(game: Game) -> bool:
    """508.8: nothing attacked in this phase, so there are no blocks and no combat damage."""
    combat = game.state.combat
    return combat is None or not combat.attacked


def needs_first_strike(game: Game) -> bool:
    """510.4: whether there are two combat damage steps."""
    return bool(first_strikers(game))


def strays(game: Game) -> list[ev.Event]:
    """What has to be removed from combat since it is no longer what fights or is attacked (506.4, 506.4d).

    What leaves the battlefield, phases out or changes control is removed by `apply` at once.
    """
    combat = game.state.combat
    if combat is None or not (combat.attacks or combat.blocked_by):
        return []
    fighting = (*(a.attacker for a in combat.attacks), *(b for b, _ in combat.blocked_by))
    walkers = [a.defender for a in combat.attacks if a.defender and not is_player(a.defender)]
    found: list[ev.Event] = []
    for obj_id in dict.fromkeys(fighting):
        if not _is(game, obj_id, "Creature") or _is(game, obj_id, "Battle"):
            found.append(ev.RemovedFromCombat(object=obj_id, role="fights", cause=Cause("combat.removed", obj_id)))
    for ref in dict.fromkeys(walkers):
        if not _is(game, ObjId(ref), "Planeswalker"):
            walker = ObjId(ref)
            found.append(ev.RemovedFromCombat(object=walker, role="attacked", cause=Cause("combat.removed", walker)))
    return found


def _is(game: Game, obj_id: ObjId, word: str) -> bool:
    obj = game.state.objects.get(ObjId(Ref(obj_id)))
    return obj is not None and word in game.look.chars(obj.id).types


def end_combat(game: Game) -> Asking:
    """511.3: everything is removed from combat."""
    yield from ()
    game.happen([ev.CombatEnded(cause=Cause("combat.end"))])
