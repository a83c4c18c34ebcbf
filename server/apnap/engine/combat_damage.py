"""Combat damage (510): who assigns in which step, asking for it, and dealing all of it at once.

The active side assigns for its attackers, then each defending side for its blockers, in APNAP order. In an
edition with combat damage on the stack, what was assigned waits there and is dealt as it was assigned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import actions as ac
from . import events as ev
from .assigning import Amounts, Assigner, Assignment, attackers_that_assign, blockers_that_assign
from .perform import together
from .requests import Answer, Request
from .sides import defending_sides, rules_on
from .state import Cause, Obj
from .targets import option_id, ref_of, ref_option
from .values import CardId, ObjId, Ref, Seat

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

Parts = tuple[tuple[ObjId, Ref, int], ...]


class Departed(Exception):
    """A player left while damage was being assigned: who still assigns what is found out anew."""


class Announced:
    """What has been said of the damage of a step so far; it stands when somebody leaves meanwhile."""

    def __init__(self) -> None:
        self.amounts: dict[ObjId, Amounts] = {}
        self.past_blockers: dict[ObjId, bool] = {}

    def of(self, assignment: Assignment) -> Amounts | None:
        """What was said of the next creature; what it was to assign to somebody who is gone, it does not."""
        assigner = assignment.next()
        said = self.amounts.get(assigner.creature)
        if said is None:
            return None
        said = tuple((to, n) for to, n in said if to in assigner.targets)
        return said if assignment.refuse(said) is None else None


def combat_damage(game: Game, first: bool) -> Asking:
    """The turn-based action of a combat damage step; `first` in the step of first strikers (510.4)."""
    if game.state.combat is None:
        return
    on_stack = bool(game.look.switch("combat_damage_on_stack"))
    if first and not on_stack:
        _strike_first(game, first_strikers(game))
    parts: Parts = yield from _assign(game, first)
    if first and on_stack:
        # 310.5 (2004): who assigned no damage in the first step may do so in the second
        _strike_first(game, tuple(dict.fromkeys(source for source, _, _ in parts)))
    if not parts:
        return
    if on_stack:
        _put_on_stack(game, parts, first)
    else:
        yield from together(game, _dealings(game, parts))


def _strike_first(game: Game, creatures: tuple[ObjId, ...]) -> None:
    game.note(ev.StruckFirst(objects=creatures, cause=Cause("combat.first_strike")))


def strikes_first(game: Game, creature: ObjId) -> bool:
    chars = game.look.chars(creature)
    return chars.has("first strike") or chars.has("double strike")


def first_strikers(game: Game) -> tuple[ObjId, ...]:
    """The attacking and blocking creatures that have first strike or double strike now."""
    combat = game.state.combat
    if combat is None:
        return ()
    fighting = (*(a.attacker for a in combat.attacks), *(b for b, _ in combat.blocked_by))
    return tuple(c for c in dict.fromkeys(fighting) if strikes_first(game, c))


def takes_part(game: Game, creature: ObjId, first: bool) -> bool:
    """510.4: whether a creature assigns damage in this step."""
    combat = game.state.combat
    assert combat is not None
    if first:
        return strikes_first(game, creature)
    if not combat.first_step or creature not in combat.struck:
        return True
    return game.look.chars(creature).has("double strike")


# --- assigning ----------------------------------------------------------------------------------


def _assign(game: Game, first: bool) -> Asking:
    """All that is assigned in the step; gone through again when a player leaves meanwhile."""
    announced = Announced()
    while game.state.combat is not None and not game.over:
        try:
            return (yield from _assign_once(game, lambda c: takes_part(game, c, first), announced))
        except Departed:
            continue
    return ()


def _assign_once(game: Game, takes: Callable[[ObjId], bool], announced: Announced) -> Asking:
    past_blockers = yield from _ask_past_blockers(game, takes, announced.past_blockers)
    parts: Parts = yield from _assign_side(game, attackers_that_assign(game, takes, past_blockers), announced)
    for side in defending_sides(game):
        parts += yield from _assign_side(game, blockers_that_assign(game, side, takes), announced)
    return parts


def _ask_past_blockers(game: Game, takes: Callable[[ObjId], bool], said: dict[ObjId, bool]) -> Asking:
    """Blocked attackers whose controller lets them assign as though they were not blocked."""
    combat = game.state.combat
    word, rule = "may assign as though unblocked", "combat.damage.assign"
    chosen: list[ObjId] = []
    if combat is None or not game.look.found(f"rule:{word}"):
        return ()
    for attack in combat.attacks:
        creature = attack.attacker
        if attack.blocked and takes(creature) and rules_on(game.look, word, creature):
            if creature not in said:
                seats = game.state.seats_in_game()
                wants = yield from game.choose_yes(
                    game.look.controller(creature), prompt="as though unblocked", rule=rule, cause=creature
                )
                said[creature] = wants
                if game.state.seats_in_game() != seats:
                    raise Departed
            if said[creature]:
                chosen.append(creature)
    return tuple(chosen)


def _assign_side(game: Game, assigners: list[Assigner], announced: Announced) -> Asking:
    """Ask one side for each creature in turn; twice where the first time came to nothing (510.1e)."""
    for hopeful in (True, False):
        assignment = Assignment(game, assigners, hopeful=hopeful)
        while not assignment.complete:
            amounts = announced.of(assignment)
            if amounts is None:
                amounts = yield from _assign_one(game, assignment)
            if amounts is None:
                break
            announced.amounts[assignment.next().creature] = amounts
            assignment.add(amounts)
        if assignment.complete:
            break
        for assigner in assigners:
            announced.amounts.pop(assigner.creature, None)
    return assignment.parts


def _assign_one(game: Game, assignment: Assignment) -> Asking:
    """What the next creature assigns; None where nothing legal is left to it."""
    default = assignment.default()
    if default is None or assignment.only_one_way():
        return default
    assigner = assignment.next()
    seats = game.state.seats_in_game()

    def build() -> Request:
        if game.state.seats_in_game() != seats:
            raise Departed
        return _head_request(game, assigner) if assigner.heads else _request(game, assignment, assigner, default)

    answer = yield from game.ask(build)
    if game.state.seats_in_game() != seats:
        raise Departed
    if assigner.heads:
        return ((ref_of(answer.picks[0]), assigner.amount),)
    return tuple((ref_of(i), n) for i, n in answer.amounts if n > 0)


def _head_request(game: Game, assigner: Assigner) -> Request:
    """Which player of a team attacked as a whole is dealt the damage, 810.7f (2012)."""
    options = tuple(ref_option(game.look, h, "damage") for h in assigner.heads)
    return Request(
        "choose", (assigner.seat,), options=options, prompt="head", rule="teams.damage", cause=assigner.creature
    )


def _request(game: Game, assignment: Assignment, assigner: Assigner, default: Amounts) -> Request:
    """One creature's damage, divided among those whom it may assign it to (510.1c-d)."""

    def refuse(answer: Answer) -> str | None:
        return assignment.refuse(tuple((ref_of(i), n) for i, n in answer.amounts))

    blocks = any(b == assigner.creature for b, _ in game.state.combat.blocked_by) if game.state.combat else False
    return Request(
        "divide",
        (assigner.seat,),
        options=tuple(ref_option(game.look, t, "damage") for t in assigner.targets),
        prompt="combat damage",
        rule="combat.damage.blocker" if blocks else "combat.damage.blocked",
        cause=assigner.creature,
        min=0,
        total=assigner.amount,
        default=Answer(amounts=tuple((option_id(t), n) for t, n in default)),
        check=refuse,
    )


