"""Chance: what is shuffled at once is shuffled each in its own order."""

from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup
from apnap.pool import load_pool


def test_equal_decks_are_shuffled_into_different_orders() -> None:
    book = load_pool().book("current", ("duel",))
    deck = ("Mountain", "Lightning Bolt") * 20
    game = Game.start(book, Setup((SeatSetup("Ann", deck), SeatSetup("Bob", deck)), seed=7))
    orders = []
    for seat in (0, 1):
        ids = (*game.state.zone("hand", seat), *game.state.zone("library", seat))
        orders.append([game.look.chars(i).name for i in ids])
    assert orders[0] != orders[1]
