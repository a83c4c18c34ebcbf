"""Cards that trade creatures and mana for something else."""

from apnap.cardkit import (
    EACH_OPPONENT,
    THAT_MANY,
    YOU,
    CardDef,
    X,
    activated,
    add,
    card,
    creatures,
    deal_damage,
    gain_life,
    hookimpl,
    lands,
    lose_life,
    mana_ability,
    pt,
    sacrifice_cost,
    search,
    spell,
)

ashnods_altar = card("Ashnod's Altar", "{3}", "Artifact", mana_ability([sacrifice_cost(creatures)], add("{C}{C}")))
exsanguinate = card(
    "Exsanguinate", "{X}{B}{B}", "Sorcery", spell(lose_life(EACH_OPPONENT, X), gain_life(YOU, THAT_MANY))
)
pyroclasm = card("Pyroclasm", "{1}{R}", "Sorcery", spell(deal_damage(2, creatures)))
sakura_tribe_elder = card(
    "Sakura-Tribe Elder",
    "{1}{G}",
    "Creature — Snake Shaman",
    pt(1, 1),
    activated("Sacrifice this", do=[search(YOU, lands("Basic"), to="battlefield", tapped=True)]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [ashnods_altar, exsanguinate, pyroclasm, sakura_tribe_elder]
