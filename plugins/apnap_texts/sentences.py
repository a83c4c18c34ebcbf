"""Sentences in a row: what one does, and what hangs on it: "then", "and", "if you do", "you may", "unless".

body     = sentence ("." sentence)*
sentence = ["if" condition ","] clause ((", then" | "and") clause)*
clause   = [subject] verb complement
"""

from __future__ import annotations

from functools import partial
from typing import Any

from apnap.cardkit import (
    EACH_OPPONENT,
    EACH_OTHER_PLAYER,
    EACH_PLAYER,
    THIS,
    YOU,
    Term,
    during,
    extra_phases,
    goes_to,
    if_,
    if_done,
    instead_of,
    may,
    pay_or,
    replace_for,
    sacrifice,
    when_you_do,
    would_die,
)

from . import deeds
from .amounts import where_x
from .delaying import later
from .looking import picked_from_hand
from .prices import price
from .qualities import UNTIL
from .referents import Spoken, note, player, thing
from .terms_of_if import condition
from .words import Stuck, Words

YOU_SPOKEN = Spoken(YOU, "player", you=True)
#: So many sentences an ability has at most.
MOST_SENTENCES = 12


def body(w: Words) -> list[Any]:
    """All sentences to the end of the line, or of the quotation."""
    found: list[Any] = []
    for _ in range(MOST_SENTENCES):
        found = _joined(w, found)
        if w.done:
            w.full_stop()
            return found
        if not w.take("."):
            break
        if w.done or w.word() == '"':
            return found
        if stops(w):
            return found
    if not (w.done or w.word() == '"'):
        raise Stuck
    return found


def stops(w: Words) -> bool:
    """What follows is no sentence of what is done, but of when it may be."""
    return w.word() == "activate" or w.sees("any player may activate") or w.sees("this ability triggers")


def _joined(w: Words, before: list[Any]) -> list[Any]:
    """The sentences before, with this one after them."""
    if w.take("otherwise ,"):
        return _otherwise(w, before)
    return [*before, *sentence(w)]


class Offer:
    """Something that a player may do or pay, before it is known what follows."""

    __slots__ = ("cost", "do", "who")

    def __init__(self, who: Term, do: list[Any], cost: list[Any]) -> None:
        self.who = who
        self.do = do
        self.cost = cost

    def alone(self) -> Any:
        if self.cost:
            return pay_or(self.who, self.cost)
        return may(self.do) if self.who == YOU else may(self.do, who=self.who)

    def and_then(self, then: list[Any]) -> Any:
        """With what is done if they do; the last thing they do is what counts."""
        if self.cost:
            return pay_or(self.who, self.cost, do=then)
        *first, last = self.do
        linked = [*first, if_done(last, then)]
        return may(linked) if self.who == YOU else may(linked, who=self.who)


def _otherwise(w: Words, before: list[Any]) -> list[Any]:
    from msgspec.structs import replace

    if not before or type(before[-1]).__name__ != "If" or before[-1].otherwise:
        raise Stuck
    return [*before[:-1], replace(before[-1], otherwise=tuple(sentence(w)))]


# --- one sentence -------------------------------------------------------------------------------


def sentence(w: Words) -> list[Any]:
    """One sentence, up to its full stop."""
    if w.take("after this"):
        return _more_phases(w)
    if w.take(*_WOULD_DIE):
        return _exiled_instead(w)
    if w.take("if"):
        return _conditional(w)
    if w.take("then"):
        w.take(",")
    for words, time in UNTIL.items():
        if words.startswith("until") and w.take(words + " ,"):
            w.scope = w.scope.with_(until=time)
            break
    found: list[Any] = w.either(picked_from_hand, lambda w: later(w, clauses), _you_may, _unless, clauses)
    w.scope = w.scope.with_(until="")
    return found


_WOULD_DIE = (
    "if that creature would die this turn , exile it instead",
    "if that permanent would die this turn , exile it instead",
)


def _more_phases(w: Words) -> list[Any]:
    """More phases after this one; where a main phase is named, only in one."""
    main = w.take("main")
    w.need("phase , there is an additional combat phase")
    phases = ("combat", "main") if w.take("followed by an additional main phase") else ("combat",)
    do = extra_phases(*phases)
    return [if_(during("main1", "main2"), do)] if main else [do]


def _exiled_instead(w: Words) -> list[Any]:
    """ "if that creature would die this turn, exile it instead"."""
    term = w.scope.that()
    if term is None or w.scope.moved:
        raise Stuck
    return [replace_for(instead_of(would_die(None), changes=goes_to("exile")), to=term)]


def _conditional(w: Words) -> list[Any]:
    test = condition(w)
    w.need(",")
    slots = w.scope.slots
    then = w.either(_you_may, clauses)
    if len(w.scope.slots) > len(slots):
        raise Stuck  # the targets would be chosen without asking whether
    return [if_(test, then)]


