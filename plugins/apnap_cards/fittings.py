"""Equipment, a Fortification, and Auras that change what they are on."""

from apnap.cardkit import (
    HASTE,
    HOST,
    INDESTRUCTIBLE,
    INFECT,
    SHROUD,
    TARGET,
    THIS,
    TRAMPLE,
    YOU,
    CardDef,
    activated,
    annihilator,
    apply,
    artifacts,
    becomes_tapped,
    card,
    counter_cost,
    creature,
    creatures,
    deals_damage,
    dies,
    draw,
    enchant,
    equip,
    fortify,
    gain_life,
    gets,
    has,
    has_base,
    hookimpl,
    is_also,
    lands,
    mode,
    put_counters,
    spell,
    static,
    triggered,
)

umezawas_jitte = card(
    "Umezawa's Jitte",
    "{2}",
    "Legendary Artifact — Equipment",
    triggered(deals_damage(HOST, combat=True, each=False), do=[put_counters("charge", 2, on=THIS)]),
    activated(
        counter_cost("charge"),
        modes=[
            mode(apply(HOST, gets(2, 2))),
            mode(apply(TARGET, gets(-1, -1)), target=creature),
            mode(gain_life(YOU, 2)),
        ],
    ),
    equip("{2}"),
)
lightning_greaves = card(
    "Lightning Greaves", "{2}", "Artifact — Equipment", static(HOST, has(HASTE, SHROUD)), equip("{0}")
)
skullclamp = card(
    "Skullclamp",
    "{1}",
    "Artifact — Equipment",
    static(HOST, gets(1, -1)),
    triggered(dies(HOST), do=[draw(YOU, 2)]),
    equip("{1}"),
)
darksteel_garrison = card(
    "Darksteel Garrison",
    "{2}",
    "Artifact — Fortification",
    static(HOST, has(INDESTRUCTIBLE)),
    triggered(becomes_tapped(HOST), target=creature, do=[apply(TARGET, gets(1, 1))]),
    fortify("{3}"),
)
eldrazi_conscription = card(
    "Eldrazi Conscription",
    "{8}",
    "Kindred Enchantment — Eldrazi Aura",
    enchant(creature),
    static(HOST, gets(10, 10), has(TRAMPLE, annihilator(2))),
)
ensoul_artifact = card(
    "Ensoul Artifact",
    "{1}{U}",
    "Enchantment — Aura",
    enchant(artifacts),
    static(HOST, is_also("Creature"), has_base(5, 5)),
)
natural_affinity = card(
    "Natural Affinity", "{2}{G}", "Instant", spell(apply(lands, is_also("Creature"), has_base(2, 2)))
)
triumph_of_the_hordes = card(
    "Triumph of the Hordes",
    "{2}{G}{G}",
    "Sorcery",
    spell(apply(creatures.you_control, gets(1, 1), has(TRAMPLE, INFECT))),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        umezawas_jitte,
        lightning_greaves,
        skullclamp,
        darksteel_garrison,
        eldrazi_conscription,
        ensoul_artifact,
        natural_affinity,
        triumph_of_the_hordes,
    ]
