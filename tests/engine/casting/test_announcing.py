"""What is announced before targets, and where an ability stands while it is paid for (601.2a to c, 602.2a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apnap.engine import mana
from apnap.engine.requests import Given, IllegalAnswer

EITHER = """
seats:
  Ann:
    hand: [Either]
    battlefield: [Mountain, Forest]
  Bob: {battlefield: [{card: Hill Giant, as: giant}]}
"""


@pytest.mark.parametrize(("half", "left"), [("R", "Forest"), ("G", "Mountain")])
def test_the_half_of_a_hybrid_symbol_is_announced_before_the_targets(deal: Any, half: str, left: str) -> None:
    """118.13a: what was announced is what is paid."""
    desk = deal(EITHER)
    desk.cast("Either")
    assert (desk.asked, desk.options) == ("half", ["R", "G"])
    desk.answer(half)
    assert desk.asked == "target"
    desk.answer(f"o{desk.id('giant')}")
    assert desk.options[0] == "auto" and f"activate:{desk.id(left)}:1" in desk.options
    desk.answer("auto")
    assert desk.in_zone("stack") == ["Either"]
    assert not desk.game.state.objects[desk.id(left)].tapped


def test_the_other_half_cannot_be_paid_after_all(deal: Any) -> None:
    """Floating mana of the half that was not announced does not pay for the symbol."""
    desk = deal(EITHER.replace("hand:", 'mana: "{R}{G}"\n    hand:'))
    desk.cast("Either")
    desk.answer("R")
    desk.answer(f"o{desk.id('giant')}")
    if desk.asked == "mana":
        assert "spend:G" not in desk.options
        desk.answer("auto")
    assert desk.floating() == {"G": 1}


def test_a_half_that_could_not_be_paid_is_not_asked_for(deal: Any) -> None:
    desk = deal(EITHER.replace("Mountain, Forest", "Mountain"))
    desk.cast("Either")
    assert desk.asked == "target"


def test_made_in_advance_the_halves_are_those_that_can_be_paid(deal: Any) -> None:
    for land in ("Mountain", "Forest"):
        desk = deal(EITHER.replace("Mountain, Forest", land))
        desk.cast("Either", Given(targets=(f"o{desk.id('giant')}",)))
        assert desk.in_zone("stack") == ["Either"]


@pytest.mark.parametrize("given", [Given(), None])
def test_a_generic_half_once_announced_is_reduced(deal: Any, given: Given | None) -> None:
    """601.2f: {2/R}{2/R} announced as {R}{2} and made one cheaper comes to {R} and one mana of any kind."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Two or Red], battlefield: [Goblin Electromancer, Mountain, Plains]}
          Bob: {}
        """
    )
    assert desk.game.request.option(f"cast:{desk.id('Two or Red')}").payload.payable == "yes"
    desk.cast("Two or Red", given)
    while desk.asked in ("half", "mana"):
        desk.answer("R" if "R" in desk.options else "auto" if "auto" in desk.options else "2")
    assert desk.in_zone("stack") == ["Two or Red"]
    assert desk.game.state.objects[desk.id("Plains")].tapped


@pytest.mark.parametrize("land", ["Plains", "Island"])
def test_each_phyrexian_symbol_is_announced_on_its_own(deal: Any, land: str) -> None:
    """Life may pay for either of two symbols of different colours, not only for the first."""
    desk = deal(
        f"""
        seats:
          Ann: {{hand: [Two Lives], battlefield: [{land}]}}
          Bob: {{}}
        """
    )
    desk.cast("Two Lives", Given())
    assert desk.game.state.player(0).life == 18 and desk.game.state.objects[desk.id(land)].tapped


def test_life_is_offered_for_each_symbol_as_far_as_there_is_life(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann: {life: 3, hand: [Two Lives], battlefield: [Plains, Island]}
          Bob: {}
        """
    )
    desk.cast("Two Lives")
    assert (desk.asked, desk.options) == ("half", ["W", "life"])
    desk.answer("life")
    assert desk.asked == "mana"
    desk.answer("auto")
    assert desk.game.state.player(0).life == 1 and not desk.game.state.objects[desk.id("Plains")].tapped


