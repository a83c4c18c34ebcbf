"""Keywords of permanents that need more than a line: echo, cumulative upkeep, crew, ninjutsu."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    GIVEN_UP,
    THIS,
    YOU,
    activated,
    apply,
    at_beginning,
    counters_of,
    creatures,
    is_a,
    is_also,
    keyword,
    pay_or,
    permanents,
    put_counters,
    put_onto_battlefield,
    return_cost,
    sacrifice,
    status,
    tap_cost,
    triggered,
)


def echo(cost: Any) -> Any:
    new = is_a(THIS, status(permanents, "come since the last upkeep"))
    ability = triggered(at_beginning("upkeep", "you"), only_if=new, do=[pay_or(YOU, cost, otherwise=[sacrifice(THIS)])])
    return keyword("echo", ability, cost=cost)


def cumulative_upkeep(cost: Any) -> Any:
    do = [
        put_counters("age", on=THIS),
        pay_or(YOU, cost, times=counters_of(THIS, "age"), otherwise=[sacrifice(THIS)]),
    ]
    return keyword("cumulative upkeep", triggered(at_beginning("upkeep", "you"), do=do), cost=cost)


def crew(n: int) -> Any:
    crewed = apply(THIS, is_also("Artifact", "Creature"))
    cost = tap_cost(creatures.other.you_control, n, total="power")
    return keyword("crew", activated([cost], do=[crewed]), number=n)


def ninjutsu(cost: str) -> Any:
    attacker = status(creatures.you_control, "unblocked")
    ability = activated(
        [cost, return_cost(attacker)],
        zones=("hand",),
        do=[put_onto_battlefield(THIS, under=YOU, tapped=True, attacking=GIVEN_UP)],
    )
    return keyword("ninjutsu", ability, cost=cost)
