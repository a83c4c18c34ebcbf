"""Turns: whose comes next, extra and skipped ones, the cleanup step, and what ends when."""

from apnap.cardkit import (
    TARGET,
    YOU,
    apply,
    card,
    creature,
    discards,
    extra_turn,
    gain_life,
    gets,
    players,
    put_counters,
    skip_next,
    spell,
    triggered,
)
from apnap.engine import events as ev
from boards import (
    ANN,
    BOB,
    CAT,
    DAN,
    board,
    cast,
    happened,
    holder,
    lives,
    performed,
    pool_with,
    question,
    resolve,
    resolve_all,
    stack,
    the,
    until,
    zone,
)

HOURGLASS = card("Hourglass", "{1}", "Instant", spell(extra_turn(TARGET), target=players))
NAP = card("Nap", "{1}", "Instant", spell(skip_next(TARGET, "turn"), target=players))
LASTING = card("Lasting", "{1}", "Instant", spell(apply(TARGET, gets(2, 2), until="your next turn"), target=creature))
SWELL = card("Swell", "{1}", "Instant", spell(apply(TARGET, gets(3, 3)), target=creature))
WITHERED = card("Withered", "{1}", "Instant", spell(put_counters("-1/-1", 2, on=TARGET), target=creature))
MADNESS = card("Madness", "{1}", "Enchantment", triggered(discards("you"), do=[gain_life(YOU, 1)]))
POOL = pool_with(HOURGLASS, NAP, LASTING, SWELL, WITHERED, MADNESS)
LIBRARY = ["Forest"] * 20


def order_of_turns(game: object, n: int) -> list[int]:
    return [e.seat for e in happened(game, ev.TurnBegan)][:n]  # type: ignore[arg-type]


def play_turns(game: object, turns: int) -> None:
    for turn in range(4, 4 + turns):
        until(game, "upkeep", turn)  # type: ignore[arg-type]


def test_an_extra_turn_of_another_player_does_not_move_the_turn_order() -> None:
    """The next turn was once reckoned from the player of the extra turn: after Cat's came Dan's, and Bob's
    turn was lost (500.7)."""
    game = board({"hand": ["Hourglass"], "library": LIBRARY}, *({"library": LIBRARY},) * 3, pool=POOL)
    cast(game, ANN, "Hourglass", "Cat")
    resolve(game)
    play_turns(game, 4)
    assert order_of_turns(game, 4) == [CAT, BOB, CAT, DAN]


def test_extra_turns_are_taken_newest_first() -> None:
    game = board({"hand": ["Hourglass"] * 2, "library": LIBRARY}, *({"library": LIBRARY},) * 2, pool=POOL)
    for name in ("Bob", "Cat"):
        cast(game, ANN, "Hourglass", name)
        resolve(game)
    play_turns(game, 3)
    assert order_of_turns(game, 3) == [CAT, BOB, BOB]


def test_an_extra_turn_of_one_who_has_left_does_not_begin() -> None:
    game = board({"hand": ["Hourglass"], "library": LIBRARY}, *({"library": LIBRARY},) * 3, pool=POOL)
    cast(game, ANN, "Hourglass", "Cat")
    resolve(game)
    game.concede(CAT)
    play_turns(game, 3)
    assert order_of_turns(game, 3) == [BOB, DAN, ANN]


def test_a_skipped_turn_has_had_its_place_and_was_not_begun() -> None:
    """A skipped turn once was a turn that began: it untapped nothing, but what had just arrived could attack."""
    game = board({"hand": ["Nap"], "library": LIBRARY}, *({"library": LIBRARY},) * 2, pool=POOL)
    cast(game, ANN, "Nap", "Bob")
    resolve(game)
    play_turns(game, 1)
    assert order_of_turns(game, 1) == [CAT]
    assert [(e.seat, e.what) for e in happened(game, ev.Skipped) if e.what == "turn"] == [(BOB, "turn")]
    assert game.state.player(BOB).turn_began == 1


