"""Mana: creatures, artifacts, lands and spells that make it."""

from apnap.cardkit import (
    EACH_PLAYER,
    FLYING,
    THAT,
    THIS,
    YOU,
    CardDef,
    activated,
    add,
    add_any,
    add_identity,
    all_but,
    card,
    cards_of_type,
    choose,
    dies,
    draw,
    enters,
    hookimpl,
    linked,
    mana_ability,
    objects_in,
    pt,
    put_into_hand,
    return_to_battlefield,
    reveal,
    rule,
    search,
    spell,
    static,
    status,
    suspend,
    triggered,
    value,
)

BASIC = cards_of_type("Land", zone="library").basic

birds_of_paradise = card(
    "Birds of Paradise", "{G}", "Creature — Bird", pt(0, 1), FLYING, mana_ability("{T}", add_any())
)
dark_ritual = card("Dark Ritual", "{B}", "Instant", spell(add("{B}{B}{B}")))
arcane_signet = card("Arcane Signet", "{2}", "Artifact", mana_ability("{T}", add_identity()))
command_tower = card("Command Tower", None, "Land", mana_ability("{T}", add_identity()))
commanders_sphere = card(
    "Commander's Sphere",
    "{3}",
    "Artifact",
    mana_ability("{T}", add_identity()),
    activated("Sacrifice this", do=[draw(YOU, 1)]),
)
command_beacon = card(
    "Command Beacon",
    None,
    "Land",
    mana_ability("{T}", add("{C}")),
    activated(
        "{T}, Sacrifice this",
        do=[choose(YOU, status(objects_in("command"), "commander").you_own), put_into_hand(THAT)],
    ),
)
elvish_spirit_guide = card(
    "Elvish Spirit Guide",
    "{2}{G}",
    "Creature — Elf Spirit",
    pt(2, 2),
    activated("Exile this", do=[add("{G}")], zones=("hand",)),
)
upwelling = card("Upwelling", "{3}{G}", "Enchantment", static(EACH_PLAYER, rule("mana stays")))
lotus_bloom = card("Lotus Bloom", None, "Artifact", suspend(3, "{0}"), mana_ability("{T}, Sacrifice this", add_any(3)))
cultivate = card(
    "Cultivate",
    "{2}{G}",
    "Sorcery",
    spell(
        search(
            YOU,
            BASIC,
            most=2,
            do=[
                reveal(THAT),
                choose(YOU, THAT, "onto the battlefield", link="field"),
                return_to_battlefield(linked("field"), under=YOU, tapped=True),
                put_into_hand(all_but(value("found"), linked("field"))),
            ],
        )
    ),
)
solemn_simulacrum = card(
    "Solemn Simulacrum",
    "{4}",
    "Artifact Creature — Golem",
    pt(2, 2),
    triggered(enters(THIS), optional=True, do=[search(YOU, BASIC, to="battlefield", tapped=True)]),
    triggered(dies(THIS), optional=True, do=[draw(YOU, 1)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        birds_of_paradise,
        dark_ritual,
        arcane_signet,
        command_tower,
        commanders_sphere,
        command_beacon,
        elvish_spirit_guide,
        upwelling,
        lotus_bloom,
        cultivate,
        solemn_simulacrum,
    ]
