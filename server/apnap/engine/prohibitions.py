"""What can't happen (614.17, 101.2): what effects forbid, and what rules and keywords rule out by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import actions as ac
from .facts import Facts, fits, of_action
from .sources import Source
from .state import Thing
from .values import Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .look import Look


def prohibited(look: Look, action: ac.Action, entering: Thing | None = None) -> bool:
    """Whether something says that this can't happen; it is asked before any replacement (614.17c)."""
    return any(_prohibited(look, one, entering) for one in for_all_who_share(look, action))


def for_all_who_share(look: Look, action: ac.Action) -> tuple[ac.Action, ...]:
    """What may not happen to one player of a team happens to none of those who share it (810.9g-h, 810.10c)."""
    match action:
        case ac.GainLife(seat=seat) | ac.LoseLife(seat=seat):
            return tuple(replace(action, seat=s) for s in bound_together(look, seat))
        case ac.PutCounters(on=on, kind=kind) if is_player(on):
            return tuple(replace(action, on=player(s)) for s in look.state.sharing(seat_of(on), kind))
    return (action,)


def bound_together(look: Look, seat: Seat) -> tuple[Seat, ...]:
    """The players whose life is one with that of this one: a team's total is one (not so in 2007)."""
    return look.state.sharing(seat, "life") if look.switch("life_query") == "team_total" else (seat,)


def _prohibited(look: Look, action: ac.Action, entering: Thing | None) -> bool:
    if _ruled_out(look, action, entering):
        return True
    name = type(action).__name__
    facts: Facts | None = None
    for cant, source, frame in look.prohibitions(name):
        if facts is None or isinstance(action, ac.LoseGame):
            facts = facts_for(look, source, action, entering)
        if source.affected is not None and facts.object not in source.affected:
            continue
        if any(w.action == name and fits(look, w, facts, frame) for w in cant.would):
            return True
    return False


def _ruled_out(look: Look, action: ac.Action, entering: Thing | None) -> bool:
    """What rules and keywords say can't happen: destroying the indestructible (702.12b), a life total or counters
    that may not change, damage to what can't be dealt damage (120.1a)."""
    match action:
        case ac.Destroy(object=obj):
            thing = look.live(obj)
            return thing is not None and thing.chars.has("indestructible")
        case ac.DealDamage(to=to):
            return not can_be_dealt_damage(look, to)
        case ac.GainLife(seat=seat):
            return any(look.has_rule(word, player(seat)) for word in ("can't gain life", "life can't change"))
        case ac.LoseLife(seat=seat):
            return look.has_rule("life can't change", player(seat))
        case ac.PutCounters(on=on, kind=kind) if entering is None:
            rules = look.rules_for("can't have counters", on)
            return any(rule.filter is None or rule.filter.noun == kind for rule, _, _ in rules)
    return False


def facts_for(look: Look, source: Source, action: ac.Action, entering: Thing | None) -> Facts:
    """What the action is about, as the source's controller sees it: who loses with a team loses as oneself."""
    for one in in_the_name_of_each(look, action):
        if isinstance(one, ac.LoseGame) and one.seat == source.controller:
            return of_action(look, one, entering)
    return of_action(look, action, entering)


def in_the_name_of_each(look: Look, action: ac.Action) -> tuple[ac.Action, ...]:
    """A loss of a team that loses as one is the loss of each of its players (810.8a)."""
    if not isinstance(action, ac.LoseGame) or not look.switch("team_loses"):
        return (action,)
    team = look.state.player(action.seat).team
    return tuple(replace(action, seat=p.seat) for p in look.state.players if p.team == team and p.in_game)


def can_be_dealt_damage(look: Look, ref: Ref) -> bool:
    """614.9, 120.1a: a player in the game, or a creature, planeswalker or battle on the battlefield."""
    if is_player(ref):
        return look.state.player(seat_of(ref)).in_game
    thing = look.live(ref)
    if thing is None or thing.obj.zone != "battlefield" or thing.obj.phased_out:
        return False
    return any(t in thing.chars.types for t in ("Creature", "Planeswalker", "Battle"))
