"""The order in which creatures assign combat damage, where an edition has one (509.2-3 in 2011-2013)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import events as ev
from .state import Cause
from .values import ObjId, Ref

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

    Facing = Callable[[Game, ObjId], tuple[ObjId, ...]]


def order_damage(game: Game) -> Asking:
    """Each attacker with several blockers is given an order of them, then each blocker of attackers."""
    combat = game.state.combat
    for attack in combat.attacks if combat is not None else ():
        yield from _order_blockers(game, attack.attacker)
    for seat in game.look.apnap():
        for blocker, _ in game.state.combat.blocked_by if game.state.combat is not None else ():
            if game.look.controller(blocker) == seat:
                yield from _order_attackers(game, blocker)


def blockers_of(game: Game, attacker: ObjId) -> tuple[ObjId, ...]:
    """The creatures that block an attacker, in the order in which it assigns damage to them."""
    combat = game.state.combat
    for attack in combat.attacks if combat is not None else ():
        if attack.attacker == attacker:
            return attack.blockers
    return ()


def blocked_by(game: Game, blocker: ObjId) -> tuple[ObjId, ...]:
    """The attackers that a creature blocks, in the order in which it assigns damage to them."""
    combat = game.state.combat
    if combat is None:
        return ()
    blocked = next((attackers for b, attackers in combat.blocked_by if b == blocker), ())
    attacking = {a.attacker for a in combat.attacks if blocker in a.blockers}
    return tuple(a for a in blocked if a in attacking)


def _order_blockers(game: Game, attacker: ObjId) -> Asking:
    rule = "combat.damage_order"
    order = yield from _order(game, attacker, blockers_of, rule)
    if order:
        cause = Cause(rule, attacker, game.look.controller(attacker))
        game.happen([ev.BlockersOrdered(attacker=attacker, blockers=order, cause=cause)])


def _order_attackers(game: Game, blocker: ObjId) -> Asking:
    rule = "combat.damage_order.blocker"
    order = yield from _order(game, blocker, blocked_by, rule)
    if order:
        cause = Cause(rule, blocker, game.look.controller(blocker))
        game.happen([ev.AttackersOrdered(blocker=blocker, attackers=order, cause=cause)])


def _order(game: Game, creature: ObjId, facing: Facing, rule: str) -> Asking:
    """Those that face a creature in the order that its controller gives them; none where there is nothing to order."""
    there = facing(game, creature)
    if len(there) < 2:
        return ()
    picked = yield from game.order_refs(
        game.look.controller(creature), tuple(map(Ref, there)), prompt="damage order", rule=rule, cause=creature
    )
    here = facing(game, creature)
    return tuple(ObjId(r) for r in picked if r in here)
