"""Replacement and prevention effects, and what can't happen (614 to 616).

Each effect applies at most once to an event and what became of it (614.5): `used` travels along. The
affected player, or the affected object's controller, chooses which of several applies first (616.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Instead
from .amounts import number
from .attach import protected_from
from .changes import (
    Also,
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
from .continuous import copy_exceptions, effect_frame
from .facts import Facts, affected_player, fits, of_action
from .frame import Frame
from .sources import Source
from .state import Cause, Thing
from .terms import This
from .values import NOTHING, Mana, ObjId, Ref, Seat, add_mana, is_player, player, seat_of

if TYPE_CHECKING:
    from .look import Look
    from .perform import Asking, Planning, Used

#: The definition that stands for the values of a face-down permanent (708.2a).
FACE_DOWN = "rule:face down"


def prohibited(look: Look, action: ac.Action, entering: Thing | None = None) -> bool:
    """Whether something says that this can't happen; it is asked before any replacement (614.17c)."""
    if _ruled_out(look, action, entering):
        return True
    name = type(action).__name__
    facts: Facts | None = None
    for cant, source, frame in look.prohibitions(name):
        if facts is None or isinstance(action, ac.LoseGame):
            facts = _facts_for(look, source, action, entering)
        if source.affected is not None and facts.object not in source.affected:
            continue
        if any(w.action == name and fits(look, w, facts, frame) for w in cant.would):
            return True
    return False


def _ruled_out(look: Look, action: ac.Action, entering: Thing | None) -> bool:
    """What rules and keywords say can't happen: destroying the indestructible (702.12b), a life total or counters
    that may not change, damage to what can't be dealt damage (120.1a)."""
    match action:
        case ac.Destroy(object=obj):
            thing = look.live(obj)
            return thing is not None and thing.chars.has("indestructible")
        case ac.DealDamage(to=to):
            return not _can_be_dealt_damage(look, to)
        case ac.GainLife(seat=seat):
            return any(look.has_rule(word, player(seat)) for word in ("can't gain life", "life can't change"))
        case ac.LoseLife(seat=seat):
            return look.has_rule("life can't change", player(seat))
        case ac.PutCounters(on=on, kind=kind) if entering is None:
            rules = look.rules_for("can't have counters", on)
            return any(rule.filter is None or rule.filter.noun == kind for rule, _, _ in rules)
    return False


class Applicable:
    """A replacement effect that applies to the action at hand."""

    __slots__ = ("frame", "instead", "key", "source")

    def __init__(self, source: Source, instead: Instead, frame: Frame, action: ac.Action) -> None:
        self.source = source
        self.instead = instead
        self.frame = frame
        self.key = key_of(source, instead, action)


def key_of(source: Source, instead: Instead, action: ac.Action) -> tuple[Any, ...]:
    """What says that an effect was used (614.5); what may apply again is told apart by where things go."""
    where = action.to if instead.again and isinstance(action, ac.Move) else ""
    obj = action.object if not source.obj and isinstance(action, ac.Move) else source.obj
    return (obj, source.path, source.effect, where)


def applicable(look: Look, action: ac.Action, entering: Thing | None, used: Used) -> list[Applicable]:
    """The effects that would apply, in the classes of 616.1: itself, control, copy, the others."""
    name = type(action).__name__
    sources = list(look.found(f"instead:{name}"))
    if entering is not None:
        sources = [s for s in sources if s.obj != entering.obj.id] + _own(look, entering, name)
    elif isinstance(action, ac.Move) and action.object:
        sources += _own_elsewhere(look, action, name, sources)
    if not sources:
        return []
    found = []
    facts = of_action(look, action, entering)
    for source in sources:
        instead: Instead = source.ability
        if isinstance(action, ac.LoseGame):
            facts = _facts_for(look, source, action, entering)
        if key_of(source, instead, action) in used:
            continue
        if source.affected is not None and facts.object not in source.affected:
            continue
        if isinstance(action, ac.DealDamage) and instead.prevents and not _prevents_or_more(look, instead, action):
            continue
        if instead.regenerates and not _regenerable(look, action):
            continue
        frame = source.frame(look).binding(**dict(facts.bound()))
        if entering is not None and source.obj == entering.obj.id and isinstance(action, ac.Move) and action.cast:
            frame = replace(frame, cast=action.cast)  # X and what was paid are those of the spell that it was
        if not any(w.action == name and fits(look, w, facts, frame) for w in instead.would):
            continue
        if instead.only_if is not None and not instead.only_if.holds(look, frame):
            continue
        if not instead.entering and entering is not None and source.obj == entering.obj.id:
            continue
        found.append(Applicable(source, instead, frame, action))
    return _first_class(found)


