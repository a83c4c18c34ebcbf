"""Whether a seat could pay a part of a cost that is not mana, and with what (118.3)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .amounts import number
from .cost_parts import Costs, GiveUp, PayCounters, PayLife, TapThis, UntapThis
from .counts import stat_of
from .frame import Frame
from .mana import can_tap
from .prohibitions import bound_together
from .values import NOTHING, ObjId, Seat, count_of, player

if TYPE_CHECKING:
    from .game import Game


def can_pay_part(game: Game, frame: Frame, seat: Seat, part: object, costs: Costs) -> bool:
    """Whether one part of a cost could be paid."""
    match part:
        case TapThis() | UntapThis():
            return can_tap(game, seat, frame.source, untap=isinstance(part, UntapThis))
        case GiveUp():
            n = number(part.amount, game.look, frame)
            found = candidates(game, frame, seat, part)
            if part.total:
                own = frame.source if is_spoken_for(part, costs) else NOTHING
                return total_of(game, part, tuple(i for i in found if i != own), most=True) >= n
            return len(found) - (frame.source in found and is_spoken_for(part, costs)) >= n
        case PayLife():
            return can_pay_life(game, seat, number(part.amount, game.look, frame))
        case PayCounters():
            n = number(part.amount, game.look, frame)
            thing = game.look.live(frame.source)
            return thing is not None and (n <= 0 or count_of(thing.obj.counters, part.kind) >= n)
    raise AssertionError(f"unknown cost {part}")


def total_of(game: Game, part: GiveUp, given: tuple[ObjId, ...], *, most: bool = False) -> int:
    """What objects have together of what a cost counts; with `most`, the most that some of them have."""
    each = (stat_of(game.look, i, part.total) for i in given)
    return sum(max(n, 0) if most else n for n in each)


def can_give_all(game: Game, frame: Frame, seat: Seat, costs: Costs) -> bool:
    """Whether there is enough for all parts together: what is given up for one of them is not for another as well,
    but what is tapped may be (601.2h)."""
    parts = [p for p in costs.parts if isinstance(p, GiveUp) and p.filter is not None and not p.total]
    taps, others = [p for p in parts if p.how == "tap"], [p for p in parts if p.how != "tap"]
    return all(len(same) < 2 or _suffices(game, frame, seat, costs, same) for same in (taps, others))


def _suffices(game: Game, frame: Frame, seat: Seat, costs: Costs, parts: list[GiveUp]) -> bool:
    """Whether any of the parts find together as many as they ask for together, which is enough for all of them."""
    wanted: dict[tuple[ObjId, ...], int] = {}
    for part in parts:
        own = (frame.source,) if is_spoken_for(part, costs) else ()
        found = tuple(i for i in candidates(game, frame, seat, part) if i not in own)
        wanted[found] = wanted.get(found, 0) + number(part.amount, game.look, frame)
    return all(
        len({i for found, _ in some for i in found}) >= sum(n for _, n in some)
        for size in range(1, len(wanted) + 1)
        for some in combinations(wanted.items(), size)
    )


def can_pay_life(game: Game, seat: Seat, n: int) -> bool:
    """119.4: only as much as there is; and not where the total can't change (119.8)."""
    if n == 0:
        return True
    total = game.life_of(seat)
    return total >= n and not any(
        game.look.has_rule("life can't change", player(s)) for s in bound_together(game.look, seat)
    )


def candidates(game: Game, frame: Frame, seat: Seat, part: GiveUp) -> tuple[ObjId, ...]:
    """The objects that could be given up for a part of a cost."""
    look = game.look
    taken = _spoken_for(game, seat, part.how)
    if part.filter is None:
        thing = look.live(frame.source)
        free = thing is not None and frame.source not in taken
        return (frame.source,) if thing is not None and free and _may_give(thing.obj.tapped, part.how) else ()
    own = replace(frame, controller=seat)
    found = []
    for thing in part.filter.all(look, own):
        if thing.obj.zone == "battlefield" and thing.chars.controller != seat:
            continue
        if thing.obj.zone != "battlefield" and thing.obj.owner != seat:
            continue
        if _may_give(thing.obj.tapped, part.how) and thing.obj.id != frame.object and thing.obj.id not in taken:
            found.append(thing.obj.id)
    return tuple(found)


def _spoken_for(game: Game, seat: Seat, how: str) -> frozenset[ObjId]:
    """What payments that wait for mana need: what they give up may be tapped before, what they tap may not go."""
    spoken_for = game.spoken_for(seat)
    return spoken_for.tapped if how == "tap" else spoken_for.tapped | spoken_for.given


def is_spoken_for(part: GiveUp, costs: Costs) -> bool:
    """Whether another part of a cost takes the source itself, which then is not given up for this one too."""
    if part.filter is None:
        return False
    taps = part.how == "tap"  # what is tapped for it may be sacrificed as well (601.2h)
    own = any(isinstance(p, GiveUp) and p.filter is None and (p.how == "tap") == taps for p in costs.parts)
    return own or (taps and costs.taps)


def _may_give(tapped: bool, how: str) -> bool:
    return how != "tap" or not tapped
