"""Paying for spells: what is proposed, what else may be chosen, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apnap.engine.aside import Askings
from apnap.engine.requests import Answer, Given, IllegalAnswer
from apnap.engine.rewinding import ManaUse, again
from apnap.engine.values import Seat

TWO_COLOURS = """
seats:
  Ann:
    hand: [Grizzly Bears]
    mana: "{R}{G}{W}"
  Bob: {}
"""


def test_floating_mana_is_spent_as_proposed(deal: Any) -> None:
    desk = deal(TWO_COLOURS)
    desk.cast("Grizzly Bears")
    assert desk.asked == "mana"
    desk.answer("auto")
    assert desk.in_zone("stack") == ["Grizzly Bears"]
    assert len(desk.floating()) == 1 and "G" not in desk.floating()


@pytest.mark.parametrize("symbol", ["R", "W"])
def test_the_floating_mana_to_spend_may_be_named(deal: Any, symbol: str) -> None:
    desk = deal(TWO_COLOURS)
    desk.cast("Grizzly Bears")
    desk.answer(f"spend:{symbol}")
    if desk.asked == "mana":
        desk.answer("auto")
    assert desk.in_zone("stack") == ["Grizzly Bears"]
    assert desk.floating() == {({"R", "W"} - {symbol}).pop(): 1}


def test_a_source_of_ones_own_choice_is_tapped_instead_of_the_proposed_one(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann:
            hand: [Shock]
            battlefield: [{card: Mountain, as: one}, {card: Mountain, as: two}]
          Bob: {}
        """
    )
    desk.cast("Shock", Given(targets=("p1",)))
    assert desk.game.state.objects[desk.id("one")].tapped
    desk = deal(
        """
        seats:
          Ann:
            hand: [Shock]
            battlefield: [{card: Mountain, as: one}, {card: Mountain, as: two}]
          Bob: {}
        """
    )
    desk.cast("Shock")
    desk.answer("p1")
    desk.answer(f"activate:{desk.id('two')}:1")
    assert desk.in_zone("stack") == ["Shock"]
    assert [desk.game.state.objects[desk.id(n)].tapped for n in ("one", "two")] == [False, True]


NAMED_ALREADY = """
edition: "2011"
seats:
  Ann:
    hand: [Grizzly Bears]
    mana: "{R}"
    library: [Hill Giant]
    battlefield: [{card: Chromatic Sphere, as: sphere}, {card: Forest, as: forest}]
  Bob: {}
"""


def test_mana_named_for_a_spell_does_not_pay_for_an_ability_as_well(deal: Any) -> None:
    desk = deal(NAMED_ALREADY)
    desk.cast("Grizzly Bears")
    desk.answer("spend:R")
    desk.answer(f"activate:{desk.id('sphere')}:1")
    assert desk.asked == "mana" and desk.floating() == {"R": 1}
    desk.answer(f"activate:{desk.id('forest')}:1")
    desk.answer("green")
    assert desk.in_zone("stack") == ["Grizzly Bears"] and desk.floating() == {}
    assert desk.game.state.objects[desk.id("forest")].tapped


SACRIFICE_FOR_MANA = """
seats:
  Ann:
    hand: [Shock]
    battlefield: [{card: Skirk Prospector, as: goblin}, {card: Goblin Piker, as: piker}]
  Bob: {}
"""


def test_mana_may_come_from_a_sacrifice_in_mid_payment(deal: Any) -> None:
    desk = deal(SACRIFICE_FOR_MANA)
    option = desk.game.request.option(f"cast:{desk.id('Shock')}")
    assert option is not None and option.payload.payable == "unknown"
    desk.cast("Shock")
    desk.answer("p1")
    assert "auto" not in desk.options
    desk.answer(f"activate:{desk.id('goblin')}:1")
    desk.answer(f"o{desk.id('piker')}")
    assert desk.in_zone("stack") == ["Shock"]
    assert desk.in_zone("graveyard") == ["Goblin Piker"]


def test_taking_a_cast_back_takes_its_mana_abilities_back(deal: Any) -> None:
    """733.1: the card, the creature and the mana are as they were, and nothing triggers."""
    desk = deal(SACRIFICE_FOR_MANA)
    desk.cast("Shock")
    desk.answer("p1")
    desk.answer(f"activate:{desk.id('goblin')}:1")
    assert desk.asked == "sacrifice"
    desk.answer(cancel=True)
    assert desk.game.request.kind == "priority"
    assert desk.in_zone("hand") == ["Shock"] and desk.in_zone("graveyard") == []
    assert desk.floating() == {} and desk.in_zone("battlefield") == ["Skirk Prospector", "Goblin Piker"]


