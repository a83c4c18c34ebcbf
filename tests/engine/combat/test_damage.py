"""Combat damage: who assigns how much to whom, when, and what is refused (510, 702)."""

from typing import Any

import pytest

from apnap.engine import events as ev
from apnap.engine.filters import Filter
from apnap.engine.requests import NO, PASS, YES, Answer
from apnap.engine.traits import Colored
from apnap.engine.values import ObjId, Seat, player

ANN, BOB, CAT, DAN = (player(Seat(n)) for n in range(4))
NOT_LETHAL = "a creature that blocks it is not assigned lethal damage"
OUT_OF_ORDER = "a creature earlier in the order is not assigned lethal damage"


def fight(board: Any, attackers: Any, blockers: Any, blocks: Any = None) -> Any:
    """Ann attacks Bob with all, Bob blocks: each blocker the first attacker, or as `blocks` says."""
    play = board.begin()
    play.attack(*((a, BOB) for a in attackers))
    play.block(*(blocks if blocks is not None else [(b, attackers[0]) for b in blockers]))
    return play


def to_damage(play: Any) -> Any:
    """Pass into the combat damage step, up to its first question or grant of priority."""
    game = play.game
    while "damage" not in game.state.turn.step and game.request.kind == "priority":
        game.answer(game.request.who[0], PASS)
    return play


def dealt(play: Any) -> list[tuple[int, int, int]]:
    """All damage that was dealt: (source, to, amount)."""
    return [(e.source, e.to, e.amount) for e in play.game.log if isinstance(e, ev.DamageDealt)]


# --- who deals what ---------------------------------------------------------------------------------


def test_an_unblocked_attacker_deals_its_power_to_the_player(board: Any) -> None:
    play = fight(board, [board.put(0, "Bears", "2/2")], [])
    play.pass_to("combat-damage")
    assert (play.life(0), play.life(1)) == (20, 18)


def test_attacker_and_blocker_deal_damage_at_once(board: Any) -> None:
    bears, piker = board.put(0, "Bears", "2/2"), board.put(1, "Piker", "2/1")
    play = fight(board, [bears], [piker])
    play.pass_to("combat-damage")
    assert play.dead(bears) and play.dead(piker)
    assert play.life(1) == 20


