"""Who may attack whom, what must, what it costs (508.1)."""

from typing import Any

import pytest

from apnap.engine.abilities import Activated, Mode
from apnap.engine.attacking import legal_attackers, legal_targets
from apnap.engine.cost_parts import Costs, GiveUp, PayLife, TapThis
from apnap.engine.filters import Filter
from apnap.engine.instructions.spells import AddMana
from apnap.engine.player_terms import ActivePlayer, EachPlayer, You
from apnap.engine.requests import CANCEL, Answer
from apnap.engine.terms import Chosen
from apnap.engine.traits import Controlled, Is
from apnap.engine.values import Ref, Seat, parse_cost, parse_mana, player

ANN, BOB, CAT, DAN = (player(Seat(n)) for n in range(4))
CREATURES = Filter((Is(("Creature",)),))
LANDS = Filter((Is(("Land",)),))
TAX = Costs(mana=parse_cost("{2}"))


def names(play: Any, things: Any) -> list[str]:
    return [t.chars.name for t in things]


def test_only_untapped_rested_creatures_without_defender_may_attack(board: Any) -> None:
    board.put(0, "Bears", "2/2")
    board.put(0, "Tapped", "2/2", tapped=True)
    board.put(0, "New", "2/2", arrived=9)
    board.put(0, "New and hasty", "2/2", "haste", arrived=9)
    board.put(0, "Wall", "0/4", "defender")
    board.put(0, "Land", types="Land")
    board.put(0, "Held", "2/2", board.rule("can't attack"))
    board.put(1, "Foe", "2/2")
    play = board.begin()
    assert names(play, legal_attackers(play.game)) == ["Bears", "New and hasty"]


def test_attackers_tap_unless_they_have_vigilance(board: Any) -> None:
    bears, angel = board.put(0, "Bears", "2/2"), board.put(0, "Angel", "4/4", "flying", "vigilance")
    play = board.begin()
    play.attack((bears, BOB), (angel, BOB))
    objects = play.game.state.objects
    assert (objects[bears].tapped, objects[angel].tapped) == (True, False)
    assert [a.attacker for a in play.combat.attacks] == [bears, angel]


def test_no_attack_is_an_answer_and_skips_blocks_and_damage(board: Any) -> None:
    """C24."""
    board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack()
    play.pass_to("end-of-combat")
    skipped = [e.what for e in play.game.log if type(e).__name__ == "Skipped"]
    assert skipped == ["declare-blockers", "first-strike-damage", "combat-damage"]


def test_an_attacker_that_left_does_not_skip_the_blocks(board: Any) -> None:
    from apnap.engine import events as ev

    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, BOB))
    play.game.happen([ev.RemovedFromCombat(object=bears)])
    assert play.combat.attacks == ()
    play.pass_to("declare-blockers")


def test_a_creature_attacks_once(board: Any) -> None:
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    assert play.no_attack((bears, BOB), (bears, CAT)) == "a creature attacks once"


def test_planeswalkers_of_opponents_may_be_attacked(board: Any) -> None:
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    mine = board.put(0, "Mine", types="Planeswalker", loyalty=3)
    theirs = board.put(2, "Theirs", types="Planeswalker", loyalty=3)
    play = board.begin()
    (thing,) = legal_attackers(play.game)
    assert legal_targets(play.game, thing) == (BOB, CAT, Ref(theirs))
    assert play.no_attack((bears, mine)) == "this is not a legal choice now"
    play.attack((bears, theirs))
    (attack,) = play.combat.attacks
    assert (attack.defender, attack.seat) == (theirs, 2)


# --- restrictions ---------------------------------------------------------------------------------


def test_restriction_before_requirement(board: Any) -> None:
    """C01: one must attack, one need not, and no more than one creature can."""
    fury, bears = board.put(0, "Fury", "2/2", board.rule("attacks if able")), board.put(0, "Bears", "2/2")
    board.put(1, "Arbiter", board.rule("attackers at most", CREATURES, amount=1), types="Artifact")
    play = board.begin()
    assert play.no_attack() == "more of what must attack could attack"
    assert play.no_attack((bears, BOB)) == "more of what must attack could attack"
    assert play.no_attack((fury, BOB), (bears, BOB)) == "no more than 1 creatures can attack"
    assert play.asked.default == play.declare((fury, BOB))
    play.attack((fury, BOB))


