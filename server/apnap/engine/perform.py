"""From actions to events: one batch of simultaneous things (decisions 6 to 8).

*Decide*: nothing is applied; prohibitions are asked, replacement effects are found and chosen on the one
unchanged state, actions are taken apart to a fixpoint. *Happen*: the batch is applied, and triggers are
noticed once. *Then*: what replacement effects left waiting is performed, before anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .aside import aside
from .dealing import dealt
from .done import Done, done_by
from .entering import as_it_enters, may_enter, placed
from .happening import events_of
from .lasting import has_left
from .prohibitions import bound_together, prohibited
from .replacement import replacements
from .requests import GameOver
from .state import Cause, Thing
from .values import NOBODY, NOTHING, ObjId, Ref, Seat, is_player, seat_of

if TYPE_CHECKING:
    from .batch import Shares
    from .game import Game
    from .requests import Request


Asking = Generator["Request", Any, Any]


Used = frozenset[tuple[Any, ...]]


NONE_USED: Used = frozenset()


class Planning:
    """The actions of one batch while they are decided: leaves that will happen, and what waits."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.leaves: list[ac.Action] = []
        self.damage: list[tuple[ac.DealDamage, Thing, int, bool]] = []
        self.waiting: list[Callable[[Done], Asking]] = []
        self.links: list[ac.Link] = []
        self.shares: Shares = {}
        #: Where chance stands after what this batch has shuffled, so that no two zones get one order.
        self.seed: int | None = None
        #: How much life damage must leave to a seat.
        self.floors: dict[Seat, int] = {}

    def decide(self, action: ac.Action, used: Used = NONE_USED) -> Asking:
        """Find out what really happens instead of `action`, and keep it as leaves."""
        entering: Thing | None = None
        if _is_nothing(action) or self._of_departed(action) or self._of_phased_out(action):
            return
        if isinstance(action, ac.Move):
            if not self._may_move(action):
                return
            action = self._off_stack(action)
            if action.to == "battlefield":
                action, entering = placed(self.game, self, action)
        if prohibited(self.game.look, action, entering):
            return
        replaced = yield from replacements(self, action, entering, used)
        if replaced:
            return
        yield from self._apart(action, used)

    def _of_departed(self, action: ac.Action) -> bool:
        """800.4b, d: nothing is done by or to a player who has left, nor comes into being under such a one."""
        seats: tuple[Seat, ...]
        match action:
            case ac.StartEffect() | ac.StartDelayed():
                return False  # 800.4m
            case ac.Move():
                seats = (action.under, action.owner)
            case ac.PutCounters() | ac.RemoveCounters() if is_player(action.on):
                seats = (seat_of(action.on),)
            case _:
                seats = (getattr(action, "seat", NOBODY),)
        return any(s >= 0 and not self.game.state.player(s).in_game for s in seats)

    def _of_phased_out(self, action: ac.Action) -> bool:
        """702.26b: nothing is done to what is phased out, but to bring it back; nor as a player leaves (702.26n) or
        a token ceases to exist."""
        match action:
            case ac.PhaseIn() | ac.Cease() | ac.Link():
                return False
            case ac.Move() if action.cause.rule == "leave.control":
                return False
            case ac.PutCounters() | ac.RemoveCounters():
                refs: tuple[Ref, ...] = (action.on,)
            case ac.Attach():
                refs = (Ref(action.object), action.to)
            case _:
                refs = (Ref(getattr(action, "object", NOTHING)),)
        objects = self.game.state.objects
        return any((obj := objects.get(ObjId(r))) is not None and bool(obj.phased_out) for r in refs)

    def _may_move(self, action: ac.Move) -> bool:
        game, state = self.game, self.game.state
        if not action.object:
            return True
        obj = state.objects.get(action.object)
        if obj is None or obj.zone == action.to == "battlefield":
            return False
        if obj.kind == "token" and obj.zone != "battlefield":
            # 111.8: a token that has left stays where it is; 110.5g (2011) only kept it from coming back
            return action.to != "battlefield" and game.look.switch("token_left") == "cannot_return"
        return obj.kind not in ("ability", "damage")

    def _off_stack(self, action: ac.Move) -> ac.Move:
        """702.34a: a spell cast by flashback is exiled instead of going anywhere else."""
        obj = self.game.state.objects.get(action.object)
        if obj is not None and obj.zone == "stack" and "then exile" in obj.marks and action.to != "battlefield":
            return replace(action, to="exile", place=0)
        return action

    # --- taking apart -----------------------------------------------------------------------

    def _apart(self, action: ac.Action, used: Used) -> Asking:
        match action:
            case ac.Draw():
                yield from self._draw(action, used)
            case ac.Destroy():
                yield from self._destroy(action, used)
            case ac.Sacrifice(object=obj, cause=cause):
                thing = self.game.look.live(obj)
                if thing is not None and thing.obj.zone == "battlefield" and thing.chars.controller == action.seat:
                    yield from self.decide(ac.Move(object=obj, to="graveyard", how="sacrifice", cause=cause), used)
            case ac.Discard(object=obj, cause=cause):
                held = self.game.state.objects.get(obj)
                if held is not None and held.zone == "hand":
                    yield from self.decide(ac.Move(object=obj, to="graveyard", how="discard", cause=cause), used)
            case ac.Mill(seat=seat, amount=n, cause=cause):
                for obj in self.game.state.library(seat)[: max(0, n)]:
                    yield from self.decide(ac.Move(object=obj, to="graveyard", how="mill", cause=cause), used)
            case ac.Counter():
                yield from self._counter(action, used)
            case ac.Create():
                yield from self._create(action, used)
            case ac.DealDamage():
                yield from dealt(self, action)
            case ac.SetLife():
                yield from self._set_life(action, used)
            case ac.Move():
                yield from self._move(action, used)
            case _:
                self.leaves.append(action)

    def _draw(self, action: ac.Draw, used: Used) -> Asking:
        library = self.game.state.library(action.seat)
        taken = {a.object for a in self.leaves if isinstance(a, ac.Move)}
        top = next((i for i in library if i not in taken), None)
        if top is None:
            self.leaves.append(action)
        else:
            yield from self.decide(ac.Move(object=top, to="hand", how="draw", cause=action.cause), used)

    def _destroy(self, action: ac.Destroy, used: Used) -> Asking:
        thing = self.game.look.live(action.object)
        if thing is None or thing.obj.zone != "battlefield":
            return
        yield from self.decide(ac.Move(object=action.object, to="graveyard", how="destroy", cause=action.cause), used)

    def _counter(self, action: ac.Counter, used: Used) -> Asking:
        look = self.game.look
        thing = look.live(action.object)
        if thing is None or thing.obj.zone != "stack":
            return
        if look.has_rule("can't be countered", action.object) or thing.chars.has("can't be countered"):
            return
        self.leaves.append(action)
        if thing.obj.kind == "ability":
            self.leaves.append(ac.Cease(object=action.object, how="countered", cause=action.cause))
        else:
            yield from self.decide(
                ac.Move(object=action.object, to=action.to, how="countered", cause=action.cause), used
            )

    def _create(self, action: ac.Create, used: Used) -> Asking:
        limit = self.game.limits["objects"]
        room = max(0, limit - len(self.game.state.objects) - len(self.leaves))
        if action.amount > room:
            self.leaves.append(ac.DrawGame(reason=f"more than {limit} objects", cause=action.cause))
            return
        for _ in range(action.amount):
            yield from self.decide(
                ac.Move(
                    object=NOTHING,
                    to="battlefield",
                    how="create",
                    under=action.seat,
                    owner=self._token_owner(action),
                    base=action.base,
                    kind="token",
                    tapped=action.tapped,
                    attacking=action.attacking,
                    copied=action.copied,
                    exceptions=action.exceptions,
                    counters=action.counters,
                    cause=action.cause,
                ),
                used,
            )

    def _token_owner(self, action: ac.Create) -> Seat:
        """Whose a token is; nobody's yet where it is whoever's it will have entered under."""
        switch = self.game.look.switch("token_owner")
        if switch == "controller_of_effect" and action.cause.seat >= 0:
            return action.cause.seat
        return NOBODY if switch == "whoever_it_entered_under" else action.seat

    def _set_life(self, action: ac.SetLife, used: Used) -> Asking:
        """119.5: a life total that becomes a number is a gain or a loss of the difference."""
        change = action.total - self.game.life_of(action.seat)
        if change > 0:
            yield from self.decide(ac.GainLife(seat=action.seat, amount=change, cause=action.cause), used)
        elif change < 0:
            yield from self.decide(ac.LoseLife(seat=action.seat, amount=-change, cause=action.cause), used)

    def _move(self, action: ac.Move, used: Used) -> Asking:
        if action.to == "battlefield":
            action = yield from as_it_enters(self, action, used)
            if action is None:
                return
        elif action.to == "library":
            action = replace(action, new_id=self.game.fresh_id())
        self.leaves.append(action)

    # --- happening ------------------------------------------------------------------------------

    def settle_conflicts(self) -> Asking:
        """Moves of one object that contradict each other are put to its controller (400.6)."""
        by_object: dict[ObjId, list[ac.Move]] = {}
        for leaf in self.leaves:
            if isinstance(leaf, ac.Move) and leaf.object:
                by_object.setdefault(leaf.object, []).append(leaf)
        for obj_id, moves in by_object.items():
            if len(moves) < 2:
                continue
            keep = moves[0]
            zones = tuple(dict.fromkeys(m.to for m in moves))
            if len(zones) > 1:
                thing = self.game.look.live(obj_id)
                assert thing is not None
                zone = yield from self.game.choose_word(
                    thing.chars.controller, zones, prompt="zone", rule="zones.change", cause=obj_id
                )
                keep = next(m for m in moves if m.to == zone)
            self.leaves = [a for a in self.leaves if a is keep or not (isinstance(a, ac.Move) and a.object == obj_id)]

    def keep_life(self) -> None:
        """120.4c: damage that must leave so much life takes no more; life gained at the same time counts."""
        for seat, least in self.floors.items():
            life = self.game.life_of(seat)
            if life >= least:
                self._spare(seat, life - least)

    def _spare(self, seat: Seat, spare: int) -> None:
        """Let this seat lose no more life to damage than it has to spare."""
        total = bound_together(self.game.look, seat)
        mine = [a for a in self.leaves if isinstance(a, ac.LoseLife | ac.GainLife) and a.seat in total]
        over = sum(a.amount if isinstance(a, ac.LoseLife) else -a.amount for a in mine) - spare
        for i, leaf in enumerate(self.leaves):
            if over > 0 and isinstance(leaf, ac.LoseLife) and leaf.seat == seat and leaf.how == "damage":
                less = min(over, leaf.amount)
                self.leaves[i] = replace(leaf, amount=leaf.amount - less)
                over -= less

    def events(self) -> list[ev.Event]:
        """The events of the batch, made on the state before it."""
        made: list[ev.Event] = []
        clock = self.game.state.clock
        for leaf in self.leaves:
            for event in events_of(self, leaf, clock):
                made.append(event)
        for link in self.links:
            made.append(ev.Linked(object=link.object, link=link.link, values=link.values, cause=link.cause))
        return made