def test_damage_cites_its_rule(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    play = fight(board, [bears], [])
    play.pass_to("combat-damage")
    (damage,) = [e for e in play.game.log if isinstance(e, ev.DamageDealt)]
    assert (damage.cause.rule, damage.cause.source, damage.combat) == ("combat.damage.deal", bears, True)


@pytest.mark.parametrize("stats", ["0/4", "-2/4"])
def test_without_power_no_damage_is_assigned(board: Any, stats: str) -> None:
    """C19."""
    play = fight(board, [board.put(0, "Weak", stats)], [])
    play.pass_to("combat-damage")
    assert dealt(play) == []
    assert play.life(1) == 20


def test_a_creature_that_assigns_no_combat_damage_assigns_none(board: Any) -> None:
    play = fight(board, [board.put(0, "Master", "5/5", board.rule("no combat damage"))], [])
    play.pass_to("combat-damage")
    assert dealt(play) == []


def test_damage_by_toughness(board: Any) -> None:
    play = fight(board, [board.put(0, "Ox", "0/4", board.rule("damage by toughness"))], [])
    play.pass_to("combat-damage")
    assert play.life(1) == 16


def test_an_attacked_planeswalker_loses_loyalty(board: Any) -> None:
    bears, walker = board.put(0, "Bears", "2/2"), board.put(1, "Walker", types="Planeswalker", loyalty=5)
    play = board.begin()
    play.attack((bears, walker))
    play.block()
    play.pass_to("combat-damage")
    assert play.game.state.objects[walker].counters == (("loyalty", 3),)
    assert play.life(1) == 20


# --- removed from combat ----------------------------------------------------------------------------


def remove(play: Any, obj_id: ObjId) -> None:
    play.game.happen([ev.RemovedFromCombat(object=obj_id)])


@pytest.mark.parametrize("words", [(), ("trample",)])
def test_the_attacker_of_a_planeswalker_that_left_deals_no_damage(board: Any, words: Any) -> None:
    """C04."""
    maw = board.put(0, "Maw", "6/6", *words)
    walker = board.put(1, "Walker", types="Planeswalker", loyalty=3)
    play = board.begin()
    play.attack((maw, walker))
    remove(play, walker)
    (attack,) = play.combat.attacks
    assert (attack.attacker, attack.defender, attack.seat) == (maw, 0, 1)
    assert play.pass_until("blockers").who == (1,), "it may be blocked"
    play.block()
    play.pass_to("combat-damage")
    assert dealt(play) == []


def test_a_planeswalker_that_stops_being_one_is_no_longer_attacked(board: Any) -> None:
    bears, walker = board.put(0, "Bears", "2/2"), board.put(1, "Walker", types="Planeswalker", loyalty=3)
    play = board.begin()
    play.attack((bears, walker))
    play.game.happen([ev.ControlChanged(object=walker, seat=Seat(0), before=Seat(1))])
    assert play.combat.attacks[0].defender == 0


def test_a_blocked_attacker_stays_blocked_without_its_blocker(board: Any) -> None:
    """C05, C16."""
    wurm, wall = board.put(0, "Wurm", "6/4"), board.put(1, "Wall", "0/4")
    play = fight(board, [wurm], [wall])
    remove(play, wall)
    assert play.combat.attacks[0].blocked
    play.pass_to("combat-damage")
    assert dealt(play) == []


def test_a_trampler_without_its_blocker_deals_all_to_the_player(board: Any) -> None:
    """C05."""
    wurm, wall = board.put(0, "Wurm", "6/4", "trample"), board.put(1, "Wall", "0/4")
    play = fight(board, [wurm], [wall])
    remove(play, wall)
    play.pass_to("combat-damage")
    assert play.life(1) == 14


def test_a_blocker_without_its_attacker_deals_nothing(board: Any) -> None:
    wurm, piker = board.put(0, "Wurm", "6/4"), board.put(1, "Piker", "2/1")
    play = fight(board, [wurm], [piker])
    remove(play, wurm)
    play.pass_to("combat-damage")
    assert dealt(play) == []


def test_tapping_does_not_remove_from_combat(board: Any) -> None:
    bears, wall = board.put(0, "Bears", "2/2"), board.put(1, "Wall", "1/4")
    play = fight(board, [bears], [wall])
    play.game.happen([ev.Untapped(object=bears), ev.Tapped(object=wall)])
    play.pass_to("combat-damage")
    assert (play.damage(bears), play.damage(wall)) == (1, 2)


def test_at_the_end_of_combat_all_are_removed(board: Any) -> None:
    play = fight(board, [board.put(0, "Bears", "2/2")], [])
    play.pass_to("main2")
    assert play.game.state.combat is None


# --- division ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2004", "2007", "2008", "current"])
@pytest.mark.parametrize("first", range(5))
def test_damage_is_divided_freely(board: Any, edition: str, first: int) -> None:
    """C06, C08."""
    board.edition = edition
    attacker = board.put(0, "Attacker", "4/9")
    one, two = board.put(1, "One", "0/9"), board.put(1, "Two", "0/9")
    play = to_damage(fight(board, [attacker], [one, two]))
    assert (play.asked.kind, play.asked.who, play.asked.total) == ("divide", (0,), 4)
    play.divide({one: first, two: 4 - first})
    while play.game.state.zone("stack") or play.damage(one) + play.damage(two) == 0:
        play.say(PASS)
    assert (play.damage(one), play.damage(two)) == (first, 4 - first)


def test_a_division_has_to_add_up_and_to_stay_among_the_blockers(board: Any) -> None:
    attacker = board.put(0, "Attacker", "4/3")
    one, two = board.put(1, "One", "2/3"), board.put(1, "Two", "1/1")
    play = to_damage(fight(board, [attacker], [one, two]))
    assert play.no_division({one: 3}) == "expected the amounts to add up to 4"
    assert play.no_division({one: 3, BOB: 1}) == "no such option"
    assert play.asked.refuse(play.asked.default) is None


ORDERED = [({0: 3, 1: 3}, True), ({0: 4, 1: 2}, True), ({0: 5, 1: 1}, True), ({0: 6}, True), ({0: 2, 1: 4}, False)]


@pytest.mark.parametrize("amounts, legal", ORDERED)
@pytest.mark.parametrize("edition", ["2011", "2012", "2013"])
def test_in_order_each_needs_lethal_damage_before_the_next(
    board: Any, edition: str, amounts: dict[int, int], legal: bool
) -> None:
    """C07."""
    board.edition = edition
    attacker = board.put(0, "Attacker", "6/4")
    both = [board.put(1, "Wall", "0/3"), board.put(1, "Cadet", "1/1")]
    play = fight(board, [attacker], both)
    play.say(Answer(picks=tuple(f"o{b}" for b in both)))
    to_damage(play)
    division = {both[n]: amount for n, amount in amounts.items()}
    if legal:
        play.divide(division)
        assert play.dead(both[0])
    else:
        assert play.no_division(division) == OUT_OF_ORDER


def test_in_order_a_big_first_blocker_leaves_one_way(board: Any) -> None:
    """C07: with +3/+3 the wall takes all six."""
    board.edition = "2011"
    attacker = board.put(0, "Attacker", "6/4")
    wall, cadet = board.put(1, "Wall", "0/6"), board.put(1, "Cadet", "1/1")
    play = fight(board, [attacker], [wall, cadet])
    play.say(Answer(picks=(f"o{wall}", f"o{cadet}")))
    play.pass_to("combat-damage")
    assert (attacker, cadet, 1) not in dealt(play)
    assert (attacker, wall, 6) in dealt(play)


def test_a_blocker_of_several_divides_too(board: Any) -> None:
    one, two = board.put(0, "One", "1/9"), board.put(0, "Two", "1/9")
    heads = board.put(1, "Heads", "4/4", board.rule("blocks more", amount=1))
    play = to_damage(fight(board, [one, two], [heads], [(heads, one), (heads, two)]))
    assert (play.asked.who, play.asked.rule) == ((1,), "combat.damage.blocker")
    play.divide({one: 1, two: 3})
    assert (play.damage(one), play.damage(two)) == (1, 3)


def test_a_creature_with_one_opponent_is_not_asked(board: Any) -> None:
    one, two = board.put(0, "One", "3/3"), board.put(1, "Two", "4/4")
    play = fight(board, [one], [two])
    play.pass_to("combat-damage")
    assert play.damage(two) == 3


# --- trample ----------------------------------------------------------------------------------------


def test_trample_assigns_lethal_damage_to_all_blockers_first(board: Any) -> None:
    maw = board.put(0, "Maw", "6/6", "trample")
    bears, spider = board.put(1, "Bears", "2/2", damage=1), board.put(1, "Spider", "2/4")
    play = to_damage(fight(board, [maw], [bears, spider]))
    assert play.no_division({bears: 1, spider: 3, BOB: 2}) == NOT_LETHAL
    assert play.no_division({bears: 2, spider: 5}) == "expected the amounts to add up to 6"
    assert play.asked.default == play.division({bears: 1, spider: 4, BOB: 1})
    play.divide({bears: 1, spider: 4, BOB: 1})
    assert play.life(1) == 19
    assert play.damage(maw) == 4


def test_trample_need_not_be_used(board: Any) -> None:
    maw, bears = board.put(0, "Maw", "6/6", "trample"), board.put(1, "Bears", "2/2")
    play = to_damage(fight(board, [maw], [bears]))
    play.divide({bears: 6})
    assert play.life(1) == 20


def test_a_trampler_that_cannot_get_through_is_not_asked(board: Any) -> None:
    maw, wall = board.put(0, "Maw", "4/6", "trample"), board.put(1, "Wall", "0/4")
    play = fight(board, [maw], [wall])
    play.pass_to("combat-damage")
    assert play.dead(wall) and play.life(1) == 20


def test_trample_does_nothing_for_a_blocker(board: Any) -> None:
    bears, maw = board.put(0, "Bears", "2/2"), board.put(1, "Maw", "6/6", "trample")
    play = fight(board, [bears], [maw])
    play.pass_to("combat-damage")
    assert (maw, bears, 6) in dealt(play)


@pytest.mark.parametrize("edition", ["2004", "2011", "2013", "current"])
def test_trample_with_deathtouch(board: Any, edition: str) -> None:
    """C09."""
    board.edition = edition
    maw = board.put(0, "Maw", "5/5", "trample", "deathtouch")
    one, two = board.put(1, "One", "4/4"), board.put(1, "Two", "4/4")
    play = fight(board, [maw], [one, two])
    if play.asked.kind == "order":
        play.say(play.asked.default)
    to_damage(play)
    assert play.no_division({one: 1, BOB: 4}) == NOT_LETHAL
    play.divide({one: 1, two: 1, BOB: 3})
    while play.life(1) == 20:
        play.say(PASS)
    assert play.life(1) == 17


@pytest.mark.parametrize("edition", ["2007", "2008"])
def test_while_deathtouch_is_a_trigger_lethal_damage_is_toughness(board: Any, edition: str) -> None:
    board.edition = edition
    maw, one = board.put(0, "Maw", "5/5", "trample", "deathtouch"), board.put(1, "One", "4/4")
    play = to_damage(fight(board, [maw], [one]))
    assert play.no_division({one: 1, BOB: 4}) == NOT_LETHAL
    play.divide({one: 4, BOB: 1})


def test_trample_into_protection(board: Any) -> None:
    """C10: what protection will prevent is lethal damage all the same."""
    shield = board.keyword("protection", filter=Filter((Colored("G"),)))
    maw = board.put(0, "Maw", "6/6", "trample", cost="{G}")
    knight = board.put(1, "Knight", "2/2", shield)
    play = to_damage(fight(board, [maw], [knight]))
    assert play.no_division({knight: 1, BOB: 5}) == NOT_LETHAL
    play.divide({knight: 2, BOB: 4})
    assert play.life(1) == 16


def double_block(board: Any, first: tuple[str, ...], second: tuple[str, ...], blocker: str) -> Any:
    one, two = board.put(0, "One", *first), board.put(0, "Two", *second)
    wall = board.put(1, "Wall", blocker, board.rule("blocks more", amount=1))
    return to_damage(fight(board, [one, two], [wall], [(wall, one), (wall, two)])), wall


def test_the_damage_of_the_other_attacker_counts_as_lethal(board: Any) -> None:
    """C11: the plain attacker assigns first, whatever stands first."""
    play, wall = double_block(board, ("3/3", "trample"), ("1/1",), "0/2")
    assert play.no_division({BOB: 3}) == NOT_LETHAL
    play.divide({wall: 1, BOB: 2})
    assert play.dead(wall) and play.life(1) == 18


def test_one_trampler_may_count_on_the_other(board: Any) -> None:
    play, wall = double_block(board, ("5/5", "trample"), ("5/5", "trample"), "0/4")
    play.divide({BOB: 5})
    assert play.no_division({BOB: 5}) == NOT_LETHAL
    assert play.asked.default == play.division({wall: 4, BOB: 1})
    play.divide({wall: 4, BOB: 1})
    assert play.dead(wall) and play.life(1) == 14


def test_who_counted_on_too_much_assigns_anew(board: Any) -> None:
    """510.1e: two tramplers count on a third that can do enough for one of them only."""
    one, two = board.put(0, "One", "4/4", "trample"), board.put(0, "Two", "4/4", "trample")
    helper = board.put(0, "Helper", "3/3", "trample")
    many = board.rule("blocks more", amount=1)
    left, right = board.put(1, "Left", "0/3", many), board.put(1, "Right", "0/3", many)
    blocks = [(left, one), (left, helper), (right, two), (right, helper)]
    play = to_damage(fight(board, [one, two, helper], [], blocks))
    play.divide({BOB: 4})
    play.divide({BOB: 4})
    assert play.asked.cause == one, "nothing that the third can assign makes both legal"
    assert play.no_division({BOB: 4}) == NOT_LETHAL, "now each counts on what came before only"
    play.divide({left: 3, BOB: 1})
    play.divide({right: 3, BOB: 1})
    play.divide({BOB: 3})
    assert play.life(1) == 15


def test_trample_over_planeswalkers(board: Any) -> None:
    """702.19c and its example."""
    small, big = board.put(0, "Small", "1/1"), board.put(0, "Big", "7/7", "trample over planeswalkers")
    walker = board.put(1, "Walker", types="Planeswalker", loyalty=3)
    play = board.begin()
    play.attack((small, walker), (big, walker))
    play.block()
    to_damage(play)
    assert play.no_division({walker: 1, BOB: 6}) == "the planeswalker is not assigned damage equal to its loyalty"
    play.divide({walker: 2, BOB: 5})
    assert play.life(1) == 15
    assert play.dead(walker)


def test_trample_over_a_planeswalker_that_left(board: Any) -> None:
    """702.19e."""
    big = board.put(0, "Big", "7/7", "trample over planeswalkers")
    walker = board.put(1, "Walker", types="Planeswalker", loyalty=3)
    play = board.begin()
    play.attack((big, walker))
    remove(play, walker)
    play.block()
    play.pass_to("combat-damage")
    assert play.life(1) == 13


@pytest.mark.parametrize("answer, life", [(YES, 14), (NO, 20)])
def test_damage_as_though_it_were_not_blocked(board: Any, answer: Answer, life: int) -> None:
    worm, wall = board.put(0, "Worm", "6/4", board.rule("may assign as though unblocked")), board.put(1, "Wall", "0/9")
    play = to_damage(fight(board, [worm], [wall]))
    play.say(answer)
    play.pass_to("combat-damage")
    assert play.life(1) == life


# --- first and double strike ------------------------------------------------------------------------


def test_first_strike_kills_first(board: Any) -> None:
    """C12."""
    knight, bears = board.put(0, "Knight", "2/1", "first strike"), board.put(1, "Bears", "2/2")
    play = fight(board, [knight], [bears])
    play.pass_to("first-strike-damage")
    assert play.dead(bears)
    play.pass_to("combat-damage")
    assert not play.dead(knight)


def test_without_first_strikers_there_is_one_damage_step(board: Any) -> None:
    play = fight(board, [board.put(0, "Bears", "2/2")], [])
    play.pass_to("main2")
    assert [e.step for e in play.game.log if isinstance(e, ev.StepBegan) and "damage" in e.step] == ["combat-damage"]


def test_a_double_striker_deals_damage_twice(board: Any) -> None:
    blade, bears = board.put(0, "Blade", "2/2", "double strike"), board.put(0, "Bears", "3/3")
    play = fight(board, [blade, bears], [])
    play.pass_to("first-strike-damage")
    assert play.life(1) == 18
    play.pass_to("combat-damage")
    assert play.life(1) == 13


def change_keywords(play: Any, obj_id: ObjId, base: ObjId) -> None:
    """Make a creature a copy of another in the middle of combat."""
    play.game.happen([ev.BecameCopy(object=obj_id, base=play.game.state.objects[base].base)])


def test_first_strike_lost_between_the_steps_is_not_struck_again(board: Any) -> None:
    """C13."""
    knight, plain = board.put(0, "Knight", "2/2", "first strike"), board.put(0, "Plain", "2/2")
    play = fight(board, [knight, plain], [])
    play.pass_to("first-strike-damage")
    change_keywords(play, knight, plain)
    play.pass_to("combat-damage")
    assert play.life(1) == 16


def test_first_strike_gained_between_the_steps_does_not_hinder(board: Any) -> None:
    """C13."""
    knight, plain = board.put(0, "Knight", "2/2", "first strike"), board.put(0, "Plain", "2/2")
    play = fight(board, [knight, plain], [])
    play.pass_to("first-strike-damage")
    change_keywords(play, plain, knight)
    play.pass_to("combat-damage")
    assert play.life(1) == 16


def test_double_strike_gained_or_lost_between_the_steps_counts(board: Any) -> None:
    """702.4c-d."""
    gains, loses = board.put(0, "Gains", "2/2", "first strike"), board.put(0, "Loses", "1/1", "double strike")
    play = fight(board, [gains, loses], [])
    play.pass_to("first-strike-damage")
    assert play.life(1) == 17
    bases = {i: play.game.state.objects[i].base for i in (gains, loses)}
    play.game.happen([ev.BecameCopy(object=gains, base=bases[loses]), ev.BecameCopy(object=loses, base=bases[gains])])
    play.pass_to("combat-damage")
    assert play.life(1) == 16, "the new double striker (a 1/1 now) struck again, the old one did not"


@pytest.mark.parametrize("edition, life", [("2004", 18), ("current", 20)])
def test_a_first_striker_that_had_no_power(board: Any, edition: str, life: int) -> None:
    """310.5 (2004): it did not assign in the first step; 510.4: it had first strike as that step began."""
    board.edition = edition
    weak, helper = board.put(0, "Weak", "0/2", "first strike"), board.put(1, "Helper", "2/2")
    play = fight(board, [weak], [])
    play.pass_to("first-strike-damage")
    change_keywords(play, weak, helper)
    play.pass_to("end-of-combat")
    assert play.life(1) == life


# --- lifelink ---------------------------------------------------------------------------------------


def test_two_lifelinkers_gain_twice(board: Any) -> None:
    """C17."""
    cats = [board.put(0, f"Cat {n}", "2/2", "lifelink") for n in range(2)]
    play = fight(board, cats, [])
    play.pass_to("combat-damage")
    assert [e.amount for e in play.game.log if isinstance(e, ev.LifeGained)] == [2, 2]
    assert play.life(0) == 24


def test_lifelink_arrives_with_the_damage_that_would_be_lethal(board: Any) -> None:
    """C18."""
    board.life = {1: 2}
    giant, bears = board.put(0, "Giant", "3/3"), board.put(0, "Bears", "2/2")
    hawk = board.put(1, "Hawk", "3/3", "lifelink")
    play = fight(board, [giant, bears], [], [(hawk, bears)])
    play.pass_to("combat-damage")
    assert play.life(1) == 2


# --- several players --------------------------------------------------------------------------------


def test_damage_to_a_player_who_left_is_not_assigned(board: Any) -> None:
    """C22."""
    board.seats = 3
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    play = board.begin()
    play.attack((bears, BOB), (giant, CAT))
    play.block()
    play.block()
    play.game.concede(Seat(1))
    play.pass_to("combat-damage")
    assert dealt(play) == [(giant, CAT, 3)]


def test_who_leaves_while_damage_is_divided_gets_none(board: Any) -> None:
    board.seats = 3
    one, two = board.put(0, "One", "4/4"), board.put(0, "Two", "3/3")
    walls = [board.put(1, f"Wall {n}", "0/4") for n in range(2)]
    play = board.begin()
    play.attack((one, BOB), (two, CAT))
    play.block(*((w, one) for w in walls))
    play.block()
    to_damage(play)
    assert play.asked.kind == "divide"
    play.game.concede(Seat(1))
    play.pass_to("combat-damage")
    assert dealt(play) == [(two, CAT, 3)]


def test_what_was_assigned_before_somebody_left_stands(board: Any) -> None:
    """510.1: nothing has announced damage announced again; everybody was once asked anew."""
    board.seats = 4
    one, two = board.put(0, "One", "4/4"), board.put(0, "Two", "4/4")
    walls = [board.put(1, f"Wall {n}", "0/4") for n in range(2)]
    more = [board.put(2, f"More {n}", "0/4") for n in range(2)]
    play = board.begin()
    play.attack((one, BOB), (two, CAT))
    play.block(*((w, one) for w in walls))
    play.block(*((w, two) for w in more))
    to_damage(play)
    play.divide({walls[0]: 1, walls[1]: 3})
    assert play.asked.kind == "divide"
    play.game.concede(Seat(3))
    assert play.asked.kind == "divide"
    assert {o.payload.object for o in play.asked.options} == set(more)
    play.divide({more[0]: 2, more[1]: 2})
    assert sorted(dealt(play)) == [(one, walls[0], 1), (one, walls[1], 3), (two, more[0], 2), (two, more[1], 2)]


def test_what_was_assigned_to_a_leavers_creatures_is_not_assigned(board: Any) -> None:
    board.seats = 3
    one, two = board.put(0, "One", "4/4"), board.put(0, "Two", "4/4")
    walls = [board.put(1, f"Wall {n}", "0/4") for n in range(2)]
    more = [board.put(2, f"More {n}", "0/4") for n in range(2)]
    play = board.begin()
    play.attack((one, BOB), (two, CAT))
    play.block(*((w, one) for w in walls))
    play.block(*((w, two) for w in more))
    to_damage(play)
    play.divide({walls[0]: 1, walls[1]: 3})
    play.game.concede(Seat(1))
    play.divide({more[0]: 2, more[1]: 2})
    assert sorted(dealt(play)) == [(two, more[0], 2), (two, more[1], 2)]


def test_whether_one_was_assigned_as_though_unblocked_is_not_asked_twice(board: Any) -> None:
    board.seats = 3
    free = board.put(0, "Free", "4/4", board.rule("may assign as though unblocked"))
    two = board.put(0, "Two", "4/4")
    wall = board.put(1, "Wall", "0/4")
    more = [board.put(1, f"More {n}", "0/4") for n in range(2)]
    play = board.begin()
    play.attack((free, BOB), (two, BOB))
    play.block((wall, free), *((w, two) for w in more))
    to_damage(play)
    assert play.asked.prompt == "as though unblocked"
    play.say(YES)
    assert play.asked.kind == "divide"
    play.game.concede(Seat(2))
    play.divide({more[0]: 2, more[1]: 2})
    assert sorted(dealt(play)) == sorted([(free, BOB, 4), (two, more[0], 2), (two, more[1], 2)])


def test_a_team_attacked_as_one_names_the_player_who_is_hit(board: Any) -> None:
    """810.7f (2012)."""
    board.seats, board.teams = 4, ((0, 1), (2, 3))
    board.switches = {"shared_turns": True, "attack_target": "team"}
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, CAT))
    play.block()
    to_damage(play)
    assert (play.asked.kind, play.asked.who, play.asked.prompt) == ("choose", (0,), "head")
    play.say(Answer(picks=("p3",)))
    assert dealt(play) == [(bears, DAN, 2)]


