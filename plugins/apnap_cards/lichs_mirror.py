"""Lich's Mirror: losing the game, replaced."""

from apnap.cardkit import (
    YOU,
    CardDef,
    LoseGame,
    card,
    draw,
    graveyard_of,
    hand_of,
    hookimpl,
    instead_of,
    permanents,
    set_life,
    shuffle_into_library,
)

api_version = 1

lichs_mirror = card(
    "Lich's Mirror",
    "{5}",
    "Artifact",
    instead_of(
        LoseGame,
        player="you",
        do=[
            shuffle_into_library(hand_of(YOU), graveyard_of(YOU), permanents.owned_by(YOU), into=YOU),
            draw(YOU, 7),
            set_life(YOU, 20),
        ],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [lichs_mirror]
