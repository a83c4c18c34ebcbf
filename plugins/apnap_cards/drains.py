"""What hurts each opponent: spells, and permanents that do it as they enter, attack, or see others enter."""

from apnap.cardkit import (
    DOUBLE_STRIKE,
    EACH_OPPONENT,
    THAT_MANY,
    THIS,
    YOU,
    CardDef,
    at_beginning,
    attacks,
    card,
    count,
    creatures,
    deal_damage,
    enters,
    gain_life,
    gets,
    has,
    hookimpl,
    lands,
    lose_life,
    pt,
    spell,
    static,
    triggered,
)

boltwave = card("Boltwave", "{R}", "Sorcery", spell(deal_damage(3, EACH_OPPONENT)))
blood_tithe = card("Blood Tithe", "{3}{B}", "Sorcery", spell(lose_life(EACH_OPPONENT, 3), gain_life(YOU, THAT_MANY)))
vampire_spawn = card(
    "Vampire Spawn",
    "{2}{B}",
    "Creature — Vampire",
    pt(2, 3),
    triggered(enters(THIS), do=[lose_life(EACH_OPPONENT, 2), gain_life(YOU, 2)]),
)
storm_caller = card(
    "Storm Caller",
    "{2}{R}",
    "Creature — Ogre Shaman",
    pt(3, 2),
    triggered(enters(THIS), do=[deal_damage(2, EACH_OPPONENT)]),
)
vicious_conquistador = card(
    "Vicious Conquistador",
    "{B}",
    "Creature — Vampire Soldier",
    pt(1, 2),
    triggered(attacks(THIS), do=[lose_life(EACH_OPPONENT, 1)]),
)
creeping_bloodsucker = card(
    "Creeping Bloodsucker",
    "{1}{B}",
    "Creature — Vampire",
    pt(1, 2),
    triggered(at_beginning("upkeep", "you"), do=[deal_damage(1, EACH_OPPONENT), gain_life(YOU, THAT_MANY)]),
)
tunneling_geopede = card(
    "Tunneling Geopede",
    "{2}{R}",
    "Creature — Insect",
    pt(3, 2),
    triggered(enters(lands.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
witty_roastmaster = card(
    "Witty Roastmaster",
    "{2}{R}",
    "Creature — Devil Citizen",
    pt(3, 2),
    triggered(enters(creatures.other.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
warleaders_call = card(
    "Warleader's Call",
    "{1}{R}{W}",
    "Enchantment",
    static(creatures.you_control, gets(1, 1)),
    triggered(enters(creatures.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
throne_of_the_god_pharaoh = card(
    "Throne of the God-Pharaoh",
    "{2}",
    "Legendary Artifact",
    triggered(at_beginning("end", "you"), do=[lose_life(EACH_OPPONENT, count(creatures.you_control.tapped))]),
)
berserkers_onslaught = card(
    "Berserkers' Onslaught",
    "{3}{R}{R}",
    "Enchantment",
    static(creatures.you_control.attacking, has(DOUBLE_STRIKE)),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        boltwave,
        blood_tithe,
        vampire_spawn,
        storm_caller,
        vicious_conquistador,
        creeping_bloodsucker,
        tunneling_geopede,
        witty_roastmaster,
        warleaders_call,
        throne_of_the_god_pharaoh,
        berserkers_onslaught,
    ]
