"""Permanents that wait for something to happen."""

from apnap.cardkit import (
    DEATHTOUCH,
    DEFENDER,
    EACH_OPPONENT,
    EACH_OTHER_PLAYER,
    FIRST_STRIKE,
    FLYING,
    HASTE,
    LIFELINK,
    TARGET,
    THAT,
    THAT_PLAYER,
    THIS,
    VIGILANCE,
    YOU,
    CardDef,
    activated,
    at_beginning,
    at_next,
    card,
    create,
    create_copy,
    creature,
    creatures,
    destroy,
    dies,
    draw,
    draws,
    enters,
    evoke,
    exile,
    gain_life,
    gets,
    hookimpl,
    leaves,
    life_of,
    linked,
    lose_life,
    of_type,
    permanents,
    pt,
    put_counters,
    return_to_battlefield,
    rule,
    sacrifice,
    sacrifices,
    static,
    token,
    triggered,
    value,
    win_game,
)

SPIRIT = token("Spirit", "Creature — Spirit", pt(1, 1), FLYING, colors="W")

doomed_traveler = card(
    "Doomed Traveler", "{W}", "Creature — Human Soldier", pt(1, 1), triggered(dies(THIS), do=[create(SPIRIT)])
)
essence_warden = card(
    "Essence Warden",
    "{G}",
    "Creature — Elf Shaman",
    pt(1, 1),
    triggered(enters(creatures.other), do=[gain_life(YOU, 1)]),
)
felidar_sovereign = card(
    "Felidar Sovereign",
    "{4}{W}{W}",
    "Creature — Cat Beast",
    pt(4, 6),
    VIGILANCE,
    LIFELINK,
    triggered(at_beginning("upkeep", "you"), only_if=life_of(YOU) >= 40, do=[win_game()]),
)
fume_spitter = card(
    "Fume Spitter",
    "{B}",
    "Creature — Phyrexian Horror",
    pt(1, 1),
    activated("Sacrifice this", target=creature, do=[put_counters("-1/-1", on=TARGET)]),
)
glorious_anthem = card("Glorious Anthem", "{1}{W}{W}", "Enchantment", static(creatures.you_control, gets(1, 1)))
grave_pact = card(
    "Grave Pact",
    "{1}{B}{B}{B}",
    "Enchantment",
    triggered(dies(creatures.you_control), do=[sacrifices(EACH_OTHER_PLAYER, creatures)]),
)
kiki_jiki = card(
    "Kiki-Jiki, Mirror Breaker",
    "{2}{R}{R}{R}",
    "Legendary Creature — Goblin Shaman",
    pt(2, 2),
    HASTE,
    activated(
        "{T}",
        target=creatures.nonlegendary.you_control,
        do=[create_copy(TARGET, has=[HASTE]), at_next("end", sacrifice(value("it")), it=THAT)],
    ),
)
mulldrifter = card(
    "Mulldrifter",
    "{4}{U}",
    "Creature — Elemental",
    pt(2, 2),
    FLYING,
    triggered(enters(THIS), do=[draw(YOU, 2)]),
    evoke("{2}{U}"),
)
nekrataal = card(
    "Nekrataal",
    "{2}{B}{B}",
    "Creature — Human Assassin",
    pt(2, 1),
    FIRST_STRIKE,
    triggered(enters(THIS), target=creatures.non("Artifact", "black"), do=[destroy(TARGET, regenerable=False)]),
)
oblivion_ring = card(
    "Oblivion Ring",
    "{2}{W}",
    "Enchantment",
    triggered(enters(THIS), target=permanents.other.non("Land"), do=[exile(TARGET, link="exiled")]),
    triggered(leaves(THIS), do=[return_to_battlefield(linked("exiled"))]),
)
panharmonicon = card(
    "Panharmonicon",
    "{4}",
    "Artifact",
    static(permanents.you_control, rule("triggers again", on=enters(of_type("Artifact", "Creature")))),
)
sheoldred = card(
    "Sheoldred, the Apocalypse",
    "{2}{B}{B}",
    "Legendary Creature — Phyrexian Praetor",
    pt(4, 5),
    DEATHTOUCH,
    triggered(draws("you"), do=[gain_life(YOU, 2)]),
    triggered(draws("opponents"), do=[lose_life(THAT_PLAYER, 2)]),
)
wall_of_omens = card(
    "Wall of Omens", "{1}{W}", "Creature — Wall", pt(0, 4), DEFENDER, triggered(enters(THIS), do=[draw(YOU)])
)
zulaport_cutthroat = card(
    "Zulaport Cutthroat",
    "{1}{B}",
    "Creature — Human Rogue Ally",
    pt(1, 1),
    triggered(dies(THIS), dies(creatures.other.you_control), do=[lose_life(EACH_OPPONENT, 1), gain_life(YOU, 1)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        doomed_traveler,
        essence_warden,
        felidar_sovereign,
        fume_spitter,
        glorious_anthem,
        grave_pact,
        kiki_jiki,
        mulldrifter,
        nekrataal,
        oblivion_ring,
        panharmonicon,
        sheoldred,
        wall_of_omens,
        zulaport_cutthroat,
    ]
