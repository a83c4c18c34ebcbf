"""Rule 1: everything that changes a state is in this file.

`apply(state, event)` is total and does not ask why: the events of a log, applied in order to the state at
its start, give the state at its end. The fold obeys `Undone` by leaving out what was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .state import Attack, CardRecord, Combat, Course, Obj, State, Thing
from .values import (
    HIDDEN_ZONES,
    NOBODY,
    Counts,
    ObjId,
    Ref,
    Seat,
    add_mana,
    is_player,
    seat_of,
    take_mana,
    with_counters,
    zone_key,
)

#: A tally is a fold over one type of event: it gives the key to add to and the amount, several such, or None.
Fold = Callable[[Any], Counts]
Tallies = Mapping[str, tuple[tuple[str, Fold], ...]]


#: Calls code of a plugin: (function, what counts when it fails, its arguments).
Call = Callable[..., Any]


def _plainly(function: Callable[..., Any], default: Any, *args: Any) -> Any:
    return function(*args)


def apply(state: State, event: ev.Event, tallies: Tallies | None = None, call: Call = _plainly) -> None:
    """Change `state` by one event. `tallies` maps event type names to the pool's tallies, whose code `call` runs."""
    handler = _HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event)
    if tallies:
        for name, fold in tallies.get(type(event).__name__, ()):
            _add_to_tally(state, name, call(fold, None, event))


def fold(state: State, log: Iterable[ev.Event], tallies: Tallies | None = None) -> State:
    """The state after a whole log, starting from `state` (which is left alone)."""
    standing: list[tuple[int, ev.Event]] = []
    for i, event in enumerate(log):
        if isinstance(event, ev.Undone):
            standing = [(j, e) for j, e in standing if j < event.to]
        standing.append((i, event))
    result = state.fork()
    for _, event in standing:
        apply(result, event, tallies)
    return result


def _add_to_tally(state: State, name: str, change: Counts) -> None:
    if not change:
        return
    tallies = state.write("tallies")
    counts = dict(tallies.get(name, {}))
    for key, amount in (change,) if isinstance(change[0], str) else change:
        counts[key] = counts.get(key, 0) + amount
    tallies[name] = counts


def _set(state: State, obj_id: ObjId, **changes: Any) -> None:
    obj = state.objects.get(obj_id)
    if obj is not None:
        state.write("objects", obj_id)[obj_id] = replace(obj, **changes)


def _set_player(state: State, seat: Seat, **changes: Any) -> None:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    state.players = tuple(players)


def _set_turn(state: State, **changes: Any) -> None:
    state.turn = replace(state.turn, **changes)


# --- turn and priority --------------------------------------------------------------------------


def _turn_began(state: State, e: ev.TurnBegan) -> None:
    marks = tuple(m for m in (e.mark, "extra" if e.extra else "") if m)
    _set_turn(
        state,
        number=e.number,
        active=e.seat,
        in_order=state.turn.last_in_order if e.extra else NOBODY,
        step="",
        stage="over",
        plan=e.plan,
        passed=(),
        holder=NOBODY,
        marks=marks,
        resolved=0,
    )
    state.players = tuple(
        replace(
            p, lands_played=0, turn_began=e.number, turns=p.turns + 1,
            decided_by=p.decided_next, decided_next=NOBODY,
        )
        if p.seat in (e.seats or (e.seat,))
        else replace(p, lands_played=0, decided_by=NOBODY)
        for p in state.players
    )  # fmt: skip
    state.fired = tuple(k for k in state.fired if not k.startswith("turn:"))
    state.course = Course()
    _clear_tallies(state, "turn:")


def _step_began(state: State, e: ev.StepBegan) -> None:
    plan = state.turn.plan
    rest = plan[1:] if plan and plan[0] == e.step else plan
    _set_turn(state, step=e.step, stage="new", plan=rest, passed=(), holder=NOBODY)
    _clear_tallies(state, "step:")
    if e.step == "upkeep":
        number = state.turn.number
        for p in state.players:
            if p.turn_began == number:
                _set_player(state, p.seat, upkeeps=(number, p.upkeeps[0]))


def _clear_tallies(state: State, prefix: str) -> None:
    for name in [n for n in state.tallies if n.startswith(prefix)]:
        del state.write("tallies")[name]


