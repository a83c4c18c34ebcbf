"""The state-based-action and trigger loop: run before every grant of priority (117.5, 704.3).

Sweep all clauses over one state; ask the choices in APNAP order; perform one batch; repeat until nothing is
due; put waiting triggers on the stack; repeat all. There is no cap on the passes: a mandatory loop is a
draw (104.4b, decision 21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .batch import decide_all
from .definitions import Clause
from .due import Due, clause_frame, full_sweep, group_keys, sweep
from .following import show_tops
from .instructions import cause_of
from .loops import LOOP_CHECKS, draw_loop
from .perform import NONE_USED, Planning, finish, return_exiled
from .state import Cause
from .triggering import notice_states
from .triggers import put_waiting
from .values import NOBODY, NOTHING, ObjId, Ref, is_player

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


#: Events that are no part of what a check does to the game.
BOOKKEEPING = (ev.Checked, ev.DecisionTaken, ev.NumberTaken, ev.ChanceUsed)


def settle(game: Game) -> Asking:
    """Perform state-based actions and put triggers on the stack until neither is left."""
    show_tops(game)  # as a position begins, and once what was proposed is done
    rounds = 0
    while True:
        choices = game.choices
        yield from check_all(game)
        if game.over or not game.state.waiting:
            break
        yield from put_waiting(game)
        if game.over:
            break
        rounds = 0 if game.choices != choices else rounds + 1
        if rounds >= LOOP_CHECKS:  # what is put there, or could not be, makes more wait every time
            draw_loop(game)
            break
    if not game.over:
        game.forget()


def check_all(game: Game) -> Asking:
    """Checks until one performs nothing; returns whether any performed something (704.3)."""
    yield from return_exiled(game)
    did_any = False
    seen: dict[Any, int] = {}
    while not game.over:
        notice_states(game)
        choices = game.choices
        did, key = yield from check(game)
        if not did:
            return did_any
        did_any = True
        seen[key] = 0 if game.choices != choices else seen.get(key, 0) + 1
        if seen[key] >= LOOP_CHECKS:
            draw_loop(game)
    return did_any


def check(game: Game) -> Asking:
    """One check: returns whether anything was performed, and what (for loops)."""
    due = sweep(game)
    if not due:
        if game.state.flags:
            game.note(ev.Checked())
        return False, ()
    chosen = yield from _choices(game, due)
    log_before = len(game.log)
    performed = yield from _perform(game, chosen)
    if not performed:
        game.note(ev.Checked())
        return False, ()
    happened = any(not isinstance(e, BOOKKEEPING) for e in game.log[log_before:])
    return happened, tuple((d.rule, d.subject if is_player(d.subject) else _base(game, d.subject)) for d in chosen)


def _base(game: Game, ref: Ref) -> str:
    thing = game.look.thing(ref)
    return thing.obj.base if thing is not None else ""


def conditions_exist(game: Game) -> bool:
    """Whether anything would be done by a check now; without one, the flags of the last check are cleared."""
    game.look.found("")
    if full_sweep(game):
        return True
    if game.state.flags:
        game.note(ev.Checked())
    return False


def _choices(game: Game, due: list[Due]) -> Asking:
    """Choices inside a check, in APNAP order, before anything happens (101.4)."""
    drop: set[tuple[str, Ref]] = set()
    for seat in game.look.apnap():
        for rule, clause in _choosing(due):
            mine = [d for d in due if d.rule == rule]
            if clause.optional:
                for d in mine:
                    if _chooser(game, clause, d.subject) == seat:
                        wants = yield from game.choose_yes(
                            seat, prompt=clause.optional, rule=rule, cause=_object(d.subject)
                        )
                        if not wants:
                            drop.add((rule, d.subject))
            else:
                yield from _keep_one(game, clause, rule, mine, seat, drop)
    return [d for d in due if (d.rule, d.subject) not in drop]


def _object(ref: Ref) -> ObjId:
    return NOTHING if is_player(ref) else ObjId(ref)


def _choosing(due: list[Due]) -> list[tuple[str, Clause]]:
    return list({d.rule: (d.rule, d.clause) for d in due if d.clause.choose or d.clause.optional}.values())


def _chooser(game: Game, clause: Clause, subject: Ref) -> int:
    thing = game.look.live(subject)
    if thing is None:
        return -1
    return thing.obj.owner if clause.choose == "owner" or thing.obj.zone != "battlefield" else thing.chars.controller


def _keep_one(game: Game, clause: Clause, rule: str, mine: list[Due], seat: int, drop: set[tuple[str, Ref]]) -> Asking:
    """One of each group stays: its controller's choice, or the first player's where several hold it."""
    groups: dict[tuple[Any, ...], list[Ref]] = {}
    for d in mine:
        thing = game.look.live(d.subject)
        if thing is not None:
            for key in group_keys(clause, thing):
                groups.setdefault(key, []).append(d.subject)
    for members in groups.values():
        if len(members) < 2:
            continue
        holders = {game.look.controller(r) for r in members}
        chooser = next(iter(holders)) if len(holders) == 1 else game.look.apnap()[0]
        if chooser != seat or any((rule, m) in drop for m in members):
            continue
        kept = yield from game.choose_refs(chooser, tuple(members), prompt="keep", rule=rule, cause=NOTHING)
        drop.update((rule, r) for r in kept)


def _perform(game: Game, due: list[Due]) -> Asking:
    """All that is due as one batch; equal results are one action (704.7)."""
    if not due:
        return False
    actions: list[ac.Action] = []
    for d in due:
        frame = replace(clause_frame(game, d.subject), path=d.clause.path)
        for instruction in d.clause.do:
            if instruction.plannable:
                made = yield from instruction.plan(game, frame)
                actions += [replace(a, cause=replace(cause_of(frame, d.rule), seat=NOBODY)) for a in made]
    merged = merge([_as_team(game, a) for a in actions])
    plan = Planning(game)
    yield from decide_all(plan, merged, NONE_USED)
    yield from plan.settle_conflicts()
    whole = any(not i.plannable for d in due for i in d.clause.do)
    if not (plan.leaves or plan.waiting or whole):
        return False  # 101.2: nothing of it can happen
    # only now, so that its questions come before the check is said to have been performed
    game.note(ev.Checked(performed=tuple((d.rule, d.subject) for d in due), cause=Cause("sba")))
    yield from finish(plan)
    for d in due:
        for instruction in d.clause.do:
            if not instruction.plannable:
                yield from instruction.execute(game, clause_frame(game, d.subject))
    return True


def _as_team(game: Game, action: ac.Action) -> ac.Action:
    """Where a team loses as one, its players' losses are one loss, of its first player."""
    if not isinstance(action, ac.LoseGame):
        return action
    return replace(action, seat=min(s for s in game.loses_with(action.seat) if game.state.player(s).in_game))


def merge(actions: list[ac.Action]) -> list[ac.Action]:
    """Equal results once: a player loses for all reasons together, an object moves or is destroyed once.

    Where an object would be both destroyed and put into the graveyard, only the latter is left, so that a
    regeneration shield is of no use (704.5f).
    """
    losses: dict[int, tuple[str, ...]] = {}
    for a in actions:
        if isinstance(a, ac.LoseGame):
            losses[a.seat] = losses.get(a.seat, ()) + tuple(r for r in a.reasons if r not in losses.get(a.seat, ()))
    moved = {a.object for a in actions if isinstance(a, ac.Move)}
    kept: list[ac.Action] = []
    seen: set[tuple[str, int]] = set()
    for a in actions:
        if isinstance(a, ac.LoseGame):
            a = replace(a, reasons=losses[a.seat])
            key = ("lose", int(a.seat))
        elif isinstance(a, ac.Destroy):
            if a.object in moved:
                continue
            key = ("destroy", int(a.object))
        elif isinstance(a, ac.Move):
            key = (f"move {a.to}", int(a.object))
        else:
            kept.append(a)
            continue
        if key not in seen:
            seen.add(key)
            kept.append(a)
    return kept
