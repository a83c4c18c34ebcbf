"""The results of damage (120.3, 120.4): loss of life, counters, loyalty and defense, and life for lifelink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import actions as ac
from .abilities import Keyword
from .state import Cause, Thing
from .values import is_player, seat_of

if TYPE_CHECKING:
    from .perform import Asking, Planning


def dealt(plan: Planning, action: ac.DealDamage) -> Asking:
    """Take damage apart into itself and its results, which may be replaced in their turn."""
    game = plan.game
    source = game.look.thing(action.source)
    if action.amount <= 0 or source is None:
        return
    if is_player(action.to):
        if not game.state.player(seat_of(action.to)).in_game:
            return
        yield from _to_player(plan, action, source)
    else:
        yield from _to_permanent(plan, action, source)
    if source.chars.has("lifelink") and game.look.switch("lifelink") == "result":
        seat = source.chars.controller
        yield from plan.decide(
            ac.GainLife(seat=seat, amount=action.amount, cause=Cause("damage.lifelink", action.source, seat))
        )


def _to_player(plan: Planning, action: ac.DealDamage, source: Thing) -> Asking:
    seat = seat_of(action.to)
    plan.leaves.append(action)
    look = plan.game.look
    poisons = source.chars.has("infect") or look.has_rule("damage as though infect", action.to)
    if poisons:
        yield from plan.decide(
            ac.PutCounters(
                on=action.to, kind="poison", amount=action.amount,
                cause=Cause("damage.infect_player", action.source, source.chars.controller),
            )
        )  # fmt: skip
    else:
        yield from plan.decide(
            ac.LoseLife(seat=seat, amount=action.amount, how="damage", cause=Cause("damage.player", action.source))
        )
    toxic = _toxic(plan, source) if action.combat else 0
    if toxic:
        yield from plan.decide(
            ac.PutCounters(
                on=action.to, kind="poison", amount=toxic,
                cause=Cause("damage.toxic", action.source, source.chars.controller),
            )
        )  # fmt: skip


def _toxic(plan: Planning, source: Thing) -> int:
    """702.164: the total toxic value of a creature."""
    if not source.chars.has("toxic"):
        return 0
    abilities = (plan.game.book.at(r.path) for r in source.chars.abilities)
    return sum(a.number for a in abilities if isinstance(a, Keyword) and a.name == "toxic")


def _to_permanent(plan: Planning, action: ac.DealDamage, source: Thing) -> Asking:
    thing = plan.game.look.live(action.to)
    if thing is None or thing.obj.zone != "battlefield":
        return
    chars = thing.chars
    if not any(t in chars.types for t in ("Creature", "Planeswalker", "Battle")):
        return
    plan.leaves.append(action)
    withers = source.chars.has("wither") or source.chars.has("infect")
    if "Creature" in chars.types and withers:
        yield from plan.decide(
            ac.PutCounters(
                on=action.to, kind="-1/-1", amount=action.amount,
                cause=Cause("damage.wither", action.source, source.chars.controller),
            )
        )  # fmt: skip
    if "Planeswalker" in chars.types:
        yield from plan.decide(
            ac.RemoveCounters(
                on=action.to,
                kind="loyalty",
                amount=action.amount,
                cause=Cause("damage.planeswalker", action.source),
            )
        )
    if "Battle" in chars.types:
        cause = Cause("damage.battle", action.source)
        yield from plan.decide(ac.RemoveCounters(on=action.to, kind="defense", amount=action.amount, cause=cause))
