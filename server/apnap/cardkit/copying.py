"""Verbs that make tokens, emblems and copies, and that give a spell other targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apnap.engine.abilities import Ability
from apnap.engine.amounts import Amount
from apnap.engine.definitions import CardDef
from apnap.engine.instructions import Instruction, making, spells
from apnap.engine.player_terms import You
from apnap.engine.terms import Term

from .sentences import Ref, term_of


def create(
    token: CardDef,
    amount: Amount = 1,
    *,
    under: Term | None = None,
    tapped: bool = False,
    attacking: bool = False,
    counters: dict[str, Amount] | None = None,
    link: str = "",
) -> Instruction:
    """Create tokens."""
    return making.Create(
        token=token, amount=amount, under=under or You(), tapped=tapped, attacking=attacking,
        counters=tuple((counters or {}).items()), link=link,
    )  # fmt: skip


def create_copy(
    of: Term,
    amount: Amount = 1,
    *,
    under: Term | None = None,
    tapped: bool = False,
    link: str = "",
    has: Sequence[Ability] = (),
    **exceptions: Any,
) -> Instruction:
    """Create tokens that are copies of something, with exceptions such as `not_legendary=1`; `has` adds abilities."""
    return making.Create(
        copy_of=of,
        amount=amount,
        under=under or You(),
        tapped=tapped,
        exceptions=tuple(exceptions.items()),
        adds=tuple(has),
        link=link,
    )


def get_emblem(emblem: CardDef, who: Term | None = None) -> Instruction:
    """A player gets an emblem."""
    return making.CreateEmblem(emblem=emblem, who=who or You())


def copy_spell(what: Ref, *, amount: Amount = 1, retarget: bool = True, **exceptions: Any) -> Instruction:
    """Copy a spell or ability on the stack; its controller may choose new targets."""
    return spells.CopySpell(what=term_of(what), amount=amount, retarget=retarget, exceptions=tuple(exceptions.items()))


def copy_card(what: Ref, *, who: Term | None = None) -> Instruction:
    """Copy cards where they are; "that" are the copies, to be cast with `cast_free` in the same sentences."""
    return spells.CopyCard(what=term_of(what), who=who or You())


def change_target(what: Ref, *, to: Term | None = None, may: bool = False) -> Instruction:
    """Change the target of a spell or ability."""
    return spells.ChangeTargets(what=term_of(what), to=to, may=may)


def become_copy(
    what: Ref, of: Term, *, until: str = "forever", keeps_this: bool = False, **exceptions: Any
) -> Instruction:
    """Permanents become copies of another, with exceptions such as `colors="U"`.

    With `keeps_this` the copy has the ability that says so, whatever it copies.
    """
    return making.BecomeCopyOf(
        what=term_of(what), of=of, until=until, exceptions=tuple(exceptions.items()), keeps_this=keeps_this
    )


__all__ = [
    "become_copy",
    "change_target",
    "copy_card",
    "copy_spell",
    "create",
    "create_copy",
    "get_emblem",
]
