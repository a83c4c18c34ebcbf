"""Each item of play does what it says; what nobody answers is an error that shows the question."""

from pathlib import Path

import pytest

from apnap.scenario import paying as runners
from stage import errs, fails, holds, outcome, outcomes

DUEL = """
title: Two players
mana: free
seats:
  Ann:
    hand: [Lightning Bolt, Divination, {card: Grizzly Bears, as: fresh}, Forest, Island]
    battlefield:
      - {card: Grizzly Bears, as: bears}
      - {card: Serra Angel, as: angel}
      - {card: Mogg Fanatic, as: fanatic}
  Bob:
    hand: [Counterspell, Giant Growth, Lightning Bolt]
    battlefield: [{card: Grizzly Bears, as: theirs}, {card: Young Wolf, as: wolf}]
play:
"""


def items(*lines: str) -> str:
    return DUEL + "".join(f"  - {line}\n" for line in lines)


# --- casting, activating, playing ---------------------------------------------------------------


def test_a_spell_is_cast_with_its_target_and_resolves(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt, targets: [Bob]}",
            "expect: {stack: [Lightning Bolt], priority: Ann, hand_size: {Ann: 4}}",
            "{pass: all}",
            "expect: {stack: [], life: {Bob: 17}, graveyard: {Ann: [Lightning Bolt]}}",
        ),
    )


def test_a_target_is_named_by_label_or_as_the_top_most_of_its_name_on_the_stack(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt, targets: [theirs]}",
            "{pass: Ann}",
            '{seat: Bob, cast: Counterspell, targets: ["stack:Lightning Bolt"]}',
            "{pass: resolve}",
            "expect: {graveyard: {Ann: [Lightning Bolt], Bob: [Counterspell]}, objects: {theirs: {zone: battlefield}}}",
        ),
    )


def test_a_name_means_the_object_that_is_a_legal_target(tmp_path: Path) -> None:
    """There are two Lightning Bolts, and only the one on the stack can be countered."""
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt, targets: [Bob]}",
            "{pass: Ann}",
            "{seat: Bob, cast: Counterspell, targets: [Lightning Bolt]}",
            "{pass: all}",
            "expect: {graveyard: {Ann: [Lightning Bolt]}, hand: {Bob: [Giant Growth, Lightning Bolt]}}",
        ),
    )


def test_a_name_that_could_mean_several_objects_is_an_error(tmp_path: Path) -> None:
    text = items("{seat: Ann, cast: Lightning Bolt}", "{seat: Ann, answer: Grizzly Bears}")
    assert errs(tmp_path, text) == ("step 2: 'Grizzly Bears' could mean 2 different choices; give them labels")


def test_targets_that_could_be_several_objects_are_an_error(tmp_path: Path) -> None:
    text = items("{seat: Ann, cast: Lightning Bolt, targets: [Grizzly Bears]}")
    assert errs(tmp_path, text) == "step 1: the targets could mean bears or theirs; give them labels"


