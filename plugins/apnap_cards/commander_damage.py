"""Commander damage: a state-based action as a plugin. It keeps a tally and names the clause that reads it."""

from typing import Any

from apnap.cardkit import (
    EACH_PLAYER,
    SUBJECT,
    events,
    hookimpl,
    is_player,
    lose_game,
    seat_of,
    state_based,
    tally,
    tally_most,
)

api_version = 1

ENOUGH = 21


@tally("commander damage", "DamageDealt")
def damage_by_card(event: events.DamageDealt) -> tuple[str, int] | None:
    """Combat damage in the game by a card to a player: "CARD:SEAT"."""
    if not event.combat or not is_player(event.to) or event.by.obj.kind != "card":
        return None
    return (f"{event.by.obj.card}:{seat_of(event.to)}", event.amount)


commander_damage = state_based(
    "commander damage",
    each=EACH_PLAYER,
    when=tally_most("commander damage", commanders=True) >= ENOUGH,
    do=lose_game(SUBJECT, "sba.commander_damage"),
)


@hookimpl
def apnap_clauses() -> list[Any]:
    return [commander_damage]


@hookimpl
def apnap_tallies() -> list[Any]:
    return [damage_by_card]
