"""A changeling defines its creature types, so that goes first among what changes types, however old the others are."""

from apnap.cardkit import CHANGELING, becomes, card, creatures, is_also, pt, static
from boards import pool_with
from claims import claim


def test_older_effects_on_types_come_after_what_defines_them() -> None:
    pool = pool_with(
        card("All Frogs", "{U}", "Enchantment", static(creatures, becomes("Frog"))),
        card("Some Elves", "{G}", "Enchantment", static(creatures, is_also("Elf"))),
        card("Odd Shape", "{2}", "Creature — Shapeshifter", pt(2, 2), CHANGELING),
    )
    claim(
        pool,
        """
        title: Frogs and Elves is what all creatures are, the changeling too
        cites: [613.3, 702.73a]
        seats:
          Ann: {battlefield: [All Frogs, Some Elves, {card: Odd Shape, as: here}, {card: Grizzly Bears, as: bears}]}
          Bob: {}
        play:
          - expect:
              objects:
                here: {types: [Frog, Elf], not_types: [Goblin, Shapeshifter], has: [changeling]}
                bears: {types: [Frog, Elf], not_types: [Bear]}
        """,
    )
