"""Generators that wait for one another without standing on one another.

`yield from` goes down a stack of Python's, which is only so deep, while what a game can put into one another is
not: a replaced event whose replacement is replaced, mana paid for the mana that pays for mana. Wherever such a
thing may follow from the thing around it, it is run `aside`: the outer generators pause, as they do for a
question, and `Askings` runs the inner one from the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .perform import Asking
    from .requests import Request


class Aside:
    """What a generator yields, where a question would be, to wait for another generator."""

    __slots__ = ("asking",)

    def __init__(self, asking: Asking) -> None:
        self.asking = asking


def aside(asking: Asking) -> Asking:
    """Like `yield from asking`, but on no deeper stack than what all of this began on."""
    return (yield cast("Request", Aside(asking)))  # only `Askings` sees it


class Askings:
    """Generators of which each waits for the next; the last one runs."""

    __slots__ = ("_open",)

    def __init__(self, first: Asking) -> None:
        self._open = [first]

    def send(self, value: Any) -> Request:
        """Go on to the next question. When the first generator has ended, its `StopIteration` is raised."""
        error: BaseException | None = None
        try:
            while True:
                last = self._open[-1]
                try:
                    asked: Any = last.send(value) if error is None else last.throw(error)
                except StopIteration as stop:
                    self._open.pop()
                    if not self._open:
                        raise
                    value, error = stop.value, None
                except BaseException as raised:  # goes on in the one that waited for it
                    self._open.pop()
                    if not self._open:
                        raise
                    error = raised
                else:
                    if not isinstance(asked, Aside):
                        return cast("Request", asked)
                    self._open.append(asked.asking)
                    value = error = None
        finally:
            error = None  # whose traceback holds this frame
