"""Every kind of choice can be made in advance or answered, and names mean what the format says."""

from pathlib import Path

from stage import errs, fails, holds

BOARD = """
title: A board with one of each
mana: free
seats:
  Ann:
    hand:
      - Three Ways
      - Split Fire
      - {card: Kicked Spark, as: kicked}
      - Scaled Spark
      - {card: Blood Spark, as: blood}
      - Costly Gift
      - Quake
      - {card: Any Shape, as: shape}
      - {card: Hidden Flyer, as: hidden}
      - {card: Slow Spark, as: slow}
      - {card: Two Bells, as: bells}
      - Sorting
      - Naming
      - Perhaps
      - Tribute
      - {card: Throwaway, as: bird}
      - {card: Echo, as: echo}
      - Lightning Bolt
      - Cemetery Reaper
    graveyard: [{card: Twice Told, as: told}, {card: Young Wolf, as: dead}]
    library: [Forest, Island, Swamp, Mountain, Plains, Wastes]
    battlefield:
      - {card: Workbench, as: bench}
      - {card: Color Stone, as: stone}
      - {card: Grizzly Bears, as: bears}
      - {card: Serra Angel, as: angel}
  Bob:
    hand: [Counterspell]
    battlefield: [{card: Grizzly Bears, as: theirs}, {card: Young Wolf, as: wolf}]
play:
"""


def items(*lines: str) -> str:
    return BOARD + "".join(f"  - {line}\n" for line in lines)


# --- made in advance ----------------------------------------------------------------------------


def test_modes_are_chosen_by_number(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Three Ways, modes: [1, 2], targets: [wolf]}",
            "{pass: resolve}",
            "expect: {life: {Ann: 22}, hand_size: {Ann: 18}, objects: {wolf: {counters: {+1/+1: 1}}}}",
        ),
    )
    for modes in ("[1]", "[1, 1]", "[1, 2, 3]", "[1, 4]"):
        holds(tmp_path, items(f"{{seat: Ann, cast: Three Ways, modes: {modes}, targets: [wolf], refused: true}}"))


def test_modes_that_are_left_out_are_asked_for_and_answered_by_number(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Three Ways}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: [1, 3]}",
            "{pass: all}",
            "expect: {life: {Ann: 22}, hand_size: {Ann: 19}}",
        ),
    )


def test_damage_is_divided_in_advance_or_when_asked(tmp_path: Path) -> None:
    cast = "{seat: Ann, cast: Split Fire, targets: [theirs, Bob]"
    after = ("{pass: all}", "expect: {life: {Bob: 18}, objects: {theirs: {zone: graveyard}}}")
    holds(tmp_path, items(f"{cast}, divided: {{theirs: 2, Bob: 2}}}}", *after))
    holds(tmp_path, items(f"{cast}}}", "{seat: Ann, answer: {divide: {theirs: 2, Bob: 2}}}", *after))
    holds(tmp_path, items(f"{cast}, divided: {{theirs: 4}}, refused: true}}"))
    holds(tmp_path, items(f"{cast}, divided: {{theirs: 3, Bob: 2}}, refused: true}}"))


def test_a_spell_is_kicked_only_if_it_is_said(tmp_path: Path) -> None:
    for kicked, life in ((", kicked: true", 17), (", kicked: false", 19), ("", 19)):
        holds(
            tmp_path,
            items(
                f"{{seat: Ann, cast: kicked, targets: [Bob]{kicked}}}",
                "{pass: all}",
                f"expect: {{life: {{Bob: {life}}}}}",
            ),
        )


def test_a_card_is_cast_from_another_zone_for_an_alternative_cost(tmp_path: Path) -> None:
    after = ("{pass: all}", "expect: {exile: {Ann: [told]}, hand_size: {Ann: 20}}")
    holds(tmp_path, items("{seat: Ann, cast: told, from: graveyard, alternative: flashback}", *after))
    holds(tmp_path, items("{seat: Ann, cast: Twice Told, alternative: flashback}", *after))
    holds(tmp_path, items("{seat: Ann, cast: told}", *after))
    holds(tmp_path, items("{seat: Ann, cast: told, from: hand, refused: true}"))


def test_mana_that_may_be_paid_with_life(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items("{seat: Ann, cast: blood, targets: [Bob], pay_life: 2}", "expect: {life: {Ann: 18}}"),
    )
    holds(tmp_path, items("{seat: Ann, cast: blood, targets: [Bob]}", "expect: {life: {Ann: 20}}"))


