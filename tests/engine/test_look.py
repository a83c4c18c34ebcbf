"""The caches of a look equal a look made anew, whatever changes at once."""

from apnap.cardkit import YOU, card, count, create, creatures, draw, greatest, pt, spell, tally_of, token
from boards import ANN, activate, board, cast, pool_with, resolve, the

RAT = token("Rat", "Creature — Rat", pt(1, 1), colors="B")
HERD = card("Herd", "{G}", "Creature — Beast", pt(count(creatures), count(creatures)))
GIANT = card("Giant", "{G}", "Creature — Giant", pt(greatest(creatures.other, "power"), 3))
RATS = card("Rats", "{1}", "Instant", spell(create(RAT, 3)))
KEENER = card("Keener", "{G}", "Creature — Spirit", pt(tally_of("turn:draws", "{you}"), 3))
INSIGHT = card("Insight", "{1}", "Instant", spell(draw(YOU, 2)))
POOL = pool_with(HERD, GIANT, RATS, KEENER, INSIGHT)


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


def test_what_reads_a_tally_follows_each_event_that_is_counted() -> None:
    """A tally changes by whatever events its fold is for, not only when a turn begins."""
    seats = {"battlefield": ["Keener"], "hand": ["Insight"], "library": ["Forest"] * 5}
    game = board(seats, {}, pool=POOL)
    assert game.look.chars(the(game, "Keener").id).power == 0
    cast(game, ANN, "Insight")
    resolve(game)
    assert game.look.chars(the(game, "Keener").id).power == 2
    assert game.look.differences() == []


def test_what_is_attached_anew_is_found_by_its_new_timestamp() -> None:
    """It was found by the old one: a copy of the game, which finds by the new, put triggers in another order."""
    game = board({"battlefield": ["Umezawa's Jitte", "Exalted Angel"], "hand": ["Shock"]}, {})
    activate(game, ANN, "Umezawa's Jitte", "Exalted Angel", n=2)
    resolve(game)
    found = game.look.found("on:DamageDealt")
    assert [s.obj for s in found if s.obj] == [the(game, "Exalted Angel").id, the(game, "Umezawa's Jitte").id]
    assert game.look.differences() == []
