"""The top card of a library that is revealed as long as something says so (401.5)."""

from apnap.cardkit import YOU, activated, add, card, draw, rule, spell, static
from apnap.engine.game import Game
from apnap.engine.known import knows
from apnap.engine.requests import CANCEL, Answer
from boards import ANN, BOB, board, cast, pool_with, question, resolve, the

SEER = card("Seer", "{1}", "Enchantment", static(YOU, rule("plays with top revealed")))
STUDY = card("Study", "{1}", "Sorcery", spell(draw(YOU, 2)))
LAMP = card("Lamp", "{1}", "Artifact", activated("{T}", do=[add("{C}"), draw(YOU)]))
POOL = pool_with(SEER, STUDY, LAMP)
LIBRARY = ["Forest", "Island", "Swamp", "Plains"]


def seen(game: Game, viewer: int) -> list[str]:
    """The cards of Ann's library that somebody knows."""
    state = game.state
    return [game.look.chars(i).name for i in state.zone("library", ANN) if knows(state, state.objects[i], viewer)]


def test_everybody_sees_the_top_card_and_the_next_when_it_is_drawn() -> None:
    """In a position nothing had happened yet, so nothing was shown."""
    game = board({"battlefield": ["Seer"], "hand": ["Study"], "library": LIBRARY}, {"library": LIBRARY}, pool=POOL)
    assert [seen(game, viewer) for viewer in (ANN, BOB, -1)] == [["Forest"], ["Forest"], []]
    cast(game, ANN, "Study")
    resolve(game)
    assert seen(game, BOB) == ["Swamp"]
    drawn = [i for i in game.state.zone("hand", ANN) if knows(game.state, game.state.objects[i], BOB)]
    assert sorted(game.look.chars(i).name for i in drawn) == ["Forest", "Island"]
    assert Game.restore(game.book, game.checkpoint()).digest() == game.digest()


def test_a_seer_that_comes_shows_the_top_card_at_once() -> None:
    game = board({"hand": ["Seer"], "library": LIBRARY}, {}, pool=POOL)
    assert seen(game, BOB) == []
    cast(game, ANN, "Seer")
    resolve(game)
    assert seen(game, BOB) == ["Forest"]


def test_a_card_that_comes_to_the_top_while_a_spell_is_cast_is_seen_once_it_is_cast() -> None:
    game = board(
        {"battlefield": ["Seer", "Lamp", "Wastes"], "hand": ["Study"], "library": LIBRARY}, {}, pool=POOL, free=False,
        edition="2011",
    )  # fmt: skip
    lamp = the(game, "Lamp").id
    game.answer(ANN, Answer(picks=(f"cast:{the(game, 'Study').id}",)))
    game.answer(ANN, Answer(picks=(f"activate:{lamp}:1",)))
    assert seen(game, BOB) == ["Island"], "the spell is cast and paid for"
    kinds = [type(e).__name__ for e in game.log]
    assert "Revealed" not in kinds[kinds.index("AbilityActivated") : kinds.index("SpellCast")]


def test_nor_is_it_seen_where_the_cast_is_taken_back_before() -> None:
    game = board(
        {"battlefield": ["Seer", "Lamp", "Wastes", "Forest"], "hand": ["Study"], "library": LIBRARY}, {}, pool=POOL,
        free=False, edition="2011",
    )  # fmt: skip
    game.answer(ANN, Answer(picks=(f"cast:{the(game, 'Study').id}",)))
    assert question(game).kind == "pay" and seen(game, BOB) == ["Forest"]
    game.answer(ANN, CANCEL)
    assert seen(game, BOB) == ["Forest"]