def test_what_is_given_up_as_a_cost(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Costly Gift, sacrifice: [bears]}",
            "expect: {objects: {bears: {zone: graveyard}}}",
        ),
    )
    holds(tmp_path, items("{seat: Ann, cast: Costly Gift, sacrifice: [theirs], refused: true}"))
    holds(
        tmp_path,
        items(
            "{seat: Ann, activate: bench, ability: 1, sacrifice: [angel]}",
            "{seat: Ann, activate: bench, ability: 2, discard: [Naming]}",
            "{seat: Ann, activate: bench, ability: 3, exile: [dead]}",
            "expect: {objects: {angel: {zone: graveyard}, dead: {zone: exile}}, stack: [3 Workbench]}",
        ),
    )


def test_a_cost_that_is_left_open_is_asked_for(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Costly Gift}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: bears}",
            "expect: {stack: [Costly Gift], objects: {bears: {zone: graveyard}}}",
        ),
    )


def test_one_of_several_abilities_has_to_be_numbered(tmp_path: Path) -> None:
    assert errs(tmp_path, items("{seat: Ann, activate: bench}")) == (
        "step 1: bench has 3 activated abilities; expected the key 'ability'"
    )


def test_abilities_are_numbered_as_they_are_printed_wherever_they_work(tmp_path: Path) -> None:
    text = """
        title: The second ability works from the hand
        mana: free
        seats:
          Ann: {hand: [{card: Late Worker, as: held}], battlefield: [{card: Late Worker, as: worker}]}
          Bob: {}
        play:
          - {seat: Ann, activate: held, ability: 1, refused: true}
          - {seat: Ann, activate: worker, ability: 2, refused: true}
          - {seat: Ann, activate: held, ability: 2}
          - {seat: Ann, activate: worker, ability: 1}
          - expect: {graveyard: {Ann: [held]}, objects: {worker: {tapped: true}}, stack: [2 Late Worker]}
        """
    holds(tmp_path, text)
    holds(tmp_path, text.replace("held, ability: 2", "held").replace("worker, ability: 1}", "worker}"))


# --- answered -----------------------------------------------------------------------------------


def test_x_that_is_left_out_is_refused_and_one_that_is_named_is_paid(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items("{seat: Ann, cast: Scaled Spark, x: 4, targets: [Bob]}", "{pass: all}", "expect: {life: {Bob: 16}}"),
    )


def test_a_copy_of_nothing_is_answered_with_no(tmp_path: Path) -> None:
    cast = ("{seat: Ann, cast: shape}", "{pass: all}")
    holds(
        tmp_path,
        items(*cast, "{seat: Ann, answer: angel}", "expect: {objects: {shape: {name: Serra Angel, power: 4}}}"),
    )
    holds(
        tmp_path,
        items(*cast, "{seat: Ann, answer: no}", "expect: {objects: {shape: {zone: graveyard, name: Any Shape}}}"),
    )


def test_new_targets_are_named_or_kept_with_no(tmp_path: Path) -> None:
    cast = (
        "{seat: Ann, cast: Lightning Bolt, targets: [Bob]}",
        "{seat: Ann, cast: echo, targets: [Lightning Bolt]}",
        "{pass: all}",
    )
    after = ("expect: {stack: [Lightning Bolt, Lightning Bolt]}", "{pass: resolve}")
    holds(tmp_path, items(*cast, "{seat: Ann, answer: wolf}", *after, "expect: {life: {Bob: 17}}"))
    holds(tmp_path, items(*cast, "{seat: Ann, answer: no}", *after, "expect: {life: {Bob: 14}}"))


def test_a_copy_on_the_stack_is_the_top_most_of_its_name(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt, targets: [Bob]}",
            "{seat: Ann, cast: echo, targets: [Lightning Bolt]}",
            "{pass: all}",
            "{seat: Ann, answer: no}",
            "{pass: Ann}",
            '{seat: Bob, cast: Counterspell, targets: ["stack:Lightning Bolt"]}',
            "{pass: all}",
            "expect: {stack: [Lightning Bolt], graveyard: {Ann: [told, dead, Echo]}}",
        ),
    )


def test_colours_are_answered_in_lower_case(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, activate: stone}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: blue}",
            'expect: {mana: {Ann: "{U}"}}',
        ),
    )


def test_a_number_is_answered(tmp_path: Path) -> None:
    cast = ("{seat: Ann, cast: Naming}", "{pass: all}", "expect: {asked: {seat: Ann, kind: number}}")
    holds(tmp_path, items(*cast, "{seat: Ann, answer: 3}", "expect: {priority: Ann}"))
    holds(tmp_path, items(*cast, "{seat: Ann, answer: 8, refused: true}", "{seat: Ann, answer: 7}"))
    assert "expected a number" in fails(tmp_path, items(*cast, "{seat: Ann, answer: yes}"))


def test_yes_and_no(tmp_path: Path) -> None:
    cast = ("{seat: Ann, cast: Perhaps}", "{pass: all}", "expect: {asked: {seat: Ann, kind: yes-no}}")
    for answer, size in (("yes", 19), ("no", 18), ("true", 19), ('"no"', 18)):
        holds(tmp_path, items(*cast, f"{{seat: Ann, answer: {answer}}}", f"expect: {{hand_size: {{Ann: {size}}}}}"))


