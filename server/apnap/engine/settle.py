"""The state-based-action and trigger loop: run before every grant of priority (117.5, 704.3).

Sweep all clauses over one state; ask the choices in APNAP order; perform one batch; repeat until nothing is
due; put waiting triggers on the stack; repeat all. There is no cap on the passes: a mandatory loop is a
draw (104.4b, decision 21). Only objects touched since the last check are swept; `full_sweep` is the slow
twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .batch import decide_all
from .definitions import Clause
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .instructions import cause_of
from .perform import NONE_USED, Planning, finish, return_exiled, together
from .prohibitions import prohibited
from .state import Cause, Thing
from .triggers import notice_states, put_waiting
from .values import NOBODY, NOTHING, ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

#: The same clauses on the same subjects for so many checks without a choice: a mandatory loop (104.4b).
LOOP_CHECKS = 1000


#: Events that are no part of what a check does to the game.
BOOKKEEPING = (ev.Checked, ev.DecisionTaken, ev.NumberTaken, ev.ChanceUsed)


class Due:
    """A clause that is due for a subject."""

    __slots__ = ("clause", "rule", "subject")

    def __init__(self, rule: str, clause: Clause, subject: Ref) -> None:
        self.rule = rule
        self.clause = clause
        self.subject = subject


def settle(game: Game) -> Asking:
    """Perform state-based actions and put triggers on the stack until neither is left."""
    while True:
        yield from check_all(game)
        if game.over or not game.state.waiting:
            break
        yield from put_waiting(game)
        if game.over:
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
        decisions = game.decisions
        did, key = yield from check(game)
        if not did:
            return did_any
        did_any = True
        seen[key] = 0 if game.decisions != decisions else seen.get(key, 0) + 1
        if seen[key] >= LOOP_CHECKS:
            game.happen([ev.GameEnded(result=game.drawn(), cause=Cause("loop.mandatory"))])
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


# --- sweeping -------------------------------------------------------------------------------------


def sweep(game: Game) -> list[Due]:
    """The clauses that are due, over what was touched since the last check."""
    look = game.look
    look.found("")
    touched = tuple(i for i in look.dirty if i in game.state.objects)
    look.dirty = {}
    _reopen(game)
    due = due_clauses(game, touched, narrow=True)
    # 704.3: what was due once is looked at again in the next check, since it may not have happened
    for d in due:
        if d.subject > 0:
            look.dirty[ObjId(d.subject)] = None
    return due


def full_sweep(game: Game) -> list[Due]:
    """The slow twin: every clause over every object."""
    return due_clauses(game, game.look.permanents(), narrow=False)


def conditions_exist(game: Game) -> bool:
    """Whether anything would be done by a check now; without one, the flags of the last check are cleared."""
    game.look.found("")
    if full_sweep(game):
        return True
    if game.state.flags:
        game.note(ev.Checked())
    return False


def due_clauses(game: Game, touched: Iterable[ObjId], *, narrow: bool) -> list[Due]:
    found: list[Due] = []
    touched = tuple(touched)
    flags = {k for k, _ in game.state.flags}
    undue = game.look.undue
    for rule, clause, of_permanents in game.book.swept:
        if clause.flag and clause.flag not in flags:
            continue
        if narrow and ((of_permanents and not touched) or clause.name in undue):
            continue
        subjects = _subjects(game, clause, touched, narrow=narrow)
        if clause.group:
            subjects = [r for r in _grouped(game, clause, subjects) if _is_due(game, clause, r)]
        found += [Due(rule, clause, s) for s in subjects]
        if narrow and not subjects:
            _shut(game, clause)
    return [d for d in found if not _forbidden(game, d)]


def _reopen(game: Game) -> None:
    """What was touched may make clauses due that were not."""
    look = game.look
    if look.dirty_facets:
        look.undue = {name for name in look.undue if not game.book.gates[name][1] & look.dirty_facets}
        look.dirty_facets = Facet.NONE


def _shut(game: Game, clause: Clause) -> None:
    """A clause about players whose first condition holds for none is left alone until what that reads is touched."""
    first, _ = game.book.gates[clause.name]
    if first is None or clause.flag or isinstance(clause.each, Filter):
        return
    frame = Frame(source=NOTHING, controller=NOBODY)
    if not any(first.holds(game.look, _frame(game, ref)) for ref in clause.each.resolve(game.look, frame)):
        game.look.undue.add(clause.name)


def _subjects(game: Game, clause: Clause, touched: tuple[ObjId, ...], *, narrow: bool) -> list[Ref]:
    look = game.look
    frame = Frame(source=NOTHING, controller=NOBODY)
    if clause.flag:
        flagged = [player(Seat(v)) if k == "draw" else Ref(v) for k, v in game.state.flags if k == clause.flag]
        candidates = [r for r in dict.fromkeys(flagged) if is_player(r) or r in game.state.objects]
    elif not isinstance(clause.each, Filter):
        candidates = list(clause.each.resolve(look, frame))
    elif clause.each.zones == ("battlefield",) and not clause.each.players:
        candidates = list(touched if narrow and not clause.group else look.permanents())
        if clause.group and narrow and not _may_group(game, clause, touched):
            return []
    else:
        candidates = list(clause.each.refs(look, frame))
    found = []
    for ref in candidates:
        if isinstance(clause.each, Filter) and not is_player(ref):
            thing = look.live(ref)
            if thing is None or bool(thing.obj.phased_out) != clause.phased or thing.obj.zone not in clause.each.zones:
                continue
            if not clause.each.matches(look, thing, frame):
                continue
        if clause.group or _is_due(game, clause, ref):
            found.append(ref)
    return found


def _is_due(game: Game, clause: Clause, ref: Ref) -> bool:
    return clause.when is None or clause.when.holds(game.look, _frame(game, ref))


def _may_group(game: Game, clause: Clause, touched: tuple[ObjId, ...]) -> bool:
    """A group can only have become due through one of its members."""
    assert isinstance(clause.each, Filter)
    frame = Frame(source=NOTHING, controller=NOBODY)
    for obj_id in touched:
        thing = game.look.live(obj_id)
        if thing is not None and clause.each.matches(game.look, thing, frame):
            return True
    return False


def _frame(game: Game, subject: Ref) -> Frame:
    """Clauses are nobody's; their "this" is the subject, their "you" its controller."""
    source = NOTHING if is_player(subject) else ObjId(subject)
    seat = seat_of(subject) if is_player(subject) else game.look.controller(subject)
    return Frame(source=source, controller=seat, subject=subject)


