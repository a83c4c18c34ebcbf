"""Who may block whom, what must, what it costs (509.1)."""

from typing import Any

import pytest

from apnap.engine.blocking import legal_blocks
from apnap.engine.cost_parts import Costs, PayLife
from apnap.engine.filters import Filter
from apnap.engine.requests import Answer
from apnap.engine.traits import Colored, Has, Is
from apnap.engine.values import Seat, player

BOB, CAT, DAN = (player(Seat(n)) for n in range(1, 4))
CREATURES = Filter((Is(("Creature",)),))


def may_block(board: Any, attacker: Any, blocker: Any, *, lands: tuple[str, ...] = ()) -> bool:
    """Whether one creature may block another; each is (stats, cost, words, types)."""
    a, b = (
        board.put(seat, name, stats, *words, types=types, cost=cost)
        for seat, name, (stats, cost, words, types) in ((0, "Attacker", attacker), (1, "Blocker", blocker))
    )
    for land in lands:
        board.put(1, land, types=land)
    play = board.begin()
    play.attack((a, BOB))
    play.pass_until("blockers")
    return (b, a) in legal_blocks(play.game, (Seat(1),))


def creature(*words: Any, stats: str = "2/2", cost: str = "{W}", types: str = "Creature") -> Any:
    return (stats, cost, words, types)


EVASION = [
    (creature("flying"), creature(), False),
    (creature("flying"), creature("flying"), True),
    (creature("flying"), creature("reach"), True),
    (creature(), creature("flying"), True),
    (creature("shadow"), creature(), False),
    (creature(), creature("shadow"), False),
    (creature("shadow"), creature("shadow"), True),
    (creature("flying", "shadow"), creature("flying"), False),
    (creature("horsemanship"), creature(), False),
    (creature("horsemanship"), creature("horsemanship"), True),
    (creature("fear"), creature(), False),
    (creature("fear"), creature(cost="{B}"), True),
    (creature("fear"), creature(types="Artifact Creature"), True),
    (creature("intimidate"), creature(cost="{R}"), False),
    (creature("intimidate"), creature(cost="{W}{R}"), True),
    (creature("intimidate"), creature(types="Artifact Creature", cost="{1}"), True),
    (creature("skulk"), creature(stats="3/3"), False),
    (creature("skulk"), creature(stats="2/3"), True),
]


@pytest.mark.parametrize("attacker, blocker, legal", EVASION)
def test_evasion(board: Any, attacker: Any, blocker: Any, legal: bool) -> None:
    assert may_block(board, attacker, blocker) is legal


LANDWALK = [
    ("islandwalk", "Basic Land — Island", False),
    ("islandwalk", "Basic Land — Forest", True),
    ("snow swampwalk", "Basic Land — Swamp", True),
    ("snow swampwalk", "Basic Snow Land — Swamp", False),
    ("nonbasic landwalk", "Basic Land — Swamp", True),
    ("nonbasic landwalk", "Land", False),
    ("legendary landwalk", "Legendary Land", False),
]


@pytest.mark.parametrize("walk, land, legal", LANDWALK)
def test_landwalk_asks_for_the_lands_of_the_player_attacked(board: Any, walk: str, land: str, legal: bool) -> None:
    assert may_block(board, creature(walk), creature(), lands=(land,)) is legal


def test_a_mountainwalker_is_stopped_by_the_player_without_mountains(board: Any) -> None:
    """C21."""
    board.seats = 3
    one, two = board.put(0, "One", "2/2", "mountainwalk"), board.put(0, "Two", "2/2", "mountainwalk")
    board.put(1, "Mountain", types="Basic Land — Mountain")
    bob, cat = board.put(1, "Bobs", "2/2"), board.put(2, "Cats", "2/2")
    play = board.begin()
    play.attack((one, BOB), (two, CAT))
    assert play.no_block((bob, one)) == "this is not a legal choice now"
    play.block()
    play.block((cat, two))


def test_protection_keeps_blockers_off(board: Any) -> None:
    shield = board.keyword("protection", filter=Filter((Colored("R"),)))
    assert not may_block(board, creature(shield), creature(cost="{R}"))