def _is_nothing(action: ac.Action) -> bool:
    """120.8, 614.7a: damage, life, counters or tokens of amount 0 are no event that could be replaced."""
    counted = ac.DealDamage | ac.GainLife | ac.LoseLife | ac.PutCounters | ac.RemoveCounters | ac.Create | ac.Mill
    return isinstance(action, counted) and action.amount <= 0


def together(game: Game, actions: Sequence[ac.Action], used: Used = NONE_USED) -> Asking:
    """Perform actions as one simultaneous batch; returns `Done`."""
    from .batch import decide_all

    plan = Planning(game)
    yield from decide_all(plan, actions, used | game.used)
    return (yield from finish(plan))


def finish(plan: Planning) -> Asking:
    """Let a decided batch happen, then what waited for it."""
    yield from plan.settle_conflicts()
    plan.keep_life()
    events = plan.events()
    game = plan.game
    if events:
        game.happen(events)
    done = done_by(events)
    while plan.waiting:  # taken out, since each holds the plan
        more = yield from aside(plan.waiting.pop(0)(done))
        if isinstance(more, Done):
            done = done.plus(more)
    yield from return_exiled(game)
    if any(isinstance(e, ev.GameLost) for e in events):
        yield from game.depart_losers()
    if any(isinstance(e, ev.GameEnded | ev.GameWon) for e in events):
        game.end_if_over(events)
    if game.over:
        raise GameOver  # 104.1: at once, so nothing of what was still to be done is
    return done


def return_exiled(game: Game) -> Asking:
    """610.3: what was exiled until something left the battlefield returns right after that."""
    over = [e for e in game.state.effects.values() if e.duration == "until source leaves" and has_left(game, e.source)]
    if not over:
        return
    game.happen([ev.EffectEnded(effect=e.id, cause=Cause("turn.duration_ends")) for e in over])
    back = [
        ac.Move(
            object=ObjId(r), to="battlefield", how="return", under=obj.owner,
            cause=Cause("exile", e.source, e.controller),
        )
        for e in over
        for r in e.affected or ()
        if (obj := game.state.objects.get(ObjId(r))) is not None and may_enter(game, obj, "")
    ]  # fmt: skip
    yield from aside(together(game, back))
