"""What has changed since somebody last looked: so that who keeps something up to date goes through that alone."""

from __future__ import annotations

from .state import State, Written
from .values import ObjId


class Watch:
    """The entries of a state that were written to, and the objects whose characteristics may be others."""

    __slots__ = ("chars", "written")

    def __init__(self) -> None:
        self.written: Written = set()
        self.chars: set[ObjId] = set()

    def begin(self, state: State) -> None:
        """From now on the state tells what is written to it, until it becomes equal to another."""
        state.watches = (*state.watches, self.written)

    def misses_nothing(self, state: State) -> bool:
        return any(written is self.written for written in state.watches)

    def clear(self) -> None:
        """Everything so far has been gone through."""
        self.written.clear()
        self.chars.clear()