def test_two_that_cannot_attack_alone_attack_together(board: Any) -> None:
    """C02."""
    one = board.put(0, "One", "2/2", board.rule("can't attack alone"))
    two = board.put(0, "Two", "2/2", board.rule("can't attack alone"))
    play = board.begin()
    assert play.no_attack((one, BOB)) == "One can't attack alone"
    play.attack((one, BOB), (two, BOB))


def test_what_cannot_attack_alone_does_not_have_to(board: Any) -> None:
    board.put(0, "Dog", "2/2", board.rule("can't attack alone"), board.rule("attacks if able"))
    play = board.begin()
    play.attack()


def test_what_cannot_attack_alone_drags_company_along(board: Any) -> None:
    dog = board.put(0, "Dog", "2/2", board.rule("can't attack alone"), board.rule("attacks if able"))
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    assert play.no_attack() == "more of what must attack could attack"
    play.attack((dog, BOB), (bears, BOB))


def test_company_may_have_to_be_of_a_kind(board: Any) -> None:
    rule = board.rule("can't attack alone", amount=2, filter=Filter((Is(("Soldier",)),)))
    chief = board.put(0, "Chief", "4/4", rule)
    soldiers = [board.put(0, f"Soldier {n}", "1/1", types="Creature — Soldier") for n in range(2)]
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    assert play.no_attack((chief, BOB), (soldiers[0], BOB), (bears, BOB)) == "Chief can't attack alone"
    play.attack((chief, BOB), (soldiers[0], BOB), (soldiers[1], BOB))


def test_what_attacks_alone_keeps_the_others_at_home(board: Any) -> None:
    master, bears = board.put(0, "Master", "1/4", board.rule("attacks alone")), board.put(0, "Bears", "2/2")
    play = board.begin()
    assert play.no_attack((master, BOB), (bears, BOB)) == "Master can only attack alone"
    play.attack((master, BOB))


def test_a_player_may_be_out_of_reach_of_one_creature(board: Any) -> None:
    board.seats = 3
    held = board.put(0, "Held", "2/2", board.rule("can't attack", player=Chosen((BOB,))))
    serpent = board.put(
        0, "Serpent", "5/5", board.rule("attacks only if defender controls", filter=Filter((Is(("Island",)),)))
    )
    board.put(2, "Island", types="Basic Land — Island")
    play = board.begin()
    reach = {t.obj.id: legal_targets(play.game, t) for t in legal_attackers(play.game)}
    assert reach == {held: (CAT,), serpent: (CAT,)}


def test_no_more_than_so_many_may_attack_one_player(board: Any) -> None:
    board.seats = 3
    one, two, three = (board.put(0, f"Bears {n}", "2/2") for n in range(3))
    board.put(1, "Crawlspace", board.rule("attacked by at most", You(), amount=2), types="Artifact")
    play = board.begin()
    reason = play.no_attack((one, BOB), (two, BOB), (three, BOB))
    assert reason == "no more than 2 creatures can attack there"
    play.attack((one, BOB), (two, BOB), (three, CAT))


# --- requirements ---------------------------------------------------------------------------------


def test_a_tapped_or_new_creature_need_not_attack(board: Any) -> None:
    board.put(0, "Tapped", "2/2", board.rule("attacks if able"), tapped=True)
    board.put(0, "New", "2/2", board.rule("attacks if able"), arrived=9)
    play = board.begin()
    play.attack()


def test_a_requirement_may_name_the_player(board: Any) -> None:
    board.seats = 3
    lured = board.put(0, "Lured", "2/2", board.rule("attacks if able", player=Chosen((CAT,))))
    play = board.begin()
    assert play.no_attack((lured, BOB)) == "more of what must attack could attack"
    play.attack((lured, CAT))


def test_a_goaded_creature_attacks_somebody_else(board: Any) -> None:
    """701.15b."""
    board.seats = 3
    ogre = board.put(0, "Ogre", "3/3", board.rule("goaded", player=Chosen((BOB,))))
    walker = board.put(2, "Walker", types="Planeswalker", loyalty=3)
    play = board.begin()
    assert play.no_attack() == play.no_attack((ogre, BOB)) == "more of what must attack could attack"
    assert play.no_attack((ogre, walker)), "a planeswalker is no player"
    assert play.asked.default == play.declare((ogre, CAT))
    play.attack((ogre, CAT))