def clauses(w: Words) -> list[Any]:
    """Clauses joined by "and" and "then"; one without a subject goes on with that of the last."""
    subject, found = clause(w, None)
    while (more := w.attempt(partial(_next_clause, subject=subject))) is not None:
        subject, made = more
        found += made
    where_x(w, found)
    return found


def _next_clause(w: Words, subject: Spoken) -> tuple[Spoken, list[Any]]:
    w.need(", then", "and then", ", and", "and", "then", ",")
    return clause(w, subject)


def clause(w: Words, before: Spoken | None) -> tuple[Spoken, list[Any]]:
    """Who, and what they do."""
    again = partial(_same_subject, before=before)
    reads: tuple[Any, ...] = (_players_clause, _objects_clause, _told, again)
    if before is not None and before.many and not before.you:  # "they draw a card and lose 1 life"
        reads = (again, _players_clause, _objects_clause)
    found: tuple[Spoken, list[Any]] = w.either(*reads)
    return found


def _players_clause(w: Words) -> tuple[Spoken, list[Any]]:
    who = player(w)
    if w.take("each") and not who.many:
        raise Stuck
    done = deeds.of_player(w, who)
    return who, done


def _objects_clause(w: Words) -> tuple[Spoken, list[Any]]:
    what = thing(w)
    outer = w.scope
    w.scope = w.scope.with_(subject=what.term, group=what.filter is not None)
    done = deeds.of_object(w, what)
    w.scope = w.scope.with_(subject=outer.subject, group=outer.group)
    if not _deals(w, what, done):
        note(w, what)
    return what, done


def had(w: Words) -> list[Any]:
    """What you have something do."""
    return _objects_clause(w)[1]


def _deals(w: Words, what: Spoken, done: list[Any]) -> bool:
    """Whether this only deals damage: "it" in what follows is then what was dealt it."""
    return what.term == THIS and all(type(one).__name__ == "DealDamage" for one in done)


def _told(w: Words) -> tuple[Spoken, list[Any]]:
    """What you are told to do."""
    return YOU_SPOKEN, deeds.of_player(w, YOU_SPOKEN)


def _same_subject(w: Words, before: Spoken | None) -> tuple[Spoken, list[Any]]:
    if before is None or before.you:
        raise Stuck
    if before.kind == "player":
        return before, deeds.of_player(w, before)
    outer = w.scope
    w.scope = w.scope.with_(subject=before.term, group=before.filter is not None)
    done = deeds.of_object(w, before)
    w.scope = w.scope.with_(subject=outer.subject, group=outer.group)
    return before, done


# --- offers -------------------------------------------------------------------------------------


def _you_may(w: Words) -> list[Any]:
    """ "you may pay {2}", "you may draw a card", "its controller may ..."."""
    who = player(w)
    w.need("may")
    if who.term in (EACH_PLAYER, EACH_OPPONENT, EACH_OTHER_PLAYER):
        raise Stuck  # each of them would have to be asked, and do it alone
    if who.you and w.take("have"):
        return [_with_what_follows(w, Offer(YOU, _objects_clause(w)[1], []))]
    cost = w.attempt(_pays)
    if cost is not None:
        offer = Offer(who.term, [], cost)
    else:
        base = Spoken(who.term, "player", you=True) if who.you else Spoken(who.term, "player", many=True)
        first = deeds.of_player(w, base)
        while (more := w.attempt(partial(_and_told, who=base))) is not None:
            first += more
        where_x(w, first)
        offer = Offer(who.term, first, [])
    return [_with_what_follows(w, offer)]


def _with_what_follows(w: Words, offer: Offer) -> Any:
    """ "if you do", "when you do"; or nothing hangs on it."""
    if w.take(". if you do ,", ". if they do ,", ". if that player does ,"):
        then = sentence(w)
        return offer.and_then(then)
    if offer.who == YOU and w.take(". when you do ,"):
        return offer.and_then([_reflexive(w)])
    if offer.cost:
        raise Stuck  # to pay for nothing
    return offer.alone()


def _reflexive(w: Words) -> Any:
    """ "when you do, ...": an ability of its own, with its own targets."""
    outer = w.scope
    if outer.slots:
        raise Stuck
    w.scope = outer.with_(mentions=(), moved="", much=None)
    then = sentence(w)
    inner = w.scope
    w.scope = outer
    return when_you_do(*then, target=inner.slots or None, divides=inner.divides)


def _and_told(w: Words, who: Spoken) -> list[Any]:
    w.need(", then", "and")
    return deeds.of_player(w, who)


def _pays(w: Words) -> list[Any]:
    if not w.sees("pay"):
        raise Stuck
    found = price(w)
    if w.word() != ".":
        raise Stuck
    return list(found.parts)


def _unless(w: Words) -> list[Any]:
    """ "sacrifice this unless you pay {U}"."""
    w.need("sacrifice ~ unless you", "sacrifice it unless you")
    if not w.scope.permanent or w.scope.spoken() not in (None, THIS):
        raise Stuck
    found = price(w)
    if found.this_gone or found.x is not None:
        raise Stuck
    return [pay_or(YOU, list(found.parts), otherwise=[sacrifice(THIS)])]
