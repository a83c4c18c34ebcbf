"""What switches change where a scenario cannot show it: the first turn, the log, and tokens that left."""

from collections.abc import Iterator

import pytest

from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.requests import Answer
from apnap.engine.setup import SeatSetup, Setup
from apnap.rules.index import EDITIONS
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run
from statements import pool

OLD = ("2004", "2007", "2008")
KEEP, MULLIGAN = Answer(picks=("keep",)), Answer(picks=("mulligan",))


def begun(edition: str, seats: int = 2, format_: str = "free-for-all") -> Game:
    names = ("Ann", "Bob", "Cat", "Dan")[:seats]
    book = pool().book(edition, (format_,))
    teams = book.rules.neighbours(seats)
    return Game.start(book, Setup(seats=tuple(SeatSetup(name, ("Forest",) * 40) for name in names), teams=teams))


def declare(game: Game, *answers: Answer) -> Iterator[tuple[int, str]]:
    """Answer mulligan questions; tells who was asked and with how many cards in hand."""
    for answer in answers:
        request = game.request
        assert request is not None
        seat = game.waiting_for()[0]
        yield seat, f"{request.kind} {len(game.state.zone('hand', seat))}"
        if request.kind == "mulligan":
            game.answer(seat, answer)
        else:
            game.answer(seat, request.default)


def test_until_2009_one_player_takes_all_mulligans_before_the_next_declares() -> None:
    game = begun("2004")
    asked = list(declare(game, MULLIGAN, MULLIGAN, KEEP, MULLIGAN, KEEP))
    assert asked == [(0, "mulligan 7"), (0, "mulligan 6"), (0, "mulligan 5"), (1, "mulligan 7"), (1, "mulligan 6")]


def test_until_2009_a_team_declares_together_and_takes_all_mulligans_before_the_other_declares() -> None:
    """101.4b (2007): a head was asked again and again before its team mate had declared once."""
    game = begun("2007", 4, "two-headed-giant")
    asked = list(declare(game, MULLIGAN, MULLIGAN, KEEP, MULLIGAN, KEEP, KEEP, MULLIGAN, KEEP))
    seven, six = "mulligan 7", "mulligan 6"
    assert asked == [(0, seven), (1, seven), (0, seven), (1, seven), (1, six), (2, seven), (3, seven), (3, seven)]


@pytest.mark.parametrize("edition", ["2011", "2012", "2013"])
def test_then_mulligans_are_taken_in_rounds(edition: str) -> None:
    game = begun(edition)
    asked = list(declare(game, MULLIGAN, MULLIGAN, KEEP, KEEP))
    assert asked == [(0, "mulligan 7"), (1, "mulligan 7"), (0, "mulligan 6"), (1, "mulligan 6")]


def test_today_seven_cards_are_drawn_and_one_goes_to_the_bottom_before_the_next_declaration() -> None:
    """103.5: putting cards on the bottom is part of the mulligan, so who keeps has already seen what is left."""
    game = begun("current")
    asked = list(declare(game, MULLIGAN, KEEP, KEEP, KEEP))
    assert asked == [(0, "mulligan 7"), (1, "mulligan 7"), (0, "choose 7"), (0, "mulligan 6")]
    assert len(game.state.zone("hand", 0)) == 6  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", ["2007", "2011", "current"])
def test_the_first_mulligan_of_several_players_is_free(edition: str) -> None:
    game = begun(edition, 3)
    asked = (
        list(declare(game, MULLIGAN, KEEP, KEEP, KEEP)) if edition != "2007" else list(declare(game, MULLIGAN, KEEP))
    )
    again = next(words for seat, words in asked[1:] if seat == 0)
    assert again == "mulligan 7"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_of_two_players_does_not_draw_first(edition: str) -> None:
    game = begun(edition)
    list(declare(game, KEEP, KEEP))
    while game.state.turn.step != "main1":
        assert game.request is not None
        game.answer(game.waiting_for()[0], Answer(picks=("pass",)))
    assert len(game.state.zone("hand", game.state.starting)) == 7


@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_with_three_players_everybody_draws_first(edition: str) -> None:
    game = begun(edition, 3)
    list(declare(game, KEEP, KEEP, KEEP))
    while game.state.turn.step != "main1":
        assert game.request is not None
        game.answer(game.waiting_for()[0], Answer(picks=("pass",)))
    assert len(game.state.zone("hand", game.state.starting)) == 8


# --- the log of a scenario --------------------------------------------------------------------------


def log_of(tmp_path: object, text: str) -> list[ev.Event]:
    path = tmp_path / "claims.yaml"  # type: ignore[operator]
    path.write_text(text, encoding="utf-8")
    (scenario,) = read(path, known(pool()))
    log: list[ev.Event] = []
    outcome = run(scenario, book_of(pool()), lambda s, game, step, events: log.extend(events))
    assert outcome.status == "ok", outcome
    return log


LAST_BREATH = """
title: A token is destroyed and what became of it exiled by one spell
edition: "{edition}"
mana: free
seats:
  Ann: {{hand: [Last Breath]}}
  Bob: {{battlefield: [{{card: Grizzly Bears, as: bears, token: true}}]}}
play:
  - {{seat: Ann, cast: Last Breath, targets: [bears]}}
  - pass: all
  - expect: {{objects: {{bears: {{zone: gone}}}}}}
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_token_that_left_could_move_on_until_2011_and_stays_since(tmp_path: object, edition: str) -> None:
    log = log_of(tmp_path, LAST_BREATH.format(edition=edition))
    zones = [e.now.zone for e in log if isinstance(e, ev.Moved) and e.now.kind == "token"]
    assert zones == (["graveyard", "exile"] if edition in (*OLD, "2011") else ["graveyard"])


CLEANUP = """
title: A creature dies as effects end
edition: "{edition}"
mana: free
seats:
  Ann: {{hand: [Giant Growth], battlefield: [{{card: Grizzly Bears, as: bears}}, {{card: Fume Spitter, as: a}},
    {{card: Fume Spitter, as: b}}]}}
  Bob: {{}}
play:
  - {{seat: Ann, cast: Giant Growth, targets: [bears]}}
  - pass: all
  - {{seat: Ann, activate: a, targets: [bears]}}
  - {{seat: Ann, activate: b, targets: [bears]}}
  - pass: resolve
  - {{go: cleanup}}
  - expect: {{priority: Ann, objects: {{bears: {{zone: graveyard}}}}}}
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_check_of_the_cleanup_step_came_with_priority_and_comes_before_it(tmp_path: object, edition: str) -> None:
    log = log_of(tmp_path, CLEANUP.format(edition=edition))
    cleanup = next(at for at, e in enumerate(log) if isinstance(e, ev.StepBegan) and e.step == "cleanup")
    rest = log[cleanup:]
    opened = next(at for at, e in enumerate(rest) if isinstance(e, ev.StepOpened))
    checked = next(at for at, e in enumerate(rest) if isinstance(e, ev.Checked) and e.performed)
    assert (opened < checked) == (edition in OLD)
