"""What a plugin's fault costs: its own ability, never the table (decisions 12, 19).

What a broken ability did is taken back. Code that ran past its time is named by a verdict: the input is given
again without it, and from the next grant of priority on the state knows that it is broken.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from . import events as ev
from .bodies import BROKEN, TOO_LONG, BrokenCard
from .book import Book
from .requests import Request
from .rewinding import Mark
from .state import Cause, State
from .values import NOBODY, NOTHING, ObjId, Seat

if TYPE_CHECKING:
    from .look import Look


class Containing:
    """Keeps the faults of plugins from a game, and tells them."""

    if TYPE_CHECKING:
        book: Book
        look: Look
        limits: dict[str, int]
        proposing: Seat
        failures: list[ev.CardFailed]
        verdicts: frozenset[str]
        last_verdicts: tuple[str, ...]
        _instructions: int
        _grant: State
        _grant_length: int

        def note(self, event: ev.Event) -> None: ...

        def undo(self, mark: Mark) -> Generator[Request, Any, None]: ...

    # --- broken abilities ---------------------------------------------------------------------------

    def spend_instruction(self, path: str) -> None:
        """A body has so many instructions between two grants; past them it is broken (decision 19)."""
        self._instructions += 1
        if self._instructions > self.limits["instructions"]:
            raise BrokenCard(path, f"more than {self.limits['instructions']} instructions")

    def contain(self, broken: BrokenCard, mark: Mark, obj: ObjId) -> Generator[Request, Any, None]:
        """Take back what a broken ability did; the table plays on (decision 12)."""
        yield from self.undo(mark)
        self._instructions = 0
        self.tell_failure(broken.path, broken.reason, obj)

    def disable(self, broken: BrokenCard, mark: Mark) -> Generator[Request, Any, None]:
        """An ability broke where nothing of it is on the stack: take the whole unit back, and do without it."""
        if self._grant_length > mark.length:
            mark = Mark(self._grant, self._grant_length)  # what came before it is settled, and a restart begins there
        yield from self.undo(mark)
        self.proposing = NOBODY
        self._instructions = 0
        self.tell_failure(broken.path, broken.reason, NOTHING)
        self.note(ev.AbilityFired(key=f"{BROKEN}{broken.path}"))

    def tell_failure(self, path: str, reason: str, obj: ObjId, plugin: str = "") -> None:
        """Tell the table whose code failed, at a path of the book or in a module of Python (`plugin`)."""
        failed = ev.CardFailed(
            plugin=self._plugin(path, plugin),
            path=path,
            reason=reason,
            object=obj,
            cause=Cause("rewind"),
        )
        self.failures.append(failed)
        self.note(failed)

    def plugin_of(self, path: str) -> str:
        return self.book.plugin_of(path)

    def _plugin(self, path: str, module: str) -> str:
        return self.book.plugin_of_module(module) if module else self.plugin_of(path)

    # --- conditions, amounts and tests that raised --------------------------------------------------

    def _tell_complaints(self) -> None:
        """Conditions, amounts and tests of plugins that raised counted as nothing; the table is told."""
        complaints, self.look.complaints = self.look.complaints, []
        for module, key, reason in dict.fromkeys(complaints):
            self.tell_failure(key, reason, NOTHING, plugin=module)

    def unheard(self) -> tuple[ev.CardFailed, ...]:
        """Failures between two inputs, which are no events; each is given once."""
        found, self.look.unheard = self.look.unheard, []
        cause = Cause("rewind")
        return tuple(
            ev.CardFailed(plugin=self._plugin(key, module), path=key, reason=reason, cause=cause)
            for module, key, reason in dict.fromkeys(found)
        )

    # --- code that ran past its time ----------------------------------------------------------------

    def _with_late(self, verdicts: tuple[str, ...]) -> tuple[str, ...]:
        """The verdicts of an input, with those on code that ran too long since the one before it."""
        late, self.look.late = self.look.late, ()
        return tuple(dict.fromkeys((*verdicts, *late)))

    def _judge(self, verdicts: tuple[str, ...]) -> None:
        """The code that is not run from this input on; from the next grant on the state knows it."""
        self.last_verdicts = verdicts
        self.verdicts |= frozenset(verdicts)
        self.look.verdicts = self.verdicts

    def _keep_verdicts(self) -> None:
        """What ran past its time is not run again in this game, also after a restart."""
        for key in sorted(self.verdicts - self.look.broken):
            if not self.book.has(key):  # a condition, amount or test; the body of an ability was told already
                self.tell_failure(key, TOO_LONG, NOTHING, plugin=key.partition(":")[0])
            self.note(ev.AbilityFired(key=f"{BROKEN}{key}"))
        self.verdicts = self.look.verdicts = frozenset()
