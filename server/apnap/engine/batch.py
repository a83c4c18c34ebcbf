"""Deciding simultaneous actions: whose choices come first, and what a shield prevents (616.1, 615.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import actions as ac
from .abilities import Instead
from .applicable import applicable
from .changes import Prevented
from .facts import affected_player, of_action
from .requests import Answer, Option, Payload, Request
from .targets import option_id, ref_of
from .values import ObjId, Ref, Seat

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking, Planning, Used

#: How much a shield prevents of a source's damage: (effect, source, whom) -> amount.
Shares = dict[tuple[int, ObjId, Ref], int]


def decide_all(plan: Planning, actions: Sequence[ac.Action], used: Used) -> Asking:
    """Decide the actions of one batch; choices are made in APNAP order, what happens keeps its order."""
    if len(actions) == 1:
        yield from plan.decide(actions[0], used)
        return
    game = plan.game
    yield from _divide_shields(plan, actions, used)
    parts: dict[int, list[ac.Action]] = {}
    for i in _by_player(game, actions):
        before = len(plan.leaves)
        yield from plan.decide(actions[i], used)
        parts[i] = plan.leaves[before:]
    plan.leaves = [leaf for i in sorted(parts) for leaf in parts[i]]


def _by_player(game: Game, actions: Sequence[ac.Action]) -> list[int]:
    """The actions that an effect may replace in APNAP order of the players affected, all others as they stand."""
    look = game.look
    replaceable = {kind for kind in {type(a) for a in actions} if look.found(f"instead:{kind.__name__}")}
    if not replaceable:
        return list(range(len(actions)))
    order = {seat: n for n, seat in enumerate(look.apnap())}

    def rank(i: int) -> int:
        action = actions[i]
        if type(action) not in replaceable:
            return 0
        return order.get(affected_player(look, of_action(look, action)), 0)

    return sorted(range(len(actions)), key=rank)


# --- shields ------------------------------------------------------------------------------------------


def _divide_shields(plan: Planning, actions: Sequence[ac.Action], used: Used) -> Asking:
    """615.7: damage by several sources at once meets one shield: the player damaged chooses what it prevents."""
    game = plan.game
    if not any(_is_shield(s.ability) for s in game.look.found("instead:DealDamage")):
        return
    met: dict[int, list[ac.DealDamage]] = {}
    for action in actions:
        if isinstance(action, ac.DealDamage) and action.amount > 0:
            for found in applicable(game.look, action, None, used):
                if _is_shield(found.instead) and found.source.effect:
                    met.setdefault(found.source.effect, []).append(action)
    for effect_id, damage in met.items():
        uses = game.state.effects[effect_id].uses
        if len(damage) < 2 or uses <= 0 or sum(d.amount for d in damage) <= uses:
            continue
        seat = affected_player(game.look, of_action(game.look, damage[0]))
        shares = yield from _division(game, seat, damage, uses)
        for action in damage:
            plan.shares[effect_id, action.source, action.to] = shares.get(Ref(action.source), 0)


def _is_shield(ability: object) -> bool:
    return isinstance(ability, Instead) and any(isinstance(c, Prevented) and c.shield for c in ability.changes)


def _division(game: Game, seat: Seat, damage: list[ac.DealDamage], uses: int) -> Asking:
    most = {option_id(Ref(d.source)): d.amount for d in damage}

    def check(answer: Answer) -> str | None:
        over = next((o for o, n in answer.amounts if n > most[o]), None)
        return None if over is None else f"a source cannot be shielded from more than the {most[over]} damage it deals"

    def build() -> Request:
        options = tuple(Option(option_id(Ref(d.source)), Payload("source", object=d.source)) for d in damage)
        return Request(
            "divide", (seat,), options=options, prompt="shield", rule="prevention.shield", min=0, total=uses,
            default=_first(damage, uses), check=check,
        )  # fmt: skip

    answer = yield from game.ask(build)
    return {ref_of(option): n for option, n in answer.amounts}


def _first(damage: list[ac.DealDamage], uses: int) -> Answer:
    """The first damage is prevented first."""
    amounts = []
    for d in damage:
        n = min(uses, d.amount)
        uses -= n
        if n:
            amounts.append((option_id(Ref(d.source)), n))
    return Answer(amounts=tuple(amounts))
