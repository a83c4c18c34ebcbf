"""What the fields of a definition may hold: values of the kind that the engine reads there, and words that it knows.

A wrong word would pass for a part that never applies, and a wrong kind would fail only at the table, so each is
refused when the card is defined.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin

from msgspec import Struct

from apnap.engine import (
    abilities,
    amounts,
    changes,
    conditions,
    cost_parts,
    counts,
    definitions,
    filters,
    patterns,
    player_terms,
    static_parts,
    statuses,
    terms,
    traits,
    values,
)
from apnap.engine.events import How
from apnap.engine.instructions import effects, libraries, making, moving, spells, turns
from apnap.engine.instructions.choosing import ChooseForLink
from apnap.engine.nesting import MOST_NESTED, shown
from apnap.engine.turn import PHASES

ZONES = tuple(zone for zone in get_args(values.Zone) if zone != "nowhere")
STEPS = tuple(PHASES)
COMPARED = (">=", "<=", ">", "<", "==", "!=")
#: Whose, in patterns and filters.
WHO = ("any", "you", "opponents", "others", "not you", "active", "team")
#: Who, among players.
PLAYERS = ("", *WHO)
TIMES_OF_ACTIVATION = ("instant", "sorcery")
#: How a card or permanent got where it is, life was lost, or a permanent was tapped.
WAYS = (*get_args(How), "damage", "paid", "burn", "mana")
#: How objects are given up for a cost.
GIVEN_UP = ("sacrifice", "discard", "exile", "tap", "return", "graveyard")
#: What is chosen and remembered without a filter that says among what.
CHOSEN = ("color", "basic land type", "creature type", "player", "opponent")
#: How a copy differs from its original.
EXCEPTIONS = (
    "name", "colors", "add_colors", "stats", "types", "add_types", "subtypes", "add_subtypes", "not_legendary",
    "add_ability",
)  # fmt: skip

_WORDS: dict[tuple[type[Struct], str], tuple[str, ...]] = {
    (abilities.Ability, "zones"): ZONES,
    (abilities.Activated, "timing"): TIMES_OF_ACTIVATION,
    (abilities.CastRule, "zone"): ("", *ZONES),
    (abilities.Substitute, "how"): ("tap", "exile"),
    (amounts.Compare, "op"): COMPARED,
    (changes.AmountBecomes, "half"): ("", "up", "down"),
    (changes.GoesTo, "zone"): ZONES,
    (conditions.CastFor, "origin"): ("", *ZONES),
    (conditions.DuringStep, "steps"): STEPS,
    (conditions.InZone, "zones"): ZONES,
    (cost_parts.GiveUp, "how"): GIVEN_UP,
    (cost_parts.GiveUp, "total"): ("", *sorted(counts.STATS)),
    (effects.Apply, "until"): effects.DURATIONS,
    (effects.Delay, "until"): ("", *effects.DURATIONS),
    (effects.Shield, "until"): effects.DURATIONS,
    (filters.Filter, "players"): PLAYERS,
    (filters.Filter, "zones"): ZONES,
    (libraries.Search, "to"): ZONES,
    (making.BecomeCopyOf, "until"): effects.DURATIONS,
    (moving.PutInto, "zone"): ZONES,
    (patterns.On, "from_"): ZONES,
    (patterns.On, "how"): WAYS,
    (patterns.On, "player"): WHO,
    (patterns.On, "step"): ("", *STEPS),
    (patterns.On, "to"): ZONES,
    (patterns.Would, "from_"): ZONES,
    (patterns.Would, "how"): WAYS,
    (patterns.Would, "player"): WHO,
    (patterns.Would, "to"): ZONES,
    (player_terms.EachPlayer, "who"): WHO,
    (spells.CounterSpell, "to"): ZONES,
    (static_parts.Rule, "steps"): STEPS,
    (static_parts.Rule, "word"): tuple(sorted(static_parts.RULE_WORDS)),
    (statuses.Status, "word"): tuple(sorted(statuses.STATUS)),
    (counts.Stat, "stat"): tuple(sorted(counts.STATS)),
    (counts.Greatest, "stat"): tuple(sorted(counts.STATS)),
    (traits.CastFrom, "zones"): ZONES,
    (traits.Controlled, "who"): WHO,
    (traits.Number, "op"): COMPARED,
    (traits.Number, "stat"): tuple(sorted(counts.STATS)),
    (traits.Owned, "who"): WHO,
    (turns.AddSteps, "steps"): STEPS,
    (turns.SkipNext, "what"): (*STEPS, "turn"),
}

#: Rules about what would be a spell.
_OF_SPELLS = (
    "can't cast", "cast as instant", "cast only as sorcery", "costs more", "costs less", "costs at least",
    "can't be countered",
)  # fmt: skip

#: Fields of letters of colours.
_LETTERS: tuple[tuple[type[Struct], str, str], ...] = (
    (static_parts.ColorsAre, "colors", values.COLORS),
    (traits.Colored, "letters", values.COLORS),
    (traits.NotColored, "letters", values.COLORS),
    (spells.AddMana, "any_of", f"{values.COLORS}C"),
    (definitions.CardDef, "colors", values.COLORS),
)

#: Fields of types, which are written with a capital letter, and of keywords, which are not.
_TYPES = ((traits.Is, "words"), (traits.IsNot, "words"), *((static_parts.TypesAre, f) for f in ("types", "subtypes")))
_KEYWORDS = ((traits.Has, "keyword"), (static_parts.Loses, "keywords"), (abilities.Keyword, "name"))


def misfits(value: Struct) -> Iterator[str]:
    """What the fields of one part hold that the engine could not read."""
    for field, fit in _fits_of(type(value)):
        yield from fit(field, getattr(value, field))
    if isinstance(value, (changes.EntersChoosing, ChooseForLink)) and value.filter is None:
        yield from _CHOOSABLE("choice of", value.what)
    match value:
        case static_parts.Rule(word=word, filter=filters.Filter(zones=zones) as about) if word in _OF_SPELLS:
            if not {"stack", "battlefield"} & set(zones):
                yield f'rule "{word}": {about.describe()} is no spell; write spells(...), .cast_from(ZONE)'
    if isinstance(value, filters.Filter) and value.players and not value.zones:
        for test in value.tests:
            if not test.of_players:
                yield f"{value.describe()}: of a player it cannot be asked whether it is {test.describe()}"
    if isinstance(value, abilities.Mode) and isinstance(value.do, tuple):
        yield from _untargeted(value)


def _untargeted(mode: abilities.Mode) -> Iterator[str]:
    """Targets that the sentences of a mode name and that it does not choose: they would be nothing."""
    for target in _targets_in(mode.do):
        if target.slot >= len(mode.targets):
            yield f"do: {target.describe()} is named, and of targets there are {len(mode.targets)} (target=...)"


def _targets_in(value: Any, depth: int = 0) -> Iterator[terms.Target]:
    """The targets that sentences name; an ability among them has targets of its own.

    What is nested deeper than a definition may be is refused for that.
    """
    if depth > MOST_NESTED:
        return
    if isinstance(value, terms.Target):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _targets_in(part, depth + isinstance(part, tuple))
    elif isinstance(value, Struct) and not isinstance(value, abilities.Mode | definitions.CardDef):
        for field in value.__struct_fields__:
            yield from _targets_in(getattr(value, field), depth + 1)


Fit = Callable[[str, Any], Iterator[str]]


@cache
def _fits_of(kind: type[Struct]) -> tuple[tuple[str, Fit], ...]:
    """The checks of the fields of one kind of part: only kinds of ours are known."""
    found: list[tuple[str, Fit]] = []
    for owner in reversed([k for k in kind.__mro__ if k.__module__.startswith("apnap.")]):
        annotated = get_annotations(owner)
        for field, written in annotated.items():
            if field in kind.__struct_fields__:
                found += [(field, _of_kind(_hint(written, owner.__module__)))]
        found += [(field, _of_words(words, owner)) for (k, field), words in _WORDS.items() if k is owner]
        found += [(field, _of_letters(letters)) for k, field, letters in _LETTERS if k is owner]
        found += [(field, _capital) for k, field in _TYPES if k is owner]
        found += [(field, _small) for k, field in _KEYWORDS if k is owner]
        found += [("exceptions", _of_exceptions)] if "exceptions" in annotated else []
    return tuple(found)


# --- kinds --------------------------------------------------------------------------------------


#: Names that modules of the engine import for annotations only.
_NAMES = {"Ability": abilities.Ability, "Change": changes.Change, "Filter": filters.Filter}


def _hint(written: Any, module: str) -> Any:
    """An annotation, as the type that it names."""
    return eval(written, vars(sys.modules[module]) | _NAMES) if isinstance(written, str) else written


def _of_kind(hint: Any) -> Fit:
    def fit(field: str, value: Any) -> Iterator[str]:
        if is_kind(value, hint):
            return
        args = get_args(hint)
        if isinstance(value, tuple) and get_origin(hint) is tuple and args[1:] == (...,):
            wrong = next(each for each in value if not is_kind(each, args[0]))
            yield f"{field}: {shown(wrong)} is no {_kind_named(args[0])}"
        else:
            yield f"{field}: {shown(value)} is no {_kind_named(hint)}"

    return fit


def is_kind(value: Any, hint: Any) -> bool:
    """Whether a value is of an annotated type; of what tuples hold, every one."""
    if hint is Any or hint is None:
        return hint is Any or value is None
    if isinstance(hint, NewType):
        return is_kind(value, hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(is_kind(value, each) for each in args)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if args[1:] == (...,):
            return all(is_kind(each, args[0]) for each in value)
        return len(value) == len(args) and all(map(is_kind, value, args))
    if origin is Callable:
        return callable(value)
    if isinstance(value, bool) and hint is not bool:
        return False
    return isinstance(value, hint)


def _kind_named(hint: Any) -> str:
    args = get_args(hint)
    if isinstance(hint, NewType) or not args:
        return str(getattr(hint, "__name__", hint))
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_kind_named(each) for each in args if each is not type(None))
    return f"tuple of {_kind_named(args[0])}" if get_origin(hint) is tuple else "function"


# --- words --------------------------------------------------------------------------------------


def _each(value: Any) -> tuple[str, ...]:
    """The words of a field that holds one or several."""
    return tuple(word for word in (value if isinstance(value, tuple) else (value,)) if isinstance(word, str))


def _of_words(words: tuple[str, ...], owner: type | None = None) -> Fit:
    known = frozenset(words)

    def fit(field: str, value: Any) -> Iterator[str]:
        name = owner.__name__.lower() if owner is not None and field == "word" else field.rstrip("_")
        for word in _each(value):
            if word not in known:
                yield f'{name} "{word}": expected one of {", ".join(w for w in words if w)}'

    return fit


_CHOOSABLE = _of_words(CHOSEN)


def _of_letters(letters: str) -> Fit:
    def fit(field: str, value: Any) -> Iterator[str]:
        for word in _each(value):
            if not all(letter in letters for letter in word):
                yield f'{field} "{word}": expected letters of {letters}'

    return fit


def _capital(field: str, value: Any) -> Iterator[str]:
    for word in _each(value):
        if not word[:1].isupper() or len(word) == 1:
            yield f'{field} "{word}": types and subtypes begin with a capital letter'


def _small(field: str, value: Any) -> Iterator[str]:
    for word in _each(value):
        if word != word.lower():
            yield f'{field} "{word}": keywords are written in lower case'


def _of_exceptions(field: str, value: Any) -> Iterator[str]:
    for name, _ in value if isinstance(value, tuple) else ():
        if name not in EXCEPTIONS:
            yield f'exception "{name}" of a copy: expected one of {", ".join(EXCEPTIONS)}'
