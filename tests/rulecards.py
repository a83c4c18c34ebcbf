"""Cards that exist only for tests of the rules: one for each condition that no real card here makes by itself."""

from __future__ import annotations

from apnap.cardkit import (
    EACH_PLAYER,
    LIFELINK,
    TARGET,
    THAT,
    THIS,
    YOU,
    CardDef,
    X,
    ability_triggers,
    activated,
    artifact,
    at_beginning,
    attach,
    card,
    cards,
    cards_in_hand,
    counter_removed,
    create,
    create_copy,
    creature,
    creatures,
    destroy,
    each,
    enchant,
    enters_under,
    exile,
    gain_life,
    hookimpl,
    instead_of,
    land,
    leaves,
    lose_life,
    opponents,
    permanents,
    players,
    pt,
    put_counters,
    put_onto_battlefield,
    rule,
    set_life,
    spell,
    spells,
    state_is,
    static,
    token,
    triggered,
    would_enter,
)

IMP = token("Imp", "Creature — Imp", pt(1, 1), colors="B")

# fmt: off
CARDS = [
    card("Venom", "{X}{B}", "Instant", spell(put_counters("poison", X, on=TARGET), target=players)),
    card("Empty Hands", "{B}", "Enchantment", triggered(state_is(cards_in_hand(YOU) <= 0), do=[gain_life(YOU, 1)])),
    card("Capped Vessel", "{1}", "Artifact", static(THIS, rule("counter cap", amount=5))),
    card("Aging", "{X}{G}", "Sorcery", spell(put_counters("age", X, on=TARGET), target=artifact)),
    card("Mere Likeness", "{U}", "Sorcery", spell(create_copy(TARGET, not_legendary=1), target=creature)),
    card("Fort", "{1}", "Artifact — Fortification", activated("{1}", target=land, do=[attach(TARGET)])),
    card("Hex", "{B}", "Enchantment — Aura", enchant(players)),
    card("Second Field", "{G}", "Enchantment", static(YOU, rule("additional land", amount=1))),
    card("Last Breath", "{B}", "Sorcery", spell(destroy(TARGET), exile(THAT), target=creature)),
    card("Mourner", "{W}", "Creature — Spirit", pt(1, 1), triggered(leaves(creatures.other), do=[gain_life(YOU, 1)])),
    card("Gift of Imps", "{B}", "Sorcery", spell(create(IMP, under=TARGET), target=opponents)),
    card("Imp at Home", "{B}", "Sorcery", spell(create(IMP))),
    card("Gatherer", "{2}", "Artifact",
         instead_of(would_enter(creatures.opponents_control), changes=enters_under(YOU))),
    card("Twice Linked", "{W}", "Creature — Cleric", pt(2, 2), LIFELINK, LIFELINK),
    card("Both Worlds", "{G}", "Sorcery",
         spell(put_onto_battlefield(each(cards("Enchantment").in_zones("graveyard"))))),
    card("Listener", "{1}", "Artifact", triggered(ability_triggers(permanents.other), do=[gain_life(YOU, 1)])),
    card("Kept Gate", "{1}", "Battle — Siege", triggered(counter_removed(THIS, "defense"), do=[gain_life(YOU, 1)])),
    card("Kept Wall", "{1}", "Battle"),
    card("Brave Part", "{W}", "Enchantment — Aura Role", enchant(creatures)),
    card("Borrower", "{1}", "Artifact", static(YOU, rule("may cast", filter=cards("Instant").in_zones("graveyard")))),
    card("Level Field", "{1}", "Sorcery", spell(set_life(EACH_PLAYER, 7))),
    card("Sealed Cup", "{1}", "Artifact", static(YOU, rule("can't gain life"))),
    card("Swift School", "{1}", "Artifact", static(YOU, rule("cast as instant", filter=spells("Sorcery")))),
    card("Small Plan", None, "Scheme", triggered(at_beginning("upkeep"), zones=("command",), do=[gain_life(YOU, 1)])),
    card("Long Plan", None, "Ongoing Scheme"),
    card("Drain", "{X}{B}", "Instant", spell(lose_life(TARGET, X), target=players)),
]
# fmt: on


@hookimpl
def apnap_cards() -> list[CardDef]:
    return CARDS