def _grouped(game: Game, clause: Clause, subjects: list[Ref]) -> list[Ref]:
    """Members of groups of two or more that share the clause's keys."""
    groups: dict[tuple[Any, ...], list[Ref]] = {}
    for ref in subjects:
        thing = game.look.live(ref)
        if thing is not None:
            for key in _keys(clause, thing):
                groups.setdefault(key, []).append(ref)
    kept: dict[Ref, None] = {}
    for members in groups.values():
        if len(members) > 1:
            kept.update(dict.fromkeys(members))
    return [r for r in subjects if r in kept]


def _keys(clause: Clause, thing: Thing) -> list[tuple[Any, ...]]:
    keys: list[tuple[Any, ...]] = [()]
    for name in clause.group:
        values: tuple[Any, ...]
        if name == "subtype":
            values = thing.chars.subtypes
        elif name == "all":
            values = (0,)
        elif name == "host":
            values = (thing.obj.attached,)
        else:
            values = (getattr(thing.chars, name),)
        keys = [(*k, v) for k in keys for v in values]
    return keys


def _forbidden(game: Game, due: Due) -> bool:
    """A state-based action whose result can't happen is not due (decision 7)."""
    actions = list(_dry(game, due))
    return bool(actions) and all(prohibited(game.look, a) for a in actions)


def _dry(game: Game, due: Due) -> Iterable[ac.Action]:
    """The actions of a clause, as far as they need no question."""
    frame = _frame(game, due.subject)
    for instruction in due.clause.do:
        if not instruction.plannable:
            return []
    made: list[ac.Action] = []
    for instruction in due.clause.do:
        plan = instruction.plan(game, frame)
        try:
            next(plan)
        except StopIteration as stop:
            made += stop.value
        else:
            plan.close()
            return []
    return made


# --- choosing and performing ----------------------------------------------------------------------


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
            for key in _keys(clause, thing):
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
        frame = replace(_frame(game, d.subject), path=d.clause.path)
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
                yield from instruction.execute(game, _frame(game, d.subject))
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


__all__ = ["check", "check_all", "full_sweep", "merge", "settle", "sweep", "together"]
