"""Games of the pool: every installed plugin's cards and rules."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from msgspec.structs import replace

from apnap.contents import KINDS, Plugin
from apnap.decks import Deck, check, check_schemes
from apnap.engine.bodies import Overran
from apnap.engine.book import Book, MissingPart
from apnap.engine.calls import Guard
from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup
from apnap.listing import as_json, listed, without_scenario
from apnap.loading import Failure
from apnap.pool import FrozenPool, Pool, load_pool
from apnap.readings import Unread
from apnap_protocol import messages as m

from .faults import Faults
from .games import GameSetup, Unplayable

log = logging.getLogger("apnap.cards")


class PoolGames:
    """The games that the installed plugins make possible. Formats are named with `+` between them."""

    def __init__(self, pool: Pool | None = None) -> None:
        self.pool = pool or load_pool()
        self.failures: tuple[Failure, ...] = self.pool.failures
        self.fingerprint = self.pool.fingerprint
        self.faults = Faults(self.pool)
        self.folder = self.pool.folder
        self.card_files = self.pool.files.paths
        self.pool.readings.report = _warn
        #: The books of games with cards of files, as long as somebody has them.
        self._books: WeakValueDictionary[GameSetup, Book] = WeakValueDictionary()
        self.editions = tuple(sorted(self.pool.editions))
        self.formats = tuple(sorted(self.pool.formats))
        self._untried = without_scenario(self.pool.plugins)

    @property
    def plugins(self) -> tuple[m.Plugin, ...]:
        """Every plugin, for the wire."""
        return tuple(self._wired(p) for p in self.pool.plugins)

    def _wired(self, plugin: Plugin) -> m.Plugin:
        untried, broken = self._untried[plugin.name], self.faults.broken.get(plugin.name)
        return m.Plugin(
            plugin.name,
            plugin.version,
            {kind: len(names) for kind in KINDS if (names := getattr(plugin, kind))},
            built_in=plugin.built_in,
            without_scenario=None if untried is None else len(untried),
            warnings=len(plugin.warnings),
            failures=broken.count if broken is not None else 0,
            kept_out=plugin.name in self.faults.kept_out,
        )

    def page(self) -> dict[str, Any]:
        """Everything about the plugins, as `apnap plugins --json` has it."""
        return as_json(self.pool, listed(self.pool, self.faults.broken, self.faults.kept_out))

    # --- pools of tables ------------------------------------------------------------------------------

    def _pool(self, wish: m.Create) -> Pool:
        """The pool of a table that is to be; raises `MissingPart`."""
        kept_out = self.faults.kept_out
        for name in wish.plugins or ():
            if name in kept_out:
                raise MissingPart(self.faults.why(name))
        return self.pool.only(wish.plugins, {*wish.without_plugins, *kept_out})

    def _pool_of(self, setup: GameSetup) -> Pool:
        """The pool that a game began with."""
        began = setup.pool
        if began is None:
            return self.pool
        return self.pool.only((p.name for p in began.plugins), files=(f.fingerprint for f in began.files))

    def frozen(self, wish: m.Create, names: Iterable[str] = ()) -> FrozenPool:
        """What a game with cards of these names begins with now at such a table; raises `Unplayable`."""
        try:
            return self._pool(wish).begun(names)
        except MissingPart as error:
            raise Unplayable((str(error),)) from error

    def differences(self, setup: GameSetup) -> tuple[str, ...]:
        """What this server's plugins and files of cards have otherwise than those that a game began with."""
        began = setup.pool
        if began is None:
            return ()
        there = {p.name for p in self.pool.plugins}
        names = (p.name for p in began.plugins if p.name in there)
        same = self.pool.only(names, files=(f.fingerprint for f in began.files))
        now = same.begun((card.name for card in began.read), again=True)
        return began.differences(replace(now, files=self.pool.files.frozen))

    def _book(self, setup: GameSetup) -> Book:
        if setup.pool is None or not setup.pool.read:
            return self._pool_of(setup).book(setup.edition, _formats(setup.format))
        book = self._books.get(setup)
        if book is None:
            self._books[setup] = book = self._book_with_cards_of_files(setup, setup.pool)
        return book

    def _book_with_cards_of_files(self, setup: GameSetup, began: FrozenPool) -> Book:
        """The book of one game alone; raises `MissingPart` where a card is not read as it was."""
        pool = self._pool_of(setup)
        names = tuple(card.name for card in began.read)
        if differences := began.differences(pool.begun(names, again=True)):
            raise MissingPart("; ".join(differences))
        return pool.book(setup.edition, _formats(setup.format), read=pool.read(names, again=True))

    # --- what a table may have ------------------------------------------------------------------------

    def teams(self, wish: m.Create) -> tuple[int, ...]:
        """As wished; where nothing is, neighbours make the teams that the format wants."""
        if wish.teams:
            return wish.teams
        try:
            rules = self._pool(wish).book(wish.edition, _formats(wish.format)).rules
        except (MissingPart, ValueError):
            return ()
        return tuple(team for team, seats in enumerate(rules.neighbours(wish.seats)) for _ in seats)

    def refuse_rules(self, wish: m.Create) -> tuple[str, ...]:
        """Every reason why no table can have these rules and plugins."""
        try:
            book = self._pool(wish).book(wish.edition, _formats(wish.format))
        except (MissingPart, ValueError) as error:
            return (str(error),)
        refusal = book.rules.refuse_seats(wish.seats) or book.rules.refuse_teams(_teams(self.teams(wish)))
        return (refusal,) if refusal else ()

    def unread(self, names: Iterable[str]) -> int:
        """How many cards of files among these must be read anew when they are named."""
        return self.pool.unread(names)

    def steps(self, wish: m.Create) -> tuple[str, ...]:
        """The steps of a turn at such a table."""
        return self._pool(wish).book(wish.edition, _formats(wish.format)).rules.steps

    def refuse_deck(
        self,
        wish: m.Create,
        deck: tuple[str, ...],
        commanders: tuple[str, ...],
        schemes: tuple[str, ...] = (),
        *,
        seat: int = 0,
    ) -> tuple[str, ...]:
        """Every reason why a deck cannot be played; a format with rules for decks checks them all."""
        try:
            pool = self._pool(wish)
            names = {*deck, *commanders, *schemes}
            book = pool.book(wish.edition, _formats(wish.format), read=pool.read(names))
        except (MissingPart, ValueError) as error:
            return (str(error),)
        formats = pool.formats_of(wish.edition, _formats(wish.format))
        whole = Deck(
            main=tuple(Counter(deck).items()),
            commander=tuple(Counter(commanders).items()),
            schemes=tuple(Counter(schemes).items()),
        )
        needed = book.rules.lone(_teams(self.teams(wish))) in (None, seat)
        reasons = [str(r) for r in check_schemes(book, formats, whole, needed=needed)]
        if any(f.deck is not None for f in formats):
            main = replace(whole, schemes=())
            return (*(str(r) for r in check(book, formats, main, pool.why_no_card)), *reasons)
        reasons += [pool.why_no_card(name) for name in sorted(names - set(book.cards))]
        if not deck:
            reasons.append("expected a deck of at least one card")
        return tuple(reasons)

    def plugin_of(self, setup: GameSetup, key: str) -> str:
        """The plugin whose code a key names: a path of the book, or a module and a function in it."""
        book = self._book(setup)
        module = book.plugin_of_module(key.partition(":")[0])
        return book.plugin_of(key) or (module if any(p.name == module for p in self.pool.plugins) else "")

    # --- games ----------------------------------------------------------------------------------------

    def start(self, setup: GameSetup, guard: Guard | None = None) -> Game:
        """A new game; raises `Unplayable`."""
        seats = tuple(SeatSetup(chair.name, chair.deck, chair.commanders, chair.schemes) for chair in setup.seats)
        try:
            book = self._book(setup)
            named = {name for s in setup.seats for name in (*s.deck, *s.commanders, *s.schemes)}
            if missing := sorted(named - book.cards.keys()):
                raise Unplayable(tuple(map(self._pool_of(setup).why_no_card, missing)))
            return Game.start(book, Setup(seats=seats, seed=setup.seed, teams=_teams(setup.teams)), guard)
        except (MissingPart, ValueError) as error:
            raise Unplayable((str(error),)) from error
        except Overran as overran:
            raise Unplayable((f"{overran.key} ran past its time before the game had begun",)) from overran

    def restore(self, setup: GameSetup, data: bytes, guard: Guard | None = None) -> Game:
        """The game of a checkpoint."""
        return Game.restore(self._book(setup), data, guard)

    def numbers(self, setup: GameSetup) -> Callable[[str], str]:
        """The numbers of this edition's rules, by their names."""
        return self._book(setup).rules.number

    def words(self, setup: GameSetup) -> Mapping[str, str]:
        """What this edition calls zones and verbs, by their names of today."""
        return self._book(setup).rules.words

    def card(self, name: str, edition: str = "") -> dict[str, Any] | None:
        """What a card does, in our words; with an edition, by that edition's names of zones and verbs."""
        card = self.pool.card(name)
        if card is None or (edition and edition not in self.pool.editions):
            return None
        text = card.describe()
        if edition:
            text = self.pool.book(edition).rules.say(text)
        return {"name": card.name, "text": text, "plugin": card.plugin}

    def why_no_card(self, name: str) -> str:
        """Why there is no card of this name."""
        return self.pool.why_no_card(name)


def _warn(unread: Unread) -> None:
    log.warning("%s was not read from %s: %s", unread.name, unread.file, unread.detail)


def _formats(text: str) -> list[str]:
    return [name.strip() for name in text.split("+")]


def _teams(teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The seats of each team, from the team of each seat."""
    return tuple(tuple(seat for seat, team in enumerate(teams) if team == wanted) for wanted in sorted(set(teams)))
