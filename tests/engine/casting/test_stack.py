"""What stands on the stack: targets judged by their source, triggers upon triggers, states that trigger."""

from __future__ import annotations

from collections.abc import Callable


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
