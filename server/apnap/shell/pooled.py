"""Games of the pool: every installed plugin's cards and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from apnap.decks import Deck, check
from apnap.engine.book import Book, MissingPart
from apnap.engine.game import Game, SeatSetup, Setup
from apnap.pool import Failure, Pool, load_pool
from apnap_protocol import messages as m

from .games import GameSetup, Unplayable

KINDS = ("cards", "keywords", "clauses", "tallies", "editions", "formats")


class PoolGames:
    """The games that the installed plugins make possible. Formats are named with `+` between them."""

    def __init__(self, pool: Pool | None = None) -> None:
        self.pool = pool or load_pool()
        self.failures: tuple[Failure, ...] = self.pool.failures
        self.fingerprint = self.pool.fingerprint
        self.plugins = tuple(
            m.Plugin(p.name, p.version, {k: len(n) for k in KINDS if (n := getattr(p, k))}) for p in self.pool.plugins
        )
        self.editions = tuple(sorted(self.pool.editions))
        self.formats = tuple(sorted(self.pool.formats))

    def book(self, edition: str, format: str) -> Book:
        """The frozen book of a table's rules; raises `MissingPart` or `ValueError`."""
        return self.pool.book(edition, [name.strip() for name in format.split("+")])

    def refuse_rules(self, edition: str, format: str, plugins: tuple[str, ...] | None) -> tuple[str, ...]:
        """Every reason why no table can have these rules."""
        reasons = []
        if plugins is not None:
            known = {plugin.name for plugin in self.pool.plugins}
            reasons = [f'there is no plugin "{name}"' for name in plugins if name not in known]
        try:
            self.book(edition, format)
        except (MissingPart, ValueError) as error:
            reasons.append(str(error))
        return tuple(reasons)

    def refuse_deck(
        self, edition: str, format: str, deck: tuple[str, ...], commanders: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Every reason why a deck cannot be played; a format with rules for decks checks them all."""
        formats = [self.pool.formats[name.strip()] for name in format.split("+")]
        if any(f.deck is not None for f in formats):
            listed = Deck(main=tuple(Counter(deck).items()), commander=tuple(Counter(commanders).items()))
            return tuple(str(r) for r in check(self.book(edition, format), formats, listed))
        unknown = sorted(set(deck + commanders) - set(self.pool.cards))
        reasons = [f'there is no card "{name}"' for name in unknown]
        if not deck:
            reasons.append("expected a deck of at least one card")
        return tuple(reasons)

    def start(self, setup: GameSetup) -> Game:
        """A new game; raises `Unplayable`."""
        seats = tuple(SeatSetup(chair.name, chair.deck, chair.commanders) for chair in setup.seats)
        try:
            book = self.book(setup.edition, setup.format)
            return Game.start(book, Setup(seats=seats, seed=setup.seed, teams=_teams(setup.teams)))
        except (MissingPart, ValueError) as error:
            raise Unplayable((str(error),)) from error

    def restore(self, setup: GameSetup, data: bytes) -> Game:
        """The game of a checkpoint."""
        return Game.restore(self.book(setup.edition, setup.format), data)

    def numbers(self, setup: GameSetup) -> Callable[[str], str]:
        """The numbers of this edition's rules, by their names."""
        return self.book(setup.edition, setup.format).rules.number

    def words(self, setup: GameSetup) -> Mapping[str, str]:
        """What this edition calls zones and verbs, by their names of today."""
        return self.book(setup.edition, setup.format).rules.words

    def card(self, name: str) -> dict[str, Any] | None:
        """What a card does, in our words."""
        card = self.pool.cards.get(name)
        if card is None:
            return None
        return {"name": card.name, "text": card.describe(), "plugin": card.plugin}


def _teams(teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The seats of each team, from the team of each seat."""
    return tuple(tuple(seat for seat, team in enumerate(teams) if team == wanted) for wanted in sorted(set(teams)))
