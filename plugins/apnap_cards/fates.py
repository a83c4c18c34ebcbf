"""Winning, life and draws that are not what they were, exile, and what watches deaths."""

from apnap.cardkit import (
    EACH_OPPONENT,
    TARGET,
    THAT_PLAYER,
    THIS,
    YOU,
    CardDef,
    Draw,
    GainLife,
    activated,
    at_beginning,
    card,
    cards,
    cards_in_library,
    controller_of,
    creatures,
    deal_damage,
    dies,
    draw,
    enters,
    exile,
    first_of_draw_step,
    gain_life,
    goes_to,
    hookimpl,
    instead_of,
    lands,
    life_of,
    lose_life,
    may,
    opening_hand,
    players,
    power_of,
    proliferate,
    pt,
    put_counters,
    put_onto_battlefield,
    search,
    spell,
    times,
    triggered,
    win_game,
    would,
)

swords_to_plowshares = card(
    "Swords to Plowshares",
    "{W}",
    "Instant",
    spell(exile(TARGET), gain_life(controller_of(TARGET), power_of(TARGET)), target=creatures),
)
path_to_exile = card(
    "Path to Exile",
    "{W}",
    "Instant",
    spell(
        exile(TARGET),
        may(
            search(controller_of(TARGET), lands("Basic"), to="battlefield", tapped=True),
            who=controller_of(TARGET),
        ),
        target=creatures,
    ),
)
contagion_clasp = card(
    "Contagion Clasp",
    "{2}",
    "Artifact",
    triggered(enters(THIS), target=creatures, do=[put_counters("-1/-1", 1, on=TARGET)]),
    activated("{4}, {T}", do=[proliferate()]),
)
laboratory_maniac = card(
    "Laboratory Maniac",
    "{2}{U}",
    "Creature — Human Wizard",
    pt(2, 2),
    instead_of(Draw, player="you", only_if=cards_in_library(YOU) <= 0, do=[win_game(YOU)]),
)
blood_artist = card(
    "Blood Artist",
    "{1}{B}",
    "Creature — Vampire",
    pt(0, 1),
    triggered(dies(THIS), dies(creatures.other), target=players, do=[lose_life(TARGET, 1), gain_life(YOU, 1)]),
)
sulfuric_vortex = card(
    "Sulfuric Vortex",
    "{1}{R}{R}",
    "Enchantment",
    triggered(at_beginning("upkeep"), do=[deal_damage(2, THAT_PLAYER)]),
    instead_of(GainLife, changes=times(0)),
)
test_of_endurance = card(
    "Test of Endurance",
    "{2}{W}{W}",
    "Enchantment",
    triggered(at_beginning("upkeep", "you"), only_if=life_of(YOU) >= 50, do=[win_game(YOU)]),
)
leyline_of_the_void = card(
    "Leyline of the Void",
    "{2}{B}{B}",
    "Enchantment",
    opening_hand(put_onto_battlefield(THIS)),
    instead_of(would("Move", cards.nontoken.owned_by(EACH_OPPONENT), to=("graveyard",)), changes=goes_to("exile")),
)
alhammarrets_archive = card(
    "Alhammarret's Archive",
    "{5}",
    "Legendary Artifact",
    instead_of(GainLife, player="you", changes=times(2)),
    instead_of(Draw, player="you", only_if=~first_of_draw_step(THAT_PLAYER), do=[draw(YOU, 2)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        swords_to_plowshares,
        path_to_exile,
        contagion_clasp,
        laboratory_maniac,
        blood_artist,
        sulfuric_vortex,
        test_of_endurance,
        leyline_of_the_void,
        alhammarrets_archive,
    ]
