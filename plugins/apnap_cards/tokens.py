"""Tokens, what doubles them, and what follows them."""

from apnap.cardkit import (
    LIFELINK,
    SAGA,
    THAT,
    THIS,
    VIGILANCE,
    CardDef,
    Create,
    activated,
    also,
    apply,
    card,
    chapter,
    create,
    creatures,
    delayed,
    each,
    enters,
    exile,
    gets,
    goes_to,
    hookimpl,
    instead_of,
    leaves,
    permanents,
    pt,
    put_counters,
    sacrifice,
    sacrifice_cost,
    spell,
    times,
    token,
    triggered,
    value,
    would,
    would_die,
)

SOLDIER = token("Soldier", "Creature — Soldier", pt(1, 1), colors="W")
KNIGHT = token("Knight", "Creature — Knight", pt(2, 2), VIGILANCE, colors="W")
ZOMBIE = token("Zombie", "Creature — Zombie", pt(2, 2), colors="B")
STANGG_TWIN = token("Stangg Twin", "Legendary Creature — Human Warrior", pt(3, 4), colors="RG")

raise_the_alarm = card("Raise the Alarm", "{1}{W}", "Instant", spell(create(SOLDIER, 2)))
anointed_procession = card(
    "Anointed Procession",
    "{3}{W}",
    "Enchantment",
    instead_of(would(Create, player="you", effect_only=True), changes=times(2)),
)
history_of_benalia = card(
    "History of Benalia",
    "{1}{W}{W}",
    "Enchantment — Saga",
    SAGA,
    chapter(1, 2, do=[create(KNIGHT)]),
    chapter(3, do=[apply(each(permanents("Knight").you_control), gets(2, 1))]),
)
stangg = card(
    "Stangg",
    "{4}{R}{G}",
    "Legendary Creature — Human Warrior",
    pt(3, 4),
    triggered(
        enters(THIS),
        do=[
            create(STANGG_TWIN, link="twin"),
            delayed(triggered(leaves(THIS), do=[exile(value("twin"))], once=True), twin=THAT),
            delayed(triggered(leaves(value("twin")), do=[sacrifice(THIS)], once=True), twin=THAT),
        ],
    ),
)
kalitas = card(
    "Kalitas, Traitor of Ghet",
    "{2}{B}{B}",
    "Legendary Creature — Vampire Warrior",
    pt(3, 4),
    LIFELINK,
    instead_of(
        would_die(creatures.opponents_control.nontoken), changes=[goes_to("exile"), also(create(ZOMBIE), at_once=True)]
    ),
    activated(
        ["{2}{B}", sacrifice_cost(permanents("Vampire", "Zombie").other)],
        do=[put_counters("+1/+1", 2, on=THIS)],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [raise_the_alarm, anointed_procession, history_of_benalia, stangg, kalitas]
