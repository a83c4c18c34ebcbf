"""Costs of every kind: given up, helped with, changed, optional, alternative, and mana that brings more mana."""

from apnap.cardkit import (
    FIRST_STRIKE,
    GIVEN_UP,
    HOST,
    KICKED,
    TARGET,
    THAT_OBJECT,
    THIS,
    TIMES_KICKED,
    TRAMPLE,
    YOU,
    CardDef,
    add,
    additional_cost,
    alternative_cost,
    any_target,
    as_enters,
    becomes_tapped,
    buyback,
    card,
    cards,
    colored,
    controller_of,
    convoke,
    counter,
    counters_of,
    creature,
    creatures,
    deal_damage,
    delve,
    draw,
    enchant,
    enters_with,
    exile_cost,
    hookimpl,
    if_,
    improvise,
    kicker,
    land,
    life_cost,
    mana_ability,
    multikicker,
    of_type,
    pay_or,
    permanent,
    permanents,
    power_of,
    pt,
    return_to_hand,
    rule,
    sacrifice_cost,
    spell,
    spells,
    static,
    triggered,
    was_spent,
)

altars_reap = card("Altar's Reap", "{1}{B}", "Instant", additional_cost(sacrifice_cost(creature)), spell(draw(YOU, 2)))
capsize = card("Capsize", "{1}{U}{U}", "Instant", buyback("{3}"), spell(return_to_hand(TARGET), target=permanent))
everflowing_chalice = card(
    "Everflowing Chalice",
    "{0}",
    "Artifact",
    multikicker("{2}"),
    as_enters(enters_with("charge", TIMES_KICKED)),
    mana_ability("{T}", add("{C}", counters_of(THIS, "charge"))),
)
firespout = card(
    "Firespout",
    "{2}{R/G}",
    "Sorcery",
    spell(
        if_(was_spent("{R}"), deal_damage(3, creatures.without("flying"))),
        if_(was_spent("{G}"), deal_damage(3, creatures.with_("flying"))),
    ),
)
fling = card(
    "Fling",
    "{1}{R}",
    "Instant",
    additional_cost(sacrifice_cost(creature)),
    spell(deal_damage(power_of(GIVEN_UP), TARGET), target=any_target),
)
force_of_will = card(
    "Force of Will",
    "{3}{U}{U}",
    "Instant",
    alternative_cost("pay 1 life and exile a blue card", [life_cost(1), exile_cost(cards.colored("U").in_your_hand)]),
    spell(counter(TARGET), target=spells),
)
goblin_electromancer = card(
    "Goblin Electromancer",
    "{U}{R}",
    "Creature — Goblin Wizard",
    pt(2, 2),
    static(YOU, rule("costs less", filter=of_type("Instant", "Sorcery"), amount=1)),
)
gut_shot = card("Gut Shot", "{R/P}", "Instant", spell(deal_damage(1, TARGET), target=any_target))
into_the_roil = card(
    "Into the Roil",
    "{1}{U}",
    "Instant",
    kicker("{1}{U}"),
    spell(return_to_hand(TARGET), if_(KICKED, draw(YOU)), target=permanents.non("Land")),
)
mana_leak = card(
    "Mana Leak",
    "{1}{U}",
    "Instant",
    spell(pay_or(controller_of(TARGET), "{3}", otherwise=counter(TARGET)), target=spells),
)
reverse_engineer = card("Reverse Engineer", "{3}{U}{U}", "Sorcery", improvise(), spell(draw(YOU, 3)))
siege_wurm = card("Siege Wurm", "{5}{G}{G}", "Creature — Wurm", pt(5, 5), convoke(), TRAMPLE)
thunderscape_familiar = card(
    "Thunderscape Familiar",
    "{1}{R}",
    "Creature — Kavu",
    pt(1, 1),
    FIRST_STRIKE,
    static(YOU, rule("costs less", filter=colored("BG"), amount=1)),
)
treasure_cruise = card("Treasure Cruise", "{7}{U}", "Sorcery", delve(), spell(draw(YOU, 3)))
wild_growth = card(
    "Wild Growth",
    "{G}",
    "Enchantment — Aura",
    enchant(land),
    triggered(becomes_tapped(HOST, for_mana=True), do=[add("{G}", who=controller_of(THAT_OBJECT))]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        altars_reap,
        capsize,
        everflowing_chalice,
        firespout,
        fling,
        force_of_will,
        goblin_electromancer,
        gut_shot,
        into_the_roil,
        mana_leak,
        reverse_engineer,
        siege_wurm,
        thunderscape_familiar,
        treasure_cruise,
        wild_growth,
    ]
