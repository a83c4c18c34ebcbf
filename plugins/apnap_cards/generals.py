"""Legendary creatures for the command zone, and what a long game with many players brings."""

from typing import Any

from apnap.cardkit import (
    DEATHTOUCH,
    FIRST_STRIKE,
    FLYING,
    HASTE,
    LIFELINK,
    THAT_PLAYER,
    THIS,
    TRAMPLE,
    VIGILANCE,
    YOU,
    CardDef,
    add_any,
    artifacts,
    at_beginning,
    attacks,
    card,
    casts,
    create,
    deals_damage,
    draw,
    draws,
    exists,
    gain_control,
    hookimpl,
    if_,
    in_zone,
    life_cost,
    mana_ability,
    opponents_tallied,
    partner,
    pay_or,
    permanents,
    proliferate,
    pt,
    put_counters,
    spells,
    tally,
    token,
    triggered,
    win_game,
)

TREASURE = token("Treasure", "Artifact — Treasure", mana_ability("{T}, Sacrifice this", add_any()))
VAMPIRE = token("Vampire", "Creature — Vampire", pt(1, 1), colors="B")


@tally("turn:combat damage to", "DamageDealt")
def combat_damage_to(event: Any) -> tuple[str, int] | None:
    """How much combat damage each seat was dealt this turn."""
    return (str(-event.to - 1), event.amount) if event.combat and event.to < 0 else None


OPPONENTS_HURT = opponents_tallied("turn:combat damage to")

atraxa_praetors_voice = card(
    "Atraxa, Praetors' Voice",
    "{G}{W}{U}{B}",
    "Legendary Creature — Phyrexian Angel Horror",
    pt(4, 4),
    FLYING,
    VIGILANCE,
    DEATHTOUCH,
    LIFELINK,
    triggered(at_beginning("end", "you"), do=[proliferate()]),
)
tymna_the_weaver = card(
    "Tymna the Weaver",
    "{1}{W}{B}",
    "Legendary Creature — Human Cleric",
    pt(2, 2),
    LIFELINK,
    triggered(
        at_beginning("main2", "you"),
        do=[if_(OPPONENTS_HURT > 0, pay_or(YOU, life_cost(OPPONENTS_HURT), do=[draw(YOU, OPPONENTS_HURT)]))],
    ),
    partner(),
)
edgar_markov = card(
    "Edgar Markov",
    "{3}{R}{W}{B}",
    "Legendary Creature — Vampire Knight",
    pt(4, 4),
    triggered(
        casts("you", spells("Vampire").other),
        only_if=in_zone("command", "battlefield"),
        zones=("command", "battlefield"),
        do=[create(VAMPIRE)],
    ),
    FIRST_STRIKE,
    HASTE,
    triggered(attacks(THIS), do=[put_counters("+1/+1", 1, on=permanents("Vampire").you_control)]),
)
hellkite_tyrant = card(
    "Hellkite Tyrant",
    "{4}{R}{R}",
    "Creature — Dragon",
    pt(6, 5),
    FLYING,
    TRAMPLE,
    triggered(deals_damage(THIS, combat=True, to_player=True), do=[gain_control(artifacts.of(THAT_PLAYER))]),
    triggered(at_beginning("upkeep", "you"), only_if=exists(artifacts.you_control, 20), do=[win_game()]),
)
smothering_tithe = card(
    "Smothering Tithe",
    "{3}{W}",
    "Enchantment",
    triggered(draws("opponents"), do=[pay_or(THAT_PLAYER, "{2}", otherwise=[create(TREASURE)])]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        atraxa_praetors_voice,
        tymna_the_weaver,
        edgar_markov,
        hellkite_tyrant,
        smothering_tithe,
    ]


@hookimpl
def apnap_tallies() -> list[Any]:
    return [combat_damage_to]
