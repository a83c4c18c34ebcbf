"""Cards whose code fails: before, in the middle and after; in bodies, triggers, costs, conditions and replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apnap.cardkit import (
    TARGET,
    YOU,
    activated,
    add,
    card,
    choose,
    creatures,
    custom,
    custom_do,
    deal_damage,
    dies,
    draw,
    enters,
    gain_life,
    gets,
    hookimpl,
    instead_of,
    lose_life,
    mana_ability,
    players,
    pt,
    spell,
    static,
    triggered,
    would_draw,
)


def at_once(it: Any) -> Iterator[Any]:
    raise ValueError("at once")
    yield


def in_the_middle(it: Any) -> Iterator[Any]:
    yield draw(YOU, 1)
    yield lose_life(YOU, 1)
    raise KeyError("in the middle")


def after_a_question(it: Any) -> Iterator[Any]:
    yield gain_life(YOU, 3)
    yield choose(YOU, creatures)
    yield it.nothing


def no_sentence(it: Any) -> Iterator[Any]:
    yield lose_life(YOU, 1)
    yield 7


def without_end(it: Any) -> Iterator[Any]:
    while True:
        yield gain_life(YOU, 1)


def with_a_wrong_amount(it: Any) -> Iterator[Any]:
    yield gain_life(YOU, "three")  # type: ignore[arg-type]


def _fails(*_: Any) -> bool:
    raise RuntimeError("a condition")


BODIES = (at_once, in_the_middle, after_a_question, no_sentence, without_end, with_a_wrong_amount)

CARDS = [
    *(card(f"Spell {b.__name__}", "{1}", "Instant", spell(b)) for b in BODIES),
    *(
        card(f"Visitor {b.__name__}", "{1}", "Creature — Bear", pt(2, 2), triggered(enters(creatures), do=b))
        for b in BODIES[:5]
    ),
    card("Ghost", "{1}", "Creature — Spirit", pt(1, 1), triggered(dies(creatures), do=in_the_middle)),
    card("Wheel", "{1}", "Artifact", activated("{T}", target=players, do=after_a_question)),
    card("Dead Wire", "{1}", "Artifact", mana_ability("{T}", add("{G}"), custom_do(in_the_middle, "it fails"))),
    card("Leak", "{1}", "Artifact", instead_of(would_draw("you"), do=in_the_middle)),
    card("Crack", "{1}", "Enchantment", static(creatures, gets(1, 1), only_if=custom(_fails, "it fails"))),
    card("Ember", "{1}", "Instant", spell(deal_damage(2, TARGET), target=creatures)),
]


@hookimpl
def apnap_cards() -> list[Any]:
    return CARDS