PEEKING = """
edition: "2011"
seats:
  Ann:
    hand: [Grizzly Bears]
    mana: "{R}{R}"
    library: [Hill Giant, Craw Wurm]
    battlefield: [{card: Chromatic Sphere, as: sphere}]
  Bob: {}
"""


def test_a_mana_ability_that_drew_a_card_is_not_taken_back(deal: Any) -> None:
    """733.1: the card stays drawn and the mana in the pool, or one could look at the library for free."""
    desk = deal(PEEKING)
    desk.cast("Grizzly Bears")
    desk.answer(f"activate:{desk.id('sphere')}:1")
    assert desk.asked == "color"
    desk.answer("blue")
    assert desk.in_zone("hand") == ["Hill Giant"]
    desk.answer(cancel=True)
    assert desk.game.request.kind == "priority"
    assert sorted(desk.in_zone("hand")) == ["Grizzly Bears", "Hill Giant"]
    assert desk.floating() == {"R": 1, "U": 1}
    assert desk.in_zone("graveyard") == ["Chromatic Sphere"]


def test_a_card_drawn_to_pay_for_an_attack_stays_drawn_when_the_payment_is_taken_back(deal: Any) -> None:
    desk = deal(
        """
        edition: "2011"
        turn: {of: Ann, step: begin-combat}
        seats:
          Ann:
            library: [Hill Giant]
            battlefield:
              - {card: Chromatic Sphere, as: sphere}
              - {card: Forest, as: forest}
              - Mountain
              - {card: Grizzly Bears, as: bears}
          Bob: {battlefield: [Ghostly Prison]}
        """
    )
    for _ in range(2):
        desk.answer("pass")
    assert desk.asked == "attackers"
    desk.answer(next(o for o in desk.options if str(desk.id("bears")) in o))
    desk.answer(f"activate:{desk.id('sphere')}:1")
    desk.answer(f"activate:{desk.id('forest')}:1")
    desk.answer("blue")
    assert desk.in_zone("hand") == ["Hill Giant"]
    desk.answer(cancel=True)
    assert desk.asked == "attackers" and desk.in_zone("hand") == ["Hill Giant"]
    assert desk.floating() == {"U": 1} and desk.in_zone("graveyard") == ["Chromatic Sphere"]
    digest = desk.game.digest()
    desk.game.rebuild()
    assert desk.game.digest() == digest and desk.asked == "attackers"


def test_what_is_not_taken_back_is_so_after_a_restart_too(deal: Any) -> None:
    desk = deal(PEEKING)
    desk.cast("Grizzly Bears")
    desk.answer(f"activate:{desk.id('sphere')}:1")
    desk.answer("blue")
    desk.answer(cancel=True)
    digest = desk.game.digest()
    assert desk.game.fork().digest() == digest
    desk.game.rebuild()
    assert desk.game.digest() == digest


LIVES_PAID_TWICE = """
edition: "2011"
seats:
  Ann:
    life: 2
    hand: [Vow]
    library: [Hill Giant, Craw Wurm]
    battlefield: [{card: Dark Spring, as: spring}]
  Bob: {}
"""


def _pays_the_same_life_twice(deal: Any) -> Any:
    desk = deal(LIVES_PAID_TWICE)
    desk.cast("Vow")
    desk.answer(f"activate:{desk.id('spring')}:1")
    return desk


def test_a_payment_that_showed_a_card_and_cannot_be_completed_is_taken_back(deal: Any) -> None:
    """733.1: the life that was to be paid has made the mana. The card that it drew is seen, so the game
    goes on from there: the spell is in hand again, the mana in the pool, and the seat is asked anew."""
    desk = _pays_the_same_life_twice(deal)
    assert desk.game.request.kind == "priority"
    assert sorted(desk.in_zone("hand")) == ["Hill Giant", "Vow"]
    assert desk.floating() == {"U": 1} and desk.game.life_of(Seat(0)) == 1
    unavailable = desk.game.last_unavailable
    assert unavailable is not None and unavailable.code == "unavailable_choice"
    assert "life cannot be paid" in unavailable.reason or "cannot be paid: " in unavailable.reason
    digest = desk.game.digest()
    assert desk.game.fork().digest() == digest
    desk.game.rebuild()
    assert desk.game.digest() == digest
    desk.answer("pass")
    assert desk.game.last_unavailable is None


