"""Priority among two to ten seats: passes, and who has it after a resolution, an action, a pass, a departure."""

import pytest

from apnap.engine.requests import PASS, Answer, IllegalAnswer
from boards import ANN, BOB, CAT, DAN, activate, board, cast, holder, lives, passes, question, resolve, stack

MANY = range(2, 11)


@pytest.mark.parametrize("n", MANY)
def test_the_step_ends_when_all_passed_in_succession_on_an_empty_stack(n: int) -> None:
    game = board(*({},) * n)
    for seat in range(n):
        assert (game.state.turn.step, holder(game)) == ("main1", seat)
        passes(game)
    assert game.state.turn.step == "begin-combat"
    assert holder(game) == ANN


@pytest.mark.parametrize("n", MANY)
def test_after_a_pass_the_next_in_turn_order_receives_priority(n: int) -> None:
    game = board(*({},) * n, active=n - 1)
    passes(game)
    assert holder(game) == ANN


@pytest.mark.parametrize("n", MANY)
def test_after_an_action_the_same_player_receives_priority(n: int) -> None:
    game = board(*({"hand": ["Lightning Bolt"]},) * n)
    cast(game, ANN, "Lightning Bolt", "Bob")
    assert holder(game) == ANN
    passes(game)
    cast(game, BOB, "Lightning Bolt", "Ann")
    assert holder(game) == BOB


@pytest.mark.parametrize("n", MANY)
def test_after_a_resolution_the_active_player_receives_priority(n: int) -> None:
    game = board(*({"hand": ["Lightning Bolt"]},) * n)
    passes(game)
    cast(game, BOB, "Lightning Bolt", "Ann")
    resolve(game)
    assert lives(game)[0] == 17
    assert holder(game) == ANN


@pytest.mark.parametrize("n", MANY)
def test_an_action_makes_all_pass_again(n: int) -> None:
    game = board(*({"hand": ["Lightning Bolt"]},) * n)
    cast(game, ANN, "Lightning Bolt", "Bob")
    passes(game, n - 1)
    last = holder(game)
    cast(game, last, "Lightning Bolt", "Ann")
    passes(game, n - 1)
    assert stack(game) == ["Lightning Bolt"] * 2
    passes(game)
    assert stack(game) == ["Lightning Bolt"]


def test_the_third_of_four_acts_and_the_first_has_priority_after_it_resolved() -> None:
    game = board(*({"hand": ["Lightning Bolt"]},) * 4)
    cast(game, ANN, "Lightning Bolt", "Bob")
    passes(game, 2)
    cast(game, CAT, "Lightning Bolt", "Dan")
    assert holder(game) == CAT
    resolve(game)
    assert lives(game) == [20, 20, 20, 17]
    assert holder(game) == ANN


def test_a_mana_ability_keeps_priority_uses_no_stack_and_breaks_a_chain_of_passes() -> None:
    game = board({"battlefield": ["Forest"]}, {"battlefield": ["Forest"]}, free=False)
    passes(game)
    forest = game.state.zone("battlefield")[1]
    game.answer(BOB, Answer(picks=(f"activate:{forest}:1",)))
    assert (holder(game), stack(game), game.state.player(BOB).mana) == (BOB, [], (("G", 1),))
    passes(game)
    assert (game.state.turn.step, holder(game)) == ("main1", ANN)


def test_only_the_seat_with_priority_may_act() -> None:
    game = board({}, {})
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(BOB, PASS)
    assert refused.value.code == "not_your_request"


# --- departures -----------------------------------------------------------------------------------


def test_the_one_with_priority_leaves_and_the_next_receives_it_without_a_pass() -> None:
    """A departure was once taken for a pass as well: with four seats the third of three passes in a row came
    from the one who had left, and a spell resolved to which one player never could respond."""
    game = board(*({"hand": ["Lightning Bolt"]},) * 4)
    cast(game, ANN, "Lightning Bolt", "Bob")
    passes(game)
    game.concede(BOB)
    assert holder(game) == CAT
    passes(game)
    assert (holder(game), stack(game)) == (DAN, ["Lightning Bolt"])
    passes(game)
    assert stack(game) == []


def test_who_passed_and_left_is_not_counted() -> None:
    """The passes were once only counted: two passes, one of the two leaves, and the third player's pass made
    three for three, though the fourth had not passed."""
    game = board(*({"hand": ["Lightning Bolt"]},) * 4)
    cast(game, ANN, "Lightning Bolt", "Dan")
    passes(game, 2)
    game.concede(BOB)
    assert holder(game) == CAT
    passes(game)
    assert (holder(game), stack(game)) == (DAN, ["Lightning Bolt"])


def test_the_last_to_pass_leaves_when_all_who_stay_have_passed() -> None:
    game = board(*({"hand": ["Lightning Bolt"]},) * 3)
    cast(game, ANN, "Lightning Bolt", "Bob")
    passes(game, 2)
    game.concede(CAT)
    assert (holder(game), stack(game), lives(game)[1]) == (ANN, [], 17)


def test_the_turn_goes_on_without_its_player() -> None:
    """800.4j: the next in turn order receives priority where the active player would."""
    game = board(*({"hand": ["Lightning Bolt"]},) * 4, active=1)
    passes(game)
    cast(game, CAT, "Lightning Bolt", "Ann")
    game.concede(BOB)
    resolve(game)
    assert game.state.turn.active == BOB
    assert holder(game) == CAT


@pytest.mark.parametrize("n", range(3, 11))
def test_everybody_but_two_leaves_and_the_two_play_on(n: int) -> None:
    game = board(*({},) * n)
    for seat in range(n - 2):
        game.concede(seat)
    assert (holder(game), question(game).who) == (n - 2, (n - 2,))
    passes(game, 2)
    assert game.state.turn.step == "begin-combat"
    game.concede(n - 1)
    assert game.result is not None
    assert game.result.winners == (n - 2,)


def test_an_activation_is_an_action_too() -> None:
    game = board({"battlefield": ["Mogg Fanatic"]}, {}, {})
    activate(game, ANN, "Mogg Fanatic", "Cat")
    assert (holder(game), stack(game)) == (ANN, ["Mogg Fanatic"])
    resolve(game)
    assert lives(game) == [20, 20, 19]