# --- dealing ------------------------------------------------------------------------------------


def _dealings(game: Game, parts: Parts) -> list[ac.Action]:
    """510.2: all that was assigned, to be dealt at once."""
    return [
        ac.DealDamage(
            source=source,
            to=to,
            amount=n,
            combat=True,
            cause=Cause("combat.damage.deal", source, game.look.controller(source)),
        )
        for source, to, n in parts
    ]


def _put_on_stack(game: Game, parts: Parts, first: bool) -> None:
    """310.1 (2004): all assignments go on the stack as a single object."""
    state = game.state
    cause = Cause("combat.damage_on_stack", seat=state.turn.active)
    active: Seat = game.active_or_next()
    damage = Obj(
        id=game.fresh_id(),
        card=CardId(0),
        kind="damage",
        base="combat damage",
        owner=active,
        controller=active,
        zone="stack",
        under=active,
        timestamp=state.clock,
        bound=(
            ("amounts", tuple(n for _, _, n in parts)),
            ("objects", tuple(int(source) for source, _, _ in parts)),
            ("to", tuple(int(to) for _, to, _ in parts)),
        ),
    )
    game.happen(
        [
            ev.DamageAssigned(parts=parts, first=first, cause=Cause("combat.damage.assign")),
            ev.Moved(was=None, now=damage, how="put", cause=cause),
        ]
    )


def resolve_damage(game: Game, obj_id: ObjId) -> Asking:
    """310.4 (2004): dealt as it was assigned, whatever has become of those who deal it."""
    what = game.look.live(obj_id)
    assert what is not None
    cause = Cause("combat.damage.deal", obj_id, what.obj.controller)
    game.happen([ev.Resolved(object=obj_id, what=what, cause=cause)])
    yield from together(game, _dealings(game, _assigned(what.obj)))
    left = game.look.live(obj_id)
    if left is not None and left.obj.zone == "stack":
        game.happen([ev.Ceased(was=left, how="resolve", cause=cause)])


def _assigned(obj: Obj) -> Parts:
    bound = {name: values for name, values in obj.bound if isinstance(values, tuple)}
    return tuple(
        (ObjId(Ref(source)), Ref(to), n)
        for source, to, n in zip(bound["objects"], bound["to"], bound["amounts"], strict=True)
        if isinstance(source, int) and isinstance(to, int) and isinstance(n, int)
    )
