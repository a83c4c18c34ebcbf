"""What each change of a replacement effect makes of an action, which another may change again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .amounts import number
from .applicable import Applicable, preventable
from .changes import (
    AmountBecomes,
    Change,
    ColorlessOutsideIdentity,
    Enters,
    EntersAsCopy,
    EntersChoosing,
    EntersPaying,
    GoesTo,
    LeavesLife,
    Prevented,
    Redirected,
    SentOn,
)
from .copiable import with_copy
from .frame import Frame
from .identity import within_identity
from .prohibitions import can_be_dealt_damage
from .state import Cause, Thing
from .values import ObjId, Ref, Seat, is_player, seat_of

if TYPE_CHECKING:
    from .look import Look
    from .perform import Asking, Planning, Used


def use_up(plan: Planning, chosen: Applicable, n: int) -> None:
    """A lasting effect with a number of uses has so many fewer, and ends with the last."""
    effect = plan.game.state.effects.get(chosen.source.effect)
    if effect is None or effect.uses <= 0:
        return
    left = effect.uses - n
    event: ev.Event = ev.EffectUsed(effect=effect.id, left=left)
    if left <= 0:
        event = ev.EffectEnded(effect=effect.id)
    plan.game.happen([event])


def carry_out(
    plan: Planning, chosen: Applicable, change: Change, action: ac.Action, entering: Thing | None, used: Used
) -> Asking:
    """The action after one change; None where nothing of it is left."""
    look, frame = plan.game.look, chosen.frame
    match change:
        case AmountBecomes():
            return _with_amount(action, _changed_amount(change, action, look, frame))
        case Prevented():
            return _prevented(plan, chosen, change, action)
        case Redirected(to=to):
            refs = to.resolve(look, frame)
            return _redirected(look, action, refs[0]) if refs else action
        case SentOn():
            return (yield from _sent_on(plan, change, action))
        case GoesTo():
            return _goes_to(plan, change, action)
        case LeavesLife(least=least):
            assert isinstance(action, ac.LoseLife)
            plan.floors[action.seat] = max(least, plan.floors.get(action.seat, least))
            return action  # how much is left is known when all of the batch is
        case ColorlessOutsideIdentity():
            assert isinstance(action, ac.AddMana)
            return replace(action, mana=within_identity(look, action.seat, action.mana))
        case Enters():
            return _entering(look, frame, change, action)
        case EntersAsCopy():
            return (yield from _as_copy(plan, chosen, change, action))
        case EntersChoosing():
            return (yield from _choosing(plan, chosen, change, action))
        case EntersPaying():
            return (yield from _paying(plan, chosen, change, action, entering, used))
    raise AssertionError(f"unknown change {change}")


def _changed_amount(change: AmountBecomes, action: Any, look: Look, frame: Frame) -> int:
    amount: int = action.amount * change.times + number(change.plus, look, frame)
    if change.half == "up":
        amount = (amount + 1) // 2
    elif change.half == "down":
        amount //= 2
    return max(0, amount)


def _with_amount(action: Any, amount: int) -> Any:
    return replace(action, amount=amount)


def _prevented(plan: Planning, chosen: Applicable, change: Prevented, action: ac.Action) -> ac.Action | None:
    assert isinstance(action, ac.DealDamage)
    if not preventable(plan.game.look, action):
        chosen.frame = chosen.frame.binding(amount=0)
        return action
    effect = plan.game.state.effects.get(chosen.source.effect)
    if change.shield and effect is not None and effect.uses > 0:
        share = plan.shares.get((effect.id, action.source, action.to), effect.uses)
        n = min(share, effect.uses, action.amount)
        use_up(plan, chosen, n)
    elif change.amount is not None:
        n = min(number(change.amount, plan.game.look, chosen.frame), action.amount)
    else:
        n = action.amount
    left = action.amount - n
    chosen.frame = chosen.frame.binding(amount=n)
    return replace(action, amount=left) if left > 0 else None


def _redirected(look: Look, action: ac.Action, to: Ref) -> ac.Action:
    if isinstance(action, ac.DealDamage):
        return replace(action, to=to) if can_be_dealt_damage(look, to) else action
    if is_player(to) and hasattr(action, "seat"):
        return replace(action, seat=seat_of(to))
    return action


def _sent_on(plan: Planning, change: SentOn, action: ac.Action) -> Asking:
    """306.7 (2011): the controller of the source chooses, as the effect applies, whether and to which one."""
    assert isinstance(action, ac.DealDamage)
    look = plan.game.look
    seat, damaged = look.controller(action.source), seat_of(action.to)
    frame = Frame(source=action.source, controller=damaged)
    legal = tuple(r for r in change.among.refs(look, frame) if look.controller(r) == damaged)
    picked = yield from plan.game.choose_refs(
        seat, legal, prompt="redirect", rule="damage.redirect", cause=action.source, least=0
    )
    return replace(action, to=picked[0]) if picked else action


def _goes_to(plan: Planning, change: GoesTo, action: ac.Action) -> ac.Action:
    assert isinstance(action, ac.Move)
    obj = plan.game.state.objects.get(action.object)
    owner = obj.owner if obj is not None else action.owner
    if change.shuffled:
        plan.waiting.append(_shuffle(plan, owner, action.cause))
    if action.to == "battlefield" != change.zone:  # how it would have entered says nothing of it elsewhere
        action = ac.Move(
            object=action.object, to=action.to, how=action.how, under=action.under, new_id=action.new_id,
            reveal=action.reveal, base=action.base, kind=action.kind, owner=action.owner, cause=action.cause,
        )  # fmt: skip
    return replace(action, to=change.zone, place=change.place, reveal=change.reveal or action.reveal)


def _shuffle(plan: Planning, seat: Seat, cause: Cause) -> Any:
    from .perform import together

    def go(done: Any) -> Asking:
        return (yield from together(plan.game, [ac.Shuffle(seat=seat, cause=cause)]))

    return go


def _entering(look: Look, frame: Frame, change: Enters, action: ac.Action) -> ac.Action:
    assert isinstance(action, ac.Move)
    counters = dict(action.counters)
    for kind, amount in change.counters:
        counters[kind] = counters.get(kind, 0) + number(amount, look, frame)
    under = action.under
    if change.under is not None and (refs := change.under.resolve(look, frame)):
        under = seat_of(refs[0])
    return replace(
        action,
        tapped=action.tapped or change.tapped,
        counters=tuple(sorted(counters.items())),
        under=under,
    )


def _as_copy(plan: Planning, chosen: Applicable, change: EntersAsCopy, action: ac.Action) -> Asking:
    """707.5: it enters as a copy; the copied thing's own "as enters" then apply too."""
    assert isinstance(action, ac.Move)
    game = plan.game
    frame = chosen.frame
    legal = tuple(change.filter.refs(game.look, frame))
    picked = yield from game.choose_refs(
        frame.controller, legal, prompt="copy", rule="copy.enters", cause=action.object, least=1 if change.must else 0
    )
    if not picked:
        return action
    return with_copy(game, action, ObjId(picked[0]), change.exceptions + _added(game, change))


def _added(game: Any, change: EntersAsCopy) -> tuple[tuple[str, Any], ...]:
    return tuple(("add_ability", game.book.path_of(a)) for a in change.adds)


def _choosing(plan: Planning, chosen: Applicable, change: EntersChoosing, action: ac.Action) -> Asking:
    assert isinstance(action, ac.Move)
    seat = action.under
    values = yield from plan.game.choose_value(seat, change.what, change.filter, chosen.frame)
    return replace(action, chosen=(*action.chosen, (change.link or change.what, values)))


def _paying(
    plan: Planning, chosen: Applicable, change: EntersPaying, action: ac.Action, entering: Thing | None, used: Used
) -> Asking:
    from .costs import pay_if_willing

    paid = yield from pay_if_willing(plan.game, chosen.frame, chosen.frame.controller, change.cost)
    changed: ac.Action | None = action
    if not paid:
        for other in change.otherwise:
            if changed is not None:
                changed = yield from carry_out(plan, chosen, other, changed, entering, used)
    return changed