def test_equal_objects_are_as_good_as_one(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Two tokens that differ in nothing
        mana: free
        seats:
          Ann: {hand: [Lightning Bolt]}
          Bob: {battlefield: [{card: Grizzly Bears, token: true, copies: 2}]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Grizzly Bears]}
          - {pass: all}
          - expect: {count: {Grizzly Bears: 1}}
        """,
    )


def test_x_is_what_the_cast_says(tmp_path: Path) -> None:
    text = """
        title: Black Sun's Zenith for two
        mana: free
        seats:
          Ann: {hand: [Black Sun's Zenith]}
          Bob: {battlefield: [{card: Serra Angel, as: angel}]}
        play:
          - {seat: Ann, cast: Black Sun's Zenith, x: 2}
          - pass: all
          - expect: {objects: {angel: {power: 2, counters: {-1/-1: 2}}}}
        """
    holds(tmp_path, text)
    assert "power of angel: expected 2, got 1" in fails(tmp_path, text.replace("x: 2}", "x: 3}"))


def test_an_ability_is_activated_and_its_cost_paid(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, activate: fanatic, targets: [Bob]}",
            "expect: {stack: [Mogg Fanatic], objects: {fanatic: {zone: graveyard}}}",
            "{pass: all}",
            "expect: {life: {Bob: 19}}",
        ),
    )


def test_a_land_is_played_once_a_turn(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, play: Forest}",
            "expect: {battlefield: {Ann: [Grizzly Bears, Serra Angel, Mogg Fanatic, Forest]}, stack: []}",
            "{seat: Ann, play: Island, refused: true}",
        ),
    )


def test_mana_is_paid_from_lands_unless_it_is_free(tmp_path: Path) -> None:
    text = """
        title: Two lands pay for a Bear and no more
        seats:
          Ann:
            hand: [{card: Grizzly Bears, as: one}, {card: Grizzly Bears, as: two}]
            battlefield: [{card: Forest, as: wood}, {card: Forest, as: grove}]
          Bob: {}
        play:
          - {seat: Ann, cast: one}
          - expect: {stack: [one], objects: {wood: {tapped: true}, grove: {tapped: true}}}
          - pass: all
          - {seat: Ann, cast: two, refused: true}
        """
    holds(tmp_path, text)
    free = text.replace("seats:", "mana: free\n        seats:")
    assert "tapped of wood: expected yes, got no" in fails(tmp_path, free)


def test_floating_mana_is_spent_first(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: The pool goes before the lands
        seats:
          Ann:
            mana: "{R}{G}"
            hand: [Lightning Bolt]
            battlefield: [{card: Mountain, as: peak}]
          Bob: {}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - expect: {mana: {Ann: "{G}"}, objects: {peak: {tapped: false}}}
        """,
    )


def test_a_mana_ability_is_activated_by_name(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: A Forest makes green
        seats: {Ann: {battlefield: [Forest, {card: Island, as: isle, tapped: true}]}, Bob: {}}
        play:
          - {seat: Ann, activate: Forest}
          - expect: {mana: {Ann: "{G}"}, stack: []}
          - {seat: Ann, activate: isle, refused: true}
        """,
    )


# --- refusals -----------------------------------------------------------------------------------

REFUSED = [
    "{seat: Bob, cast: Giant Growth, targets: [wolf], refused: true}",
    "{seat: Bob, cast: Giant Growth, targets: [wolf], refused: 117.1}",
    "{seat: Ann, cast: Counterspell, targets: [bears], refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Forest], refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Ann, Bob], refused: true}",
    "{seat: Ann, cast: Lightning Bolt, from: graveyard, targets: [Bob], refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Bob], x: 3, refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Bob], modes: [1], refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Bob], kicked: true, refused: true}",
    "{seat: Ann, cast: Lightning Bolt, targets: [Bob], divided: {Bob: 3}, refused: true}",
    "{seat: Ann, cast: Divination, alternative: flashback, refused: true}",
    "{seat: Ann, activate: bears, refused: true}",
    "{seat: Ann, activate: theirs, refused: true}",
    "{seat: Ann, play: Divination, refused: true}",
    "{seat: Bob, play: Forest, refused: true}",
    "{seat: Ann, special: suspend, object: fresh, refused: true}",
    "{seat: Ann, attack: {theirs: Bob}, refused: true}",
    "{seat: Ann, attack: {bears: Ann}, refused: true}",
    "{seat: Bob, block: {wolf: bears}, refused: true}",
    "{pass: Bob, refused: true}",
    "{seat: Ann, cast: fresh, for: Bob, refused: true}",
]


@pytest.mark.parametrize("item", REFUSED)
def test_what_is_illegal_is_refused(tmp_path: Path, item: str) -> None:
    holds(tmp_path, items(item, "expect: {stack: [], hand_size: {Ann: 5, Bob: 3}, life: {Ann: 20, Bob: 20}}"))


@pytest.mark.parametrize(
    "item",
    [
        "{seat: Ann, cast: Lightning Bolt, targets: [Bob], refused: true}",
        "{seat: Ann, activate: fanatic, targets: [Bob], refused: true}",
        "{seat: Ann, play: Forest, refused: true}",
        "{seat: Ann, attack: {bears: Bob}, refused: true}",
        "{pass: Ann, refused: true}",
        "{concede: Ann, refused: true}",
    ],
)
def test_what_should_be_refused_and_is_legal_fails(tmp_path: Path, item: str) -> None:
    assert fails(tmp_path, items(item)) == "step 1: expected the action to be refused; it was legal"


def test_an_illegal_action_fails_with_its_rule(tmp_path: Path) -> None:
    said = fails(tmp_path, items("{pass: Ann}", "{seat: Bob, play: Forest}"))
    assert said.startswith("step 2: expected a legal action; it was refused: ")
    said = fails(tmp_path, items("{seat: Ann, cast: Lightning Bolt, targets: [Forest]}"))
    assert "step 1: expected a legal action; it was refused: this is no legal target (115." in said


def test_a_name_for_nothing_is_an_error_even_where_a_refusal_is_expected(tmp_path: Path) -> None:
    said = errs(tmp_path, items("{seat: Ann, cast: Shock, targets: [Bob], refused: true}"))
    assert said == "step 1: no object, label or seat is called 'Shock'"
    said = errs(tmp_path, items("{seat: Ann, attack: {baers: Bob}, refused: true}"))
    assert said == "step 1: no object, label or seat is called 'baers'"
    said = errs(
        tmp_path, items("{seat: Ann, attack: {bears: Bob}}", "{seat: Bob, block: {wlof: bears}, refused: true}")
    )
    assert said == "step 2: no object, label or seat is called 'wlof'"


# --- combat -------------------------------------------------------------------------------------


def test_an_attack_is_moved_to_its_declaration(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, attack: {bears: Bob, angel: Bob}}",
            "expect: {turn: {of: Ann, step: declare-attackers}, priority: Ann, "
            "objects: {bears: {tapped: true}, angel: {tapped: false}}}",
            "{pass: all}",
            "{seat: Bob, block: {theirs: bears, wolf: bears}}",
            "expect: {turn: {step: declare-blockers}, objects: {bears: {blocked: true}}}",
            "{pass: all}",
            "{seat: Ann, answer: {divide: {theirs: 2}}}",
            "expect: {life: {Bob: 16}, objects: {theirs: {zone: graveyard}, wolf: {zone: battlefield}}}",
        ),
    )


def test_an_attack_in_another_turn_waits_for_it(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items("{seat: Bob, attack: {theirs: Ann}}", "expect: {turn: {of: Bob, step: declare-attackers}}"),
    )


def test_a_refused_attack_has_moved_the_game_to_its_declaration(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, attack: {fanatic: fanatic}, refused: true}",
            "expect: {asked: {seat: Ann, kind: attackers}, turn: {of: Ann, step: declare-attackers}}",
            "{seat: Ann, attack: {}}",
            "expect: {turn: {of: Ann, step: declare-attackers}}",
        ),
    )


def test_blocking_one_attacker_with_several_creatures_or_several_with_a_list(tmp_path: Path) -> None:
    said = fails(
        tmp_path,
        items("{seat: Ann, attack: {bears: Bob, angel: Bob}}", "{seat: Bob, block: {wolf: [bears, angel]}}"),
    )
    assert said.startswith("step 2: expected a legal action; it was refused: ")


def test_an_unanswered_declaration_stops_a_pass_and_not_a_go(tmp_path: Path) -> None:
    walk = ("{pass: all}", "{pass: all}")
    said = errs(tmp_path, items(*walk, "{pass: all}"))
    assert said.startswith("step 2: a question has no answer: Ann is asked: attackers (attackers), among ")
    assert "bears -> Bob" in said
    holds(tmp_path, items(*walk, "{go: main2}", "expect: {turn: {of: Ann, step: main2}, life: {Bob: 20}}"))


def test_nobody_attacks_or_blocks_on_the_way_of_a_go_unless_told(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{go: declare-attackers}",
            "{seat: Ann, attack: {angel: Bob}}",
            "{go: combat-damage}",
            "expect: {life: {Bob: 16}, turn: {of: Ann, step: combat-damage}, priority: Ann}",
        ),
    )


def test_a_block_can_be_told_on_the_way_of_a_go(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, attack: {bears: Bob}}",
            "{go: combat-damage}",
            "{seat: Bob, block: {wolf: bears}}",
            "expect: {turn: {step: declare-blockers}, objects: {bears: {blocked: true}}}",
        ),
    )


GOADED = """
title: Bob's creatures are goaded by Ann
mana: free
seats:
  Ann: {{hand: [Disrupt Decorum]}}
  Bob: {{battlefield: {theirs}}}
  Cat: {{}}
{fourth}play:
  - {{seat: Ann, cast: Disrupt Decorum}}
  - {{pass: all}}
"""


def goaded(theirs: str, *lines: str, fourth: str = "") -> str:
    return GOADED.format(theirs=theirs, fourth=fourth) + "".join(f"  - {line}\n" for line in lines)


def test_a_go_stops_where_something_must_attack_and_several_attacks_are_legal(tmp_path: Path) -> None:
    """Dan or Cat may be attacked: which of them is for the file to say, though the go leads past the attack."""
    walk = ("{go: main1, of: Cat}", "{seat: Bob, attack: {bears: Dan}}", "{go: main1, of: Cat}")
    theirs, dan = "[{card: Grizzly Bears, as: bears}]", "  Dan: {}\n"
    holds(tmp_path, goaded(theirs, *walk, "expect: {life: {Ann: 20, Cat: 20, Dan: 18}}", fourth=dan))
    said = errs(tmp_path, goaded(theirs, walk[0], fourth=dan))
    assert said.startswith("step 3: a question has no answer: Bob is asked: attackers")
    said = errs(tmp_path, goaded(theirs, "{seat: Cat, attack: {}}", fourth=dan))
    assert said.startswith("step 3: an open question has no answer: Bob is asked: attackers")


def test_a_go_declares_the_one_attack_that_is_legal(tmp_path: Path) -> None:
    """However many creatures must attack."""
    said = "{go: main1, of: Cat}"
    holds(tmp_path, goaded("[Grizzly Bears]", said, "expect: {life: {Ann: 20, Cat: 18}}"))
    holds(tmp_path, goaded("[{card: Grizzly Bears, copies: 9}]", said, "expect: {life: {Ann: 20, Cat: 2}}"))
    several = "[{card: Mogg Flunkies, copies: 9}, {card: Wall of Omens, copies: 3}, {card: Grizzly Bears, copies: 3}]"
    holds(tmp_path, goaded(several, "{go: main2, of: Bob}", "expect: {lost: [Cat], life: {Ann: 20}}"))


def test_many_who_could_block_only_in_twos_are_asked_for(tmp_path: Path) -> None:
    text = """
title: Ten face one with menace
seats:
  Ann: {battlefield: [{card: "Rograkh, Son of Rohgahh", as: rograkh}]}
  Bob: {battlefield: [{card: Grizzly Bears, copies: 10}]}
play:
  - {seat: Ann, attack: {rograkh: Bob}}
  - {pass: all}
  - expect: {asked: {seat: Bob, kind: blockers}}
"""
    holds(tmp_path, text)


def test_beside_a_label_the_name_of_the_card_means_another(tmp_path: Path) -> None:
    text = """
title: Two Bears attack, one of them has a label
seats:
  Ann: {battlefield: [{card: Grizzly Bears, as: one}, Grizzly Bears]}
  Bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Craw Wurm, as: wurm}]}
