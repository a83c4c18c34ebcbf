"""Numbers in a text: "two", "X", "that much", "equal to its power", "for each artifact you control"."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    GIVEN_UP,
    HOST,
    THAT_MANY,
    THIS,
    TIMES_KICKED,
    YOU,
    Term,
    cards,
    cards_in_hand,
    count,
    counters_of,
    creature_card,
    devotion,
    greatest,
    life_of,
    mana_value_of,
    opponents,
    power_of,
    toughness_of,
)

from . import nouns
from .vocabulary import COLORS, NUMBERS
from .words import Stuck, Words

Amount = Any

MEASURES = {"power": power_of, "toughness": toughness_of}


def number(w: Words) -> Amount:
    """A number in words or figures, or X."""
    word = w.next()
    if word == "x":
        return x(w)
    if word.isdecimal():
        return int(word)
    if word in NUMBERS:
        return NUMBERS[word]
    raise Stuck


def x(w: Words) -> Amount:
    """What X is: paid, or said at the end of the sentence."""
    if w.scope.x is not None:
        return w.scope.x
    at = w.at
    while not w.take(", where x is"):
        if w.next() in (".", '"'):
            raise Stuck
    found = quantity(w)
    w.at = at
    return found


def plain_number(w: Words) -> int:
    """A number that is written out, no X."""
    word = w.next()
    if word.isdecimal():
        return int(word)
    if word in NUMBERS:
        return NUMBERS[word]
    raise Stuck


def signed(w: Words) -> tuple[Amount, Amount]:
    """ "+1/+1", "-X/-X", "+2/-1"."""
    power, slash, toughness = w.next().partition("/")
    if not slash or power[:1] not in "+-" or toughness[:1] not in "+-" or not power or not toughness:
        raise Stuck
    return _signed(w, power), _signed(w, toughness)


def _signed(w: Words, text: str) -> Amount:
    size = text[1:]
    amount = x(w) if size == "x" else int(size) if size.isdecimal() else None
    if amount is None:
        raise Stuck
    return -amount if text[0] == "-" else amount


def size(w: Words) -> tuple[int, int]:
    """ "2/2" of a token or as a base."""
    power, slash, toughness = w.next().partition("/")
    if not slash or not power.isdecimal() or not toughness.isdecimal():
        raise Stuck
    return int(power), int(toughness)


# --- amounts that are worked out ----------------------------------------------------------------


def equal_to(w: Words) -> Amount:
    """ "equal to ..."."""
    w.need("equal to")
    return quantity(w)


def quantity(w: Words) -> Amount:
    """What a number may be equal to."""
    return w.either(_the_number_of, _twice, _measure, _greatest, _devotion, _lost_so, _life)


def _twice(w: Words) -> Amount:
    w.need("twice")
    return quantity(w) * 2


def _the_number_of(w: Words) -> Amount:
    w.need("the number of")
    return counted(w, many=True)


def _life(w: Words) -> Amount:
    w.need("your life total")
    return life_of(YOU)


def _lost_so(w: Words) -> Amount:
    """ "the life lost this way", "the damage dealt this way"."""
    w.need("the life lost this way", "the damage dealt this way")
    return THAT_MANY


def _devotion(w: Words) -> Amount:
    w.need("your devotion to")
    letters = w.one_of(COLORS)
    if w.take("and"):
        letters += w.one_of(COLORS)
    return devotion(letters)


def _greatest(w: Words) -> Amount:
    w.need("the greatest")
    measure = "mana value" if w.take("mana value") else w.next()
    if measure not in ("power", "toughness", "mana value"):
        raise Stuck
    w.need("among")
    found = nouns.permanents_only(w)
    if not found.many:
        raise Stuck
    return greatest(found.filter, measure)


def _measure(w: Words) -> Amount:
    """ "its power", "that creature's toughness", "this creature's power", "its mana value"."""
    owner = possessor(w)
    if w.take("mana value", "converted mana cost"):
        return mana_value_of(owner)
    return w.one_of(MEASURES)(owner)


def possessor(w: Words) -> Term:
    """ "its", "~'s", "that creature's", "the sacrificed creature's", "enchanted creature's"."""
    if w.take("its"):
        return known(w, w.scope.it())
    if w.take("the sacrificed creature 's", "the sacrificed permanent 's", "the sacrificed artifact 's"):
        if not w.scope.given_up:
            raise Stuck
        return GIVEN_UP
    if w.take("~ 's"):
        if not w.scope.permanent:
            raise Stuck
        return THIS
    if w.take("enchanted creature 's", "equipped creature 's", "enchanted permanent 's"):
        if w.scope.host_gone:
            raise Stuck
        return HOST
    w.need("that creature 's", "that permanent 's", "that spell 's", "that card 's", "that land 's")
    return known(w, w.scope.that())


def known(w: Words, term: Term | None) -> Term:
    """What is meant, where its values are read."""
    if term is None or w.scope.plural or w.scope.moved == "field":
        raise Stuck
    return term


def for_each(w: Words) -> Amount:
    """ "for each ..."."""
    w.need("for each")
    if w.take("time ~ was kicked") or (w.scope.spoken() in (None, THIS) and w.take("time it was kicked")):
        return TIMES_KICKED
    return counted(w, many=False)


def as_often(w: Words, amount: Amount) -> Amount:
    """The amount, or as many times it as a "for each ..." after it says."""
    times = w.attempt(for_each)
    if times is None:
        return amount
    return times if amount == 1 else times * amount


def counted(w: Words, *, many: bool) -> Amount:
    """What is counted: things, cards somewhere, players, counters."""
    return w.either(_counters, lambda w: _cards(w, many), lambda w: _opponents(w, many), lambda w: _objects(w, many))


def _objects(w: Words, many: bool) -> Amount:
    found = nouns.permanents_only(w)
    if found.many != many:
        raise Stuck
    w.take("on the battlefield")
    return count(found.filter)


def _opponents(w: Words, many: bool) -> Amount:
    w.need("opponents" if many else "opponent")
    w.take("you have")
    return count(opponents)


def _cards(w: Words, many: bool) -> Amount:
    word = "cards" if many else "card"
    if w.take(f"{word} in your hand"):
        return cards_in_hand(YOU)
    if w.take(f"{word} in your graveyard"):
        return count(cards.in_your_graveyard)
    if w.take(f"creature {word} in your graveyard"):
        return count(creature_card.in_your_graveyard)
    found = nouns.objects(w)
    if found.kind != "card" or found.many != many or found.filter.zones != ("graveyard",):
        raise Stuck
    if w.low[w.at - 1] not in ("graveyard", "graveyards"):
        raise Stuck
    return count(found.filter)


def _counters(w: Words) -> Amount:
    kind = counter_kind(w)
    w.need("counters on", "counter on")
    if w.take("~"):
        return counters_of(THIS, kind)
    w.need("it")
    return counters_of(known(w, w.scope.it()), kind)


def counter_kind(w: Words) -> str:
    """ "+1/+1", "charge"."""
    from .vocabulary import COUNTERS

    word = w.word()
    if word in ("+1/+1", "-1/-1", "+1/+0", "+0/+1", "+2/+2", "-0/-1", "-1/-0", "-2/-2") or word in COUNTERS:
        return w.next()
    for kind in KEYWORD_COUNTERS:
        if w.take(kind):
            return kind
    raise Stuck


#: Counters that give what they are called, or do something of their own.
KEYWORD_COUNTERS = (
    "first strike", "double strike", "flying", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "trample", "vigilance", "finality",
)  # fmt: skip


def where_x(w: Words, done: list[Any] | None = None) -> None:
    """Go past ", where X is ...", which `x` has read for what is done in the sentence.

    X is one number, worked out once: where two instructions have it, the first may not change what it is.
    """
    if w.scope.x is not None or not w.take(", where x is"):
        return
    said = repr(quantity(w))
    having = [type(one).__name__ for one in done or () if said in repr(one)]
    if len(having) > 1 and not _unchanged(said, having):
        raise Stuck


def _unchanged(said: str, having: list[str]) -> bool:
    """Whether an amount is the same after all of these: none but the last may be more than a draw, or change it."""
    before = having[:-1]
    if "'life'" in said or "Just(" in said or not _QUIET.issuperset(before):
        return False
    return "Draw" not in before or not any(zone in said for zone in ("'hand'", "'library'"))


#: Instructions that change nothing that is counted, but for life, hands and libraries.
_QUIET = frozenset(("GainLife", "LoseLife", "DealDamage", "Draw"))
