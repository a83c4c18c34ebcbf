"""The events of an action that will happen, made on the state before its batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import chance
from . import events as ev
from .abilities import Instead
from .lasting import CHOSEN_SOURCE, has_lapsed
from .sides import put_attacking
from .state import Cause, Delayed, Effect, Obj, Thing
from .values import NUMBER_LIMIT, CardId, ObjId, Ref, count_of, is_player, player, seat_of

if TYPE_CHECKING:
    from .perform import Planning


def events_of(plan: Planning, action: ac.Action, clock: int) -> list[ev.Event]:
    handler = _MAKERS.get(type(action))
    assert handler is not None, f"no event for {type(action).__name__}"
    return handler(plan, action, clock)


def _moved(plan: Planning, a: ac.Move, clock: int) -> list[ev.Event]:
    game = plan.game
    state = game.state
    was = game.look.live(a.object) if a.object else None
    if a.object and was is None:
        return []
    new = _new_object(plan, a, was, clock)
    place = -1
    if a.to in ("library", "schemes"):
        place = a.place
    nth = 0
    if a.how == "draw":
        nth = state.tallies.get("turn:draws", {}).get(str(new.owner), 0) + 1
    made: list[ev.Event] = [ev.Moved(was=was, now=new, how=a.how, place=place, nth=nth, cause=a.cause)]
    if was is not None and (a.reveal or _uncovered(was.obj, a.to)):
        seats_ = tuple(p.seat for p in state.players)
        made.insert(0, ev.Revealed(objects=(was.obj.id,), to=seats_, public=True, cause=a.cause))
    if was is not None and was.obj.zone == "stack" and a.to == "battlefield" and state.effects:
        made += _shields_moved(plan, was.obj.id, new.id, a.cause)
    for kind, n in a.counters:
        made.append(ev.CountersPut(on=new.id, kind=kind, amount=n, entering=True, cause=a.cause))
    for link, values in a.chosen:
        made.append(ev.Linked(object=new.id, link=link, values=values, cause=a.cause))
    if a.attacking and (attack := put_attacking(game, new.under, a.attacking)) is not None:
        made.append(ev.AttackerAdded(attack=replace(attack, attacker=new.id), cause=a.cause))
    return made


def _shields_moved(plan: Planning, spell: ObjId, permanent: ObjId, cause: Cause) -> list[ev.Event]:
    """What prevents damage from a permanent spell goes on for the permanent that it becomes (400.7c), and so does
    what replaces damage from a spell that was chosen as its source (609.7a).

    In 2004 prevention does so where the spell was chosen (419.8a (2004)), but not where it was a target."""
    game = plan.game
    any_spell = game.look.switch("shield_follows_spell") == "any"
    made: list[ev.Event] = []
    for effect in game.state.effects.values():
        names = [name for name, v in effect.bound if isinstance(v, tuple) and spell in v]
        instead = game.book.at(effect.path)
        if not names or not isinstance(instead, Instead) or all(w.action != "DealDamage" for w in instead.would):
            continue
        if CHOSEN_SOURCE not in names and not (any_spell and instead.prevents):
            continue
        bound = tuple(
            (name, tuple(permanent if i == spell else i for i in v) if isinstance(v, tuple) else v)
            for name, v in effect.bound
        )
        made.append(ev.EffectEnded(effect=effect.id, cause=cause))
        made.append(ev.EffectBegan(effect=replace(effect, bound=bound), cause=cause))
    return made


def _uncovered(obj: Obj, to: str) -> bool:
    """708.9: a face-down permanent that moves is shown, and a face-down spell that becomes no permanent."""
    moves = obj.zone == "battlefield" or (obj.zone == "stack" and to != "battlefield")
    return bool(obj.face_down) and moves


def _new_object(plan: Planning, a: ac.Move, was: Thing | None, clock: int) -> Obj:
    state = plan.game.state
    on_table = a.to == "battlefield"
    if was is None:
        owner = a.owner if a.owner >= 0 else a.under
        card, base, kind = plan.game.fresh_card(), a.base, a.kind
    else:
        owner, card, base, kind = was.obj.owner, was.obj.card, was.obj.base, was.obj.kind
    if kind == "copy" and on_table:
        kind = "token"  # 608.3f: a copy of a permanent spell becomes a token as it resolves
    controller = a.under if a.under >= 0 and a.to in ("battlefield", "stack", "command") else owner
    cast = a.cast if a.cast is not None else (was.obj.cast if was is not None and on_table else None)
    copied, exceptions = a.copied, a.exceptions
    keeps_copy = was is not None and was.obj.zone == "stack" and on_table and not copied
    if was is not None and (keeps_copy or (kind in ("copy", "token") and not copied)):
        copied, exceptions = was.obj.copied, was.obj.exceptions
    return Obj(
        id=a.new_id or plan.game.fresh_id(),
        card=card,
        kind=kind,
        base=base,
        owner=owner,
        controller=controller,
        zone=a.to,
        under=controller,
        timestamp=clock,
        arrived=state.turn.number,
        tapped=a.tapped and on_table,
        face_down=a.face_down,
        counters=tuple(sorted(a.counters)),
        attached=a.attached if on_table else Ref(0),
        copied=copied,
        exceptions=exceptions,
        cast=cast,
        marks=a.marks,
    )


def _ceased(plan: Planning, a: ac.Cease, clock: int) -> list[ev.Event]:
    was = plan.game.look.live(a.object)
    return [] if was is None else [ev.Ceased(was=was, how=a.how, cause=a.cause)]


def _copied_spell(plan: Planning, a: ac.CopySpell, clock: int) -> list[ev.Event]:
    """707.10: the copy is put on the stack with the original's choices, as that last was; it is not cast."""
    thing = plan.game.look.thing(a.object)
    if thing is None or thing.obj.zone != "stack":
        return []
    original = thing.obj
    is_spell = original.kind in ("card", "copy")
    new = replace(
        original,
        id=plan.game.fresh_id(),
        card=plan.game.fresh_card() if is_spell else CardId(0),
        kind="copy" if is_spell else "ability",
        owner=a.seat,
        controller=a.seat,
        under=a.seat,
        timestamp=clock,
        exceptions=original.exceptions + a.exceptions,
        cast=replace(original.cast, seat=a.seat, paid=()) if original.cast else None,
        marks=(),
    )
    return [ev.Moved(was=None, now=new, how="copy", cause=a.cause)]


