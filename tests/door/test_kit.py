"""The kit for authors: tables, clients, and what they assert; each assertion fails where it should."""

from pathlib import Path

import pytest

from apnap.engine.values import Seat
from apnap.pool import load_pool
from apnap.shell.play import Refusal
from apnap.testing import assert_deterministic, assert_hides, assert_survives_restart, self_play, selfplay
from apnap.testing.tables import Table
from plugs import write


def test_a_client_sees_and_acts(table, client) -> None:
    table(Ann={"hand": ["Lightning Bolt"], "battlefield": ["Mountain"]}, Bob={"battlefield": ["Grizzly Bears"]})
    ann, bob = client("Ann"), client(1)
    assert (ann.name, bob.name, ann.life) == ("Ann", "Bob", 20)
    assert ann.cards("hand") == ["Lightning Bolt"] and ann.cards("battlefield", of=1) == ["Grizzly Bears"]
    assert "cast Lightning Bolt" in ann.options and bob.question is None and bob.options == []
    ann.cast("Lightning Bolt", "Grizzly Bears")
    assert ann.cards("stack") == ["Lightning Bolt"]
    ann.table.resolve()
    assert bob.cards("graveyard") == ["Grizzly Bears"] and ann.cards("graveyard") == ["Lightning Bolt"]


def test_what_cannot_be_done_is_said(table, client) -> None:
    table(Ann={"hand": ["Island"]}, Bob={})
    with pytest.raises(AssertionError, match="Ann cannot 'cast Lightning Bolt' now; expected one of pass"):
        client(0).cast("Lightning Bolt")
    with pytest.raises(AssertionError, match="Bob is not asked; the game waits for Ann"):
        client(1).pass_()
    with pytest.raises(Refusal):
        client(0).answer("nonsense")


def test_a_table_goes_on_to_a_step(table, client) -> None:
    made = table(edition="2004")
    made.go_to("upkeep", turn=2)
    assert made.game.state.turn.number == 2 and made.game.state.turn.step == "upkeep"
    assert [c.name for c in made.asked] == ["Bob"]
    client(1).concede()
    assert made.game.over


def test_a_game_is_the_same_again_and_after_a_restart(table, client) -> None:
    made = table(Ann={"hand": ["Lightning Bolt"]}, Bob={}, mana="free")
    client(0).do("cast Lightning Bolt")
    assert_survives_restart(made)
    client(0).choose("Bob")
    assert_survives_restart(made)
    made.resolve()
    assert client(1).life == 17
    assert_deterministic(made)
    assert_survives_restart(made)


def test_a_hand_is_hidden_from_others(table, client) -> None:
    table(Ann={"hand": ["Lightning Bolt"]}, Bob={"hand": ["Serra Angel"]}, mana="free")
    assert_hides(client(1), "Lightning Bolt")
    with pytest.raises(AssertionError, match="Ann was told of Lightning Bolt"):
        assert_hides(client(0), "Lightning Bolt")
    client(0).cast("Lightning Bolt", "Bob")
    with pytest.raises(AssertionError, match="Bob was told of Lightning Bolt"):
        assert_hides(client(1), "Lightning Bolt")
    assert_hides(client(0), "Serra Angel")


BLAB = """
from apnap.cardkit import YOU, card, hand_of, hookimpl, reveal, spell
api_version = 1
@hookimpl
def apnap_cards():
    return [card("Blab", "{0}", "Sorcery", spell(reveal(hand_of(YOU))))]
"""


def test_a_card_that_gives_a_hand_away_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "blab", BLAB)
    made = Table(load_pool(folder=tmp_path), {"seats": {"Ann": {"hand": ["Blab", "Lightning Bolt"]}, "Bob": {}}})
    made.client("Ann").cast("Blab")
    assert_hides(made.client("Bob"), "Lightning Bolt")
    made.resolve()
    assert made.failures == []
    with pytest.raises(AssertionError, match="Bob was told of Lightning Bolt"):
        assert_hides(made.client("Bob"), "Lightning Bolt")


