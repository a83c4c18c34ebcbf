"""What stops, taxes, binds and outlasts."""

from apnap.cardkit import (
    HOST,
    INDESTRUCTIBLE,
    SPLIT_SECOND,
    TARGET,
    TARGET_2,
    THAT_OBJECT,
    THAT_PLAYER,
    THIS,
    VIGILANCE,
    YOU,
    CardDef,
    activated,
    apply,
    card,
    casts,
    controlled_by,
    controller_of,
    counter,
    creature,
    creatures,
    destroy,
    enchant,
    enters,
    exile,
    exists,
    gain_abilities,
    gain_control,
    has,
    hookimpl,
    instead_of,
    leaves,
    leaves_life,
    linked,
    of_type,
    pay_or,
    permanent,
    permanents,
    players,
    return_to_battlefield,
    return_to_hand,
    rule,
    sacrifice_cost,
    same_player,
    special_action,
    spell,
    spells,
    static,
    triggered,
    would,
)

pacifism = card(
    "Pacifism",
    "{1}{W}",
    "Enchantment — Aura",
    enchant(creature),
    static(HOST, rule("can't attack"), rule("can't block")),
)
journey_to_nowhere = card(
    "Journey to Nowhere",
    "{1}{W}",
    "Enchantment",
    triggered(enters(THIS), target=creature, do=[exile(TARGET, link="exiled")]),
    triggered(leaves(THIS), do=[return_to_battlefield(linked("exiled"))]),
)
day_of_judgment = card("Day of Judgment", "{2}{W}{W}", "Sorcery", spell(destroy(creatures)))
worship = card(
    "Worship",
    "{3}{W}",
    "Enchantment",
    instead_of(
        would("LoseLife", player="you", how=("damage",)),
        changes=[leaves_life(1)],
        only_if=exists(creatures.you_control),
    ),
)
withstand_death = card(
    "Withstand Death", "{G}", "Instant", spell(gain_abilities(TARGET, INDESTRUCTIBLE), target=creature)
)
ghostly_prison = card(
    "Ghostly Prison", "{2}{W}", "Enchantment", static(YOU, rule("attack cost", filter=creatures, cost="{2}"))
)
brave_the_sands = card(
    "Brave the Sands",
    "{1}{W}",
    "Enchantment",
    static(creatures.you_control, has(VIGILANCE)),
    static(creatures.you_control, rule("blocks more", amount=1)),
)
nether_void = card(
    "Nether Void",
    "{3}{B}",
    "World Enchantment",
    triggered(casts("any"), do=[pay_or(THAT_PLAYER, "{3}", otherwise=[counter(THAT_OBJECT)])]),
)
negate = card("Negate", "{1}{U}", "Instant", spell(counter(TARGET), target=spells.non("Creature")))
krosan_grip = card(
    "Krosan Grip", "{2}{G}", "Instant", SPLIT_SECOND, spell(destroy(TARGET), target=of_type("Artifact", "Enchantment"))
)
vindicate = card("Vindicate", "{1}{W}{B}", "Sorcery", spell(destroy(TARGET), target=permanent))
volraths_curse = card(
    "Volrath's Curse",
    "{1}{U}",
    "Enchantment — Aura",
    enchant(creature),
    static(HOST, rule("can't attack"), rule("can't block"), rule("can't activate any")),
    special_action(
        "ignore-effect",
        sacrifice_cost(permanents),
        any_player=True,
        only_if=same_player(YOU, controller_of(HOST)),
        do=[apply(None, rule("ignores"), affects=YOU)],
    ),
    activated("{1}{U}", do=[return_to_hand(THIS)]),
)
threads_of_disloyalty = card(
    "Threads of Disloyalty",
    "{1}{U}{U}",
    "Enchantment — Aura",
    enchant(creatures.where("mana value", "<=", 2)),
    static(HOST, controlled_by(YOU)),
)
donate = card(
    "Donate", "{2}{U}", "Sorcery", spell(gain_control(TARGET_2, TARGET), target=[players, permanents.you_control])
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        pacifism,
        journey_to_nowhere,
        day_of_judgment,
        worship,
        withstand_death,
        ghostly_prison,
        brave_the_sands,
        nether_void,
        negate,
        krosan_grip,
        vindicate,
        volraths_curse,
        threads_of_disloyalty,
        donate,
    ]
