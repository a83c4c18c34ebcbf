"""Two-Headed Giant at a table: who may act, what a team sees, and what meets a total that is shared."""

from __future__ import annotations

from typing import Any

import pytest

import rulecards
from apnap.engine.book import MissingPart
from apnap.engine.game import Game
from apnap.engine.position import Position, Seated, build
from apnap.engine.setup import SeatSetup, Setup, starting_state
from apnap.engine.values import Seat
from apnap.pool import Pool, load_pool
from apnap.shell.play import Refusal
from apnap.testing.tables import Table
from boards import NAMES


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool([("rulecards", rulecards)])


def table(pool: Pool, edition: str = "current", **seats: dict[str, Any]) -> Table:
    """Ann and Bob against Cat and Dan; mana is free."""
    head = {
        "edition": edition,
        "format": "two-headed-giant",
        "teams": [["Ann", "Bob"], ["Cat", "Dan"]],
        "mana": "free",
        "seats": {name: seats.get(name, {}) for name in ("Ann", "Bob", "Cat", "Dan")},
    }
    return Table(pool, head)


def asked(at: Table) -> list[str]:
    return [client.name for client in at.asked]


def lives(at: Table) -> list[int]:
    return [at.client(name).life for name in ("Ann", "Cat")]


# --- priority ----------------------------------------------------------------------------------------


def test_a_team_has_passed_when_each_of_its_players_has(pool: Pool) -> None:
    at = table(pool, Bob={"hand": ["Shock"]})
    assert asked(at) == ["Ann", "Bob"]
    at.client("Ann").pass_()
    assert asked(at) == ["Bob"]
    at.client("Bob").cast("Shock", "Cat")
    assert asked(at) == ["Ann", "Bob"], "who acts gives team mates priority again"
    at.client("Bob").pass_()
    at.client("Ann").pass_()
    assert asked(at) == ["Cat", "Dan"]
    at.client("Dan").pass_()
    assert lives(at) == [30, 30]
    at.client("Cat").pass_()
    assert lives(at) == [30, 28]


def test_each_is_offered_its_own_deeds_and_may_do_no_others(pool: Pool) -> None:
    at = table(pool, Ann={"hand": ["Forest"]}, Bob={"hand": ["Shock"]})
    ann, bob = at.client("Ann"), at.client("Bob")
    assert ann.options == ["pass", "play Forest"]
    assert bob.options == ["pass", "cast Shock"]
    shock = next(o.id for o in bob.question.options if o.payload.kind == "cast")  # type: ignore[union-attr]
    with pytest.raises(Refusal):
        ann.answer(shock)
    assert asked(at) == ["Ann", "Bob"]


def test_team_mates_see_each_others_hands_and_nobody_else_does(pool: Pool) -> None:
    at = table(pool, Bob={"hand": ["Shock"]}, Cat={"hand": ["Murder"]})
    seen = {name: at.client(name).cards("hand", of=1) for name in ("Ann", "Bob", "Cat", "Dan")}
    assert seen == {"Ann": ["Shock"], "Bob": ["Shock"], "Cat": [], "Dan": []}
    assert not at.client("Ann").was_told("Murder") and at.client("Dan").cards("hand", of=2) == ["Murder"]


# --- a shared total ----------------------------------------------------------------------------------


def test_of_players_whose_life_becomes_a_number_a_team_chooses_one(pool: Pool) -> None:
    at = table(pool, Ann={"hand": ["Level Field"], "life": 12}, Cat={"life": 5})
    at.client("Ann").cast("Level Field")
    at.resolve()
    assert asked(at) == ["Ann"]
    at.client("Ann").choose("Bob")
    at.client("Cat").choose("Dan")
    assert lives(at) == [7, 7]
    assert [client.name for client in at.asked] == ["Ann", "Bob"]


def test_in_2007_the_numbers_of_both_heads_were_added_up(pool: Pool) -> None:
    at = table(pool, "2007", Ann={"hand": ["Level Field"], "life": 13}, Cat={"life": 5})
    at.client("Ann").cast("Level Field")
    at.resolve()
    assert lives(at) == [14, 14]


