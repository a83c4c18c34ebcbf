"""Paying costs (118, 601.2f to h): what they come to, whether they can be paid, and paying them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Costs, GiveUp, PayCounters, PayLife, TapThis, UntapThis
from .frame import Frame
from .mana import Payment, expand, payable, plan_payment
from .perform import together
from .requests import Given, Option, Payload, Request
from .state import Cause
from .targets import Refused
from .terms import number
from .values import Cost, Mana, ObjId, Ref, Seat, count_of, player, show_cost, take_mana

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


class Paid(Struct, frozen=True):
    """What a cost was paid with: mana, objects given up (as they were), and life."""

    mana: Mana = ()
    given: tuple[ObjId, ...] = ()


def plus(a: Costs, b: Costs) -> Costs:
    return Costs(mana=a.mana + b.mana, parts=a.parts + b.parts)


def can_pay(game: Game, frame: Frame, seat: Seat, costs: Costs, x: int = 0) -> str:
    """yes, no, or unknown (mana that only odd sources could make)."""
    for part in costs.parts:
        if not _can_pay_part(game, frame, seat, part):
            return "no"
    without = frame.source if costs.taps else ObjId(Ref(0))
    return payable(game, seat, costs, expand(costs.mana, x), without)


def _can_pay_part(game: Game, frame: Frame, seat: Seat, part: object) -> bool:
    match part:
        case TapThis() | UntapThis():
            return _can_tap(game, frame.source, isinstance(part, UntapThis))
        case GiveUp():
            n = number(part.amount, game.look, frame)
            return len(candidates(game, frame, seat, part)) >= n
        case PayLife():
            return _can_pay_life(game, seat, number(part.amount, game.look, frame))
        case PayCounters():
            n = number(part.amount, game.look, frame)
            thing = game.look.live(frame.source)
            return thing is not None and (n <= 0 or count_of(thing.obj.counters, part.kind) >= n)
    raise AssertionError(f"unknown cost {part}")


def _can_tap(game: Game, obj_id: ObjId, untap: bool) -> bool:
    """302.6: a creature that came under control this turn cannot pay {T} or {Q}, unless it has haste."""
    thing = game.look.live(obj_id)
    if thing is None or thing.obj.zone != "battlefield" or thing.obj.tapped != untap:
        return False
    if "Creature" not in thing.chars.types or thing.chars.has("haste"):
        return True
    return thing.obj.arrived < game.state.player(thing.chars.controller).turn_began


def _can_pay_life(game: Game, seat: Seat, n: int) -> bool:
    """119.4: only as much as there is; and not where the total can't change (119.8)."""
    if n == 0:
        return True
    total = game.life_of(seat)
    return total >= n and not game.look.has_rule("life can't change", player(seat))


def candidates(game: Game, frame: Frame, seat: Seat, part: GiveUp) -> tuple[ObjId, ...]:
    """The objects that could be given up for a part of a cost."""
    look = game.look
    if part.filter is None:
        thing = look.live(frame.source)
        return (frame.source,) if thing is not None and _may_give(thing.obj.tapped, part.how) else ()
    own = replace(frame, controller=seat)
    found = []
    for thing in part.filter.all(look, own):
        if thing.obj.zone == "battlefield" and thing.chars.controller != seat:
            continue
        if thing.obj.zone != "battlefield" and thing.obj.owner != seat:
            continue
        if _may_give(thing.obj.tapped, part.how) and thing.obj.id != frame.object:
            found.append(thing.obj.id)
    return tuple(found)


def _may_give(tapped: bool, how: str) -> bool:
    return how != "tap" or not tapped


# --- paying ---------------------------------------------------------------------------------------


def pay(game: Game, frame: Frame, seat: Seat, costs: Costs, given: Given | None = None, x: int = 0) -> Asking:
    """Pay a whole cost; returns `Paid`, or raises `Refused` where it cannot be paid."""
    mana = expand(costs.mana, x)
    life = yield from _phyrexian(game, frame, seat, mana, given)
    chosen: list[tuple[GiveUp, tuple[ObjId, ...]]] = []
    for part in costs.parts:
        if not _can_pay_part(game, frame, seat, part):
            raise Refused(f"the cost cannot be paid: {part.describe()}", "cost.unpayable")
        if isinstance(part, GiveUp):
            picked = yield from _give_up(game, frame, seat, part, given, chosen)
            chosen.append((part, picked))
    spent = yield from pay_mana(game, frame, seat, mana, life, manual=given is None, taps=costs.taps)
    actions = [a for part in costs.parts for a in _actions(game, frame, seat, part, chosen)]
    if life:
        actions.append(ac.LoseLife(seat=seat, amount=2 * life, how="paid", cause=Cause("life.pay", frame.source, seat)))
    given_ids = tuple(i for _, ids in chosen for i in ids)
    if spent:
        game.happen([ev.ManaSpent(seat=seat, mana=spent, cause=Cause("cast.pay", frame.source, seat))])
    if actions:
        yield from together(game, actions)
    return Paid(spent, given_ids)


