"""Calls of a plugin's conditions, amounts and tests: what raises or runs past its time counts as a default.

A complaint within an input becomes an event, so that a replay hears it too. One between two inputs cannot:
options are made when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .bodies import BROKEN, Overran
from .state import State

#: Calls code of a plugin, which a key names, and gives what it gave; raises `Overran` inside what runs too long.
Guard = Callable[[str, Callable[[], Any]], Any]


class Calls:
    """What a look knows of the code of plugins: what it may call, and what has failed."""

    def _begin_calls(self, state: State) -> None:
        self.guard: Guard | None = None
        self.verdicts: frozenset[str] = frozenset()
        #: Code that ran past its time outside an input: the next input is given these verdicts.
        self.late: tuple[str, ...] = ()
        self.broken = frozenset(k.removeprefix(BROKEN) for k in state.fired if k.startswith(BROKEN))
        self.complaints: list[tuple[str, str, str]] = []
        #: Those from between two inputs (options are made when somebody reads them): no event, lest a replay differ.
        self.unheard: list[tuple[str, str, str]] = []
        self.in_input = False
        #: Rules whose conditions are asked for the sake of one another: what was found, None while it is being found.
        self._asked: dict[tuple[Any, ...], bool | None] = {}

    def _fork_calls(self, other: Calls) -> None:
        """Another look knows what is broken; complaints are for who made them."""
        other.guard = self.guard
        other.verdicts = self.verdicts
        other.late = ()
        other.broken = self.broken
        other.complaints = []
        other.unheard = []
        other.in_input = False
        other._asked = {}

    def call(self, function: Callable[..., Any], default: Any, *args: Any) -> Any:
        """Call code of a plugin; when it raises or runs past its time it counts as `default`, and is told."""
        key = f"{function.__module__}:{function.__qualname__}"
        if key in self.verdicts or key in self.broken:
            return default
        try:
            if self.guard is None:
                return function(*args)
            return self.guard(key, lambda: function(*args))
        except Overran:
            if self.in_input:
                raise  # the game gives the input again, without this code
            self.late = (*self.late, key)
            self.verdicts |= {key}
            return default
        except Exception as error:
            self.complain(key, f"{type(error).__name__}: {error}", function.__module__)
            return default

    def complain(self, key: str, reason: str, module: str = "") -> None:
        """What a plugin says could not be asked: by the module of its code, or by a path of the book."""
        complaints = self.complaints if self.in_input else self.unheard
        complaints.append((module, key, reason))
