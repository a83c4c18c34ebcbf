"""What events call the objects that they name: a token what it is, and a hidden card nothing to who may not know it."""

from __future__ import annotations

import random

from apnap.engine.events import LifeGained
from apnap.engine.sight import SPECTATOR
from apnap.engine.state import Cause
from apnap.engine.values import Seat
from apnap.shell.games import Chair, GameSetup
from evenings import Evening

FODDER = Chair("Fodder", ("Mountain",) * 20 + ("Dragon Fodder",) * 20)


def test_a_token_is_told_by_its_own_name() -> None:
    chance = random.Random(1)
    evening = Evening(GameSetup("current", "free-for-all", (FODDER, FODDER), 1))
    play = evening.play
    play.game.free_mana = True  # type: ignore[attr-defined]
    told: dict[str, set[str]] = {"created": set(), "attacked": set()}
    honest = play.sight.after

    def hearing(game, events):
        learned = honest(game, events)
        for event in learned[SPECTATOR].events if SPECTATOR in learned else ():
            parameters = event["parameters"]
            if parameters.get("how") == "create":
                told["created"].add(parameters["name"])
            told["attacked"] |= {a["name"] for a in parameters.get("attacks", ())}
        return learned

    play.sight.after = hearing  # type: ignore[method-assign]
    for _ in range(300):
        if not play.game.over:
            evening.step(chance)
    assert told == {"created": {"Goblin"}, "attacked": {"Goblin"}}


def test_the_source_of_what_everybody_sees_is_named_to_those_alone_who_know_it() -> None:
    """What is alike for all is put in words once; an event whose source lies in a hand is not alike for all."""
    play = Evening(GameSetup("current", "free-for-all", (FODDER, FODDER), 1)).play
    held = play.game.state.zone("hand", Seat(0))[0]
    learned = play.sight.after(play.game, (LifeGained(cause=Cause(source=held), seat=Seat(0), amount=1),))
    sources = {viewer: [event.get("source", "") for event in telling.events] for viewer, telling in learned.items()}
    assert sources == {0: [play.sight.ref(0, held)], 1: [""], SPECTATOR: [""]}
    assert sources[0] != [""]
