"""Paying costs (118, 601.2g to h)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Activated
from .affording import Asked, can_pay, colors_for, life_in, substitutes
from .amounts import number
from .announcing import total_cost
from .aside import aside
from .cost_parts import Costs, GiveUp, PayCounters, PayLife, TapThis, UntapThis
from .frame import Frame
from .giving import can_pay_life, can_pay_part, candidates, is_spoken_for, total_of
from .mana import Payment, can_tap, coverings, expand, paid_by, plan_payment, symbols_in
from .odd_mana import adding_more, payable
from .perform import together
from .requests import Answer, Given, Option, Payload, Request
from .rewinding import take_back, take_back_or_refuse
from .spending import spendable
from .spoken_for import SpokenFor
from .state import Cause
from .targets import Declined, Impossible, Refused, option_id
from .values import Cost, Mana, ObjId, Seat, add_mana, mana_total, restriction_of, show_cost, shown_mana, take_mana

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


class Paid(Struct, frozen=True):
    """What a cost was paid with: mana, objects given up (as they were), and life."""

    mana: Mana = ()
    given: tuple[ObjId, ...] = ()


#: Parts of a cost with what is given up for each.
Chosen = list[tuple[GiveUp, tuple[ObjId, ...]]]


# --- paying ---------------------------------------------------------------------------------------


def pay(game: Game, frame: Frame, seat: Seat, costs: Costs, given: Given | None = None, x: int = 0) -> Asking:
    """Pay a whole cost; returns `Paid`, or raises `Refused` where it cannot be paid.

    How symbols are paid that were not announced is chosen immediately before (118.13b, 118.13c).
    What is given up is chosen first, so that the payment proposed for the mana leaves it alone; then mana
    is made (601.2g), and then all is paid at once (601.2h).
    """
    costs = yield from total_cost(game, frame, seat, Asked(costs), x, given)
    mana = expand(costs.mana, x)
    _check(game, frame, seat, costs)
    chosen: Chosen = []
    for part in costs.parts:
        if isinstance(part, GiveUp):
            own = (frame.source,) if is_spoken_for(part, costs) else ()
            picked = yield from _give_up(game, frame, seat, part, given, (*own, *_taken(part.how, chosen)))
            chosen.append((part, picked))
    mana, helping = yield from helped(game, frame, seat, mana, given, chosen)
    _check_named(frame, costs, given, (*chosen, *helping))
    spoken_for = _speak_for(frame, costs, chosen + helping)
    spent = yield from pay_mana(game, frame, seat, mana, spoken_for, manual=given is None or given.by_hand)
    _check(game, frame, seat, costs)
    for part, ids in (*chosen, *helping):
        if not set(ids) <= set(candidates(game, frame, seat, part)):
            raise Refused(f"the cost cannot be paid any more: {part.describe()}", "cost.resources")
    given_ids = tuple(i for _, ids in chosen for i in ids)
    yield from _hand_over(game, frame, seat, costs, chosen + helping, spent)
    return Paid(spent, given_ids)


def _speak_for(frame: Frame, costs: Costs, chosen: Chosen) -> SpokenFor:
    """What is settled before mana is made: the objects that the cost will tap, and those that it takes away."""
    tapped = {i for part, ids in chosen if part.how == "tap" for i in ids}
    given = {i for part, ids in chosen if part.how != "tap" for i in ids}
    return SpokenFor(tapped=frozenset({*tapped, frame.source} if costs.taps else tapped), given=frozenset(given))


def _hand_over(game: Game, frame: Frame, seat: Seat, costs: Costs, chosen: Chosen, spent: Mana) -> Asking:
    """601.2h: everything at once, when all of it is settled; what is tapped and given up too is tapped first."""
    cause = Cause("cast.pay", frame.source, seat)
    actions = [a for part in costs.parts for a in _actions(game, frame, seat, part)]
    in_order = sorted(chosen, key=lambda c: c[0].how != "tap")
    actions += [_given(part.how, i, seat, cause) for part, ids in in_order for i in ids]
    if spent:
        game.happen([ev.ManaSpent(seat=seat, mana=spent, cause=cause)])
    if actions:
        yield from together(game, actions)


def _check(game: Game, frame: Frame, seat: Seat, costs: Costs) -> None:
    """118.3: without the resources to pay all of it, none of it can be paid."""
    for part in costs.parts:
        if not can_pay_part(game, frame, seat, part, costs):
            raise Refused(f"the cost cannot be paid: {part.describe()}", "cost.unpayable")
    total = life_in(game, frame, costs)
    if not can_pay_life(game, seat, total):
        raise Refused(f"{total} life cannot be paid", "life.pay")


def _give_up(
    game: Game, frame: Frame, seat: Seat, part: GiveUp, given: Given | None, taken: tuple[ObjId, ...]
) -> Asking:
    legal = tuple(i for i in candidates(game, frame, seat, part) if i not in taken)
    n = number(part.amount, game.look, frame)
    if part.filter is None:
        return legal
    named = _named(given, part.how)
    if part.total:
        return (yield from _give_total(game, frame, seat, part, n, legal, named))
    if named is not None:
        picked = tuple(i for i in named if i in legal)[:n]
        if len(picked) < n:
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


def _give_total(
    game: Game,
    frame: Frame,
    seat: Seat,
    part: GiveUp,
    n: int,
    legal: tuple[ObjId, ...],
    named: tuple[ObjId, ...] | None,
) -> Asking:
    """Any number of objects that have enough of something together; nothing where nothing is asked for."""
    if named is not None:
        picked = named
    else:
        most = sorted((total_of(game, part, (i,)) for i in legal), reverse=True)
        least = next((k for k in range(len(most) + 1) if sum(most[:k]) >= n), len(most))
        picked = yield from game.choose_refs(
            seat, legal, prompt=part.how, rule="cast.pay", cause=frame.source, least=least, most=len(legal),
            may_cancel=game.proposing == seat,
        )  # fmt: skip
    if any(i not in legal for i in picked) or total_of(game, part, picked) < n:
        raise Refused(f"these are not enough, or cannot be given up: {part.describe()}", "cost.resources")
    return picked


def _taken(how: str, chosen: Chosen) -> tuple[ObjId, ...]:
    """What is spoken for and so cannot be given up in this way: what is tapped may be sacrificed as well (601.2h)."""
    return tuple(i for part, ids in chosen if (part.how == "tap") == (how == "tap") for i in ids)


def _named(given: Given | None, how: str) -> tuple[ObjId, ...] | None:
    """What was named in advance to be given up in this way; nothing can be given up twice (118.3)."""
    named: tuple[ObjId, ...] | None = getattr(given, how, None)
    if named is not None and len(set(named)) < len(named):
        raise Refused("the same cannot be given up twice", "cost.resources")
    return named


def _check_named(
    frame: Frame, costs: Costs, given: Given | None, chosen: tuple[tuple[GiveUp, tuple[ObjId, ...]], ...]
) -> None:
    """What was named in advance to be given up is all given up: nothing is paid that is not asked for."""
    for how in ("sacrifice", "discard", "exile", "tap"):
        used = {i for part, ids in chosen if part.how == how for i in ids}
        if how == "tap" and costs.taps:
            used.add(frame.source)
        if not used.issuperset(_named(given, how) or ()):
            raise Refused(f"the cost asks for less: {how}", "cost.resources")


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


def helped(game: Game, frame: Frame, seat: Seat, mana: Cost, given: Given | None, chosen: Chosen) -> Asking:
    """The mana still to be paid, and what is tapped or exiled for the rest; it is no cost of its own (702.51b)."""
    helping: Chosen = []
    lefts: tuple[Cost, ...] = (mana,)
    for substitute in substitutes(game, frame):
        part = GiveUp(substitute.how, substitute.filter)
        taken = _taken(part.how, chosen + helping)
        legal = tuple(
            i
            for i in candidates(game, frame, seat, part)
            if i not in taken and any(coverings(left, colors_for(game, substitute, i)) for left in lefts)
        )
        if given is not None:
            picked = tuple(i for i in _named(given, substitute.how) or () if i in legal)
        else:
            picked = yield from game.choose_refs(
                seat, legal, prompt=f"{substitute.how} for mana", rule="cast.pay", cause=frame.source, least=0,
                most=symbols_in(lefts[0]), may_cancel=game.proposing == seat,
            )  # fmt: skip
        for obj in picked:
            colors = colors_for(game, substitute, obj)
            lefts = tuple(dict.fromkeys(less for left in lefts for less in coverings(left, colors)))
            if not lefts:
                raise Refused("more would be given than there is mana to pay", "cost.resources", option_id(obj))
        helping.append((part, picked))
    return _best_left(game, frame, seat, lefts, tuple(i for _, ids in chosen + helping for i in ids)), helping


def _best_left(game: Game, frame: Frame, seat: Seat, lefts: tuple[Cost, ...], taken: tuple[ObjId, ...]) -> Cost:
    """Of what may be left to pay with mana, what can be: whoever helps pays for what suits the rest."""
    chances = ("yes", "unknown", "no")
    if len(lefts) == 1:
        return lefts[0]
    return min(lefts, key=lambda left: chances.index(payable(game, seat, left, taken, frame=frame)))


# --- mana -----------------------------------------------------------------------------------------


def pay_mana(game: Game, frame: Frame, seat: Seat, cost: Cost, spoken_for: SpokenFor, *, manual: bool) -> Asking:
    """Gather the mana for a cost; returns what is to be spent.

    A plan that pays it is proposed. With `manual` the seat may instead name floating mana to spend, or
    activate mana abilities itself (601.2g), until it takes the plan for the rest.
    """
    if game.free_mana or not cost:
        return ()
    named: Mana = ()
    while True:
        floating = spendable(game, seat, frame, take_mana(game.floating(seat), named))
        plan = plan_payment(game, seat, cost, spoken_for.tapped, floating, frame=frame)
        if plan is None and not manual:
            source = next(iter(adding_more(game, seat, spoken_for.tapped)), None)
            if source is None:
                raise Refused(f"{show_cost(cost)} cannot be paid", "cost.unpayable")
            yield from game.make_mana(seat, source.obj, source.path, source.outputs[0])
            continue
        pick = "auto"
        if plan is None or (manual and _has_choice(plan, floating)):
            asked = partial(_pay_request, game, frame, seat, cost, plan, floating, spoken_for)
            answer = yield from game.ask(asked)
            pick = answer.picks[0]
        if pick == "auto" and plan is not None:
            if (yield from _gathered(game, seat, plan, named)):
                return add_mana(plan.spend, named)
        elif pick == "no":
            raise Declined(f"{show_cost(cost)} is not paid", "cost.unpayable")
        elif pick.startswith("spend:"):
            symbol = pick.removeprefix("spend:")
            cost = paid_by(game, seat, cost, symbol) or ()
            named = add_mana(named, ((symbol, 1),))
        else:
            with game.setting_aside(seat, replace(spoken_for, mana=named)):
                yield from _make_by_hand(game, seat, pick)


def _gathered(game: Game, seat: Seat, plan: Payment, named: Mana) -> Asking:
    """Make the mana of a plan; whether what it spends is there then, since mana may become other mana, and making it
    may take what else would make some."""
    for source, output in plan.activations:
        if not can_tap(game, seat, source.obj):
            return False
        yield from game.make_mana(seat, source.obj, source.path, output)
    floating = dict(take_mana(game.floating(seat), named))
    return all(floating.get(symbol, 0) >= n for symbol, n in plan.spend)


def _make_by_hand(game: Game, seat: Seat, pick: str) -> Asking:
    """Activate a mana ability; what comes to nothing is taken back by itself, and the payment goes on (733.1).

    A proposal is its maker's own to take back, and is refused or taken back as a whole.
    """
    if game.proposing == seat:
        yield from game.activate_by_option(seat, pick)
        return
    mark, decisions, proposing = game.mark(), game.decisions, game.proposing
    try:
        yield from game.activate_by_option(seat, pick)
    except Impossible:
        raise
    except Refused as refused:
        yield from take_back_or_refuse(game, mark, seat, refused, decisions)
        game.proposing = proposing


def _has_choice(plan: Payment, floating: Mana) -> bool:
    """Whether the plan makes mana, or leaves some of several kinds, so that another may be preferred."""
    return bool(plan.activations) or (len(floating) > 1 and mana_total(floating) > mana_total(plan.spend))


def _pay_request(
    game: Game, frame: Frame, seat: Seat, cost: Cost, plan: Payment | None, floating: Mana, spoken_for: SpokenFor
) -> Request:
    proposing = game.proposing == seat
    able = plan is not None and game.state.player(seat).in_game  # 800.4f: who has left pays nothing

    def options() -> tuple[Option, ...]:
        auto = (Option("auto", Payload("pay", word=show_cost(cost))),) if plan is not None else ()
        spend = tuple(
            Option(f"spend:{s}", Payload("spend", word=_named_mana(game, s)))
            for s, _ in floating
            if paid_by(game, seat, cost, s) is not None
        )
        refusal = () if proposing else (Option("no", Payload("no")),)
        with game.setting_aside(seat, spoken_for):
            sources = game.mana_options(seat)
        return auto + spend + sources + refusal

    return Request(
        "pay", (seat,), options=options, prompt="mana", rule="cast.mana_abilities",
        cause=frame.object or frame.source, may_cancel=proposing,
        default=None if proposing else Answer(picks=("auto" if able else "no",)),
    )  # fmt: skip


def _named_mana(game: Game, kind: str) -> str:
    """A kind of floating mana as whoever may spend it reads it."""
    name, path = next(iter(shown_mana(((kind, 1),)))), restriction_of(kind)
    return f"{name} {game.book.at(path).describe()}" if path else name


def pay_if_willing(game: Game, frame: Frame, seat: Seat, costs: Costs) -> Asking:
    """Ask a seat whether it pays; True when it did.

    What cannot be paid is not asked, unless others could tell by that what it does not have.
    """
    possible = can_pay(game, frame, seat, costs) != "no"
    if not game.state.player(seat).in_game or not (possible or costs.is_veiled):
        return False
    wants = yield from game.choose_yes(seat, prompt="pay", rule="cost.unless", cause=frame.source, possible=possible)
    if not wants:
        return False
    mark, decisions = game.mark(), game.decisions
    game.mana_uses.clear()
    try:
        yield from pay(game, frame, seat, costs)
    except Impossible:
        raise
    except Declined:
        yield from take_back(game, mark)
        return False
    except Refused as refused:
        yield from take_back_or_refuse(game, mark, seat, refused, decisions)
        return (yield from aside(pay_if_willing(game, frame, seat, costs)))
    return True
