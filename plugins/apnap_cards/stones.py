"""Mana beyond one land a turn: stones that make it, and spells that fetch lands."""

from apnap.cardkit import (
    YOU,
    CardDef,
    activated,
    add,
    add_any,
    as_enters,
    card,
    draw,
    enters_tapped,
    hookimpl,
    lands,
    mana_ability,
    search,
    spell,
)

mind_stone = card(
    "Mind Stone",
    "{2}",
    "Artifact",
    mana_ability("{T}", add("{C}")),
    activated("{1}, {T}, Sacrifice this", do=[draw(YOU)]),
)
manalith = card("Manalith", "{3}", "Artifact", mana_ability("{T}", add_any()))
worn_powerstone = card(
    "Worn Powerstone", "{3}", "Artifact", as_enters(enters_tapped()), mana_ability("{T}", add("{C}{C}"))
)
thran_dynamo = card("Thran Dynamo", "{4}", "Artifact", mana_ability("{T}", add("{C}{C}{C}")))
rampant_growth = card(
    "Rampant Growth", "{1}{G}", "Sorcery", spell(search(YOU, lands("Basic"), to="battlefield", tapped=True))
)
natures_lore = card("Nature's Lore", "{1}{G}", "Sorcery", spell(search(YOU, lands("Forest"), to="battlefield")))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [mind_stone, manalith, worn_powerstone, thran_dynamo, rampant_growth, natures_lore]
