"""Loops through priority that nobody stops (104.4b), and what is none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from apnap.cardkit import THIS, YOU, card, create, creatures, enters, gain_life, may, permanents, pt, token, triggered
from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.loops import QUIET, SIGHTINGS
from apnap.engine.requests import PASS, Answer
from boards import ANN, BOB, POOL, board, cast, everything, happened, holder, lives, pool_with, question

FLOCK = token("Flock", "Creature — Bird", pt(1, 1))
CARDS = (
    card("Asking", "{1}", "Land", triggered(enters(permanents), do=[may(gain_life(YOU, 1))])),
    card("Hatching", "{1}", "Creature — Bird", pt(1, 1), triggered(enters(creatures), do=[create(FLOCK)])),
    card("Crowd", "{1}", "Creature — Bird", pt(1, 1), triggered(enters(THIS), do=[create(FLOCK, 60)])),
    card("Greeting", "{1}", "Land", triggered(enters(creatures), do=[gain_life(YOU, 1)])),
)
WITH_THEM = pool_with(*CARDS)
DEEP = {"library": ["Wastes"] * 9}


def go_on(game: Game, n: int) -> int:
    """So many questions answered: all pass, and everything else by its first answer; how many there were."""
    for asked in range(n):
        if game.over or (not game.state.zone("stack") and question(game).kind == "priority"):
            return asked
        game.answer(game.waiting_for()[0], question(game).default)
    return n


def rings(beside: Sequence[str] = (), bob: Sequence[str] = (), edition: str = "current") -> Game:
    """Three rings: the third exiles the second, which gives back the first, and so on without another target."""
    game = board(
        {"hand": ["Oblivion Ring"] * 3, "battlefield": beside, **DEEP}, {"hand": bob, **DEEP},
        pool=WITH_THEM if beside else POOL, edition=edition,
    )  # fmt: skip
    for _ in range(2):
        cast(game, ANN, "Oblivion Ring")
        go_on(game, 20)
    cast(game, ANN, "Oblivion Ring")
    return game


@pytest.mark.parametrize("edition", ["2004", "2008", "2011", "2013", "current"])
def test_a_loop_that_comes_back_is_a_draw(edition: str) -> None:
    game = rings(edition=edition)
    go_on(game, 400)
    assert game.result is not None
    assert game.result.draw
    (ended,) = happened(game, ev.GameEnded)
    assert ended.cause.rule == "loop.mandatory"


def test_each_time_round_everybody_may_stop_it() -> None:
    """It is drawn no sooner than the same state was there three times, and what stops it is then done."""
    game = rings(bob=["Disenchant"])
    go_on(game, 40)
    assert game.state.course.quiet > QUIET
    assert game.state.course.mark
    while holder(game) != BOB:
        game.answer(holder(game), PASS)
    cast(game, BOB, "Disenchant", everything(game, "Oblivion Ring", "battlefield")[0])
    go_on(game, 400)
    assert not game.over
    assert game.state.zone("stack") == ()


def test_who_could_stop_it_and_does_not_lets_it_be_drawn() -> None:
    """732.5: nobody is made to stop it."""
    game = rings(bob=["Disenchant"])
    assert go_on(game, 4000) < 200
    assert game.over


def test_a_state_is_seen_three_times_before_it_is_a_draw() -> None:
    game = rings()
    go_on(game, 400)
    marks = [e.course for e in happened(game, ev.CourseMarked)]
    assert [c.times for c in marks][-SIGHTINGS:] == list(range(1, SIGHTINGS + 1))


def test_an_optional_action_in_it_is_no_draw() -> None:
    game = rings(["Asking"])
    assert go_on(game, 1500) == 1500
    assert not game.over


def test_a_choice_in_it_is_no_draw() -> None:
    """The thopter would do as well, so each ring asks; that the same is chosen each time makes no difference."""
    game = rings(["Ornithopter"])
    asked = 0
    for _ in range(1500):
        request = question(game)
        found = [o.id for o in request.options if game.look.chars(o.payload.object).name == "Oblivion Ring"] \
            if request.kind == "choose" else []  # fmt: skip
        asked += bool(found)
        game.answer(game.waiting_for()[0], Answer(picks=tuple(found[:1])) if found else request.default)
        assert not game.over
    assert asked > 100


def test_a_loop_in_which_something_grows_is_a_draw_in_the_end() -> None:
    """No state comes back; but the same events do, and nobody can stop them."""
    game = board({"hand": ["Hatching"]}, {}, pool=WITH_THEM)
    game.limits["resolutions"] = 100
    cast(game, ANN, "Hatching")
    go_on(game, 4000)
    assert game.result is not None
    assert game.result.draw
    assert len(everything(game, "Flock")) >= 100
    assert [e.limit for e in happened(game, ev.LimitReached)] == ["resolutions"]


def test_a_stack_that_is_worked_off_is_not_looked_at() -> None:
    game = board({"hand": ["Crowd"], "battlefield": ["Greeting"]}, {}, pool=WITH_THEM)
    game.limits["resolutions"] = 40
    cast(game, ANN, "Crowd")
    go_on(game, 1000)
    assert (lives(game)[0], game.over) == (81, False)
    assert happened(game, ev.CourseMarked) == []


def test_a_copy_and_a_saved_game_come_to_the_same_end() -> None:
    game = rings()
    go_on(game, 45)
    assert game.state.course.mark
    others = [game.fork(), Game.restore(game.book, game.checkpoint())]
    ends = [(go_on(g, 400), g.state.to_bytes()) for g in (game, *others)]
    assert ends[0] == ends[1] == ends[2]
    assert game.over


def test_a_game_that_is_made_anew_at_each_step_comes_to_the_same_end() -> None:
    """It begins at a grant of priority at which it has been looked at: once that counted as seeing it again."""
    game, other = rings(), rings()
    for _ in range(400):
        if game.over or other.over:
            break
        go_on(game, 1)
        go_on(other, 1)
        other = Game.restore(other.book, other.checkpoint()) if not other.over else other
        assert other.state.course == game.state.course
    assert game.over
    assert other.over
    assert game.state.to_bytes() == other.state.to_bytes()
