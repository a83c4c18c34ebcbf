"""What stands on the stack: targets judged by their source, triggers upon triggers, states that trigger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.engine.requests import Given


def test_protection_judges_an_ability_by_its_source_also_as_it_resolves(holds: Callable[[str], None]) -> None:
    """702.16b, 608.2b: an ability has no types of its own, its source has."""
    holds(
        """
        title: Safe from creatures in response
        mana: free
        seats:
          Ann: {battlefield: [{card: Pinger, as: pinger}]}
          Bob: {hand: [Shell], battlefield: [{card: Typhoid Rats, as: rats}]}
        play:
          - {seat: Ann, activate: pinger, targets: [rats]}
          - {pass: Ann}
          - {seat: Bob, cast: Shell, targets: [rats]}
          - {pass: resolve}
          - expect: {objects: {rats: {zone: battlefield, damage: 0}}}
          - {go: main1, of: Bob}
          - {go: upkeep, of: Ann}
          - {seat: Ann, activate: pinger, targets: [rats]}
          - {pass: all}
          - expect: {objects: {rats: {zone: graveyard}}}
        """
    )


def test_what_triggers_on_a_trigger_goes_above_it_whoever_controls_it(holds: Callable[[str], None]) -> None:
    """603.3b: triggers upon triggers are put after all others; before that, the active player's come first."""
    holds(
        """
        title: A trigger upon a trigger
        mana: free
        edition: [current, "2013"]
        seats:
          Ann: {hand: [Hill Giant], battlefield: [Listener]}
          Bob: {battlefield: [Soul Warden]}
        play:
          - {seat: Ann, cast: Hill Giant}
          - {pass: all}
          - expect: {stack: {current: [Listener, Soul Warden], "2013": [Soul Warden, Listener]}}
        """
    )


def test_a_state_triggers_once_until_its_ability_has_left_the_stack(holds: Callable[[str], None]) -> None:
    """603.8: also where it left by being countered."""
    holds(
        """
        title: Once at a time
        mana: free
        seats:
          Ann: {hand: [Stifle, Grizzly Bears, Shock], battlefield: [Hermit, {card: Ornithopter, as: thopter}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Shock, targets: [thopter]}
          - {pass: all}
          - expect: {stack: [Hermit], life: {Ann: 20}}
          - {seat: Ann, cast: Stifle, targets: ["stack:Hermit"]}
          - expect: {stack: [Stifle, Hermit]}
          - {pass: all}
          - expect: {stack: [Hermit], life: {Ann: 20}}
          - {pass: all}
          - expect: {stack: [Hermit], life: {Ann: 19}}
        """
    )


def test_a_mandatory_state_that_never_ends_is_not_hidden(holds: Callable[[str], None]) -> None:
    """A player may still end it: what was asked for is that each time round there is priority."""
    holds(
        """
        title: Priority each time round
        mana: free
        seats:
          Ann: {hand: [Shock], life: 3, battlefield: [Hermit, {card: Ornithopter, as: thopter}]}
          Bob: {}
          Cat: {}
        play:
          - {seat: Ann, cast: Shock, targets: [thopter]}
          - {pass: all}
          - {pass: all}
          - expect: {priority: Ann, stack: [Hermit], life: {Ann: 2}}
          - {pass: all}
          - {pass: all}
          - expect: {lost: [Ann], in_game: [Bob, Cat]}
        """
    )


def test_what_triggers_in_the_untap_step_waits_for_the_upkeep(holds: Callable[[str], None]) -> None:
    """502.4, 503.1a: nobody gets priority before; its controller orders it with the upkeep's own."""
    holds(
        """
        title: Untapped and in the upkeep
        seats:
          Ann: {battlefield: [{card: Waker, tapped: true, as: waker}, Clerk]}
          Bob: {battlefield: [Waker]}
        turn: {of: Bob, step: end}
        play:
          - {pass: all}
          - expect: {asked: {seat: Ann, kind: order}, turn: {of: Ann, step: upkeep}, objects: {waker: {tapped: false}}}
          - {seat: Ann, answer: {order: [Clerk, Waker]}}
          - expect: {stack: [Waker, Clerk], priority: Ann}
          - {pass: all}
          - expect: {life: {Ann: 21}}
        """
    )