def _step_opened(state: State, e: ev.StepOpened) -> None:
    _set_turn(state, stage="open", passed=(), holder=state.turn.active)


def _step_ended(state: State, e: ev.StepEnded) -> None:
    plan = state.turn.plan
    _set_turn(state, stage="over", plan=(e.step, *plan) if e.repeat else plan, holder=NOBODY)


def _steps_added(state: State, e: ev.StepsAdded) -> None:
    plan = state.turn.plan
    place = e.place if e.first else len(plan)
    _set_turn(state, plan=plan[:place] + e.steps + plan[place:])


def _turn_scheduled(state: State, e: ev.TurnScheduled) -> None:
    _set_turn(state, extra=((e.seat, e.mark), *state.turn.extra))


def _extra_taken(state: State, e: ev.ExtraTaken) -> None:
    extra = state.turn.extra
    _set_turn(state, extra=extra[: e.index] + extra[e.index + 1 :])


def _skipping(state: State, e: ev.Skipping) -> None:
    _set_turn(state, skips=(*state.turn.skips, (e.seat, e.what)))


def _skipped(state: State, e: ev.Skipped) -> None:
    skips = list(state.turn.skips)
    if (e.seat, e.what) in skips:
        skips.remove((e.seat, e.what))
    plan = state.turn.plan
    if plan and plan[0] == e.what:
        plan = plan[1:]
    _set_turn(state, skips=tuple(skips), plan=plan)
    if e.in_order:
        _set_turn(state, in_order=e.seat)


def _priority_given(state: State, e: ev.PriorityGiven) -> None:
    _set_turn(state, holder=e.seat, passed=state.turn.passed if e.passes_stand else ())


def _passed(state: State, e: ev.Passed) -> None:
    _set_turn(state, holder=e.to, passed=(*state.turn.passed, e.seat))


def _checked(state: State, e: ev.Checked) -> None:
    state.flags = ()


# --- objects ------------------------------------------------------------------------------------


def _take_out(state: State, obj: Obj) -> None:
    key = zone_key(obj.zone, obj.owner)
    zones = state.write("zones", key)
    there = zones[key]
    at = there.index(obj.id)
    zones[key] = there[:at] + there[at + 1 :]
    del state.write("objects", obj.id)[obj.id]
    if obj.id in state.known:
        del state.write("known", obj.id)[obj.id]
    if obj.zone == "battlefield" and state.combat is not None:
        _leave_combat(state, obj.id)


def _put_in(state: State, obj: Obj, place: int) -> None:
    key = zone_key(obj.zone, obj.owner)
    zones = state.write("zones", key)
    there = zones.get(key, ())
    if obj.zone == "graveyard":
        place = 0
    elif obj.zone not in ("library", "schemes", "stack"):
        place = -1
    if place < 0 or place >= len(there):
        zones[key] = (*there, obj.id)
    else:
        zones[key] = (*there[:place], obj.id, *there[place:])
    state.write("objects", obj.id)[obj.id] = obj


def _known_after(state: State, e: ev.Moved) -> tuple[Seat, ...]:
    """Who knows an object in its new, hidden zone: those who saw where it went."""
    if e.was is None or e.now.zone not in HIDDEN_ZONES:
        return ()
    before = e.was.obj
    if before.zone not in HIDDEN_ZONES:
        return () if before.face_down else tuple(p.seat for p in state.players)
    knew = state.known.get(before.id, ())
    if before.zone == "hand" and e.now.zone == "library":
        return (before.owner,)
    return knew


def _moved(state: State, e: ev.Moved) -> None:
    known = _known_after(state, e)
    if e.was is not None and e.was.obj.id in state.objects:
        _take_out(state, state.objects[e.was.obj.id])
        state.write("last_known", e.was.obj.id)[e.was.obj.id] = e.was
    _put_in(state, e.now, e.place)
    if known:
        state.write("known", e.now.id)[e.now.id] = known
    state.next_id = max(state.next_id, e.now.id + 1)
    state.clock = max(state.clock, e.now.timestamp + 1)
    if e.now.card and e.now.card not in state.cards:
        state.write("cards", e.now.card)[e.now.card] = CardRecord(e.now.base, e.now.owner)
        state.next_card = max(state.next_card, e.now.card + 1)
    if e.now.kind in ("token", "copy") and e.now.zone != "battlefield":
        state.flags = (*state.flags, ("strayed", e.now.id))
    record = state.cards.get(e.now.card)
    if record is not None and record.commander and e.now.zone in ("graveyard", "exile"):
        state.flags = (*state.flags, ("commander", e.now.id))