def _facts_for(look: Look, source: Source, action: ac.Action, entering: Thing | None) -> Facts:
    """What the action is about, as the source's controller sees it: who loses with a team loses as oneself."""
    for one in in_the_name_of_each(look, action):
        if isinstance(one, ac.LoseGame) and one.seat == source.controller:
            return of_action(look, one, entering)
    return of_action(look, action, entering)


def in_the_name_of_each(look: Look, action: ac.Action) -> tuple[ac.Action, ...]:
    """A loss of a team that loses as one is the loss of each of its players (810.8a)."""
    if not isinstance(action, ac.LoseGame) or not look.switch("team_loses"):
        return (action,)
    team = look.state.player(action.seat).team
    return tuple(replace(action, seat=p.seat) for p in look.state.players if p.team == team and p.in_game)


def _own(look: Look, entering: Thing, name: str) -> list[Source]:
    """The entering object's own effects about how it enters, by what it will be (614.12)."""
    found = []
    for ref in entering.chars.abilities:
        ability = look.book.at(ref.path)
        if not isinstance(ability, Instead) or f"instead:{name}" not in ability.keys or not ability.entering:
            continue
        if all(isinstance(w.object, This) for w in ability.would):
            found.append(
                Source(
                    ability,
                    ref.path,
                    entering.obj.id,
                    entering.chars.controller,
                    entering.obj.timestamp,
                    ref.bound,
                )
            )
    return found


def _own_elsewhere(look: Look, action: ac.Move, name: str, known: list[Source]) -> list[Source]:
    """Effects "from anywhere" of a card about itself work wherever it is (614.12, 113.6)."""
    thing = look.live(action.object)
    if thing is None or any(s.obj == action.object for s in known):
        return []
    found = []
    for ref in thing.chars.abilities:
        ability = look.book.at(ref.path)
        if isinstance(ability, Instead) and f"instead:{name}" in ability.keys and thing.obj.zone in ability.zones:
            found.append(
                Source(ability, ref.path, thing.obj.id, thing.chars.controller, thing.obj.timestamp, ref.bound)
            )
    return found


def _preventable(look: Look, action: ac.DealDamage) -> bool:
    return action.preventable and not look.has_rule("unpreventable", action.source)


def _prevents_or_more(look: Look, instead: Instead, action: ac.DealDamage) -> bool:
    """615.12: of unpreventable damage nothing is prevented, but what else the effect does takes place."""
    return _preventable(look, action) or any(isinstance(c, Also) for c in instead.changes)


def _regenerable(look: Look, action: ac.Action) -> bool:
    if isinstance(action, ac.Destroy):
        return action.regenerable and not look.has_rule("can't be regenerated", action.object)
    return True


def _first_class(found: list[Applicable]) -> list[Applicable]:
    """616.1a to d: self-replacements first, then control, then copies; else all that are left."""
    for test in (
        lambda a: a.instead.itself,
        lambda a: any(isinstance(c, Enters) and c.under is not None for c in a.instead.changes),
        lambda a: any(isinstance(c, EntersAsCopy) for c in a.instead.changes),
    ):
        first = [a for a in found if test(a)]
        if first:
            return first
    return found


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
        chosen = yield from _choose(plan, action, entering, found)
        if plan.game.state.seats_in_game() != present:  # 800.4a: the effects of one who left are gone
            return (yield from replacements(plan, action, entering, used))
    if chosen.instead.optional:
        seat = _decider(look, chosen)
        wants = yield from plan.game.choose_yes(seat, prompt="replace", rule="replacement", cause=chosen.source.obj)
        if not wants:
            return (yield from _on(plan, action, used | {chosen.key}))
    yield from _apply(plan, chosen, action, entering, used | {chosen.key})
    return True


