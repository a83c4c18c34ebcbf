"""Damage: dealt, divided, fought over, prevented."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    TARGETS,
    THIS,
    TargetSlot,
    any_target,
    creature,
    deal_damage,
    deal_divided,
    fight,
    prevent_damage,
    together,
)

from . import nouns
from .amounts import as_often, equal_to, number, plain_number
from .playing import that_many
from .referents import Spoken, maybe_each_of, note, recipient, thing
from .words import Stuck, Words


def deal(w: Words, what: Spoken) -> list[Any]:
    """ "deals N damage to ...", "deals damage equal to its power to ..."."""
    if what.many or what.filter is not None:
        raise Stuck
    w.need("deals", "deal")
    source = None if what.term == THIS else what.term
    found = [_one_dealing(w, source)]
    while (more := w.attempt(lambda w: _and_dealing(w, source))) is not None:
        found.append(more)
    return found if len(found) == 1 else [together(*found)]


def _and_dealing(w: Words, source: Any) -> Any:
    w.need(", and", "and")
    if not (w.word().isdecimal() or w.word() == "x"):
        raise Stuck
    return _one_dealing(w, source)


def _one_dealing(w: Words, source: Any) -> Any:
    if w.take("damage to"):
        return _equal_after(w, source)
    if w.take("damage"):
        amount = equal_to(w)
        w.need("to")
    elif w.take("that much damage to"):
        amount = that_many(w)
    else:
        amount = number(w)
        w.need("damage")
        divided = w.attempt(lambda w: _divided(w, amount)) if source is None else None
        if divided is not None:
            return divided
        w.need("to")
    to = maybe_each_of(w, recipient)
    amount = as_often(w, amount)
    return deal_damage(amount, to.term) if source is None else deal_damage(amount, to.term, source=source)


def _equal_after(w: Words, source: Any) -> Any:
    """ "damage to target creature equal to the number of ..."."""
    to = recipient(w)
    if to.chosen and to.many:
        raise Stuck
    amount = equal_to(w)
    note(w, to)
    return deal_damage(amount, to.term) if source is None else deal_damage(amount, to.term, source=source)


def _divided(w: Words, amount: Any) -> Any:
    """The slot says how many share it; `lines` takes what is divided from here."""
    w.need("divided as you choose among")
    if w.scope.slots or not isinstance(amount, int):
        raise Stuck
    if w.take("any number of targets"):
        slot = TargetSlot(filter=any_target, least=0, most=amount)
    elif w.take("any number of target creatures"):
        slot = TargetSlot(filter=creature, least=0, most=amount)
    else:
        most = 3 if w.take("one , two , or three") else 2
        if most == 2:
            w.need("one or two")
        slot = TargetSlot(filter=_shared(w), least=1, most=min(most, amount))
    w.scope = w.scope.with_(slots=(slot,), divides=amount)
    return deal_divided(TARGETS)


def _shared(w: Words) -> Any:
    if w.take("targets"):
        return any_target
    w.need("target")
    found = nouns.permanents_only(w)
    if not found.many:
        raise Stuck
    return found.filter


def fights(w: Words, what: Spoken) -> list[Any]:
    w.need("fights", "fight")
    if what.many or what.filter is not None:
        raise Stuck
    other = thing(w)
    if other.many:
        raise Stuck
    note(w, other)
    return [fight(what.term, other.term)]


def prevent(w: Words, who: Spoken) -> list[Any]:
    """ "prevent the next 3 damage that would be dealt to any target this turn", "prevent all combat damage"."""
    if w.take("all combat damage that would be dealt this turn"):
        return [prevent_damage(combat=True)]
    if w.take("the next"):
        amount = plain_number(w)
        w.need("damage that would be dealt to")
        to = recipient(w)
        if to.many:
            raise Stuck
        note(w, to)
        w.need("this turn")
        return [prevent_damage(to.term, amount)]
    combat = None
    if w.take("all combat damage that would be dealt to and dealt by"):
        what = _saved(w)
        return [prevent_damage(what.term, combat=True), prevent_damage(by=what.term, combat=True)]
    if w.take("all damage that would be dealt to and dealt by"):
        what = _saved(w)
        return [prevent_damage(what.term), prevent_damage(by=what.term)]
    if w.take("all combat damage that would be dealt to"):
        combat = True
    elif not w.take("all damage that would be dealt to"):
        by_combat = True if w.take("all combat damage that would be dealt by") else None
        if by_combat is None:
            raise Stuck
        what = _saved(w)
        return [prevent_damage(by=what.term, combat=True)]
    to = recipient(w)
    if to.many:
        raise Stuck
    note(w, to)
    w.need("this turn")
    return [prevent_damage(to.term, combat=combat) if combat else prevent_damage(to.term)]


def _saved(w: Words) -> Spoken:
    what = thing(w)
    if what.many:
        raise Stuck
    note(w, what)
    w.need("this turn")
    return what