def _ceased(state: State, e: ev.Ceased) -> None:
    if e.was.obj.id in state.objects:
        state.write("last_known", e.was.obj.id)[e.was.obj.id] = e.was
        _take_out(state, state.objects[e.was.obj.id])


def _shuffled(state: State, e: ev.Shuffled) -> None:
    _reorder(state, e.seat, e.zone, e.order)
    if e.zone == "library":
        known = state.write("known", *e.order)
        for obj_id in e.order:
            known.pop(obj_id, None)
    state.seed = e.seed


def _reordered(state: State, e: ev.Reordered) -> None:
    _reorder(state, e.seat, e.zone, e.order)


def _reorder(state: State, seat: Seat, zone: Any, order: tuple[ObjId, ...]) -> None:
    key = zone_key(zone, seat)
    moved = set(order)
    rest = tuple(i for i in state.zones.get(key, ()) if i not in moved)
    state.write("zones", key)[key] = order + rest


def _revealed(state: State, e: ev.Revealed) -> None:
    known = state.write("known", *e.objects)
    for obj_id in e.objects:
        obj = state.objects.get(obj_id)
        if obj is None or (obj.zone not in HIDDEN_ZONES and not obj.face_down):
            continue
        seats = set(known.get(obj_id, ())) | set(e.to)
        known[obj_id] = tuple(sorted(seats))


def _counters(state: State, on: Ref, kind: str, change: int) -> None:
    if is_player(on):
        for seat in state.sharing(seat_of(on), kind):
            _set_player(state, seat, counters=with_counters(state.players[seat].counters, kind, change))
    elif (obj := state.objects.get(ObjId(on))) is not None:
        _set(state, obj.id, counters=with_counters(obj.counters, kind, change))


def _counters_put(state: State, e: ev.CountersPut) -> None:
    if not e.entering:
        _counters(state, e.on, e.kind, e.amount)


def _counters_removed(state: State, e: ev.CountersRemoved) -> None:
    _counters(state, e.on, e.kind, -e.amount)


def _attached(state: State, e: ev.Attached) -> None:
    _set(state, e.object, attached=e.to, timestamp=state.clock)
    state.clock += 1


def _control_changed(state: State, e: ev.ControlChanged) -> None:
    _set(state, e.object, controller=e.seat, arrived=state.turn.number)
    if state.combat is not None:
        _leave_combat(state, e.object)


def _phased_out(state: State, e: ev.PhasedOut) -> None:
    _set(state, e.object, phased_out=e.way)
    if e.was is not None:
        was = Thing(replace(e.was.obj, phased_out=e.way), e.was.chars)
        state.write("last_known", e.object)[e.object] = was
    if state.objects[e.object].kind == "token":
        state.flags = (*state.flags, ("phased token", e.object))
    if state.combat is not None:
        _leave_combat(state, e.object)


def _phased_in(state: State, e: ev.PhasedIn) -> None:
    _set(state, e.object, phased_out="", **({"arrived": -1} if e.fresh else {}))
    state.write("last_known", e.object).pop(e.object, None)


def _turned_face(state: State, e: ev.TurnedFace) -> None:
    _set(state, e.object, face_down=e.face_down, timestamp=state.clock)
    if e.object in state.known:
        del state.write("known", e.object)[e.object]
    state.clock += 1


def _became_copy(state: State, e: ev.BecameCopy) -> None:
    _set(state, e.object, copied=e.base, copied_at=state.clock, exceptions=e.exceptions)
    state.clock += 1


def _marked(state: State, e: ev.Marked) -> None:
    obj = state.objects.get(e.object)
    if obj is not None:
        rest = tuple(m for m in obj.marks if m != e.mark)
        _set(state, e.object, marks=(*rest, e.mark) if e.on else rest)


def _linked(state: State, e: ev.Linked) -> None:
    key = f"{e.object}:{e.link}"
    state.write("links", key)[key] = e.values


def _remembered(state: State, e: ev.Remembered) -> None:
    kept = state.write("last_known", *(thing.obj.id for thing in e.things))
    for thing in e.things:
        kept[thing.obj.id] = thing


