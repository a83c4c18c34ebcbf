"""Whom and what a sentence speaks of: "target creature you control", "each opponent", "it", "those creatures"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from apnap.cardkit import (
    DEFENDING_PLAYER,
    EACH_OPPONENT,
    EACH_OTHER_PLAYER,
    EACH_PLAYER,
    HOST,
    TARGET,
    TARGET_2,
    TARGET_3,
    THAT,
    THIS,
    YOU,
    Filter,
    TargetSlot,
    Term,
    any_number,
    any_target,
    both,
    controller_of,
    each,
    exactly,
    opponents,
    owner_of,
    players,
    up_to,
)

from . import nouns
from .amounts import known, number
from .words import Stuck, Words

TARGET_TERMS = (TARGET, TARGET_2, TARGET_3)


class Spoken(Struct, frozen=True):
    """Somebody or something that a sentence speaks of."""

    term: Term
    kind: str = "permanent"
    """permanent, card, spell, ability, player, either."""
    many: bool = False
    """Its verb is that of several: "creatures get"."""
    you: bool = False
    chosen: bool = False
    """A target."""
    filter: Filter | None = None
    """What all of it matches."""


# --- targets ------------------------------------------------------------------------------------


def target(w: Words) -> Spoken:
    """ "target X", "another target X", "up to two target Xs", "any target"."""
    least, most = _how_many(w)
    if w.take("any target"):
        return _choose(w, nouns.Noun(any_target, "either"), least, most)
    if w.take("any other target"):
        raise Stuck
    another = w.take("another", "other")
    w.need("target")
    found = nouns.noun(w)
    if found.another or (most == 1) == found.many:
        raise Stuck
    if another:
        found = _another(w, found)
    return _choose(w, found, least, most)


def _how_many(w: Words) -> tuple[Any, Any]:
    if w.take("any number of"):
        return 0, None
    if w.take("up to"):
        return 0, number(w)
    for word, n in (("one", 1), ("two", 2), ("three", 3), ("x", 0)):
        if w.word() == word and w.word(1) in ("target", "other"):
            amount = number(w)
            return (amount, amount) if word != "one" else (n, n)
    return 1, 1


def _another(w: Words, found: nouns.Noun) -> nouns.Noun:
    """Other than this permanent, or than the target before."""
    from msgspec.structs import replace

    if w.scope.slots:
        if len(w.scope.slots) > 1:
            raise Stuck
        return replace(found, filter=nouns.without(found.filter, TARGET))
    if not w.scope.permanent or w.scope.default not in (None, THIS) or w.scope.subject not in (None, THIS):
        raise Stuck
    if found.kind == "card" and w.scope.gone not in (None, THIS):
        return replace(found, filter=nouns.without(found.filter, w.scope.gone))  # not what this became
    return replace(found, filter=found.filter.other)


def _choose(w: Words, found: nouns.Noun, least: Any, most: Any) -> Spoken:
    filter = found.filter
    if most is None:
        slot = any_number(filter)
    elif least == most == 1:
        slot = TargetSlot(filter=filter)
    else:
        slot = up_to(most, filter) if least == 0 else exactly(most, filter)
    at = len(w.scope.slots)
    if at >= len(TARGET_TERMS) or w.scope.divides is not None:
        raise Stuck  # what is divided is divided among all targets
    w.scope = w.scope.with_(slots=(*w.scope.slots, slot))
    return Spoken(TARGET_TERMS[at], found.kind, many=found.many, chosen=True)


# --- players ------------------------------------------------------------------------------------

_PLAYERS = {
    "each opponent": EACH_OPPONENT,
    "each player": EACH_PLAYER,
    "each other player": EACH_OTHER_PLAYER,
    "enchanted player": HOST,
}


def player(w: Words) -> Spoken:
    """A player, or several."""
    found: Spoken = w.either(_you, _named_players, _target_player, _that_player, _whose)
    return found


def _you(w: Words) -> Spoken:
    w.need("you")
    return Spoken(YOU, "player", you=True)


def _named_players(w: Words) -> Spoken:
    if w.take("defending player"):
        return Spoken(w.scope.defender or DEFENDING_PLAYER, "player")
    for words, term in _PLAYERS.items():
        if w.take(words):
            return Spoken(term, "player")
    raise Stuck


def _target_player(w: Words) -> Spoken:
    found = target(w)
    if found.kind != "player":
        raise Stuck
    w.scope = w.scope.with_(player=found.term)
    return found


def _that_player(w: Words) -> Spoken:
    many = w.sees("they")
    w.need("that player", "that opponent", "they")
    return Spoken(nouns.that_player(w), "player", many=many)


def _whose(w: Words) -> Spoken:
    """ "its controller", "that creature's owner"."""
    if w.take("its"):
        what = known(w, w.scope.it())
    elif w.take("that creature 's", "that permanent 's", "that spell 's", "that land 's", "that artifact 's"):
        what = known(w, w.scope.that())
    elif w.take("enchanted creature 's", "enchanted permanent 's", "enchanted land 's", "equipped creature 's"):
        if w.scope.host_gone:
            raise Stuck
        what = HOST
    else:
        raise Stuck
    term = controller_of(what) if w.take("controller") else owner_of(what) if w.take("owner") else None
    if term is None:
        raise Stuck
    w.scope = w.scope.with_(player=term)
    return Spoken(term, "player")


# --- objects ------------------------------------------------------------------------------------


def thing(w: Words) -> Spoken:
    """Permanents, cards or spells that something is done to."""
    found: Spoken = w.either(_this, _host, _it, _target_object, _all)
    return found


def _this(w: Words) -> Spoken:
    w.need("~")
    if (is_gone(w) or w.scope.left) and w.word() not in ("deals", "deal"):
        raise Stuck
    return Spoken(THIS)


def is_gone(w: Words) -> bool:
    """Whether this has left already, as what triggered says."""
    return w.scope.gone is not None and w.scope.default == THIS


def _host(w: Words) -> Spoken:
    if w.scope.host_gone:
        raise Stuck
    w.need(
        "enchanted creature", "equipped creature", "enchanted permanent", "enchanted land", "enchanted artifact",
        "fortified land", "enchanted planeswalker",
    )  # fmt: skip
    return Spoken(HOST)


_THAT_ONE = (
    "it", "that creature", "that permanent", "that land", "that artifact", "that card", "that spell", "that token",
    "that planeswalker", "that enchantment", "the token",
)  # fmt: skip
_THOSE = (
    "them",
    "they",
    "those creatures",
    "those permanents",
    "those cards",
    "those tokens",
    "those lands",
    "the tokens",
)


def _it(w: Words) -> Spoken:
    """What was spoken of, where something happens to it now."""
    many = any(w.sees(words) for words in _THOSE)
    w.need(*_THAT_ONE, *_THOSE)
    scope = w.scope
    if w.word() in ("deals", "deal") and is_gone(w) and not scope.mentions and not many:
        return Spoken(THIS)
    named = w.low[w.at - 2] == "that"
    if scope.left and scope.spoken() == THIS and not many:
        return _beside_this(w, named)
    term = scope.that() if named else scope.spoken()
    if term is None or many != scope.plural or term == scope.subject:
        raise Stuck
    if scope.moved == "field":
        return Spoken(THAT, many=many)
    if scope.moved:
        raise Stuck
    return Spoken(term, many=many)


def _beside_this(w: Words, named: bool) -> Spoken:
    """ "it" where this has just gone, which can still deal damage; "that creature" is what the trigger is about."""
    scope = w.scope
    if named:
        if scope.default in (None, THIS) or scope.gone is not None:
            raise Stuck
        return Spoken(scope.default)
    if w.word() not in ("deals", "deal"):
        raise Stuck
    return Spoken(THIS)


def _target_object(w: Words) -> Spoken:
    found = target(w)
    if found.kind == "player":
        raise Stuck
    return found


def _all(w: Words) -> Spoken:
    """ "each creature", "all creatures", "creatures you control"."""
    singular = w.take("each")
    every = not singular and w.take("all")
    found = nouns.objects(w)
    if found.many == singular or found.kind not in ("permanent", "card"):
        raise Stuck
    if found.kind == "card":
        if w.low[w.at - 1] not in ("graveyard", "graveyards"):
            raise Stuck
    elif not (singular or every) and not _is_bound(w):
        raise Stuck
    return Spoken(each(found.filter), found.kind, many=found.many, filter=found.filter)


def _is_bound(w: Words) -> bool:
    """Whether a plural without "all" can mean all of them: it says whose it is, or what becomes of it follows."""
    return w.low[w.at - 1] in ("control", "controls") or w.word() in ("get", "gain", "have", "lose", "can't")


# --- several ------------------------------------------------------------------------------------


def recipient(w: Words) -> Spoken:
    """Whom damage is dealt to: one of these, or two joined by "and"."""
    first = _one_recipient(w)
    second = w.attempt(_and_recipient)
    if second is None:
        return first
    return Spoken(both(first.term, second.term), "either", many=True)


def _and_recipient(w: Words) -> Spoken:
    w.need("and")
    found = w.either(_group, _all_or_each)
    if w.word() not in (".", ",", "", "and"):  # "and you gain": another sentence
        raise Stuck
    result: Spoken = found
    return result


def _group(w: Words) -> Spoken:
    found: Spoken = w.either(_named_players, _you)
    return found


def _all_or_each(w: Words) -> Spoken:
    if w.word() not in ("each", "all"):
        raise Stuck
    return _all(w)


def _one_recipient(w: Words) -> Spoken:
    found: Spoken = w.either(target, _this, _host, _named_players, _you, _that_player, _whose, _it, _all)
    return found


#: The tests of a filter that what is done to all of its kind does not change.
ABIDING = ("Is", "IsNot", "Colored", "NotColored", "Controlled", "Other")


def maybe_each_of(w: Words, read: Callable[[Words], Spoken]) -> Spoken:
    """Whom or what something is done to; several targets are "each of" them. It is kept in mind."""
    each_of = w.take("each of")
    found = read(w)
    if each_of != (found.chosen and found.many):
        raise Stuck
    note(w, found)
    return found


def aim_at_player(w: Words, phrase: str) -> bool:
    """ "target player's hand": a player becomes the target where that stands next; `PLAYER` in the phrase is which."""
    for who, filter in (("player", players), ("opponent", opponents)):
        if w.take(phrase.replace("PLAYER", who)):
            if w.scope.slots:
                raise Stuck
            w.scope = w.scope.with_(slots=(TargetSlot(filter=filter),), player=TARGET)
            return True
    return False


def note(w: Words, spoken: Spoken) -> None:
    """Keep in mind what a sentence spoke of, for those after it."""
    scope = w.scope
    if spoken.kind == "player":
        return
    if spoken.kind == "either":
        w.scope = scope.mentioning(spoken.term, plural=spoken.many)
        return
    if spoken.filter is not None and not all(type(test).__name__ in ABIDING for test in spoken.filter.tests):
        w.scope = scope.mentioning(spoken.term, plural=spoken.many).with_(moved="away")
        return  # what was done may have changed which of them they are
    if spoken.term == THAT:
        return  # what was moved or made before goes on being that
    w.scope = scope.mentioning(spoken.term, plural=spoken.many)