def test_an_attempt_that_shows_nothing_is_refused_and_nothing_has_moved(deal: Any) -> None:
    """The same, where what made the mana shows nobody anything."""
    desk = deal(
        """
        seats:
          Ann:
            life: 2
            hand: [Vow]
            battlefield: [{card: Wet Stone, as: stone}]
          Bob: {}
        """
    )
    desk.cast("Vow")
    assert desk.asked == "mana"
    digest = desk.game.digest()
    with pytest.raises(IllegalAnswer) as refused:
        desk.answer(f"activate:{desk.id('stone')}:1")
    assert refused.value.code == "illegal_choice" and desk.game.last_unavailable is None
    assert desk.asked == "mana" and desk.game.digest() == digest


def test_nobody_is_held_by_a_question_of_which_every_answer_is_refused(deal: Any) -> None:
    """A choice within a mana ability cannot be cancelled; when no answer to it lets the payment go on, all of the
    proposal is taken back (733.1), and whoever is absent is not waited for in vain."""
    desk = deal(
        """
        seats:
          Ann:
            life: 2
            hand: [Vow]
            battlefield: [{card: Bright Stone, as: stone}]
          Bob: {}
        """
    )
    desk.cast("Vow")
    desk.answer(f"activate:{desk.id('stone')}:1")
    assert desk.asked == "color" and not desk.game.request.may_cancel
    desk.answer("blue")
    assert desk.game.request.kind == "priority" and desk.game.last_unavailable is not None
    assert desk.in_zone("hand") == ["Vow"] and desk.floating() == {} and desk.game.life_of(Seat(0)) == 2


SPOKEN_FOR = """
seats:
  Ann:
    battlefield: [{card: Lamp, as: lamp}, {card: Kettle, as: kettle}, {card: Forest, as: forest}]
  Bob: {}
"""


def test_what_one_cost_will_tap_pays_for_no_other_within_it(deal: Any) -> None:
    """601.2g: mana for a mana ability is not made by what the cost around it is about to tap."""
    desk = deal(SPOKEN_FOR)
    desk.answer(f"activate:{desk.id('lamp')}:2")
    desk.answer(f"activate:{desk.id('kettle')}:1")
    assert f"activate:{desk.id('lamp')}:1" not in desk.options
    desk.answer("auto")
    assert desk.game.state.objects[desk.id("forest")].tapped
    assert desk.in_zone("stack") == ["Lamp"]


def test_an_ability_without_a_source_beside_its_own_object_is_not_offered(deal: Any) -> None:
    only = SPOKEN_FOR.replace(", {card: Kettle, as: kettle}, {card: Forest, as: forest}", "")
    assert f"activate:{deal(only).id('lamp')}:2" not in deal(only).options


def test_what_one_cost_gives_up_is_not_given_up_for_another_within_it(deal: Any) -> None:
    """A creature that is to be sacrificed may be tapped for mana before, but not sacrificed for it."""
    desk = deal(
        """
        seats:
          Ann:
            hand: [Costly]
            battlefield: [{card: Skirk Prospector, as: goblin}, {card: Goblin Piker, as: piker}]
          Bob: {}
        """
    )
    desk.cast("Costly")
    desk.answer(f"o{desk.id('piker')}")
    desk.answer(f"activate:{desk.id('goblin')}:1")
    assert desk.options == [f"o{desk.id('goblin')}"]
    desk.answer(f"o{desk.id('goblin')}")
    assert sorted(desk.in_zone("graveyard")) == ["Goblin Piker", "Skirk Prospector"]
    assert desk.in_zone("stack") == ["Costly"]
    desk = deal(
        """
        seats:
          Ann:
            hand: [Costly]
            battlefield: [{card: Ember Elf, as: elf}]
          Bob: {}
        """
    )
    desk.cast("Costly")
    desk.answer(f"o{desk.id('elf')}")
    desk.answer("auto")
    assert desk.in_zone("graveyard") == ["Ember Elf"] and desk.in_zone("stack") == ["Costly"]


def _pays_a_demand(deal: Any, *battlefield: str) -> Any:
    """Bob is to pay {R} and to sacrifice a creature while a spell resolves, and is willing."""
    desk = deal(
        f"""
        edition: "2011"
        seats:
          Ann: {{hand: [Demand], mana: "{{W}}"}}
          Bob: {{battlefield: [{", ".join(battlefield)}], library: [Craw Wurm, Hill Giant]}}
        """
    )
    desk.cast("Demand", Given(targets=("p1",)))
    desk.answer("pass")
    desk.answer("pass")
    desk.answer("yes")
    return desk


