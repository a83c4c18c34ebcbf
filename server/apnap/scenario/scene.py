"""A running game as expectations see it: by the names that the file uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.values import NOBODY, ObjId, Seat

from .claims import Names
from .naming import Naming
from .node import expand


class Scene:
    """A game as expectations see it. `happened` are the events since the latest action."""

    def __init__(self, game: Game, naming: Naming, teams: Sequence[Names]) -> None:
        self.game = game
        self.naming = naming
        self.teams = teams
        self.happened: list[ev.Event] = []

    def seat(self, name: str) -> Seat:
        return self.naming.seat(name)

    def team(self, name: str) -> Names:
        return next((team for team in self.teams if name in team), (name,))

    def name_at(self, seat: Seat) -> str:
        return self.naming.seats[seat] if seat != NOBODY else ""

    def number(self, rule: str) -> str:
        try:
            return self.game.book.rules.number(rule).rpartition(":")[2]
        except LookupError:
            return rule

    def same_names(self, expected: Names, ids: Sequence[ObjId]) -> bool:
        """Whether some objects are exactly those that are named, in any order."""
        return self.naming.pair(expand(expected), ids)

    def names(self, ids: Iterable[ObjId]) -> tuple[str, ...]:
        return tuple(self.naming.card_name(i) for i in ids)

    def in_zone(self, zone: str, seat: Seat) -> tuple[ObjId, ...]:
        """The cards of a zone: on the battlefield by controller, elsewhere by owner."""
        if zone == "battlefield":
            look = self.game.look
            return tuple(i for i in look.permanents() if look.chars(i).controller == seat)
        objects = self.game.state.objects
        return tuple(i for i in self.game.state.zone(zone, seat) if objects[i].owner == seat)  # type: ignore[arg-type]


def since(log: Sequence[ev.Event], began: int) -> list[ev.Event]:
    """The events from a point of the log on, without those that were taken back."""
    found: list[tuple[int, ev.Event]] = []
    for at, event in enumerate(log[began:], start=began):
        if isinstance(event, ev.Undone):
            found = [(n, e) for n, e in found if n < event.to]
        else:
            found.append((at, event))
    return [event for _, event in found]
