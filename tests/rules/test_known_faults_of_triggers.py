"""Positions that engines of this game are known to get wrong: what triggers, when, and how often."""

from __future__ import annotations

from apnap.cardkit import (
    CARD,
    TARGET,
    THIS,
    YOU,
    abilities_on_stack,
    any_target,
    artifacts,
    cant,
    card,
    cards,
    counter,
    creature,
    creature_card,
    creatures,
    deal_damage,
    destroy,
    dies,
    discards,
    draw,
    each,
    enters,
    event,
    exile,
    exists,
    gain_control,
    has_counter,
    if_,
    if_done,
    lands,
    lose_life,
    may,
    morph,
    moves,
    opponents,
    owner_of,
    permanents,
    pt,
    put_onto_battlefield,
    remove_counters,
    return_to_battlefield,
    sacrifice,
    sacrifices,
    spell,
    state_is,
    static,
    triggered,
    when_you_do,
    would,
)
from apnap.engine.events import GameEnded
from boards import board, happened, passes, pool_with
from claims import claim

# fmt: off
CARDS = pool_with(
    card("Comes Once", "{B}", "Creature — Spirit", pt(1, 1),
         triggered(dies(THIS), do=[if_(has_counter(THIS, "return"), exile(CARD),
                                       return_to_battlefield(CARD, under=owner_of(CARD), counters={"return": 1}))])),
    card("Grave Choir", "{B}", "Creature — Cleric", pt(1, 1),
         triggered(event("Moved", object=creatures.you_control, from_=("battlefield",), to=("graveyard",), each=False),
                   do=[draw(YOU)])),
    card("Theft", "{U}", "Instant", spell(gain_control(TARGET), target=creature)),
    card("Rise of All", "{B}", "Sorcery",
         spell(destroy(each(creatures)), put_onto_battlefield(each(cards("Creature").in_zones("graveyard"))))),
    card("Regret", "{B}", "Enchantment", triggered(discards("you"), target=opponents, do=[lose_life(TARGET, 1)])),
    card("Tinker's Spite", "{R}", "Creature — Goblin", pt(1, 1),
         triggered(enters(THIS), do=[if_done(may(sacrifices(YOU, artifacts)),
                                             when_you_do(deal_damage(3, TARGET), target=any_target))])),
    card("Polite Owl", "{U}", "Creature — Bird", pt(1, 1), triggered(enters(THIS), do=[may(draw(YOU))])),
    card("Hush", "{U}", "Instant", spell(counter(TARGET), target=abilities_on_stack)),
    card("Island Home", "{U}", "Creature — Crab", pt(2, 2),
         triggered(state_is(~exists(lands("Island").you_control)), do=[sacrifice(THIS)])),
    card("Held Fast", "{1}", "Artifact", static(permanents.you_control, cant(would("Sacrifice")))),
    card("Hurry", "{U}", "Instant", spell(remove_counters("time", 6, on=TARGET), target=cards().in_zones("exile"))),
    card("Secret Keeper", "{U}", "Creature — Beast", pt(2, 2),
         triggered(dies(creatures.you_control.nontoken), do=[draw(YOU)]), morph("{2}")),
    card("Old King", "{B}", "Legendary Creature — Zombie", pt(3, 3),
         triggered(moves(creature_card.owned_by(YOU), to=("graveyard",)), do=[draw(YOU)])),
)
# fmt: on


def test_a_choice_at_the_end_of_an_ability_is_no_condition_of_it() -> None:
    claim(
        CARDS,
        """
        title: It triggers both times, and the counter that it had says what becomes of it
        cites: ["603.4", "608.2c"]
        mana: free
        seats:
          Ann: {battlefield: [{card: Comes Once, as: once}]}
          Bob: {hand: [Murder, Vindicate]}
        turn: {of: Bob, step: main1}
        play:
          - {seat: Bob, cast: Murder, targets: [once]}
          - {pass: all}
          - expect: {stack: [Comes Once]}
          - {pass: all}
          - expect: {objects: {once: {zone: battlefield, counters: {return: 1}}}}
          - {seat: Bob, cast: Vindicate, targets: [once]}
          - {pass: all}
          - expect: {stack: [Comes Once]}
          - {pass: all}
          - expect: {objects: {once: {zone: exile}}}
        """,
    )


def test_one_or_more_that_die_are_one_death_and_the_dying_see_it() -> None:
    claim(
        CARDS,
        """
        title: Five die, one is drawn
        cites: ["603.2c", "603.10a"]
        mana: free
        seats:
          Ann:
            hand: [Day of Judgment]
            battlefield: [Grave Choir, Grizzly Bears, Ornithopter, Hill Giant, Wall of Omens]
          Bob: {}
        play:
          - {seat: Ann, cast: Day of Judgment}
          - {pass: all}
          - expect: {stack: [Grave Choir]}
        ---
        title: Stolen just before it counts what its new controller loses, and draws for that player
        cites: ["603.2c", "603.10a"]
        mana: free
        seats:
          Ann: {hand: [Day of Judgment], battlefield: [{card: Grave Choir, as: choir}, Grizzly Bears]}
          Bob: {hand: [Theft]}
        play:
          - {seat: Ann, cast: Day of Judgment}
          - {pass: Ann}
          - {seat: Bob, cast: Theft, targets: [choir]}
          - {pass: resolve}
          - expect: {hand_size: {Ann: 0, Bob: 1}}
        """,
    )


