"""Paying costs (118, 601.2f to h): what they come to, whether they can be paid, and paying them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Activated, Costs, GiveUp, PayCounters, PayLife, Substitute, TapThis, UntapThis
from .amounts import number
from .frame import Frame
from .mana import Payment, can_tap, covered, expand, paid_by, payable, plan_payment, symbols_in
from .perform import together
from .requests import Answer, Given, Option, Payload, Request
from .rewinding import take_back
from .state import Cause
from .targets import Refused, option_id
from .values import (
    Cost,
    Mana,
    ObjId,
    Seat,
    add_mana,
    count_of,
    mana_total,
    player,
    show_cost,
    take_mana,
)

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


class Paid(Struct, frozen=True):
    """What a cost was paid with: mana, objects given up (as they were), and life."""

    mana: Mana = ()
    given: tuple[ObjId, ...] = ()


def plus(a: Costs, b: Costs) -> Costs:
    return Costs(mana=a.mana + b.mana, parts=a.parts + b.parts)


def can_pay(game: Game, frame: Frame, seat: Seat, costs: Costs, x: int = 0, without: tuple[ObjId, ...] = ()) -> str:
    """yes, no, or unknown (mana that only odd sources could make); `without` cannot be tapped for it."""
    if any(not _can_pay_part(game, frame, seat, part) for part in costs.parts):
        return "no"
    if not _can_pay_life(game, seat, _life_in(game, frame, costs)):
        return "no"
    if costs.taps:
        without = (*without, frame.source)
    mana = expand(costs.mana, x)
    found = payable(game, seat, mana, without)
    if found == "yes":
        return found
    helped = most_helped(game, frame, seat, mana)
    return found if helped == mana else payable(game, seat, helped, without)


def _life_in(game: Game, frame: Frame, costs: Costs) -> int:
    return sum(number(p.amount, game.look, frame) for p in costs.parts if isinstance(p, PayLife))


def _can_pay_part(game: Game, frame: Frame, seat: Seat, part: object) -> bool:
    match part:
        case TapThis() | UntapThis():
            return can_tap(game, frame.source, untap=isinstance(part, UntapThis))
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
    """Pay a whole cost; returns `Paid`, or raises `Refused` where it cannot be paid.

    What is given up is chosen first, so that the payment proposed for the mana leaves it alone; then mana
    is made (601.2g), and then all is paid at once (601.2h).
    """
    mana = expand(costs.mana, x)
    life = yield from _phyrexian(game, frame, seat, mana, given)
    mana = _without_phyrexian(mana, life)
    _check(game, frame, seat, costs, 2 * life)
    chosen: list[tuple[GiveUp, tuple[ObjId, ...]]] = []
    for part in costs.parts:
        if isinstance(part, GiveUp):
            picked = yield from _give_up(game, frame, seat, part, given, chosen)
            chosen.append((part, picked))
    mana, helping = yield from helped(game, frame, seat, mana, given, tuple(i for _, ids in chosen for i in ids))
    busy = tuple(i for part, ids in (*chosen, *helping) if part.how == "tap" for i in ids)
    without = (*busy, frame.source) if costs.taps else busy
    spent = yield from pay_mana(game, frame, seat, mana, without, manual=given is None)
    _check(game, frame, seat, costs, 2 * life)
    for part, ids in (*chosen, *helping):
        if not set(ids) <= set(candidates(game, frame, seat, part)):
            raise Refused(f"the cost cannot be paid any more: {part.describe()}", "cost.resources")
    given_ids = tuple(i for _, ids in chosen for i in ids)
    yield from _hand_over(game, frame, seat, costs, chosen + helping, spent, life)
    return Paid(spent, given_ids)


def _hand_over(
    game: Game, frame: Frame, seat: Seat, costs: Costs, chosen: list[tuple[GiveUp, tuple[ObjId, ...]]], spent: Mana,
    life: int,
) -> Asking:  # fmt: skip
    """601.2h: everything at once, when all of it is settled."""
    cause = Cause("cast.pay", frame.source, seat)
    actions = [a for part in costs.parts for a in _actions(game, frame, seat, part)]
    actions += [_given(part.how, i, seat, cause) for part, ids in chosen for i in ids]
    if life:
        actions.append(ac.LoseLife(seat=seat, amount=2 * life, how="paid", cause=replace(cause, rule="life.pay")))
    if spent:
        game.happen([ev.ManaSpent(seat=seat, mana=spent, cause=cause)])
    if actions:
        yield from together(game, actions)


def _check(game: Game, frame: Frame, seat: Seat, costs: Costs, life: int) -> None:
    """118.3: without the resources to pay all of it, none of it can be paid."""
    for part in costs.parts:
        if not _can_pay_part(game, frame, seat, part):
            raise Refused(f"the cost cannot be paid: {part.describe()}", "cost.unpayable")
    total = life + _life_in(game, frame, costs)
    if not _can_pay_life(game, seat, total):
        raise Refused(f"{total} life cannot be paid", "life.pay")


def _phyrexian(game: Game, frame: Frame, seat: Seat, mana: Cost, given: Given | None) -> Asking:
    """How many Phyrexian symbols are paid with 2 life each (107.4f): by the seat, else as few as it can."""
    symbols = sum(1 for s in mana if s.endswith("/P"))
    if not symbols:
        return 0
    most = min(symbols, game.life_of(seat) // 2)
    if not _can_pay_life(game, seat, 2):
        most = 0
    if given is not None and given.pay_life is not None:
        life = given.pay_life // 2
        if given.pay_life % 2 or life > most:
            raise Refused("so much life cannot be paid for its mana symbols", "life.pay")
        return life
    least = next((k for k in range(most + 1) if game.free_mana or _payable(game, frame, seat, mana, k)), 0)
    if given is not None or most == 0:
        return least
    return (
        yield from game.choose_number(
            seat, least, most, prompt="life for mana", rule="cost.mana", cause=frame.source,
            may_cancel=game.proposing == seat,
        )
    )  # fmt: skip


def _payable(game: Game, frame: Frame, seat: Seat, mana: Cost, life: int) -> bool:
    left = most_helped(game, frame, seat, _without_phyrexian(mana, life))
    return plan_payment(game, seat, left) is not None


def _without_phyrexian(mana: Cost, life: int) -> Cost:
    """The cost without the first symbols that life pays for."""
    left = []
    for symbol in mana:
        if symbol.endswith("/P") and life > 0:
            life -= 1
        else:
            left.append(symbol)
    return tuple(left)


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


def _actions(game: Game, frame: Frame, seat: Seat, part: object) -> list[ac.Action]:
    """What paying a part does that gives up nothing of one's choice."""
    cause = Cause("cast.pay", frame.source, seat)
    match part:
        case TapThis():
            return [ac.Tap(object=frame.source, for_mana=_makes_mana(game, frame), cause=cause)]
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
            return []
    raise AssertionError(f"unknown cost {part}")


