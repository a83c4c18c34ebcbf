"""A player whose decisions are another's (723): who is asked, on whose clock, and what each of them sees."""

from __future__ import annotations

from apnap.engine.game import Game
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Answering, Conceding, Play
from apnap_protocol import messages as m
from evenings import Evening

ANN, BOB, CAT = 0, 1, 2


def spend_freely(play: Play) -> None:
    assert isinstance(play.game, Game)
    play.game.free_mana = True


def enslaved() -> Evening:
    """Bob's turn, in which Ann decides for him; his hand is of cards that only he could see before."""
    chairs = (Chair("Ann", ("Mindslaver",) * 40), Chair("Bob", ("Shock",) * 40), Chair("Cat", ("Wastes",) * 40))
    evening = Evening(GameSetup("current", "free-for-all", chairs, 3), spend_freely)
    play = evening.play
    while not (play.game.state.turn.active == BOB and play.game.state.turn.step == "main1"):
        seat = next(iter(play.questions))
        question = play.asked(seat)
        deeds = [o.id for o in question.options if o.payload.kind in ("activate", "cast")]
        at_bob = [o.id for o in question.options if question.prompt == "target" and o.payload.seat == BOB]
        if seat == ANN and play.game.state.turn.active == ANN and (deeds or at_bob):
            picks = (at_bob or [d for d in deeds if d.startswith("activate")] or deeds)[:1]
            evening.put(play.judge(seat, m.Reply(request=question.id, picks=tuple(picks))))
            continue
        answer = play.default(seat)
        assert answer is not None
        evening.put(Answering(seat, answer))
    return evening


def shocks(evening: Evening, viewer: int) -> int:
    view = evening.play.pictures[viewer].view
    return sum(e.get("name") == "Shock" and e.get("zone") == "hand" for e in view.values())


def test_the_other_is_asked_and_sees_the_hand() -> None:
    evening = enslaved()
    assert list(evening.play.questions) == [ANN]
    question = evening.play.asked(ANN)
    assert question.seat == BOB
    assert any(o.payload.kind == "cast" for o in question.options)
    assert shocks(evening, ANN) == shocks(evening, BOB) > 0
    assert shocks(evening, CAT) == 0


def test_when_the_other_leaves_the_player_is_asked_and_the_view_closes() -> None:
    evening = enslaved()
    evening.put(Conceding(ANN))
    assert list(evening.play.questions) == [BOB]
    assert evening.play.asked(BOB).seat == BOB
    assert shocks(evening, ANN) == 0


def test_only_the_player_concedes_for_himself() -> None:
    evening = enslaved()
    evening.put(Conceding(BOB))
    assert [p.in_game for p in evening.play.game.state.players] == [True, False, True]
    assert list(evening.play.questions) == [CAT]
