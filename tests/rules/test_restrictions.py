"""What may be cast from where, when and for how much, what makes nothing trigger, and votes for words."""

from __future__ import annotations

from functools import cache

import pytest

from apnap.cardkit import (
    EACH_OPPONENT,
    EACH_PLAYER,
    THAT,
    YOU,
    MalformedCard,
    activated,
    alternative_cost,
    card,
    cards,
    cast_free,
    casts,
    choose,
    copy_card,
    creatures,
    discard,
    draw,
    each,
    enters,
    exile,
    gain_life,
    if_,
    linked,
    lose_life,
    may,
    permanents,
    players,
    pt,
    repeat,
    rule,
    sacrifices,
    spell,
    spells,
    static,
    triggered,
    value,
    value_number,
    vote_words,
)
from apnap.pool import Pool
from boards import board, pool_with, question
from claims import claim


@cache
def pool() -> Pool:
    quiet = static(players, rule("no triggers", on=enters(creatures)))
    louder = static(permanents, rule("triggers again", on=enters(creatures)))
    punished = vote_words(
        "death",
        "taxes",
        do=[
            repeat(value_number("death"), [sacrifices(EACH_OPPONENT, creatures)]),
            discard(EACH_OPPONENT, value_number("taxes")),
        ],
    )
    council = vote_words(
        "time",
        "knowledge",
        do=[
            if_(value_number("time") > value_number("knowledge"), [gain_life(YOU, 5)], [draw(YOU, 3)]),
            lose_life(value("voters of time"), 1),
        ],
    )
    frozen = (
        activated("{0}", do=[choose(YOU, cards.in_your_hand, "to exile"), exile(THAT, link="frozen")]),
        activated("{1}", do=[may([copy_card(linked("frozen")), cast_free(THAT)])]),
    )
    from_grave = spells.cast_from("graveyard", "library")
    return pool_with(
        card("Grave Lid", "{1}", "Artifact", static(players, rule("can't cast", filter=from_grave))),
        card("Grave Toll", "{1}", "Artifact", static(players, rule("costs more", filter=from_grave, amount=3))),
        card("Grave Bell", "{1}", "Artifact", triggered(casts("any", from_grave), do=[gain_life(YOU, 1)])),
        card("Slow Clock", "{1}", "Artifact", static(EACH_OPPONENT, rule("cast only as sorcery", filter=spells))),
        card("Three Fold", "{3}", "Artifact", static(players, rule("costs at least", filter=spells, amount=3))),
        card("Still Air", "{2}", "Artifact", quiet),
        card("Loud Echo", "{2}", "Enchantment", louder),
        card("Glad Bear", "{1}{G}", "Creature — Bear", pt(2, 2), triggered(enters(creatures), do=[gain_life(YOU, 1)])),
        card("Hard Choice", "{B}", "Sorcery", spell(punished)),
        card("Old Question", "{U}", "Sorcery", spell(council)),
        card("Frozen Staff", "{2}", "Artifact", *frozen),
        card("Read One", "{U}", "Sorcery", spell(draw(EACH_PLAYER))),
    )


def test_from_where_a_spell_is_cast_forbids_it_makes_it_dearer_and_is_waited_for() -> None:
    claim(
        pool(),
        """
        title: No flashback under the lid, and spells from the hand as ever
        mana: free
        seats:
          Ann: {battlefield: [Grave Lid, Grizzly Bears], graveyard: [Momentary Blink], hand: [Momentary Blink]}
          Bob: {}
        play:
          - {seat: Ann, cast: Momentary Blink, alternative: flashback, targets: [Grizzly Bears], refused: true}
          - {seat: Ann, cast: Momentary Blink, from: hand, targets: [Grizzly Bears]}
        ---
        title: Flashback costs three more, and is rung for; the same card from the hand neither
        seats:
          Ann:
            battlefield: [Grave Toll, Grave Bell, 7 Island, Grizzly Bears]
            graveyard: [Momentary Blink]
            hand: [Momentary Blink]
          Bob: {}
        play:
          - {seat: Ann, cast: Momentary Blink, alternative: flashback, targets: [Grizzly Bears]}
          - expect: {triggered: [Grave Bell]}
          - {pass: resolve}
          - expect: {life: {Ann: 21}}
        ---
        title: Six lands are too few for flashback of four and three more
        seats:
          Ann: {battlefield: [Grave Toll, 6 Island, Grizzly Bears], graveyard: [Momentary Blink]}
          Bob: {}
        play:
          - {seat: Ann, cast: Momentary Blink, alternative: flashback, targets: [Grizzly Bears], refused: true}
        """,
    )


