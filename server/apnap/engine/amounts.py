"""Amounts and conditions that need no look at the table: arithmetic, comparison, "and", "or", "not".

An amount is a whole number or a `Sum`, which is worked out in a frame, as a condition is.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from .facets import Facet
from .frame import Frame, Looking


class Sum(Struct, frozen=True):
    """An amount that is worked out in a frame."""

    def value(self, look: Looking, frame: Frame) -> int:
        raise AssertionError(f"{type(self).__name__} has no value")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def starless(self) -> int:
        """What is left of a defined power or toughness where nothing defines its star (208.2a)."""
        return 0

    @property
    def reads(self) -> Facet:
        return Facet.NONE

    def __add__(self, other: Amount) -> Sum:
        return Calc("+", self, other)

    def __sub__(self, other: Amount) -> Sum:
        return Calc("-", self, other)

    def __neg__(self) -> Sum:
        return Calc("-", 0, self)

    def __mul__(self, other: Amount) -> Sum:
        return Calc("*", self, other)

    def __floordiv__(self, other: Amount) -> Sum:
        return Calc("/", self, other)

    def __ge__(self, other: Amount) -> Condition:
        return Compare(self, ">=", other)

    def __le__(self, other: Amount) -> Condition:
        return Compare(self, "<=", other)

    def __gt__(self, other: Amount) -> Condition:
        return Compare(self, ">", other)

    def __lt__(self, other: Amount) -> Condition:
        return Compare(self, "<", other)

    def equals(self, other: Amount) -> Condition:
        return Compare(self, "==", other)


Amount = int | Sum


def number(amount: Amount, look: Looking, frame: Frame) -> int:
    """The value of an amount in a frame."""
    return amount if isinstance(amount, int) else amount.value(look, frame)


def added(amount: Amount, look: Looking, frame: Frame) -> int:
    """What +N or -N adds: an N that is worked out is never less than nothing (107.1b)."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, Calc) and amount.op == "-" and amount.left == 0:
        return -max(0, number(amount.right, look, frame))
    if isinstance(amount, Calc) and amount.op == "*" and isinstance(amount.right, int) and amount.right < 0:
        return amount.right * max(0, number(amount.left, look, frame))  # -N for each
    return max(0, number(amount, look, frame))


def starless(amount: Amount) -> int:
    """An amount with every star in it as nothing."""
    return amount if isinstance(amount, int) else amount.starless


def say(amount: Amount) -> str:
    return str(amount) if isinstance(amount, int) else amount.describe()


def reads_of(amount: Amount) -> Facet:
    return Facet.NONE if isinstance(amount, int) else amount.reads


