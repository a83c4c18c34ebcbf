"""Positions that engines of this game are known to get wrong: layers, copies, new objects and commanders."""

from __future__ import annotations

from apnap.cardkit import (
    DEATHTOUCH,
    EACH_OPPONENT,
    EOT,
    FLYING,
    HOST,
    TARGET,
    TARGET_2,
    THAT,
    THAT_OBJECT,
    THIS,
    TRAMPLE,
    VIGILANCE,
    YOU,
    activated,
    any_target,
    apply,
    as_enters,
    attach,
    attacks,
    become_copy,
    card,
    cards,
    casts,
    counter_cost,
    create_copy,
    creature,
    creatures,
    deal_damage,
    dies,
    draw,
    enchant,
    enchantments,
    enters_with,
    exile,
    gain_control,
    has,
    loses_all_abilities,
    morph,
    permanents,
    pt,
    put_onto_battlefield,
    return_to_battlefield,
    rule,
    spell,
    spells,
    static,
    suspend,
    triggered,
)
from boards import pool_with
from claims import claim

# fmt: off
CARDS = pool_with(
    card("Watchful Bond", "{W}", "Enchantment — Aura", enchant(creature), static(HOST, has(VIGILANCE))),
    card("Theft", "{U}", "Instant", spell(gain_control(TARGET), target=creature)),
    card("Shifted Bond", "{W}", "Instant", spell(attach(TARGET_2, TARGET), target=[enchantments, creature])),
    card("Masked Runner", "{3}{R}", "Creature — Beast", pt(4, 1), TRAMPLE, morph("{R}")),
    card("Masked Snail", "{3}{R}", "Creature — Snail", pt(1, 1), morph("{5}")),
    card("Same Face", "{U}", "Sorcery", spell(become_copy(TARGET, TARGET_2), target=[creature, creature])),
    card("Brief Guise", "{U}", "Instant", spell(become_copy(TARGET, TARGET_2, until=EOT), target=[creature, creature])),
    card("Proud Falcon", "{W}", "Creature — Bird", pt(2, 2), static(THIS, has(FLYING))),
    card("Humbling Call", "{B}", "Sorcery",
         spell(put_onto_battlefield(TARGET), apply(THAT, loses_all_abilities(), until="forever"),
               target=cards("Creature").in_zones("graveyard"))),
    card("Shape Thief", "{U}", "Creature — Shapeshifter", pt(7, 5),
         activated("{1}", target=creature, do=[become_copy(THIS, TARGET, keeps_this=True, stats=(7, 5))])),
    card("Herald of Many", "{W}", "Creature — Bird", pt(1, 1), triggered(attacks(THIS), do=[create_copy(THIS)])),
    card("Chronicler", "{W}", "Legendary Creature — Human", pt(2, 2),
         triggered(dies(creatures.other.legendary.you_control), do=[create_copy(THAT_OBJECT, not_legendary=1)])),
    card("Last Word", "{B}", "Enchantment — Aura", enchant(creature), activated("{1}", do=[exile(HOST)])),
    card("Flicker", "{W}", "Instant", spell(exile(TARGET), return_to_battlefield(THAT), target=permanents)),
    card("Venom Field", "{B}", "Enchantment", static(creatures.you_control, has(DEATHTOUCH))),
    card("Spent Archer", "{G}", "Creature — Plant", pt(0, 0), as_enters(enters_with("+1/+1", 1)),
         activated(counter_cost("+1/+1"), target=any_target, do=[deal_damage(1, TARGET)])),
    card("No Fives", "{1}", "Artifact",
         static(EACH_OPPONENT, rule("can't cast", filter=spells.where("mana value", "==", 5)))),
    card("Slow Five", "{4}{R}", "Sorcery", spell(draw(YOU)), suspend(1, "{R}")),
    card("Slow Aim", None, "Sorcery", spell(deal_damage(3, TARGET), target=creature), suspend(1, "{R}")),
    card("Cast Bell", "{1}", "Artifact", triggered(casts("you"), do=[draw(YOU)])),
)
# fmt: on


