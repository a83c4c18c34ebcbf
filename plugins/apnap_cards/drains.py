"""What hurts each opponent: spells, and permanents that do it as they enter, attack, or see others enter."""

from apnap.cardkit import (
    DOUBLE_STRIKE,
    EACH_OPPONENT,
    EACH_PLAYER,
    FLYING,
    REACH,
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
    draw,
    enters,
    gain_life,
    gets,
    has,
    hookimpl,
    lands,
    lose_life,
    permanents,
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


impact_tremors = card(
    "Impact Tremors",
    "{1}{R}",
    "Enchantment",
    triggered(enters(creatures.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
sabotender = card(
    "Sabotender",
    "{1}{R}",
    "Creature — Plant",
    pt(2, 1),
    REACH,
    triggered(enters(lands.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
spitfire_lagac = card(
    "Spitfire Lagac",
    "{3}{R}",
    "Creature — Lizard",
    pt(3, 4),
    triggered(enters(lands.you_control), do=[deal_damage(1, EACH_OPPONENT)]),
)
pulse_tracker = card(
    "Pulse Tracker",
    "{B}",
    "Creature — Vampire Rogue",
    pt(1, 1),
    triggered(attacks(THIS), do=[lose_life(EACH_OPPONENT, 1)]),
)
sanguine_syphoner = card(
    "Sanguine Syphoner",
    "{1}{B}",
    "Creature — Vampire Warlock",
    pt(1, 3),
    triggered(attacks(THIS), do=[lose_life(EACH_OPPONENT, 1), gain_life(YOU, 1)]),
)
sanctum_seeker = card(
    "Sanctum Seeker",
    "{2}{B}{B}",
    "Creature — Vampire Knight",
    pt(3, 4),
    triggered(attacks(permanents("Vampire").you_control), do=[lose_life(EACH_OPPONENT, 1), gain_life(YOU, 1)]),
)
infectious_horror = card(
    "Infectious Horror",
    "{3}{B}",
    "Creature — Zombie Horror",
    pt(2, 2),
    triggered(attacks(THIS), do=[lose_life(EACH_OPPONENT, 2)]),
)
maggot_carrier = card(
    "Maggot Carrier",
    "{B}",
    "Creature — Zombie",
    pt(1, 1),
    triggered(enters(THIS), do=[lose_life(EACH_PLAYER, 1)]),
)
blood_toll_harpy = card(
    "Blood-Toll Harpy",
    "{2}{B}",
    "Creature — Harpy",
    pt(2, 1),
    FLYING,
    triggered(enters(THIS), do=[lose_life(EACH_PLAYER, 1)]),
)
howling_banshee = card(
    "Howling Banshee",
    "{2}{B}{B}",
    "Creature — Spirit",
    pt(3, 3),
    FLYING,
    triggered(enters(THIS), do=[lose_life(EACH_PLAYER, 3)]),
)
risky_shortcut = card("Risky Shortcut", "{2}{B}", "Sorcery", spell(draw(YOU, 2), lose_life(EACH_PLAYER, 2)))
crushing_disappointment = card(
    "Crushing Disappointment", "{3}{B}", "Instant", spell(lose_life(EACH_PLAYER, 2), draw(YOU, 2))
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
        impact_tremors,
        sabotender,
        spitfire_lagac,
        pulse_tracker,
        sanguine_syphoner,
        sanctum_seeker,
        infectious_horror,
        maggot_carrier,
        blood_toll_harpy,
        howling_banshee,
        risky_shortcut,
        crushing_disappointment,
    ]