IMP = """
seats:
  Ann:
    battlefield: [{card: Imp, as: imp}, {card: Phantom, as: phantom}, Mountain, Forest]
  Bob: {}
"""


def test_an_ability_is_on_the_stack_before_anything_is_chosen_for_it(deal: Any) -> None:
    """602.2a; and taken back it is gone, with all that was announced and paid (602.2)."""
    desk = deal(IMP)
    ability = f"activate:{desk.id('imp')}:1"
    desk.answer(ability)
    assert desk.asked == "half" and len(desk.game.state.zone("stack")) == 1
    desk.answer("R")
    assert desk.asked == "target"
    desk.answer("p1")
    assert desk.asked == "sacrifice"
    desk.answer(f"o{desk.id('phantom')}")
    assert desk.asked == "mana" and len(desk.game.state.zone("stack")) == 1
    desk.answer(cancel=True)
    assert desk.game.request.kind == "priority" and desk.game.state.zone("stack") == ()
    assert sorted(desk.in_zone("battlefield")) == ["Forest", "Imp", "Mountain", "Phantom"]
    assert ability in desk.options


def test_an_ability_that_proves_illegal_leaves_nothing_behind(deal: Any) -> None:
    """602.2: it was on the stack, and the whole position is as before."""
    desk = deal(IMP.replace("Forest", "Plains").replace("Mountain", "Plains"))
    with pytest.raises(IllegalAnswer):
        desk.answer(f"activate:{desk.id('imp')}:1", given=Given(targets=("p1",), sacrifice=(desk.id("phantom"),)))
    assert (
        desk.game.state.zone("stack") == ()
        and desk.game.digest() == deal(IMP.replace("Forest", "Plains").replace("Mountain", "Plains")).game.digest()
    )


def test_what_is_sacrificed_for_what_it_became_a_target_of_has_triggered(holds: Callable[[str], None]) -> None:
    """601.2c: a permanent becomes a target before costs are paid; its ability waits for the casting to end."""
    holds(
        """
        title: A target given up as a cost, of a spell
        seats:
          Ann: {hand: [Toss], battlefield: [{card: Phantom, as: phantom}, Mountain]}
          Bob: {}
        play:
          - {seat: Ann, cast: Toss, targets: [phantom], sacrifice: [phantom]}
          - expect: {stack: [Phantom, Toss], triggered: [Phantom], objects: {phantom: {zone: graveyard}}}
          - {pass: resolve}
          - expect: {life: {Ann: 21}}
        ---
        title: A target given up as a cost, of an ability
        seats:
          Ann: {battlefield: [{card: Imp, as: imp}, {card: Phantom, as: phantom}, Mountain]}
          Bob: {}
        play:
          - {seat: Ann, activate: imp, targets: [phantom], sacrifice: [phantom]}
          - expect: {stack: [Phantom, Imp], objects: {phantom: {zone: graveyard}}}
        """
    )


def test_a_mana_ability_is_not_activated_again_while_it_is_paid_for(deal: Any) -> None:
    """605.3c."""
    desk = deal(
        """
        seats:
          Ann:
            hand: [Shock]
            battlefield: [{card: Kettle, as: kettle}, {card: Kettle, as: other}, Plains, Skirk Prospector]
          Bob: {}
        """
    )
    kettle, other = (f"activate:{desk.id(n)}:1" for n in ("kettle", "other"))
    desk.answer(kettle)
    assert desk.asked == "mana" and other in desk.options
    assert kettle not in desk.options
    with pytest.raises(IllegalAnswer):
        desk.answer(kettle)
    desk.answer("auto")
    assert desk.floating() == {"R": 1} and kettle in desk.options


def test_a_card_in_a_hand_is_shown_when_its_ability_is_activated(deal: Any) -> None:
    """602.2a: while it is being paid for, all know which card it is."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Wheel], battlefield: [Mountain]}
          Bob: {}
        """
    )
    wheel = desk.id("Wheel")
    desk.answer(f"activate:{wheel}:1")
    assert desk.asked == "mana" and len(desk.game.state.zone("stack")) == 1
    assert any(type(e).__name__ == "Revealed" and e.public and e.objects == (wheel,) for e in desk.game.log)
    desk.answer("auto")
    assert desk.in_zone("graveyard") == ["Wheel"]