def _phyrexian(game: Game, frame: Frame, seat: Seat, mana: Cost, given: Given | None) -> Asking:
    """How many Phyrexian symbols are paid with 2 life each (107.4f)."""
    symbols = sum(1 for s in mana if s.endswith("/P"))
    if not symbols:
        return 0
    most = min(symbols, game.life_of(seat) // 2)
    if given is not None:
        life = (given.pay_life or 0) // 2
        if (given.pay_life or 0) % 2 or life > most:
            raise Refused("so much life cannot be paid for its mana symbols", "life.pay")
        return life
    least = next((k for k in range(most + 1) if game.free_mana or _payable(game, frame, seat, mana, k)), most)
    if least == most:
        return least
    return (
        yield from game.choose_number(seat, least, most, prompt="life for mana", rule="cost.mana", cause=frame.source)
    )


def _payable(game: Game, frame: Frame, seat: Seat, mana: Cost, life: int) -> bool:
    return plan_payment(game, seat, mana, frame.source, life) is not None


def _give_up(
    game: Game, frame: Frame, seat: Seat, part: GiveUp, given: Given | None,
    before: list[tuple[GiveUp, tuple[ObjId, ...]]],
) -> Asking:  # fmt: skip
    taken = {i for _, ids in before for i in ids}
    legal = tuple(i for i in candidates(game, frame, seat, part) if i not in taken)
    n = number(part.amount, game.look, frame)
    if part.filter is None:
        return legal
    named = getattr(given, part.how, None) if given is not None else None
    if named is not None:
        picked = tuple(i for i in named if i not in taken)[:n]
        if len(picked) < n or any(i not in legal for i in picked):
            raise Refused(f"these cannot be given up: {part.describe()}", "cost.resources")
        return picked
    if len(legal) < n:
        raise Refused(f"the cost cannot be paid: {part.describe()}", "cost.unpayable")
    return (
        yield from game.choose_refs(
            seat, legal, prompt=part.how, rule="cast.pay", cause=frame.source, least=n, most=n,
            may_cancel=game.proposing == seat,
        )
    )  # fmt: skip


def _actions(
    game: Game, frame: Frame, seat: Seat, part: object, chosen: list[tuple[GiveUp, tuple[ObjId, ...]]]
) -> list[ac.Action]:
    cause = Cause("cast.pay", frame.source, seat)
    match part:
        case TapThis():
            return [ac.Tap(object=frame.source, cause=cause)]
        case UntapThis():
            return [ac.Untap(object=frame.source, cause=cause)]
        case PayLife():
            n = number(part.amount, game.look, frame)
            return [ac.LoseLife(seat=seat, amount=n, how="paid", cause=replace(cause, rule="life.pay"))]
        case PayCounters():
            n = number(part.amount, game.look, frame)
            if n < 0:
                return [ac.PutCounters(on=frame.source, kind=part.kind, amount=-n, cause=cause)]
            return [ac.RemoveCounters(on=frame.source, kind=part.kind, amount=n, cause=cause)]
        case GiveUp():
            ids = next(ids for p, ids in chosen if p is part)
            return [_given(part.how, i, seat, cause) for i in ids]
    raise AssertionError(f"unknown cost {part}")


def _given(how: str, obj: ObjId, seat: Seat, cause: Cause) -> ac.Action:
    match how:
        case "sacrifice":
            return ac.Sacrifice(object=obj, seat=seat, cause=cause)
        case "discard":
            return ac.Discard(object=obj, seat=seat, cause=cause)
        case "exile":
            return ac.Move(object=obj, to="exile", how="exile", cause=cause)
        case "tap":
            return ac.Tap(object=obj, cause=cause)
        case "return":
            return ac.Move(object=obj, to="hand", how="return", cause=cause)
        case "graveyard":
            return ac.Move(object=obj, to="graveyard", how="put", cause=cause)
    raise AssertionError(f"unknown way to give up: {how}")


# --- mana -----------------------------------------------------------------------------------------


def pay_mana(game: Game, frame: Frame, seat: Seat, cost: Cost, life: int, *, manual: bool, taps: bool) -> Asking:
    """Gather the mana for a cost; returns what is to be spent. With `manual` the seat may activate mana
    abilities itself (601.2g) before the rest is paid by the proposed plan."""
    if game.free_mana or not cost:
        return ()
    without = frame.source if taps else ObjId(Ref(0))
    while True:
        plan = plan_payment(game, seat, cost, without, life)
        if plan is not None and (not manual or not plan.activations):
            break
        if not manual:
            raise Refused(f"{show_cost(cost)} cannot be paid", "cost.unpayable")
        answer = yield from game.ask(lambda plan=plan: _pay_request(game, frame, seat, cost, plan))  # type: ignore[misc]
        if answer.picks == ("auto",):
            if plan is None:
                raise Refused(f"{show_cost(cost)} cannot be paid", "cost.unpayable")
            break
        yield from game.activate_by_option(seat, answer.picks[0])
    for source, output in plan.activations:
        yield from game.make_mana(seat, source.obj, source.path, output)
    have = game.state.player(seat).mana
    assert len(take_mana(have, plan.spend)) <= len(have)
    return plan.spend


def _pay_request(game: Game, frame: Frame, seat: Seat, cost: Cost, plan: Payment | None) -> Request:
    def options() -> tuple[Option, ...]:
        auto = (Option("auto", Payload("pay", word=show_cost(cost))),) if plan is not None else ()
        return auto + game.mana_options(seat)

    return Request(
        "pay", (seat,), options=options, prompt="mana", rule="cast.mana_abilities",
        cause=frame.object or frame.source, may_cancel=game.proposing == seat,
    )  # fmt: skip


def pay_if_willing(game: Game, frame: Frame, seat: Seat, costs: Costs) -> Asking:
    """Ask a seat whether it pays; True when it did. What cannot be paid is not asked."""
    if not game.state.player(seat).in_game or can_pay(game, frame, seat, costs) == "no":
        return False
    wants = yield from game.choose_yes(seat, prompt="pay", rule="cost.unless", cause=frame.source)
    if not wants:
        return False
    mark = game.mark()
    try:
        yield from pay(game, frame, seat, costs)
    except Refused:
        game.undo(mark)
        return False
    return True