def test_newcomers_have_not_seen_what_the_same_spell_did_before() -> None:
    """Both of those that come together see each other come."""
    claim(
        CARDS,
        """
        title: Those who rise saw nobody fall
        cites: ["603.10", "603.6a", "608.2c"]
        mana: free
        seats:
          Ann: {hand: [Rise of All], graveyard: [Zulaport Cutthroat, Soul Warden], battlefield: [Grizzly Bears]}
          Bob: {}
        play:
          - {seat: Ann, cast: Rise of All}
          - {pass: all}
          - expect:
              triggered: [Soul Warden, Soul Warden]
              battlefield: {Ann: [Zulaport Cutthroat, Soul Warden, Grizzly Bears]}
        """,
    )


def test_what_is_discarded_in_the_cleanup_step_triggers_after_damage_is_gone() -> None:
    claim(
        CARDS,
        """
        title: Two regrets, and another cleanup
        cites: ["514.1", "514.2", "514.3a"]
        mana: free
        seats:
          Ann:
            hand: [9 Wastes]
            battlefield: [Regret, {card: Hill Giant, as: giant, damage: 2}]
          Bob: {hand: [Shock]}
        play:
          - {go: end}
          - {pass: all}
          - {seat: Ann, answer: [Wastes, Wastes]}
          - expect:
              turn: {of: Ann, step: cleanup}
              stack: [Regret, Regret]
              priority: Ann
              objects: {giant: {damage: 0}}
          - {pass: Ann}
          - {seat: Bob, cast: Shock, targets: [giant]}
          - {pass: resolve}
          - expect: {life: {Bob: 18}, objects: {giant: {damage: 2}}}
          - {pass: all}
          - expect: {turn: {of: Bob, step: upkeep}, objects: {giant: {damage: 0}}}
        """,
    )


def test_what_follows_from_a_deed_is_an_ability_of_its_own() -> None:
    claim(
        CARDS,
        """
        title: Done, it aims
        cites: ["603.12"]
        mana: free
        seats:
          Ann: {hand: [Tinker's Spite], battlefield: [Sol Ring]}
          Bob: {}
        play:
          - {seat: Ann, cast: Tinker's Spite}
          - {pass: all}
          - expect: {stack: [Tinker's Spite]}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: Bob}
          - expect: {stack: [Tinker's Spite], graveyard: {Ann: [Sol Ring]}, life: {Bob: 20}}
          - {pass: all}
          - expect: {life: {Bob: 17}}
        ---
        title: Left undone, nothing is aimed at
        cites: ["603.12"]
        mana: free
        seats:
          Ann: {hand: [Tinker's Spite], battlefield: [Sol Ring]}
          Bob: {}
        play:
          - {seat: Ann, cast: Tinker's Spite}
          - {pass: all}
          - {pass: all}
          - {seat: Ann, answer: no}
          - expect: {stack: [], battlefield: {Ann: [Tinker's Spite, Sol Ring]}}
        ---
        title: What cannot be done leads to nothing either
        cites: ["603.12"]
        mana: free
        seats:
          Ann: {hand: [Tinker's Spite]}
          Bob: {}
        play:
          - {seat: Ann, cast: Tinker's Spite}
          - {pass: all}
          - {pass: all}
          - {seat: Ann, answer: yes, optional: true}
          - expect: {stack: [], life: {Bob: 20}}
        """,
    )


def test_whether_to_do_it_is_asked_as_it_resolves() -> None:
    claim(
        CARDS,
        """
        title: The owl that nobody wants to use is answered all the same
        cites: ["603.5"]
        mana: free
        seats:
          Ann: {hand: [Polite Owl]}
          Bob: {hand: [Hush]}
        play:
          - {seat: Ann, cast: Polite Owl}
          - {pass: all}
          - expect: {stack: [Polite Owl]}
          - {pass: Ann}
          - {seat: Bob, cast: Hush, targets: ["stack:Polite Owl"]}
          - {pass: all}
          - expect: {stack: [], hand_size: {Ann: 0}}
        """,
    )


def test_a_state_that_cannot_be_mended_triggers_again_and_is_a_draw_in_the_end() -> None:
    game = board({"battlefield": ["Island Home", "Held Fast"]}, {}, pool=CARDS)
    sizes = set()
    while not game.over:
        sizes.add(len(game.state.zone("stack")))
        passes(game)
    assert sizes == {1}
    (ended,) = happened(game, GameEnded)
    assert ended.result.draw


def test_the_last_counter_goes_once_however_many_were_to_go() -> None:
    claim(
        CARDS,
        """
        title: Six are taken of one
        cites: ["702.62a", "603.2c"]
        mana: free
        seats:
          Ann: {hand: [Hurry], exile: [{card: Rift Bolt, as: bolt, suspended: 1}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Hurry, targets: [bolt]}
          - {pass: all}
          - expect: {stack: [Rift Bolt]}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: Bob}
          - {pass: resolve}
          - expect: {life: {Bob: 17}, graveyard: {Ann: [Hurry, Rift Bolt]}}
        """,
    )


def test_face_down_it_dies_without_its_ability_and_anywhere_is_no_looking_back() -> None:
    claim(
        CARDS,
        """
        title: Neither draws for a death that takes both
        cites: ["603.10a", "708.2", "708.9"]
        mana: free
        seats:
          Ann:
            hand: [Day of Judgment]
            battlefield: [{card: Secret Keeper, face_down: true}, Old King]
          Bob: {}
        play:
          - {seat: Ann, cast: Day of Judgment}
          - {pass: all}
          - expect: {stack: [], hand_size: {Ann: 0}, graveyard: {Ann: [Day of Judgment, Secret Keeper, Old King]}}
        ---
        title: Face up it would have drawn for both
        cites: ["603.10a"]
        mana: free
        seats:
          Ann: {hand: [Day of Judgment], battlefield: [Secret Keeper, Old King]}
          Bob: {}
        play:
          - {seat: Ann, cast: Day of Judgment}
          - {pass: all}
          - expect: {stack: [Secret Keeper, Secret Keeper]}
        """,
    )
