"""Spells that undo what others did: destroy, return, counter, bend."""

from apnap.cardkit import (
    TARGET,
    YOU,
    CardDef,
    abilities_on_stack,
    alternative_cost,
    any_target,
    card,
    cards,
    change_target,
    counter,
    creature,
    creatures,
    destroy,
    draw,
    exile_cost,
    gain_life,
    hookimpl,
    mode,
    of_type,
    overload,
    permanent,
    permanents,
    players,
    prevent_damage,
    return_to_hand,
    spell,
    spells,
    status,
    tap,
)

ancestral_recall = card("Ancestral Recall", "{U}", "Instant", spell(draw(TARGET, 3), target=players))
cryptic_command = card(
    "Cryptic Command",
    "{1}{U}{U}{U}",
    "Instant",
    spell(
        modes=[
            mode(counter(TARGET), target=spells),
            mode(return_to_hand(TARGET), target=permanent),
            mode(tap(creatures.opponents_control)),
            mode(draw(YOU)),
        ],
        choose=2,
    ),
)
cyclonic_rift = card(
    "Cyclonic Rift",
    "{1}{U}",
    "Instant",
    spell(return_to_hand(TARGET), target=permanents.non("Land").you_dont_control),
    overload("{6}{U}"),
)
disenchant = card("Disenchant", "{1}{W}", "Instant", spell(destroy(TARGET), target=of_type("Artifact", "Enchantment")))
doom_blade = card("Doom Blade", "{1}{B}", "Instant", spell(destroy(TARGET), target=creatures.non("black")))
healing_salve = card(
    "Healing Salve",
    "{W}",
    "Instant",
    spell(
        modes=[
            mode(gain_life(TARGET, 3), target=players),
            mode(prevent_damage(TARGET, 3), target=any_target),
        ]
    ),
)
misdirection = card(
    "Misdirection",
    "{3}{U}{U}",
    "Instant",
    alternative_cost("exile a blue card", exile_cost(cards.colored("U").in_your_hand)),
    spell(change_target(TARGET), target=status(spells, "single-target")),
)
murder = card("Murder", "{1}{B}{B}", "Instant", spell(destroy(TARGET), target=creature))
remand = card("Remand", "{1}{U}", "Instant", spell(counter(TARGET, to="hand"), draw(YOU), target=spells))
stifle = card("Stifle", "{U}", "Instant", spell(counter(TARGET), target=abilities_on_stack))
unsummon = card("Unsummon", "{U}", "Instant", spell(return_to_hand(TARGET), target=creature))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        ancestral_recall,
        cryptic_command,
        cyclonic_rift,
        disenchant,
        doom_blade,
        healing_salve,
        misdirection,
        murder,
        remand,
        stifle,
        unsummon,
    ]
