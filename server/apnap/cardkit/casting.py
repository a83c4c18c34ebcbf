"""How a spell may be cast: additional and alternative costs, what may pay for it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apnap.engine.abilities import CastRule, Substitute
from apnap.engine.amounts import Amount, Condition
from apnap.engine.cost_parts import CostPart, Costs
from apnap.engine.filters import Filter

from .costs import costs_of


def additional_cost(
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    optional: bool = False,
    times: int = 1,
    then_hand: bool = False,
    only_if: Condition | None = None,
    text: str = "",
) -> CastRule:
    """An additional cost to cast this (601.2b).

    An optional one may be paid `times` times (0: any number); with `then_hand` the card then returns to the
    hand as it resolves.
    """
    return CastRule(
        additional=costs_of(cost), optional=optional, times=times, then_hand=then_hand, only_if=only_if, text=text
    )


def substitute(how: str, filter: Filter, *, colored: bool = False) -> Substitute:
    """Instead of mana for this, such objects may be tapped or exiled (`how`), each for one generic mana.

    With `colored` each may pay for a mana of one of its colours too.
    """
    return Substitute(how=how, filter=filter, colored=colored)


def alternative_cost(
    name: str,
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    zone: str = "",
    then_exile: bool = False,
    each_instead: bool = False,
    only_if: Condition | None = None,
) -> CastRule:
    """Cast this for another cost, perhaps from another zone: flashback, overload, evoke."""
    return CastRule(
        alternative=name, cost=costs_of(cost), zone=zone, then_exile=then_exile, each_instead=each_instead,
        only_if=only_if,
    )  # fmt: skip


def costs_more(amount: Amount, only_if: Condition | None = None) -> CastRule:
    """This spell costs so much more to cast."""
    return CastRule(more=amount, only_if=only_if)


def costs_less(amount: Amount, only_if: Condition | None = None) -> CastRule:
    """This spell costs so much less to cast."""
    return CastRule(less=amount, only_if=only_if)


def cast_only(only_if: Condition) -> CastRule:
    """Cast this only while a condition holds."""
    return CastRule(only_if=only_if)


__all__ = [
    "additional_cost",
    "alternative_cost",
    "cast_only",
    "costs_less",
    "costs_more",
    "substitute",
]
