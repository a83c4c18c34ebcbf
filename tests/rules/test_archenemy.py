"""Archenemy at a table: who may sit there, with which deck, how it begins, and who sees what."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from apnap.cardkit import (
    THIS,
    YOU,
    Format,
    abandon,
    cant,
    card,
    custom_do,
    draw,
    each,
    extra_turn,
    gain_life,
    in_that_turn,
    objects_in,
    set_in_motion,
    sets_in_motion,
    spell,
    triggered,
    turn_based,
    would,
)
from apnap.decks.reading import read
from apnap.decks.shipped import shipped
from apnap.engine import events as ev
from apnap.engine.book import MissingPart
from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup, starting_state
from apnap.engine.values import Seat
from apnap.pool import Pool, load_pool
from apnap.shell.games import Chair, GameSetup
from apnap.shell.pooled import PoolGames
from apnap.testing.selfplay import self_play
from apnap.testing.tables import Table
from apnap_protocol import messages as m
from boards import ANN, board, cast, pool_with, resolve_all, stack, until, zone

NAMES = ("Ann", "Bob", "Cat", "Dan")
SCHEMES = shipped("overlord").scheme_cards
DECK = shipped("undying").cards
WITH_SCHEMES = ("2011", "2012", "2013", "current")


@cache
def pool() -> Pool:
    return load_pool()


@cache
def games() -> PoolGames:
    return PoolGames(pool())


def begun(edition: str = "current", teams: tuple[tuple[int, ...], ...] = ((0,), (1, 2)), lone: int = 0) -> Game:
    seats = tuple(SeatSetup(NAMES[i], DECK, schemes=SCHEMES if i == lone else ()) for i in range(sum(map(len, teams))))
    return Game.start(pool().book(edition, ("archenemy",)), Setup(seats, seed=7, teams=teams))


# --- who plays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "reason"),
    [
        ((), "for teams of 1 and any number, not for teams of one each"),
        (((0, 1), (2, 3)), r"for teams of 1 and any number, not for teams of \[2, 2\]"),
        (((0,), (1,), (2,)), r"not for teams of \[1, 1, 1\]"),
        (((0,), (1, 2, 3)), ""),
        (((1,), (2, 3, 0)), ""),
        (((0, 1, 2), (3,)), ""),
    ],
)
def test_one_plays_against_all_others(teams: tuple[tuple[int, ...], ...], reason: str) -> None:
    rules = pool().book("current", ("archenemy",)).rules
    refusal = rules.refuse_teams(teams)
    if not reason:
        assert refusal is None
        return
    with pytest.raises(MissingPart, match=reason):
        starting_state(
            pool().book("current", ("archenemy",)),
            Setup(tuple(SeatSetup(n) for n in NAMES[: max(3, sum(map(len, teams)))]), teams=teams),
        )


def test_team_mates_sit_next_to_each_other_also_where_the_table_closes() -> None:
    giant = pool().book("current", ("two-headed-giant",)).rules
    assert giant.refuse_teams(((0, 3), (1, 2))) is None
    assert "next to each other" in str(giant.refuse_teams(((0, 2), (1, 3))))


@pytest.mark.parametrize("edition", WITH_SCHEMES)
def test_who_plays_alone_has_more_life_and_goes_first_wherever_the_seat_is(edition: str) -> None:
    game = begun(edition, ((0, 1), (2,)), lone=2)
    assert [(p.life, p.starting_life) for p in game.state.players] == [(20, 20), (20, 20), (40, 40)]
    assert game.first_seat() == 2
    keep_all(game)
    assert game.state.turn.active == 2


def test_of_two_who_play_alone_the_one_with_schemes_is_the_archenemy() -> None:
    game = begun(teams=((0,), (1,)), lone=1)
    assert [p.life for p in game.state.players] == [20, 40]
    assert game.first_seat() == 1


def keep_all(game: Game) -> None:
    """Everybody keeps, and the game goes on to the first grant of priority."""
    while game.request is not None and game.request.kind == "mulligan":
        game.answer(game.waiting_for()[0], game.request.default)


@pytest.mark.parametrize(
    ("edition", "formats", "reason"),
    [
        ("2007", ("archenemy",), "edition 2007 has no archenemy"),
        ("2011", ("archenemy", "commander"), "archenemy and commander set starting_life differently"),
        ("current", ("archenemy", "two-headed-giant"), "archenemy and two-headed-giant are for different teams"),
        ("2007", ("duel", "two-headed-giant"), "duel is for 2 players at most, two-headed-giant for 4 at least"),
        (
            "2011",
            ("archenemy", "commander", "free-for-all", "two-headed-giant"),
            "free-for-all is for players of no team, two-headed-giant for teams",
        ),
        (
            "current",
            ("free-for-all", "archenemy", "commander"),
            "free-for-all is for players of no team, archenemy for teams",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(edition: str, formats: tuple[str, ...], reason: str) -> None:
    """A free-for-all of teams was played as if nobody had said free-for-all; a giant duel was for "4 to 2 players"."""
    with pytest.raises(MissingPart, match=reason):
        pool().book(edition, formats)
    assert games().refuse_rules(m.Create(edition=edition, format=" + ".join(formats), seats=4))


def test_in_which_order_formats_are_named_says_nothing_about_how_they_go_together() -> None:
    names = ("archenemy", "commander", "free-for-all")
    for edition, teams in (("2011", ()), ("current", (1, 0))):
        found = [pool().formats_of(edition, order) for order in (names, names[::-1])]
        assert [[f.name for f in formats] for formats in found] == [list(names)] * 2
        assert [formats[0].teams for formats in found] == [teams] * 2


# --- decks -------------------------------------------------------------------------------------------


def refused(schemes: tuple[str, ...], *, seat: int = 0, edition: str = "current", deck: tuple[str, ...] = DECK) -> str:
    wish = m.Create(edition=edition, format="archenemy", seats=3)
    assert games().refuse_rules(wish) == ()
    return "; ".join(games().refuse_deck(wish, deck, (), schemes, seat=seat))


def test_who_plays_alone_needs_twenty_schemes_and_no_more_than_two_of_a_name() -> None:
    assert refused(SCHEMES) == ""
    assert refused(SCHEMES[1:]) == "expected at least 20 schemes, got 19 (904.3)"
    assert refused(()) == "expected at least 20 schemes, got 0 (904.3)"
    assert refused((*SCHEMES, SCHEMES[0])) == f"expected at most 2 of {SCHEMES[0]}, got 3 (904.3)"
    assert refused((*SCHEMES, "Forest")) == "Forest is no scheme (904.3)"
    assert 'there is no card "No Such Plan"' in refused((*SCHEMES, "No Such Plan"))


def test_the_others_have_no_scheme_deck_and_nobody_has_a_scheme_in_another_deck() -> None:
    assert refused((), seat=1) == ""
    assert refused(SCHEMES, seat=2) == "only who plays alone has a scheme deck (904.3)"
    stray = "All in Good Time is a scheme: it belongs into a scheme deck"
    assert refused((), seat=1, deck=(*DECK, "All in Good Time")) == stray
    for format_ in ("free-for-all", "commander"):
        wish = m.Create(format=format_, seats=3)
        assert stray in games().refuse_deck(wish, (*DECK, "All in Good Time"), ())
        assert "this format has no scheme deck" in games().refuse_deck(wish, DECK, (), SCHEMES)


def test_beside_commanders_ten_schemes_are_enough_and_no_two_of_a_name() -> None:
    wish = m.Create(format="archenemy+commander", seats=3)
    assert games().refuse_rules(wish) == ()
    ten = tuple(dict.fromkeys(SCHEMES))[:10]

    def refused_schemes(schemes: tuple[str, ...], seat: int = 0) -> list[str]:
        return [r for r in games().refuse_deck(wish, DECK, (), schemes, seat=seat) if "scheme" in r or "of All" in r]

    assert refused_schemes(ten) == []
    assert refused_schemes(ten[1:]) == ["expected at least 10 schemes, got 9 (904.13d)"]
    assert refused_schemes((*ten, ten[0])) == [f"expected at most 1 of {ten[0]}, got 2 (904.13d)"]
    assert refused_schemes((), seat=1) == []


def test_in_a_free_for_all_everybody_brings_schemes() -> None:
    wish = m.Create(format="archenemy+free-for-all", seats=3)
    assert games().refuse_rules(wish) == ()
    for seat in range(3):
        assert "expected at least 20 schemes, got 0 (904.3)" in games().refuse_deck(wish, DECK, (), (), seat=seat)
        assert games().refuse_deck(wish, DECK, (), SCHEMES, seat=seat) == ()


def test_a_list_with_schemes_is_read_and_checked_whole() -> None:
    deck = read("60 Forest\n\nSchemes\n2 All in Good Time\n1 Look Skyward and Despair\n")
    assert deck.scheme_cards == ("All in Good Time", "All in Good Time", "Look Skyward and Despair")


def test_a_game_of_the_server_begins_with_the_scheme_deck_shuffled() -> None:
    chairs = (Chair("Ann", DECK, schemes=SCHEMES), Chair("Bob", DECK), Chair("Cat", DECK))
    orders = []
    for seed in (1, 2):
        game = games().start(GameSetup("current", "archenemy", chairs, seed, teams=(0, 1, 1)))
        orders.append([game.look.chars(i).name for i in game.state.zone("schemes", Seat(0))])
        assert any(e.zone == "schemes" for e in game.log if isinstance(e, ev.Shuffled))
        assert [len(game.state.zone("schemes", Seat(s))) for s in (1, 2)] == [0, 0]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(SCHEMES)
    assert orders[0] != orders[1] and orders[0] != list(SCHEMES)


def test_a_seat_of_a_table_is_made_for_a_team_where_nothing_is_wished() -> None:
    assert games().teams(m.Create(format="archenemy", seats=4)) == (0, 1, 1, 1)
    assert games().teams(m.Create(format="archenemy", seats=3, teams=(1, 1, 0))) == (1, 1, 0)
    assert games().teams(m.Create(format="free-for-all", seats=3)) == ()
    assert games().refuse_rules(m.Create(format="archenemy", seats=4, teams=(0, 0, 1, 1)))


# --- what is seen ------------------------------------------------------------------------------------


def table() -> Table:
    head = {
        "format": "archenemy",
        "teams": [["Ann"], ["Bob", "Cat"]],
        "mana": "free",
        "turn": {"of": "Ann", "step": "draw"},
        "seats": {
            "Ann": {"schemes": ["The Very Soil Shall Shake", "Look Skyward and Despair"], "hand": ["Shock"]},
            "Bob": {"hand": ["Murder"]},
            "Cat": {},
        },
    }
    return Table(pool(), head)


def test_nobody_knows_a_scheme_before_it_is_set_in_motion_and_then_everybody_does() -> None:
    at = table()
    for name in NAMES[:3]:
        assert not at.client(name).was_told("The Very Soil Shall Shake")
        assert at.client(name).view["seat:0"]["schemes"] == 2  # type: ignore[index]
    at.go_to("main1")
    for name in NAMES[:3]:
        assert at.client(name).cards("command", of=0) == ["The Very Soil Shall Shake"]
        assert at.client(name).view["seat:0"]["schemes"] == 1  # type: ignore[index]
        assert not at.client(name).was_told("Look Skyward and Despair")
        assert "schemes" not in at.client(name).view["seat:1"]  # type: ignore[operator]


def test_opponents_see_each_others_hands_and_the_archenemy_sees_none() -> None:
    at = table()
    assert [at.client(name).cards("hand", of=1) for name in NAMES[:3]] == [[], ["Murder"], ["Murder"]]
    assert [at.client(name).cards("hand", of=0) for name in NAMES[:3]] == [["Shock"], [], []]


# --- turn-based actions of formats, and turns of a mark ---------------------------------------------------


MARK = "quiet"
QUIET = card(
    "Quiet Hour", "{1}", "Instant",
    spell(extra_turn(mark=MARK), in_that_turn(MARK, cant(would("Move", how=("set in motion",))))),
)  # fmt: skip
PLAN = card("Small Gain", None, "Scheme", triggered(set_in_motion(THIS), do=[gain_life(YOU, 1)]))


HURRY = card("Hurry", "{1}", "Instant", spell(sets_in_motion(YOU)))
GIVE_UP = card("Give Up", "{1}", "Instant", spell(abandon(each(objects_in("command")))))


def quiet(*hand: str) -> Game:
    return against({"hand": list(hand), "schemes": ["Small Gain"] * 3})


def against(ann: dict[str, list[str]], **more: Any) -> Game:
    """Ann against Bob and Cat, in her first main phase."""
    seats = ({"library": ["Forest"] * 20, **ann}, {"library": ["Forest"] * 20}, {"library": ["Forest"] * 20})
    made = pool_with(QUIET, PLAN, HURRY, GIVE_UP)
    return board(*seats, pool=made, formats=("archenemy",), teams=((0,), (1, 2)), **more)


def test_each_of_two_extra_turns_keeps_what_holds_in_it_and_the_turn_after_is_as_ever() -> None:
    game = quiet("Quiet Hour", "Quiet Hour")
    for _ in range(2):
        cast(game, ANN, "Quiet Hour")
        resolve_all(game)
    for turn in (4, 5):
        until(game, "main1", turn)
        assert (game.state.turn.active, stack(game), zone(game, "command")) == (ANN, [], [])
        assert len(game.state.effects) == 2, "both last until no such turn is to come"
    until(game, "main1", 6)
    assert game.state.turn.active == 1 and not game.state.effects
    until(game, "main1", 7)
    assert (game.state.turn.active, stack(game)) == (ANN, ["Small Gain"])


def test_without_the_extra_turn_what_would_hold_in_it_ends_with_this_one() -> None:
    game = quiet("Quiet Hour")
    cast(game, ANN, "Quiet Hour")
    resolve_all(game)
    assert len(game.state.effects) == 1
    game.note(ev.ExtraTaken(index=0))  # the turn is gone
    until(game, "main1", 4)
    assert game.state.turn.active == 1 and not game.state.effects


def format_of(step: str, *do: object) -> object:
    class Plugin:
        @staticmethod
        def apnap_formats() -> list[Format]:
            return [Format("odd", parts=(("turn-based:odd", turn_based(step, *do)),))]

    return Plugin


def test_a_turn_based_action_is_done_once_by_each_whose_turn_it_is_before_priority() -> None:
    odd = load_pool(extra=[("odd", format_of("upkeep", gain_life(YOU, 1)))])
    game = board({}, {}, {}, pool=odd, formats=("odd",), step="untap", active=0)
    until(game, "upkeep", 3)
    assert [p.life for p in game.state.players] == [21, 20, 20]
    until(game, "upkeep", 4)
    assert [p.life for p in game.state.players] == [21, 21, 20]


def draws_then_breaks(it: Any) -> Any:
    yield draw(YOU)
    raise KeyError("many")


def test_a_turn_based_action_that_breaks_is_told_and_left_out_from_then_on() -> None:
    odd = load_pool(extra=[("odd", format_of("upkeep", custom_do(draws_then_breaks, says="break")))])
    game = board({}, {}, pool=odd, formats=("odd",), step="untap")
    until(game, "upkeep", 3)
    until(game, "upkeep", 5)
    assert [f.path for f in game.failures] == ["turn-based:odd"]


def test_a_turn_based_action_of_a_step_that_there_is_not_is_refused() -> None:
    odd = load_pool(extra=[("odd", format_of("brunch", draw(YOU)))])
    with pytest.raises(MissingPart, match=r"turn-based:odd: edition current has no step 'brunch'"):
        odd.book("current", ("odd",))


def test_what_is_set_in_motion_is_the_top_scheme_also_by_an_effect() -> None:
    game = against({"hand": ["Hurry"], "schemes": ["Small Gain", "Look Skyward and Despair"]})
    cast(game, ANN, "Hurry")
    resolve_all(game)
    assert [e.how for e in game.log if isinstance(e, ev.Moved) and e.now.zone == "command"] == ["set in motion"]
    assert game.state.players[0].life == 41
    assert zone(game, "schemes", 0) == ["Look Skyward and Despair", "Small Gain"]


def test_in_the_turn_before_the_quiet_one_schemes_are_set_in_motion_as_ever() -> None:
    game = quiet("Quiet Hour", "Hurry")
    cast(game, ANN, "Quiet Hour")
    resolve_all(game)
    cast(game, ANN, "Hurry")
    resolve_all(game)
    assert game.state.players[0].life == 41


def test_only_what_is_ongoing_and_a_scheme_can_be_abandoned() -> None:
    lying = ["The Very Soil Shall Shake", "Thrasios, Triton Hero"]
    game = against({"hand": ["Give Up"], "command": lying, "schemes": ["Small Gain"]}, step="draw")
    until(game, "main1", 3)
    cast(game, ANN, "Give Up")  # in response: a scheme stays face up while its ability is on the stack
    resolve_all(game)
    gone = {e.was.chars.name: e.how for e in game.log if isinstance(e, ev.Moved) and e.now.zone == "schemes" and e.was}
    assert gone == {"The Very Soil Shall Shake": "abandon", "Small Gain": "put"}
    assert zone(game, "command") == ["Thrasios, Triton Hero"]
    assert zone(game, "schemes", 0) == ["The Very Soil Shall Shake", "Small Gain"]


def test_a_scheme_is_set_in_motion_before_a_saga_gets_its_counter() -> None:
    ann = {"battlefield": ["History of Benalia"], "schemes": ["Small Gain"]}
    game = against(ann, step="draw")
    while not any(isinstance(e, ev.CountersPut) for e in game.log):
        game.answer(game.waiting_for()[0], game.request.default)  # type: ignore[union-attr]
    kinds = [type(e).__name__ for e in game.log if isinstance(e, ev.CountersPut | ev.Moved)]
    assert kinds == ["Moved", "CountersPut"]


def test_self_play_deals_the_schemes_that_are_named_more_often_than_others() -> None:
    made = pool_with(*(card(f"Idle Plan {n}", None, "Scheme") for n in range(100)), PLAN)
    played = self_play(made, ("Small Gain",), games=2, steps=200, seats=3, formats=("archenemy",))
    assert played.seen == ("Small Gain",)
