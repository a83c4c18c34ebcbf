"""What lies face down is alike to all others, whatever it is, until it is shown (708.5, 708.9)."""

from __future__ import annotations

import pytest

from apnap.engine.game import Game
from apnap.engine.sight import SPECTATOR
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Conceding, Play
from apnap_protocol import messages as m
from evenings import Evening

ANN, BOB, CAT = 0, 1, 2
#: Cards of the same mana value, so that nothing but their faces tells them apart.
NAMES = ("Akroma, Angel of Fury", "Exalted Angel")


def spend_freely(play: Play) -> None:
    assert isinstance(play.game, Game)
    play.game.free_mana = True


def dealt(name: str) -> Evening:
    chairs = (Chair("Ann", (name,) * 30), Chair("Bob", ("Unsummon",) * 30), Chair("Cat", ("Remand",) * 30))
    return Evening(GameSetup("current", "free-for-all", chairs, 3), spend_freely)


def answer(evening: Evening, seat: int, *picks: str) -> None:
    question = evening.play.asked(seat)
    evening.put(evening.play.judge(seat, m.Reply(request=question.id, picks=picks)))


def pick(evening: Evening, seat: int, kind: str = "", word: str = "") -> str:
    """The first option of that kind and word; else to pass, or what comes first."""
    options = evening.play.asked(seat).options
    fitting = [o.id for o in options if kind and o.payload.kind == kind and word in ("", o.payload.word)]
    return (fitting or [o.id for o in options if o.payload.kind == "pass"] or [options[0].id])[0]


def cast_face_down(evening: Evening, n: int) -> None:
    """Ann casts so many cards face down, one after the other, and each resolves."""
    while n:
        (seat,) = evening.play.questions
        question = evening.play.asked(seat)
        if question.kind == "choose":
            answer(evening, seat, pick(evening, seat, "word", "morph"))
            n -= 1
        else:
            answer(evening, seat, pick(evening, seat, "cast" if seat == ANN else ""))
    all_pass(evening)


def all_pass(evening: Evening, n: int = 3) -> None:
    for _ in range(n):
        (seat,) = evening.play.questions
        answer(evening, seat, "pass")


@pytest.fixture
def both() -> tuple[Evening, Evening]:
    evenings = (dealt(NAMES[0]), dealt(NAMES[1]))
    for evening in evenings:
        cast_face_down(evening, 3)
    return evenings


def named(evening: Evening, viewer: int) -> bool:
    return any(name.encode() in sent for sent in evening.sent[viewer] for name in NAMES)


def test_others_get_the_same_bytes_whatever_was_cast_face_down(both: tuple[Evening, Evening]) -> None:
    one, other = both
    for viewer in (BOB, CAT, SPECTATOR):
        assert one.sent[viewer] == other.sent[viewer]
        assert not named(one, viewer)
    assert named(one, ANN)


def test_each_face_down_permanent_keeps_its_own_id(both: tuple[Evening, Evening]) -> None:
    view = both[0].play.pictures[BOB].view
    lying = {key for key, entry in view.items() if entry.get("face_down") and entry.get("zone") == "battlefield"}
    assert len(lying) == 3
    assert lying == {
        key for key, entry in both[0].play.pictures[ANN].view.items() if entry.get("face_down") and key in lying
    }


def test_what_is_turned_up_is_seen_by_all_and_the_others_still_by_nobody(both: tuple[Evening, Evening]) -> None:
    one, other = both
    for evening in both:
        answer(evening, ANN, pick(evening, ANN, "special", "turn-face-up"))
    assert one.sent[BOB] != other.sent[BOB]
    view = one.play.pictures[BOB].view
    faces = [e.get("name") for e in view.values() if e.get("zone") == "battlefield"]
    assert faces.count(NAMES[0]) == 1


def test_what_goes_back_to_the_hand_is_shown(both: tuple[Evening, Evening]) -> None:
    for evening, name in zip(both, NAMES, strict=True):
        answer(evening, ANN, "pass")
        answer(evening, BOB, pick(evening, BOB, "cast"))
        answer(evening, BOB, pick(evening, BOB))
        all_pass(evening)
        assert all(named(evening, viewer) for viewer in (BOB, CAT, SPECTATOR)), name


def test_a_face_down_spell_that_becomes_no_permanent_is_shown(both: tuple[Evening, Evening]) -> None:
    for evening, name in zip(both, NAMES, strict=True):
        answer(evening, ANN, pick(evening, ANN, "cast"))
        answer(evening, ANN, pick(evening, ANN, "word", "morph"))
        answer(evening, ANN, "pass")
        answer(evening, BOB, "pass")
        answer(evening, CAT, pick(evening, CAT, "cast"))
        answer(evening, CAT, pick(evening, CAT))
        assert not named(evening, BOB)
        all_pass(evening)
        assert all(named(evening, viewer) for viewer in (BOB, CAT, SPECTATOR)), name


def test_what_a_leaver_owned_is_shown(both: tuple[Evening, Evening]) -> None:
    for evening in both:
        evening.put(Conceding(ANN))
        assert not evening.play.game.over
        assert all(named(evening, viewer) for viewer in (BOB, CAT, SPECTATOR))


def test_at_the_end_all_are_shown(both: tuple[Evening, Evening]) -> None:
    for evening in both:
        evening.put(Conceding(BOB))
        assert not named(evening, SPECTATOR)
        evening.put(Conceding(CAT))
        assert evening.play.game.over
        assert all(named(evening, viewer) for viewer in (BOB, CAT, SPECTATOR))


def test_who_controls_what_lies_face_down_sees_what_it_is_and_nobody_else_does() -> None:
    evening = dealt("Exalted Angel")
    cast_face_down(evening, 1)

    def names(viewer: int) -> list[str]:
        view = evening.play.pictures[viewer].view.values()
        return [entry.get("name", "") for entry in view if entry.get("face_down")]

    assert [names(viewer) for viewer in (ANN, BOB, CAT, SPECTATOR)] == [["Exalted Angel"], [""], [""], [""]]
