"""Entering and leaving combat, and what is told about it (506.4, 508.3 to 508.5, 509.1h)."""

from collections.abc import Generator
from typing import Any

from apnap.engine import actions as ac
from apnap.engine import events as ev
from apnap.engine.abilities import Mode, Triggered
from apnap.engine.filters import Filter
from apnap.engine.frame import Frame
from apnap.engine.instructions.damage import GainLife
from apnap.engine.instructions.making import Create
from apnap.engine.patterns import On
from apnap.engine.perform import together
from apnap.engine.player_terms import Defender, You
from apnap.engine.sides import choose_attacked
from apnap.engine.statuses import Status
from apnap.engine.terms import This
from apnap.engine.traits import Colored
from apnap.engine.values import NOTHING, ObjId, Ref, Seat, player

ANN, BOB, CAT = (player(Seat(n)) for n in range(3))


def quietly(asking: Generator[Any, Any, Any]) -> Any:
    """Run what asks nothing, and return what it returns."""
    try:
        request = next(asking)
    except StopIteration as done:
        return done.value
    raise AssertionError(f"{request.prompt} is asked")


def gains_life_when(event: str, **more: Any) -> Triggered:
    """Whenever that happens, its controller gains 1 life."""
    return Triggered(on=(On(event=event, **more),), modes=(Mode(do=(GainLife(who=You(), amount=1),)),))


def enter_attacking(play: Any, card: Any, attacking: int) -> ObjId:
    """Put a card of Ann's from outside onto the battlefield attacking; returns the new object."""
    move = ac.Move(
        object=NOTHING, to="battlefield", how="create", under=Seat(0), owner=Seat(0), base=card, kind="token",
        attacking=Ref(attacking),
    )  # fmt: skip
    done = quietly(together(play.game, [move]))
    (moved,) = done.moved
    return ObjId(moved)


def test_attacks_is_told_of_declared_attackers_only(board: Any) -> None:
    """C14."""
    raider = board.put(0, "Raider", "1/1", gains_life_when("Attacked", object=This()))
    play = board.begin()
    play.attack((raider, BOB))
    play.block()
    play.pass_to("combat-damage")
    assert play.life(0) == 21


def test_a_creature_put_attacking_never_attacked(board: Any) -> None:
    """C14, 508.4."""
    bears = board.put(0, "Bears", "2/2")
    board.put(0, "Raider", "1/1", gains_life_when("Attacked", object=This()))
    play = board.begin()
    play.attack((bears, BOB))
    base = play.game.book.card("Raider").path
    raider = enter_attacking(play, base, BOB)
    assert [a.attacker for a in play.combat.attacks] == [bears, raider]
    play.block()
    play.pass_to("combat-damage")
    assert (play.life(0), play.life(1)) == (20, 17), "it deals damage, but nothing triggered"


def test_attacks_is_asked_at_the_moment_of_the_declaration(board: Any) -> None:
    """C15: a white attacker that turns green later is no green creature that attacked."""
    bears = board.put(0, "Bears", "2/2", cost="{W}")
    board.put(0, "Watcher", gains_life_when("Attacked", object=Filter((Colored("G"),))), types="Enchantment")
    green = board.put(0, "Green", "2/2", cost="{G}")
    play = board.begin()
    play.attack((bears, BOB))
    play.game.happen([ev.BecameCopy(object=bears, base=play.game.state.objects[green].base)])
    assert play.chars(bears).colors == "G"
    play.block()
    play.pass_to("combat-damage")
    assert play.life(0) == 20


def test_a_creature_put_attacking_after_blocks_is_unblocked(board: Any) -> None:
    """508.4d."""
    bears, wall = board.put(0, "Bears", "2/2"), board.put(1, "Wall", "0/4")
    play = board.begin()
    play.attack((bears, BOB))
    play.block((wall, bears))
    late = enter_attacking(play, play.game.book.card("Bears").path, BOB)
    unblocked = Filter((Status("unblocked"),))
    assert [t.obj.id for t in unblocked.all(play.game.look, Frame(NOTHING, Seat(0)))] == [late]
    play.pass_to("combat-damage")
    assert play.life(1) == 18


def test_before_blocks_no_attacker_is_unblocked(board: Any) -> None:
    """509.1h."""
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, BOB))
    frame, look = Frame(NOTHING, Seat(0)), play.game.look
    assert Filter((Status("unblocked"),)).all(look, frame) == []
    play.block()
    assert [t.obj.id for t in Filter((Status("unblocked"),)).all(look, frame)] == [bears]


def test_nothing_is_put_attacking_what_cannot_be_attacked(board: Any) -> None:
    """508.4a: the planeswalker has gone, or the player."""
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    mine = board.put(0, "Mine", types="Planeswalker", loyalty=3)
    play = board.begin()
    play.attack((bears, BOB))
    base = play.game.book.card("Bears").path
    for target in (mine, 99, ANN):
        enter_attacking(play, base, target)
    assert [a.attacker for a in play.combat.attacks] == [bears]


def test_what_is_no_creature_is_not_put_attacking(board: Any) -> None:
    """506.3a."""
    bears = board.put(0, "Bears", "2/2")
    board.put(0, "Rock", types="Artifact")
    play = board.begin()
    play.attack((bears, BOB))
    enter_attacking(play, play.game.book.card("Rock").path, BOB)
    assert [a.attacker for a in play.combat.attacks] == [bears]