def test_a_trampler_hits_one_player_of_the_team(board: Any) -> None:
    board.seats, board.teams = 4, ((0, 1), (2, 3))
    board.switches = {"shared_turns": True, "attack_target": "team"}
    maw, wall = board.put(0, "Maw", "6/6", "trample"), board.put(3, "Wall", "0/4")
    play = board.begin()
    play.attack((maw, CAT))
    play.block((wall, maw))
    to_damage(play)
    says = "all that is assigned to the team is assigned to one player"
    assert play.no_division({wall: 4, CAT: 1, DAN: 1}) == says
    play.divide({wall: 4, DAN: 2})
    assert play.life(3) == 18


# --- damage on the stack ----------------------------------------------------------------------------


OLD = ("2004", "2007", "2008")


@pytest.mark.parametrize("edition", OLD)
def test_assigned_damage_waits_on_the_stack(board: Any, edition: str) -> None:
    board.edition = edition
    bears, piker = board.put(0, "Bears", "2/2"), board.put(1, "Piker", "2/1")
    play = fight(board, [bears], [piker])
    play.pass_to("combat-damage")
    (damage,) = play.game.state.zone("stack")
    assert play.chars(damage).name == "combat damage"
    assert dealt(play) == []
    play.say(PASS)
    play.say(PASS)
    assert play.dead(bears) and play.dead(piker) and play.dead(damage)
    assert play.game.state.turn.step == "combat-damage"


