"""Why something happened: the chain that led to it, as far as a viewer may know."""

from __future__ import annotations

import random

import pytest

from apnap.engine import sight
from apnap.engine.events import LifeGained
from apnap.engine.sight import SPECTATOR
from apnap.engine.values import Seat
from apnap.shell.app import Server
from apnap.shell.games import Chair, GameSetup
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from evenings import Evening
from people import leave, seated

WARDENS = Chair("Warden", ("Plains",) * 20 + ("Soul Warden",) * 20)


def test_what_an_ability_did_is_traced_back_to_its_triggering() -> None:
    found = False
    for seed in range(8):
        chance = random.Random(seed)
        evening = Evening(GameSetup("current", "free-for-all", (WARDENS, WARDENS), seed))
        play = evening.play
        names: list[str] = []
        honest = play.sight.after

        def hearing(game, events, honest=honest, names=names):
            told = honest(game, events)
            if SPECTATOR in told:
                names += [e["id"] for e in told[SPECTATOR].events if e["type"] == "LifeGained"]
            return told

        play.sight.after = hearing  # type: ignore[method-assign]
        for _ in range(250):
            if not play.game.over:
                evening.step(chance)
        for name in names:
            chain = play.sight.why(play.game, SPECTATOR, name)
            assert chain is not None and chain[0]["type"] == "LifeGained"
            types = [link["type"] for link in chain]
            if "Triggered" in types:
                assert types.index("Resolved") < types.index("TriggerPut") < types.index("Triggered")
                found = True
        if found:
            return
    assert found


def test_a_land_is_named_as_it_was_when_it_was_played() -> None:
    evening = Evening(GameSetup("current", "free-for-all", (WARDENS, WARDENS), 1))
    play, chance = evening.play, random.Random(1)
    told: list[dict] = []
    honest = play.sight.after

    def hearing(game, events):
        batches = honest(game, events)
        if SPECTATOR in batches:
            told.extend(e for e in batches[SPECTATOR].events if e["type"] == "LandPlayed")
        return batches

    play.sight.after = hearing  # type: ignore[method-assign]
    while not told:
        evening.step(chance)
    [first, *_] = told
    assert first["parameters"]["name"] == "Plains"
    chain = play.sight.why(play.game, SPECTATOR, first["id"])
    assert chain is not None and chain[0]["parameters"] == first["parameters"]


async def test_an_event_that_nobody_was_told_of_is_not_explained(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
        await eve.watch(table)
        clients = await seated(server.url, table, "Ann", "Bob")
        await eve.until(lambda: "table" in eve.view)
        with pytest.raises(Refused, match="not_found"):
            await eve.command(m.Why("e999999"))
        chain = (await eve.command(m.Why("e1"))).result["chain"]
        assert chain[0]["type"] == "Moved" and "name" not in chain[0]["parameters"]
        await leave(*clients)


def test_only_what_was_told_and_is_remembered_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "REMEMBERED", 3)
    heard = sight._Heard()
    events = [LifeGained(seat=Seat(0), amount=n) for n in range(6)]
    for n, event in enumerate(events, 7):  # a restored game goes on counting
        heard.add(f"e{n}", event)
    assert [heard.called(f"e{n}") for n in range(6, 15)] == [None] * 4 + events[3:] + [None] * 2
    for name in ("", "e", "e0", "e012", "o12", "e-1", "e12 ", "e٣", "e" + "9" * 5000):
        assert heard.called(name) is None
