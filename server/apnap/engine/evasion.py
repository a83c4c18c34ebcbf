"""What can block what, one creature against one: evasion abilities and rules about blocking (509.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attach import protected_from
from .sides import matches, rules_on
from .state import Chars, Thing
from .values import Ref, Seat

if TYPE_CHECKING:
    from .look import Look


def can_block(look: Look, blocker: Thing, attacker: Thing, defender: Seat) -> bool:
    """Whether nothing forbids this one block; `defender` is the player attacked (702.14c).

    How many creatures block together is not asked here (menace).
    """
    a, b = attacker.chars, blocker.chars
    return not (
        evades(a, b)
        or walks_past(look, a, defender)
        or protected_from(look, Ref(attacker.obj.id), blocker)
        or _forbidden(look, blocker, attacker)
    )


def evades(attacker: Chars, blocker: Chars) -> bool:
    """Whether an evasion keyword of the attacker, or shadow of either, forbids the block."""
    if attacker.has("flying") and not (blocker.has("flying") or blocker.has("reach")):
        return True
    if attacker.has("shadow") != blocker.has("shadow"):
        return True
    if attacker.has("horsemanship") and not blocker.has("horsemanship"):
        return True
    artifact = "Artifact" in blocker.types
    if attacker.has("fear") and not (artifact or "B" in blocker.colors):
        return True
    if attacker.has("intimidate") and not (artifact or set(attacker.colors) & set(blocker.colors)):
        return True
    return attacker.has("skulk") and (blocker.power or 0) > (attacker.power or 0)


def walks_past(look: Look, attacker: Chars, defender: Seat) -> bool:
    """702.14c: a landwalker can't be blocked while the defending player controls such a land."""
    walks = [k for k in attacker.keywords if k.endswith("walk")]
    if not walks:
        return False
    mine = [c for i in look.permanents() if (c := look.chars(i)).controller == defender and c.is_a("Land")]
    return any(_is_walked(walk, land) for walk in walks for land in mine)


def _is_walked(walk: str, land: Chars) -> bool:
    """ "islandwalk", "nonbasic landwalk", "snow swampwalk": each word but "land" is a type or its lack."""
    for word in walk.removesuffix("walk").split():
        if word.startswith("non"):
            if land.is_a(word.removeprefix("non").capitalize()):
                return False
        elif not land.is_a(word.capitalize()):
            return False
    return True


def _forbidden(look: Look, blocker: Thing, attacker: Thing) -> bool:
    """Whether a rule about the attacker or the blocker forbids the block."""
    to, by = attacker.obj.id, blocker.obj.id
    if rules_on(look, "can't be blocked", to):
        return True
    if any(matches(look, r, blocker, f) for r, f in rules_on(look, "can't be blocked by", to)):
        return True
    if any(not matches(look, r, blocker, f) for r, f in rules_on(look, "blocked only by", to)):
        return True
    if any(matches(look, r, attacker, f) for r, f in rules_on(look, "can't block", by)):
        return True
    return any(not matches(look, r, attacker, f) for r, f in rules_on(look, "blocks only", by))
