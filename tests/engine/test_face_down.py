"""What is shown of a face-down permanent or spell as it goes elsewhere (708.9)."""

import pytest

from apnap.cardkit import TARGET, card, counter, creature, destroy, return_to_hand, spell, spells
from apnap.engine import events as ev
from apnap.engine.requests import Answer, Given
from boards import ANN, BOB, CAT, board, cast, happened, passes, pool_with, resolve, stack

SLAY = card("Slay", "{1}", "Instant", spell(destroy(TARGET), target=creature))
SEND_BACK = card("Send Back", "{1}", "Instant", spell(return_to_hand(TARGET), target=creature))
VOID = card("Void", "{1}", "Instant", spell(counter(TARGET), target=spells))
POOL = pool_with(SLAY, SEND_BACK, VOID)


@pytest.mark.parametrize("name", ["Slay", "Send Back"])
def test_a_face_down_permanent_is_shown_to_all_as_it_leaves(name: str) -> None:
    hidden = {"battlefield": ["Exalted Angel"], "hand": [name]}
    game = board(hidden, {}, {}, pool=POOL, facts={"Exalted Angel": {"face_down": "morph"}})
    (angel,) = (o for o in game.state.objects.values() if o.face_down)
    cast(game, ANN, name, angel)
    resolve(game)
    (shown,) = happened(game, ev.Revealed)
    assert (shown.objects, shown.to, shown.public) == ((angel.id,), (ANN, BOB, CAT), True)


def test_what_lies_face_up_is_not_shown_once_more() -> None:
    game = board({"battlefield": ["Exalted Angel"], "hand": ["Slay"]}, {}, {}, pool=POOL)
    cast(game, ANN, "Slay", "Exalted Angel")
    resolve(game)
    assert not happened(game, ev.Revealed)


@pytest.mark.parametrize("countered", [True, False])
def test_a_face_down_spell_is_shown_where_it_becomes_no_permanent(countered: bool) -> None:
    game = board({"hand": ["Exalted Angel"]}, {"hand": ["Void"]}, {}, pool=POOL)
    (angel,) = (o for o in game.state.objects.values() if o.zone == "hand" and o.owner == ANN)
    game.answer(ANN, Answer(picks=(f"cast:{angel.id}",), given=Given(alternative="morph")))
    (spell_id,) = game.state.zone("stack")
    assert game.state.objects[spell_id].face_down
    if countered:
        passes(game)
        cast(game, BOB, "Void", game.state.objects[spell_id])
        resolve(game)
    else:
        resolve(game)
    assert stack(game) == []
    assert [e.objects for e in happened(game, ev.Revealed)] == ([(spell_id,)] if countered else [])
