"""Creatures that fight in many ways, and what makes them fight or keeps them from it."""

from apnap.cardkit import (
    DEATHTOUCH,
    DOUBLE_STRIKE,
    FIRST_STRIKE,
    FLYING,
    HASTE,
    HOST,
    INFECT,
    LIFELINK,
    MENACE,
    REACH,
    TARGET,
    THAT_PLAYER,
    THIS,
    TRAMPLE,
    VIGILANCE,
    YOU,
    CardDef,
    activated,
    apply,
    card,
    color,
    count,
    create,
    creatures,
    enchant,
    gets,
    has,
    hookimpl,
    landwalk,
    partner,
    permanents,
    players,
    prevent_damage,
    pt,
    rule,
    set_life,
    static,
    token,
    triggered,
    unblocked,
    untap,
)

GOBLIN = token("Goblin", "Creature — Goblin", pt(1, 1), colors="R")

craw_wurm = card("Craw Wurm", "{4}{G}{G}", "Creature — Wurm", pt(6, 4))
giant_spider = card("Giant Spider", "{3}{G}", "Creature — Spider", pt(2, 4), REACH)
boros_swiftblade = card("Boros Swiftblade", "{R}{W}", "Creature — Human Soldier", pt(1, 2), DOUBLE_STRIKE)
vampire_nighthawk = card(
    "Vampire Nighthawk", "{1}{B}{B}", "Creature — Vampire Shaman", pt(2, 3), FLYING, DEATHTOUCH, LIFELINK
)
colossal_dreadmaw = card("Colossal Dreadmaw", "{4}{G}{G}", "Creature — Dinosaur", pt(6, 6), TRAMPLE)
glistener_elf = card("Glistener Elf", "{G}", "Creature — Phyrexian Elf Warrior", pt(1, 1), INFECT)
isamaru = card("Isamaru, Hound of Konda", "{W}", "Legendary Creature — Dog", pt(2, 2))
rograkh = card(
    "Rograkh, Son of Rohgahh",
    "{0}",
    "Legendary Creature — Kobold Warrior",
    pt(0, 1),
    color("R"),
    FIRST_STRIKE,
    MENACE,
    TRAMPLE,
    partner(),
)
mogg_flunkies = card(
    "Mogg Flunkies",
    "{1}{R}",
    "Creature — Goblin",
    pt(3, 3),
    static(THIS, rule("can't attack alone"), rule("can't block alone")),
)
master_of_cruelties = card(
    "Master of Cruelties",
    "{3}{B}{R}",
    "Creature — Demon",
    pt(1, 4),
    FIRST_STRIKE,
    DEATHTOUCH,
    static(THIS, rule("attacks alone")),
    triggered(
        unblocked(THIS, attacking=players),
        do=[set_life(THAT_PLAYER, 1), apply(THIS, rule("no combat damage"), until="end of combat")],
    ),
)
goblin_king = card(
    "Goblin King",
    "{1}{R}{R}",
    "Creature — Goblin",
    pt(2, 2),
    static(permanents("Goblin").other, gets(1, 1), has(landwalk("Mountain"))),
)
krenko = card(
    "Krenko, Mob Boss",
    "{2}{R}{R}",
    "Legendary Creature — Goblin Warrior",
    pt(3, 3),
    activated("{T}", do=[create(GOBLIN, count(permanents("Goblin").you_control))]),
)
elesh_norn = card(
    "Elesh Norn, Grand Cenobite",
    "{5}{W}{W}",
    "Legendary Creature — Phyrexian Praetor",
    pt(4, 7),
    VIGILANCE,
    static(creatures.other.you_control, gets(2, 2)),
    static(creatures.opponents_control, gets(-2, -2)),
)
concordant_crossroads = card("Concordant Crossroads", "{G}", "World Enchantment", static(creatures, has(HASTE)))
lure = card("Lure", "{1}{G}{G}", "Enchantment — Aura", enchant(creatures), static(HOST, rule("must be blocked")))
propaganda = card("Propaganda", "{2}{U}", "Enchantment", static(YOU, rule("attack cost", cost="{2}")))
maze_of_ith = card(
    "Maze of Ith",
    None,
    "Land",
    activated(
        "{T}",
        target=creatures.attacking,
        do=[untap(TARGET), prevent_damage(TARGET, combat=True), prevent_damage(by=TARGET, combat=True)],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        craw_wurm,
        giant_spider,
        boros_swiftblade,
        vampire_nighthawk,
        colossal_dreadmaw,
        glistener_elf,
        isamaru,
        rograkh,
        mogg_flunkies,
        master_of_cruelties,
        goblin_king,
        krenko,
        elesh_norn,
        concordant_crossroads,
        lure,
        propaganda,
        maze_of_ith,
    ]
