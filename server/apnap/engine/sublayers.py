"""In which layer a part of an effect works, as the edition orders what changes power and toughness (613.4).

Editions agree on the layers before the last, and on three stations of it: what defines a size, what sets or
changes it, and what switches it. They differ in where counters stand, and in what is ordered by timestamp alone:

* `set_then_changed`: sizes that are set, then all changes and counters, then what switches.
* `spells_before_counters`: what is set, together with the changes of resolved spells and abilities; then
  counters, the changes of static abilities, and what switches.
* `as_they_came`: counters, then everything else by timestamp; an effect that changes types does all that it
  does with the types.
"""

from __future__ import annotations

from typing import Literal, cast

from .abilities import Static
from .book import Rulebook
from .static_parts import Gets, StaticPart, Switched

PowerOrder = Literal["set_then_changed", "spells_before_counters", "as_they_came"]

#: The layer at whose end counters change power and toughness.
COUNTERS_AFTER: dict[PowerOrder, str] = {
    "set_then_changed": "7c",
    "spells_before_counters": "7b",
    "as_they_came": "7a",
}


def power_order(rules: Rulebook) -> PowerOrder:
    """The order that the rules say; that of today where they say none."""
    return cast(PowerOrder, rules.switches.get("power_order", "set_then_changed"))


def layers_of(part: StaticPart, static: Static, order: PowerOrder, *, lasting: bool) -> tuple[str, ...]:
    """The layers of one part of a static ability, or of a `lasting` effect that a spell or ability made."""
    if order == "set_then_changed" or not part.layers:
        return part.layers
    if order == "spells_before_counters":
        return ("7b",) if lasting and isinstance(part, Gets) else part.layers
    if any("4" in each.layers for each in static.parts):
        return ("4",)
    return ("7b",) if isinstance(part, Gets | Switched) else part.layers
