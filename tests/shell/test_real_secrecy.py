"""Nothing hidden leaks from games of the real engine; `bench/noninterference.py` plays a thousand."""

from __future__ import annotations

from typing import Any

import pytest

from apnap.engine import entries, known, posed, sight, telling
from apnap.engine.events import Moved
from evenings import plotting
from secrets_of_others import compare


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 15])  # in the last, the top of a library is shown
def test_what_a_viewer_gets_does_not_change_with_the_secrets_of_others(seed: int) -> None:
    for viewer, (different, equal, size) in compare(seed).items():
        assert different and equal and size > 1000, f"viewer {viewer}"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_a_scheme_deck_is_hidden_from_everybody_and_a_hand_from_all_but_the_team(seed: int) -> None:
    for viewer, (different, equal, size) in compare(seed, 200, plotting(seed)).items():
        assert different and equal and size > 1000, f"viewer {viewer}"


def leak_the_top_scheme(patch: pytest.MonkeyPatch) -> None:
    honest = entries._seat

    def more(state: Any, seat: Any) -> Any:
        deck = state.zones.get(f"schemes:{seat}", ())
        return {**honest(state, seat), "top": state.objects[deck[0]].base if deck else ""}

    patch.setattr(entries, "_seat", more)


def show_schemes_to_their_owner(patch: pytest.MonkeyPatch) -> None:
    honest, zones = known.knows, sight._known_zones

    def own_zones(state: Any, viewer: int) -> Any:
        key = f"schemes:{viewer}"
        return {**zones(state, viewer), key: [state.objects[i] for i in state.zones.get(key, ())]}

    patch.setattr(sight, "_known_zones", own_zones)
    patch.setattr(
        sight,
        "knows",
        lambda state, obj, viewer: (obj.zone, obj.owner) == ("schemes", viewer) or honest(state, obj, viewer),
    )


def leak_hands(patch: pytest.MonkeyPatch) -> None:
    for module in (sight, posed, known):
        patch.setattr(module, "knows", lambda state, obj, viewer: obj.zone != "library")


def leak_drawn_cards(patch: pytest.MonkeyPatch) -> None:
    honest = telling._TALES[Moved]

    def tell_more(event: Any, teller: Any) -> Any:
        tale = honest(event, teller)
        return None if tale is None else {**tale, "name": event.now.base}

    patch.setattr(telling, "_TALES", {**telling._TALES, Moved: tell_more})


def leak_the_top_of_libraries(patch: pytest.MonkeyPatch) -> None:
    honest = entries._seat

    def more(state: Any, seat: Any) -> Any:
        library = state.zones.get(f"library:{seat}", ())
        return {**honest(state, seat), "top": state.objects[library[0]].base if library else ""}

    patch.setattr(entries, "_seat", more)


@pytest.mark.parametrize("plant", [leak_hands, leak_drawn_cards, leak_the_top_of_libraries])
def test_a_planted_leak_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not all(equal for _, equal, _ in compare(1).values())


@pytest.mark.parametrize("plant", [leak_hands, leak_the_top_scheme, show_schemes_to_their_owner])
def test_a_planted_leak_of_schemes_or_hands_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not all(equal for _, equal, _ in compare(1, 60, plotting(1)).values())
