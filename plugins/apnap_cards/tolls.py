"""Sacrifices, drains and cards: what a black deck asks of the table."""

from apnap.cardkit import (
    EACH_OPPONENT,
    EACH_OTHER_PLAYER,
    EACH_PLAYER,
    HOST,
    TARGET,
    THAT,
    THAT_MANY,
    THAT_PLAYER,
    THIS,
    YOU,
    CardDef,
    activated,
    apply,
    at_beginning,
    attach,
    card,
    controller_of,
    counters_of,
    creature,
    creature_card,
    creatures,
    destroy,
    devotion,
    discard,
    draw,
    enchant,
    enters,
    gain_life,
    gets,
    has,
    hookimpl,
    in_zone,
    leaves,
    linked,
    lose_life,
    loses,
    loses_all_abilities,
    loyalty,
    loyalty_ability,
    mana_value_of,
    objects_in,
    permanents,
    players,
    pt,
    put_counters,
    put_into_hand,
    return_to_battlefield,
    reveal,
    sacrifice,
    sacrifice_cost,
    sacrifices,
    scry,
    search,
    spell,
    static,
    top_of,
    triggered,
)

gray_merchant_of_asphodel = card(
    "Gray Merchant of Asphodel",
    "{3}{B}{B}",
    "Creature — Zombie",
    pt(2, 4),
    triggered(enters(THIS), do=[lose_life(EACH_OPPONENT, devotion("B")), gain_life(YOU, THAT_MANY)]),
)
fleshbag_marauder = card(
    "Fleshbag Marauder",
    "{2}{B}",
    "Creature — Zombie Warrior",
    pt(3, 1),
    triggered(enters(THIS), do=[sacrifices(EACH_PLAYER, creatures)]),
)
smokestack = card(
    "Smokestack",
    "{4}",
    "Artifact",
    triggered(at_beginning("upkeep", "you"), optional=True, do=[put_counters("soot", 1, on=THIS)]),
    triggered(at_beginning("upkeep"), do=[sacrifices(THAT_PLAYER, permanents, counters_of(THIS, "soot"))]),
)
viscera_seer = card(
    "Viscera Seer",
    "{B}",
    "Creature — Vampire Wizard",
    pt(1, 1),
    activated(sacrifice_cost(creatures), do=[scry(1)]),
)
dark_confidant = card(
    "Dark Confidant",
    "{1}{B}",
    "Creature — Human Wizard",
    pt(2, 1),
    triggered(
        at_beginning("upkeep", "you"),
        do=[reveal(top_of(YOU)), put_into_hand(THAT), lose_life(YOU, mana_value_of(THAT))],
    ),
)
phyrexian_arena = card(
    "Phyrexian Arena",
    "{1}{B}{B}",
    "Enchantment",
    triggered(at_beginning("upkeep", "you"), do=[draw(YOU, 1), lose_life(YOU, 1)]),
)
syphon_mind = card("Syphon Mind", "{3}{B}", "Sorcery", spell(discard(EACH_OTHER_PLAYER, 1), draw(YOU, THAT_MANY)))
damnation = card("Damnation", "{2}{B}{B}", "Sorcery", spell(destroy(creatures, regenerable=False)))
dismember = card("Dismember", "{1}{B/P}{B/P}", "Instant", spell(apply(TARGET, gets(-5, -5)), target=creature))
curse_of_deaths_hold = card(
    "Curse of Death's Hold",
    "{3}{B}{B}",
    "Enchantment — Aura Curse",
    enchant(players),
    static(creatures.of(HOST), gets(-1, -1)),
)
animate_dead = card(
    "Animate Dead",
    "{1}{B}",
    "Enchantment — Aura",
    enchant(creature_card),
    triggered(
        enters(THIS),
        only_if=in_zone("battlefield"),
        do=[
            return_to_battlefield(HOST, under=YOU, link="raised"),
            apply(THIS, loses("enchant"), has(enchant(creatures.among(linked("raised")))), until="forever"),
            attach(linked("raised")),
        ],
    ),
    triggered(leaves(THIS), do=[sacrifice(linked("raised"), by=controller_of(linked("raised")))]),
    static(HOST, gets(-1, 0)),
)
yixlid_jailer = card(
    "Yixlid Jailer",
    "{1}{B}",
    "Creature — Zombie Wizard",
    pt(2, 1),
    static(objects_in("graveyard"), loses_all_abilities()),
)
liliana_vess = card(
    "Liliana Vess",
    "{3}{B}{B}",
    "Legendary Planeswalker — Liliana",
    loyalty(5),
    loyalty_ability(1, target=players, do=[discard(TARGET, 1)]),
    loyalty_ability(-2, do=[search(YOU, objects_in("library"), top=True)]),
    loyalty_ability(-8, do=[return_to_battlefield(creature_card, under=YOU)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        gray_merchant_of_asphodel,
        fleshbag_marauder,
        smokestack,
        viscera_seer,
        dark_confidant,
        phyrexian_arena,
        syphon_mind,
        damnation,
        dismember,
        curse_of_deaths_hold,
        animate_dead,
        yixlid_jailer,
        liliana_vess,
    ]