def test_a_gift_is_as_old_as_its_aura_is_where_it_is() -> None:
    claim(
        CARDS,
        """
        title: Newer than what takes all away, it stays through changes of control and newcomers
        cites: ["613.7a", "613.7e"]
        mana: free
        seats:
          Ann:
            hand: [Watchful Bond, Theft, Glorious Anthem]
            battlefield: [Humility, {card: Grizzly Bears, as: bears}]
          Bob: {hand: [Theft]}
        play:
          - {seat: Ann, cast: Watchful Bond, targets: [bears]}
          - {pass: all}
          - expect: {objects: {bears: {has: [vigilance], power: 1}}}
          - {pass: Ann}
          - {seat: Bob, cast: Theft, targets: [bears]}
          - {pass: all}
          - expect: {objects: {bears: {has: [vigilance], controller: Bob}}}
          - {seat: Ann, cast: Theft, targets: [bears]}
          - {pass: all}
          - {seat: Ann, cast: Glorious Anthem}
          - {pass: all}
          - expect: {objects: {bears: {has: [vigilance], controller: Ann, power: 2}}}
        ---
        title: Older than it, it comes too early until it is moved
        cites: ["613.7e"]
        mana: free
        seats:
          Ann:
            hand: [Humility, Shifted Bond]
            battlefield:
              - {card: Grizzly Bears, as: bears}
              - {card: Hill Giant, as: giant}
              - {card: Watchful Bond, as: bond, attached: bears}
          Bob: {}
        play:
          - {seat: Ann, cast: Humility}
          - {pass: all}
          - expect: {objects: {bears: {has_not: [vigilance]}}}
          - {seat: Ann, cast: Shifted Bond, targets: [bond, giant]}
          - {pass: all}
          - expect: {objects: {giant: {has: [vigilance]}, bears: {has_not: [vigilance]}}}
        """,
    )


def test_face_down_a_copy_is_still_face_down_and_turns_up_for_the_copied_cost() -> None:
    claim(
        CARDS,
        """
        title: It turns up as what it copied
        cites: ["613.2a", "613.2b", "708.10"]
        seats:
          Ann:
            mana: "{U}{R}"
            hand: [Same Face]
            battlefield: [{card: Masked Snail, as: snail, face_down: true}]
          Bob: {battlefield: [{card: Masked Runner, as: runner}]}
        play:
          - {seat: Ann, cast: Same Face, targets: [snail, runner]}
          - {pass: all}
          - expect: {objects: {snail: {face_down: true, power: 2, toughness: 2, colors: "", has_not: [trample]}}}
          - {seat: Ann, special: turn-face-up, object: snail}
          - expect:
              mana: {Ann: ""}
              objects: {snail: {name: Masked Runner, power: 4, toughness: 1, has: [trample], face_down: false}}
        """,
    )


def test_what_comes_back_humbled_gives_itself_nothing() -> None:
    claim(
        CARDS,
        """
        title: The loss is newer than the gift
        cites: ["613.7"]
        mana: free
        seats:
          Ann: {hand: [Humbling Call], graveyard: [{card: Proud Falcon, as: falcon}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Humbling Call, targets: [falcon]}
          - {pass: all}
          - expect: {objects: {falcon: {zone: battlefield, has_not: [flying]}}}
        """,
    )


def test_a_copy_of_a_copy_has_its_exceptions_and_nothing_put_on_it() -> None:
    claim(
        CARDS,
        """
        title: Each token is as large and may change as well, without the counters
        cites: ["707.2", "707.3", "707.9a", "707.9b"]
        mana: free
        seats:
          Ann:
            battlefield: [{card: Shape Thief, as: thief, counters: {+1/+1: 2}}, {card: Herald of Many, as: herald}]
          Bob: {}
        play:
          - {seat: Ann, activate: thief, targets: [herald]}
          - {pass: all}
          - expect: {objects: {thief: {name: Herald of Many, power: 9, toughness: 7}}}
          - {seat: Ann, attack: {thief: Bob}}
          - {pass: all}
          - {label: {Herald of Many: [second]}}
          - expect: {objects: {second: {power: 7, toughness: 5, counters: {}}}, count: {Herald of Many: 3}}
          - {seat: Ann, activate: second, targets: [herald]}
          - {pass: all}
          - expect: {objects: {second: {power: 7, toughness: 5}}}
        """,
    )