def test_a_mana_ability_that_is_not_paid_for_in_the_middle_of_a_resolution_is_taken_back_alone(deal: Any) -> None:
    """733.1. To begin what then could not be paid for was once to decline the payment that it was for."""
    desk = _pays_a_demand(
        deal, "{card: Skirk Prospector, as: goblin}", "{card: Chromatic Sphere, as: sphere}", "Grizzly Bears"
    )
    desk.answer(f"o{desk.id('Grizzly Bears')}")
    assert desk.asked == "mana"
    desk.answer(f"activate:{desk.id('sphere')}:1")
    desk.answer("no")
    assert desk.asked == "mana" and desk.game.last_unavailable is not None
    assert sorted(desk.in_zone("battlefield", 1)) == ["Chromatic Sphere", "Grizzly Bears", "Skirk Prospector"]
    assert not desk.game.state.objects[desk.id("sphere")].tapped
    desk.answer(f"activate:{desk.id('goblin')}:1")
    desk.answer(f"o{desk.id('goblin')}")
    assert desk.in_zone("battlefield", 1) == ["Chromatic Sphere"]
    assert [p.life for p in desk.game.state.players] == [20, 20]


def test_a_payment_in_the_middle_of_a_resolution_that_comes_to_nothing_is_asked_for_again(deal: Any) -> None:
    """What made the mana has destroyed what was to be sacrificed. That was once as if the player was not willing."""
    desk = _pays_a_demand(deal, "Mountain", "{card: Pit, as: pit}", "{card: Goblin Piker, as: piker}")
    desk.answer(f"o{desk.id('piker')}")
    desk.answer(f"activate:{desk.id('pit')}:1")
    assert desk.asked == "pay" and desk.game.last_unavailable is not None
    assert sorted(desk.in_zone("battlefield", 1)) == ["Goblin Piker", "Mountain", "Pit"]
    digest = desk.game.digest()
    assert desk.game.fork().digest() == digest
    desk.answer("yes")
    desk.answer(f"o{desk.id('piker')}")
    desk.answer(f"activate:{desk.id('Mountain')}:1")
    assert sorted(desk.in_zone("battlefield", 1)) == ["Mountain", "Pit"]
    assert [p.life for p in desk.game.state.players] == [20, 20]


def test_a_card_drawn_for_a_payment_that_comes_to_nothing_stays_drawn(deal: Any) -> None:
    desk = _pays_a_demand(deal, "Mountain", "{card: Deep Pit, as: pit}", "{card: Goblin Piker, as: piker}")
    desk.answer(f"o{desk.id('piker')}")
    desk.answer(f"activate:{desk.id('pit')}:1")
    assert desk.asked == "priority", "there is nothing left to sacrifice, so nothing is asked again"
    assert desk.in_zone("hand", 1) == ["Craw Wurm"] and desk.in_zone("graveyard", 1) == ["Goblin Piker"]
    assert [p.life for p in desk.game.state.players] == [20, 15]


CONVOKE = """
seats:
  Ann:
    hand: [Siege Wurm]
    battlefield:
      - {card: Llanowar Elves, as: elves, sick: true}
      - {card: Hill Giant, as: giant}
      - {card: Goblin Piker, as: piker, tapped: true}
      - {card: Forest, as: last}
      - 5 Forest
  Bob: {battlefield: [{card: Craw Wurm, as: theirs}]}
"""


def test_creatures_tapped_pay_for_mana_one_each(deal: Any) -> None:
    """702.51a; a creature that has just come may help, a tapped one or another player's may not."""
    desk = deal(CONVOKE)
    for wrong in ("piker", "theirs"):
        with pytest.raises(IllegalAnswer):
            desk.cast("Siege Wurm", Given(tap=(desk.id(wrong), desk.id("giant"))))
    desk.cast("Siege Wurm", Given(tap=(desk.id("elves"), desk.id("giant"))))
    assert desk.in_zone("stack") == ["Siege Wurm"]
    tapped = {n: desk.game.state.objects[desk.id(n)].tapped for n in ("elves", "giant", "last")}
    assert tapped == {"elves": True, "giant": True, "last": True}


def test_creatures_alone_may_pay_for_all_of_it(deal: Any) -> None:
    desk = deal("seats: {Ann: {hand: [Siege Wurm], battlefield: [7 Grizzly Bears]}, Bob: {}}")
    option = desk.game.request.option(f"cast:{desk.id('Siege Wurm')}")
    assert option is not None and option.payload.payable == "yes"
    desk.cast("Siege Wurm", Given(tap=tuple(o for o in desk.game.look.permanents())))
    assert desk.in_zone("stack") == ["Siege Wurm"]


