"""Static abilities: what is true while the permanent is there, how it enters, what a spell costs."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    EACH_OPPONENT,
    EACH_PLAYER,
    HOST,
    KICKED,
    SUBJECT,
    THIS,
    YOU,
    YOUR_TURN,
    Filter,
    X,
    additional_cost,
    as_enters,
    controlled_by,
    costs_less,
    costs_more,
    enters_choosing,
    enters_tapped,
    enters_with,
    life_cost,
    rule,
    spells,
    static,
)

from . import nouns
from .amounts import as_often, counter_kind, for_each, number, plain_number, where_x
from .instead import happens_instead
from .prices import mana, price
from .qualities import qualities
from .terms_of_if import condition
from .vocabulary import COLORS
from .words import Stuck, Words


def static_ability(w: Words) -> list[Any]:
    """A line that says what is true."""
    found: list[Any] = w.either(
        _enters, _additional_cost, _own_cost, _uncounterable, _capped, _control, _rules_of_yours, happens_instead,
        _spells_cost, _lured, _true_while,
    )  # fmt: skip
    return found


def _end(w: Words) -> None:
    w.full_stop()
    if not w.done and w.word() != '"':
        raise Stuck


def _plain(w: Words) -> Filter:
    """A plural that means all of them."""
    w.take("all")
    found = nouns.permanents_only(w)
    if not found.many:
        raise Stuck
    return found.filter


# --- what is true -------------------------------------------------------------------------------


def _subject(w: Words) -> Any:
    """This, what it is attached to, or all of a kind."""
    if w.take("~"):
        if not w.scope.permanent:
            raise Stuck
        return THIS
    if w.take(
        "enchanted creature", "equipped creature", "enchanted permanent", "enchanted land", "enchanted artifact",
        "fortified land", "enchanted planeswalker",
    ):  # fmt: skip
        return HOST
    if w.take("each"):
        found = nouns.permanents_only(w)
        if found.many:
            raise Stuck
        return found.filter
    return _plain(w)


def _true_while(w: Words) -> list[Any]:
    """ "creatures you control get +1/+1", "as long as ..., this has flying"."""
    if not w.scope.permanent:
        raise Stuck
    test = about = None
    if w.take("as long as", "during your turn"):
        about = THIS if w.sees("~") else HOST if w.word() in ("enchanted", "equipped") else None
        test = YOUR_TURN if w.low[w.at - 1] == "turn" else condition(w)
        w.need(",")
    subject: Any = about if test is not None and about is not None and w.take("it") else _subject(w)
    outer = w.scope
    term = subject if subject in (THIS, HOST) else SUBJECT
    w.scope = w.scope.with_(subject=term, default=None)
    found = qualities(w)
    if found.until:
        raise Stuck
    where_x(w)
    if w.take("as long as"):
        if test is not None:
            raise Stuck
        w.scope = w.scope.with_(default=THIS if subject == THIS else None, subject=None)
        test = condition(w)
    w.scope = outer
    _end(w)
    return [static(subject, *found.parts, only_if=test)]


def _control(w: Words) -> list[Any]:
    w.need("you control enchanted creature", "you control enchanted permanent", "you control enchanted artifact",
           "you control enchanted land")  # fmt: skip
    _end(w)
    return [static(HOST, controlled_by(YOU))]


def _lured(w: Words) -> list[Any]:
    w.need("all creatures able to block")
    subject = _subject(w)
    if subject not in (THIS, HOST):
        raise Stuck
    w.need("do so")
    _end(w)
    return [static(subject, rule("must be blocked"))]


def _uncounterable(w: Words) -> list[Any]:
    w.need("~ can't be countered")
    _end(w)
    return [static(THIS, rule("can't be countered"), zones=("stack",))]


def _capped(w: Words) -> list[Any]:
    """So many counters of a kind, and no more."""
    w.need("~ can't have more than")
    most = plain_number(w)
    kind = counter_kind(w)
    w.need("counters on it", "counter on it")
    _end(w)
    return [static(THIS, rule("counter cap", amount=most, filter=Filter(noun=kind)))]


def _rules_of_yours(w: Words) -> list[Any]:
    if w.take("you have no maximum hand size"):
        made = static(YOU, rule("hand size", amount=-1))
    elif w.take("players can't gain life"):
        made = static(EACH_PLAYER, rule("can't gain life"))
    elif w.take("your opponents can't gain life"):
        made = static(EACH_OPPONENT, rule("can't gain life"))
    elif w.take("you can't gain life"):
        made = static(YOU, rule("can't gain life"))
    elif w.take("play with the top card of your library revealed"):
        made = static(YOU, rule("plays with top revealed"))
    elif w.take("you may look at the top card of your library any time"):
        made = static(YOU, rule("may look at top"))
    elif w.take("skip your"):
        made = static(YOU, rule("skips", steps=(w.one_of({"untap": "untap", "upkeep": "upkeep", "draw": "draw"}),)))
        w.need("step")
    else:
        w.need("you may play an additional land on each of your turns")
        made = static(YOU, rule("additional land", amount=1))
    _end(w)
    return [made]


# --- how it enters ------------------------------------------------------------------------------


def _enters(w: Words) -> list[Any]:
    """Tapped, or with counters."""
    if (chosen := w.attempt(_choosing)) is not None:
        return chosen
    kicked = w.take("if ~ was kicked , it enters")
    if not kicked:
        w.need("~ enters")
    w.scope = w.scope.with_(x=X if w.scope.cast_x else None)
    w.take("the battlefield")
    changes: list[Any] = []
    if w.take("tapped"):
        changes.append(enters_tapped())
        if w.take("and"):
            pass
    if w.take("with"):
        amount = number(w)
        kind = counter_kind(w)
        w.need("counter on it" if amount == 1 else "counters on it")
        amount = as_often(w, amount)
        where_x(w)
        changes.append(enters_with(kind, amount))
    test: Any = KICKED if kicked else None
    if not kicked and w.take("unless"):
        test = ~condition(w)
    _end(w)
    if not changes or not w.scope.permanent or w.low[w.at - 2] == "and":
        raise Stuck
    return [as_enters(*changes, only_if=test)]


def _choosing(w: Words) -> list[Any]:
    """As it enters, a choice that it remembers."""
    w.need("as ~ enters")
    w.take("the battlefield")
    w.need(", choose a")
    made = enters_choosing("color", link="color") if w.take("color") else None
    if made is None:
        w.need("creature type")
        made = enters_choosing("creature type", link="type")
    _end(w)
    return [as_enters(made)]


# --- what it costs ------------------------------------------------------------------------------


def _additional_cost(w: Words) -> list[Any]:
    """ "as an additional cost to cast this spell, sacrifice a creature"."""
    w.need("as an additional cost to cast ~ ,")
    if w.take("pay x life"):
        parts: tuple[Any, ...] = (life_cost(X),)
    else:
        found = price(w)
        if found.this_gone:
            raise Stuck
        parts = found.parts
    _end(w)
    return [additional_cost(parts[0] if len(parts) == 1 and not isinstance(parts[0], str) else list(parts))]


def _own_cost(w: Words) -> list[Any]:
    """ "this spell costs {1} less to cast for each artifact you control"."""
    w.need("~ costs")
    amount = _generic(w)
    less = w.take("less to cast")
    if not less:
        w.need("more to cast")
    test = None
    times: Any = None
    if w.take("if"):
        test = condition(w)
    else:
        times = for_each(w)
    _end(w)
    whole = amount if times is None else times if amount == 1 else times * amount
    return [costs_less(whole, only_if=test) if less else costs_more(whole, only_if=test)]


def _generic(w: Words) -> int:
    text = mana(w)[1:-1]
    if not text.isdecimal():
        raise Stuck
    return int(text)


def _spells_cost(w: Words) -> list[Any]:
    """ "instant and sorcery spells you cast cost {1} less to cast"."""
    filter = _some_spells(w)
    whom: Any = EACH_PLAYER
    if w.take("you cast"):
        whom = YOU
    elif w.take("your opponents cast"):
        whom = EACH_OPPONENT
    w.need("cost")
    amount = _generic(w)
    word = "costs less" if w.take("less to cast") else "costs more"
    if word == "costs more":
        w.need("more to cast")
    _end(w)
    if filter is None:
        return [static(whom, rule(word, amount=amount))]
    return [static(whom, rule(word, filter=filter, amount=amount))]


def _some_spells(w: Words) -> Filter | None:
    if w.take("instant and sorcery spells"):
        return _unplaced(spells("Instant", "Sorcery"))
    if w.word() in COLORS and w.word(1) == "spells" and w.word(2) == "and":
        letters = COLORS[w.next()]
        w.need("spells and")
        letters += w.one_of(COLORS)
        w.need("spells")
        return _unplaced(spells.colored("".join(c for c in "WUBRG" if c in letters)))
    if w.take("spells"):
        return None
    found = nouns.objects(w)
    if found.kind != "spell" or not found.many or found.another:
        raise Stuck
    return _unplaced(found.filter)


def _unplaced(filter: Filter) -> Filter:
    """The same tests, of a card that is not on the stack yet."""
    return Filter(tests=tuple(test for test in filter.tests if test not in spells.tests))