def _decider(look: Look, chosen: Applicable) -> Seat:
    """Who may choose whether an optional effect applies."""
    if chosen.instead.chooser is not None:
        refs = chosen.instead.chooser.resolve(look, chosen.frame)
        if refs and is_player(refs[0]):
            return seat_of(refs[0])
    return chosen.frame.controller


def _on(plan: Planning, action: ac.Action, used: Used) -> Asking:
    yield from plan.decide(action, used)
    return True


def _protects(look: Look, action: ac.DealDamage) -> bool:
    """702.16e: damage from a source that one is protected from is prevented."""
    source = look.thing(action.source)
    return source is not None and _preventable(look, action) and protected_from(look, action.to, source)


def _choose(plan: Planning, action: ac.Action, entering: Thing | None, found: list[Applicable]) -> Asking:
    """616.1: the affected player or the affected object's controller chooses one to apply."""
    if len({(a.instead.path, a.frame.controller) for a in found}) == 1 and _alike(found[0].instead):
        return found[0]
    facts = of_action(plan.game.look, action, entering)
    seat = affected_player(plan.game.look, facts)
    return (yield from plan.game.choose_source(seat, found, rule="replacement.order", cause=facts.source))


def _alike(instead: Instead) -> bool:
    """Equal effects of equal sources need no order, unless a shield is used up by one of them."""
    return not any(isinstance(c, Prevented) and c.shield for c in instead.changes)


def _apply(plan: Planning, chosen: Applicable, action: ac.Action, entering: Thing | None, used: Used) -> Asking:
    changed: ac.Action | None = action
    frame = chosen.frame
    if chosen.source.effect and _alike(chosen.instead):
        _use_up(plan, chosen, 1)
    for change in chosen.instead.changes:
        if isinstance(change, Also):
            plan.waiting.append(_within(plan, used, _after(plan, chosen.frame, change.do)))
        elif changed is not None:
            changed = yield from _change(plan, chosen, change, changed, entering, used)
    if chosen.instead.do:
        yield from _instead_do(plan, chosen, frame, used)
        return
    if changed is not None:
        yield from plan.decide(changed, used)


def _instead_do(plan: Planning, chosen: Applicable, frame: Frame, used: Used) -> Asking:
    """The first sentence joins this batch, what follows waits until it has happened."""
    from .bodies import start

    body = start(plan.game, frame, chosen.instead.do)
    first = yield from body.plan_first()
    for action in first:
        yield from plan.decide(action, used)
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


def _use_up(plan: Planning, chosen: Applicable, n: int) -> None:
    effect = plan.game.state.effects.get(chosen.source.effect)
    if effect is None or effect.uses <= 0:
        return
    left = effect.uses - n
    event: ev.Event = ev.EffectUsed(effect=effect.id, left=left)
    if left <= 0:
        event = ev.EffectEnded(effect=effect.id)
    plan.game.happen([event])