def _forgotten(state: State, e: ev.Forgotten) -> None:
    kept = state.write("last_known", *e.objects)
    for obj_id in e.objects:
        kept.pop(obj_id, None)


# --- damage, life, mana -------------------------------------------------------------------------


def _damage_dealt(state: State, e: ev.DamageDealt) -> None:
    if is_player(e.to):
        return
    obj = state.objects.get(ObjId(e.to))
    if obj is None:
        return
    if e.marked:
        _set(state, obj.id, damage=obj.damage + e.marked)
    if e.deathtouch:
        state.flags = (*state.flags, ("deathtouch", obj.id))


def _life_gained(state: State, e: ev.LifeGained) -> None:
    _change_life(state, e.seat, e.amount)


def _life_lost(state: State, e: ev.LifeLost) -> None:
    _change_life(state, e.seat, -e.amount)


def _change_life(state: State, seat: Seat, change: int) -> None:
    """810.9: it happens to a player, and the result is applied to the total that a team shares."""
    for each in state.sharing(seat, "life"):
        _set_player(state, each, life=state.players[each].life + change)


def _mana_added(state: State, e: ev.ManaAdded) -> None:
    _set_player(state, e.seat, mana=add_mana(state.players[e.seat].mana, e.mana))


def _mana_taken(state: State, e: ev.ManaSpent | ev.ManaEmptied) -> None:
    _set_player(state, e.seat, mana=take_mana(state.players[e.seat].mana, e.mana))


def _draw_failed(state: State, e: ev.DrawFailed) -> None:
    state.flags = (*state.flags, ("draw", e.seat))


def _land_played(state: State, e: ev.LandPlayed) -> None:
    _set_player(state, e.seat, lands_played=state.players[e.seat].lands_played + 1)


# --- stack and triggers -------------------------------------------------------------------------


def _resolved(state: State, e: ev.Resolved) -> None:
    _set_turn(state, resolved=state.turn.resolved + 1)
    course, height = state.course, len(state.zone("stack"))
    falls = course.low < 0 or height < course.low
    state.course = Course(low=height) if falls else replace(course, quiet=course.quiet + 1)


def _triggered(state: State, e: ev.Triggered) -> None:
    state.waiting = (*state.waiting, e.waiting)
    state.next_effect = max(state.next_effect, e.waiting.id + 1)


def _trigger_put(state: State, e: ev.TriggerPut) -> None:
    state.waiting = tuple(w for w in state.waiting if w.id != e.waiting)


def _ability_fired(state: State, e: ev.AbilityFired) -> None:
    state.fired = (*state.fired, e.key) if e.on else tuple(k for k in state.fired if k != e.key)


# --- combat -------------------------------------------------------------------------------------


def _combat(state: State) -> Combat:
    return state.combat or Combat()


def _leave_combat(state: State, obj_id: ObjId, role: str = "") -> None:
    """506.4: it no longer attacks or blocks, and what attacked it attacks nothing (506.4c)."""
    combat = _combat(state)
    if role != "fights":
        attacks = tuple(replace(a, defender=Ref(0)) if a.defender == obj_id else a for a in combat.attacks)
        combat = replace(combat, attacks=attacks)
    if role != "attacked":
        attacks = tuple(
            replace(a, blockers=tuple(b for b in a.blockers if b != obj_id))
            for a in combat.attacks
            if a.attacker != obj_id
        )
        blocked_by = tuple((b, at) for b, at in combat.blocked_by if b != obj_id)
        former = combat.former + tuple(a for a in combat.attacks if a.attacker == obj_id)
        combat = replace(combat, attacks=attacks, blocked_by=blocked_by, former=former)
    state.combat = combat


def _attackers_declared(state: State, e: ev.AttackersDeclared) -> None:
    combat = _combat(state)
    attacked = combat.attacked or bool(e.attacks)
    state.combat = replace(combat, attacks=combat.attacks + e.attacks, attacked=attacked)


def _attacker_added(state: State, e: ev.AttackerAdded) -> None:
    combat = _combat(state)
    state.combat = replace(combat, attacks=(*combat.attacks, e.attack), attacked=True)


def _blockers_declared(state: State, e: ev.BlockersDeclared) -> None:
    combat = _combat(state)
    state.combat = replace(
        combat,
        attacks=tuple(_with_blockers(a, e.blocks) for a in combat.attacks),
        blocked_by=combat.blocked_by + e.blocks,
        declared=(*combat.declared, e.seat),
    )


