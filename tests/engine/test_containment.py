"""A plugin's code that fails costs its ability, not the table: whatever it is and wherever it runs."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from apnap.cardkit import (
    TARGET,
    THIS,
    YOU,
    activated,
    any_target,
    card,
    creatures,
    custom,
    custom_amount,
    custom_test,
    deal_damage,
    draw,
    each,
    enters,
    gain_life,
    gets,
    instead_of,
    pt,
    spell,
    static,
    tally,
    triggered,
    would,
)
from apnap.engine.bodies import Overran
from apnap.engine.events import CardFailed
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer
from apnap.engine.setup import SeatSetup, Setup
from apnap.pool import load_pool


def raises(it: Any) -> Iterator[Any]:
    """Raises after its first sentence."""
    yield gain_life(YOU, 1)
    raise RuntimeError("no")


def rubbish(it: Any) -> Iterator[Any]:
    """Yields what is no instruction."""
    yield 7


def wrong_values(it: Any) -> Iterator[Any]:
    """A good instruction with a set of strings in it."""
    yield deal_damage({"a", "b"}, it.this)  # type: ignore[arg-type]


def for_ever(it: Any) -> Iterator[Any]:
    """Never comes back."""
    while True:
        pass
    yield


def endless(it: Any) -> Iterator[Any]:
    """Yields without end."""
    while True:
        yield gain_life(YOU, 0)


def bad_condition(look: Any, frame: Any) -> bool:
    raise LookupError("nothing there")


def bad_amount(look: Any, frame: Any) -> int:
    raise ZeroDivisionError("by nought")


def bad_test(look: Any, thing: Any, frame: Any) -> bool:
    raise TypeError("not so")


@tally("broken tally", "SpellCast")
def broken_tally(event: Any) -> tuple[str, int] | None:
    """Raises at every spell."""
    raise KeyError("gone")


PING = activated("{0}", target=any_target, do=[deal_damage(1, TARGET)])
CARDS = [
    *(
        card(f"Test {body.__name__}", "{0}", "Sorcery", spell(body))
        for body in (raises, rubbish, wrong_values, for_ever, endless)
    ),
    card("Test Shield", "{0}", "Artifact", instead_of(would("DealDamage"), do=raises)),
    card("Test Condition", "{0}", "Artifact", static(creatures, gets(1, 1), only_if=custom(bad_condition, "bad"))),
    card("Test Amount", "{0}", "Sorcery", spell(gain_life(YOU, custom_amount(bad_amount, "bad")))),
    card("Test Filter", "{0}", "Sorcery", spell(deal_damage(1, each(creatures.that(custom_test(bad_test, "bad")))))),
    card("Test Enter", "{0}", "Creature — Bear", pt(2, 2), triggered(enters(THIS), do=raises)),
    card(
        "Test Pinger",
        "{0}",
        "Creature — Bear",
        pt(2, 2),
        activated("{0}", target=any_target, do=[deal_damage(1, TARGET)]),
    ),
    card("Test Draw", "{0}", "Sorcery", spell(draw(YOU, 1))),
]


@pytest.fixture(scope="module")
def book() -> Any:
    plugin = SimpleNamespace(apnap_cards=lambda: CARDS, apnap_tallies=lambda: [broken_tally])
    return load_pool([("broken_cards", plugin)]).book("current", ("duel",))


@pytest.fixture
def game(book: Any) -> Game:
    deck = tuple(c.name for c in CARDS)
    game = Game.start(book, Setup(seats=(SeatSetup("Ann", deck * 2), SeatSetup("Bob", deck * 2)), seed=4))
    while game.request is not None and game.request.kind == "mulligan":
        game.answer(game.waiting_for()[0], Answer(picks=("keep",)))
    game.free_mana = True
    while game.state.turn.step != "main1":
        game.answer(game.waiting_for()[0], PASS)
    return game


def put_in_hand(game: Game, name: str) -> str:
    """Swap a card of this name into Ann's hand, and give its cast option."""
    hand = game.state.zone("hand", game.state.players[0].seat)
    for obj_id in hand:
        if game.look.chars(obj_id).name == name:
            return f"cast:{obj_id}"
    pytest.fail(f"{name} is not in the opening hand of this seed")


def play(game: Game, name: str) -> None:
    """Cast a card and let everything resolve."""
    from apnap.engine.setup import add_card

    obj = add_card(game.state, game.book, game.state.players[0].seat, name, "hand")
    game.look._arrive(obj)
    game.at_grant()
    game.answer(game.state.players[0].seat, Answer(picks=(f"cast:{obj.id}",)))
    settle(game)


