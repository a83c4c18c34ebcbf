"""Questions that are asked where there is nothing to choose: nobody is to tell what a seat has by what it is asked.

The same game twice, with other cards where only Bob sees them; Bob declines whatever he is asked. Each byte that
Ann and a spectator get must be the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import evenings
from apnap.engine.requests import PASS, Answer
from apnap.engine.sight import SPECTATOR
from apnap.pool import load_pool
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Answering
from apnap.shell.policy import forced_answer
from apnap.shell.pooled import PoolGames
from evenings import Evening
from plugs import write

VEILED = """
from apnap.cardkit import *

api_version = 1
SEEN = linked("seen")
BEARS_SEEN = creature_card.in_zones("library").among(SEEN)
DEEDS = {
    "Seek": [search(YOU, creature_card, reveal=True)],
    "Peek": [look_at(top_of(YOU, 4)), remember("seen", THAT), choose(YOU, BEARS_SEEN, least=0)],
    "Pluck": [choose(YOU, creature_card.in_your_hand, least=0)],
    "Toll": [pay_or(YOU, discard_cost(1, creature_card.in_your_hand), otherwise=[lose_life(YOU, 1)])],
    "Shed": [discard(YOU, 1, filter=creature_card)],
}


@hookimpl
def apnap_cards():
    return [
        *(card("Veiled " + name, "{0}", "Sorcery", spell(*do)) for name, do in DEEDS.items()),
        card("Veiled Bear", "{9}", "Creature \\u2014 Bear", pt(2, 2)),
        card("Veiled Dawn", "{9}", "Creature \\u2014 Bear", pt(2, 2), opening_hand(put_onto_battlefield(THIS))),
    ]
"""
SIZE = 40


@pytest.fixture
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "mine", "veiled", VEILED)
    games = PoolGames(load_pool(folder=tmp_path / "mine"))
    assert not games.failures
    monkeypatch.setattr(evenings, "games", lambda: games)


def _played(deck: tuple[str, ...], spell: str = "") -> Evening:
    """A game in which Bob casts a spell as soon as he can, and takes the first option only where he must."""
    chairs = (Chair("Ann", ("Plains",) * SIZE), Chair("Bob", deck))
    evening = Evening(GameSetup("current", "free-for-all", chairs, 5))
    while evening.play.game.state.turn.number < 3 and not evening.play.game.over:
        ((seat, question),) = evening.play.questions.items()
        evening.put(Answering(seat, forced_answer(question.request) or _answer(evening, seat, spell)))
    return evening


def _answer(evening: Evening, seat: int, spell: str) -> Answer:
    request = evening.play.questions[seat].request
    match request.kind:
        case "mulligan":
            return Answer(picks=("keep",))
        case "yes-no":
            return Answer(picks=("no",))
        case "priority":
            objects = evening.play.game.state.objects
            casts = [o.id for o in request.options if o.payload.kind == "cast"]
            named = [o for o in casts if objects[request.option(o).payload.object].base.endswith(spell)]
            return Answer(picks=(named[0],)) if seat and spell and named else PASS
    return request.default


def _places() -> dict[str, list[int]]:
    """Which of the cards of Bob's deck, in the order in which it is listed, are where when the game begins."""
    state = Evening(GameSetup("current", "free-for-all", (Chair("A", ("Plains",) * SIZE),) * 2, 5)).play.game.state
    cards = sorted(state.objects[i].card for zone in ("hand", "library") for i in state.zone(zone, 1))
    return {z: [cards.index(state.objects[i].card) for i in state.zone(z, 1)] for z in ("hand", "library")}


def _deck(**cards: list[str]) -> tuple[str, ...]:
    """Bob's deck with these cards first in his hand and on top of his library; the others are lands."""
    deck = ["Swamp"] * SIZE
    for zone, places in _places().items():
        for place, name in zip(places, cards.get(zone, ()), strict=False):
            deck[place] = name
    return tuple(deck)


BEAR, LAND = "Veiled Bear", "Swamp"
TWINS = {
    "Seek": ({"library": [LAND, LAND, BEAR]}, {"library": [LAND]}),
    "Peek": ({"library": [LAND, LAND, BEAR]}, {"library": [LAND]}),
    "Pluck": ({"hand": [BEAR]}, {"hand": [LAND]}),
    "Toll": ({"hand": [BEAR]}, {"hand": [LAND]}),
    "Shed": ({"hand": [BEAR, BEAR]}, {"hand": [BEAR]}),
}


@pytest.mark.usefixtures("_games")
@pytest.mark.parametrize("name", TWINS)
def test_that_there_was_nothing_to_choose_tells_nobody_anything(name: str) -> None:
    one, other = TWINS[name]
    spell = f"Veiled {name}"
    with_, without = (
        _played(_deck(**{**cards, "hand": [spell, *cards.get("hand", [])]}), spell) for cards in (one, other)
    )
    for viewer in (0, SPECTATOR):
        assert b'"Resolved"' in b"".join(with_.sent[viewer])
        assert with_.sent[viewer] == without.sent[viewer]
    assert with_.sent[1] != without.sent[1]


@pytest.mark.usefixtures("_games")
def test_nobody_can_tell_who_could_have_done_something_from_an_opening_hand() -> None:
    in_hand, in_library = (
        _played(_deck(hand=[*[LAND] * 6, "Veiled Dawn"])),
        _played(_deck(library=[LAND] * 9 + ["Veiled Dawn"])),
    )
    for viewer in (0, SPECTATOR):
        assert in_hand.sent[viewer] == in_library.sent[viewer]
    assert in_hand.sent[1] != in_library.sent[1]
