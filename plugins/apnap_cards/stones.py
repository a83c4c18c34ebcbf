"""Mana beyond basic lands: stones and lands that make it, and what fetches lands."""

from apnap.cardkit import (
    THIS,
    YOU,
    CardDef,
    activated,
    add,
    add_any,
    as_enters,
    becomes_tapped,
    card,
    deal_damage,
    draw,
    enters_tapped,
    hookimpl,
    lands,
    mana_ability,
    search,
    spell,
    triggered,
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

evolving_wilds = card(
    "Evolving Wilds",
    None,
    "Land",
    activated("{T}, Sacrifice this", do=[search(YOU, lands("Basic"), to="battlefield", tapped=True)]),
)
terramorphic_expanse = card(
    "Terramorphic Expanse",
    None,
    "Land",
    activated("{T}, Sacrifice this", do=[search(YOU, lands("Basic"), to="battlefield", tapped=True)]),
)
city_of_brass = card(
    "City of Brass",
    None,
    "Land",
    triggered(becomes_tapped(THIS), do=[deal_damage(1, YOU)]),
    mana_ability("{T}", add_any()),
)
mana_confluence = card("Mana Confluence", None, "Land", mana_ability("{T}, Pay 1 life", add_any()))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        mind_stone,
        manalith,
        worn_powerstone,
        thran_dynamo,
        rampant_growth,
        natures_lore,
        evolving_wilds,
        terramorphic_expanse,
        city_of_brass,
        mana_confluence,
    ]
