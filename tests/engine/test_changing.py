"""What replacement effects make of an action (614): halves, another one whom it happens to, a library shuffled."""

import pytest

from apnap.cardkit import (
    EACH_PLAYER,
    EVERYWHERE,
    TARGET,
    THIS,
    YOU,
    card,
    creature,
    draw,
    gain_control,
    goes_to,
    halved,
    instead_of,
    lose_life,
    players,
    pt,
    redirected,
    sacrifice,
    spell,
    would,
)
from apnap.engine import events as ev
from boards import ANN, BOB, board, cast, happened, lives, pool_with, resolve, zone

LOSS = would("LoseLife", players)
UP = card("Up", "{1}", "Enchantment", instead_of(LOSS, changes=halved("up")))
DOWN = card("Down", "{1}", "Enchantment", instead_of(LOSS, changes=halved()))
LEECH = card("Leech", "{1}", "Instant", spell(lose_life(TARGET, 5), target=players))
SCHOLAR = card(
    "Scholar",
    "{1}",
    "Creature — Human",
    pt(1, 1),
    instead_of(would("Draw", player="opponents"), changes=redirected(YOU)),
)
LESSON = card("Lesson", "{1}", "Sorcery", spell(draw(EACH_PLAYER, 1)))
COLOSSUS = card(
    "Colossus",
    "{1}",
    "Creature — Golem",
    pt(1, 1),
    instead_of(would("Move", THIS, to=("graveyard",)), changes=goes_to("library", shuffled=True), zones=EVERYWHERE),
)
WRACK = card("Wrack", "{1}", "Sorcery", spell(gain_control(TARGET), sacrifice(TARGET), target=creature))
POOL = pool_with(UP, DOWN, LEECH, SCHOLAR, LESSON, COLOSSUS, WRACK)


@pytest.mark.parametrize(("name", "left"), [("Up", 17), ("Down", 18)])
def test_half_of_an_odd_loss_is_rounded_as_the_effect_says(name: str, left: int) -> None:
    game = board({"hand": ["Leech"], "battlefield": [name]}, {}, pool=POOL)
    cast(game, ANN, "Leech", "Bob")
    resolve(game)
    assert lives(game) == [20, left]


def test_what_would_happen_to_a_player_happens_to_another_instead() -> None:
    game = board(
        {"hand": ["Lesson"], "library": ["Forest"]},
        {"battlefield": ["Scholar"], "library": ["Island", "Swamp"]},
        pool=POOL,
    )
    cast(game, ANN, "Lesson")
    resolve(game)
    assert (zone(game, "hand", ANN), sorted(zone(game, "hand", BOB))) == ([], ["Island", "Swamp"])


def test_the_owner_shuffles_what_goes_to_a_library_out_of_anothers_hands() -> None:
    game = board({"hand": ["Wrack"]}, {"battlefield": ["Colossus"]}, pool=POOL)
    cast(game, ANN, "Wrack", "Colossus")
    resolve(game)
    assert [(e.seat, e.zone) for e in happened(game, ev.Shuffled)] == [(BOB, "library")]
    assert "Colossus" in zone(game, "library", BOB)