def test_opponents_cast_only_when_a_sorcery_could_be() -> None:
    claim(
        pool(),
        """
        title: No instant of an opponent in the turn of its controller, or in answer to anything
        mana: free
        seats:
          Ann: {battlefield: [Slow Clock], hand: [Lightning Bolt], library: [5 Forest]}
          Bob: {hand: [Lightning Bolt, Lightning Bolt], library: [5 Forest]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - {pass: Ann}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann], refused: true}
          - {pass: resolve}
          - {go: upkeep, of: Bob}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann], refused: true}
          - {go: main1, of: Bob}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann]}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann], refused: true}
          - {pass: resolve}
          - expect: {life: {Ann: 17, Bob: 17}}
        ---
        title: What suspend would cast while its trigger resolves cannot be cast either
        mana: free
        seats:
          Ann: {battlefield: [Slow Clock], library: [5 Forest]}
          Bob: {exile: [{card: Rift Bolt, suspended: 1}], library: [5 Forest]}
        turn: {of: Ann, step: end}
        play:
          - {go: upkeep, of: Bob}
          - {pass: resolve}
          - expect: {exile: {Bob: [Rift Bolt]}, stack: []}
        """,
    )


def test_a_spell_costs_at_least_three_after_all_else() -> None:
    claim(
        pool(),
        """
        title: A bolt costs {2}{R}, and two lands are not enough; what costs more costs that
        seats:
          Ann: {battlefield: [Three Fold, 3 Mountain], hand: [Lightning Bolt, Lightning Bolt]}
          Bob: {battlefield: [2 Mountain], hand: [Lightning Bolt]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - expect: {mana: {Ann: ""}}
          - {pass: Ann}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann], refused: true}
          - {pass: resolve}
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob], refused: true}
        ---
        title: A spell of four costs four, not seven
        seats:
          Ann: {battlefield: [Three Fold, 4 Mountain], hand: [Hill Giant]}
          Bob: {}
        play:
          - {seat: Ann, cast: Hill Giant}
        """,
    )


def test_what_enters_makes_nothing_trigger_however_often_it_would() -> None:
    claim(
        pool(),
        """
        title: Neither its own ability nor that of another triggers, and twice nothing is nothing
        mana: free
        seats:
          Ann: {battlefield: [Still Air, Loud Echo, Glad Bear], hand: [Glad Bear]}
          Bob: {}
        play:
          - {seat: Ann, cast: Glad Bear}
          - {pass: all}
          - expect: {stack: [], life: {Ann: 20}}
        ---
        title: Without it both trigger twice
        mana: free
        seats:
          Ann: {battlefield: [Loud Echo, Glad Bear], hand: [Glad Bear]}
          Bob: {}
        play:
          - {seat: Ann, cast: Glad Bear}
          - {pass: resolve}
          - expect: {life: {Ann: 24}}
        """,
    )