def test_a_reflexive_trigger_chooses_its_target_when_it_goes_on_the_stack(holds: Callable[[str], None]) -> None:
    """603.12: not before the creature was sacrificed, and not at all where none was."""
    holds(
        """
        title: When you do
        mana: free
        seats:
          Ann:
            hand: [{card: Brand, as: first}, {card: Brand, as: second}]
            battlefield: [{card: Hill Giant, as: giant}]
          Bob: {battlefield: [{card: Craw Wurm, as: wurm}]}
        play:
          - {seat: Ann, cast: first}
          - expect: {stack: [Brand]}
          - {pass: all}
          - {seat: Ann, answer: giant}
          - expect: {objects: {giant: {zone: graveyard}}, asked: {seat: Ann, kind: choose}}
          - {seat: Ann, answer: wurm}
          - expect: {stack: [Brand]}
          - {pass: all}
          - expect: {objects: {wurm: {damage: 3}}}
          - {seat: Ann, cast: second}
          - {pass: all}
          - expect: {stack: [], triggered: []}
        """
    )


def test_a_player_may_make_mana_and_then_not_pay(deal: Any) -> None:
    """118.3c, 608.2g: what was made to pay is taken back with the payment."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Ornithopter], battlefield: [{card: Skirk Prospector, as: goblin}]}
          Bob: {hand: [Toll], battlefield: [Island]}
        """
    )
    desk.cast("Ornithopter", Given())
    desk.answer("pass")
    desk.cast("Toll", Given(targets=(f"o{desk.id('Ornithopter')}",)))
    desk.answer("pass")
    desk.answer("pass")
    assert desk.asked == "pay"
    desk.answer("yes")
    assert desk.asked == "mana" and "no" in desk.options and "auto" not in desk.options
    desk.answer("no")
    assert desk.in_zone("battlefield") == ["Skirk Prospector", "Island"]
    assert desk.in_zone("stack") == [] and desk.in_zone("graveyard") == ["Ornithopter"]


ARC = """
title: Changing places
mana: free
seats:
  Ann: {hand: [Arc]}
  Bob:
    hand: [Redirect, Deflect]
    battlefield: [{card: Goblin Piker, as: piker}, {card: Craw Wurm, as: wurm}]
play:
  - {seat: Ann, cast: Arc, targets: [piker, wurm]}
  - {pass: Ann}
"""


def test_two_targets_may_change_places(holds: Callable[[str], None]) -> None:
    """115.7e: only the targets as they will be are judged."""
    holds(
        ARC
        + """\
  - {seat: Bob, cast: Redirect, targets: [Arc]}
  - {pass: all}
  - {seat: Bob, answer: wurm}
  - {seat: Bob, answer: piker, optional: true}
  - {pass: all}
  - expect: {objects: {wurm: {damage: 2}, piker: {zone: graveyard}}}
"""
    )


def test_targets_that_must_all_change_may_change_places_as_well(holds: Callable[[str], None]) -> None:
    """115.7a: with two creatures there is no other way, so nothing is asked."""
    holds(
        ARC
        + """\
  - {seat: Bob, cast: Deflect, targets: [Arc]}
  - {pass: all}
  - expect: {stack: [Arc]}
  - {pass: all}
  - expect: {objects: {wurm: {damage: 2}, piker: {zone: graveyard}}}
"""
    )


def test_targets_that_cannot_all_change_stay(holds: Callable[[str], None]) -> None:
    """115.7a: one of them alone is not changed."""
    holds(
        """
        title: All or none
        mana: free
        seats:
          Ann: {hand: [Plague Spores]}
          Bob:
            hand: [Deflect]
            battlefield: [{card: Goblin Piker, as: piker}, {card: Craw Wurm, as: wurm}, {card: Forest, as: forest}]
        play:
          - {seat: Ann, cast: Plague Spores, targets: [piker, forest]}
          - {pass: Ann}
          - {seat: Bob, cast: Deflect, targets: [Plague Spores]}
          - {pass: all}
          - {pass: all}
          - expect: {battlefield: {Bob: [Craw Wurm]}}
        """
    )