play:
  - {seat: Ann, attack: {Grizzly Bears: Bob, one: Bob}}
  - {seat: Bob, block: {wurm: Grizzly Bears, giant: one}}
  - {go: main2}
  - expect: {graveyard: {Ann: [2 Grizzly Bears]}, objects: {giant: {damage: 2}, wurm: {damage: 2}}}
"""
    holds(tmp_path, text)


# --- passing and going --------------------------------------------------------------------------


def test_one_seat_passes(tmp_path: Path) -> None:
    holds(tmp_path, items("{pass: Ann}", "expect: {priority: Bob, turn: {step: main1}}"))


def test_all_pass_until_one_thing_has_resolved(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt, targets: [Bob]}",
            "{pass: Ann}",
            "{seat: Bob, cast: Giant Growth, targets: [wolf]}",
            "{pass: all}",
            "expect: {stack: [Lightning Bolt], objects: {wolf: {power: 4}}}",
            "{pass: resolve}",
            "expect: {stack: [], life: {Bob: 17}, turn: {step: main1}}",
            "{pass: resolve}",
            "expect: {turn: {step: main1}}",
        ),
    )


def test_with_an_empty_stack_all_pass_to_the_next_step(tmp_path: Path) -> None:
    holds(tmp_path, items("{pass: all}", "expect: {turn: {step: begin-combat}, priority: Ann}"))


def test_go_leads_to_the_next_such_step_also_from_within_it(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{go: main1}",
            "expect: {turn: {of: Bob, step: main1}, priority: Bob, hand_size: {Bob: 4}}",
            "{go: upkeep, of: Bob}",
            "expect: {turn: {of: Bob, step: upkeep}, priority: Bob}",
            "{go: end}",
            "expect: {turn: {of: Bob, step: end}}",
        ),
    )


def test_go_to_a_step_that_nobody_gets_priority_in_fails(tmp_path: Path) -> None:
    text = "title: Untapping\nseats: {Ann: {}, Bob: {}}\nplay: [{go: untap}]\n"
    assert fails(tmp_path, text).startswith("step 1: expected a step untap with priority; none came in ")


def test_go_stops_where_only_a_player_can_decide(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Eight cards are one too many
        seats: {Ann: {hand: [7 Forest, Divination]}, Bob: {}}
        play:
          - {go: upkeep, of: Bob}
          - expect: {asked: {seat: Ann, kind: choose}, turn: {of: Ann, step: cleanup}}
          - {seat: Ann, answer: Divination}
          - expect: {graveyard: {Ann: [Divination]}, turn: {of: Bob, step: upkeep}}
        """,
    )


