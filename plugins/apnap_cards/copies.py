"""What copies creatures and spells."""

from apnap.cardkit import (
    EOT,
    KICKED,
    TARGET,
    THIS,
    CardDef,
    as_enters,
    at_beginning,
    become_copy,
    becomes_target,
    card,
    copy_spell,
    create_copy,
    creature,
    creatures,
    enters_as_copy,
    flashback,
    hookimpl,
    if_else,
    kicker,
    may,
    not_among,
    pt,
    sacrifice,
    spell,
    spells,
    triggered,
)

cackling_counterpart = card(
    "Cackling Counterpart",
    "{1}{U}{U}",
    "Instant",
    spell(create_copy(TARGET), target=creatures.you_control),
    flashback("{5}{U}{U}"),
)
fork = card("Fork", "{R}{R}", "Instant", spell(copy_spell(TARGET, colors="R"), target=spells("Instant", "Sorcery")))
mirrorweave = card(
    "Mirrorweave",
    "{2}{W/U}{W/U}",
    "Instant",
    spell(become_copy(not_among(creatures, TARGET), TARGET, until=EOT), target=creature.nonlegendary),
)
phantasmal_image = card(
    "Phantasmal Image",
    "{1}{U}",
    "Creature — Illusion",
    pt(0, 0),
    as_enters(
        enters_as_copy(creatures, triggered(becomes_target(THIS), do=[sacrifice(THIS)]), add_subtypes=("Illusion",))
    ),
)
rite_of_replication = card(
    "Rite of Replication",
    "{2}{U}{U}",
    "Sorcery",
    kicker("{5}"),
    spell(create_copy(TARGET, if_else(KICKED, 5, 1)), target=creature),
)
vesuvan_doppelganger = card(
    "Vesuvan Doppelganger",
    "{3}{U}{U}",
    "Creature — Shapeshifter",
    pt(0, 0),
    as_enters(
        enters_as_copy(
            creatures,
            triggered(
                at_beginning("upkeep", "you"),
                target=creature,
                do=[may(become_copy(THIS, TARGET, keeps_this=True, colors="U"))],
            ),
            colors="U",
        )
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [cackling_counterpart, fork, mirrorweave, phantasmal_image, rite_of_replication, vesuvan_doppelganger]