def test_a_search_for_a_payment_that_was_too_long_promises_nothing(deal: Any, monkeypatch: Any) -> None:
    """Where the search gives up it is not known that nothing would do."""
    monkeypatch.setattr(mana, "SEARCH_STEPS", 1)
    desk = deal(EITHER)
    assert desk.game.request.option(f"cast:{desk.id('Either')}").payload.payable == "unknown"


@pytest.mark.parametrize(
    ("others", "most"), [([], 1), (["Thrift"], 3), (["Levy"], 0), (["Thrift", "Levy", "Forest"], 3)]
)
def test_the_greatest_x_of_an_ability_counts_what_changes_its_cost(deal: Any, others: list[str], most: int) -> None:
    """601.2f through 602.2b; and the permanent may make mana for its own ability, as long as it need not tap."""
    desk = deal(
        f"""
        seats:
          Ann: {{battlefield: [{", ".join(["Well", "Island", *others])}]}}
          Bob: {{}}
        """
    )
    desk.answer(f"activate:{desk.id('Well')}:2")
    assert (desk.asked, desk.game.request.max) == ("x", most)


def test_the_greatest_number_of_kicks_is_refused_at_once(deal: Any) -> None:
    """A cost that may be paid any number of times, named as often as it may be, holds nobody up."""
    desk = deal("seats: {Ann: {hand: [Everflowing Chalice], battlefield: [2 Forest]}, Bob: {}}")
    desk.cast("Everflowing Chalice")
    assert desk.asked == "kicker" and desk.game.request.max <= 1_000
    desk.answer(number=desk.game.request.max)
    assert desk.asked == "mana" and "auto" not in desk.options
    desk.answer(cancel=True)
    assert desk.in_zone("hand") == ["Everflowing Chalice"]


def test_a_target_that_another_chooses_cannot_be_named_in_advance(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann: {hand: [Plea], battlefield: [Plains]}
          Bob: {battlefield: [{card: Craw Wurm, as: wurm}, {card: Llanowar Elves, as: elves}]}
        """
    )
    with pytest.raises(IllegalAnswer):
        desk.cast("Plea", Given(targets=(f"o{desk.id('wurm')}",)))
    desk.cast("Plea", Given(targets=()))
    assert desk.asked == "target" and [int(s) for s in desk.game.waiting_for()] == [1]
    desk.answer(f"o{desk.id('elves')}")
    assert desk.in_zone("stack") == ["Plea"]


def test_nobody_is_held_to_a_choice_for_a_spell_that_another_cannot_pay_for(deal: Any) -> None:
    """Who only chose a target is not refused when the caster cannot pay: the cast is taken back."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Plea], battlefield: [Kettle]}
          Bob: {battlefield: [{card: Craw Wurm, as: wurm}, {card: Llanowar Elves, as: elves}]}
        """
    )
    desk.cast("Plea", Given(targets=()))
    desk.answer(f"o{desk.id('elves')}")
    assert desk.asked == "priority" and [int(s) for s in desk.game.waiting_for()] == [0]
    assert desk.in_zone("hand") == ["Plea"] and desk.in_zone("stack") == []


def test_x_may_be_as_great_as_what_triggers_on_the_tapping_of_lands_makes_it(deal: Any) -> None:
    """601.2b, 605.4a: nobody knows beforehand how much mana triggered abilities will have added."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Drain], battlefield: [{card: Swamp, as: swamp}, {card: Wild Growth, attached: swamp}]}
          Bob: {}
        """
    )
    desk.cast("Drain")
    desk.answer(number=1)
    desk.answer("p1")
    assert desk.asked == "mana" and "auto" not in desk.options
    desk.answer(f"activate:{desk.id('swamp')}:1")
    assert desk.in_zone("stack") == ["Drain"] and desk.floating() == {}
