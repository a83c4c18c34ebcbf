"""Persist: a keyword as a plugin, with cards that have it. It returns what died without a -1/-1 counter."""

from apnap.cardkit import (
    CARD,
    PERSIST,
    TARGET,
    THIS,
    YOU,
    CardDef,
    Keyword,
    any_target,
    card,
    deal_damage,
    dies,
    enters,
    gain_life,
    hookimpl,
    keyword,
    owner_of,
    power_of,
    pt,
    return_to_battlefield,
    triggered,
)

persist = triggered(
    dies(THIS),
    only_if=THIS.had_no("-1/-1"),
    do=[return_to_battlefield(CARD, under=owner_of(CARD), counters={"-1/-1": 1})],
)

kitchen_finks = card(
    "Kitchen Finks",
    "{1}{G/W}{G/W}",
    "Creature — Ouphe",
    pt(3, 2),
    triggered(enters(THIS), do=[gain_life(YOU, 2)]),
    PERSIST,
)
murderous_redcap = card(
    "Murderous Redcap",
    "{2}{B/R}{B/R}",
    "Creature — Goblin Assassin",
    pt(2, 2),
    triggered(enters(THIS), target=any_target, do=[deal_damage(power_of(THIS), TARGET)]),
    PERSIST,
)


@hookimpl
def apnap_keywords() -> list[Keyword]:
    return [keyword("persist", persist)]


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [kitchen_finks, murderous_redcap]
