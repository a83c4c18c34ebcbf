"""Questions in a generator body, typed: `victim = yield from choose_one(player, creatures)`."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from apnap.engine.amounts import Amount
from apnap.engine.done import Done
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction
from apnap.engine.terms import Chosen, Term

from .questions import choose

#: What a body is: a generator that yields instructions and gets what each really did.
Sentences = Generator[Instruction, Any, Any]


def do(instruction: Instruction) -> Generator[Instruction, Done, Done]:
    """Yield one sentence and get what it really did: `done = yield from do(exile(it.target))`."""
    done = yield instruction
    return done


def choose_some(
    who: Term, among: Filter | Term, prompt: str = "choose", *, least: Amount = 0, most: Amount = 1
) -> Generator[Instruction, Done, Term]:
    """A player chooses some of these; a reference to what was chosen."""
    done = yield choose(who, among, prompt, least=least, most=most)
    return Chosen(done.chosen)


def choose_one(who: Term, among: Filter | Term, prompt: str = "choose") -> Generator[Instruction, Done, Term]:
    """A player chooses one of these; a reference to it (to nothing where there is none)."""
    done = yield choose(who, among, prompt)
    return Chosen(done.chosen)


__all__ = [
    "Sentences",
    "choose_one",
    "choose_some",
    "do",
]