def test_a_new_target_may_be_left_as_it_is(holds: Callable[[str], None]) -> None:
    """115.7d; but one that the other has taken may not."""
    holds(
        ARC
        + """\
  - {seat: Bob, cast: Redirect, targets: [Arc]}
  - {pass: all}
  - {seat: Bob, answer: no}
  - {seat: Bob, answer: no, optional: true}
  - {pass: all}
  - expect: {objects: {wurm: {damage: 1}, piker: {zone: graveyard}}}
"""
    )


def test_a_kick_announced_with_the_modes_lets_more_of_them_be_chosen(holds: Callable[[str], None]) -> None:
    """601.4."""
    holds(
        """
        title: Kicked for more
        mana: free
        seats:
          Ann: {hand: [{card: Join, as: first}, {card: Join, as: second}]}
          Bob: {}
        play:
          - {seat: Ann, cast: first, modes: [1, 3], refused: true}
          - {seat: Ann, cast: first, modes: [2]}
          - {pass: all}
          - expect: {life: {Ann: 30}}
          - {seat: Ann, cast: second, modes: [1, 3], kicked: true}
          - {pass: all}
          - expect: {life: {Ann: 131}}
        """
    )


def test_an_amount_below_nothing_counts_as_nothing(holds: Callable[[str], None]) -> None:
    """107.1b: a creature of negative power does not shrink by what is given for its power."""
    holds(
        """
        title: No less than nothing
        mana: free
        seats:
          Ann:
            hand: [Swell]
            battlefield: [{card: Wall of Omens, as: wall, counters: {-1/-1: 2}}]
          Bob: {}
        play:
          - expect: {objects: {wall: {power: -2, toughness: 2}}}
          - {seat: Ann, cast: Swell, targets: [wall]}
          - {pass: all}
          - expect: {objects: {wall: {power: -2, toughness: 2}}}
        """
    )


def test_an_effect_whose_duration_is_over_never_begins(holds: Callable[[str], None]) -> None:
    """611.2b: control does not even change for a moment."""
    holds(
        """
        title: Too late to borrow
        mana: free
        seats:
          Ann: {hand: [Borrow]}
          Bob: {hand: [Shock], battlefield: [{card: Sol Ring, as: ring}]}
        play:
          - {seat: Ann, cast: Borrow}
          - {pass: all}
          - {seat: Ann, answer: ring, optional: true}
          - {pass: Ann}
          - {seat: Bob, cast: Shock, targets: [Borrow]}
          - {pass: resolve}
          - expect: {objects: {ring: {controller: Bob}}, graveyard: {Ann: [Borrow]}}
        """
    )


def test_what_a_card_in_the_graveyard_lost_does_not_work_there(deal: Any) -> None:
    """Its ability is out of the index as soon as the effect that takes it away begins."""
    desk = deal(
        """
        mana: free
        seats:
          Ann: {hand: [Yixlid Jailer], graveyard: [Clone, Darksteel Colossus]}
          Bob: {}
        """
    )
    assert len(desk.game.look.found("instead:Move")) == 2
    desk.cast("Yixlid Jailer", Given())
    desk.answer("pass")
    desk.answer("pass")
    assert desk.in_zone("battlefield") == ["Yixlid Jailer"]
    assert desk.game.look.found("instead:Move") == [] and desk.game.look.differences() == []


def test_what_is_face_down_offers_nobody_more_than_to_turn_it_up(deal: Any) -> None:
    """What anybody could do with the card face up would tell what it is."""
    desk = deal("mana: free\nseats: {Ann: {battlefield: [{card: Lurker, face_down: true, as: it}]}, Bob: {}}")
    it = desk.id("it")
    assert desk.options == ["pass", f"special:turn-face-up:{it}:1"]
    desk.answer("pass")
    assert desk.options == ["pass"]
    desk = deal("mana: free\nseats: {Ann: {battlefield: [{card: Lurker, as: it}]}, Bob: {}}")
    desk.answer("pass")
    assert desk.options == ["pass", f"special:ignore-effect:{desk.id('it')}:2"]
