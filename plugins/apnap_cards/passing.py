"""Creatures that are borrowed, exchanged, exiled for a moment, or stronger for a turn."""

from apnap.cardkit import (
    CARD,
    EOT,
    HASTE,
    HOST,
    TARGET,
    THAT,
    THIS,
    TRAMPLE,
    YOU,
    CardDef,
    apply,
    at_next,
    card,
    cast_only,
    creature,
    creatures,
    destroy,
    dies,
    during,
    enchant,
    exactly,
    exchange_control,
    exile,
    flashback,
    gain_control,
    gets,
    has,
    hookimpl,
    if_,
    is_a,
    permanents,
    power_of,
    return_to_battlefield,
    return_to_hand,
    spell,
    static,
    tallied,
    triggered,
    untap,
    value,
)

act_of_treason = card(
    "Act of Treason",
    "{2}{R}",
    "Sorcery",
    spell(gain_control(TARGET, until=EOT), untap(TARGET), apply(TARGET, has(HASTE)), target=creature),
)
berserk = card(
    "Berserk",
    "{G}",
    "Instant",
    cast_only(~during("first-strike-damage", "combat-damage", "end-of-combat", "main2", "end", "cleanup")),
    spell(
        apply(TARGET, has(TRAMPLE), gets(power_of(TARGET), 0)),
        at_next("end", if_(is_a(value("it"), tallied(permanents, "turn:attackers")), destroy(value("it"))), it=TARGET),
        target=creature,
    ),
)
cloudshift = card(
    "Cloudshift",
    "{W}",
    "Instant",
    spell(exile(TARGET), return_to_battlefield(THAT, under=YOU), target=creatures.you_control),
)
momentary_blink = card(
    "Momentary Blink",
    "{1}{W}",
    "Instant",
    spell(exile(TARGET), return_to_battlefield(THAT), target=creatures.you_control),
    flashback("{3}{U}"),
)
rancor = card(
    "Rancor",
    "{G}",
    "Enchantment — Aura",
    enchant(creature),
    static(HOST, gets(2, 0), has(TRAMPLE)),
    triggered(dies(THIS), do=[return_to_hand(CARD)]),
)
switcheroo = card("Switcheroo", "{4}{U}", "Sorcery", spell(exchange_control(TARGET), target=exactly(2, creature)))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [act_of_treason, berserk, cloudshift, momentary_blink, rancor, switcheroo]
