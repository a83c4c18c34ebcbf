"""Creatures that are their numbers and keywords."""

from apnap.cardkit import (
    DEATHTOUCH,
    FIRST_STRIKE,
    FLYING,
    HASTE,
    HEXPROOF,
    THIS,
    TRAMPLE,
    CardDef,
    at_beginning,
    card,
    colored,
    hookimpl,
    protection,
    pt,
    sacrifice,
    triggered,
)

ball_lightning = card(
    "Ball Lightning",
    "{R}{R}{R}",
    "Creature — Elemental",
    pt(6, 1),
    TRAMPLE,
    HASTE,
    triggered(at_beginning("end"), do=[sacrifice(THIS)]),
)
goblin_piker = card("Goblin Piker", "{1}{R}", "Creature — Goblin Warrior", pt(2, 1))
hill_giant = card("Hill Giant", "{3}{R}", "Creature — Giant", pt(3, 3))
ornithopter = card("Ornithopter", "{0}", "Artifact Creature — Thopter", pt(0, 2), FLYING)
slippery_bogle = card("Slippery Bogle", "{G/U}", "Creature — Beast", pt(1, 1), HEXPROOF)
typhoid_rats = card("Typhoid Rats", "{B}", "Creature — Rat", pt(1, 1), DEATHTOUCH)
white_knight = card(
    "White Knight", "{W}{W}", "Creature — Human Knight", pt(2, 2), FIRST_STRIKE, protection(colored("B"))
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [ball_lightning, goblin_piker, hill_giant, ornithopter, slippery_bogle, typhoid_rats, white_knight]
