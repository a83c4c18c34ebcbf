"""What can block what, one creature against one: evasion abilities and rules about blocking (509.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attach import protected_from
from .sides import matches, rules_on
from .state import Chars, Thing
from .values import Ref, Seat

if TYPE_CHECKING:
    from .look import Look


class Evasion:
    """What an attacker has against being blocked; `defenders` is the player attacked (702.14c), or the players.

    How many creatures block together is not asked here (menace).
    """

    def __init__(self, look: Look, attacker: Thing, defenders: tuple[Seat, ...]) -> None:
        self.look = look
        self.thing = attacker
        self.id = attacker.obj.id
        rules = {w: rules_on(look, w, self.id) for w in ("can't be blocked", "can't be blocked by", "blocked only by")}
        self.unblockable = bool(rules["can't be blocked"]) or walks_past(look, attacker.chars, defenders)
        self.not_by = rules["can't be blocked by"]
        self.only_by = rules["blocked only by"]
        self.protected = attacker.chars.has("protection")

    def lets(self, blocker: Thing) -> bool:
        """Whether nothing about the attacker forbids this block."""
        if self.unblockable or evades(self.thing.chars, blocker.chars):
            return False
        if self.protected and protected_from(self.look, Ref(self.id), blocker):
            return False
        if any(matches(self.look, r, blocker, f) for r, f in self.not_by):
            return False
        return all(matches(self.look, r, blocker, f) for r, f in self.only_by)


class Hindered:
    """What keeps a creature from blocking some or all attackers."""

    def __init__(self, look: Look, blocker: Thing) -> None:
        self.look = look
        self.cannot = rules_on(look, "can't block", blocker.obj.id)
        self.only = rules_on(look, "blocks only", blocker.obj.id)

    def lets(self, attacker: Thing) -> bool:
        """Whether nothing about the blocker forbids this block."""
        if any(matches(self.look, r, attacker, f) for r, f in self.cannot):
            return False
        return all(matches(self.look, r, attacker, f) for r, f in self.only)


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


def walks_past(look: Look, attacker: Chars, defenders: tuple[Seat, ...]) -> bool:
    """702.14c: a landwalker can't be blocked while the defending player controls such a land."""
    walks = [k for k in attacker.keywords if k.endswith("walk")]
    if not walks:
        return False
    mine = [c for i in look.permanents() if (c := look.chars(i)).controller in defenders and c.is_a("Land")]
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