def _copied_card(plan: Planning, a: ac.CopyCard, clock: int) -> list[ev.Event]:
    """707.12: the copy of a card comes to be in the zone where that is, to be cast from there."""
    thing = plan.game.look.live(a.object)
    if thing is None:
        return []
    new = replace(
        thing.obj,
        id=plan.game.fresh_id(),
        card=plan.game.fresh_card(),
        kind="copy",
        owner=a.seat,
        controller=a.seat,
        under=a.seat,
        timestamp=clock,
        counters=(),
        marks=(),
        cast=None,
        face_down="",
    )
    return [ev.Moved(was=None, now=new, how="copy", cause=a.cause)]


def _drawn(plan: Planning, a: ac.Draw, clock: int) -> list[ev.Event]:
    return [ev.DrawFailed(seat=a.seat, cause=a.cause)]


def _shuffled(plan: Planning, a: ac.Shuffle, clock: int) -> list[ev.Event]:
    """The order is drawn over what will be in the zone once this batch has happened."""
    state = plan.game.state
    gone = {m.object for m in plan.leaves if isinstance(m, ac.Move) and m.to != a.zone}
    ids = [i for i in state.zone(a.zone, a.seat) if i not in gone]
    ids += [m.new_id for m in plan.leaves if isinstance(m, ac.Move) and _goes_into(plan, m, a)]
    order, seed = chance.shuffled(ids, state.seed if plan.seed is None else plan.seed)
    plan.seed = seed
    return [ev.Shuffled(seat=a.seat, zone=a.zone, order=order, seed=seed, cause=a.cause)]


def _goes_into(plan: Planning, move: ac.Move, shuffle: ac.Shuffle) -> bool:
    obj = plan.game.state.objects.get(move.object)
    return move.to == shuffle.zone and move.new_id > 0 and obj is not None and obj.owner == shuffle.seat


def _damage_dealt(plan: Planning, a: ac.DealDamage, clock: int) -> list[ev.Event]:
    look = plan.game.look
    source = look.thing(a.source)
    assert source is not None
    to = None if is_player(a.to) else look.live(a.to)
    marked = 0
    deathtouch = False
    if to is not None and "Creature" in to.chars.types:
        if not (source.chars.has("wither") or source.chars.has("infect")):
            marked = a.amount
        deathtouch = source.chars.has("deathtouch") and look.switch("deathtouch") == "check"
    return [
        ev.DamageDealt(
            source=a.source, by=source, to=a.to, amount=a.amount, combat=a.combat, marked=marked,
            deathtouch=deathtouch, was=to, cause=a.cause,
        )
    ]  # fmt: skip


