"""What a permanent gets, has, gains, loses or can't do: the parts of a lasting effect or of a static ability."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from apnap.cardkit import (
    EOT,
    Filter,
    annihilator,
    artifacts,
    colored,
    creatures,
    gets,
    has,
    has_base,
    keyword,
    lands,
    landwalk,
    loses,
    loses_all_abilities,
    protection,
    rule,
    toxic,
    ward,
)

from . import nouns
from .amounts import for_each, signed, size
from .prices import mana
from .vocabulary import COLORS, KEYWORDS, LAND_TYPES
from .words import Stuck, Words

UNTIL = {
    "until end of turn": EOT,
    "this turn": EOT,
    "until your next turn": "your next turn",
    "until end of combat": "end of combat",
    "this combat": "end of combat",
}
_WALKS = {f"{kind.lower()}walk": kind for kind in LAND_TYPES[:5]}


class Qualities(Struct, frozen=True):
    """Parts in the order of the text, and how long they last ("": no time is said)."""

    parts: tuple[Any, ...]
    until: str = ""


def until(w: Words) -> str:
    """A time, where one is said here."""
    for words, time in UNTIL.items():
        if w.take(words):
            return time
    return ""


def qualities(w: Words) -> Qualities:
    """ "gets +1/+1 and gains flying until end of turn", "has trample and can't block"."""
    first = _quality(w)
    parts, time = first.parts, first.until or until(w)
    while not time:
        more = w.attempt(_and_quality)
        if more is None:
            break
        parts += more.parts
        time = more.until or until(w)
    return Qualities(parts, time)


def _and_quality(w: Words) -> Qualities:
    w.need(", and", "and", ",")
    return _quality(w)


def _quality(w: Words) -> Qualities:
    found = w.either(_gets, _has_base, _has, _loses, _cant, _must, _can, _untap)
    return found if isinstance(found, Qualities) else Qualities(tuple(found))


def _gets(w: Words) -> Qualities:
    """+N/+N, perhaps for each of something; the time may stand before that."""
    w.need("gets", "get")
    power, toughness = signed(w)
    at = w.at
    time = until(w)
    if not w.sees("for each"):
        w.at = at
        return Qualities((gets(power, toughness),))
    times = for_each(w)
    return Qualities((gets(_times(power, times), _times(toughness, times)),), time)


def _times(n: Any, times: Any) -> Any:
    if n == 0:
        return 0
    if isinstance(n, int) and n < 0:
        return -_times(-n, times)
    return times if n == 1 else times * n


def _has_base(w: Words) -> list[Any]:
    w.need("has base power and toughness", "have base power and toughness")
    power, toughness = size(w)
    return [has_base(power, toughness)]


def _has(w: Words) -> list[Any]:
    w.need("has", "have", "gains", "gain")
    return [has(*abilities(w))]


def _loses(w: Words) -> list[Any]:
    w.need("loses", "lose")
    if w.take("all abilities"):
        return [loses_all_abilities()]
    for word in KEYWORDS:
        if w.take(word):
            return [loses(word)]
    raise Stuck


# --- keywords as qualities ----------------------------------------------------------------------


def abilities(w: Words) -> list[Any]:
    """ "flying", "flying and haste", "flying, vigilance, and lifelink", "protection from red"."""
    found = list(ability(w))
    while (more := w.attempt(_and_ability)) is not None:
        found += more
    return found


def _and_ability(w: Words) -> list[Any]:
    w.need(", and", "and", ",")
    return ability(w)


def ability(w: Words) -> list[Any]:
    """One keyword, or an ability in quotation marks."""
    found: list[Any] = w.either(_protection, _walk, _numbered, _ward, _plain, _quoted)
    return found


def _plain(w: Words) -> list[Any]:
    for word in KEYWORDS:
        if w.take(word):
            return [keyword(word)]
    raise Stuck


def _walk(w: Words) -> list[Any]:
    return [landwalk(w.one_of(_WALKS))]


def _numbered(w: Words) -> list[Any]:
    make = w.one_of({"toxic": toxic, "annihilator": annihilator})
    word = w.next()
    if not word.isdecimal():
        raise Stuck
    return [make(int(word))]


def _ward(w: Words) -> list[Any]:
    w.need("ward")
    return [ward(mana(w))]


def _protection(w: Words) -> list[Any]:
    """Protection from one or more qualities: an ability for each."""
    w.need("protection from")
    if w.take("everything"):
        return [protection()]
    if w.take("all colors"):
        return [protection(colored(letter)) for letter in COLORS.values()]
    found = [protection(_from(w))]
    while w.sees("and from") or w.sees(", from") or w.sees(", and from"):
        w.need("and from", ", and from", ", from")
        found.append(protection(_from(w)))
    return found


def _from(w: Words) -> Filter:
    if w.word() in COLORS:
        return colored(COLORS[w.next()])
    kinds = {"creatures": creatures, "artifacts": artifacts, "lands": lands}
    if w.word() in kinds:
        return kinds[w.next()]
    raise Stuck


def _quoted(w: Words) -> list[Any]:
    """An ability in quotation marks."""
    from .lines import quoted

    return quoted(w)


# --- what can't be, what must -------------------------------------------------------------------


def _cant(w: Words) -> list[Any]:
    """Can't attack, block, be blocked, be countered."""
    w.need("can't", "cannot")
    if w.take("attack or block"):
        if w.sees("alone"):
            w.next()
            return [rule("can't attack alone"), rule("can't block alone")]
        return [rule("can't attack"), rule("can't block")]
    if w.take("attack alone"):
        return [rule("can't attack alone")]
    if w.take("block alone"):
        return [rule("can't block alone")]
    if w.take("be blocked by more than one creature"):
        return [rule("blocked by at most", amount=1)]
    if w.take("be blocked by"):
        return [rule("can't be blocked by", filter=_many(w))]
    if w.take("be blocked except by"):
        return _except_by(w)
    if w.take("be regenerated"):
        return [rule("can't be regenerated")]
    if w.take("be blocked"):
        return [rule("can't be blocked")]
    if w.take("attack unless defending player controls a", "attack unless defending player controls an"):
        found = nouns.permanents_only(w)
        if found.many:
            raise Stuck
        return [rule("attacks only if defender controls", filter=found.filter)]
    if w.take("attack"):
        return [rule("can't attack")]
    w.need("block")
    if (only := w.attempt(_many)) is not None:
        return [rule("can't block", filter=only)]
    return [rule("can't block")]


