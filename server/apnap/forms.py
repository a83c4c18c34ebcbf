"""Cards by the form in which they are written: data alone, a generator somewhere, or `custom` code.

The count says how well the vocabulary fits: above one generator in ten cards, or one custom in fifty, it is the
vocabulary that is wrong, and it is to be extended before the next card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from msgspec import Struct

from apnap.engine.amounts import CustomAmount, CustomCondition
from apnap.engine.definitions import CardDef
from apnap.engine.instructions.flow import Custom
from apnap.engine.traits import CustomTest

GENERATORS_AT_MOST = 10
"""One card in so many may have a generator body."""
CUSTOM_AT_MOST = 50
"""One card in so many may have custom code."""


class Forms(Struct, frozen=True):
    """The names of the cards of each form; a card with custom code counts there alone."""

    data: tuple[str, ...]
    generator: tuple[str, ...]
    custom: tuple[str, ...]

    @property
    def total(self) -> int:
        return len(self.data) + len(self.generator) + len(self.custom)

    @property
    def fits(self) -> bool:
        """Whether the vocabulary carries these cards."""
        return (
            len(self.generator) * GENERATORS_AT_MOST <= self.total and len(self.custom) * CUSTOM_AT_MOST <= self.total
        )


def form_of(card: CardDef) -> str:
    """`custom`, `generator` or `data`."""
    found = set(_forms(card))
    return next((form for form in ("custom", "generator") if form in found), "data")


def _forms(value: Any) -> Iterator[str]:
    if isinstance(value, CustomCondition | CustomAmount | CustomTest | Custom):
        yield "custom"
    elif isinstance(value, FunctionType):
        yield "generator"
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _forms(getattr(value, field))
    elif isinstance(value, tuple):
        for part in value:
            yield from _forms(part)


def forms(cards: Iterable[CardDef]) -> Forms:
    """Count cards by form, each form's names in alphabetical order."""
    by_form: dict[str, list[str]] = {"data": [], "generator": [], "custom": []}
    for card in sorted(cards, key=lambda c: c.name):
        by_form[form_of(card)].append(card.name)
    return Forms(**{form: tuple(names) for form, names in by_form.items()})


def report(found: Forms) -> list[str]:
    """The count in lines: a total, and the names of what is not data."""
    lines = [
        f"{found.total} cards: {len(found.data)} data, {len(found.generator)} generator, {len(found.custom)} custom"
    ]
    for form in ("generator", "custom"):
        names = getattr(found, form)
        if names:
            lines.append(f"{form}: {', '.join(names)}")
    if not found.fits:
        lines.append(
            f"more than one generator in {GENERATORS_AT_MOST} cards, or one custom in {CUSTOM_AT_MOST}: "
            "extend the vocabulary before the next card"
        )
    return lines
