"""Keywords of permanents that need more than a line: echo, cumulative upkeep, crew, ninjutsu."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    EACH_OPPONENT,
    GIVEN_UP,
    HASTE,
    SUBJECT,
    THAT,
    THIS,
    YOU,
    activated,
    alternative_cost,
    apply,
    as_enters,
    at_beginning,
    at_next,
    counters_of,
    create_copy,
    creatures,
    enters_with,
    for_each,
    has,
    is_a,
    is_also,
    keyword,
    linked,
    opponents_tallied,
    pay_or,
    permanents,
    put_counters,
    put_onto_battlefield,
    remember,
    return_cost,
    rule,
    sacrifice,
    special_action,
    status,
    tap_cost,
    triggered,
    turn_face_up,
    value,
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


def encore(cost: str) -> Any:
    """A copy for each opponent, which attacks that one this turn if able; all are sacrificed at the end."""
    attack = apply(THAT, rule("attacks if able", player=value("whose")), until="end of turn", whose=SUBJECT)
    do = [
        for_each(EACH_OPPONENT, [create_copy(THIS), remember("encored", THAT, add=True), attack]),
        apply(linked("encored"), has(HASTE), until="forever"),
        at_next("end", sacrifice(value("them")), them=linked("encored")),
    ]
    return keyword("encore", activated([cost, "Exile this"], zones=("graveyard",), timing="sorcery", do=do), cost=cost)


def megamorph(cost: Any) -> Any:
    """Morph, and with a counter as it is turned up for this cost."""
    hidden = is_a(THIS, status(permanents, "face-down"))
    turned = [turn_face_up(), put_counters("+1/+1", on=THIS)]
    up = special_action("turn-face-up", cost, do=turned, only_if=hidden)
    return keyword("megamorph", alternative_cost("morph", "{3}"), up, cost=cost)


def bloodthirst(n: int) -> Any:
    bled = opponents_tallied("turn:dealt damage") >= 1
    return keyword("bloodthirst", as_enters(enters_with("+1/+1", n), only_if=bled), number=n)


def ninjutsu(cost: str) -> Any:
    attacker = status(creatures.you_control, "unblocked")
    ability = activated(
        [cost, return_cost(attacker)],
        zones=("hand",),
        do=[put_onto_battlefield(THIS, under=YOU, tapped=True, attacking=GIVEN_UP)],
    )
    return keyword("ninjutsu", ability, cost=cost)