@pytest.mark.parametrize(("edition", "life"), [("2007", 33), ("2011", 30), ("current", 30)])
def test_who_cannot_gain_life_keeps_a_team_mate_from_it(pool: Pool, edition: str, life: int) -> None:
    at = table(pool, edition, Ann={"hand": ["Healing Salve"]}, Bob={"battlefield": ["Sealed Cup"]})
    at.client("Ann").cast("Healing Salve")
    at.client("Ann").choose(next(o for o in _words(at) if "gain" in o))
    at.client("Ann").choose("Ann")
    at.resolve()
    assert lives(at) == [life, 30]


def _words(at: Table) -> list[str]:
    question = at.client("Ann").question
    assert question is not None
    return [option.payload.word for option in question.options]


def test_proliferating_both_heads_adds_one_poison_counter_to_the_team(pool: Pool) -> None:
    at = table(pool, Ann={"battlefield": ["Contagion Clasp"]}, Cat={"poison": 3})
    ann = at.client("Ann")
    ann.do("activate Contagion Clasp")
    at.resolve()
    ann.choose("Cat", "Dan")
    assert [at.client(name).view[f"seat:{seat}"]["poison"] for seat, name in ((2, "Cat"), (3, "Dan"))] == [4, 4]


@pytest.mark.parametrize(("edition", "gained"), [("2011", 5), ("current", 3)])
def test_the_poison_of_opponents_who_share_it_counts_once(pool: Pool, edition: str, gained: int) -> None:
    """810.10a; in 2011 each has counters of its own, and here three and two of them."""
    dan = {"poison": 2} if edition == "2011" else {}
    at = table(pool, edition, Ann={"hand": ["Sick Joy"]}, Cat={"poison": 3}, Dan=dan)
    at.client("Ann").cast("Sick Joy")
    at.resolve()
    assert lives(at) == [30 + gained, 30]


def test_life_that_cannot_change_for_one_is_paid_by_neither(pool: Pool) -> None:
    at = table(pool, Ann={"hand": ["Teferi's Protection"]}, Bob={"hand": ["Gut Shot"]})
    bob = at.client("Bob")
    at.game.free_mana = False
    assert "cast Gut Shot" in bob.options, "for 2 life"
    at = table(pool, Ann={"hand": ["Teferi's Protection"]}, Bob={"hand": ["Gut Shot"]})
    at.client("Ann").cast("Teferi's Protection")
    at.resolve()
    at.game.free_mana = False
    at.client("Ann").pass_()
    assert at.client("Bob").options == ["pass"]


def test_what_keeps_one_head_at_one_life_counts_what_the_other_loses(pool: Pool) -> None:
    board = ["Worship", "Grizzly Bears"]
    at = table(pool, Ann={"hand": ["Flame Rift"]}, Cat={"life": 5, "battlefield": board})
    at.client("Ann").cast("Flame Rift")
    at.resolve()
    assert lives(at) == [22, 1]


# --- turns -------------------------------------------------------------------------------------------


def test_a_team_skips_once_what_one_effect_makes_both_heads_skip(pool: Pool) -> None:
    at = table(pool, Ann={"hand": ["Lost Morning"]})
    at.client("Ann").cast("Lost Morning")
    at.resolve()
    hands = []
    for turn in (2, 4):
        at.go_to("main1", turn=turn)
        hands.append([len(at.game.state.zone("hand", Seat(seat))) for seat in (2, 3)])
    assert hands == [[0, 0], [1, 1]]


def test_it_is_the_turn_of_both_heads(pool: Pool) -> None:
    artifact = {"battlefield": ["Own Time"]}
    at = table(pool, Bob=artifact, Dan=artifact)
    assert at.client("Bob").options == ["pass", "activate Own Time"]
    at.client("Ann").pass_()
    at.client("Bob").pass_()
    assert at.client("Dan").options == ["pass"]


def test_in_an_extra_turn_of_the_second_head_its_team_mate_still_comes_before_the_others(pool: Pool) -> None:
    """805.6a, 805.8: the active team's players come first, whoever of them the turn was given to."""
    at = table(pool, Bob={"hand": ["More Time"]})
    at.client("Bob").cast("More Time", "Bob")
    at.resolve()
    at.go_to("main1", turn=2)
    assert at.game.active_seats() == (0, 1)
    assert at.game.look.apnap() == (1, 0, 2, 3)
    at.go_to("main1", turn=3)
    assert at.game.look.apnap() == (2, 3, 0, 1)


