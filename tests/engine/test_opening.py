"""How a game begins (103): who declares when, and what goes to the bottom."""

from apnap.engine.events import HandKept
from apnap.engine.game import Game
from apnap.engine.requests import Answer
from apnap.engine.setup import SeatSetup, Setup
from boards import ANN, BOB, CAT, POOL, question, zone

KEEP, AGAIN = Answer(picks=("keep",)), Answer(picks=("mulligan",))


def started(seats: int, *, first: int = 0, edition: str = "current") -> Game:
    people = tuple(SeatSetup(f"Seat {n}", ("Forest",) * 20) for n in range(seats))
    return Game.start(POOL.book(edition), Setup(people, first=first))


def answered(game: Game, *answers: Answer) -> list[tuple[str, int]]:
    """What was asked of whom, as these answers were given."""
    asked = []
    for answer in answers:
        request = question(game)
        asked.append((request.prompt, int(request.who[0])))
        game.answer(request.who[0], answer)
    return asked


def test_the_starting_player_declares_first() -> None:
    game = started(3, first=1)
    assert answered(game, KEEP, KEEP, KEEP) == [("mulligan", BOB), ("mulligan", CAT), ("mulligan", ANN)]
    assert (game.state.turn.active, question(game).who) == (BOB, (BOB,))


def test_a_mulligan_puts_cards_on_the_bottom_before_the_next_declaration() -> None:
    """They once went there only when the hand was kept, so that a player chose among seven cards whether to
    keep six (103.5)."""
    game = started(2)
    assert answered(game, AGAIN, KEEP) == [("mulligan", ANN), ("mulligan", BOB)]
    request = question(game)
    assert (request.prompt, request.who, request.min, request.max) == ("bottom", (ANN,), 1, 1)
    game.answer(ANN, request.default)
    assert len(zone(game, "hand", ANN)) == 6
    assert answered(game, AGAIN) == [("mulligan", ANN)]
    assert (question(game).prompt, question(game).min, len(zone(game, "hand", ANN))) == ("bottom", 2, 7)
    game.answer(ANN, question(game).default)
    assert answered(game, KEEP) == [("mulligan", ANN)]
    assert (len(zone(game, "hand", ANN)), len(zone(game, "library", ANN))) == (5, 15)


def test_those_who_take_a_mulligan_draw_before_any_of_them_chooses_what_goes_away() -> None:
    game = started(2)
    answered(game, AGAIN, AGAIN)
    assert (question(game).prompt, question(game).who) == ("bottom", (ANN,))
    assert [len(zone(game, "hand", s)) for s in (ANN, BOB)] == [7, 7]


def test_the_first_mulligan_is_free_with_more_than_two_players() -> None:
    game = started(3)
    answered(game, AGAIN, KEEP, KEEP)
    assert (question(game).prompt, len(zone(game, "hand", ANN))) == ("mulligan", 7)
    answered(game, AGAIN)
    assert (question(game).prompt, question(game).min) == ("bottom", 1)


def test_one_who_leaves_while_declaring_is_passed_over() -> None:
    game = started(3)
    answered(game, AGAIN)
    game.concede(ANN)
    assert answered(game, KEEP, KEEP) == [("mulligan", BOB), ("mulligan", CAT)]
    assert zone(game, "hand", ANN) == []


def test_one_who_leaves_when_asked_has_kept_nothing() -> None:
    game = started(3)
    game.concede(ANN)
    assert answered(game, KEEP, KEEP) == [("mulligan", BOB), ("mulligan", CAT)]
    assert [event.seat for event in game.log if isinstance(event, HandKept)] == [BOB, CAT]