def _with_blockers(attack: Attack, blocks: tuple[tuple[ObjId, tuple[ObjId, ...]], ...]) -> Attack:
    new = tuple(blocker for blocker, attackers in blocks if attack.attacker in attackers)
    return replace(attack, blocked=True, blockers=attack.blockers + new) if new else attack


def _blockers_ordered(state: State, e: ev.BlockersOrdered) -> None:
    combat = _combat(state)
    attacks = tuple(replace(a, blockers=e.blockers) if a.attacker == e.attacker else a for a in combat.attacks)
    state.combat = replace(combat, attacks=attacks)


def _blocks_done(state: State, e: ev.BlocksDone) -> None:
    state.combat = replace(_combat(state), blocks_done=True)


def _attackers_ordered(state: State, e: ev.AttackersOrdered) -> None:
    combat = _combat(state)
    blocked_by = tuple((b, e.attackers if b == e.blocker else at) for b, at in combat.blocked_by)
    state.combat = replace(combat, blocked_by=blocked_by)


def _removed_from_combat(state: State, e: ev.RemovedFromCombat) -> None:
    _leave_combat(state, e.object, e.role)


def _damage_assigned(state: State, e: ev.DamageAssigned) -> None:
    state.combat = replace(_combat(state), assigned=e.parts)


def _struck_first(state: State, e: ev.StruckFirst) -> None:
    state.combat = replace(_combat(state), struck=e.objects, first_step=True)


def _combat_ended(state: State, e: ev.CombatEnded) -> None:
    state.combat = None


def _combat_began(state: State, e: ev.CombatBegan) -> None:
    state.combat = Combat()


# --- effects ------------------------------------------------------------------------------------


def _effect_began(state: State, e: ev.EffectBegan) -> None:
    state.write("effects", e.effect.id)[e.effect.id] = e.effect
    state.next_effect = max(state.next_effect, e.effect.id + 1)
    state.clock = max(state.clock, e.effect.timestamp + 1)


def _effect_used(state: State, e: ev.EffectUsed) -> None:
    effect = state.effects.get(e.effect)
    if effect is not None:
        state.write("effects", e.effect)[e.effect] = replace(effect, uses=e.left)


def _effect_ended(state: State, e: ev.EffectEnded) -> None:
    effect = state.effects.get(e.effect)
    if effect is None:
        return
    del state.write("effects", e.effect)[e.effect]
    if effect.affected and any(name == "copy_base" for name, _ in effect.bound):
        for obj in effect.affected:  # what it hid counts as new
            _set(state, ObjId(obj), copied_at=state.clock)
        state.clock += 1


def _delayed_began(state: State, e: ev.DelayedBegan) -> None:
    state.write("delayed", e.delayed.id)[e.delayed.id] = e.delayed
    state.next_effect = max(state.next_effect, e.delayed.id + 1)


def _delayed_ended(state: State, e: ev.DelayedEnded) -> None:
    if e.delayed in state.delayed:
        del state.write("delayed", e.delayed)[e.delayed]


# --- players ------------------------------------------------------------------------------------


def _mulligan_taken(state: State, e: ev.MulliganTaken) -> None:
    _set_player(state, e.seat, mulligans=state.players[e.seat].mulligans + 1)


def _game_lost(state: State, e: ev.GameLost) -> None:
    _set_player(state, e.seat, lost=state.players[e.seat].lost + e.reasons)


def _player_left(state: State, e: ev.PlayerLeft) -> None:
    _set_player(state, e.seat, in_game=False, mana=())
    for other in state.players:
        if e.seat in (other.decided_by, other.decided_next):
            kept = {n: s for n in ("decided_by", "decided_next") if (s := getattr(other, n)) != e.seat}
            _set_player(state, other.seat, **{"decided_by": NOBODY, "decided_next": NOBODY, **kept})


def _game_ended(state: State, e: ev.GameEnded) -> None:
    state.result = e.result
    for seat in e.result.winners:
        _set_player(state, seat, won=True)


def _monarch(state: State, e: ev.BecameMonarch) -> None:
    state.monarch = e.seat


def _day_night(state: State, e: ev.DayNightChanged) -> None:
    state.day_night = e.to


