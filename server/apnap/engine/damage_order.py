"""The order in which creatures assign combat damage, where an edition has one (509.2-3 in 2011-2013)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as ev
from .state import Cause
from .values import ObjId, Ref

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


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
    blockers = blockers_of(game, attacker)
    if len(blockers) < 2:
        return
    seat = game.look.controller(attacker)
    rule = "combat.damage_order"
    picked = yield from game.order_refs(
        seat, tuple(Ref(b) for b in blockers), prompt="damage order", rule=rule, cause=attacker
    )
    here = blockers_of(game, attacker)
    order = tuple(ObjId(r) for r in picked if r in here)
    if order:
        cause = Cause(rule, attacker, seat)
        game.happen([ev.BlockersOrdered(attacker=attacker, blockers=order, cause=cause)])


def _order_attackers(game: Game, blocker: ObjId) -> Asking:
    attackers = blocked_by(game, blocker)
    if len(attackers) < 2:
        return
    seat = game.look.controller(blocker)
    rule = "combat.damage_order.blocker"
    picked = yield from game.order_refs(
        seat, tuple(Ref(a) for a in attackers), prompt="damage order", rule=rule, cause=blocker
    )
    here = blocked_by(game, blocker)
    order = tuple(ObjId(r) for r in picked if r in here)
    if order:
        cause = Cause(rule, blocker, seat)
        game.happen([ev.AttackersOrdered(blocker=blocker, attackers=order, cause=cause)])
