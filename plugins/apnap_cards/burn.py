"""Damage, and life paid for it."""

from apnap.cardkit import (
    EACH_OPPONENT,
    SPLIT_SECOND,
    TARGET,
    TARGETS,
    YOU,
    CardDef,
    X,
    additional_cost,
    any_number,
    any_target,
    apply,
    at_least,
    card,
    casts,
    costs_more,
    count,
    creatures,
    deal_damage,
    gain_life,
    gets,
    hookimpl,
    life_cost,
    of_type,
    pt,
    spell,
    triggered,
)

fireball = card(
    "Fireball",
    "{X}{R}",
    "Sorcery",
    costs_more(at_least(count(TARGETS) - 1, 0)),
    spell(deal_damage(X // count(TARGETS), TARGETS), target=any_number(any_target)),
)
guttersnipe = card(
    "Guttersnipe",
    "{2}{R}",
    "Creature — Goblin Shaman",
    pt(2, 2),
    triggered(casts("you", of_type("Instant", "Sorcery")), do=[deal_damage(2, EACH_OPPONENT)]),
)
lightning_helix = card(
    "Lightning Helix", "{R}{W}", "Instant", spell(deal_damage(3, TARGET), gain_life(YOU, 3), target=any_target)
)
shock = card("Shock", "{R}", "Instant", spell(deal_damage(2, TARGET), target=any_target))
sudden_shock = card("Sudden Shock", "{1}{R}", "Instant", SPLIT_SECOND, spell(deal_damage(2, TARGET), target=any_target))
toxic_deluge = card(
    "Toxic Deluge", "{2}{B}", "Sorcery", additional_cost(life_cost(X)), spell(apply(creatures, gets(-X, -X)))
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [fireball, guttersnipe, lightning_helix, shock, sudden_shock, toxic_deluge]