def test_a_server_that_shows_what_a_seat_may_not_know_is_noticed(table, client, monkeypatch) -> None:
    monkeypatch.setattr("apnap.engine.sight.knows", lambda state, obj, viewer: True)
    monkeypatch.setattr("apnap.engine.sight._somebody_decides", lambda state: True)
    table(Ann={"hand": ["Lightning Bolt"]}, Bob={}, mana="free")
    with pytest.raises(AssertionError, match="Bob was told of Lightning Bolt"):
        assert_hides(client(1), "Lightning Bolt")


WILD = """
import random
from apnap.cardkit import YOU, card, draw, gain_life, hookimpl, spell
api_version = 1
N = 0
def wild(it):
    yield gain_life(YOU, random.randrange(10**9))
def counting(it):
    global N
    N += 1
    yield gain_life(YOU, N)
def ordered(it):
    for word in {"one", "three", "eleven", "seventeen"}:
        yield gain_life(YOU, len(word))
def loops(it):
    yield gain_life(YOU, 1)
    while True:
        pass
def broken(it):
    yield gain_life(YOU, 1)
    raise ValueError("no")
@hookimpl
def apnap_cards():
    bodies = {"Wild": wild, "Counting": counting, "Ordered": ordered, "Broken": broken, "Loops": loops}
    return [card(name, "{0}", "Sorcery", spell(body)) for name, body in bodies.items()]
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [("Wild", "^played again,"), ("Counting", "^played again,"), ("Ordered", r"^under PYTHONHASHSEED=\d+")],
)
def test_a_card_that_differs_from_run_to_run_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    write(tmp_path, "wild", WILD)
    monkeypatch.setenv("APNAP_PLUGINS_DIR", str(tmp_path))
    made = Table(load_pool(), {"seats": {"Ann": {"hand": [name]}, "Bob": {}}, "mana": "free"})
    made.client(0).cast(name)
    made.resolve()
    with pytest.raises(AssertionError, match=rf"{said}.* the game ended as"):
        assert_deterministic(made)


def test_a_state_that_a_restart_loses_is_noticed(table) -> None:
    made = table()
    made.game.state.monarch = Seat(1)  # not by an event: no save knows of it
    with pytest.raises(AssertionError, match="the state differs: monarch"):
        assert_survives_restart(made)


MINDFUL = """
from apnap.cardkit import YOU, card, creatures, custom, custom_do, gets, hookimpl, pt, spell, static
api_version = 1
SWORN = []
def swear(it):
    SWORN.append(it.controller)
    yield from ()
def sworn(look, frame):
    return bool(SWORN)
@hookimpl
def apnap_cards():
    proud = static(creatures, gets(1, 1), only_if=custom(sworn, "somebody has sworn"))
    return [card("Oath", "{0}", "Sorcery", spell(swear)), card("Proud", "{0}", "Creature", pt(2, 2), proud)]
"""


def test_a_plugin_that_remembers_outside_the_game_does_not_survive_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was thought enough to restore here: but what a module remembers is lost only with its process."""
    write(tmp_path, "mindful", MINDFUL)
    monkeypatch.setenv("APNAP_PLUGINS_DIR", str(tmp_path))
    made = Table(load_pool(), {"seats": {"Ann": {"hand": ["Oath"], "battlefield": ["Proud"]}, "Bob": {}}})
    assert_survives_restart(made)
    made.client("Ann").cast("Oath")
    made.resolve()
    with pytest.raises(AssertionError, match=r"viewer 0 sees \S+ as .*'power': 2.*, not as .*'power': 3"):
        assert_survives_restart(made)


def test_self_play_casts_the_cards_and_finds_nothing_wrong() -> None:
    played = self_play("Young Wolf", "Lightning Bolt", games=2, steps=80)
    assert played.games == 2 and played.decisions > 80
    assert played.seen == ("Lightning Bolt", "Young Wolf")


@pytest.mark.parametrize(("name", "reason"), [("Broken", "ValueError: no"), ("Loops", "ran longer than its time")])
def test_self_play_finds_a_card_that_fails(tmp_path: Path, name: str, reason: str) -> None:
    write(tmp_path, "wild", WILD)
    with pytest.raises(AssertionError, match=rf"card:{name}.* failed: {reason}"):
        selfplay.self_play(load_pool(folder=tmp_path), (name,), games=2, steps=250)
