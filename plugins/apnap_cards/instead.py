"""Replacement effects of many kinds, and what can't happen."""

from apnap.cardkit import (
    EACH_PLAYER,
    FLASH,
    FLYING,
    THAT_MUCH,
    THAT_PLAYER,
    THIS,
    YOU,
    CardDef,
    Create,
    DealDamage,
    Draw,
    GainLife,
    LoseGame,
    PutCounters,
    WinGame,
    activated,
    also,
    as_enters,
    cant,
    card,
    cards,
    count,
    creatures,
    dies,
    draw,
    enters,
    exile,
    first_of_draw_step,
    goes_to,
    hookimpl,
    if_,
    instead_of,
    is_dealt_damage,
    life_of,
    lose_game,
    lose_life,
    permanents,
    plus,
    pt,
    replace_for,
    returns,
    rule,
    sacrifices,
    set_life,
    starting_life,
    static,
    times,
    together,
    triggered,
    would,
)

rest_in_peace = card(
    "Rest in Peace",
    "{1}{W}",
    "Enchantment",
    triggered(enters(THIS), do=[exile(cards)]),
    instead_of(would("Move", to=("graveyard",)), changes=goes_to("exile")),
)
doubling_season = card(
    "Doubling Season",
    "{4}{G}",
    "Enchantment",
    instead_of(would(Create, player="you", effect_only=True), changes=times(2)),
    instead_of(would(PutCounters, permanents.you_control, effect_only=True), changes=times(2)),
)
hardened_scales = card(
    "Hardened Scales",
    "{G}",
    "Enchantment",
    instead_of(would(PutCounters, creatures.you_control, kind="+1/+1"), changes=plus(1)),
)
furnace_of_rath = card("Furnace of Rath", "{1}{R}{R}{R}", "Enchantment", instead_of(DealDamage, changes=times(2)))
platinum_angel = card(
    "Platinum Angel",
    "{7}",
    "Artifact Creature — Angel",
    pt(4, 4),
    FLYING,
    static(YOU, cant(would(LoseGame, player="you"), would(WinGame, player="opponents"))),
)
exquisite_archangel = card(
    "Exquisite Archangel",
    "{5}{W}{W}",
    "Creature — Angel",
    pt(5, 5),
    FLYING,
    instead_of(LoseGame, player="you", do=[together(exile(THIS), set_life(YOU, starting_life(YOU)))]),
)
notion_thief = card(
    "Notion Thief",
    "{2}{U}{B}",
    "Creature — Human Rogue",
    pt(3, 1),
    FLASH,
    instead_of(Draw, player="opponents", only_if=~first_of_draw_step(THAT_PLAYER), do=[draw(YOU, 1)]),
)
words_of_wind = card(
    "Words of Wind",
    "{2}{U}",
    "Enchantment",
    activated("{1}", do=[replace_for(instead_of(Draw, player="you", do=[returns(EACH_PLAYER, permanents)]), uses=1)]),
)
phyrexian_unlife = card(
    "Phyrexian Unlife",
    "{2}{W}",
    "Enchantment",
    static(YOU, rule("no loss at zero life")),
    static(YOU, rule("damage as though infect"), only_if=life_of(YOU) <= 0),
)
lich = card(
    "Lich",
    "{B}{B}{B}{B}",
    "Enchantment",
    as_enters(also(lose_life(YOU, life_of(YOU)))),
    static(YOU, rule("no loss at zero life")),
    instead_of(GainLife, player="you", do=[draw(YOU, THAT_MUCH)]),
    triggered(
        is_dealt_damage(YOU),
        do=[
            if_(
                count(permanents.nontoken.you_control) >= THAT_MUCH,
                sacrifices(YOU, permanents.nontoken, THAT_MUCH),
                [sacrifices(YOU, permanents.nontoken, THAT_MUCH), lose_game(YOU)],
            )
        ],
    ),
    triggered(dies(THIS), do=[lose_game(YOU)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        rest_in_peace,
        doubling_season,
        hardened_scales,
        furnace_of_rath,
        platinum_angel,
        exquisite_archangel,
        notion_thief,
        words_of_wind,
        phyrexian_unlife,
        lich,
    ]