def test_piles_are_split_and_taken_by_their_cards(tmp_path: Path) -> None:
    cast = ("{seat: Ann, cast: Sorting}", "{pass: all}", "expect: {asked: {seat: Ann, kind: choose}}")
    holds(
        tmp_path,
        items(
            *cast,
            "{seat: Ann, answer: [Forest, Swamp]}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: [Island, Mountain]}",
            "expect: {hand_size: {Ann: 20}, graveyard: {Ann: [told, dead, Sorting, Forest, Swamp]}}",
        ),
    )
    holds(
        tmp_path,
        items(
            *cast,
            "{seat: Ann, answer: []}",
            "{seat: Ann, answer: []}",
            "expect: {hand_size: {Ann: 18}, library_size: {Ann: 2}}",
        ),
    )


def test_each_player_answers_in_turn(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Tribute}",
            "{pass: all}",
            "{seat: Ann, answer: bears}",
            "expect: {asked: {seat: Bob, kind: choose}, objects: {bears: {zone: battlefield}}}",
            "{seat: Bob, answer: theirs}",
            "expect: {objects: {bears: {zone: graveyard}, theirs: {zone: graveyard}}}",
        ),
    )


def test_two_abilities_of_one_source_are_numbered_in_printed_order(tmp_path: Path) -> None:
    cast = ("{seat: Ann, cast: bells}", "{pass: all}", "expect: {asked: {seat: Ann, kind: order}}")
    for order, life, size in (("Two Bells#1, Two Bells#2", 20, 19), ("bells#2, bells#1", 21, 18)):
        names = ", ".join(f'"{name}"' for name in order.split(", "))
        holds(
            tmp_path,
            items(
                *cast,
                f"{{seat: Ann, answer: {{order: [{names}]}}}}",
                "expect: {stack: [Two Bells, Two Bells]}",
                "{pass: all}",
                f"expect: {{life: {{Ann: {life}}}, hand_size: {{Ann: {size}}}}}",
            ),
        )


def test_replacement_effects_are_ordered_by_naming_the_first(tmp_path: Path) -> None:
    text = """
        title: One more and twice as many
        mana: free
        seats:
          Ann:
            hand: [Lightning Bolt]
            battlefield: [{card: Young Wolf, as: wolf}, {card: More Counters, as: more}, Twice As Many]
          Bob: {}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [wolf]}
          - {pass: all}
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: choose}}
          - {seat: Ann, answer: FIRST}
          - expect: {objects: {wolf: {counters: {+1/+1: COUNT}}}}
        """
    for first, count in (("more", 4), ("Twice As Many", 3)):
        holds(tmp_path, text.replace("FIRST", first).replace("COUNT", str(count)))


def test_an_order_of_effects_that_makes_no_difference_answers_itself_and_another_does_not(tmp_path: Path) -> None:
    text = """
        title: Twice two, twice
        mana: free
        seats:
          Ann:
            hand: [Raise the Alarm]
            battlefield: [Doubling Season, Anointed Procession]
          Bob: {}
        play:
          - {seat: Ann, cast: Raise the Alarm}
          - {pass: all}
          - expect: {count: {Soldier: 8}}
        """
    holds(tmp_path, text)
    holds(tmp_path, text.replace("expect: {count", "{seat: Ann, answer: Doubling Season}\n          - expect: {count"))
    text = """
        title: One more and twice as many
        mana: free
        seats:
          Ann: {hand: [Lightning Bolt], battlefield: [{card: Young Wolf, as: wolf}, More Counters, Twice As Many]}
          Bob: {}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [wolf]}
          - {pass: all}
          - {pass: all}
          - {pass: all}
        """
    assert "among More Counters, Twice As Many" in errs(tmp_path, text)


def test_cards_looked_at_are_put_away_or_left_by_a_word_for_the_place(tmp_path: Path) -> None:
    text = """
        title: Scry one
        seats:
          Ann:
            battlefield: [Viscera Seer, {card: Grizzly Bears, as: bears}]
            library: [Island, Swamp]
          Bob: {}
        play:
          - {seat: Ann, activate: Viscera Seer, sacrifice: [bears]}
          - {pass: all}
          - {seat: Ann, answer: PLACE}
          - expect: {library: {Ann: CARDS}}
        """
    for place, cards in (
        ("top", "[Island, Swamp]"),
        ("bottom", "[Swamp, Island]"),
        ("[Island]", "[Swamp, Island]"),
        ("[]", "[Island, Swamp]"),
    ):
        holds(tmp_path, text.replace("PLACE", place).replace("CARDS", cards))