def _chance_used(state: State, e: ev.ChanceUsed) -> None:
    state.seed = e.seed


def _number_taken(state: State, e: ev.NumberTaken) -> None:
    state.next_effect = max(state.next_effect, e.number + 1)


def _decision_taken(state: State, e: ev.DecisionTaken) -> None:
    state.requests += 1
    if not e.forced:
        state.course = Course()


def _course_marked(state: State, e: ev.CourseMarked) -> None:
    state.course = e.course


_HANDLERS: dict[type[ev.Event], Callable[[State, Any], None]] = {
    ev.TurnBegan: _turn_began,
    ev.StepBegan: _step_began,
    ev.StepOpened: _step_opened,
    ev.StepEnded: _step_ended,
    ev.StepsAdded: _steps_added,
    ev.TurnScheduled: _turn_scheduled,
    ev.ExtraTaken: _extra_taken,
    ev.Skipping: _skipping,
    ev.Skipped: _skipped,
    ev.PriorityGiven: _priority_given,
    ev.Passed: _passed,
    ev.Checked: _checked,
    ev.Moved: _moved,
    ev.Ceased: _ceased,
    ev.Shuffled: _shuffled,
    ev.Reordered: _reordered,
    ev.Revealed: _revealed,
    ev.Tapped: lambda s, e: _set(s, e.object, tapped=True),
    ev.Untapped: lambda s, e: _set(s, e.object, tapped=False),
    ev.Attached: _attached,
    ev.Unattached: lambda s, e: _set(s, e.object, attached=Ref(0)),
    ev.CountersPut: _counters_put,
    ev.CountersRemoved: _counters_removed,
    ev.ControlChanged: _control_changed,
    ev.ControlKept: lambda s, e: _set(s, e.object, under=e.seat),
    ev.PhasedOut: _phased_out,
    ev.PhasedIn: _phased_in,
    ev.TurnedFace: _turned_face,
    ev.BecameCopy: _became_copy,
    ev.Marked: _marked,
    ev.Linked: _linked,
    ev.Remembered: _remembered,
    ev.Forgotten: _forgotten,
    ev.DamageDealt: _damage_dealt,
    ev.DamageRemoved: lambda s, e: _set(s, e.object, damage=0),
    ev.LifeGained: _life_gained,
    ev.LifeLost: _life_lost,
    ev.ManaAdded: _mana_added,
    ev.ManaSpent: _mana_taken,
    ev.ManaEmptied: _mana_taken,
    ev.DrawFailed: _draw_failed,
    ev.LandPlayed: _land_played,
    ev.CastChanged: lambda s, e: _set(s, e.object, cast=e.cast),
    ev.Resolved: _resolved,
    ev.Triggered: _triggered,
    ev.TriggerPut: _trigger_put,
    ev.AbilityFired: _ability_fired,
    ev.CombatBegan: _combat_began,
    ev.AttackersDeclared: _attackers_declared,
    ev.AttackerAdded: _attacker_added,
    ev.BlockersDeclared: _blockers_declared,
    ev.BlockersOrdered: _blockers_ordered,
    ev.AttackersOrdered: _attackers_ordered,
    ev.BlocksDone: _blocks_done,
    ev.RemovedFromCombat: _removed_from_combat,
    ev.DamageAssigned: _damage_assigned,
    ev.StruckFirst: _struck_first,
    ev.CombatEnded: _combat_ended,
    ev.EffectBegan: _effect_began,
    ev.EffectUsed: _effect_used,
    ev.EffectEnded: _effect_ended,
    ev.DelayedBegan: _delayed_began,
    ev.DelayedEnded: _delayed_ended,
    ev.MulliganTaken: _mulligan_taken,
    ev.HandKept: lambda s, e: _set_player(s, e.seat, kept=True),
    ev.GameLost: _game_lost,
    ev.PlayerLeft: _player_left,
    ev.GameEnded: _game_ended,
    ev.DecisionsGiven: lambda s, e: _set_player(s, e.seat, decided_next=e.by),
    ev.BecameMonarch: _monarch,
    ev.DayNightChanged: _day_night,
    ev.ChanceUsed: _chance_used,
    ev.NumberTaken: _number_taken,
    ev.DecisionTaken: _decision_taken,
    ev.CourseMarked: _course_marked,
}
