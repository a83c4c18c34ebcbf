"""Permanents that change what others are: types, colours, abilities, size."""

from apnap.cardkit import (
    HOST,
    SUBJECT,
    TARGET,
    CardDef,
    apply,
    as_enters,
    becomes,
    card,
    card_types_among,
    cards,
    cards_spells_and_permanents,
    color,
    creature,
    creature_card,
    creatures,
    enchant,
    enchantments,
    enters_choosing,
    gets,
    has_base,
    hookimpl,
    is_also,
    is_also_color,
    is_color,
    lands,
    loses_all_abilities,
    mana_value_of,
    permanents,
    players,
    pt,
    rule,
    spell,
    static,
)

blood_moon = card("Blood Moon", "{2}{R}", "Enchantment", static(lands.non("Basic"), becomes("Mountain")))
conspiracy = card(
    "Conspiracy",
    "{3}{B}{B}",
    "Enchantment",
    as_enters(enters_choosing("creature type", link="type")),
    static(
        creatures.you_control
        | creature_card.in_zones("stack").you_control
        | creature_card.in_zones("hand", "library", "graveyard", "exile", "command").you_own,
        becomes(link="type"),
    ),
)
crusade = card("Crusade", "{W}{W}", "Enchantment", static(creatures.colored("W"), gets(1, 1)))
dryad_arbor = card("Dryad Arbor", None, "Land Creature — Forest Dryad", color("G"), pt(1, 1))
holy_strength = card("Holy Strength", "{W}", "Enchantment — Aura", enchant(creature), static(HOST, gets(1, 2)))
humility = card("Humility", "{2}{W}{W}", "Enchantment", static(creatures, loses_all_abilities(), has_base(1, 1)))
living_plane = card(
    "Living Plane", "{2}{G}{G}", "World Enchantment", static(lands, is_also("Creature"), has_base(1, 1))
)
mycosynth_lattice = card(
    "Mycosynth Lattice",
    "{6}",
    "Artifact",
    static(permanents, is_also("Artifact")),
    static(cards_spells_and_permanents, is_color("")),
    static(players, rule("any mana")),
)
opalescence = card(
    "Opalescence",
    "{2}{W}{W}",
    "Enchantment",
    static(
        enchantments.other.non("Aura"),
        is_also("Creature"),
        has_base(mana_value_of(SUBJECT), mana_value_of(SUBJECT)),
    ),
)
ovinize = card(
    "Ovinize", "{1}{U}", "Instant", spell(apply(TARGET, loses_all_abilities(), has_base(0, 1)), target=creature)
)
painters_servant = card(
    "Painter's Servant",
    "{2}",
    "Artifact Creature — Scarecrow",
    pt(1, 3),
    as_enters(enters_choosing("color", link="color")),
    static(cards_spells_and_permanents, is_also_color(link="color")),
)
TYPES_IN_GRAVEYARDS = card_types_among(cards)
tarmogoyf = card("Tarmogoyf", "{1}{G}", "Creature — Lhurgoyf", pt(TYPES_IN_GRAVEYARDS, TYPES_IN_GRAVEYARDS + 1))
urborg = card("Urborg, Tomb of Yawgmoth", None, "Legendary Land", static(lands, is_also("Swamp")))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        blood_moon,
        conspiracy,
        crusade,
        dryad_arbor,
        holy_strength,
        humility,
        living_plane,
        mycosynth_lattice,
        opalescence,
        ovinize,
        painters_servant,
        tarmogoyf,
        urborg,
    ]