def test_of_two_legends_of_one_name_without_labels_the_first_stays(tmp_path: Path) -> None:
    text = """
        title: The new one goes, and the old one attacks
        mana: free
        seats:
          Ann: {hand: ["Isamaru, Hound of Konda"], battlefield: ["Isamaru, Hound of Konda"]}
          Bob: {}
        play:
          - {seat: Ann, cast: "Isamaru, Hound of Konda"}
          - {pass: all}
          - {seat: Ann, answer: "Isamaru, Hound of Konda"}
          - {seat: Ann, attack: {"Isamaru, Hound of Konda": Bob}}
          - expect: {graveyard: {Ann: ["Isamaru, Hound of Konda"]}}
        """
    holds(tmp_path, text)


def test_two_results_for_one_object_are_told_apart_by_their_zone(tmp_path: Path) -> None:
    text = """
        title: Dying and being shuffled in at once
        mana: free
        seats:
          Bob: {hand: [Quake]}
          Ann: {life: 2, battlefield: [Lich's Mirror, {card: Grizzly Bears, as: bears}]}
        play:
          - {seat: Bob, cast: Quake, x: 2}
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: choose}}
          - {seat: Ann, answer: graveyard}
          - expect: {checks: [[704.5a, 704.5g]], graveyard: {Ann: [Grizzly Bears]}, life: {Ann: 20, Bob: 18}}
        """
    holds(tmp_path, text)
    assert "graveyard of Ann: expected [Grizzly Bears], got []" in fails(
        tmp_path, text.replace("answer: graveyard", "answer: library")
    )


# --- special actions ----------------------------------------------------------------------------


def test_a_card_is_cast_face_down_and_turned_up_by_a_special_action(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: hidden, alternative: morph}",
            "{pass: all}",
            'expect: {objects: {hidden: {face_down: true, power: 2, toughness: 2, name: "", has_not: [flying]}}}',
            "{seat: Ann, special: turn-face-up, object: hidden}",
            "expect: {stack: [], priority: Ann, objects: {hidden: {face_down: false, power: 4, has: [flying]}}}",
            "{seat: Ann, special: turn-face-up, object: hidden, refused: true}",
        ),
    )


def test_a_card_is_suspended_and_one_stands_suspended(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, special: suspend, object: slow}",
            "expect: {stack: [], objects: {slow: {zone: exile, counters: {time: 1}}}}",
        ),
    )
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: slow, alternative: suspend}",
            "expect: {stack: [], objects: {slow: {zone: exile, counters: {time: 1}}}}",
        ),
    )
    holds(
        tmp_path,
        """
        title: The last counter comes off
        turn: {of: Bob, step: end}
        seats:
          Ann: {exile: [{card: Slow Spark, as: slow, suspended: 1}]}
          Bob: {}
        play:
          - {go: upkeep}
          - expect: {stack: [Slow Spark], objects: {slow: {zone: exile, counters: {time: 1}}}}
        """,
    )


def test_a_card_is_discarded_by_a_special_action(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: A bird is thrown away
        seats: {Ann: {hand: [{card: Throwaway, as: bird}]}, Bob: {hand: [Throwaway]}}
        play:
          - {seat: Bob, special: discard, object: Throwaway, refused: true}
          - {seat: Ann, special: discard, object: bird}
          - expect: {stack: [], priority: Ann, graveyard: {Ann: [Throwaway]}}
        """,
    )


# --- the position -------------------------------------------------------------------------------


def test_permanents_stand_face_down_attached_and_phased_out(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Odd permanents
        seats:
          Ann:
            battlefield:
              - {card: Hidden Flyer, as: hidden, face_down: true}
              - {card: Grizzly Bears, as: away, phased_out: true}
          Bob: {}
        turn: {of: Bob, step: end}
        play:
          - expect:
              objects: {hidden: {power: 2, face_down: true}, away: {phased_in: false}}
              battlefield: {Ann: [Hidden Flyer]}
              count: {Grizzly Bears: 0}
          - {go: upkeep, of: Ann}
          - expect: {objects: {away: {phased_in: true}}, count: {Grizzly Bears: 1}}
        """,
    )


def test_trample_damage_is_divided_by_name(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Six damage and a blocker
        seats:
          Ann: {battlefield: [{card: Stampeder, as: beast}]}
          Bob: {battlefield: [{card: Grizzly Bears, as: bears}]}
        play:
          - {seat: Ann, attack: {beast: Bob}}
          - {pass: all}
          - {seat: Bob, block: {bears: beast}}
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: divide}}
          - {seat: Ann, answer: {divide: {bears: 1, Bob: 4}}, refused: true}
          - {seat: Ann, answer: {divide: {bears: 3, Bob: 2}}}
          - expect: {life: {Bob: 18}}
        """,
    )
