"""Creatures with several keywords, and those that bring company."""

from apnap.cardkit import (
    DEATHTOUCH,
    EACH_OPPONENT,
    FIRST_STRIKE,
    FLYING,
    HASTE,
    INDESTRUCTIBLE,
    LIFELINK,
    TARGET,
    THIS,
    TRAMPLE,
    VIGILANCE,
    YOU,
    CardDef,
    X,
    activated,
    apply,
    at_beginning,
    card,
    casts,
    change_target,
    colored,
    count,
    create,
    creature,
    creatures,
    deal_damage,
    devotion,
    dies,
    enters,
    gets,
    goes_to,
    has,
    hookimpl,
    instead_of,
    is_not,
    lands,
    landwalk,
    lose_life,
    morph,
    protection,
    pt,
    regenerate,
    rule,
    spell,
    spells,
    spells_or_abilities,
    static,
    status,
    token,
    triggered,
    turned_face_up,
    would,
)

EVERYWHERE = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")


SPIRIT_BIRD = token("Bird", "Creature — Bird", pt(1, 1), FLYING, colors="W")
BEAST = token("Beast", "Creature — Beast", pt(4, 4), colors="G")
ELEMENTAL = token("Elemental", "Creature — Elemental", pt(1, 1), colors="R")
FAERIE = token("Faerie Rogue", "Creature — Faerie Rogue", pt(1, 1), FLYING, colors="B")
GOBLIN = token("Goblin", "Creature — Goblin", pt(1, 1), colors="R")
WARRIOR = token("Warrior", "Creature — Warrior", pt(1, 1), colors="W")
DEADLY_WURM = token("Phyrexian Wurm", "Artifact Creature — Phyrexian Wurm", pt(3, 3), DEATHTOUCH)
LINKED_WURM = token("Phyrexian Wurm", "Artifact Creature — Phyrexian Wurm", pt(3, 3), LIFELINK)

progenitus = card(
    "Progenitus",
    "{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}",
    "Legendary Creature — Hydra Avatar",
    pt(10, 10),
    protection(),
    instead_of(
        would("Move", THIS, to=("graveyard",)),
        changes=[goes_to("library", shuffled=True, reveal=True)],
        zones=EVERYWHERE,
    ),
)
akroma_angel_of_wrath = card(
    "Akroma, Angel of Wrath",
    "{5}{W}{W}{W}",
    "Legendary Creature — Angel",
    pt(6, 6),
    FLYING,
    FIRST_STRIKE,
    VIGILANCE,
    TRAMPLE,
    HASTE,
    protection(colored("B")),
    protection(colored("R")),
)
akroma_angel_of_fury = card(
    "Akroma, Angel of Fury",
    "{5}{R}{R}{R}",
    "Legendary Creature — Angel",
    pt(6, 6),
    static(THIS, rule("can't be countered"), zones=("stack",)),
    FLYING,
    TRAMPLE,
    protection(colored("W")),
    protection(colored("U")),
    activated("{R}", do=[apply(THIS, gets(1, 0))]),
    morph("{3}{R}{R}{R}"),
)
palace_guard = card(
    "Palace Guard", "{2}{W}", "Creature — Human Soldier", pt(1, 4), static(THIS, rule("blocks more", amount=-1))
)
will_o_the_wisp = card(
    "Will-o'-the-Wisp", "{B}", "Creature — Spirit", pt(0, 1), FLYING, activated("{B}", do=[regenerate()])
)
wurmcoil_engine = card(
    "Wurmcoil Engine",
    "{6}",
    "Artifact Creature — Phyrexian Wurm",
    pt(6, 6),
    DEATHTOUCH,
    LIFELINK,
    triggered(dies(THIS), do=[create(DEADLY_WURM), create(LINKED_WURM)]),
)
emeria_angel = card(
    "Emeria Angel",
    "{2}{W}{W}",
    "Creature — Angel",
    pt(3, 3),
    FLYING,
    triggered(enters(lands.you_control), optional=True, do=[create(SPIRIT_BIRD)]),
)
rampaging_baloths = card(
    "Rampaging Baloths",
    "{4}{G}{G}",
    "Creature — Beast",
    pt(6, 6),
    TRAMPLE,
    triggered(enters(lands.you_control), optional=True, do=[create(BEAST)]),
)
young_pyromancer = card(
    "Young Pyromancer",
    "{1}{R}",
    "Creature — Human Shaman",
    pt(2, 1),
    triggered(casts("you", spells("Instant", "Sorcery")), do=[create(ELEMENTAL)]),
)
flametongue_kavu = card(
    "Flametongue Kavu",
    "{3}{R}",
    "Creature — Kavu",
    pt(4, 2),
    triggered(enters(THIS), target=creature, do=[deal_damage(4, TARGET)]),
)
purphoros_god_of_the_forge = card(
    "Purphoros, God of the Forge",
    "{3}{R}",
    "Legendary Enchantment Creature — God",
    pt(6, 5),
    INDESTRUCTIBLE,
    static(THIS, is_not("Creature"), only_if=devotion("R") < 5),
    triggered(enters(creatures.other.you_control), do=[deal_damage(2, EACH_OPPONENT)]),
    activated("{2}{R}", do=[apply(creatures.you_control, gets(1, 0))]),
)
lord_of_atlantis = card(
    "Lord of Atlantis",
    "{U}{U}",
    "Creature — Merfolk",
    pt(2, 2),
    static(creatures("Merfolk").other, gets(1, 1), has(landwalk("Island"))),
)
nightmare = card(
    "Nightmare",
    "{5}{B}",
    "Creature — Nightmare Horse",
    pt(count(lands("Swamp").you_control), count(lands("Swamp").you_control)),
    FLYING,
)
willbender = card(
    "Willbender",
    "{1}{U}",
    "Creature — Human Wizard",
    pt(1, 2),
    morph("{1}{U}"),
    triggered(turned_face_up(THIS), target=status(spells_or_abilities, "single-target"), do=[change_target(TARGET)]),
)
bitterblossom = card(
    "Bitterblossom",
    "{1}{B}",
    "Kindred Enchantment — Faerie",
    triggered(at_beginning("upkeep", "you"), do=[lose_life(YOU, 1), create(FAERIE)]),
)
dragon_fodder = card("Dragon Fodder", "{1}{R}", "Sorcery", spell(create(GOBLIN, 2)))
secure_the_wastes = card("Secure the Wastes", "{X}{W}", "Instant", spell(create(WARRIOR, X)))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        progenitus,
        akroma_angel_of_wrath,
        akroma_angel_of_fury,
        palace_guard,
        will_o_the_wisp,
        wurmcoil_engine,
        emeria_angel,
        rampaging_baloths,
        young_pyromancer,
        flametongue_kavu,
        purphoros_god_of_the_forge,
        lord_of_atlantis,
        nightmare,
        willbender,
        bitterblossom,
        dragon_fodder,
        secure_the_wastes,
    ]
