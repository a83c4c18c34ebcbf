"""The games that a server can hold, as the rest of the shell sees them.

`Game` is the engine's game; `Games` starts and restores them from a pool of cards and rules. Both are
ports, so that the shell is tested with a game of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from apnap.engine.calls import Guard
from apnap.engine.events import CardFailed, Event
from apnap.engine.requests import Answer, IllegalAnswer
from apnap.engine.seen import Seen
from apnap.engine.state import Result
from apnap.engine.values import Seat
from apnap.pool import FrozenPool
from apnap_protocol import messages as m

from .faults import Faults


class Game(Seen, Protocol):
    """A game in progress: pure, synchronous, and the same for the same answers."""

    @property
    def over(self) -> bool: ...
    @property
    def result(self) -> Result | None: ...
    def check(self, seat: Seat, answer: Answer) -> None: ...
    @property
    def last_verdicts(self) -> tuple[str, ...]: ...
    @property
    def last_unavailable(self) -> IllegalAnswer | None: ...
    def unheard(self) -> tuple[CardFailed, ...]: ...
    def answer(self, seat: Seat, answer: Answer, verdicts: tuple[str, ...] = ()) -> tuple[Event, ...]: ...
    def concede(self, seat: Seat, verdicts: tuple[str, ...] = ()) -> tuple[Event, ...]: ...
    def checkpoint(self) -> bytes: ...
    def digest(self) -> int: ...
    def forget_but(self, last: int) -> None: ...


class Chair(Struct, frozen=True):
    """Who plays in a seat, and with what."""

    name: str
    deck: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()


class GameSetup(Struct, frozen=True):
    """All that a game begins with; equal setups and answers make equal games."""

    edition: str
    format: str
    seats: tuple[Chair, ...]
    seed: int
    teams: tuple[int, ...] = ()
    pool: FrozenPool | None = None
    """The plugins that the game is played with; None: all of the server's."""
    key: int = 0
    """What scatters the names of objects: nobody at the table knows it, and nothing else follows from it."""


class Unplayable(ValueError):
    """A setup that no game can begin with; `reasons` has every one."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


class Games(Protocol):
    """A pool of cards and rules that makes games."""

    fingerprint: str
    faults: Faults
    folder: str | None
    """With which folder of one-file plugins ("": none) another process makes the same games; None where none can."""
    card_files: tuple[str, ...]
    """And with which files of cards."""
    editions: tuple[str, ...]
    formats: tuple[str, ...]

    @property
    def plugins(self) -> tuple[m.Plugin, ...]:
        """Every plugin, for the wire."""

    def page(self) -> dict[str, Any]:
        """Everything about the plugins, for the page `/plugins`."""

    def teams(self, wish: m.Create) -> tuple[int, ...]:
        """The team of each seat at such a table: as wished, or as its format has them; empty where all play alone."""

    def refuse_rules(self, wish: m.Create) -> tuple[str, ...]:
        """Every reason why no table can have these rules and plugins."""

    def refuse_deck(
        self,
        wish: m.Create,
        deck: tuple[str, ...],
        commanders: tuple[str, ...],
        schemes: tuple[str, ...] = (),
        *,
        seat: int = 0,
    ) -> tuple[str, ...]:
        """Every reason why a deck cannot be played in a seat of such a table."""

    def unread(self, names: Iterable[str]) -> int:
        """How many cards of files among these must be read anew when they are named."""

    def steps(self, wish: m.Create) -> tuple[str, ...]:
        """The steps of a turn at such a table."""

    def frozen(self, wish: m.Create, names: Iterable[str] = ()) -> FrozenPool:
        """What a game with cards of these names begins with now at such a table."""

    def differences(self, setup: GameSetup) -> tuple[str, ...]:
        """What this server's plugins and files of cards have otherwise than those that a game began with."""

    def plugin_of(self, setup: GameSetup, key: str) -> str:
        """The plugin whose code a key names, as a guard gets it; "" where it is none's."""

    def start(self, setup: GameSetup, guard: Guard | None = None) -> Game:
        """A new game, its plugins' code surrounded by `guard`; raises `Unplayable`."""

    def restore(self, setup: GameSetup, data: bytes, guard: Guard | None = None) -> Game:
        """The game of a checkpoint."""

    def numbers(self, setup: GameSetup) -> Callable[[str], str]:
        """The numbers of this edition's rules, by their names."""

    def words(self, setup: GameSetup) -> Mapping[str, str]:
        """What this edition calls zones and verbs, by their names of today."""

    def card(self, name: str, edition: str = "") -> dict[str, Any] | None:
        """What a card does, in our words; with an edition, by that edition's names of zones and verbs."""

    def why_no_card(self, name: str) -> str:
        """Why there is no card of this name."""