def _makes_mana(game: Game, frame: Frame) -> bool:
    """Whether what is being activated is a mana ability, so that its source is tapped for mana (106.12)."""
    if not frame.path:
        return False
    ability = game.book.at(frame.path)
    return isinstance(ability, Activated) and ability.mana


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


# --- something instead of mana ----------------------------------------------------------------------


def substitutes(game: Game, frame: Frame) -> list[Substitute]:
    """What a spell lets its controller do instead of paying mana (convoke, improvise, delve)."""
    spell = game.look.live(frame.source)
    if spell is None or frame.path:
        return []
    found = (game.book.at(ref.path) for ref in spell.chars.abilities)
    return [a for a in found if isinstance(a, Substitute)]


def _colors_for(game: Game, substitute: Substitute, obj: ObjId) -> str:
    return game.look.chars(obj).colors if substitute.colored else ""


def helped(game: Game, frame: Frame, seat: Seat, mana: Cost, given: Given | None, taken: tuple[ObjId, ...]) -> Asking:
    """The mana still to be paid, and what is tapped or exiled for the rest; it is no cost of its own (702.51b)."""
    helping: list[tuple[GiveUp, tuple[ObjId, ...]]] = []
    for substitute in substitutes(game, frame):
        part = GiveUp(substitute.how, substitute.filter)
        legal = tuple(
            i
            for i in candidates(game, frame, seat, part)
            if i not in taken and covered(mana, _colors_for(game, substitute, i)) is not None
        )
        if given is not None:
            picked = tuple(i for i in getattr(given, substitute.how) or () if i not in taken)
            if any(i not in legal for i in picked):
                raise Refused(f"these cannot pay for mana: {part.describe()}", "cost.resources")
        else:
            picked = yield from game.choose_refs(
                seat, legal, prompt=f"{substitute.how} for mana", rule="cast.pay", cause=frame.source, least=0,
                most=symbols_in(mana), may_cancel=game.proposing == seat,
            )  # fmt: skip
        for obj in sorted(picked, key=lambda i: len(_colors_for(game, substitute, i))):
            left = covered(mana, _colors_for(game, substitute, obj))
            if left is None:
                raise Refused("more would be given than there is mana to pay", "cost.resources", option_id(obj))
            mana = left
        taken += picked
        if picked:
            helping.append((part, picked))
    return mana, helping