# --- who may sit down --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "why"),
    [
        ((), "not for teams of one each"),
        (((0,), (1, 2, 3)), r"not for teams of \[1, 3\]"),
        (((0, 2), (1, 3)), "next to each other"),
    ],
)
def test_other_teams_are_refused(pool: Pool, teams: tuple[tuple[int, ...], ...], why: str) -> None:
    book = pool.book("current", ("two-headed-giant",))
    seats = tuple(SeatSetup(name, ("Forest",) * 20) for name in ("Ann", "Bob", "Cat", "Dan"))
    with pytest.raises(MissingPart, match=why):
        starting_state(book, Setup(seats, teams=teams))
    assert starting_state(book, Setup(seats, teams=((0, 1), (2, 3)))).players[0].life == 30


@pytest.mark.parametrize(
    ("seats", "teams", "why"),
    [
        (5, ((0, 1), (2, 3, 4)), r"for 2 teams of the same size, not for teams of \[2, 3\]"),
        (6, ((0, 1), (2, 3, 4, 5)), r"for 2 teams of the same size, not for teams of \[2, 4\]"),
        (6, ((0, 1), (2, 3), (4, 5)), r"for 2 teams of the same size, not for teams of \[2, 2, 2\]"),
        (2, ((0,), (1,)), "for 4 to 10 players, not 2"),
    ],
)
def test_more_heads_make_two_teams_of_one_size(
    pool: Pool, seats: int, teams: tuple[tuple[int, ...], ...], why: str
) -> None:
    with pytest.raises(MissingPart, match=why):
        starting_state(pool.book("current", ("two-headed-giant",)), Setup(people(seats), teams=teams))


def people(n: int) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(name, ("Forest",) * 20) for name in NAMES[:n])


@pytest.mark.parametrize("edition", ["2007", "2008", "2011", "2012", "2013", "current"])
@pytest.mark.parametrize(("seats", "life"), [(4, 30), (6, 45), (8, 60), (10, 75)])
def test_a_team_begins_with_fifteen_life_for_each_head(pool: Pool, edition: str, seats: int, life: int) -> None:
    """Neighbours make the teams where nobody says otherwise."""
    book = pool.book(edition, ("two-headed-giant",))
    teams = book.rules.neighbours(seats)
    assert teams == (tuple(range(seats // 2)), tuple(range(seats // 2, seats)))
    state = starting_state(book, Setup(people(seats), teams=teams))
    assert {(p.life, p.starting_life) for p in state.players} == {(life, life)}


@pytest.mark.parametrize(("heads", "enough"), [(2, 15), (3, 20), (4, 25), (5, 30)])
def test_each_head_beyond_the_second_takes_five_poison_counters_more(pool: Pool, heads: int, enough: int) -> None:
    for poison, lost in ((enough - 1, False), (enough, True)):
        seats = tuple(
            Seated(name=name, team=n // heads, life=30, starting_life=30, poison=poison if n >= heads else 0)
            for n, name in enumerate(NAMES[: 2 * heads])
        )
        book = pool.book("current", ("two-headed-giant",))
        game = Game(book, build(Position(seats=seats, placed=()), book))
        assert game.over == lost


def test_team_mates_who_have_turns_of_their_own_do_not_share_them(pool: Pool) -> None:
    """What came under one's control stays sick while a team mate's turn begins (302.6)."""
    head = {
        "format": "free-for-all",
        "teams": [["Ann", "Bob"], ["Cat"]],
        "seats": {"Ann": {}, "Bob": {"battlefield": [{"card": "Llanowar Elves", "sick": True}]}, "Cat": {}},
        "turn": {"of": "Cat", "step": "end"},
    }
    at = Table(pool, head)
    at.go_to("main1")
    assert at.game.state.turn.active == 0
    assert [p.turns for p in at.game.state.players] == [1, 0, 1]
    assert at.client("Bob").view[next(n for n, e in at.client("Bob").view.items() if e.get("name"))]["sick"]
