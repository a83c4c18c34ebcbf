"""Special actions, suspend, morph, and decisions made by others."""

from apnap.cardkit import (
    FLYING,
    TARGET,
    THAT_MUCH,
    THAT_PLAYER,
    THIS,
    YOU,
    CardDef,
    activated,
    among,
    any_target,
    apply,
    at_beginning,
    card,
    casts,
    control_player,
    creature_card,
    deal_damage,
    deals_damage,
    draw,
    each,
    exile_cost,
    first,
    gain_life,
    hookimpl,
    may,
    morph,
    pay_or,
    permanents,
    player_with_most,
    players,
    pt,
    rule,
    sacrifice,
    sacrifice_cost,
    same_player,
    special_action,
    spell,
    spells,
    static,
    suspend,
    triggered,
)

circling_vultures = card(
    "Circling Vultures",
    "{B}",
    "Creature — Bird",
    pt(3, 2),
    FLYING,
    special_action("discard", "Discard this", do=[], zones=("hand",)),
    triggered(
        at_beginning("upkeep", "you"),
        do=[
            pay_or(
                YOU,
                exile_cost(among(first(each(creature_card.in_your_graveyard)))),
                otherwise=[sacrifice(THIS)],
            )
        ],
    ),
)
MOST = player_with_most(permanents)
damping_engine = card(
    "Damping Engine",
    "{4}",
    "Artifact",
    static(
        MOST,
        rule("can't play lands"),
        rule("can't cast", filter=spells("Artifact", "Creature", "Enchantment")),
    ),
    special_action(
        "ignore-effect",
        sacrifice_cost(permanents),
        any_player=True,
        only_if=same_player(YOU, MOST),
        do=[apply(None, rule("ignores"), affects=YOU)],
    ),
)
exalted_angel = card(
    "Exalted Angel",
    "{4}{W}{W}",
    "Creature — Angel",
    pt(4, 5),
    FLYING,
    triggered(deals_damage(THIS), do=[gain_life(YOU, THAT_MUCH)]),
    morph("{2}{W}{W}"),
)
mindslaver = card(
    "Mindslaver",
    "{6}",
    "Legendary Artifact",
    activated("{4}, {T}, Sacrifice this", target=players, do=[control_player(TARGET)]),
)
rift_bolt = card("Rift Bolt", "{2}{R}", "Sorcery", spell(deal_damage(3, TARGET), target=any_target), suspend(1, "{R}"))
rhystic_study = card(
    "Rhystic Study",
    "{2}{U}",
    "Enchantment",
    triggered(casts("opponents"), do=[pay_or(THAT_PLAYER, "{1}", otherwise=[may(draw(YOU))])]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [circling_vultures, damping_engine, exalted_angel, mindslaver, rift_bolt, rhystic_study]
