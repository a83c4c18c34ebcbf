"""Positions that engines of this game are known to get wrong: what checks and replacement effects do to them."""

from __future__ import annotations

from apnap.cardkit import (
    TARGET,
    TARGET_2,
    YOU,
    apply,
    as_enters,
    attach,
    becomes,
    card,
    cards_in_library,
    creature,
    creatures,
    draw,
    enchant,
    enchantments,
    enters_with,
    if_,
    loyalty,
    loyalty_ability,
    spell,
    win_game,
)
from boards import pool_with
from claims import claim

# fmt: off
CARDS = pool_with(
    card("Last Page", "{U}", "Planeswalker — Jace", loyalty(8),
         loyalty_ability(-8, do=[draw(YOU, 7), if_(cards_in_library(YOU) <= 0, win_game(YOU))])),
    card("Own Blessing", "{W}", "Enchantment — Aura", enchant(creatures.you_control)),
    card("Any Blessing", "{W}", "Enchantment — Aura", enchant(creature)),
    card("Petrify", "{W}", "Sorcery", spell(apply(TARGET, becomes("Land")), target=creature)),
    card("Shifted Bond", "{W}", "Instant", spell(attach(TARGET_2, TARGET), target=[enchantments, creature])),
    card("Full Grove", None, "Land", as_enters(enters_with("growth", 3))),
)
# fmt: on


def test_an_ability_wins_before_the_check_for_its_empty_library() -> None:
    claim(
        CARDS,
        """
        title: Paid to nothing, it still wins
        cites: ["113.7a", "104.2b", "704.5i"]
        mana: free
        seats:
          Ann: {library: [3 Wastes], battlefield: [Last Page]}
          Bob: {}
        play:
          - {seat: Ann, activate: Last Page}
          - expect: {graveyard: {Ann: [Last Page]}, checks: [[704.5i]], stack: [Last Page]}
          - {pass: all}
          - expect: {won: [Ann], lost: [], hand_size: {Ann: 3}}
        """,
    )


def test_an_aura_falls_off_as_its_condition_stops_to_hold() -> None:
    """Judged with the controller and the types of now."""
    claim(
        CARDS,
        """
        title: A stolen creature loses what only its owner's creature may wear, and another's it keeps
        cites: ["303.4c", "704.5m"]
        mana: free
        seats:
          Ann:
            battlefield:
              - {card: Grizzly Bears, as: bears}
              - {card: Own Blessing, as: own, attached: bears}
              - {card: Any Blessing, as: any, attached: bears}
          Bob: {hand: [Control Magic]}
        turn: {of: Bob, step: main1}
        play:
          - {seat: Bob, cast: Control Magic, targets: [bears]}
          - {pass: all}
          - expect: {objects: {own: {zone: graveyard}, any: {attached: bears}, bears: {controller: Bob}}}
        ---
        title: What is no creature any more wears nothing that creatures wear
        cites: ["303.4c", "704.5m"]
        mana: free
        seats:
          Ann: {hand: [Petrify]}
          Bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Any Blessing, as: any, attached: bears}]}
        play:
          - {seat: Ann, cast: Petrify, targets: [bears]}
          - {pass: all}
          - expect: {objects: {any: {zone: graveyard}, bears: {types: [Land], not_types: [Creature]}}}
        """,
    )


def test_what_cannot_be_attached_stays_where_it_is() -> None:
    claim(
        CARDS,
        """
        title: An Aura is moved where it may be
        cites: ["303.4j", "701.3b"]
        mana: free
        seats:
          Ann:
            hand: [Shifted Bond]
            battlefield: [{card: Grizzly Bears, as: bears}, {card: Pacifism, as: peace, attached: bears}]
          Bob: {battlefield: [{card: Goblin Piker, as: goblin}]}
        play:
          - {seat: Ann, cast: Shifted Bond, targets: [peace, goblin]}
          - {pass: all}
          - expect: {objects: {peace: {attached: goblin}}}
        ---
        title: And it stays where it was otherwise
        cites: ["303.4j", "701.3b"]
        mana: free
        seats:
          Ann:
            hand: [Petrify, Shifted Bond]
            battlefield: [{card: Grizzly Bears, as: bears}, {card: Own Blessing, as: own, attached: bears}]
          Bob: {battlefield: [{card: Goblin Piker, as: goblin}]}
        play:
          - {seat: Ann, cast: Shifted Bond, targets: [own, goblin]}
          - {pass: all}
          - expect: {objects: {own: {zone: battlefield, attached: bears}}}
        """,
    )


def test_a_land_that_is_played_enters_by_no_effect_until_the_rules_said_otherwise() -> None:
    """614.16 came in 2017: what another replacement effect puts on an entering permanent is doubled too."""
    claim(
        CARDS,
        """
        title: Three growths, or six
        cites: {"2013": ["614.1c"], current: ["614.16"]}
        edition: ["2013", current]
        mana: free
        seats:
          Ann: {hand: [Full Grove], battlefield: [Doubling Season]}
          Bob: {}
        play:
          - {seat: Ann, play: Full Grove}
          - {seat: Ann, answer: Full Grove, optional: true}
          - expect: {objects: {Full Grove: {counters: {"2013": {growth: 3}, current: {growth: 6}}}}}
        """,
    )
