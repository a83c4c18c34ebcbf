"""Drawing, discarding, copying spells, and the planeswalkers that do so."""

from apnap.cardkit import (
    EACH_PLAYER,
    TARGET,
    THAT,
    YOU,
    CardDef,
    activated,
    add_any,
    card,
    choose,
    copy_spell,
    creatures,
    discard_hand,
    draw,
    exile,
    hand_of,
    hookimpl,
    if_,
    is_a,
    land,
    library_of,
    look_at,
    lose_life,
    loyalty,
    loyalty_ability,
    mana_ability,
    may,
    mill,
    partner,
    players,
    pt,
    put_on_bottom,
    put_on_top,
    put_onto_battlefield,
    return_to_hand,
    reveal,
    scry,
    shuffle_into_library,
    spell,
    spells,
    top_of,
)

black_lotus = card("Black Lotus", "{0}", "Artifact", mana_ability("{T}, Sacrifice this", add_any(3)))
nights_whisper = card("Night's Whisper", "{1}{B}", "Sorcery", spell(draw(YOU, 2), lose_life(YOU, 2)))
wheel_of_fortune = card("Wheel of Fortune", "{2}{R}", "Sorcery", spell(discard_hand(EACH_PLAYER), draw(EACH_PLAYER, 7)))
twincast = card("Twincast", "{U}{U}", "Instant", spell(copy_spell(TARGET), target=spells("Instant", "Sorcery")))
jace_beleren = card(
    "Jace Beleren",
    "{1}{U}{U}",
    "Legendary Planeswalker — Jace",
    loyalty(3),
    loyalty_ability(2, do=[draw(EACH_PLAYER, 1)]),
    loyalty_ability(-1, target=players, do=[draw(TARGET, 1)]),
    loyalty_ability(-10, target=players, do=[mill(TARGET, 20)]),
)
jace_the_mind_sculptor = card(
    "Jace, the Mind Sculptor",
    "{2}{U}{U}",
    "Legendary Planeswalker — Jace",
    loyalty(3),
    loyalty_ability(2, target=players, do=[look_at(top_of(TARGET)), may([put_on_bottom(THAT)])]),
    loyalty_ability(0, do=[draw(YOU, 3), choose(YOU, hand_of(YOU), least=2, most=2), put_on_top(THAT)]),
    loyalty_ability(-1, target=creatures, do=[return_to_hand(TARGET)]),
    loyalty_ability(
        -12, target=players, do=[exile(library_of(TARGET)), shuffle_into_library(hand_of(TARGET), into=TARGET)]
    ),
)
thrasios = card(
    "Thrasios, Triton Hero",
    "{G}{U}",
    "Legendary Creature — Merfolk Wizard",
    pt(1, 3),
    activated(
        "{4}",
        do=[
            scry(1),
            reveal(top_of(YOU)),
            if_(is_a(THAT, land), [put_onto_battlefield(THAT, tapped=True)], [draw(YOU)]),
        ],
    ),
    partner(),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [black_lotus, nights_whisper, wheel_of_fortune, twincast, jace_beleren, jace_the_mind_sculptor, thrasios]