def test_a_creature_goaded_by_all_attacks_whom_it_likes(board: Any) -> None:
    board.seats = 3
    ogre = board.put(
        0, "Ogre", "3/3", board.rule("goaded", player=Chosen((BOB,))), board.rule("goaded", player=Chosen((CAT,)))
    )
    play = board.begin()
    assert play.no_attack() == "more of what must attack could attack"
    play.attack((ogre, BOB))


def test_being_goaded_twice_by_one_player_is_no_further_requirement(board: Any) -> None:
    """701.15d: else two goads by Bob would outweigh one by Cat."""
    board.seats = 3
    ogre = board.put(
        0, "Ogre", "3/3",
        board.rule("goaded", player=Chosen((BOB,))), board.rule("goaded", player=Chosen((BOB,))),
        board.rule("goaded", player=Chosen((CAT,))),
    )  # fmt: skip
    play = board.begin()
    play.attack((ogre, BOB))


def test_a_creature_that_attacks_another_player_need_not_attack_at_all_in_a_duel(board: Any) -> None:
    board.put(0, "Ogre", "3/3", board.rule("attacks another", player=Chosen((BOB,))))
    play = board.begin()
    play.attack()


# --- costs ----------------------------------------------------------------------------------------


def with_tax(board: Any, seat: int = 1, cost: Costs = TAX, **more: Any) -> None:
    board.put(seat, "Propaganda", board.rule("attack cost", You(), cost=cost, **more), types="Enchantment")


def test_a_tax_is_due_for_each_attacker_of_that_player(board: Any) -> None:
    board.seats = 3
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    with_tax(board)
    play = board.begin()
    assert play.no_attack((bears, BOB), (giant, BOB)) == "the cost to attack cannot be paid"
    assert play.no_attack((bears, BOB)) == "the cost to attack cannot be paid"
    play.attack((bears, CAT), (giant, CAT))
    assert len(play.combat.attacks) == 2


def test_a_tax_in_life_is_added_up_and_paid(board: Any) -> None:
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    with_tax(board, cost=Costs(parts=(PayLife(3),)))
    with_tax(board, cost=Costs(parts=(PayLife(1),)))
    play = board.begin()
    play.attack((bears, BOB), (giant, BOB))
    assert play.life(0) == 12
    assert len(play.combat.attacks) == 2


def test_a_tax_beyond_what_there_is_refuses_the_attack(board: Any) -> None:
    board.life = {0: 5}
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    with_tax(board, cost=Costs(parts=(PayLife(3),)))
    play = board.begin()
    assert play.no_attack((bears, BOB), (giant, BOB)) == "the cost to attack cannot be paid"
    play.attack((giant, BOB))
    assert play.life(0) == 2


def test_an_attacker_cannot_be_tapped_for_mana_to_pay_with(board: Any) -> None:
    """508.1f: attackers tap before costs are paid."""
    mana = Activated(cost=Costs(parts=(TapThis(),)), mana=True, modes=(Mode(do=(AddMana(mana=parse_mana("{G}{G}")),)),))
    elf, angel = board.put(0, "Elf", "1/1", mana), board.put(0, "Angel", "4/4", "vigilance", mana)
    bears = board.put(0, "Bears", "2/2")
    with_tax(board)
    play = board.begin()
    assert play.no_attack((elf, BOB), (angel, BOB)) == "the cost to attack cannot be paid"
    play.attack((angel, BOB), (bears, BOB))
    while play.asked.kind == "pay":
        play.say(Answer(picks=("auto",)))
    assert len(play.combat.attacks) == 2
    assert play.game.state.objects[elf].tapped


def test_a_requirement_never_forces_a_cost(board: Any) -> None:
    """508.1d."""
    fury = board.put(0, "Fury", "2/2", board.rule("attacks if able"))
    with_tax(board, cost=Costs(parts=(PayLife(1),)))
    play = board.begin()
    assert play.pass_until("attackers").default == Answer()
    play.attack()
    assert fury in play.game.state.objects