def _except_by(w: Words) -> list[Any]:
    if w.take("two or more creatures"):
        return [rule("blocked by at least", amount=2)]
    if w.take("three or more creatures"):
        return [rule("blocked by at least", amount=3)]
    return [rule("blocked only by", filter=_many(w))]


def _many(w: Words) -> Filter:
    found = nouns.permanents_only(w)
    if not found.many:
        raise Stuck
    return found.filter


def _must(w: Words) -> list[Any]:
    if w.take("must be blocked if able"):
        return [rule("blocked if able")]
    w.need("attacks each combat if able", "attack each combat if able", "attacks each turn if able")
    return [rule("attacks if able")]


def _can(w: Words) -> list[Any]:
    """Can block more, or only some."""
    w.need("can block")
    if w.take("any number of creatures"):
        return [rule("blocks more", amount=-1)]
    if w.take("an additional creature each combat"):
        return [rule("blocks more", amount=1)]
    w.need("only")
    return [rule("blocks only", filter=_many(w))]


def _untap(w: Words) -> list[Any]:
    """Doesn't untap in its controller's untap step; or has no abilities to activate."""
    if w.take("its activated abilities can't be activated"):
        return [rule("can't activate any")]
    if w.take("can't be the target of spells or abilities"):
        if w.word() != ".":
            raise Stuck
        return [rule("can't be targeted")]
    w.need("doesn't untap during", "don't untap during")
    w.need(
        "its controller 's untap step",
        "your untap step",
        "their controllers ' untap steps",
        "their controllers 's untap steps",
    )
    return [rule("doesn't untap")]
