"""What may be attached to what (301.5, 303.4, 702.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .abilities import Keyword
from .frame import Frame
from .state import Thing
from .values import ObjId, Ref, is_player

if TYPE_CHECKING:
    from .look import Look


def enchants(look: Look, thing: Thing) -> Keyword | None:
    """The enchant ability that says what an Aura can be attached to (303.4a)."""
    for ref in thing.chars.abilities:
        ability = look.book.at(ref.path)
        if isinstance(ability, Keyword) and ability.name == "enchant":
            return ability
    return None


def can_attach(look: Look, thing: Thing, to: Ref, *, creature: bool = False) -> bool:
    """Whether this could legally be attached there, by type, enchant ability and protection.

    A creature cannot be attached to anything; with `creature` that is overlooked.
    """
    if to == thing.obj.id:
        return False
    chars = thing.chars
    if ("Creature" in chars.types and not creature) or protected_from(look, to, thing):
        return False
    if any(r.filter is None or r.filter.matches(look, thing, f) for r, _, f in look.rules_for("can't be attached", to)):
        return False
    if chars.is_a("Aura"):
        enchant = enchants(look, thing)
        frame = Frame(source=thing.obj.id, controller=chars.controller)
        # `finds`: where the object or player is, too; an Aura may be on a card in a graveyard (303.4a)
        return enchant is not None and enchant.filter is not None and enchant.filter.finds(look, to, frame)
    host = None if is_player(to) else look.live(to)
    if host is None or host.obj.zone != "battlefield" or host.obj.phased_out:
        return False
    if chars.is_a("Equipment"):
        return "Creature" in host.chars.types
    if chars.is_a("Fortification"):
        return "Land" in host.chars.types
    return False


def protected_from(look: Look, ref: Ref, source: Thing) -> bool:
    """Whether an object or player has protection from something with these characteristics (702.16)."""
    if is_player(ref):
        return any(
            rule.filter is None or rule.filter.matches(look, source, frame)
            for rule, _, frame in look.rules_for("protection", ref)
        )
    thing = look.live(ref)
    if thing is None or thing.obj.zone != "battlefield" or "protection" not in thing.chars.keywords:
        return False  # like any ability of a permanent it functions on the battlefield only (113.6)
    frame = Frame(source=ObjId(ref), controller=thing.chars.controller)
    for ability_ref in thing.chars.abilities:
        ability = look.book.at(ability_ref.path)
        if (
            isinstance(ability, Keyword)
            and ability.name == "protection"
            and (ability.filter is None or ability.filter.matches(look, source, frame))
        ):
            return True
    return False
