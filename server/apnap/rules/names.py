"""Rules by name: code cites `sba.toughness`, and each edition has its own number for it.

`index/rules.txt` holds a name on each line with its number in every edition, `index/keywords.txt` the
keywords in the order of each edition's text (`keyword.undying`). A test finds every number in the index of
its edition.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from apnap.rules.index import EDITIONS, text

CURRENT = EDITIONS[-1]

# What comes with a kind of card, or was only written down later, and so may be met under an edition that is
# older. Where it comes with a keyword, an edition that knows the keyword has no such rule unless it says so:
# deathtouch was once a trigger.
BROUGHT_BY_CARDS = MappingProxyType(
    {
        "activate.loyalty": "",
        "activate.loyalty_cost": "",
        "command": "",
        "counters.loyalty": "",
        "counters.move": "",
        "damage.battle": "",
        "damage.excess": "",
        "damage.infect_player": "keyword.infect",
        "damage.lifelink": "keyword.lifelink",
        "damage.planeswalker": "",
        "damage.toxic": "keyword.toxic",
        "damage.wither": "keyword.wither",
        "day_night": "",
        "emblem": "",
        "initiative": "",
        "life.cant_gain": "",
        "linked": "",
        "monarch": "",
        "prevention.unpreventable": "",
        "roll_die": "",
        "sba.battle": "",
        "sba.battle_protector": "",
        "sba.battle_wrong_protector": "",
        "sba.deathtouch": "keyword.deathtouch",
        "sba.dungeon": "",
        "sba.last_known": "",
        "sba.loyalty": "",
        "sba.role": "",
        "sba.saga": "",
        "sba.sector": "keyword.space_sculptor",
        "sba.siege": "",
        "sba.single_replacement": "",
        "sba.speed": "keyword.start_your_engines",
        "special.companion": "keyword.companion",
        "special.discard": "",
        "special.foretell": "keyword.foretell",
        "special.plot": "keyword.plot",
        "special.suspend": "keyword.suspend",
        "special.unlock": "",
        "start.opening_hand": "",
        "triggers.lose": "",
        "triggers.reflexive": "",
        "turn.main.sagas": "",
        "turn.untap.day_night": "",
    }
)


def number(edition: str, name: str) -> str:
    """That edition's number of a rule: `number("2011", "sba.counters")` is 704.5r.

    What is newer than the edition works by its current rule and is numbered so: `current:702.93`. Raises
    KeyError, naming both, for a name that nobody has or a rule that the edition does not have.
    """
    table = numbers(edition)
    if name in table:
        return table[name]
    if name not in numbers(CURRENT) or not comes_with_newer_cards(edition, name):
        raise KeyError(f"edition {edition} has no rule named {name!r}")
    return f"{CURRENT}:{numbers(CURRENT)[name]}"


def last_number(name: str) -> str:
    """The number of a rule in the newest edition that has it, with that edition; the name where none has."""
    found = (f"{edition}:{numbers(edition)[name]}" for edition in reversed(EDITIONS) if name in numbers(edition))
    return next(found, name)


def comes_with_newer_cards(edition: str, name: str) -> bool:
    """Whether a rule that the edition lacks comes to it with a card or keyword that is newer."""
    if name.startswith("keyword."):
        return True
    keyword = BROUGHT_BY_CARDS.get(name)
    return keyword is not None and keyword not in numbers(edition)


@cache
def numbers(edition: str) -> Mapping[str, str]:
    """All the names that an edition has a number for. Raises KeyError for an unknown edition."""
    if edition not in EDITIONS:
        raise KeyError(f"unknown edition {edition!r}; known are {', '.join(EDITIONS)}")
    column = EDITIONS.index(edition)
    table = dict(keywords(edition))
    for name, found, _ in rules():
        table.pop(name, None)
        if found[column] != "-":
            table[name] = found[column]
    return MappingProxyType(table)


@cache
def headings(edition: str) -> Mapping[str, str]:
    """Headings in our words by that edition's numbers; of several names with one number the first counts."""
    column = EDITIONS.index(edition)
    found = {number: name.partition(".")[2].replace("_", " ") for name, number in reversed(keywords(edition))}
    found |= {numbers[column]: words for _, numbers, words in reversed(rules())}
    found.pop("-", None)
    return MappingProxyType(found)


@cache
def rules() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Each named rule: its name, its number in every edition (or "-"), its heading."""
    return tuple(
        (name, tuple(rest[: len(EDITIONS)]), " ".join(rest[len(EDITIONS) :]))
        for name, *rest in map(str.split, entries("rules.txt"))
    )


@cache
def keywords(edition: str) -> tuple[tuple[str, str], ...]:
    """The names and numbers of an edition's keywords, in the order of its text."""
    found = []
    for line in entries("keywords.txt"):
        of, first, *slots = line.split()
        section, _, start = first.partition(".")
        if of == edition:
            for place, slot in enumerate(slots, start=int(start)):
                found += [(f"keyword.{word}", f"{section}.{place}") for word in slot.split("+")]
    return tuple(found)


def entries(name: str) -> Iterator[str]:
    """The lines of a data file without comments; an indented line continues the one before."""
    lines = (line for line in text(name).splitlines() if line.strip() and not line.startswith("#"))
    entry = ""
    for line in lines:
        if line.startswith(" "):
            entry += line
            continue
        if entry:
            yield entry
        entry = line
    if entry:
        yield entry