class XValue(Sum, frozen=True):
    """The X of this spell or ability; for a permanent, the X it was cast with."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.cast.x

    def describe(self) -> str:
        return "X"


class ThatMuch(Sum, frozen=True):
    """How much the event or the instruction before really was."""

    def value(self, look: Looking, frame: Frame) -> int:
        bound = frame.value("amount")
        return frame.amount if not isinstance(bound, int) else bound

    def describe(self) -> str:
        return "that much"


class Just(Sum, frozen=True):
    """How much the instruction before this one really did ("for each card discarded this way")."""

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.amount

    def describe(self) -> str:
        return "that many"


class BoundNumber(Sum, frozen=True):
    name: str

    def value(self, look: Looking, frame: Frame) -> int:
        return frame.number(self.name)

    def describe(self) -> str:
        return self.name


class Live(Sum, frozen=True):
    """An amount of a lasting effect that is worked out again and again instead of once (611.2c)."""

    amount: Sum

    def value(self, look: Looking, frame: Frame) -> int:
        return self.amount.value(look, frame)

    def describe(self) -> str:
        return self.amount.describe()

    @property
    def reads(self) -> Facet:
        return self.amount.reads


class Calc(Sum, frozen=True):
    op: str
    left: Amount
    right: Amount

    def value(self, look: Looking, frame: Frame) -> int:
        return self._worked_out(number(self.left, look, frame), number(self.right, look, frame))

    @property
    def starless(self) -> int:
        return self._worked_out(starless(self.left), starless(self.right))

    def _worked_out(self, a: int, b: int) -> int:
        match self.op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a // b if b else 0  # 107.2: what cannot be determined is 0
            case "max":
                return max(a, b)
            case "min":
                return min(a, b)
        raise AssertionError(f"unknown operation {self.op}")

    def describe(self) -> str:
        return f"{say(self.left)} {self.op} {say(self.right)}"

    @property
    def reads(self) -> Facet:
        return reads_of(self.left) | reads_of(self.right)


class IfElse(Sum, frozen=True):
    """One amount if a condition holds, else another."""

    condition: Condition
    then: Amount
    other: Amount = 0

    def value(self, look: Looking, frame: Frame) -> int:
        return number(self.then if self.condition.holds(look, frame) else self.other, look, frame)

    def describe(self) -> str:
        return f"{say(self.then)} if {self.condition.describe()}, otherwise {say(self.other)}"

    @property
    def reads(self) -> Facet:
        return self.condition.reads | reads_of(self.then) | reads_of(self.other)


class CustomAmount(Sum, frozen=True):
    """An amount that only code can say; it reads everything."""

    of: Callable[[Looking, Frame], int]
    says: str

    def value(self, look: Looking, frame: Frame) -> int:
        return int(look.call(self.of, 0, look, frame))

    def describe(self) -> str:
        return self.says

    @property
    def reads(self) -> Facet:
        return Facet.ALL


class Condition(Struct, frozen=True):
    """Something that is true or not in a frame."""

    def holds(self, look: Looking, frame: Frame) -> bool:
        raise AssertionError(f"{type(self).__name__} has no holds")

    def describe(self) -> str:
        return type(self).__name__.lower()

    @property
    def reads(self) -> Facet:
        return Facet.ALL

    def __bool__(self) -> bool:
        """Refused: `a and b` would be `b`, `not a` be False, `1 < x < 3` be its second half."""
        raise TypeError("a condition is true or not in a game only: write a & b, a | b, ~a instead of and, or, not")

    def __and__(self, other: Condition) -> Condition:
        return All((self, other))

    def __or__(self, other: Condition) -> Condition:
        return Any_((self, other))

    def __invert__(self) -> Condition:
        return Not(self)


class Not(Condition, frozen=True):
    what: Condition

    def holds(self, look: Looking, frame: Frame) -> bool:
        return not self.what.holds(look, frame)

    def describe(self) -> str:
        return f"not ({self.what.describe()})"

    @property
    def reads(self) -> Facet:
        return self.what.reads


class All(Condition, frozen=True):
    parts: tuple[Condition, ...]

    def holds(self, look: Looking, frame: Frame) -> bool:
        return all(p.holds(look, frame) for p in self.parts)

    def describe(self) -> str:
        return " and ".join(p.describe() for p in self.parts)

    @property
    def reads(self) -> Facet:
        return _reads_all(self.parts)


class Any_(Condition, frozen=True):
    parts: tuple[Condition, ...]

    def holds(self, look: Looking, frame: Frame) -> bool:
        return any(p.holds(look, frame) for p in self.parts)

    def describe(self) -> str:
        return " or ".join(p.describe() for p in self.parts)

    @property
    def reads(self) -> Facet:
        return _reads_all(self.parts)


def _reads_all(parts: tuple[Condition, ...]) -> Facet:
    facets = Facet.NONE
    for part in parts:
        facets |= part.reads
    return facets


class Compare(Condition, frozen=True):
    left: Amount
    op: str
    right: Amount

    def holds(self, look: Looking, frame: Frame) -> bool:
        return compare(number(self.left, look, frame), self.op, number(self.right, look, frame))

    def describe(self) -> str:
        return f"{say(self.left)} {self.op} {say(self.right)}"

    @property
    def reads(self) -> Facet:
        return reads_of(self.left) | reads_of(self.right)


def compare(a: int, op: str, b: int) -> bool:
    match op:
        case ">=":
            return a >= b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case "<":
            return a < b
        case "==":
            return a == b
        case "!=":
            return a != b
    raise AssertionError(f"unknown comparison {op}")


class CustomCondition(Condition, frozen=True):
    """A condition that only code can say; it reads everything."""

    test: Callable[[Looking, Frame], bool]
    says: str

    def holds(self, look: Looking, frame: Frame) -> bool:
        return bool(look.call(self.test, False, look, frame))

    def describe(self) -> str:
        return self.says
