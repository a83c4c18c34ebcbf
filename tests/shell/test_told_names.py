"""Events call a token what it is, not what made it."""

from __future__ import annotations

import random

from apnap.engine.sight import SPECTATOR
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