def test_who_pays_for_one_still_obeys_what_costs_nothing(board: Any) -> None:
    board.seats = 3
    paid = board.put(0, "Paid", "2/2", board.rule("can't attack", player=Chosen((CAT,))), board.rule("attacks if able"))
    free = board.put(0, "Free", "2/2", board.rule("attacks if able"))
    with_tax(board, cost=Costs(parts=(PayLife(1),)))
    play = board.begin()
    assert play.no_attack((paid, BOB)) == "more of what must attack could attack"
    play.attack((paid, BOB), (free, CAT))
    assert play.life(0) == 19


def test_a_payment_taken_back_takes_the_declaration_back(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    lands = [board.put(0, f"Land {n}", types="Land") for n in range(2)]
    with_tax(board, cost=Costs(parts=(GiveUp("sacrifice", LANDS.that(Controlled("you"))),)))
    play = board.begin()
    play.attack((bears, BOB))
    assert play.asked.kind == "choose"
    assert play.game.state.objects[bears].tapped, "508.1f: it taps before the cost is paid"
    play.say(CANCEL)
    assert play.asked.kind == "attackers"
    assert not play.game.state.objects[bears].tapped
    play.attack((bears, BOB))
    play.say(Answer(picks=(f"o{lands[0]}",)))
    assert play.dead(lands[0]) and not play.dead(lands[1])
    assert [a.attacker for a in play.combat.attacks] == [bears]


def test_a_tax_may_be_counted(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    with_tax(board, cost=Costs(), amount=2)
    play = board.begin()
    assert play.no_attack((bears, BOB)) == "the cost to attack cannot be paid"
    play.game.free_mana = True
    play.attack((bears, BOB))


# --- teams and departures -------------------------------------------------------------------------


def test_the_active_player_may_leave_instead_of_declaring(board: Any) -> None:
    board.seats = 3
    board.put(0, "Bears", "2/2")
    play = board.begin()
    play.pass_until("attackers")
    play.game.concede(Seat(0))
    assert play.asked.kind == "priority"


def test_a_player_who_leaves_can_no_longer_be_attacked(board: Any) -> None:
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.pass_until("attackers")
    play.game.concede(Seat(1))
    assert [o.id for o in play.asked.options] == [f"o{bears}>p2"]


def test_a_team_attacks_together_and_names_a_player(board: Any) -> None:
    """805.10b."""
    board.seats, board.teams, board.switches = 4, ((0, 1), (2, 3)), {"shared_turns": True}
    mine, mates = board.put(0, "Mine", "2/2"), board.put(1, "Mates", "2/2")
    play = board.begin()
    request = play.pass_until("attackers")
    assert request.who == (0, 1)
    assert [o.id for o in request.options] == [f"o{c}>p{s}" for c in (mine, mates) for s in (2, 3)]


def test_a_team_attacked_as_one_is_one_target(board: Any) -> None:
    """810.7a (2012): either player stands for both, and a tax of either counts."""
    board.seats, board.teams = 4, ((0, 1), (2, 3))
    board.switches = {"shared_turns": True, "attack_target": "team"}
    bears = board.put(0, "Bears", "2/2")
    with_tax(board, seat=3)
    play = board.begin()
    assert [o.id for o in play.pass_until("attackers").options] == [f"o{bears}>p2", f"o{bears}>p3"]
    assert play.no_attack((bears, CAT)) == play.no_attack((bears, DAN)) == "the cost to attack cannot be paid"


def test_the_attack_says_who_attacks_whom(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, BOB))
    (declared,) = [e for e in play.game.log if type(e).__name__ == "AttackersDeclared"]
    assert declared.seat == 0
    assert declared.cause.rule == "combat.attack.attacking"
    assert [(a.attacker, a.defender, a.seat) for a in declared.attacks] == [(bears, BOB, 1)]


@pytest.mark.parametrize("term", [EachPlayer("opponents"), ActivePlayer()])
def test_a_rule_about_players_is_read_from_its_own_side(board: Any, term: Any) -> None:
    """A tax on attacking the opponents of its controller does not tax attacks on its controller."""
    bears = board.put(0, "Bears", "2/2")
    board.put(1, "Odd tax", board.rule("attack cost", term, cost=TAX), types="Enchantment")
    play = board.begin()
    play.attack((bears, BOB))