def most_helped(game: Game, frame: Frame, seat: Seat, mana: Cost) -> Cost:
    """What would be left of a mana cost if everything that can help did."""
    for substitute in substitutes(game, frame):
        ids = candidates(game, frame, seat, GiveUp(substitute.how, substitute.filter))
        for obj in sorted(ids, key=lambda i: len(_colors_for(game, substitute, i))):
            mana = covered(mana, _colors_for(game, substitute, obj)) or mana
    return mana


# --- mana -----------------------------------------------------------------------------------------


def pay_mana(game: Game, frame: Frame, seat: Seat, cost: Cost, without: tuple[ObjId, ...], *, manual: bool) -> Asking:
    """Gather the mana for a cost; returns what is to be spent.

    A plan that pays it is proposed. With `manual` the seat may instead name floating mana to spend, or
    activate mana abilities itself (601.2g), until it takes the plan for the rest.
    """
    if game.free_mana or not cost:
        return ()
    named: Mana = ()
    while True:
        floating = take_mana(game.state.player(seat).mana, named)
        plan = plan_payment(game, seat, cost, without, floating)
        if plan is not None and not (manual and _has_choice(plan, floating)):
            break
        if not manual:
            raise Refused(f"{show_cost(cost)} cannot be paid", "cost.unpayable")
        asked = partial(_pay_request, game, frame, seat, cost, plan, floating, without)
        answer = yield from game.ask(asked)
        pick = answer.picks[0]
        if pick == "auto" and plan is not None:
            break
        if pick == "no":
            raise Refused(f"{show_cost(cost)} is not paid", "cost.unpayable")
        if pick.startswith("spend:"):
            symbol = pick.removeprefix("spend:")
            cost = paid_by(cost, symbol) or ()
            named = add_mana(named, ((symbol, 1),))
        else:
            yield from game.activate_by_option(seat, pick)
    for source, output in plan.activations:
        yield from game.make_mana(seat, source.obj, source.path, output)
    return add_mana(plan.spend, named)


def _has_choice(plan: Payment, floating: Mana) -> bool:
    """Whether the plan makes mana, or leaves some of several kinds, so that another may be preferred."""
    return bool(plan.activations) or (len(floating) > 1 and mana_total(floating) > mana_total(plan.spend))


def _pay_request(
    game: Game, frame: Frame, seat: Seat, cost: Cost, plan: Payment | None, floating: Mana, without: tuple[ObjId, ...]
) -> Request:
    proposing = game.proposing == seat

    def options() -> tuple[Option, ...]:
        auto = (Option("auto", Payload("pay", word=show_cost(cost))),) if plan is not None else ()
        spend = tuple(
            Option(f"spend:{s}", Payload("spend", word=s)) for s, _ in floating if paid_by(cost, s) is not None
        )
        refusal = () if proposing else (Option("no", Payload("no")),)
        sources = tuple(o for o in game.mana_options(seat) if o.payload.object not in without)
        return auto + spend + sources + refusal

    return Request(
        "pay", (seat,), options=options, prompt="mana", rule="cast.mana_abilities",
        cause=frame.object or frame.source, may_cancel=proposing,
        default=None if proposing else Answer(picks=("auto" if plan is not None else "no",)),
    )  # fmt: skip


def pay_if_willing(game: Game, frame: Frame, seat: Seat, costs: Costs) -> Asking:
    """Ask a seat whether it pays; True when it did. What cannot be paid is not asked."""
    if not game.state.player(seat).in_game or can_pay(game, frame, seat, costs) == "no":
        return False
    wants = yield from game.choose_yes(seat, prompt="pay", rule="cost.unless", cause=frame.source)
    if not wants:
        return False
    mark = game.mark()
    game.mana_uses.clear()
    try:
        yield from pay(game, frame, seat, costs)
    except Refused as refused:
        game.could_not_be_done(seat, refused)
        yield from take_back(game, mark)
        return False
    return True
