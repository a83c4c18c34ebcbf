"""Which state-based actions are due (704.3): every clause is swept over one state.

Only objects touched since the last check are swept; `full_sweep` is the slow twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import actions as ac
from .definitions import Clause
from .facets import Facet
from .filters import Filter
from .frame import Frame
from .prohibitions import prohibited
from .state import Thing
from .values import NOBODY, NOTHING, ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .game import Game


class Due:
    """A clause that is due for a subject."""

    __slots__ = ("clause", "rule", "subject")

    def __init__(self, rule: str, clause: Clause, subject: Ref) -> None:
        self.rule = rule
        self.clause = clause
        self.subject = subject


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
    if not any(first.holds(game.look, clause_frame(game, ref)) for ref in clause.each.resolve(game.look, frame)):
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
    return clause.when is None or clause.when.holds(game.look, clause_frame(game, ref))


def _may_group(game: Game, clause: Clause, touched: tuple[ObjId, ...]) -> bool:
    """A group can only have become due through one of its members."""
    assert isinstance(clause.each, Filter)
    frame = Frame(source=NOTHING, controller=NOBODY)
    for obj_id in touched:
        thing = game.look.live(obj_id)
        if thing is not None and clause.each.matches(game.look, thing, frame):
            return True
    return False


def clause_frame(game: Game, subject: Ref) -> Frame:
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
            for key in group_keys(clause, thing):
                groups.setdefault(key, []).append(ref)
    kept: dict[Ref, None] = {}
    for members in groups.values():
        if len(members) > 1:
            kept.update(dict.fromkeys(members))
    return [r for r in subjects if r in kept]


def group_keys(clause: Clause, thing: Thing) -> list[tuple[Any, ...]]:
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
    frame = clause_frame(game, due.subject)
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