def settle(game: Game) -> None:
    for _ in range(40):
        request = game.request
        assert request is not None
        if request.kind == "priority" and not game.state.zone("stack"):
            return
        game.answer(game.waiting_for()[0], PASS if request.kind == "priority" else request.default)


def failures(game: Game) -> list[CardFailed]:
    return [e for e in game.log if isinstance(e, CardFailed)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Test raises", "RuntimeError: no"),
        ("Test rubbish", "yielded 7, expected an instruction"),
        ("Test wrong_values", "AttributeError"),
        ("Test endless", "instructions"),
    ],
)
def test_a_body_that_fails_is_taken_back_and_named(game: Game, name: str, said: str) -> None:
    life = game.state.players[0].life
    play(game, name)
    (failed,) = [f for f in failures(game) if "Test" in f.path]
    assert said in failed.reason and failed.plugin == "broken_cards"
    assert game.state.players[0].life == life
    assert name in [game.look.chars(i).name for i in game.state.zone("graveyard", game.state.players[0].seat)]


def test_a_trigger_that_fails_does_nothing_and_the_creature_stays(game: Game) -> None:
    play(game, "Test Enter")
    assert [f.path for f in failures(game) if "Enter" in f.path]
    assert "Test Enter" in [game.look.chars(i).name for i in game.look.permanents()]


def test_a_replacement_that_fails_is_left_out_from_then_on(game: Game) -> None:
    """It was thought enough to contain what resolves: but a replacement breaks in the middle of anything."""
    play(game, "Test Shield")
    play(game, "Test Pinger")
    pinger = next(i for i in game.look.permanents() if game.look.chars(i).name == "Test Pinger")
    for life in (19, 18):
        game.answer(game.state.players[0].seat, Answer(picks=(f"activate:{pinger}:1",)))
        game.answer(game.waiting_for()[0], Answer(picks=("p1",)))
        settle(game)
        assert game.state.players[1].life == life
    assert len([f for f in failures(game) if "Shield" in f.path]) == 1
    assert game.look.differences() == []


@pytest.mark.parametrize(
    ("name", "key"),
    [("Test Condition", "bad_condition"), ("Test Amount", "bad_amount"), ("Test Filter", "bad_test")],
)
def test_code_in_a_condition_amount_or_test_counts_as_nothing_when_it_raises(game: Game, name: str, key: str) -> None:
    play(game, "Test Enter")
    play(game, name)
    play(game, "Test Draw")
    assert any(key in f.path for f in failures(game))
    assert game.request is not None


def test_a_tally_that_raises_counts_nothing(game: Game) -> None:
    play(game, "Test Draw")
    assert any("broken_tally" in f.path for f in failures(game))


def alarmed(key: str, code: Callable[[], Any]) -> Any:
    def ring(*_: Any) -> None:
        raise Overran(key)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        return code()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_body_that_never_comes_back_is_stopped_and_the_verdict_replays_without_it(game: Game) -> None:
    saved = game.checkpoint()
    game.watch(alarmed)
    before = len(game.log)
    verdicts = record(game, "Test for_ever")
    assert any("longer than its time" in f.reason for f in failures(game))
    again = Game.restore(game.book, saved)
    assert again.guard is None  # without a guard the loop would hang: only the verdict saves it
    replayed = record(again, "Test for_ever", verdicts)
    assert replayed == verdicts
    assert [type(e) for e in again.log][-5:] == [type(e) for e in game.log[before:]][-5:]
    assert again.state == game.state


def record(game: Game, name: str, given: list[tuple[str, ...]] | None = None) -> list[tuple[str, ...]]:
    """Cast a card and pass until it has resolved; returns (or gives again) the verdicts of each input."""
    from apnap.engine.setup import add_card

    seat = game.state.players[0].seat
    obj = add_card(game.state, game.book, seat, name, "hand")
    game.look._arrive(obj)
    game.at_grant()
    verdicts: list[tuple[str, ...]] = []
    steps: list[Callable[[], Answer]] = [lambda: Answer(picks=(f"cast:{obj.id}",)), lambda: PASS, lambda: PASS]
    for n, step in enumerate(steps):
        game.answer(game.waiting_for()[0], step(), given[n] if given is not None else ())
        verdicts.append(game.last_verdicts)
    return verdicts