def test_what_died_as_a_copy_is_copied_as_that() -> None:
    claim(
        CARDS,
        """
        title: A token that was somebody else for the turn
        cites: ["707.2", "608.2h", "704.5j"]
        mana: free
        seats:
          Ann:
            hand: [Brief Guise]
            battlefield: [{card: Chronicler, as: real}, {card: Grizzly Bears, as: bears, token: true}]
          Bob: {}
        play:
          - {seat: Ann, cast: Brief Guise, targets: [bears, real]}
          - {pass: all}
          - {seat: Ann, answer: real}
          - expect: {stack: [Chronicler], count: {Chronicler: 1}}
          - {pass: all}
          - expect: {count: {Chronicler: 2}, objects: {real: {zone: battlefield}}}
        """,
    )


def test_control_of_a_creature_ends_with_the_creature() -> None:
    claim(
        CARDS,
        """
        title: Stolen, killed and brought back it is its owner's
        cites: ["400.7", "108.4"]
        mana: free
        seats:
          Ann: {hand: [Theft, Murder]}
          Bob: {hand: [Reanimate], battlefield: [{card: Grizzly Bears, as: bears}]}
        play:
          - {seat: Ann, cast: Theft, targets: [bears]}
          - {pass: all}
          - {seat: Ann, cast: Murder, targets: [bears]}
          - {pass: all}
          - {go: main1, of: Bob}
          - {seat: Bob, cast: Reanimate, targets: [bears]}
          - {pass: all}
          - expect: {objects: {bears: {controller: Bob}}, life: {Bob: 18}}
        """,
    )


def test_a_trigger_is_no_spell_and_a_copy_is_not_cast() -> None:
    claim(
        CARDS,
        """
        title: Only the spell itself can be copied
        cites: ["707.10"]
        mana: free
        seats:
          Ann:
            hand: [Twincast]
            exile: [{card: Rift Bolt, as: bolt, suspended: 1}]
            battlefield: [Cast Bell]
          Bob: {}
        turn: {of: Bob, step: main1}
        play:
          - {go: upkeep, of: Ann}
          - expect: {stack: [Rift Bolt]}
          - {seat: Ann, cast: Twincast, targets: ["stack:Rift Bolt"], refused: true}
          - {pass: all}
          - {seat: Ann, cast: Twincast, targets: ["stack:Rift Bolt"], refused: true}
          - {pass: all}
          - {seat: Ann, answer: yes}
          - {seat: Ann, answer: Bob}
          - expect: {stack: [Cast Bell, Rift Bolt]}
          - {seat: Ann, cast: Twincast, targets: ["stack:Rift Bolt"]}
          - {pass: all}
          - {pass: all}
          - {seat: Ann, answer: no}
          - expect: {stack: [Rift Bolt, Cast Bell, Rift Bolt], triggered: []}
          - {pass: resolve}
          - expect: {life: {Bob: 14}, hand_size: {Ann: 2}}
        """,
    )


def test_an_ability_of_an_aura_means_what_it_was_on_or_is_on() -> None:
    claim(
        CARDS,
        """
        title: Exiled and come back it is another, so the ability speaks of the creature it was on
        cites: ["113.7a", "608.2h", "400.7"]
        mana: free
        seats:
          Ann:
            hand: [Flicker]
            battlefield:
              - {card: Grizzly Bears, as: bears}
              - {card: Hill Giant, as: giant}
              - {card: Last Word, as: word, attached: bears}
          Bob: {}
        play:
          - {seat: Ann, activate: word}
          - {seat: Ann, cast: Flicker, targets: [word]}
          - {pass: all}
          - {seat: Ann, answer: giant}
          - {pass: all}
          - expect: {objects: {bears: {zone: exile}, giant: {zone: battlefield}, word: {attached: giant}}}
        ---
        title: Moved it is the same, so the ability speaks of the creature it is on
        cites: ["113.7a", "608.2h"]
        mana: free
        seats:
          Ann:
            hand: [Shifted Bond]
            battlefield:
              - {card: Grizzly Bears, as: bears}
              - {card: Hill Giant, as: giant}
              - {card: Last Word, as: word, attached: bears}
          Bob: {}
        play:
          - {seat: Ann, activate: word}
          - {seat: Ann, cast: Shifted Bond, targets: [word, giant]}
          - {pass: all}
          - {pass: all}
          - expect: {objects: {giant: {zone: exile}, bears: {zone: battlefield}}}
        """,
    )


