"""Nothing hidden leaks: what a viewer gets does not change when only secrets of others change.

The same game is played twice with other secrets: cards that the viewer never gets to see change places,
and every object has another id in the engine. Each byte that the viewer gets must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apnap.engine import entries, sight, telling
from apnap.engine.events import Moved
from apnap.engine.names import Names, scattered
from apnap.engine.sight import SPECTATOR
from apnap.engine.values import ObjId, Ref
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Conceding, Input, Play, Started
from apnap_protocol import messages as m
from apnap_protocol.sights import typed
from evenings import forget_changes
from toy import NAMES, STACKED, Toys

Decks = list[list[str]]
Step = tuple[int, m.Reply | None]


class Evening:
    """A game, with everything that each viewer is sent."""

    def __init__(self, decks: Decks, seed: int) -> None:
        chairs = tuple(Chair(f"P{i}", tuple(deck)) for i, deck in enumerate(decks))
        setup = GameSetup("current", "free-for-all", chairs, STACKED + seed)
        self.play = Play(Toys(), setup)
        self.sent: dict[int, list[bytes]] = {viewer: [] for viewer in self.play.sight.viewers}
        self._put(Started(setup))

    def take(self, step: Step) -> None:
        seat, reply = step
        self._put(Conceding(seat) if reply is None else self.play.judge(seat, reply))

    def _put(self, put_in: Input) -> None:
        outcome = self.play.take(put_in)
        for viewer, told in outcome.told.items():
            self.sent[viewer].append(msgspec.json.encode(told))
        for seat in outcome.asked:
            self.sent[seat].append(msgspec.json.encode(self.play.asked(seat)))


def evening(decks: Decks, seed: int, chance: random.Random) -> tuple[Evening, list[Step]]:
    """A random game to its end, and the steps of it."""
    base, steps = Evening(decks, seed), []
    while not base.play.game.over and len(steps) < 120:
        seat = chance.choice(list(base.play.questions))
        step: Step = (seat, _some_reply(base.play, seat, chance))
        if chance.random() < 0.005:
            step = (seat, None)
        base.take(step)
        steps.append(step)
    return base, steps


def _some_reply(play: Play, seat: int, chance: random.Random) -> m.Reply:
    question = play.asked(seat)
    if question.may_undo and chance.random() < 0.4:
        return m.Reply(request=question.id, cancel=True)
    options = question.options
    if question.prompt == "bottom":
        view = play.pictures[seat].view
        options = tuple(o for o in options if view.get(o.payload.object, {}).get("owner") == seat)
    return m.Reply(request=question.id, picks=(chance.choice(options).id,))


def unseen(base: Evening, viewer: int) -> dict[int, list[int]]:
    """The places in each library, as it lay at first, of cards that the viewer never got to see.

    Worked out from the rules (public zones, and one's own hand), not from what was sent.
    """
    moves = [e for e in base.play.game.log if isinstance(e, Moved)]
    seen = {
        e.now.card
        for e in moves
        if e.now.zone in ("stack", "graveyard") or (e.now.zone == "hand" and e.now.owner == viewer)
    }
    places: dict[int, list[int]] = {}
    for event in moves:
        if event.was is None and event.now.card not in seen:
            places.setdefault(event.now.owner, []).append(event.now.timestamp)
    return places


def with_other_secrets(decks: Decks, places: dict[int, list[int]], chance: random.Random) -> Decks:
    """The decks with the cards at these places in another order."""
    other = [list(deck) for deck in decks]
    for seat, hidden in places.items():
        cards = [decks[seat][place] for place in hidden]
        chance.shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            other[seat][place] = card
    return other


def check_non_interference(seed: int, viewer: int) -> bool:
    """Plays both games and compares; says whether any secret differed."""
    chance = random.Random(seed)
    decks = [[chance.choice(NAMES) for _ in range(12)] for _ in range(3)]
    base, steps = evening(decks, 1, chance)
    others = with_other_secrets(decks, unseen(base, viewer), chance)
    twin = Evening(others, 2)
    for step in steps:
        twin.take(step)
    assert twin.sent[viewer] == base.sent[viewer]
    return others != decks


@given(st.integers(0, 2**32), st.sampled_from([0, 1, 2, SPECTATOR]))
@settings(max_examples=60, deadline=None)
def test_what_a_viewer_gets_does_not_change_with_the_secrets_of_others(seed: int, viewer: int) -> None:
    check_non_interference(seed, viewer)


def test_the_games_compared_do_have_other_secrets() -> None:
    assert sum(check_non_interference(seed, SPECTATOR) for seed in range(10)) >= 8


def leak_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "knows", lambda state, obj, viewer: obj.zone != "library")


def leak_ids_of_cards(patch: pytest.MonkeyPatch) -> None:
    """The id of a physical card tells where it lay, and follows it through hidden zones."""
    honest = entries._identity
    patch.setattr(entries, "_identity", lambda obj, *more: {**honest(obj, *more), "card": obj.card})


def leak_engine_ids_of_objects(patch: pytest.MonkeyPatch) -> None:
    tell = {**telling._TALES, telling.ev.Moved: lambda e, _: {"id": e.was.obj.id} if e.was else None}
    patch.setattr(telling, "_TALES", tell)


def leak_names_of_drawn_cards(patch: pytest.MonkeyPatch) -> None:
    honest = telling._TALES[telling.ev.Moved]

    def tell_more(event: Any, teller: Any) -> Any:
        tale = honest(event, teller)
        return None if tale is None else {**tale, "name": event.now.base}

    patch.setattr(telling, "_TALES", {**telling._TALES, telling.ev.Moved: tell_more})


FAULTS = [leak_hands, leak_ids_of_cards, leak_engine_ids_of_objects, leak_names_of_drawn_cards]


@pytest.mark.parametrize("plant", FAULTS)
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        with pytest.raises(AssertionError):
            for seed in range(20):
                for viewer in (0, SPECTATOR):
                    check_non_interference(seed, viewer)


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_a_view_kept_by_patches_equals_one_made_anew(seed: int) -> None:
    check_views(seed)


def check_views(seed: int) -> None:
    """At every pause, for every viewer to whom nothing is held back."""
    chance = random.Random(seed)
    decks = [[chance.choice(NAMES) for _ in range(12)] for _ in range(3)]
    base = Evening(decks, seed % 1000)
    play = base.play
    for _ in range(60):
        if play.game.over:
            break
        seat = chance.choice(list(play.questions))
        base.take((seat, _some_reply(play, seat, chance)))
        secretive = sight.proposer(play.game)
        for viewer in play.sight.viewers:
            if secretive in (None, viewer):
                assert play.pictures[viewer].view == play.sight.remade(play.game, viewer)


def test_a_memo_that_forgets_a_change_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_changes(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(20):
            check_views(seed)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_every_entry_is_of_a_type_of_the_protocol(seed: int) -> None:
    """The allow-list: an entry with a member that the protocol does not know is refused."""
    chance = random.Random(seed)
    base, _ = evening([[chance.choice(NAMES) for _ in range(12)] for _ in range(3)], 1, chance)
    for picture in base.play.pictures.values():
        for entry in picture.view.values():
            typed(entry)


def test_a_name_tells_nobody_how_often_something_was_taken_back() -> None:
    """What is proposed and taken back is given a name, which is then missing: nobody may see where."""
    told = []
    for taken_back in (0, 1, 5):
        names = Names((0, 1), key=7)
        for n in range(taken_back):
            names.publish(ObjId(Ref(10 + n)))
            names.forget_from(10)
        told.append([int(names.publish(ObjId(Ref(10 + n))).removeprefix("o")) for n in range(50)])
    for numbers in told:
        steps = [after - before for before, after in pairwise(numbers)]
        assert len(set(numbers)) == 50
        assert 10 < sum(step > 0 for step in steps) < 40 and min(map(abs, steps)) > 1000
    assert not {name for one in told for name in one} & {*range(1, 1000)}


def test_public_names_are_all_different_also_from_game_to_game_and_after_a_restart() -> None:
    names = Names((0,), key=3)
    given = [names.publish(ObjId(Ref(n))) for n in range(1, 1000)]
    names = Names.restored(names.saved())
    given += [names.publish(ObjId(Ref(n))) for n in range(1000, 2000)]
    rematch = Names((0,), key=4)
    rematch.go_on_from(names)
    given += [rematch.publish(ObjId(Ref(n))) for n in range(1, 1000)]
    assert len(set(given)) == len(given)
    assert given[0] == f"o{scattered(1, 3)}" != f"o{scattered(1, 4)}"
