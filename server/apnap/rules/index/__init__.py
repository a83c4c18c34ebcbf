"""Which rule numbers each edition has, and short headings for those that we cite.

The data stands beside this module: one file of numbers for each edition (`704 1 1a 2` is rules 704, 704.1,
704.1a and 704.2), no text of the rules. Edition 2008 is its official text and the house list 620 of
state-based effects.
"""

from functools import cache
from importlib.resources import files

EDITIONS = ("2004", "2007", "2008", "2011", "2012", "2013", "current")
"""The editions that have an index, oldest first."""


def exists(edition: str, number: str) -> bool:
    """Whether that edition's text has a rule of this number; `current:702.93` asks the current text.

    Raises KeyError for an edition without an index.
    """
    elsewhere, _, number = number.rpartition(":")
    return number in numbers(elsewhere or edition)


def heading(edition: str, number: str) -> str | None:
    """A heading in our words: of that rule, or else of the nearest rule above it; None where we have none.

    Raises KeyError for an edition without an index, or a number that it does not have.
    """
    from apnap.rules import names

    elsewhere, _, number = number.rpartition(":")
    edition = elsewhere or edition
    if number not in numbers(edition):
        raise KeyError(f"edition {edition} has no rule {number}")
    headings = names.headings(edition)
    return next((headings[above] for above in upwards(number) if above in headings), None)


def upwards(number: str) -> tuple[str, ...]:
    """A number and those above it: 704.5f, 704.5, 704."""
    section = number.partition(".")[0]
    return tuple(dict.fromkeys((number, number.rstrip("abcdefghijklmnopqrstuvwxyz"), section)))


@cache
def numbers(edition: str) -> frozenset[str]:
    """All rule numbers of an edition. Raises KeyError for an edition without an index."""
    if edition not in EDITIONS:
        raise KeyError(f"no index for edition {edition!r}; there is one for {', '.join(EDITIONS)}")
    found = set()
    for line in text(f"{edition}.txt").splitlines():
        section, *rules = line.split()
        found |= {section, *(f"{section}.{rule}" for rule in rules)}
    return frozenset(found)


def text(name: str) -> str:
    """One of the data files beside this module."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
