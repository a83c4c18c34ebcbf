"""The rules' own verbs about players as sentences of a card, each one instruction: damage, life, mana, turns, the game.

References may be one term or several: `deal_damage(3, TARGET)`, `deal_damage(1, each(creatures))`.
"""

from __future__ import annotations

from typing import Literal

from apnap.engine.amounts import Amount
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction, damage, spells, turns
from apnap.engine.player_terms import You
from apnap.engine.spending import Spending
from apnap.engine.terms import Term, This
from apnap.engine.values import MalformedCard, parse_mana

from .sentences import Ref, term_of


def deal_damage(amount: Amount, to: Ref, *, source: Term | None = None, preventable: bool = True) -> Instruction:
    """This (or `source`) deals damage to permanents or players."""
    return damage.DealDamage(amount=amount, to=term_of(to), source=source or This(), preventable=preventable)


def deal_divided(to: Ref) -> Instruction:
    """This deals the damage that was divided on announcement."""
    return damage.DealDivided(to=term_of(to))


def fight(one: Term, other: Term) -> Instruction:
    """Two creatures fight."""
    return damage.Fight(one=one, other=other)


def gain_life(who: Term, amount: Amount) -> Instruction:
    """A player gains life."""
    return damage.GainLife(who=who, amount=amount)


def lose_life(who: Term, amount: Amount) -> Instruction:
    """A player loses life."""
    return damage.LoseLife(who=who, amount=amount)


def set_life(who: Term, total: Amount) -> Instruction:
    """A player's life total becomes a number: a gain or loss of the difference."""
    return damage.SetLife(who=who, total=total)


def lose_game(who: Term, reason: str = "effect") -> Instruction:
    """A player loses the game."""
    return turns.LoseGame(who=who, reason=reason)


def win_game(who: Term | None = None) -> Instruction:
    """A player wins the game."""
    return turns.WinGame(who=who or You())


def control_player(who: Term) -> Instruction:
    """You make all decisions of a player during that player's next turn (723)."""
    return turns.ControlPlayer(who=who)


def extra_turn(who: Term | None = None, mark: str = "") -> Instruction:
    """A player takes an extra turn after this one; `mark` lets `in_that_turn` speak of it."""
    return turns.TakeExtraTurn(who=who or You(), mark=mark)


def extra_steps(*steps: str) -> Instruction:
    """More steps follow after this one."""
    return turns.AddSteps(steps=steps)


def extra_phases(*phases: Literal["beginning", "combat", "main"]) -> Instruction:
    """More phases follow after this one: `extra_phases("combat", "main")`. The newest comes first (500.8)."""
    unknown = [phase for phase in phases if phase not in _PHASES]
    if unknown:
        raise MalformedCard(f'extra_phases "{unknown[0]}": expected one of {", ".join(_PHASES)}')
    return turns.AddSteps(steps=tuple(step for phase in phases for step in _PHASES[phase]), after_phase=True)


_PHASES = {
    "beginning": ("untap", "upkeep", "draw"),
    "combat": (
        "begin-combat", "declare-attackers", "declare-blockers", "first-strike-damage", "combat-damage",
        "end-of-combat",
    ),
    "main": ("main2",),
}  # fmt: skip


def skip_next(who: Term, what: str) -> Instruction:
    """A player skips the next such step, or "turn"."""
    return turns.SkipNext(who=who, what=what)


def become_monarch(who: Term | None = None) -> Instruction:
    """A player becomes the monarch."""
    return turns.BecomeMonarch(who=who or You())


def add(mana: str, amount: Amount = 1, who: Term | None = None, *, only: Spending | None = None) -> Instruction:
    """Add fixed mana, `amount` times: `add("{G}")`; `only` says what it may be spent on (`to_spend_on`)."""
    try:
        read = parse_mana(mana)
    except MalformedCard:
        read = ((mana, 1),)  # refused with the card that it stands in
    return spells.AddMana(mana=read, amount=amount, who=who or You(), only=only)


def add_any(
    amount: Amount = 1, *, of: str = "WUBRG", each: bool = False, who: Term | None = None, only: Spending | None = None
) -> Instruction:
    """Add mana of one colour of the player's choice (`each`: each mana of its own colour); `only` as in `add`."""
    return spells.AddMana(any_of=of, amount=amount, each=each, who=who or You(), only=only)


def to_spend_on(*, cast: Filter | None = None, activate: Filter | None = None) -> Spending:
    """What mana may only be spent on: to cast such spells, to activate abilities of such objects."""
    if cast is None and activate is None:
        raise MalformedCard("mana that may be spent on nothing: expected cast or activate")
    return Spending(cast=cast, activate=activate)


def add_identity(amount: Amount = 1) -> Instruction:
    """Add mana of a colour in your commanders' identity."""
    return spells.AddMana(identity=True, amount=amount)


__all__ = [
    "add",
    "add_any",
    "add_identity",
    "become_monarch",
    "control_player",
    "deal_damage",
    "deal_divided",
    "extra_phases",
    "extra_steps",
    "extra_turn",
    "fight",
    "gain_life",
    "lose_game",
    "lose_life",
    "set_life",
    "skip_next",
    "to_spend_on",
    "win_game",
]
