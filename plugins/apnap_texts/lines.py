"""The abilities of a text, one line each: keywords, activated, triggered, static, and what a spell does."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from apnap.cardkit import (
    THIS,
    YOUR_TURN,
    Mode,
    X,
    activated,
    chapter,
    during,
    loyalty_ability,
    mode,
    triggered,
)

from . import events, sentences
from .keywords import keywords
from .prices import Price, price
from .scope import Looks, Scope
from .statics import static_ability
from .terms_of_if import condition
from .vocabulary import ABILITY_WORDS
from .words import Stuck, Unreadable, Words

ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}


class Line(Struct, frozen=True):
    """A line, and the modes that stand under it."""

    words: list[str]
    modes: tuple[list[str], ...] = ()


class Circumstances(Struct, frozen=True):
    """What of the card the reading of a line depends on."""

    permanent: bool
    name: str = ""
    planeswalker: bool = False
    saga: bool = False
    x: bool = False
    """Its cost has an X."""
    linked: bool = False
    """A line speaks of "the exiled card"."""
    sacrifices: bool = False
    """Something is sacrificed as an additional cost."""
    entwined: bool = False
    """For one optional cost all modes are chosen."""
    looks: Looks | None = None

    def scope(self) -> Scope:
        paid = X if self.x and not self.permanent else None
        return Scope(
            permanent=self.permanent, name=self.name, x=paid, cast_x=self.x, given_up=self.sacrifices,
            linked=self.linked, looks=self.looks,
        )  # fmt: skip


def lines(all_words: list[list[str]]) -> list[Line]:
    """Lines with their modes."""
    found: list[Line] = []
    for words in all_words:
        if words[0] == "•":
            if not found:
                raise Unreadable("a mode of nothing")
            last = found[-1]
            found[-1] = Line(last.words, (*last.modes, words[1:]))
        else:
            found.append(Line(words))
    return found


def ability(line: Line, about: Circumstances) -> list[Any]:
    """The abilities that a line of a permanent stands for (or one beside what a spell does)."""
    w = Words(plain(line.words), about.scope())
    return read_line(w, line, about)


def read_line(w: Words, line: Line, about: Circumstances) -> list[Any]:
    """The same of words that are watched by who calls."""
    if not about.permanent:
        return _beside_a_spell(w, line)
    reads: list[Any] = [lambda w: _triggered(w, line, about)]
    if about.planeswalker:
        reads.insert(0, lambda w: _loyalty(w, line))
    if about.saga:
        reads.insert(0, _chapter)
    if ":" in line.words:
        reads.append(lambda w: _activated(w, line))
    if not line.modes:
        reads += [keywords, static_ability]
    found: list[Any] = w.either(*(_whole(read) for read in reads))
    return found


def _beside_a_spell(w: Words, line: Line) -> list[Any]:
    """A line of an instant or sorcery that is not what it does: a keyword, a cost, cycling of a kind."""
    if line.modes:
        raise Stuck
    found: list[Any] = w.either(_whole(keywords), _whole(static_ability), _whole(lambda w: _activated(w, line)))
    if any(getattr(one, "zones", ()) == ("battlefield",) and type(one).__name__ != "CastRule" for one in found):
        raise Stuck
    return found


def _whole(read: Any) -> Any:
    """A reading that must take all words."""

    def reading(w: Words) -> list[Any]:
        found: list[Any] = read(w)
        if not w.done:
            raise Stuck
        return found

    return reading


def plain(words: list[str]) -> list[str]:
    """A line without the word that names its ability."""
    if "—" in words[:5]:
        at = words.index("—")
        if " ".join(words[:at]).lower() in ABILITY_WORDS:
            return words[at + 1 :]
    return words


# --- modes --------------------------------------------------------------------------------------

_HOW_MANY = {
    "choose one or both": (1, 2),
    "choose one or more": (1, 99),
    "choose up to one": (0, 1),
    "choose up to two": (0, 2),
    "choose one": (1, 1),
    "choose two": (2, 2),
    "choose three": (3, 3),
}


class Modal(Struct, frozen=True):
    """What may be chosen, and how many."""

    modes: tuple[Mode, ...]
    choose: tuple[int, int]
    repeat: bool = False


def modal(w: Words, line: Line) -> Modal:
    """ "choose one —" and the modes under it."""
    if len(line.modes) < 2:
        raise Stuck
    least, most = _how_many(w)
    repeat = w.take(". you may choose the same mode more than once .")
    if not repeat:
        w.need("—", ".")
    if not w.done:
        raise Stuck
    made = tuple(_mode(words, w.scope) for words in line.modes)
    return Modal(made, (least, min(most, len(made))), repeat)


def _how_many(w: Words) -> tuple[int, int]:
    for words, span in _HOW_MANY.items():
        if w.take(words):
            return span
    raise Stuck


def _mode(words: list[str], scope: Scope) -> Mode:
    w = Words(words, scope)
    do = sentences.body(w)
    if not w.done or w.scope.zone != scope.zone:
        raise Stuck
    return mode(*do, target=w.scope.slots or None, divides=w.scope.divides)


# --- triggered ----------------------------------------------------------------------------------


def _triggered(w: Words, line: Line, about: Circumstances | None) -> list[Any]:
    """ "When ..., if ..., do this."."""
    outer = w.scope
    waits = events.waits(w)
    w.need(",")
    at = w.at
    made: list[Any] = []
    for one in waits.apart or (waits,):
        w.at, w.scope = at, outer
        made.append(_reaction(w, one, line, about))
        w.scope = outer
    if len(made) > 1 and any(one.limit for one in made):
        raise Stuck  # it is a limit for both of them
    return made


def _reaction(w: Words, waits: events.Waits, line: Line, about: Circumstances | None) -> Any:
    """What an ability that triggered does, and whether it may."""
    outer = w.scope
    x = X if about is not None and about.x and waits.itself else outer.x
    moved = "away" if waits.gone is not None else ""
    w.scope = outer.with_(
        default=waits.default,
        of_spell=waits.of_spell,
        opposite=waits.opposite,
        gone=waits.gone,
        host_gone=waits.host_gone,
        player=waits.player,
        defender=waits.defender,
        much=waits.much,
        moved=moved,
        x=x,
    )
    test = None
    if w.take("if"):
        test = condition(w)
        w.need(",")
    if line.modes:
        chosen = modal(w, line)
        if chosen.repeat:
            raise Stuck
        return triggered(*waits.on, modes=list(chosen.modes), choose=chosen.choose, only_if=test)
    found = w.attempt(_optional)
    optional = found is not None
    do = found if found is not None else sentences.body(w)
    limit = 1 if w.take("this ability triggers only once each turn .") else 0
    after = w.scope
    named: dict[str, Any] = {"zones": (after.zone,)} if after.zone else {}
    return triggered(
        *waits.on, do=do, target=after.slots or None, only_if=test, optional=optional, limit=limit,
        divides=after.divides, **named,
    )  # fmt: skip


def _optional(w: Words) -> list[Any]:
    """ "you may ...", where that is all."""
    w.need("you may")
    if w.sees("pay"):
        raise Stuck
    found = sentences.had(w) if w.take("have") else sentences.clauses(w)
    w.need(".")
    if not (w.done or w.word() == '"' or sentences.stops(w)):
        raise Stuck
    return found


# --- activated ----------------------------------------------------------------------------------


def _activated(w: Words, line: Line) -> list[Any]:
    """ "Cost: effect.", with what restricts it."""
    outer = w.scope
    cost = price(w)
    w.need(":")
    w.scope = _paid(outer, cost)
    if line.modes:
        chosen = modal(w, line)
        if chosen.repeat:
            raise Stuck
        made = activated(list(cost.parts), modes=list(chosen.modes), choose=chosen.choose, zones=cost.zones)
        return [made]
    do = sentences.body(w)
    after = w.scope
    limits = _restrictions(w)
    w.scope = outer
    zones = cost.zones
    if after.zone:
        if zones != ("battlefield",):
            raise Stuck
        zones = (after.zone,)
    made = activated(list(cost.parts), do=do, target=after.slots or None, zones=zones, divides=after.divides, **limits)
    return [made]


def _paid(scope: Scope, cost: Price) -> Scope:
    """What a cost says of the sentences after it."""
    gone = THIS if cost.this_gone else None
    return scope.with_(
        x=cost.x, given_up=cost.given_up, default=THIS if cost.this_gone else None, gone=gone,
        moved="away" if cost.this_gone else "",
    )  # fmt: skip


def _restrictions(w: Words) -> dict[str, Any]:
    """ "activate only as a sorcery", "only once each turn", "any player may activate this ability"."""
    found: dict[str, Any] = {}
    while not w.done and w.word() != '"':
        if w.take("activate only as a sorcery and only once each turn ."):
            found |= {"timing": "sorcery", "limit": 1}
        elif w.take("activate only as a sorcery ."):
            found["timing"] = "sorcery"
        elif w.take("activate only once each turn ."):
            found["limit"] = 1
        elif w.take("activate only during your turn ."):
            found["only_if"] = YOUR_TURN
        elif w.take("activate only during your upkeep ."):
            found["only_if"] = YOUR_TURN & during("upkeep")
        elif w.take("activate only during your turn , before attackers are declared ."):
            found["only_if"] = YOUR_TURN & during("upkeep", "draw", "main1", "begin-combat")
        elif w.take("activate only if"):
            found["only_if"] = condition(w)
            w.need(".")
        else:
            w.need("any player may activate ~ .", "any player may activate this ability .")
            found["any_player"] = True
    return found


# --- planeswalkers, Sagas -----------------------------------------------------------------------


def _loyalty(w: Words, line: Line) -> list[Any]:
    """ "+1: ...", "[-3]: ...", "0: ...", "-X: ..."."""
    bracketed = w.take("[")
    word = w.next()
    if word == "-x":
        change: Any = X
        w.scope = w.scope.with_(x=X)
    elif word == "0" or (word[:1] in "+-" and word[1:].isdecimal()):
        change = int(word)
    else:
        raise Stuck
    if bracketed:
        w.need("]")
    w.need(":")
    if line.modes:
        raise Stuck
    do = sentences.body(w)
    if w.scope.zone or w.scope.divides is not None:
        raise Stuck
    return [loyalty_ability(change, do=do, target=w.scope.slots or None)]


def _chapter(w: Words) -> list[Any]:
    """ "I, II — ..."."""
    numbers = [w.one_of(ROMAN)]
    while w.take(","):
        numbers.append(w.one_of(ROMAN))
    w.need("—")
    if len(set(numbers)) < len(numbers):
        raise Stuck
    do = sentences.body(w)
    if w.scope.zone or w.scope.divides is not None:
        raise Stuck
    return [chapter(*numbers, do=do, target=w.scope.slots or None)]


# --- quotations ---------------------------------------------------------------------------------


def quoted(w: Words) -> list[Any]:
    """An ability in quotation marks: an object of its own has it."""
    if w.scope.quoted:
        raise Stuck
    w.need('"')
    outer = w.scope
    w.scope = Scope(quoted=1)
    line = Line([])
    reads: list[Any] = [
        lambda w: _triggered(w, line, None), lambda w: _activated(w, line), static_ability,
    ]  # fmt: skip
    found: list[Any] = w.either(*(_to_quote(read) for read in reads))
    w.scope = outer
    return found


def _to_quote(read: Any) -> Any:
    def reading(w: Words) -> list[Any]:
        found: list[Any] = read(w)
        w.need('"')
        return found

    return reading
