"""What must hold of every value in a definition: one walk, made when a card is defined.

A definition is data, so a mistake anywhere in it can be found and named with its card. Bodies are read too:
a sentence that is made but not yielded would silently do nothing.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from textwrap import dedent
from types import FunctionType
from typing import Any

from msgspec import Struct

from apnap.engine.actions import ACTIONS
from apnap.engine.cost_parts import CostPart
from apnap.engine.events import EVENTS
from apnap.engine.instructions import Instruction
from apnap.engine.instructions.spells import AddMana
from apnap.engine.nesting import MOST_NESTED, shown
from apnap.engine.patterns import On, Would
from apnap.engine.values import MalformedCard

from .words import misfits

#: Questions of `asking.py`: they are generators, so their answer comes by `yield from`.
ASKING = ("choose_one", "choose_some", "do")


class UnreadCost(CostPart, frozen=True):
    """A cost whose text could not be read: it waits here until the card that has it can be named."""

    reason: str


def refuse(name: str, value: Any) -> None:
    """Raise `MalformedCard` for the first fault in a definition, with the name of the whole."""
    for fault in faults(value):
        raise MalformedCard(f"{name}, {fault}")


def faults(value: Any, depth: int = 0) -> Iterator[str]:
    """Everything that is wrong in a definition, in the order of its parts, `depth` of them around it."""
    if depth > MOST_NESTED:
        yield f"{type(value).__name__}: parts within parts, more than {MOST_NESTED} deep"
        return
    match value:
        case UnreadCost(reason=reason):
            yield reason
        case On(event=event) if event not in EVENTS:
            yield f"pattern: unknown event {event}"
        case Would(action=action) if action not in ACTIONS:
            yield f"pattern: unknown action {action}"
        case AddMana(mana=mana):
            yield from (f'add "{symbol}": expected symbols such as {{G}}' for symbol, _ in mana if len(symbol) != 1)
    if isinstance(value, Struct):
        yield from misfits(value)
        for field in value.__struct_fields__:
            if field in ("do", "body"):
                yield from body_faults(getattr(value, field))
            yield from faults(getattr(value, field), depth + 1)
    elif isinstance(value, tuple):
        for part in value:
            yield from faults(part, depth + isinstance(part, tuple))


def body_faults(do: Any) -> Iterator[str]:
    """What is wrong with a body: no generator, a closure, a forgotten yield, or what is no instruction."""
    if isinstance(do, tuple):
        yield from (f"do: {shown(part)} is no instruction" for part in do if not isinstance(part, Instruction))
    elif not inspect.isgeneratorfunction(do):
        yield f"{getattr(do, '__name__', do)}: the body has no yield, so it would do nothing"
    elif do.__closure__:
        yield f"{do.__name__}: a body may not close over {', '.join(do.__code__.co_freevars)}; bind values instead"
    else:
        yield from (f"{do.__name__}: {fault}" for fault in forgotten_yields(do))


def forgotten_yields(body: FunctionType) -> Iterator[str]:
    """Sentences that a generator body makes and drops, and questions that it asks without `yield from`.

    Read from the source; a body whose source cannot be found is not read.
    """
    try:
        tree = ast.parse(dedent(inspect.getsource(body)))
    except (OSError, SyntaxError):
        return
    awaited = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.YieldFrom)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and (name := _called(node.value, body)):
            if name not in ASKING:
                yield f"{name}(...) is made but not yielded"
        elif isinstance(node, ast.Call) and _called(node, body) in ASKING and id(node) not in awaited:
            yield f"{_called(node, body)}(...) asks a player: write `yield from {_called(node, body)}(...)`"


def _called(node: ast.AST, body: FunctionType) -> str:
    """The name of the card kit's verb that a call is of; empty for any other call."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ""
    function: Any = body.__globals__.get(node.func.id)
    return str(function.__name__) if getattr(function, "__module__", "") in VERB_MODULES else ""


#: Where the verbs of the card kit are made: a call of one of theirs is a sentence.
VERB_MODULES = tuple(
    f"apnap.cardkit.{name}"
    for name in ("verbs", "moving", "schemes", "marking", "copying", "lasting", "questions", "asking")
)