def _life_gained(plan: Planning, a: ac.GainLife, clock: int) -> list[ev.Event]:
    if a.amount <= 0 or not plan.game.state.player(a.seat).in_game:
        return []
    room = NUMBER_LIMIT - plan.game.state.player(a.seat).life
    return _limited(a.amount, room, player(a.seat), lambda n: ev.LifeGained(seat=a.seat, amount=n, cause=a.cause))


def _life_lost(plan: Planning, a: ac.LoseLife, clock: int) -> list[ev.Event]:
    if a.amount <= 0 or not plan.game.state.player(a.seat).in_game:
        return []
    room = NUMBER_LIMIT + plan.game.state.player(a.seat).life
    return _limited(
        a.amount, room, player(a.seat), lambda n: ev.LifeLost(seat=a.seat, amount=n, how=a.how, cause=a.cause)
    )


def _limited(amount: int, room: int, on: Ref, make: Callable[[int], ev.Event]) -> list[ev.Event]:
    """An amount that stops at the limit of game numbers, and says so (decision 23)."""
    if amount <= room:
        return [make(amount)]
    stopped: list[ev.Event] = [ev.LimitReached(limit="number", on=on)]
    return [make(room), *stopped] if room > 0 else stopped


def _mana_added(plan: Planning, a: ac.AddMana, clock: int) -> list[ev.Event]:
    return [ev.ManaAdded(seat=a.seat, mana=a.mana, cause=a.cause)] if a.mana else []


def _mana_emptied(plan: Planning, a: ac.EmptyMana, clock: int) -> list[ev.Event]:
    mana = plan.game.state.player(a.seat).mana
    return [ev.ManaEmptied(seat=a.seat, mana=mana, cause=a.cause)] if mana else []


def _counters_put(plan: Planning, a: ac.PutCounters, clock: int) -> list[ev.Event]:
    look = plan.game.look
    if a.amount <= 0:
        return []
    was = None if is_player(a.on) else look.live(a.on)
    if not is_player(a.on) and was is None:
        return []
    there = count_of(was.obj.counters if was else plan.game.state.player(seat_of(a.on)).counters, a.kind)
    return _limited(
        a.amount,
        NUMBER_LIMIT - there,
        a.on,
        lambda n: ev.CountersPut(on=a.on, kind=a.kind, amount=n, was=was, cause=a.cause),
    )


def _counters_removed(plan: Planning, a: ac.RemoveCounters, clock: int) -> list[ev.Event]:
    state = plan.game.state
    if is_player(a.on):
        there = count_of(state.player(seat_of(a.on)).counters, a.kind)
    else:
        obj = state.objects.get(ObjId(a.on))
        there = 0 if obj is None else count_of(obj.counters, a.kind)
    n = min(there, a.amount)
    return [ev.CountersRemoved(on=a.on, kind=a.kind, amount=n, cause=a.cause)] if n > 0 else []