def test_protection_of_the_blocker_does_not_matter(board: Any) -> None:
    shield = board.keyword("protection", filter=Filter((Colored("R"),)))
    assert may_block(board, creature(cost="{R}"), creature(shield))


FLYERS = Filter((Has("flying"),))
RULES = [
    ("can't be blocked", {}, creature(), False),
    ("can't be blocked by", {"filter": Filter((Colored("W"),))}, creature(), False),
    ("can't be blocked by", {"filter": Filter((Colored("R"),))}, creature(), True),
    ("blocked only by", {"filter": FLYERS}, creature(), False),
    ("blocked only by", {"filter": FLYERS}, creature("flying"), True),
]


@pytest.mark.parametrize("word, more, blocker, legal", RULES)
def test_rules_about_the_attacker(board: Any, word: str, more: Any, blocker: Any, legal: bool) -> None:
    assert may_block(board, creature(board.rule(word, **more)), blocker) is legal


@pytest.mark.parametrize(
    "word, more, attacker, legal",
    [
        ("can't block", {}, creature(), False),
        ("can't block", {"filter": FLYERS}, creature(), True),
        ("blocks only", {"filter": FLYERS}, creature(), False),
    ],
)
def test_rules_about_the_blocker(board: Any, word: str, more: Any, attacker: Any, legal: bool) -> None:
    assert may_block(board, attacker, creature(board.rule(word, **more))) is legal


def test_a_tapped_creature_cannot_block(board: Any) -> None:
    bears, wall = board.put(0, "Bears", "2/2"), board.put(1, "Wall", "0/4", "defender", tapped=True)
    play = board.begin()
    play.attack((bears, BOB))
    assert play.no_block((wall, bears)) == "this is not a legal choice now"


def test_menace_takes_two(board: Any) -> None:
    rog = board.put(0, "Rog", "1/1", "menace")
    bears, elves = board.put(1, "Bears", "2/2"), board.put(1, "Elves", "1/1")
    play = board.begin()
    play.attack((rog, BOB))
    assert play.no_block((bears, rog)) == "Rog can't be blocked except by two or more creatures"
    play.block((bears, rog), (elves, rog))
    assert play.combat.attacks[0].blockers == (bears, elves)


def test_no_more_than_one_may_block_it(board: Any) -> None:
    beast = board.put(0, "Beast", "5/5", board.rule("blocked by at most", amount=1))
    bears, elves = board.put(1, "Bears", "2/2"), board.put(1, "Elves", "1/1")
    play = board.begin()
    play.attack((beast, BOB))
    assert play.no_block((bears, beast), (elves, beast)) == "Beast can't be blocked by more than 1"
    play.block((bears, beast))


def test_a_creature_blocks_one_attacker_unless_it_may_block_more(board: Any) -> None:
    one, two, three = (board.put(0, f"Attacker {n}", "1/1") for n in range(3))
    plain = board.put(1, "Plain", "2/2")
    bear = board.put(1, "Two heads", "4/4", board.rule("blocks more", amount=1))
    wall = board.put(1, "Many eyes", "0/9", board.rule("blocks more", amount=-1))
    play = board.begin()
    play.attack((one, BOB), (two, BOB), (three, BOB))
    says = "a creature can't block so many attackers"
    assert play.no_block((plain, one), (plain, two)) == says
    assert play.no_block((bear, one), (bear, two), (bear, three)) == says
    play.block((bear, one), (bear, two), (wall, one), (wall, two), (wall, three))
    assert [a.blockers for a in play.combat.attacks] == [(bear, wall), (bear, wall), (wall,)]


# --- requirements ---------------------------------------------------------------------------------