def _change(
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
            own = look.commanders_identity(action.seat)
            mana: Mana = ()
            for symbol, n in action.mana:
                mana = add_mana(mana, ((symbol if symbol in own or symbol not in "WUBRG" else "C", n),))
            return replace(action, mana=mana)
        case Enters():
            return _entering(look, frame, change, action)
        case EntersAsCopy():
            return (yield from _as_copy(plan, chosen, change, action))
        case EntersChoosing():
            return (yield from _choosing(plan, chosen, change, action))
        case EntersPaying():
            return (yield from _paying(plan, chosen, change, action, entering, used))
    raise AssertionError(f"unknown change {change}")


def _after(plan: Planning, frame: Frame, do: tuple[Any, ...]) -> Any:
    from .bodies import start

    def go(done: Any) -> Asking:
        return (yield from start(plan.game, frame, do).run())

    return go


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
    if not _preventable(plan.game.look, action):
        chosen.frame = chosen.frame.binding(amount=0)
        return action
    effect = plan.game.state.effects.get(chosen.source.effect)
    if change.whole:
        n = action.amount
    elif change.shield and effect is not None and effect.uses > 0:
        share = plan.shares.get((effect.id, action.source, action.to), effect.uses)
        n = min(share, effect.uses, action.amount)
        _use_up(plan, chosen, n)
    elif change.amount is not None:
        n = min(number(change.amount, plan.game.look, chosen.frame), action.amount)
    else:
        n = action.amount
    left = action.amount - n
    chosen.frame = chosen.frame.binding(amount=n)
    return replace(action, amount=left) if left > 0 else None


def _redirected(look: Look, action: ac.Action, to: Ref) -> ac.Action:
    if isinstance(action, ac.DealDamage):
        return replace(action, to=to) if _can_be_dealt_damage(look, to) else action
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


def _can_be_dealt_damage(look: Look, ref: Ref) -> bool:
    """614.9, 120.1a: a player in the game, or a creature, planeswalker or battle on the battlefield."""
    if is_player(ref):
        return look.state.player(seat_of(ref)).in_game
    thing = look.live(ref)
    if thing is None or thing.obj.zone != "battlefield" or thing.obj.phased_out:
        return False
    return any(t in thing.chars.types for t in ("Creature", "Planeswalker", "Battle"))


def _goes_to(plan: Planning, change: GoesTo, action: ac.Action) -> ac.Action:
    assert isinstance(action, ac.Move)
    obj = plan.game.state.objects.get(action.object)
    owner = obj.owner if obj is not None else action.owner
    if change.shuffled:
        plan.waiting.append(_shuffle(plan, owner, action.cause))
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
    marks = (*action.marks, change.mark) if change.mark else action.marks
    return replace(
        action,
        tapped=action.tapped or change.tapped,
        counters=tuple(sorted(counters.items())),
        under=under,
        marks=marks,
    )


def _as_copy(plan: Planning, chosen: Applicable, change: EntersAsCopy, action: ac.Action) -> Asking:
    """707.5: it enters as a copy; the copied thing's own "as enters" then apply too."""
    assert isinstance(action, ac.Move)
    game = plan.game
    frame = chosen.frame
    legal = tuple(r for r in change.filter.refs(game.look, frame) if r != action.new_id)
    picked = yield from game.choose_refs(
        frame.controller, legal, prompt="copy", rule="copy.enters", cause=action.object, least=1 if change.must else 0
    )
    if not picked:
        return action
    return with_copy(game, action, ObjId(picked[0]), change.exceptions + _added(game, change))


def _added(game: Any, change: EntersAsCopy) -> tuple[tuple[str, Any], ...]:
    return tuple(("add_ability", game.book.path_of(a)) for a in change.adds)


def with_copy(game: Any, action: ac.Move, of: ObjId, exceptions: tuple[tuple[str, Any], ...]) -> ac.Move:
    base, kept = copiable(game.look, of)
    return replace(action, copied=base, exceptions=kept + exceptions)


def copiable(look: Look, of: ObjId) -> tuple[str, Any]:
    """What a copy of an object copies: a path and the exceptions of copy effects on it (707.2, 707.3)."""
    thing = look.thing(of)
    if thing is None:
        return "", ()
    if thing.obj.face_down and thing.obj.zone in ("battlefield", "stack"):
        return FACE_DOWN, ()  # 707.2: a face-down status is copied as the values that it gives
    newest = None
    for effect in look.state.effects.values():
        if effect.affected and of in effect.affected and dict(effect.bound).get("copy_base"):
            newest = effect if newest is None or newest.timestamp <= effect.timestamp else newest
    if newest is not None:
        frame = effect_frame(newest)
        return str(frame.value("copy_base")), copy_exceptions(frame)
    return thing.obj.copied or thing.obj.base, thing.obj.exceptions


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
                changed = yield from _change(plan, chosen, other, changed, entering, used)
    return changed


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
            chosen = yield from _choose(plan, action, thing, found)
            if plan.game.state.seats_in_game() != present:
                continue
        used |= {chosen.key}
        for change in chosen.instead.changes:
            changed = yield from _change(plan, chosen, change, action, thing, used)
            if changed is None:
                return 0
            action = changed


def source_of(applicable_effect: Applicable) -> ObjId:
    return applicable_effect.source.obj or NOTHING