def test_until_your_next_turn_ends_as_that_turn_begins() -> None:
    game = board(
        {"hand": ["Lasting"], "battlefield": ["Grizzly Bears"], "library": LIBRARY}, {"library": LIBRARY}, pool=POOL
    )
    cast(game, ANN, "Lasting", "Grizzly Bears")
    resolve(game)
    bears = the(game, "Grizzly Bears")
    play_turns(game, 1)
    assert game.look.chars(bears.id).power == 4
    play_turns(game, 2)
    assert game.look.chars(bears.id).power == 2


def test_until_the_next_turn_of_one_who_left_ends_where_it_would_have_begun() -> None:
    """800.4m. It once lasted for ever, since that turn never came."""
    game = board(
        {"battlefield": ["Grizzly Bears"], "library": LIBRARY}, {"hand": ["Lasting"], "library": LIBRARY},
        {"library": LIBRARY}, {"library": LIBRARY}, pool=POOL, active=1,
    )  # fmt: skip
    cast(game, BOB, "Lasting", "Grizzly Bears")
    resolve(game)
    game.concede(BOB)
    bears = the(game, "Grizzly Bears")
    for turn, power in ((4, 4), (5, 4), (6, 4), (7, 2)):
        until(game, "upkeep", turn)
        assert game.look.chars(bears.id).power == power, f"turn {turn}"
    assert game.state.turn.active == CAT


# --- the cleanup step -------------------------------------------------------------------------------


def test_nobody_has_priority_in_the_cleanup_step() -> None:
    game = board({"hand": ["Forest"] * 9, "library": LIBRARY}, {"library": LIBRARY}, step="end")
    until_discard(game)
    assert (question(game).prompt, question(game).min) == ("discard", 2)
    game.answer(ANN, question(game).default)
    assert (game.state.turn.active, game.state.turn.step) == (BOB, "upkeep")
    assert len(zone(game, "hand", ANN)) == 7


def until_discard(game: object) -> None:
    while question(game).prompt != "discard":  # type: ignore[arg-type]
        game.answer(question(game).who[0], question(game).default)  # type: ignore[arg-type, attr-defined]


def test_a_trigger_gives_priority_in_the_cleanup_step_and_then_comes_another() -> None:
    game = board(
        {"battlefield": ["Madness"], "hand": ["Forest"] * 8, "library": LIBRARY}, {"library": LIBRARY}, pool=POOL,
        step="end",
    )  # fmt: skip
    until_discard(game)
    game.answer(ANN, question(game).default)
    assert (game.state.turn.step, holder(game), stack(game)) == ("cleanup", ANN, ["Madness"])
    resolve_all(game)
    assert (game.state.turn.step, lives(game)[0]) == ("cleanup", 21)
    resolve(game)
    assert [e.step for e in happened(game, ev.StepBegan)].count("cleanup") == 2
    assert game.state.turn.active == BOB


def test_a_check_that_performs_something_gives_priority_in_the_cleanup_step() -> None:
    """S57: as +3/+3 ends, the creature's toughness is 0; then the active player has priority."""
    game = board(
        {"battlefield": ["Grizzly Bears"], "hand": ["Swell", "Withered"], "library": LIBRARY},
        {"library": LIBRARY},
        pool=POOL,
    )
    for name in ("Swell", "Withered"):
        cast(game, ANN, name, "Grizzly Bears")
        resolve(game)
    until(game, "cleanup")
    assert (holder(game), zone(game, "graveyard", ANN)[0]) == (ANN, "Grizzly Bears")
    assert performed(game) == [("sba.toughness",)]


def test_damage_and_effects_until_end_of_turn_end_together() -> None:
    """514.2: a 2/2 with 4 damage and +3/+3 survives, since neither ends before the other."""
    game = board(
        {"battlefield": ["Grizzly Bears"], "hand": ["Swell"], "library": LIBRARY}, {"library": LIBRARY}, pool=POOL,
        facts={"Grizzly Bears": {"damage": 1}},
    )  # fmt: skip
    cast(game, ANN, "Swell", "Grizzly Bears")
    resolve(game)
    until(game, "upkeep", 4)
    assert the(game, "Grizzly Bears").damage == 0
    assert zone(game, "battlefield") == ["Grizzly Bears"]