def _tapped(plan: Planning, a: ac.Tap, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or obj.tapped or obj.zone != "battlefield":
        return []
    return [ev.Tapped(object=a.object, for_mana=a.for_mana, cause=a.cause)]


def _untapped(plan: Planning, a: ac.Untap, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.tapped or obj.zone != "battlefield":
        return []
    return [ev.Untapped(object=a.object, cause=a.cause)]


def _attached(plan: Planning, a: ac.Attach, clock: int) -> list[ev.Event]:
    """701.3b: attaching to what it is attached to already, or cannot be, does nothing."""
    thing = plan.game.look.live(a.object)
    if thing is None or thing.obj.attached == a.to or not plan.game.look.can_attach(thing, a.to):
        return []
    return [ev.Attached(object=a.object, to=a.to, cause=a.cause)]


def _unattached(plan: Planning, a: ac.Unattach, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.attached:
        return []
    return [ev.Unattached(object=a.object, was=obj.attached, cause=a.cause)]


def _phased_out(plan: Planning, a: ac.PhaseOut, clock: int) -> list[ev.Event]:
    """702.26g: what is attached phases out with it, indirectly, and so does what is attached to that."""
    look = plan.game.look
    made: list[ev.Event] = []
    if _goes_along(plan, a.object):
        return made
    met = {a.object}
    still = [(a.object, a.way)]
    while still:
        obj_id, way = still.pop()
        was = look.live(obj_id)
        if was is None or was.obj.zone != "battlefield" or was.obj.phased_out:
            continue
        made.append(ev.PhasedOut(object=obj_id, way=way, was=was, cause=a.cause))
        if look.switch("phased_out") == "zone":
            made += _forgotten(plan, was, a.cause)
        attached = [i for i in look.attachments(obj_id) if i not in met]
        met.update(attached)
        still += [(i, f"with {obj_id}") for i in reversed(attached)]
    return made


def _goes_along(plan: Planning, obj_id: ObjId) -> bool:
    """702.26h: whether what it is attached to, or that in its turn, phases out at the same time; then it does so
    indirectly only."""
    objects = plan.game.state.objects
    out = {leaf.object for leaf in plan.leaves if isinstance(leaf, ac.PhaseOut)}
    met = {obj_id}
    while (obj := objects.get(obj_id)) is not None and (obj_id := ObjId(obj.attached)) not in met:
        if obj_id in out:
            return True
        met.add(obj_id)
    return False


def _phased_in(plan: Planning, a: ac.PhaseIn, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.phased_out:
        return []
    # 502.15m (2004): it can attack and tap as though it had haste
    fresh = plan.game.look.switch("phased_out") == "zone"
    return [ev.PhasedIn(object=a.object, fresh=fresh, cause=a.cause)]


def _forgotten(plan: Planning, was: Thing, cause: Cause) -> list[ev.Event]:
    """What a move to the phased-out zone ends: damage, and effects and delayed triggers that are about it and
    last for a limited time (502.15e (2007), 502.15g (2007)); not those that wait for it to leave, where
    phasing out is that (502.15d (2004))."""
    state, obj = plan.game.state, was.obj.id
    made: list[ev.Event] = [ev.DamageRemoved(object=obj, cause=cause)] if was.obj.damage else []
    for effect in state.effects.values():
        if effect.affected is None or obj not in effect.affected or effect.duration == "forever":
            continue
        made.append(ev.EffectEnded(effect=effect.id, cause=cause))
        rest = tuple(r for r in effect.affected if r != obj)
        if rest:
            made.append(ev.EffectBegan(effect=replace(effect, affected=rest), cause=cause))
    for delayed in state.delayed.values():
        values = [v for _, value in delayed.bound for v in (value if isinstance(value, tuple) else (value,))]
        leaving = "on:Moved" in plan.game.book.at(delayed.path).keys and plan.game.look.switch("phasing_leaves")
        if obj in values and not leaving:
            made.append(ev.DelayedEnded(delayed=delayed.id, cause=cause))
    return made


def _turned(plan: Planning, a: ac.TurnFace, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or obj.face_down == a.face_down:
        return []
    return [ev.TurnedFace(object=a.object, face_down=a.face_down, cause=a.cause)]


def _effect_began(plan: Planning, a: ac.StartEffect, clock: int) -> list[ev.Event]:
    state = plan.game.state
    affected = a.affected
    if affected:  # 702.26e: nothing that is phased out is among what an effect changes
        affected = tuple(r for r in affected if (o := state.objects.get(ObjId(r))) is None or not o.phased_out)
        if not affected:
            return []
    number = plan.game.take_effect_number()
    effect = Effect(
        id=number, path=a.path, source=a.source, controller=a.seat, timestamp=clock, duration=a.duration,
        bound=a.bound, affected=affected, uses=a.uses, turn=state.turn.number,
    )  # fmt: skip
    known = a.source in state.objects or a.source in state.last_known
    if known and has_lapsed(plan.game, effect):
        return []  # 611.2b: its duration was over before it began
    return [ev.EffectBegan(effect=effect, cause=a.cause)]


def _delayed_began(plan: Planning, a: ac.StartDelayed, clock: int) -> list[ev.Event]:
    delayed = Delayed(
        id=plan.game.take_effect_number(), path=a.path, source=a.source, controller=a.seat, bound=a.bound,
        duration=a.duration, turn=plan.game.state.turn.number,
    )  # fmt: skip
    return [ev.DelayedBegan(delayed=delayed, cause=a.cause)]


def _game_lost(plan: Planning, a: ac.LoseGame, clock: int) -> list[ev.Event]:
    """A seat loses with its whole team where the team's life is one (810.8a)."""
    game = plan.game
    if not game.state.player(a.seat).in_game:
        return []
    return [
        ev.GameLost(seat=s, reasons=a.reasons, cause=a.cause)
        for s in game.loses_with(a.seat)
        if game.state.player(s).in_game
    ]


def _game_drawn(plan: Planning, a: ac.DrawGame, clock: int) -> list[ev.Event]:
    from .state import Result

    return [ev.GameEnded(result=Result(draw=True), cause=replace(a.cause, rule=a.cause.rule or "draw_game"))]


def _decisions_given(plan: Planning, a: ac.ControlPlayer, clock: int) -> list[ev.Event]:
    """723.1; of those who share their turns it is the whole team (805.8)."""
    seats = plan.game.look.taking_turns_with(a.seat)
    return [ev.DecisionsGiven(seat=seat, by=a.by, cause=a.cause) for seat in seats]


def _steps_added(plan: Planning, a: ac.AddSteps, clock: int) -> list[ev.Event]:
    """After this step, or (500.8) after what is left of this phase."""
    from .turn import steps_left

    place = steps_left(plan.game.state.turn) if a.after_phase else 0
    return [ev.StepsAdded(steps=a.steps, first=a.first, place=place, cause=a.cause)]


def _monarch(plan: Planning, a: ac.BecomeMonarch, clock: int) -> list[ev.Event]:
    if plan.game.state.monarch == a.seat:
        return []
    return [ev.BecameMonarch(seat=a.seat, cause=a.cause)]


def _marked(plan: Planning, a: ac.Mark, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or (a.mark in obj.marks) == a.on:
        return []
    return [ev.Marked(object=a.object, mark=a.mark, on=a.on, cause=a.cause)]


def _damage_removed(plan: Planning, a: ac.RemoveDamage, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    return [ev.DamageRemoved(object=a.object, cause=a.cause)] if obj is not None and obj.damage else []


def _removed(plan: Planning, a: ac.RemoveFromCombat, clock: int) -> list[ev.Event]:
    combat = plan.game.state.combat
    if combat is None:
        return []
    here = any(x.attacker == a.object for x in combat.attacks) or any(b == a.object for b, _ in combat.blocked_by)
    return [ev.RemovedFromCombat(object=a.object, cause=a.cause)] if here else []


_MAKERS: dict[type[ac.Action], Callable[[Planning, Any, int], list[ev.Event]]] = {
    ac.Move: _moved,
    ac.Cease: _ceased,
    ac.CopySpell: _copied_spell,
    ac.CopyCard: _copied_card,
    ac.Draw: _drawn,
    ac.Shuffle: _shuffled,
    ac.DealDamage: _damage_dealt,
    ac.GainLife: _life_gained,
    ac.LoseLife: _life_lost,
    ac.AddMana: _mana_added,
    ac.EmptyMana: _mana_emptied,
    ac.PutCounters: _counters_put,
    ac.RemoveCounters: _counters_removed,
    ac.Tap: _tapped,
    ac.Untap: _untapped,
    ac.Attach: _attached,
    ac.Unattach: _unattached,
    ac.PhaseOut: _phased_out,
    ac.PhaseIn: _phased_in,
    ac.TurnFace: _turned,
    ac.StartEffect: _effect_began,
    ac.StartDelayed: _delayed_began,
    ac.LoseGame: _game_lost,
    ac.DrawGame: _game_drawn,
    ac.BecomeMonarch: _monarch,
    ac.Mark: _marked,
    ac.RemoveDamage: _damage_removed,
    ac.RemoveFromCombat: _removed,
    ac.Counter: lambda p, a, c: [ev.Countered(object=a.object, by=a.cause.source, cause=a.cause)],
    ac.Reorder: lambda p, a, c: [ev.Reordered(seat=a.seat, zone=a.zone, order=a.order, cause=a.cause)],
    ac.Reveal: lambda p, a, c: [
        ev.Revealed(objects=a.objects, to=a.to, public=a.public, cause=a.cause)
    ] if a.objects else [],
    ac.Link: lambda p, a, c: [ev.Linked(object=a.object, link=a.link, values=a.values, cause=a.cause)],
    ac.BecomeCopy: lambda p, a, c: [
        ev.BecameCopy(object=a.object, base=a.base, exceptions=a.exceptions, cause=a.cause)
    ],
    ac.EndEffect: lambda p, a, c: [ev.EffectEnded(effect=a.effect, cause=a.cause)],
    ac.ChangeCast: lambda p, a, c: [ev.CastChanged(object=a.object, cast=a.cast, cause=a.cause)],
    ac.ControlPlayer: _decisions_given,
    ac.AddTurn: lambda p, a, c: [ev.TurnScheduled(seat=a.seat, mark=a.mark, cause=a.cause)],
    ac.AddSteps: _steps_added,
    ac.Skip: lambda p, a, c: [ev.Skipping(seat=a.seat, what=a.what, cause=a.cause)],
    ac.WinGame: lambda p, a, c: [ev.GameWon(seat=a.seat, cause=a.cause)],
    ac.ChangeDayNight: lambda p, a, c: [ev.DayNightChanged(to=a.to, cause=a.cause)],
}  # fmt: skip
