"""Positions that engines of this game are known to get wrong: what checks and replacement effects do to them."""

from __future__ import annotations

from apnap.cardkit import (
    TARGET,
    TARGET_2,
    THAT_PLAYER,
    YOU,
    apply,
    as_enters,
    attach,
    becomes,
    card,
    cards,
    cards_in_library,
    creature,
    creatures,
    discard,
    draw,
    each,
    enchant,
    enchantments,
    enters_with,
    first_of_draw_step,
    if_,
    if_done,
    instead_of,
    is_also,
    loyalty,
    loyalty_ability,
    mill,
    pt,
    put_onto_battlefield,
    spell,
    static,
    win_game,
)
from boards import pool_with
from claims import claim

# fmt: off
CARDS = pool_with(
    card("All Worlds", "{G}", "Enchantment", static(enchantments, is_also("World"))),
    card("Two Worlds", "{G}", "Sorcery", spell(put_onto_battlefield(each(cards("Enchantment").in_zones("graveyard"))))),
    card("Last Page", "{U}", "Planeswalker — Jace", loyalty(8),
         loyalty_ability(-8, do=[draw(YOU, 7), if_(cards_in_library(YOU) <= 0, win_game(YOU))])),
    card("Own Blessing", "{W}", "Enchantment — Aura", enchant(creatures.you_control)),
    card("Any Blessing", "{W}", "Enchantment — Aura", enchant(creature)),
    card("Petrify", "{W}", "Sorcery", spell(apply(TARGET, becomes("Land")), target=creature)),
    card("Shifted Bond", "{W}", "Instant", spell(attach(TARGET_2, TARGET), target=[enchantments, creature])),
    card("Small Start", "{G}", "Creature — Plant", pt(0, 0), as_enters(enters_with("+1/+1", 1))),
    card("Fosterer", "{G}", "Enchantment", as_enters(enters_with("+1/+1", 1), what=creatures.you_control)),
    card("Full Grove", None, "Land", as_enters(enters_with("growth", 3))),
    card("Chained Hands", "{B}", "Enchantment",
         instead_of("Draw", player="any", only_if=~first_of_draw_step(THAT_PLAYER),
                    do=[if_done(discard(THAT_PLAYER), draw(THAT_PLAYER), mill(THAT_PLAYER, 1))])),
)
# fmt: on


def test_the_age_of_a_world_is_how_long_it_was_one() -> None:
    """The first world there is goes, though it came last; the only one that became a world just now stays."""
    claim(
        CARDS,
        """
        title: One newcomer among the worlds
        cites: ["704.5k"]
        mana: free
        seats:
          Ann: {hand: [All Worlds], battlefield: [{card: Concordant Crossroads, as: printed}]}
          Bob: {}
        play:
          - {seat: Ann, cast: All Worlds}
          - {pass: all}
          - expect: {battlefield: {Ann: [All Worlds]}, checks: [[704.5k]], objects: {printed: {zone: graveyard}}}
        ---
        title: Two that became worlds in one moment take all along
        cites: ["704.5k"]
        mana: free
        seats:
          Ann: {hand: [All Worlds], battlefield: [Glorious Anthem, {card: Concordant Crossroads, as: printed}]}
          Bob: {}
        play:
          - {seat: Ann, cast: All Worlds}
          - {pass: all}
          - expect: {battlefield: {Ann: []}, checks: [[704.5k]]}
        """,
    )


def test_two_worlds_that_enter_at_once_leave_none() -> None:
    """Whose they are makes no difference: the order of players is no order of age."""
    claim(
        CARDS,
        """
        title: Two newcomers and one that was there
        cites: ["704.5k"]
        mana: free
        edition: ["2011", "2013", current]
        seats:
          Ann: {hand: [Two Worlds], graveyard: [Concordant Crossroads, Nether Void]}
          Bob: {}
          Cat: {battlefield: [The Abyss]}
        play:
          - {seat: Ann, cast: Two Worlds}
          - {pass: all}
          - expect: {battlefield: {Ann: [], Bob: [], Cat: []}}
        """,
    )


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


def test_counters_to_enter_with_are_one_placement() -> None:
    claim(
        CARDS,
        """
        title: One by its own text, one by another's, and one more for both together
        cites: ["614.12", "614.5"]
        mana: free
        seats:
          Ann: {hand: [Small Start], battlefield: [Fosterer, Hardened Scales]}
          Bob: {}
        play:
          - {seat: Ann, cast: Small Start}
          - {pass: all}
          - {seat: Ann, answer: Fosterer, optional: true}
          - {seat: Ann, answer: Small Start, optional: true}
          - expect: {objects: {Small Start: {counters: {+1/+1: 3}, power: 3}}}
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


def test_an_effect_replaces_no_draw_that_it_made_itself() -> None:
    claim(
        CARDS,
        """
        title: One of them discards once
        cites: ["614.5", "614.11"]
        mana: free
        seats:
          Ann: {hand: [Night's Whisper, 6 Wastes], battlefield: [Chained Hands], library: [9 Forest]}
          Bob: {}
        play:
          - {seat: Ann, cast: Night's Whisper}
          - {pass: all}
          - {seat: Ann, answer: Wastes}
          - {seat: Ann, answer: Wastes}
          - expect: {hand_size: {Ann: 6}, graveyard: {Ann: [Night's Whisper, 2 Wastes]}, library_size: {Ann: 7}}
        ---
        title: Two of them discard twice for each
        cites: ["614.5", "614.11"]
        mana: free
        seats:
          Ann: {hand: [Night's Whisper, 6 Wastes], battlefield: [2 Chained Hands], library: [9 Forest]}
          Bob: {}
        play:
          - {seat: Ann, cast: Night's Whisper}
          - {pass: all}
          - {seat: Ann, answer: Wastes}
          - {seat: Ann, answer: Wastes}
          - {seat: Ann, answer: Wastes}
          - {seat: Ann, answer: Wastes}
          - expect: {hand_size: {Ann: 4}, graveyard: {Ann: [Night's Whisper, 4 Wastes]}, library_size: {Ann: 7}}
        ---
        title: Who has nothing to discard mills
        cites: ["614.5", "614.11"]
        mana: free
        seats:
          Ann: {hand: [Night's Whisper], battlefield: [2 Chained Hands], library: [9 Forest]}
          Bob: {}
        play:
          - {seat: Ann, cast: Night's Whisper}
          - {pass: all}
          - expect: {hand_size: {Ann: 0}, graveyard: {Ann: [Night's Whisper, 2 Forest]}, library_size: {Ann: 7}}
        """,
    )