def test_menace_and_a_creature_that_must_block(board: Any) -> None:
    """C03: the plain one has to come along."""
    rog = board.put(0, "Rog", "1/1", "menace")
    must, plain = board.put(1, "Must", "2/2", board.rule("blocks if able")), board.put(1, "Plain", "2/2")
    play = board.begin()
    play.attack((rog, BOB))
    assert play.no_block() == "more of what must block could block"
    assert play.no_block((must, rog)).startswith("Rog can't be blocked except")
    assert play.asked.default == play.declare((must, rog), (plain, rog))
    play.block((must, rog), (plain, rog))


def test_a_lure_draws_all_that_can_block(board: Any) -> None:
    giant = board.put(0, "Giant", "3/3", board.rule("must be blocked"))
    worm = board.put(0, "Worm", "6/4")
    bears, angel = board.put(1, "Bears", "2/2"), board.put(1, "Angel", "4/4", "flying")
    board.put(1, "Piker", "2/1", tapped=True)
    play = board.begin()
    play.attack((giant, BOB), (worm, BOB))
    for blocks in ((), ((bears, giant),), ((bears, giant), (angel, worm))):
        assert play.no_block(*blocks) == "more of what must block could block"
    play.block((bears, giant), (angel, giant))


def test_one_blocker_is_enough_for_what_is_blocked_if_able(board: Any) -> None:
    ogre = board.put(0, "Ogre", "3/3", board.rule("blocked if able"))
    bears, elves = board.put(1, "Bears", "2/2"), board.put(1, "Elves", "1/1")
    play = board.begin()
    play.attack((ogre, BOB))
    assert play.no_block() == "more of what must block could block"
    assert len(play.asked.default.picks) == 1
    play.block((elves, ogre))
    assert not play.dead(bears)


def test_two_lures_are_obeyed_as_far_as_they_can_be(board: Any) -> None:
    one, two = (board.put(0, f"Lure {n}", "1/1", board.rule("must be blocked")) for n in range(2))
    bears = board.put(1, "Bears", "2/2")
    heads = board.put(1, "Heads", "2/2", board.rule("blocks more", amount=1))
    play = board.begin()
    play.attack((one, BOB), (two, BOB))
    assert play.no_block((bears, one), (heads, one)) == "more of what must block could block"
    play.block((bears, two), (heads, one), (heads, two))


def test_a_blocker_may_have_to_block_one_attacker(board: Any) -> None:
    provoker, other = board.put(0, "Provoker", "2/2", types="Creature — Beast"), board.put(0, "Other", "1/1")
    goat = board.put(1, "Goat", "0/1", board.rule("blocks if able", filter=Filter((Is(("Beast",)),))))
    play = board.begin()
    play.attack((provoker, BOB), (other, BOB))
    assert play.no_block((goat, other)) == "more of what must block could block"
    play.block((goat, provoker))


def test_what_cannot_block_alone_needs_another_blocker(board: Any) -> None:
    one, two = board.put(0, "One", "1/1"), board.put(0, "Two", "1/1")
    shy = board.put(1, "Shy", "2/2", board.rule("can't block alone"), board.rule("blocks more", amount=1))
    bears = board.put(1, "Bears", "2/2")
    play = board.begin()
    play.attack((one, BOB), (two, BOB))
    assert play.no_block((shy, one), (shy, two)) == "Shy can't block alone", "one creature is one, twice blocking"
    play.block((shy, one), (bears, one))


def test_no_more_than_one_creature_can_block(board: Any) -> None:
    one, two = board.put(0, "One", "1/1"), board.put(0, "Two", "1/1")
    board.put(0, "Arbiter", board.rule("blockers at most", CREATURES, amount=1), types="Artifact")
    bears, elves = board.put(1, "Bears", "2/2", board.rule("blocks more", amount=1)), board.put(1, "Elves", "1/1")
    play = board.begin()
    play.attack((one, BOB), (two, BOB))
    assert play.no_block((bears, one), (elves, two)) == "no more than 1 creatures can block"
    play.block((bears, one), (bears, two))