def test_wherever_it_went_it_is_remembered_as_it_was() -> None:
    claim(
        CARDS,
        """
        title: Dead as its cost was paid and exiled instead, it still kills by touch
        cites: ["608.2h", "113.7a", "702.2e"]
        mana: free
        seats:
          Ann: {battlefield: [Venom Field, {card: Spent Archer, as: archer, counters: {+1/+1: 1}}]}
          Bob: {battlefield: [Leyline of the Void, {card: Craw Wurm, as: wurm}]}
        play:
          - {seat: Ann, activate: archer, targets: [wurm]}
          - expect: {objects: {archer: {zone: exile}}}
          - {pass: all}
          - expect: {objects: {wurm: {zone: graveyard}}}
        """,
    )


def test_a_saga_that_comes_back_begins_anew() -> None:
    claim(
        CARDS,
        """
        title: One counter and the first chapter
        cites: ["714.3a", "400.7"]
        mana: free
        seats:
          Ann: {hand: [Flicker], battlefield: [{card: History of Benalia, as: saga, counters: {lore: 2}}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Flicker, targets: [saga]}
          - {pass: all}
          - expect: {objects: {saga: {counters: {lore: 1}}}, stack: [History of Benalia]}
          - {pass: all}
          - expect: {stack: [], count: {Knight: 1}}
        """,
    )


def test_suspending_asks_whether_one_may_begin_to_cast() -> None:
    claim(
        CARDS,
        """
        title: What must not be cast is not suspended, what has no target is
        cites: ["116.2f", "702.62c"]
        mana: free
        seats:
          Ann: {hand: [Slow Five, Slow Aim]}
          Bob: {battlefield: [No Fives]}
        play:
          - {seat: Ann, special: suspend, object: Slow Five, refused: true}
          - {seat: Ann, special: suspend, object: Slow Aim}
          - expect: {exile: {Ann: [Slow Aim]}, stack: [], priority: Ann}
        """,
    )


def test_partners_are_counted_each_by_itself() -> None:
    claim(
        CARDS,
        """
        title: Twenty-five of two are no twenty-one of one
        cites: ["903.10a"]
        format: commander
        mana: free
        seats:
          Ann:
            battlefield:
              - {card: "Tymna the Weaver", as: tymna, commander: true, counters: {+1/+1: 10}}
              - {card: "Thrasios, Triton Hero", as: thrasios, commander: true, counters: {+1/+1: 12}}
          Bob: {}
          Cat: {}
        commander_damage: {Bob: {"Tymna the Weaver": 8}}
        play:
          - {seat: Ann, attack: {tymna: Bob, thrasios: Bob}}
          - {go: main2}
          - {seat: Ann, answer: 0, optional: true}
          - expect:
              in_game: [Ann, Bob, Cat]
              commander_damage: {Bob: {"Tymna the Weaver": 20, "Thrasios, Triton Hero": 13}}
        """,
    )


def test_a_copy_of_a_commander_is_none() -> None:
    claim(
        CARDS,
        """
        title: A clone hits as hard and counts for nothing, and is not offered the command zone
        cites: ["903.3", "707.2", "903.10a"]
        format: commander
        mana: free
        seats:
          Ann:
            hand: [{card: Clone, as: clone}]
            battlefield: [{card: "Isamaru, Hound of Konda", as: isamaru, commander: true}, Mirror Gallery]
          Bob: {hand: [Doom Blade]}
          Cat: {}
        play:
          - {seat: Ann, cast: Clone}
          - {pass: all}
          - {seat: Ann, answer: isamaru}
          - {go: main1, of: Ann}
          - {seat: Ann, attack: {clone: Bob}}
          - {go: combat-damage}
          - expect: {commander_damage: {Bob: {}}, life: {Bob: 38}}
          - {pass: Ann}
          - {seat: Bob, cast: Doom Blade, targets: [clone]}
          - {pass: all}
          - expect: {objects: {clone: {zone: graveyard, name: Clone}}, priority: Ann}
        """,
    )
