"""Conditions: "if you control an artifact", "as long as you have 5 or less life", "if it was kicked"."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    HOST,
    KICKED,
    THIS,
    YOU,
    YOUR_TURN,
    Term,
    cards,
    cards_in_hand,
    count,
    creatures,
    exists,
    has_counter,
    is_a,
    life_of,
    permanents,
    status,
    tally_of,
    with_mark,
)

from . import nouns
from .amounts import counter_kind, plain_number
from .referents import TARGET_TERMS
from .vocabulary import COLORS
from .words import Stuck, Words


def condition(w: Words) -> Any:
    """A condition, without its "if"."""
    found = w.either(
        _turn,
        _attacked,
        _this_turn,
        _monstrous,
        _kicked,
        _you_control,
        _opponent_controls,
        _your_life,
        _your_hand,
        _your_graveyard,
        _this,
        _counters_of_it,
        _host,
    )
    return found


def _turn(w: Words) -> Any:
    if w.take("it 's your turn"):
        return YOUR_TURN
    w.need("it 's not your turn")
    return ~YOUR_TURN


def _attacked(w: Words) -> Any:
    w.need("you attacked this turn", "you attacked with a creature this turn")
    return tally_of("turn:attacked", "{you}") > 0


def _monstrous(w: Words) -> Any:
    for word in ("monstrous", "renowned"):
        if w.take(f"~ is {word}"):
            return is_a(THIS, with_mark(word))
    raise Stuck


def _this_turn(w: Words) -> Any:
    """What has happened this turn."""
    if w.take("a creature died this turn"):
        return tally_of("turn:creatures died", "all") > 0
    w.need("you gained life this turn", "you've gained life this turn")
    return tally_of("turn:gained life", "{you}") > 0


def _kicked(w: Words) -> Any:
    if w.take("it was kicked"):
        if w.scope.spoken() not in (None, THIS):
            raise Stuck
    else:
        w.need("~ was kicked")
    return KICKED


def _you_control(w: Words) -> Any:
    w.need("you control")
    if (few := w.attempt(_or_fewer)) is not None:
        return few
    if w.take("no"):
        found = nouns.permanents_only(w)
        return count(found.filter.you_control) <= 0
    if w.word() == "another":
        found = nouns.permanents_only(w)
        return exists(found.filter.you_control)
    least = plain_number(w)
    if least > 1:
        w.need("or more")
    found = nouns.permanents_only(w)
    if found.many != (least > 1):
        raise Stuck
    test = exists(found.filter.you_control, least)
    if least == 1 and w.take("or a", "or an"):  # "a Plains or an Island"
        other = nouns.permanents_only(w)
        if other.many:
            raise Stuck
        test = test | exists(other.filter.you_control)
    return test


def _or_fewer(w: Words) -> Any:
    most = plain_number(w)
    w.need("or fewer")
    found = nouns.permanents_only(w)
    if not found.many:
        raise Stuck
    return count(found.filter.you_control) <= most


def _opponent_controls(w: Words) -> Any:
    w.need("an opponent controls a", "an opponent controls an")
    found = nouns.permanents_only(w)
    if found.many:
        raise Stuck
    return exists(found.filter.opponents_control)


def _your_life(w: Words) -> Any:
    w.need("you have")
    return _at_least_or_most(w, life_of(YOU), "or more life", "or less life")


def _your_hand(w: Words) -> Any:
    w.need("you have")
    if w.take("no cards in hand", "no cards in your hand"):
        return cards_in_hand(YOU) <= 0
    return _at_least_or_most(w, cards_in_hand(YOU), "or more cards in hand", "or fewer cards in hand")


def _at_least_or_most(w: Words, what: Any, more: str, less: str) -> Any:
    amount = plain_number(w)
    if w.take(more):
        return what >= amount
    w.need(less)
    return what <= amount


def _your_graveyard(w: Words) -> Any:
    """ "seven or more cards are in your graveyard", "there are seven or more cards in your graveyard"."""
    there = w.take("there are")
    amount = plain_number(w)
    w.need("or more")
    if w.take("cards"):
        filter = cards.in_your_graveyard
        w.need("in your graveyard") if there else w.need("are in your graveyard")
        return exists(filter, amount)
    if not there:
        raise Stuck
    found = nouns.objects(w)
    if found.kind != "card" or not found.many or w.low[w.at - 2 : w.at] != ["your", "graveyard"]:
        raise Stuck
    return exists(found.filter, amount)


def _this(w: Words) -> Any:
    if not w.take("~"):
        w.need("it")
        if w.scope.spoken() != THIS:
            raise Stuck
    if not w.scope.permanent:
        raise Stuck
    if w.take("is untapped", "'s untapped"):
        return is_a(THIS, status(permanents, "untapped"))
    if w.take("is tapped", "'s tapped"):
        return is_a(THIS, status(permanents, "tapped"))
    if w.take("is attacking", "'s attacking"):
        return is_a(THIS, creatures.attacking)
    if w.take("is equipped", "is enchanted"):
        raise Stuck
    w.need("has a", "has an")
    kind = counter_kind(w)
    w.need("counter on it")
    return has_counter(THIS, kind)


def _counters_of_it(w: Words) -> Any:
    """ "it has no +1/+1 counters on it", of this or of the one target that was spoken of."""
    it: Term | None = THIS
    if not w.take("~"):
        w.need("it", "that creature", "that permanent")
        it = w.scope.spoken()
    if it not in TARGET_TERMS and (it != THIS or not w.scope.permanent):
        raise Stuck
    if w.take("has no"):
        kind = counter_kind(w)
        w.need("counters on it")
        return ~has_counter(it, kind)
    w.need("has a", "has an")
    kind = counter_kind(w)
    w.need("counter on it")
    return has_counter(it, kind)


def _host(w: Words) -> Any:
    """ "enchanted creature is green"."""
    w.need("enchanted creature is", "equipped creature is")
    w.scope = w.scope.mentioning(HOST)
    if w.take("a", "an"):
        found = nouns.permanents_only(w)
        if found.many:
            raise Stuck
        return is_a(HOST, found.filter)
    letters = w.one_of(COLORS)
    return is_a(HOST, permanents.colored(letters))
