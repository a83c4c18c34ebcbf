"""What brings a game nearer to its end, for everybody at the table."""

from apnap.cardkit import (
    CARD,
    EACH_OPPONENT,
    EACH_OTHER_PLAYER,
    EACH_PLAYER,
    FLASH,
    HASTE,
    THAT_MANY,
    THAT_PLAYER,
    TRAMPLE,
    YOU,
    CardDef,
    DealDamage,
    apply,
    at_beginning,
    card,
    controller_of,
    creatures,
    deal_damage,
    draws,
    enters,
    gain_life,
    gets,
    has,
    hookimpl,
    instead_of,
    lands,
    pt,
    spell,
    static,
    times,
    triggered,
)

copper_tablet = card(
    "Copper Tablet", "{2}", "Artifact", triggered(at_beginning("upkeep"), do=[deal_damage(1, THAT_PLAYER)])
)
ankh_of_mishra = card(
    "Ankh of Mishra", "{2}", "Artifact", triggered(enters(lands), do=[deal_damage(2, controller_of(CARD))])
)
zo_zu = card(
    "Zo-Zu the Punisher",
    "{1}{R}{R}",
    "Legendary Creature — Goblin Warrior",
    pt(2, 2),
    triggered(enters(lands), do=[deal_damage(2, controller_of(CARD))]),
)
flame_rift = card("Flame Rift", "{1}{R}", "Sorcery", spell(deal_damage(4, EACH_PLAYER)))
sizzle = card("Sizzle", "{2}{R}", "Sorcery", spell(deal_damage(3, EACH_OPPONENT)))
breath_of_malfegor = card("Breath of Malfegor", "{3}{B}{R}", "Instant", spell(deal_damage(5, EACH_OPPONENT)))
syphon_soul = card(
    "Syphon Soul", "{2}{B}", "Sorcery", spell(deal_damage(2, EACH_OTHER_PLAYER), gain_life(YOU, THAT_MANY))
)
underworld_dreams = card(
    "Underworld Dreams", "{B}{B}{B}", "Enchantment", triggered(draws("opponents"), do=[deal_damage(1, THAT_PLAYER)])
)
fate_unraveler = card(
    "Fate Unraveler",
    "{3}{B}",
    "Enchantment Creature — Hag",
    pt(3, 4),
    triggered(draws("opponents"), do=[deal_damage(1, THAT_PLAYER)]),
)
overrun = card("Overrun", "{2}{G}{G}{G}", "Sorcery", spell(apply(creatures.you_control, gets(3, 3), has(TRAMPLE))))
overcome = card("Overcome", "{3}{G}{G}", "Sorcery", spell(apply(creatures.you_control, gets(2, 2), has(TRAMPLE))))
dictate_of_the_twin_gods = card(
    "Dictate of the Twin Gods", "{3}{R}{R}", "Enchantment", FLASH, instead_of(DealDamage, changes=times(2))
)
mass_hysteria = card("Mass Hysteria", "{R}", "Enchantment", static(creatures, has(HASTE)))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        copper_tablet,
        ankh_of_mishra,
        zo_zu,
        flame_rift,
        sizzle,
        breath_of_malfegor,
        syphon_soul,
        underworld_dreams,
        fate_unraveler,
        overrun,
        overcome,
        dictate_of_the_twin_gods,
        mass_hysteria,
    ]