def test_a_creature_that_helps_makes_no_mana_as_well(deal: Any) -> None:
    desk = deal("seats: {Ann: {hand: [Siege Wurm], battlefield: [5 Grizzly Bears, Llanowar Elves]}, Bob: {}}")
    assert desk.game.request.option(f"cast:{desk.id('Siege Wurm')}") is None


def test_a_creature_of_two_colors_pays_for_the_one_that_lands_do_not(deal: Any) -> None:
    """702.51a: its controller says for which mana; what the lands make must pay the rest."""
    desk = deal(
        """
        cards: [{name: Small Worm, cost: "{1}{G}{W}", type: Creature — Wurm, pt: 3/3, text: Convoke}]
        seats:
          Ann: {hand: [Small Worm], battlefield: [{card: Kitchen Finks, as: finks}, Forest, Island]}
          Bob: {}
        """
    )
    option = desk.game.request.option(f"cast:{desk.id('Small Worm')}")
    assert option is not None and option.payload.payable == "yes"
    desk.cast("Small Worm", Given(tap=(desk.id("finks"),)))
    assert desk.in_zone("stack") == ["Small Worm"]


def test_one_who_is_not_told_is_asked_which_creatures_help(deal: Any) -> None:
    desk = deal(CONVOKE)
    option = desk.game.request.option(f"cast:{desk.id('Siege Wurm')}")
    assert option is not None and option.payload.payable == "yes"
    desk.cast("Siege Wurm")
    assert desk.asked == "tap for mana"
    desk.answer(f"o{desk.id('elves')}", f"o{desk.id('giant')}")
    desk.answer("auto")
    assert desk.in_zone("stack") == ["Siege Wurm"]


def test_an_artifact_tapped_pays_for_generic_mana_only(deal: Any) -> None:
    """702.126a: no artifact pays for a coloured symbol."""
    desk = deal(
        """
        seats:
          Ann:
            hand: [Reverse Engineer]
            battlefield:
              - {card: Ornithopter, as: a}
              - {card: Ornithopter, as: b}
              - {card: Ornithopter, as: c}
              - {card: Ornithopter, as: d}
              - Island
              - Island
          Bob: {}
        """
    )
    with pytest.raises(IllegalAnswer):
        desk.cast("Reverse Engineer", Given(tap=tuple(desk.id(n) for n in "abcd")))
    desk.cast("Reverse Engineer", Given(tap=tuple(desk.id(n) for n in "abc")))
    assert desk.in_zone("stack") == ["Reverse Engineer"]


def test_what_pays_by_being_tapped_is_not_tapped_for_mana_as_well(deal: Any) -> None:
    """118.10: each payment applies to one thing only."""
    desk = deal(
        """
        seats:
          Ann:
            hand: [Siege Wurm]
            battlefield: [{card: Llanowar Elves, as: elves}, 6 Forest]
          Bob: {}
        """
    )
    desk.cast("Siege Wurm")
    desk.answer(f"o{desk.id('elves')}")
    assert desk.asked == "mana"
    with pytest.raises(IllegalAnswer):
        desk.answer(f"activate:{desk.id('elves')}:1")
    desk.answer("auto")
    assert desk.game.request.kind == "priority" and desk.floating() == {}


