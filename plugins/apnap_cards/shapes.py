"""What changes what an object is: copies, types, power and toughness; and what comes and goes."""

from apnap.cardkit import (
    HOST,
    SUBJECT,
    TARGET,
    THAT_PLAYER,
    THIS,
    YOU,
    CardDef,
    activated,
    apply,
    artifacts,
    as_enters,
    at_beginning,
    attach,
    becomes,
    card,
    cards_in_hand,
    controller_of,
    creatures,
    deal_damage,
    draw,
    enchant,
    end_own_effects,
    enters_as_copy,
    has,
    has_base,
    hookimpl,
    is_also,
    is_color,
    loses_all_abilities,
    loses_this_ability,
    mana_value_of,
    permanents,
    phase_out,
    pt,
    rule,
    special_action,
    spell,
    static,
    switched,
    triggered,
)

maro = card("Maro", "{2}{G}{G}", "Creature — Elemental", pt(cards_in_hand(YOU), cards_in_hand(YOU)))
clone = card("Clone", "{3}{U}", "Creature — Shapeshifter", pt(0, 0), as_enters(enters_as_copy(creatures)))
turn_to_frog = card(
    "Turn to Frog",
    "{1}{U}",
    "Instant",
    spell(apply(TARGET, loses_all_abilities(), is_color("U"), becomes("Frog"), has_base(1, 1)), target=creatures),
)
twisted_image = card(
    "Twisted Image", "{U}", "Instant", spell(apply(TARGET, switched()), draw(YOU, 1), target=creatures)
)
march_of_the_machines = card(
    "March of the Machines",
    "{3}{U}",
    "Enchantment",
    static(artifacts.non("Creature"), is_also("Creature"), has_base(mana_value_of(SUBJECT), mana_value_of(SUBJECT))),
)
vanishing = card(
    "Vanishing", "{U}", "Enchantment — Aura", enchant(creatures), activated("{U}{U}", do=[phase_out(HOST)])
)
leeching_licid = card(
    "Leeching Licid",
    "{1}{B}",
    "Creature — Licid",
    pt(1, 1),
    activated(
        "{B}, {T}",
        target=creatures,
        do=[
            apply(
                THIS,
                loses_this_ability(),
                becomes("Enchantment", "Aura"),
                has(enchant(creatures), special_action("end-effect", "{B}", do=[end_own_effects()], of_effect=True)),
                until="forever",
            ),
            attach(TARGET),
        ],
    ),
    triggered(at_beginning("upkeep", controller_of(HOST)), do=[deal_damage(1, THAT_PLAYER)]),
)
mirror_gallery = card("Mirror Gallery", "{5}", "Artifact", static(permanents, rule("no legend rule")))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        maro,
        clone,
        turn_to_frog,
        twisted_image,
        march_of_the_machines,
        vanishing,
        leeching_licid,
        mirror_gallery,
    ]