def test_a_pass_stops_when_the_game_ends(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Bob dies of the first of two bolts
        mana: free
        seats: {Ann: {hand: [2 Lightning Bolt]}, Bob: {life: 3}}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - {pass: resolve}
          - expect: {won: [Ann], lost: [Bob]}
        """,
    )


def test_nothing_can_be_done_once_the_game_is_over(tmp_path: Path) -> None:
    assert fails(tmp_path, items("{concede: Bob}", "{seat: Ann, play: Forest}")) == (
        "step 2: expected the game to go on; it is over"
    )


# --- questions ----------------------------------------------------------------------------------


def test_a_question_with_several_answers_and_none_in_the_file_is_an_error_that_shows_it(
    tmp_path: Path,
) -> None:
    said = errs(tmp_path, items("{seat: Ann, cast: Lightning Bolt}", "{pass: all}"))
    assert said.startswith("step 1: a question has no answer: Ann is asked: choose (target), among ")
    for name in ("Ann", "Bob", "bears", "angel", "theirs", "wolf"):
        assert name in said


def test_the_last_question_may_stay_open_only_if_it_is_expected(tmp_path: Path) -> None:
    cast = "{seat: Ann, cast: Lightning Bolt}"
    assert "a question has no answer" in errs(tmp_path, items(cast))
    assert "a question has no answer" in errs(tmp_path, items(cast, "expect: {life: {Bob: 20}}"))
    holds(tmp_path, items(cast, "expect: {asked: {seat: Ann, kind: choose}}"))


def test_an_answer_may_follow_an_expectation(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: [Bob]}",
            "{pass: all}",
            "expect: {life: {Bob: 17}}",
        ),
    )


def test_a_refused_answer_leaves_the_question_open(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: Lightning Bolt}",
            "{seat: Ann, answer: Forest, refused: true}",
            "{seat: Bob, answer: Bob, refused: true}",
            "expect: {asked: {seat: Ann, kind: choose}}",
            "{seat: Ann, answer: Bob}",
            "expect: {stack: [Lightning Bolt], priority: Ann}",
        ),
    )


ONE_WAY = """
title: One creature to point at
mana: free
seats:
  Ann: {hand: [Giant Growth], battlefield: [{card: Grizzly Bears, as: bears}]}
  Bob: {}
play:
  - {seat: Ann, cast: Giant Growth}
"""


def test_a_question_with_one_legal_answer_is_answered_by_the_runner(tmp_path: Path) -> None:
    holds(tmp_path, ONE_WAY + "  - expect: {stack: [Giant Growth], priority: Ann}\n")


def test_the_runner_leaves_it_to_an_answer_that_follows(tmp_path: Path) -> None:
    answer = "  - {seat: Ann, answer: bears}\n"
    asked = "  - expect: {asked: {seat: Ann, kind: choose}}\n"
    holds(tmp_path, ONE_WAY + asked + answer + "  - expect: {stack: [Giant Growth]}\n")


def test_an_answer_that_nobody_asks_for_fails_unless_it_is_optional(tmp_path: Path) -> None:
    assert fails(tmp_path, items("{seat: Ann, answer: yes}")) == (
        "step 1: expected a question to Ann; nothing is asked"
    )
    holds(tmp_path, items("{seat: Ann, answer: yes, optional: true}", "expect: {priority: Ann}"))


def test_optional_answers_of_others_are_stepped_over(tmp_path: Path) -> None:
    optional = "  - {seat: Bob, answer: yes, optional: true}\n"
    answer = "  - {seat: Ann, answer: bears, optional: true}\n"
    holds(tmp_path, ONE_WAY + optional + answer + "  - expect: {stack: [Giant Growth]}\n")


def test_triggers_are_ordered_by_name_the_first_named_resolving_last(tmp_path: Path) -> None:
    text = """
        title: Two kinds of triggers
        mana: free
        seats:
          Ann:
            hand: [Geralf's Messenger]
            battlefield: [Soul Warden]
          Bob: {}
        play:
          - {seat: Ann, cast: Geralf's Messenger}
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: order}}
          - {seat: Ann, answer: {order: [Soul Warden, Geralf's Messenger]}}
          - expect: {stack: [Geralf's Messenger, Soul Warden], triggered: [Soul Warden, Geralf's Messenger]}
        """
    holds(tmp_path, text)
    assert "step 4: expected a legal action; it was refused: expected 2 choices, got 1" in fails(
        tmp_path, text.replace("[Soul Warden, Geralf's Messenger]}}", "[Soul Warden]}}", 1)
    )


def test_equal_triggers_are_ordered_by_repeating_their_name_or_not_at_all(tmp_path: Path) -> None:
    text = """
        title: Two Wardens see a Bear
        mana: free
        seats:
          Ann: {hand: [Grizzly Bears], battlefield: [2 Soul Warden]}
          Bob: {}
        play:
          - {seat: Ann, cast: Grizzly Bears}
          - {pass: all}
          - {seat: Ann, answer: {order: [Soul Warden, Soul Warden]}, optional: true}
          - expect: {stack: [Soul Warden, Soul Warden], priority: Ann}
        """
    holds(tmp_path, text)
    holds(tmp_path, "\n".join(line for line in text.splitlines() if "optional" not in line))


def test_an_answer_of_the_wrong_shape_is_refused(tmp_path: Path) -> None:
    cast = "{seat: Ann, cast: Lightning Bolt}"
    said = fails(tmp_path, items(cast, "{seat: Ann, answer: {divide: {Bob: 3}}}"))
    assert said == "step 2: expected a legal action; it was refused: expected a choice"
    said = fails(tmp_path, items(cast, "{seat: Ann, answer: Forest}"))
    assert said == "step 2: expected a legal action; it was refused: Forest is not among the options"


# --- the rest -----------------------------------------------------------------------------------


def test_a_player_concedes(tmp_path: Path) -> None:
    holds(tmp_path, items("{concede: Ann}", "expect: {lost: [Ann], won: [Bob]}"))


def test_tokens_made_in_play_get_labels(tmp_path: Path) -> None:
    text = """
        title: Two Zombies are made
        mana: free
        seats:
          Ann:
            battlefield: [{card: Cemetery Reaper, as: reaper}, {card: Cemetery Reaper, as: other}]
            graveyard: [{card: Grizzly Bears, as: a}, {card: Serra Angel, as: b}]
          Bob: {}
        play:
          - {seat: Ann, activate: reaper, targets: [a]}
          - {seat: Ann, activate: other, targets: [b]}
          - {pass: resolve}
          - {label: {Zombie: [first, second]}}
          - expect:
              count: {Zombie: 2}
              objects: {first: {power: 4, zone: battlefield}, second: {types: [Zombie], controller: Ann}}
        """
    holds(tmp_path, text)
    assert fails(tmp_path, text.replace("[first, second]", "[first, second, third]")) == (
        "step 4: expected 3 unlabelled permanents called Zombie, got 2"
    )


def test_a_label_follows_the_card_through_zones(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{seat: Ann, cast: fresh}",
            "expect: {objects: {fresh: {zone: stack}}}",
            "{pass: all}",
            "expect: {objects: {fresh: {zone: battlefield}}}",
            "{seat: Ann, cast: Lightning Bolt, targets: [fresh]}",
            "{pass: all}",
            "expect: {objects: {fresh: {zone: graveyard}}}",
        ),
    )


# --- the position -------------------------------------------------------------------------------


def test_the_game_begins_with_the_seat_of_the_turn_holding_priority(tmp_path: Path) -> None:
    steps = ("upkeep", "draw", "main1", "begin-combat", "declare-attackers", "end-of-combat", "main2", "end")
    for step in steps:
        holds(
            tmp_path,
            f"""
            title: It is the {step} of Cat
            turn: {{of: Cat, step: {step}}}
            seats: {{Ann: {{}}, Bob: {{}}, Cat: {{}}}}
            play:
              - expect: {{priority: Cat, turn: {{of: Cat, step: {step}}}}}
              - {{pass: all}}
            """,
        )


def test_a_library_that_is_not_given_holds_twenty_wastes(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Libraries
        seats: {Ann: {}, Bob: {library: []}}
        play:
          - expect: {library_size: {Ann: 20, Bob: 0}, library: {Ann: [20 Wastes]}}
        """,
    )


def test_the_turn_is_the_first_so_its_player_skips_the_draw_of_a_duel(tmp_path: Path) -> None:
    for of, drawn in (("Ann", 0), ("Bob", 1)):
        holds(
            tmp_path,
            f"""
            title: The first player does not draw
            turn: {{of: {of}, step: upkeep}}
            seats: {{Ann: {{}}, Bob: {{}}}}
            play:
              - {{go: main1}}
              - expect: {{hand_size: {{{of}: {drawn}}}}}
            """,
        )


def test_creatures_are_not_sick_unless_they_are_said_to_be(tmp_path: Path) -> None:
    text = """
        title: One creature came this turn
        seats:
          Ann: {battlefield: [{card: Grizzly Bears, as: old}, {card: Grizzly Bears, as: new, sick: true}]}
          Bob: {battlefield: [{card: Grizzly Bears, as: theirs, sick: true}]}
        play:
          - {seat: Ann, attack: {new: Bob}, refused: true}
          - {seat: Ann, attack: {old: Bob}}
          - {go: main1, of: Bob}
          - {seat: Bob, attack: {theirs: Ann}}
        """
    holds(tmp_path, text)


def test_nothing_enters_or_triggers_in_the_initial_position(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: Messengers stand there
        seats: {Ann: {battlefield: [Geralf's Messenger, Soul Warden]}, Bob: {}}
        play:
          - expect: {stack: [], triggered: [], life: {Ann: 20, Bob: 20}, objects: {Geralf's Messenger: {tapped: false}}}
        """,
    )


def test_lands_played_count(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: The land of the turn was played
        seats: {Ann: {hand: [Forest], lands_played: 1}, Bob: {}}
        play:
          - {seat: Ann, play: Forest, refused: true}
        """,
    )


def test_a_card_of_the_file_itself_can_be_used(tmp_path: Path) -> None:
    text = """
        title: A home-made giant
        cards: [{name: Home Giant, cost: "{3}{R}", type: Creature — Giant, pt: 5/4}]
        mana: free
        seats: {Ann: {hand: [Home Giant]}, Bob: {}}
        play:
          - {seat: Ann, cast: Home Giant}
          - {pass: all}
          - expect: {objects: {Home Giant: {power: 5, toughness: 4, types: [Giant], colors: [red]}}}
        """
    holds(tmp_path, text)
    found = outcome(tmp_path, text.replace("pt: 5/4", "pt: 5/4, text: Everybody sings"))
    assert (found.status, found.detail) == ("unsupported", "no plugin reads the rules text of 'Home Giant'")
    holds(tmp_path, text.replace("pt: 5/4", "pt: 5/4, text: Flying").replace("{power: 5", "{has: [flying], power: 5"))


def test_a_card_that_no_plugin_provides_is_unsupported(tmp_path: Path) -> None:
    text = "title: Nobody made this\nseats: {Ann: {hand: [No Such Card]}, Bob: {}}\n"
    found = outcome(tmp_path, text)
    assert (found.status, found.step) == ("unsupported", None)
    assert found.detail == "no plugin provides the card 'No Such Card'"


def test_the_seed_decides_what_chance_does(tmp_path: Path) -> None:
    """Lich's Mirror shuffles: the same seed gives the same hand, and some other seed another."""
    text = """
        title: A shuffled library
        seed: {seed}
        seats:
          Ann: {{life: 0, battlefield: [Lich's Mirror], library: [30 Forest, 30 Island]}}
          Bob: {{}}
        play:
          - expect: {{hand: {{Ann: [{hand}]}}}}
        """
    hands = [
        next(
            n
            for n in range(8)
            if outcomes(tmp_path, text.format(seed=seed, hand=f"{n} Forest, {7 - n} Island"))[0].status == "ok"
        )
        for seed in range(6)
    ]
    assert len(set(hands)) > 1


def test_an_open_question_may_wait_for_labels(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        title: The copy goes and the legend stays
        mana: free
        seats:
          Ann: {hand: [Rite of Replication], battlefield: [{card: "Isamaru, Hound of Konda", as: legend}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Rite of Replication, targets: [legend]}
          - {pass: all}
          - {label: {"Isamaru, Hound of Konda": [copy]}}
          - {seat: Ann, answer: legend}
          - expect: {objects: {legend: {zone: battlefield}, copy: {zone: gone}}}
        """,
    )


def test_several_of_one_name_are_counted_in_an_answer(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: At the end of the turn
turn: {of: Ann, step: end}
seats:
  Ann: {hand: [9 Forest, Shock]}
  Bob: {}
play:
  - {pass: all}
  - {seat: Ann, answer: [2 Forest, Shock]}
  - expect: {graveyard: {Ann: [2 Forest, Shock]}, hand_size: {Ann: 7}}
""",
    )


SACRIFICED = """
title: What is sacrificed, and where it goes
mana: free
seats:
  Bob: {hand: [Diabolic Edict], battlefield: [Rest in Peace]}
  Ann: {battlefield: [{card: Darksteel Colossus, as: colossus}]}
play:
  - {seat: Bob, cast: Diabolic Edict, targets: [Ann]}
  - {pass: all}
"""


def test_an_answer_that_is_also_the_only_one_to_an_earlier_question_is_meant_for_the_later(tmp_path: Path) -> None:
    once = SACRIFICED + "  - {seat: Ann, answer: colossus}\n"
    done = "  - expect: {library_size: {Ann: 21}, exile: {Ann: []}}\n"
    holds(tmp_path, once + done)
    holds(tmp_path, once + "  - {seat: Ann, answer: colossus}\n" + done)
    holds(tmp_path, once + "  - expect: {asked: {seat: Ann, kind: choose}, library_size: {Ann: 20}}\n")


def test_a_card_that_may_be_searched_for_is_named_with_or_without_a_yes(tmp_path: Path) -> None:
    path = """
title: A way away
mana: free
seats:
  Ann: {hand: [Path to Exile]}
  Bob: {library: [Shock, Forest, Island], battlefield: [{card: Grizzly Bears, as: bears}]}
play:
  - {seat: Ann, cast: Path to Exile, targets: [bears]}
  - {pass: all}
"""
    found = "  - expect: {battlefield: {Bob: [Island]}}\n"
    holds(tmp_path, path + "  - {seat: Bob, answer: Island}\n" + found)
    holds(tmp_path, path + "  - {seat: Bob, answer: yes}\n  - {seat: Bob, answer: Island}\n" + found)
    fails(tmp_path, path + "  - {seat: Bob, answer: Shock}\n" + found)
    look = """
title: A look at four cards
seats:
  Ann: {library: [Shock, Forest, Fog, Grizzly Bears], battlefield: [Vivien Reid]}
  Bob: {}
play:
  - {seat: Ann, activate: Vivien Reid, ability: 1}
  - {pass: all}
"""
    taken = "  - expect: {hand: {Ann: [Forest]}}\n"
    holds(tmp_path, look + "  - {seat: Ann, answer: Forest}\n" + taken)
    holds(tmp_path, look + "  - {seat: Ann, answer: yes}\n  - {seat: Ann, answer: Forest}\n" + taken)


def test_what_is_chosen_is_in_the_order_in_which_it_is_named_if_none_is_told(tmp_path: Path) -> None:
    storm = """
title: Three cards drawn, two put back
mana: free
seats:
  Ann: {hand: [Brainstorm, Shock, Fog], library: [Forest, Island, Swamp, Plains]}
  Bob: {}
play:
  - {seat: Ann, cast: Brainstorm}
  - {pass: all}
  - {seat: Ann, answer: [Fog, Shock]}
"""
    holds(tmp_path, storm + "  - expect: {library: {Ann: [Fog, Shock, Plains]}}\n")
    told = "  - {seat: Ann, answer: {order: [Shock, Fog]}}\n"
    holds(tmp_path, storm + told + "  - expect: {library: {Ann: [Shock, Fog, Plains]}}\n")
    holds(tmp_path, storm + "  - expect: {asked: {seat: Ann, kind: order}}\n")


def test_whatever_is_to_be_refused_is_refused_once_the_game_is_over(tmp_path: Path) -> None:
    holds(
        tmp_path,
        items(
            "{concede: Bob}",
            "{pass: Ann, refused: true}",
            "{seat: Ann, cast: Divination, refused: true}",
            "{seat: Ann, attack: {bears: Bob}, refused: true}",
            "{concede: Ann, refused: true}",
            "expect: {won: [Ann]}",
        ),
    )


def test_a_card_that_is_a_copy_can_be_called_by_its_own_name_where_nothing_else_is(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: What was a Clone
mana: free
seats:
  Ann: {hand: [Clone]}
  Bob: {hand: [Murder], battlefield: [{card: Serra Angel, as: angel}]}
play:
  - {seat: Ann, cast: Clone}
  - {pass: all}
  - {seat: Ann, answer: angel}
  - {pass: Ann}
  - {seat: Bob, cast: Murder, targets: [Clone]}
  - {pass: all}
  - expect: {graveyard: {Ann: [Clone]}, objects: {angel: {zone: battlefield}}}
""",
    )


THREE = """
title: Two defending players
seats:
  Ann: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Craw Wurm, as: wurm}]}
  Bob: {battlefield: [{card: Hill Giant, as: bobs}]}
  Cat: {battlefield: [{card: Hill Giant, as: cats}]}
play:
  - {seat: Ann, attack: {bears: Bob, wurm: Cat}}
"""


def test_who_declares_before_declares_nothing_where_only_a_later_block_is_told(tmp_path: Path) -> None:
    holds(
        tmp_path,
        THREE
        + """
  - {seat: Cat, block: {cats: wurm}}
  - {go: main2}
  - expect: {life: {Bob: 18, Cat: 20}}
""",
    )


def test_a_block_that_is_refused_out_of_turn_leaves_the_question_of_who_declares_before(tmp_path: Path) -> None:
    holds(
        tmp_path,
        THREE
        + """
  - {pass: all}
  - {seat: Cat, block: {cats: wurm}, refused: true}
  - {seat: Bob, block: {bobs: bears}}
  - {seat: Cat, block: {cats: wurm}}
  - {go: main2}
  - expect: {life: {Bob: 20, Cat: 20}}
""",
    )


@pytest.mark.parametrize("answer", ["[Ann, bears]", "[Ann, no]"])
def test_new_targets_may_be_listed_though_each_is_asked_for(tmp_path: Path, answer: str) -> None:
    holds(
        tmp_path,
        f"""
title: A copied spell with two targets
mana: free
seats:
  Ann: {{hand: [Fireball]}}
  Bob: {{hand: [Twincast], battlefield: [{{card: Grizzly Bears, as: bears}}]}}
play:
  - {{seat: Ann, cast: Fireball, x: 4, targets: [Bob, bears]}}
  - {{pass: Ann}}
  - {{seat: Bob, cast: Twincast, targets: [Fireball]}}
  - {{pass: all}}
  - {{seat: Bob, answer: {answer}}}
  - {{pass: all}}
  - expect: {{life: {{Ann: 18, Bob: 20}}, objects: {{bears: {{zone: graveyard}}}}, stack: [Fireball]}}
""",
    )


def paying(hand: str, battlefield: str, cast: str, after: str) -> str:
    return f"""
title: Mana with a price
seats:
  Ann: {{hand: [{hand}], battlefield: [{battlefield}]}}
  Bob: {{}}
play:
  - {{seat: Ann, cast: {cast}}}
  - expect: {{{after}}}
"""


@pytest.mark.parametrize(
    ("hand", "battlefield", "cast", "after"),
    [
        ("Lightning Bolt", "Black Lotus", "Lightning Bolt, targets: [Bob]", 'mana: {Ann: "{R}{R}"}'),
        ("Lightning Bolt", "2 Skirk Prospector", "Lightning Bolt, targets: [Bob]", "count: {Skirk Prospector: 1}"),
        ("Howling Mine", "Ashnod's Altar, Grizzly Bears", "Howling Mine", "count: {Grizzly Bears: 0}"),
        ("Elvish Spirit Guide, Fog", "Sol Ring", "Fog", "exile: {Ann: [Elvish Spirit Guide]}"),
        ("2 Elvish Spirit Guide, Cultivate", "Wastes", "Cultivate", "exile: {Ann: [2 Elvish Spirit Guide]}"),
    ],
)
def test_the_one_way_to_pay_may_have_a_price(
    tmp_path: Path, hand: str, battlefield: str, cast: str, after: str
) -> None:
    holds(tmp_path, paying(hand, battlefield, cast, after))


def test_of_several_ways_to_pay_with_a_price_the_runner_takes_none(tmp_path: Path) -> None:
    several = paying("Elvish Spirit Guide, Fog", "Black Lotus", "Fog", "stack: [Fog]")
    assert "the mana can be made by Elvish Spirit Guide or Black Lotus" in errs(tmp_path, several)
    short = paying("Elvish Spirit Guide, Cultivate", "Wastes", "Cultivate", "stack: [Cultivate]")
    assert "this cannot be done now" in fails(tmp_path, short)


def test_what_can_be_paid_for_with_a_price_is_legal(tmp_path: Path) -> None:
    """That a cost cannot be paid by what is only tapped does not make it illegal."""
    bolt = paying("Lightning Bolt", "Skirk Prospector", "Lightning Bolt, targets: [Bob], refused: true", "stack: []")
    assert "it was legal" in fails(tmp_path, bolt)
    named = "Lightning Bolt, targets: [Bob], sacrifice: [Goblin Piker], refused: true"
    assert "it was legal" in fails(
        tmp_path, paying("Lightning Bolt", "Skirk Prospector, Goblin Piker", named, "stack: []")
    )
    holds(tmp_path, paying("Lightning Bolt", "Ashnod's Altar, Goblin Piker", named, "stack: []"))


def test_a_way_to_pay_is_looked_for_with_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer on the way counts, also to what an ability asks while it is used."""
    bolt = paying("Lightning Bolt", "Black Lotus", "Lightning Bolt, targets: [Bob]", 'mana: {Ann: "{R}{R}"}')
    holds(tmp_path, bolt)
    monkeypatch.setattr(runners, "TRIES", 3)
    assert "{R} cannot be paid" in fails(tmp_path, bolt)


PAIRS = """
title: Two pairs of legends of one player
mana: free
seats:
  Ann:
    hand: [Disenchant]
    battlefield:
      - {card: Mirror Gallery, as: gallery}
      - {card: "Krenko, Mob Boss", as: krenko1}
      - {card: "Krenko, Mob Boss", as: krenko2}
      - {card: "Isamaru, Hound of Konda", as: dog1}
      - {card: "Isamaru, Hound of Konda", as: dog2}
  Bob: {}
play:
  - {seat: Ann, cast: Disenchant, targets: [gallery]}
  - {pass: all}
"""


@pytest.mark.parametrize("answers", [("krenko2", "dog1"), ("dog1", "krenko2")])
def test_choices_of_one_time_are_answered_in_any_order(tmp_path: Path, answers: tuple[str, str]) -> None:
    told = "".join(f"  - {{seat: Ann, answer: {answer}}}\n" for answer in answers)
    kept = (
        "{krenko1: {zone: graveyard}, dog2: {zone: graveyard}, krenko2: {zone: battlefield}, dog1: {zone: battlefield}}"
    )
    holds(tmp_path, PAIRS + told + f"  - expect: {{checks: [[704.5j]], objects: {kept}}}\n")
    fails(tmp_path, PAIRS + "".join(f"  - {{seat: Ann, answer: {answer}}}\n" for answer in ("dog1", "dog2")))


def test_a_refused_attack_moves_past_the_turns_of_others_to_the_own_declaration(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: A wall does not attack
seats:
  Ann: {}
  Bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Wall of Omens, as: wall}]}
play:
  - {seat: Bob, attack: {wall: Ann}, refused: true}
  - expect: {turn: {of: Bob, step: declare-attackers}, asked: {seat: Bob, kind: attackers}}
  - {seat: Bob, attack: {giant: Ann}}
""",
    )


def test_who_is_not_asked_for_attackers_may_not_attack(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: Only the active player attacks
seats:
  Ann: {battlefield: [{card: Grizzly Bears, as: bears}]}
  Bob: {battlefield: [{card: Hill Giant, as: giant}]}
play:
  - {seat: Ann, attack: {giant: Bob}, refused: true}
  - {seat: Bob, attack: {giant: Ann}, refused: true}
  - expect: {turn: {of: Ann, step: declare-attackers}}
  - {seat: Ann, attack: {bears: Bob}}
""",
    )


def test_an_optional_answer_that_is_skipped_is_no_action(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: Two legends of one name
edition: ["2011", "2013"]
mana: free
seats:
  Ann: {hand: [{card: "Krenko, Mob Boss", as: new}], battlefield: [{card: "Krenko, Mob Boss", as: old}]}
  Bob: {}
play:
  - {seat: Ann, cast: new}
  - {pass: all}
  - {seat: Ann, answer: new, optional: true}
  - {seat: Bob, answer: no, optional: true}
  - expect: {checks: [[704.5k]], count: {"Krenko, Mob Boss": {"2011": 0, "2013": 1}}}
""",
    )


def test_a_card_name_means_the_card_and_not_an_ability_of_it_that_is_on_the_stack(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: An evoked creature has gone while its other ability waits
mana: free
seats:
  Ann: {hand: [Mulldrifter]}
  Bob: {}
play:
  - {seat: Ann, cast: Mulldrifter, alternative: evoke}
  - {pass: all}
  - {seat: Ann, answer: {order: ["Mulldrifter#1", "Mulldrifter#2"]}}
  - {pass: all}
  - expect: {objects: {Mulldrifter: {zone: graveyard}, "stack:Mulldrifter": {zone: stack}}, stack: [Mulldrifter]}
""",
    )


def test_what_became_a_copy_is_still_found_by_the_name_of_its_card(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
title: A Clone without a label
mana: free
seats:
  Ann: {hand: [Clone]}
  Bob: {battlefield: [{card: Hill Giant, as: giant}]}
play:
  - {seat: Ann, cast: Clone}
  - {pass: all}
  - {seat: Ann, answer: giant}
  - expect: {objects: {Clone: {zone: battlefield, name: Hill Giant, controller: Ann}}}
""",
    )


def test_a_special_action_that_the_object_does_not_have_is_no_refusal_but_an_error(tmp_path: Path) -> None:
    text = """
    title: A misspelt word cannot be what is refused
    seats:
      Ann: {battlefield: [Grizzly Bears]}
      Bob: {}
    play:
      - {seat: Ann, special: forteell, object: Grizzly Bears, refused: true}
    """
    assert "has no special action 'forteell'" in errs(tmp_path, text)


# --- what a position says of before ---------------------------------------------------------------

BEFORE = """
title: A position that remembers
seats:
  Ann: {{battlefield: [{{card: Grizzly Bears, as: bears}}, {permanent}]}}
  Bob: {{exile: [{exiled}], hand: [{{card: Shock, as: shock}}]}}
play: [pass: Ann]
"""


@pytest.mark.parametrize(
    ("permanent", "exiled", "message"),
    [
        ("{card: Hill Giant, chosen: blue}", "Forest", "nothing is chosen as it enters"),
        ("{card: Painter's Servant, chosen: Elf}", "Forest", "expected a color"),
        ("{card: Conspiracy, chosen: blue}", "Forest", "expected a creature type"),
        ("Forest", "{card: Forest, exiled_by: bears}", "it remembers nothing that it exiled"),
        ("Forest", "{card: Forest, exiled_by: shock}", "what has exiled something is on the battlefield"),
    ],
)
def test_what_nothing_in_a_position_remembers_is_an_error(
    tmp_path: Path, permanent: str, exiled: str, message: str
) -> None:
    assert message in errs(tmp_path, BEFORE.format(permanent=permanent, exiled=exiled))