def test_x_may_be_as_great_as_reductions_and_odd_sources_allow(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann:
            hand: [Fireball]
            battlefield: [Goblin Electromancer, 3 Mountain]
          Bob: {}
        """
    )
    desk.cast("Fireball")
    assert (desk.asked, desk.game.request.max) == ("x", 3)


def test_x_is_asked_although_the_cost_is_changed(holds: Callable[[str], None]) -> None:
    holds(
        """
        title: A tax on top of X
        seats:
          Ann: {hand: [Blaze], battlefield: [Taxes, 5 Mountain]}
          Bob: {}
        play:
          - {seat: Ann, cast: Blaze, x: 4, targets: [Bob], refused: true}
          - {seat: Ann, cast: Blaze, x: 3, targets: [Bob]}
          - {pass: all}
          - expect: {life: {Bob: 17}}
        """
    )


def test_a_conditional_reduction_is_no_condition_for_casting(holds: Callable[[str], None]) -> None:
    holds(
        """
        title: Cheaper with a creature
        seats:
          Ann: {hand: [Rally], battlefield: [4 Mountain]}
          Bob: {hand: [Rally], battlefield: [Hill Giant, 2 Mountain]}
        play:
          - {seat: Ann, cast: Rally}
          - {pass: all}
          - {go: main1, of: Bob}
          - {seat: Bob, cast: Rally}
          - expect: {stack: [Rally]}
        """
    )


def test_a_prohibition_by_mana_value_waits_for_x(holds: Callable[[str], None]) -> None:
    """601.3a: casting may begin, and the value chosen settles it (601.2e)."""
    holds(
        """
        title: X decides
        mana: free
        seats:
          Ann: {hand: [Drain, Craw Wurm]}
          Bob: {battlefield: [Censor]}
        play:
          - {seat: Ann, cast: Craw Wurm, refused: true}
          - {seat: Ann, cast: Drain, x: 3, targets: [Bob], refused: true}
          - expect: {hand_size: {Ann: 2}, stack: []}
          - {seat: Ann, cast: Drain, x: 2, targets: [Bob]}
          - expect: {stack: [Drain]}
        """
    )


@pytest.mark.parametrize(("spell", "rings"), [("Grizzly Bears", 0), ("Hill Giant", 1)])
def test_the_proposed_payment_wastes_no_mana(deal: Any, spell: str, rings: int) -> None:
    """One generic mana comes from a land although a source of two is at hand; three come from both."""
    desk = deal(
        f"""
        seats:
          Ann:
            hand: [{spell}]
            battlefield: [{{card: Sol Ring, as: ring}}, 2 Forest, Mountain]
          Bob: {{}}
        """
    )
    desk.cast(spell, Given())
    assert desk.in_zone("stack") == [spell] and desk.floating() == {}
    assert desk.game.state.objects[desk.id("ring")].tapped == bool(rings)


def test_a_creature_that_has_just_come_is_no_source_of_mana(deal: Any) -> None:
    """302.6: it is neither proposed nor promised; a land of the same colour is."""
    head = """
        seats:
          Ann:
            hand: [Giant Growth]
            battlefield: [{{card: Llanowar Elves, as: elves, sick: true}}{more}]
          Bob: {{}}
        """
    desk = deal(head.format(more=""))
    assert desk.game.request.option(f"cast:{desk.id('Giant Growth')}") is None
    desk = deal(head.format(more=", {card: Forest, as: forest}"))
    desk.cast("Giant Growth", Given(targets=(f"o{desk.id('elves')}",)))
    assert desk.game.state.objects[desk.id("forest")].tapped
    assert not desk.game.state.objects[desk.id("elves")].tapped


@pytest.mark.parametrize("source", ["Rack", "Pyre"])
@pytest.mark.parametrize("in_advance", [True, False])
def test_a_source_does_not_pay_for_two_parts_of_its_cost(deal: Any, source: str, in_advance: bool) -> None:
    """What taps itself, or is sacrificed itself, is not the other artifact to be tapped or sacrificed for it."""
    alone = deal(f"seats: {{Ann: {{battlefield: [{{card: {source}, as: it}}]}}, Bob: {{}}}}")
    assert alone.options == ["pass"]
    desk = deal(
        f"seats: {{Ann: {{battlefield: [{{card: {source}, as: it}}, {{card: Sol Ring, as: ring}}]}}, Bob: {{}}}}"
    )
    it, ring = desk.id("it"), desk.id("ring")
    if in_advance:
        named = "tap" if source == "Rack" else "sacrifice"
        with pytest.raises(IllegalAnswer):
            desk.answer(f"activate:{it}:1", given=Given(**{named: (it,)}))
    else:
        desk.answer(f"activate:{it}:1")
        assert desk.options == [f"o{ring}"]


def test_a_mana_ability_too_is_activated_only_so_often_each_turn(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann: {battlefield: [{card: Spigot, as: it}], hand: [Shock, Shock, Grizzly Bears]}
          Bob: {}
        """
    )
    it = desk.id("it")
    desk.answer(f"activate:{it}:1")
    assert desk.floating() == {"G": 1} and f"activate:{it}:1" not in desk.options
    desk.cast("Shock", Given(targets=("p1",)))
    desk.answer(f"activate:{it}:3")
    for _ in range(2):
        desk.answer("pass")
    assert not desk.game.state.objects[it].tapped
    assert desk.options == ["pass", f"activate:{it}:3"], "neither is Shock offered, nor the bears"