@pytest.mark.parametrize("edition", OLD)
def test_damage_on_the_stack_is_dealt_by_who_has_left(board: Any, edition: str) -> None:
    """310.4a-c: the blocker leaves; its damage is dealt, the damage to it is not."""
    from apnap.engine import actions as ac
    from apnap.engine.perform import together

    board.edition = edition
    bears, piker = board.put(0, "Bears", "2/2"), board.put(1, "Piker", "1/1")
    play = fight(board, [bears], [piker])
    play.pass_to("combat-damage")
    for _ in together(play.game, [ac.Sacrifice(object=piker, seat=Seat(1))]):
        raise AssertionError("nothing is asked")
    play.say(PASS)
    play.say(PASS)
    assert dealt(play) == [(piker, bears, 1)]


@pytest.mark.parametrize("edition", OLD)
def test_damage_that_left_combat_is_dealt_still(board: Any, edition: str) -> None:
    board.edition = edition
    bears, wall = board.put(0, "Bears", "2/2"), board.put(1, "Wall", "0/4")
    play = fight(board, [bears], [wall])
    play.pass_to("combat-damage")
    remove(play, wall)
    play.say(PASS)
    play.say(PASS)
    assert play.damage(wall) == 2


def test_nothing_goes_on_the_stack_where_nothing_is_assigned(board: Any) -> None:
    board.edition = "2004"
    play = fight(board, [board.put(0, "Weak", "0/4")], [])
    play.pass_to("combat-damage")
    assert play.game.state.zone("stack") == ()


# --- forks ------------------------------------------------------------------------------------------


def test_a_fork_in_the_middle_of_a_division_goes_on_alike(board: Any) -> None:
    maw = board.put(0, "Maw", "6/6", "trample")
    bears, spider = board.put(1, "Bears", "2/2"), board.put(1, "Spider", "2/4")
    play = to_damage(fight(board, [maw], [bears, spider]))
    other = play.game.fork()
    answer = play.division({bears: 2, spider: 4})
    play.say(answer)
    other.answer(Seat(0), answer)
    assert other.state == play.game.state
