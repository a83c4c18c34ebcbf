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
    both,
    card,
    casts,
    controller_of,
    costs_more,
    count,
    creature,
    creatures,
    deal_damage,
    each,
    gain_life,
    gets,
    hookimpl,
    life_cost,
    loyalty,
    loyalty_ability,
    planeswalkers,
    players,
    pt,
    spell,
    spells,
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
    triggered(casts("you", spells("Instant", "Sorcery")), do=[deal_damage(2, EACH_OPPONENT)]),
)
lightning_helix = card(
    "Lightning Helix", "{R}{W}", "Instant", spell(deal_damage(3, TARGET), gain_life(YOU, 3), target=any_target)
)
shock = card("Shock", "{R}", "Instant", spell(deal_damage(2, TARGET), target=any_target))
sudden_shock = card("Sudden Shock", "{1}{R}", "Instant", SPLIT_SECOND, spell(deal_damage(2, TARGET), target=any_target))
toxic_deluge = card(
    "Toxic Deluge", "{2}{B}", "Sorcery", additional_cost(life_cost(X)), spell(apply(creatures, gets(-X, -X)))
)
player_or_planeswalker = players | planeswalkers
chandra_nalaar = card(
    "Chandra Nalaar",
    "{3}{R}{R}",
    "Legendary Planeswalker — Chandra",
    loyalty(6),
    loyalty_ability(1, target=player_or_planeswalker, do=[deal_damage(1, TARGET)]),
    loyalty_ability(X, target=creature, do=[deal_damage(X, TARGET)]),
    loyalty_ability(
        -8,
        target=player_or_planeswalker,
        do=[deal_damage(10, both(TARGET, each(creatures.of(controller_of(TARGET)))))],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [fireball, guttersnipe, lightning_helix, shock, sudden_shock, toxic_deluge, chandra_nalaar]