def test_an_answer_that_fits_no_more_when_mana_is_made_again_is_asked_for(deal: Any) -> None:
    """What is not taken back is done once more: a question that has become another one is put to the seat."""
    desk = deal(PEEKING)
    use = ManaUse(Seat(0), f"activate:{desk.id('sphere')}:1", (Answer(picks=("o99",)),), (0, 0))
    asking = Askings(again(desk.game, use))
    assert asking.send(None).prompt == "color"
    with pytest.raises(StopIteration):
        asking.send(Answer(picks=("blue",)))
    assert desk.floating() == {"R": 1, "U": 1}


def test_a_mana_ability_that_only_the_cast_allowed_and_that_drew_a_card_stays_activated(deal: Any) -> None:
    """733.1: what moved a card from a library may not be reversed. It was once taken back, and the card seen for
    nothing, since with the spell in hand again the ability could not be activated any more."""
    desk = deal(
        """
        edition: "2011"
        seats:
          Ann: {hand: [Shock], mana: "{W}", library: [Hill Giant], battlefield: [{card: Last Resort, as: it}, Kettle]}
          Bob: {}
        """
    )
    desk.cast("Shock")
    desk.answer("p1")
    desk.answer(f"activate:{desk.id('it')}:1")
    assert desk.in_zone("hand") == ["Hill Giant"]
    desk.answer(cancel=True)
    assert desk.asked == "priority" and desk.floating() == {"W": 1, "C": 1}
    assert sorted(desk.in_zone("hand")) == ["Hill Giant", "Shock"] and desk.game.state.objects[desk.id("it")].tapped
    digest = desk.game.digest()
    desk.game.rebuild()
    assert desk.game.digest() == digest


def test_mana_that_may_be_spent_as_of_any_color_may_be_named_for_it(deal: Any) -> None:
    """601.2h, 609.4b: which mana is spent is the player's choice also where it is spent as though it were another."""
    desk = deal(
        """
        seats:
          Ann:
            hand: [Grizzly Bears]
            mana: "{R}{W}{U}"
            battlefield: [Mycosynth Lattice]
          Bob: {}
        """
    )
    desk.cast("Grizzly Bears")
    desk.answer("spend:W")
    desk.answer("spend:U")
    assert desk.in_zone("stack") == ["Grizzly Bears"] and desk.floating() == {"R": 1}


def test_named_mana_pays_for_the_symbol_of_its_own_kind(deal: Any) -> None:
    """Green mana that is named leaves the generic part to be paid by whatever else there is."""
    desk = deal(TWO_COLOURS)
    desk.cast("Grizzly Bears")
    desk.answer("spend:G")
    assert {"spend:R", "spend:W"} <= set(desk.options)
    desk.answer("spend:W")
    assert desk.in_zone("stack") == ["Grizzly Bears"] and desk.floating() == {"R": 1}


def test_the_source_that_a_cost_taps_is_not_given_up_for_the_mana_of_that_cost(deal: Any) -> None:
    """602.2b, 601.2h: what is to be tapped has to be there once the mana is made."""
    desk = deal(
        """
        seats:
          Ann: {battlefield: [{card: Skirk Prospector, as: prospector}, {card: Goblin Brewer, as: brewer}]}
          Bob: {}
        """
    )
    desk.answer(f"activate:{desk.id('brewer')}:1")
    desk.answer(f"activate:{desk.id('prospector')}:1")
    with pytest.raises(IllegalAnswer):
        desk.answer(f"o{desk.id('brewer')}")
    assert desk.options == [f"o{desk.id('prospector')}"]
    desk.answer(f"o{desk.id('prospector')}")
    assert desk.in_zone("battlefield") == ["Goblin Brewer"] and desk.floating() == {}
    assert desk.game.state.objects[desk.id("brewer")].tapped


TWO_TO_GIVE = """
seats:
  Ann:
    battlefield: [{card: Kiln, as: kiln}, {card: Robot, as: robot}, {card: Sol Ring, as: ring}]
  Bob: {battlefield: [{card: Hill Giant, as: giant}]}
"""


def test_what_is_named_to_be_given_up_is_for_the_part_that_it_fits(deal: Any) -> None:
    """An artifact that is named before a creature is given up as the artifact, not refused as no creature."""
    desk = deal(TWO_TO_GIVE)
    robot, ring, giant = desk.id("robot"), desk.id("ring"), desk.id("giant")
    for wrong in ((robot,), (robot, robot), (robot, giant), (ring, giant)):
        with pytest.raises(IllegalAnswer):
            desk.answer(f"activate:{desk.id('kiln')}:1", given=Given(sacrifice=wrong))
    desk.answer(f"activate:{desk.id('kiln')}:1", given=Given(sacrifice=(ring, robot)))
    assert sorted(desk.in_zone("graveyard")) == ["Robot", "Sol Ring"]


