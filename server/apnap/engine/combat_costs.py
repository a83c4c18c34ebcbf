"""Costs to attack and to block: what a declaration costs, and paying it (508.1h-j, 509.1d-f).

Each player pays for the creatures that they control. The costs of all creatures are one total, and are
locked in before anything is paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import affording
from . import costs as cost
from .amounts import number
from .cost_parts import CostPart, Costs, GiveUp, PayCounters, PayLife
from .frame import Frame
from .priority import Cancelled
from .sides import Due
from .targets import Impossible, Refused
from .values import NOBODY, ObjId, Seat

if TYPE_CHECKING:
    from .game import Game
    from .look import Look
    from .perform import Asking


class Bill(Struct, frozen=True):
    """What one player pays for a declaration; `frame` is the one in which it is paid."""

    frame: Frame
    costs: Costs


def bills(game: Game, due: Iterable[tuple[ObjId, Due]]) -> tuple[Bill, ...]:
    """The totals of what is due for creatures, one for each player who controls some of them."""
    by_seat: dict[Seat, list[Due]] = {}
    for creature, each in due:
        by_seat.setdefault(game.look.controller(creature), []).append(each)
    return tuple(
        Bill(Frame(source=owed[0][1].source, controller=seat), _total(game.look, owed))
        for seat, owed in by_seat.items()
    )


def can_pay(game: Game, owed: tuple[Bill, ...], tapped: tuple[ObjId, ...] = ()) -> bool:
    """Whether nobody is known to be unable to pay; `tapped` will be tapped before (508.1f)."""
    return all(affording.can_pay(game, b.frame, b.frame.controller, b.costs, without=tapped) != "no" for b in owed)


def pay(game: Game, owed: tuple[Bill, ...]) -> Asking:
    """Pay all; False, with nothing paid, where a player took the payment back or it became impossible.

    Raises `Refused` where it is impossible before any question was asked: the declaration is illegal.
    """
    decisions = game.decisions
    game.mana_uses.clear()
    try:
        for bill in owed:
            game.proposing = bill.frame.controller
            yield from cost.pay(game, bill.frame, bill.frame.controller, bill.costs)
    except Cancelled:
        return False
    except Impossible:
        raise
    except Refused as refused:
        if game.decisions == decisions and not game.conceding:
            raise
        game.could_not_be_done(bill.frame.controller, refused)
        return False
    finally:
        game.proposing = NOBODY
    return True


def _total(look: Look, due: list[Due]) -> Costs:
    """What several rules ask to be paid, all together, with every amount worked out now (508.1h)."""
    mana: tuple[str, ...] = ()
    parts: list[CostPart] = []
    for rule, frame in due:
        extra = number(rule.amount, look, frame)
        if extra > 0:
            mana += (str(extra),)
        if rule.cost is None:
            continue
        mana += rule.cost.mana
        for part in rule.cost.parts:
            if isinstance(part, GiveUp | PayLife | PayCounters):
                part = replace(part, amount=number(part.amount, look, frame))
            parts.append(part)
    return Costs(mana=mana, parts=_merged(parts))


def _merged(parts: list[CostPart]) -> tuple[CostPart, ...]:
    """Equal parts become one, so that what one of them takes is not promised to another."""
    merged: list[CostPart] = []
    for part in parts:
        for n, other in enumerate(merged):
            both = _both(other, part)
            if both is not None:
                merged[n] = both
                break
        else:
            merged.append(part)
    return tuple(merged)


def _both(a: CostPart, b: CostPart) -> CostPart | None:
    match a, b:
        case PayLife(amount=int(n)), PayLife(amount=int(m)):
            return PayLife(n + m)
        case GiveUp(amount=int(n)), GiveUp(amount=int(m)) if (a.how, a.filter) == (b.how, b.filter):
            return replace(a, amount=n + m) if a.filter is not None else None
    return None
