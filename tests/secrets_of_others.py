"""Two games that differ only in what a viewer may not know, and what that viewer is sent in both."""

from __future__ import annotations

import random

import msgspec

from apnap.engine.events import Moved, Revealed
from apnap.engine.sight import SPECTATOR
from apnap.engine.values import HIDDEN_ZONES
from apnap.shell.games import GameSetup
from evenings import Evening, setup


def unseen(evening: Evening, viewer: int) -> dict[int, list[int]]:
    """For each seat the places of cards that the viewer never got to see, in its deck with its scheme deck behind it.

    Worked out from the log and the rules (public zones, one's own hand and that of team mates, what was shown),
    not from what was sent.
    """
    teams = evening.play.setup.teams
    mates = {viewer, *(seat for seat, team in enumerate(teams) if viewer >= 0 and team == teams[viewer])}
    seen: set[int] = set()
    made: dict[int, list[int]] = {}
    card_of: dict[int, int] = {}
    for obj in evening.play.game.state.objects.values():
        card_of[obj.id] = obj.card
    for event in evening.play.game.log:  # what is shown first and moves then is known by what it moves from
        if isinstance(event, Moved):
            card_of[event.now.id] = event.now.card
            if event.was is not None:
                card_of[event.was.obj.id] = event.was.obj.card
    for event in evening.play.game.log:
        if isinstance(event, Moved):
            open_to_all = event.now.zone not in HIDDEN_ZONES and not event.now.face_down
            if open_to_all or (event.now.zone == "hand" and event.now.owner in mates):
                seen.add(event.now.card)
        if isinstance(event, Revealed) and (event.public or viewer in event.to):
            seen |= {card_of[i] for i in event.objects if i in card_of}
    for card, record in sorted(evening.play.game.state.cards.items()):
        made.setdefault(record.owner, []).append(card)
    places: dict[int, list[int]] = {}
    for seat, chair in enumerate(evening.play.setup.seats):
        cards = made.get(seat, [])[: len(chair.deck) + len(chair.schemes)]
        places[seat] = [place for place, card in enumerate(cards) if card not in seen]
    return places


def with_other_secrets(base: GameSetup, places: dict[int, list[int]], chance: random.Random) -> GameSetup:
    """The same game, with the cards at these places of each deck in another order."""
    chairs = []
    for seat, chair in enumerate(base.seats):
        size = len(chair.deck)
        deck = _mixed(chair.deck, [place for place in places[seat] if place < size], chance)
        schemes = _mixed(chair.schemes, [place - size for place in places[seat] if place >= size], chance)
        chairs.append(msgspec.structs.replace(chair, deck=deck, schemes=schemes))
    return msgspec.structs.replace(base, seats=tuple(chairs))


def _mixed(deck: tuple[str, ...], places: list[int], chance: random.Random) -> tuple[str, ...]:
    other = list(deck)
    cards = [deck[place] for place in places]
    chance.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return tuple(other)


def compare(seed: int, steps: int = 120, begins: GameSetup | None = None) -> dict[int, tuple[bool, bool, int]]:
    """Plays a random game and, for each viewer, its twin: (was anything different, was it equal, bytes)."""
    chance = random.Random(seed)
    base = Evening(begins or setup(seed=seed % 10_000))
    for _ in range(steps):
        if not base.play.game.over:
            base.step(chance)
    result = {}
    for viewer in (0, 1, SPECTATOR):
        others = with_other_secrets(base.play.setup, unseen(base, viewer), chance)
        twin = Evening(others)
        for put_in in base.inputs[1:]:
            twin.put(put_in)
        size = sum(map(len, base.sent[viewer]))
        result[viewer] = (others != base.play.setup, twin.sent[viewer] == base.sent[viewer], size)
    return result