def test_votes_for_words_are_counted_and_their_voters_known() -> None:
    claim(
        pool(),
        """
        title: Each vote does its own
        cites: [701.38a]
        mana: free
        seats:
          Ann: {hand: [Hard Choice]}
          Bob: {battlefield: [Grizzly Bears, Hill Giant], hand: [Forest, Island]}
          Cat: {battlefield: [Llanowar Elves], hand: [Forest]}
        play:
          - {seat: Ann, cast: Hard Choice}
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: choose}}
          - {seat: Ann, answer: death}
          - {seat: Bob, answer: taxes}
          - {seat: Cat, answer: taxes}
          - {seat: Bob, answer: Grizzly Bears}
          - expect:
              battlefield: {Bob: [Hill Giant], Cat: []}
              hand_size: {Bob: 0, Cat: 0}
        ---
        title: In a tie the other thing happens, and who voted for the first loses life
        mana: free
        seats:
          Ann: {hand: [Old Question]}
          Bob: {}
        play:
          - {seat: Ann, cast: Old Question}
          - {pass: all}
          - {seat: Ann, answer: knowledge}
          - {seat: Bob, answer: time}
          - expect: {hand_size: {Ann: 3}, life: {Ann: 20, Bob: 19}}
        """,
    )


def test_a_card_is_copied_where_it_is_and_the_copy_is_cast_or_ceases_to_be() -> None:
    claim(
        pool(),
        """
        title: The copy is a spell that was cast, the card stays in exile, and nothing is left of the copy
        cites: [707.12]
        mana: free
        seats:
          Ann: {battlefield: [Frozen Staff, Grave Bell], hand: [Lightning Bolt]}
          Bob: {}
        play:
          - {seat: Ann, activate: Frozen Staff, ability: 1}
          - {pass: all}
          - {seat: Ann, answer: Lightning Bolt, optional: true}
          - expect: {exile: {Ann: [Lightning Bolt]}}
          - {seat: Ann, activate: Frozen Staff, ability: 2}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: Bob}
          - expect: {stack: [Lightning Bolt], exile: {Ann: [Lightning Bolt]}}
          - {pass: all}
          - expect: {life: {Bob: 17}, graveyard: {Ann: []}, exile: {Ann: [Lightning Bolt]}}
          - {seat: Ann, activate: Frozen Staff, ability: 2}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: no}
          - expect: {stack: [], exile: {Ann: [Lightning Bolt]}}
        ---
        title: The copy of a creature card becomes a token
        cites: [707.10f, 707.12]
        mana: free
        seats:
          Ann: {battlefield: [Frozen Staff], hand: [Grizzly Bears]}
          Bob: {}
        play:
          - {seat: Ann, activate: Frozen Staff, ability: 1}
          - {pass: all}
          - {seat: Ann, answer: Grizzly Bears, optional: true}
          - {seat: Ann, activate: Frozen Staff, ability: 2}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: yes}
          - {pass: all}
          - expect: {count: {Grizzly Bears: 1}, exile: {Ann: [Grizzly Bears]}}
        """,
    )


@pytest.mark.parametrize("zone", ["graveyard", "exile", "command", "hand"])
def test_what_may_be_cast_from_somewhere_is_offered_there_and_nowhere_else(zone: str) -> None:
    frosty = card("Frosty", "{9}", "Sorcery", alternative_cost("thaw", "{1}", zone=zone), spell(draw(YOU)))
    for place in ("graveyard", "exile", "command", "hand"):
        game = board(
            {place: ["Frosty"], "battlefield": ["Forest"]}, {place: ["Frosty"]}, pool=pool_with(frosty), free=False
        )
        offered = [o for o in question(game).options if o.payload.kind == "cast" and o.payload.payable == "yes"]
        assert len(offered) == (place == zone), place


def test_a_rule_about_spells_is_asked_of_spells() -> None:
    with pytest.raises(MalformedCard, match="is no spell; write spells"):
        card("Odd Lid", "{1}", "Artifact", static(players, rule("can't cast", filter=cards.in_zones("graveyard"))))
    assert each(spells.cast_from("exile")).describe() == "each spell cast from exile"
