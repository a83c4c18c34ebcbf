"""Replacement and prevention effects at work (614 to 616): which one applies next, and what comes of it.

Each effect applies at most once to an event and what became of it (614.5): `used` travels along. The
affected player, or the affected object's controller, chooses which of several applies first (616.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from .alike import alike, uses_shield
from .applicable import Applicable, applicable, preventable
from .aside import aside
from .attach import protected_from
from .changes import Also
from .changing import carry_out, use_up
from .done import Done
from .facts import affected_player, of_action
from .frame import Frame
from .state import Thing
from .values import NOTHING, ObjId, Seat, is_player, seat_of

if TYPE_CHECKING:
    from .look import Look
    from .perform import Asking, Planning, Used


def replacements(plan: Planning, action: ac.Action, entering: Thing | None, used: Used) -> Asking:
    """Apply one effect, if any applies, and decide what came of it; True when something did."""
    look = plan.game.look
    if isinstance(action, ac.DealDamage) and _protects(look, action):
        return True
    found = applicable(look, action, entering, used)
    if not found:
        return False
    chosen = found[0]
    if len(found) > 1:
        present = plan.game.state.seats_in_game()
        picked = yield from _choose(plan, action, entering, found)
        if plan.game.state.seats_in_game() != present:
            picked = _still(picked, applicable(look, action, entering, used))
        if picked is None:
            return (yield from replacements(plan, action, entering, used))
        chosen = picked
    if chosen.instead.optional:
        seat = _decider(look, chosen)
        wants = yield from plan.game.choose_yes(seat, prompt="replace", rule="replacement", cause=chosen.source.obj)
        if not wants:
            return (yield from _on(plan, action, used | {chosen.key}))
    yield from _apply(plan, chosen, action, entering, used | {chosen.key})
    return True


def _still(chosen: Applicable, found: list[Applicable]) -> Applicable | None:
    """What was chosen while somebody left, if it is still there: the effects of one who left are gone (800.4a)."""
    return next((a for a in found if a.key == chosen.key), None)


def _decider(look: Look, chosen: Applicable) -> Seat:
    """Who may choose whether an optional effect applies."""
    if chosen.instead.chooser is not None:
        refs = chosen.instead.chooser.resolve(look, chosen.frame)
        if refs and is_player(refs[0]):
            return seat_of(refs[0])
    return chosen.frame.controller


def _on(plan: Planning, action: ac.Action, used: Used) -> Asking:
    yield from aside(plan.decide(action, used))
    return True


def _protects(look: Look, action: ac.DealDamage) -> bool:
    """702.16e: damage from a source that one is protected from is prevented."""
    source = look.thing(action.source)
    return source is not None and preventable(look, action) and protected_from(look, action.to, source)


def _choose(plan: Planning, action: ac.Action, entering: Thing | None, found: list[Applicable]) -> Asking:
    """616.1: the affected player or the affected object's controller chooses one to apply."""
    indifferent = alike(found)
    if indifferent and not plan.game.asks_alike:
        return found[0]
    facts = of_action(plan.game.look, action, entering)
    seat = affected_player(plan.game.look, facts)
    return (
        yield from plan.game.choose_source(
            seat,
            found,
            rule="replacement.order",
            cause=facts.source,
            about=facts.object,
            alike=indifferent,
            entering=_entering(action, entering),
        )
    )


def _entering(action: ac.Action, entering: Thing | None) -> dict[ObjId, ObjId]:
    """What an action would make enter, by what it still is: a card elsewhere, a spell, or nothing yet."""
    if entering is None:
        return {}
    return {entering.obj.id: action.object if isinstance(action, ac.Move) else NOTHING}


def _apply(plan: Planning, chosen: Applicable, action: ac.Action, entering: Thing | None, used: Used) -> Asking:
    changed: ac.Action | None = action
    frame = chosen.frame
    if chosen.source.effect and not uses_shield(chosen.instead):
        use_up(plan, chosen, 1)
    for change in chosen.instead.changes:
        if isinstance(change, Also) and change.at_once:
            continue
        if isinstance(change, Also):
            plan.waiting.append(_within(plan, used, _after(plan, chosen.frame, change.do, action)))
        elif changed is not None:
            changed = yield from carry_out(plan, chosen, change, changed, entering, used)
    if chosen.instead.do:
        yield from _joined(plan, frame, chosen.instead.do, used)
        return
    if changed is not None:
        yield from aside(plan.decide(changed, used))
    for change in chosen.instead.changes:
        if isinstance(change, Also) and change.at_once:
            yield from _joined(plan, chosen.frame, change.do, used)


def _joined(plan: Planning, frame: Frame, do: Any, used: Used) -> Asking:
    """The first sentence joins this batch, what follows waits until it has happened."""
    from .bodies import start

    body = start(plan.game, frame, do)
    first = yield from body.plan_first()
    for action in first:
        yield from aside(plan.decide(action, used))
    plan.waiting.append(_within(plan, used, body.go_on))


def _within(plan: Planning, used: Used, rest: Any) -> Any:
    """What follows belongs to the replaced event: the effects already used do not meet it again (614.5)."""

    def go(done: Any) -> Asking:
        game = plan.game
        outer, game.used = game.used, game.used | used
        try:
            return (yield from rest(done))
        finally:
            game.used = outer

    return go


def _after(plan: Planning, frame: Frame, do: tuple[Any, ...], action: ac.Action) -> Any:
    """Sentences for when it has happened: "that" is what moved, as it is now."""
    from .bodies import start

    moving = plan.game.state.objects.get(action.object) if isinstance(action, ac.Move) else None

    def go(done: Done) -> Asking:
        objects = plan.game.state.objects
        that = done.moved
        if moving is not None and moving.card:
            that = tuple(ref for ref in that if (obj := objects.get(ObjId(ref))) and obj.card == moving.card)
        return (yield from start(plan.game, replace(frame, that=that), do).run())

    return go


def replace_counters(plan: Planning, put: ac.PutCounters, thing: Thing, used: Used) -> Asking:
    """How many counters an object really enters with, after what modifies that."""
    action: ac.PutCounters = put
    while True:
        found = applicable(plan.game.look, action, thing, used)
        found = [a for a in found if a.source.obj != thing.obj.id]
        if not found:
            return action.amount
        chosen = found[0]
        if len(found) > 1:
            present = plan.game.state.seats_in_game()
            picked = yield from _choose(plan, action, thing, found)
            if plan.game.state.seats_in_game() != present:
                picked = _still(picked, applicable(plan.game.look, action, thing, used))
            if picked is None:
                continue
            chosen = picked
        used |= {chosen.key}
        for change in chosen.instead.changes:
            changed = yield from carry_out(plan, chosen, change, action, thing, used)
            if changed is None:
                return 0
            action = changed
