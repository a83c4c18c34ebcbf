"""Definitions within definitions, and cards that read one another: neither goes round or down without end."""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement

import pytest

from apnap.cardkit import (
    THIS,
    YOU,
    Filter,
    MalformedCard,
    card,
    controlled_by,
    count,
    creatures,
    each,
    exists,
    gets,
    greatest,
    has,
    is_also,
    loses_all_abilities,
    permanents,
    power_of,
    pt,
    static,
    toughness_of,
    with_keyword,
)
from apnap.cardkit.checking import MOST_NESTED
from boards import board, passes, pool_with, the

STRONG = creatures.where("power", ">=", 2)
#: Each reads what it changes, or what another of them changes.
READERS = (
    card("Ape of Apes", "{1}", "Creature — Ape", pt(greatest(creatures.other, "power"), 1)),
    card("Own Ape", "{1}", "Creature — Ape", pt(toughness_of(THIS), power_of(THIS))),
    card("To the Strong", "{1}", "Enchantment", static(STRONG, gets(1, 1))),
    card("By the Strong", "{1}", "Enchantment", static(creatures, gets(count(STRONG), 0))),
    card("If the Strong", "{1}", "Enchantment", static(creatures, gets(1, 1), only_if=exists(STRONG))),
    card("All Alive", "{1}", "Enchantment", static(permanents, is_also("Creature"), only_if=exists(STRONG))),
    card("Handed On", "{1}", "Enchantment", static(STRONG, has(static(STRONG, gets(1, 0))))),
    card("Grounding", "{1}", "Enchantment",
         static(permanents.other, loses_all_abilities(), only_if=exists(with_keyword("flying")))),
    card("Gathering", "{1}", "Enchantment",
         static(creatures.where("power", ">=", count(creatures.you_control)), controlled_by(YOU))),
)  # fmt: skip
POOL = pool_with(*READERS)


def nested(depth: int) -> Filter:
    """Creatures among creatures among creatures."""
    found: Filter = creatures
    for _ in range(depth):
        found = creatures.among(each(found))
    return found


@pytest.mark.parametrize("depth", [MOST_NESTED, 300, 5000])
def test_what_is_nested_too_deep_is_refused_when_it_is_defined(depth: int) -> None:
    """It once was taken, and failed with the recursion limit wherever the game read it in the middle of something."""
    with pytest.raises(MalformedCard, match=r"Deep Hole, .*parts within parts, more than"):
        card("Deep Hole", "{1}", "Enchantment", static(nested(depth), gets(1, 1)))


def test_what_is_as_deep_as_it_may_be_is_read_in_a_small_part_of_the_stack() -> None:
    depth = MOST_NESTED
    while True:
        try:
            deep = card("Deep Hole", "{1}", "Enchantment", static(nested(depth), gets(1, 1)))
            break
        except MalformedCard:
            depth -= 1
    game = board({"battlefield": ["Deep Hole", "Grizzly Bears"]}, {}, pool=pool_with(deep))
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(limit // 2)
        assert game.look.chars(the(game, "Grizzly Bears").id).power == 3
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(("one", "other"), list(combinations_with_replacement([c.name for c in READERS], 2)))
def test_cards_that_read_what_they_change_come_to_an_end(one: str, other: str) -> None:
    game = board({"battlefield": [one, other, "Grizzly Bears"]}, {"battlefield": ["Serra Angel"]}, pool=POOL)
    sizes = {i: (game.look.chars(i).power, game.look.chars(i).controller) for i in game.state.objects}
    passes(game)
    for i in sizes.keys() & game.state.objects.keys():
        assert (game.look.chars(i).power, game.look.chars(i).controller) == sizes[i]