def test_tokens_that_enter_attacking_are_spread_as_their_controller_likes(board: Any) -> None:
    """508.4."""
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, BOB))
    asking = choose_attacked(play.game, Seat(0), 3, bears)
    request = next(asking)
    assert (request.kind, request.total) == ("divide", 3)
    assert [o.id for o in request.options] == ["p1", "p2"]
    try:
        asking.send(play.division({BOB: 1, CAT: 2}))
    except StopIteration as done:
        assert done.value == ((BOB, 1), (CAT, 2))


def test_tokens_attack_the_only_player_there_is_to_attack(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    hero = board.put(
        0, "Hero", "3/4",
        Triggered(
            on=(On(event="Attacked", object=This()),),
            modes=(Mode(do=(Create(copy_of=This(), amount=2, tapped=True, attacking=True),)),),
        ),
    )  # fmt: skip
    play = board.begin()
    play.attack((bears, BOB), (hero, BOB))
    play.pass_until("blockers")
    assert len(play.combat.attacks) == 4
    assert all(a.defender == BOB for a in play.combat.attacks)


def test_outside_combat_nothing_enters_attacking(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack()
    play.pass_to("main2")
    assert quietly(choose_attacked(play.game, Seat(0), 2, bears)) == ((0, 2),)
    enter_attacking(play, play.game.book.card("Bears").path, BOB)
    assert play.game.state.combat is None


def test_a_creature_takes_the_place_of_an_attacker_that_left(board: Any) -> None:
    """C23: it attacks what the returned creature attacked, though that is in no combat any more."""
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, CAT))
    play.game.happen([ev.RemovedFromCombat(object=bears)])
    assert play.game.attacked_by(bears) == CAT
    ninja = enter_attacking(play, play.game.book.card("Bears").path, play.game.attacked_by(bears))
    assert [(a.attacker, a.defender) for a in play.combat.attacks] == [(ninja, CAT)]


def test_the_defending_player_of_an_attacker_that_left_is_remembered(board: Any) -> None:
    """508.5."""
    board.seats = 3
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, CAT))
    frame = Frame(bears, Seat(0))
    assert Defender().resolve(play.game.look, frame) == (CAT,)
    play.game.happen([ev.RemovedFromCombat(object=bears)])
    assert Defender().resolve(play.game.look, frame) == (CAT,)


def test_what_stops_being_a_creature_leaves_combat(board: Any) -> None:
    """506.4."""
    bears, wall = board.put(0, "Bears", "2/2"), board.put(1, "Wall", "0/4")
    board.put(1, "Rock", types="Artifact")
    play = board.begin()
    play.attack((bears, BOB))
    play.block((wall, bears))
    play.game.happen([ev.BecameCopy(object=wall, base=play.game.book.card("Rock").path)])
    assert play.combat.attacks[0].blockers == ()
    assert play.combat.attacks[0].blocked
    play.game.happen([ev.BecameCopy(object=bears, base=play.game.book.card("Rock").path)])
    assert play.combat.attacks == ()


def test_what_changes_control_leaves_combat(board: Any) -> None:
    bears = board.put(0, "Bears", "2/2")
    play = board.begin()
    play.attack((bears, BOB))
    play.game.happen([ev.ControlChanged(object=bears, seat=Seat(1), before=Seat(0))])
    assert play.combat.attacks == ()


def test_a_planeswalker_that_stops_being_one_is_not_attacked_but_may_go_on_blocking(board: Any) -> None:
    """506.4d."""
    bears, wolf = board.put(0, "Bears", "2/2"), board.put(0, "Wolf", "2/2")
    gideon = board.put(1, "Gideon", "6/6", types="Planeswalker Creature", loyalty=6)
    board.put(1, "Giant", "6/6")
    play = board.begin()
    play.attack((bears, gideon), (wolf, BOB))
    play.block((gideon, wolf))
    play.game.happen([ev.BecameCopy(object=gideon, base=play.game.book.card("Giant").path)])
    first, second = play.combat.attacks
    assert (first.defender, second.blockers) == (0, (gideon,))


def test_a_creature_that_no_longer_may_attack_stays_in_combat(board: Any) -> None:
    """506.4a."""
    bears = board.put(0, "Bears", "2/2")
    board.put(0, "Wall", "2/2", "defender")
    play = board.begin()
    play.attack((bears, BOB))
    play.game.happen([ev.BecameCopy(object=bears, base=play.game.book.card("Wall").path)])
    assert [a.attacker for a in play.combat.attacks] == [bears]


def test_blocks_are_told(board: Any) -> None:
    """509.3: blocks, becomes blocked, attacks and is not blocked."""
    board.seats = 3
    one, two = board.put(0, "One", "1/5"), board.put(0, "Two", "1/5")
    board.put(0, "Ear", gains_life_when("BecameBlocked"), types="Artifact")
    board.put(1, "Eye", gains_life_when("BecameUnblocked"), types="Artifact")
    board.put(2, "Nose", gains_life_when("BlockedBy"), types="Artifact")
    first, second = board.put(1, "First", "1/5"), board.put(1, "Second", "1/5")
    play = board.begin()
    play.attack((one, BOB), (two, BOB))
    play.block((first, one), (second, one))
    while play.game.state.turn.step == "declare-blockers":
        play.say(play.asked.default)
    assert [play.life(n) for n in range(3)] == [21, 21, 22], "one attacker blocked, one not, two blocks"
