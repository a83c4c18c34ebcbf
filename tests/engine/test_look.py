"""The caches of a look equal a look made anew, whatever changes at once."""

from apnap.cardkit import card, count, create, creatures, greatest, pt, spell, token
from boards import ANN, board, cast, pool_with, resolve, the

RAT = token("Rat", "Creature — Rat", pt(1, 1), colors="B")
HERD = card("Herd", "{G}", "Creature — Beast", pt(count(creatures), count(creatures)))
GIANT = card("Giant", "{G}", "Creature — Giant", pt(greatest(creatures.other, "power"), 3))
RATS = card("Rats", "{1}", "Instant", spell(create(RAT, 3)))
POOL = pool_with(HERD, GIANT, RATS)


def test_what_counts_creatures_is_right_as_tokens_come_in_one_batch() -> None:
    """It was worked out alone, and what it counted was not yet: an object that had no characteristics yet."""
    game = board({"battlefield": ["Herd", "Grizzly Bears"], "hand": ["Rats"]}, {}, pool=POOL)
    cast(game, ANN, "Rats")
    resolve(game)
    assert game.look.chars(the(game, "Herd").id).power == 5
    assert game.look.differences() == []


def test_what_measures_others_follows_their_counters() -> None:
    game = board({"battlefield": ["Giant", "Grizzly Bears", "Herd"], "hand": ["Rats"]}, {}, pool=POOL)
    cast(game, ANN, "Rats")
    resolve(game)
    assert game.look.chars(the(game, "Giant").id).power == 6
    assert game.look.differences() == []
