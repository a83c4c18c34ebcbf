"""Running an ability's body: instructions in order, or a generator that yields them.

Both forms are one interpreter. A body that raises, or yields what is no instruction, is a `BrokenCard`;
what it did is taken back and its ability does nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .abilities import Body
from .done import NOTHING_DONE, Done
from .frame import Frame
from .nesting import MOST_NESTED, is_too_deep, shown

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


#: What wrong values inside a good instruction raise; an assertion is a fault of ours and goes on.
_RUBBISH = (TypeError, AttributeError, ValueError, KeyError, IndexError, LookupError)
TOO_LONG = "ran longer than its time"
#: What a key in `State.fired` begins with that names code which is not run again in this game.
BROKEN = "broken:"


class BrokenCard(Exception):
    """A plugin's fault: the body of an ability failed. The game undoes what it did and goes on."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Overran(BaseException):
    """Code of a plugin ran past its time; raised by the guard inside it. `key` names the code.

    Not an `Exception`, so that a body's own `except Exception` does not swallow it.
    """

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Running:
    """One run of a body; `frame` grows with what each sentence did."""

    def __init__(self, game: Game, frame: Frame, body: Body) -> None:
        self.game = game
        self.frame = frame
        self._body = body
        self._at = 0
        self._generator: Generator[Any, Any, Any] | None = None
        self._last: Any = None
        self._over = False

    def run(self) -> Asking:
        """Run to the end; returns what all sentences did together."""
        total = NOTHING_DONE
        while (instruction := self._next()) is not None:
            done = yield from self._perform(instruction)
            total = total.plus(done)
        return total

    def plan_first(self) -> Asking:
        """The actions of the first sentence, to join a batch that is being decided."""
        instruction = self._next()
        if instruction is None:
            return ()
        self._check(instruction)
        if not instruction.plannable:
            self._at = max(0, self._at - 1)
            self._pending = instruction
            return ()
        actions = yield from instruction.plan(self.game, self.frame)
        return tuple(actions)

    _pending: Any = None

    def go_on(self, done: Done) -> Asking:
        """The sentences after the first, once its batch has happened."""
        if self._pending is not None:
            instruction, self._pending = self._pending, None
            if self._generator is None:
                self._at += 1
            done = yield from self._perform(instruction)
        else:
            self._keep(done)
        rest = yield from self.run()
        return rest

    def _perform(self, instruction: Any) -> Asking:
        self._check(instruction)
        self.game.spend_instruction(self.frame.path)
        try:
            done = yield from instruction.execute(self.game, self.frame)
        except _RUBBISH as error:
            # an instruction of the right kind with the wrong things in it
            raise BrokenCard(self.frame.path, f"{instruction!r}: {type(error).__name__}: {error}") from error
        self._keep(done)
        return done

    def _keep(self, done: Done) -> None:
        self._last = done
        self.frame = replace(self.frame, that=done.that or self.frame.that, amount=done.amount)

    def _check(self, instruction: Any) -> None:
        if not hasattr(instruction, "execute"):
            given = shown(instruction)
            raise BrokenCard(self.frame.path, f"yielded {given}, expected an instruction such as draw(you, 1)")
        if self._generator is not None and is_too_deep(instruction):  # all others were checked with their definition
            raise BrokenCard(self.frame.path, f"parts within parts, more than {MOST_NESTED} deep")

    def _next(self) -> Any:
        if isinstance(self._body, tuple):
            if self._at >= len(self._body):
                return None
            self._at += 1
            return self._body[self._at - 1]
        return self._resume()

    def _resume(self) -> Any:
        if self._over:
            return None
        if self.frame.path in self.game.verdicts or self.frame.path in self.game.look.broken:
            raise BrokenCard(self.frame.path, TOO_LONG)
        try:
            return self._guarded() if self.game.guard is not None else self._step()
        except StopIteration:
            self._over = True
            return None
        except BrokenCard:
            raise
        except Exception as error:
            raise BrokenCard(self.frame.path, f"{type(error).__name__}: {error}") from error

    def _guarded(self) -> Any:
        assert self.game.guard is not None
        return self.game.guard(self.frame.path, self._step)

    def _step(self) -> Any:
        if self._generator is None:
            from .it import It

            assert not isinstance(self._body, tuple)
            made = self._body(It(self.game, self))
            if not isinstance(made, Generator):
                raise BrokenCard(self.frame.path, "the body has no yield")
            self._generator = made
            return next(self._generator)
        return self._generator.send(self._last)


def start(game: Game, frame: Frame, body: Body) -> Running:
    return Running(game, frame, body)


def run(game: Game, frame: Frame, body: Body) -> Asking:
    """Perform a body in a frame; returns what it did."""
    return (yield from Running(game, frame, body).run())
