"""Permanents that make mana."""

from apnap.cardkit import (
    YOU,
    CardDef,
    activated,
    add,
    add_any,
    card,
    draw,
    enters,
    hookimpl,
    lands,
    mana_ability,
    permanents,
    pt,
    sacrifice_cost,
    triggered,
)

chromatic_sphere = card(
    "Chromatic Sphere", "{1}", "Artifact", activated("{1}, {T}, Sacrifice this", do=[add_any(), draw(YOU)])
)
llanowar_elves = card("Llanowar Elves", "{G}", "Creature — Elf Druid", pt(1, 1), mana_ability("{T}", add("{G}")))
skirk_prospector = card(
    "Skirk Prospector",
    "{R}",
    "Creature — Goblin",
    pt(1, 1),
    mana_ability([sacrifice_cost(permanents("Goblin"))], add("{R}")),
)
sol_ring = card("Sol Ring", "{1}", "Artifact", mana_ability("{T}", add("{C}{C}")))
lotus_cobra = card(
    "Lotus Cobra",
    "{1}{G}",
    "Creature — Snake",
    pt(2, 1),
    triggered(enters(lands.you_control), do=[add_any()]),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [chromatic_sphere, llanowar_elves, skirk_prospector, sol_ring, lotus_cobra]
