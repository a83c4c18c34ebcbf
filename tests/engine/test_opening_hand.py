"""What cards in the opening hand allow before the first turn (103.6)."""

from apnap.engine.game import Game
from apnap.engine.requests import Answer
from apnap.engine.setup import SeatSetup, Setup
from apnap.pool import load_pool

KEEP = Answer(picks=("keep",))


def begun(*decks: tuple[str, ...]) -> Game:
    """A game in which everybody kept."""
    book = load_pool().book("current", ("duel",))
    names = ("Ann", "Bob")
    seats = tuple(SeatSetup(name=n, deck=d) for n, d in zip(names, decks, strict=True))
    game = Game.start(book, Setup(seats=seats, seed=7))
    while game.request is not None and game.request.kind == "mulligan":
        game.answer(game.request.who[0], KEEP)
    return game


def leylines(game: Game) -> list[int]:
    """The controllers of the Leylines on the battlefield."""
    look = game.look
    return [look.chars(i).controller for i in look.permanents() if look.chars(i).name == "Leyline of the Void"]


def test_leyline_may_begin_on_the_battlefield() -> None:
    game = begun(("Leyline of the Void",) * 40, ("Forest",) * 40)
    request = game.request
    assert request is not None and request.prompt == "opening hand" and request.who == (0,)
    game.answer(0, Answer(picks=(request.options[0].id,)))
    assert leylines(game) == [0]
    for seat in (0, 1):  # nobody is to tell from what is asked who has such a card left
        assert game.request is not None and game.request.who == (seat,)
        game.answer(seat, Answer(picks=()))
        assert leylines(game) == [0]
    assert game.request.kind == "priority" and len(game.state.zone("hand", game.state.turn.active)) == 6


def test_both_may_in_turn_order() -> None:
    game = begun(("Leyline of the Void",) * 40, ("Leyline of the Void",) * 40)
    asked = []
    while game.request is not None and game.request.prompt == "opening hand":
        asked.append(game.request.who[0])
        game.answer(asked[-1], Answer(picks=tuple(option.id for option in game.request.options[:1])))
    assert asked == [0] * 8 + [1] * 8, "and each once more, with nothing left"
    assert leylines(game) == [0] * 7 + [1] * 7


def test_nothing_is_asked_without_such_a_card() -> None:
    game = begun(("Forest",) * 40, ("Island",) * 40)
    assert game.request is not None and game.request.kind == "priority"