def test_one_permanent_does_not_make_two_parts_of_a_cost_look_payable(deal: Any) -> None:
    """118.3: each part finds the artifact creature, but not both of them."""
    desk = deal(TWO_TO_GIVE.replace(", {card: Sol Ring, as: ring}", ""))
    assert f"activate:{desk.id('kiln')}:1" not in desk.options
    desk = deal(TWO_TO_GIVE.replace("Sol Ring", "Hill Giant"))
    assert f"activate:{desk.id('kiln')}:1" in desk.options


HELPERS = """
seats:
  Ann:
    hand: [Chorus]
    battlefield: [{card: Robot, as: robot}, {card: Sol Ring, as: ring}, Mountain, Forest]
  Bob: {battlefield: [{card: Robot, as: other}]}
"""


def test_nobody_has_to_let_anything_help_to_pay(deal: Any) -> None:
    """702.51a: any number may be tapped, also none; and then lands pay for all of it."""
    desk = deal(HELPERS)
    desk.cast("Chorus")
    assert desk.options == [f"o{desk.id('robot')}"]
    desk.answer()
    assert set(desk.options) == {f"o{desk.id('robot')}", f"o{desk.id('ring')}"}
    desk.answer()
    desk.answer("auto")
    assert desk.in_zone("stack") == ["Chorus"] and not desk.game.state.objects[desk.id("robot")].tapped


def test_what_helped_in_one_way_does_not_help_in_another_as_well(deal: Any) -> None:
    desk = deal(HELPERS)
    desk.cast("Chorus")
    desk.answer(f"o{desk.id('robot')}")
    assert desk.options == [f"o{desk.id('ring')}"], "for what is generic, if the creature pays for the red mana"
    desk.answer(cancel=True)
    assert desk.in_zone("hand") == ["Chorus"] and not desk.game.state.objects[desk.id("robot")].tapped
    desk.cast("Chorus", Given(tap=(desk.id("ring"), desk.id("robot"))))
    assert desk.in_zone("stack") == ["Chorus"]
    assert not desk.game.state.objects[desk.id("Mountain")].tapped


@pytest.mark.parametrize("helper", ["other", "Mountain"])
def test_what_cannot_help_is_refused(deal: Any, helper: str) -> None:
    """702.51a: only untapped creatures that the caster controls are tapped for it."""
    desk = deal(HELPERS)
    with pytest.raises(IllegalAnswer):
        desk.cast("Chorus", Given(tap=(desk.id(helper),)))
    assert desk.in_zone("hand") == ["Chorus"]


@pytest.mark.parametrize(("floating", "asked"), [("{R}{G}", False), ("{G}{G}{G}", False), ("{R}{G}{G}", True)])
def test_which_mana_is_spent_is_asked_only_where_some_of_several_kinds_is_left(
    deal: Any, floating: str, asked: bool
) -> None:
    desk = deal(TWO_COLOURS.replace("{R}{G}{W}", floating))
    desk.cast("Grizzly Bears")
    assert (desk.game.request.kind == "pay") == asked


def test_who_does_not_answer_pays_what_was_agreed_to_where_it_can_be(deal: Any) -> None:
    """The payment that a resolving spell asks for is not part of a proposal that could be taken back."""
    desk = deal(
        """
        seats:
          Ann: {hand: [Shock], mana: "{R}", battlefield: [2 Mountain, Forest]}
          Bob: {hand: [Mana Leak], battlefield: [2 Island]}
        """
    )
    desk.cast("Shock", Given(targets=("p1",)))
    desk.answer("pass")
    desk.cast("Mana Leak", Given(targets=(f"o{desk.id('Shock')}",)))
    desk.answer("pass")
    desk.answer("pass")
    desk.answer("yes")
    request = desk.game.request
    assert (request.kind, request.default.picks, request.may_cancel) == ("pay", ("auto",), False)
    assert "no" in desk.options
    desk.answer("no")
    assert desk.in_zone("stack") == [] and desk.game.state.player(1).life == 20


def test_so_much_may_be_tapped_to_help_as_there_is_mana_to_pay_generic_mana_too(deal: Any) -> None:
    desk = deal(
        """
        seats:
          Ann: {hand: [Siege Wurm], battlefield: [9 Llanowar Elves]}
          Bob: {}
        """
    )
    desk.cast("Siege Wurm")
    assert (desk.game.request.min, desk.game.request.max) == (0, 7)
    desk.answer(*desk.options[:7])
    assert desk.in_zone("stack") == ["Siege Wurm"]
