"""Cards that exist only for the tests of casting."""

from __future__ import annotations

from apnap.cardkit import (
    EACH_OPPONENT,
    TARGET,
    YOU,
    CardDef,
    ability_triggers,
    activated,
    apply,
    card,
    costs_less,
    creature,
    creatures,
    deal_damage,
    draw,
    exists,
    gain_life,
    has,
    hookimpl,
    lose_life,
    permanents,
    players,
    protection,
    pt,
    rule,
    spell,
    spells,
    state_is,
    static,
    triggered,
)

pinger = card(
    "Pinger", "{1}{R}", "Creature — Wizard", pt(1, 1), activated("{T}", target=creature, do=[deal_damage(1, TARGET)])
)
shell = card("Shell", "{W}", "Instant", spell(apply(TARGET, has(protection(creatures))), target=creature))
censor = card(
    "Censor", "{3}", "Artifact", static(EACH_OPPONENT, rule("can't cast", filter=spells.where("mana value", ">=", 4)))
)
taxes = card("Taxes", "{2}", "Enchantment", static(YOU, rule("costs more", filter=spells, amount=1)))
rally = card("Rally", "{3}{R}", "Sorcery", costs_less(2, only_if=exists(creatures.you_control)), spell(draw(YOU)))
listener = card("Listener", "{2}", "Artifact", triggered(ability_triggers(permanents.other), do=[gain_life(YOU, 1)]))
hermit = card(
    "Hermit",
    "{1}",
    "Artifact",
    triggered(state_is(~exists(creatures.you_control)), do=[lose_life(YOU, 1)]),
)
drain = card("Drain", "{X}{B}", "Sorcery", spell(lose_life(TARGET, 1), target=players))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [pinger, shell, censor, taxes, rally, listener, hermit, drain]