def test_a_cost_to_block_is_never_forced_but_paid(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    cost = Costs(parts=(PayLife(3),))
    wall = board.put(1, "Wall", "0/4", board.rule("block cost", cost=cost), board.rule("blocks if able"))
    play = board.begin()
    play.attack((bears, BOB))
    assert play.pass_until("blockers").default == Answer()
    play.block((wall, bears))
    assert play.life(1) == 17
    assert play.combat.attacks[0].blockers == (wall,)


# --- several defenders ----------------------------------------------------------------------------


def test_each_defender_blocks_in_turn_and_only_its_own_attackers(board: Any) -> None:
    """C20; nothing attacks Dan, so he is not asked."""
    board.seats = 4
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    spider, piker = board.put(1, "Spider", "2/4"), board.put(2, "Piker", "2/1")
    board.put(3, "Worm", "6/4")
    play = board.begin()
    play.attack((bears, CAT), (giant, BOB))
    assert play.pass_until("blockers").who == (1,)
    assert play.no_block((spider, bears)) == "this is not a legal choice now"
    play.block((spider, giant))
    assert play.pass_until("blockers").who == (2,)
    assert play.no_block((piker, giant)) == "this is not a legal choice now"
    play.block((piker, bears))
    assert play.asked.kind == "priority"
    done = next(e for e in play.game.log if type(e).__name__ == "BlocksDone")
    assert (done.blocked, done.unblocked) == ((bears, giant), ())


def test_the_owner_of_an_attacked_planeswalker_blocks(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    walker, wall = board.put(1, "Walker", types="Planeswalker", loyalty=3), board.put(1, "Wall", "0/4")
    play = board.begin()
    play.attack((bears, walker))
    play.block((wall, bears))
    assert play.combat.attacks[0].blocked


def test_a_defender_who_leaves_while_blocking_is_no_longer_asked(board: Any) -> None:
    board.seats = 3
    bears, giant = board.put(0, "Bears", "2/2"), board.put(0, "Giant", "3/3")
    board.put(1, "Wall", "0/4")
    play = board.begin()
    play.attack((bears, BOB), (giant, CAT))
    play.pass_until("blockers")
    play.game.concede(Seat(1))
    assert play.asked.who == (2,)
    play.block()
    play.pass_to("combat-damage")
    assert play.life(2) == 17


def test_a_team_has_one_combined_block(board: Any) -> None:
    """805.10d: creatures of either player block attackers of either."""
    board.seats, board.teams, board.switches = 4, ((0, 1), (2, 3)), {"shared_turns": True}
    bears, wall = board.put(0, "Bears", "2/2"), board.put(3, "Wall", "0/4")
    play = board.begin()
    play.attack((bears, CAT))
    assert play.pass_until("blockers").who == (2, 3)
    play.block((wall, bears))
    assert play.combat.attacks[0].blockers == (wall,)


def test_the_order_of_blockers_is_asked_where_the_edition_has_one(board: Any) -> None:
    board.edition = "2011"
    worm = board.put(0, "Worm", "6/4")
    bears, spider = board.put(1, "Bears", "2/2"), board.put(1, "Spider", "2/4")
    play = board.begin()
    play.attack((worm, BOB))
    play.block((bears, worm), (spider, worm))
    assert (play.asked.kind, play.asked.who) == ("order", (0,))
    play.say(Answer(picks=(f"o{spider}", f"o{bears}")))
    assert play.combat.attacks[0].blockers == (spider, bears)
    assert play.asked.kind == "priority"


def test_the_order_of_attackers_is_asked_of_the_blocking_player(board: Any) -> None:
    board.edition = "2012"
    one, two = board.put(0, "One", "1/3"), board.put(0, "Two", "1/3")
    heads = board.put(1, "Heads", "4/4", board.rule("blocks more", amount=1))
    play = board.begin()
    play.attack((one, BOB), (two, BOB))
    play.block((heads, one), (heads, two))
    assert (play.asked.kind, play.asked.who) == ("order", (1,))
    play.say(Answer(picks=(f"o{two}", f"o{one}")))
    play.pass_until("divide")
    assert play.no_division({one: 4}) == "a creature earlier in the order is not assigned lethal damage"
    play.divide({two: 3, one: 1})
    assert play.damage(one) == 1 and play.dead(two)
