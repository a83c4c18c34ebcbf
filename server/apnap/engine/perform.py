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
from . import chance
from . import events as ev
from .abilities import Keyword
from .done import NOTHING_DONE, Done, done_by
from .entering import as_it_enters, placed
from .lasting import has_lapsed, has_left
from .replacement import prohibited, replacements
from .sides import put_attacking
from .state import Cause, Delayed, Effect, Obj, Thing
from .terms import seats
from .values import (
    NOBODY,
    NOTHING,
    NUMBER_LIMIT,
    CardId,
    ObjId,
    Ref,
    Seat,
    count_of,
    is_player,
    player,
    seat_of,
)

if TYPE_CHECKING:
    from .batch import Shares
    from .game import Game
    from .requests import Answer, Request

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
        if _is_nothing(action) or self._of_departed(action):
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
                for obj in self.game.state.zone("library", seat)[: max(0, n)]:
                    yield from self.decide(ac.Move(object=obj, to="graveyard", how="mill", cause=cause), used)
            case ac.Counter():
                yield from self._counter(action, used)
            case ac.Create():
                yield from self._create(action, used)
            case ac.DealDamage():
                yield from self._damage(action, used)
            case ac.SetLife():
                yield from self._set_life(action, used)
            case ac.Move():
                yield from self._move(action, used)
            case _:
                self.leaves.append(action)

    def _draw(self, action: ac.Draw, used: Used) -> Asking:
        library = self.game.state.zone("library", action.seat)
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
        change = action.total - self.game.state.player(action.seat).life
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

    # --- damage (120.3, 120.4) ----------------------------------------------------------------

    def _damage(self, action: ac.DealDamage, used: Used) -> Asking:
        game = self.game
        source = game.look.thing(action.source)
        if action.amount <= 0 or source is None:
            return
        if is_player(action.to):
            if not game.state.player(seat_of(action.to)).in_game:
                return
            yield from self._damage_player(action, source)
        else:
            yield from self._damage_permanent(action, source)
        if source.chars.has("lifelink") and game.look.switch("lifelink") == "result":
            seat = source.chars.controller
            yield from self.decide(
                ac.GainLife(seat=seat, amount=action.amount, cause=Cause("damage.lifelink", action.source, seat))
            )

    def _damage_player(self, action: ac.DealDamage, source: Thing) -> Asking:
        seat = seat_of(action.to)
        self.leaves.append(action)
        look = self.game.look
        poisons = source.chars.has("infect") or look.has_rule("damage as though infect", action.to)
        if poisons:
            yield from self.decide(
                ac.PutCounters(
                    on=action.to, kind="poison", amount=action.amount,
                    cause=Cause("damage.infect_player", action.source, source.chars.controller),
                )
            )  # fmt: skip
        else:
            yield from self.decide(
                ac.LoseLife(seat=seat, amount=action.amount, how="damage", cause=Cause("damage.player", action.source))
            )
        toxic = self._toxic(source) if action.combat else 0
        if toxic:
            yield from self.decide(
                ac.PutCounters(
                    on=action.to, kind="poison", amount=toxic,
                    cause=Cause("damage.toxic", action.source, source.chars.controller),
                )
            )  # fmt: skip

    def _toxic(self, source: Thing) -> int:
        """702.164: the total toxic value of a creature."""
        if not source.chars.has("toxic"):
            return 0
        abilities = (self.game.book.at(r.path) for r in source.chars.abilities)
        return sum(a.number for a in abilities if isinstance(a, Keyword) and a.name == "toxic")

    def _damage_permanent(self, action: ac.DealDamage, source: Thing) -> Asking:
        thing = self.game.look.live(action.to)
        if thing is None or thing.obj.zone != "battlefield":
            return
        chars = thing.chars
        if not any(t in chars.types for t in ("Creature", "Planeswalker", "Battle")):
            return
        self.leaves.append(action)
        withers = source.chars.has("wither") or source.chars.has("infect")
        if "Creature" in chars.types and withers:
            yield from self.decide(
                ac.PutCounters(
                    on=action.to, kind="-1/-1", amount=action.amount,
                    cause=Cause("damage.wither", action.source, source.chars.controller),
                )
            )  # fmt: skip
        if "Planeswalker" in chars.types:
            yield from self.decide(
                ac.RemoveCounters(
                    on=action.to,
                    kind="loyalty",
                    amount=action.amount,
                    cause=Cause("damage.planeswalker", action.source),
                )
            )
        if "Battle" in chars.types:
            cause = Cause("damage.battle", action.source)
            yield from self.decide(ac.RemoveCounters(on=action.to, kind="defense", amount=action.amount, cause=cause))

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
            life = self.game.state.player(seat).life
            if life >= least:
                self._spare(seat, life - least)

    def _spare(self, seat: Seat, spare: int) -> None:
        """Let this seat lose no more life to damage than it has to spare."""
        mine = [a for a in self.leaves if isinstance(a, ac.LoseLife | ac.GainLife) and a.seat == seat]
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
            for event in _events_of(self, leaf, clock):
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
    for rest in plan.waiting:
        more = yield from rest(done)
        if isinstance(more, Done):
            done = done.plus(more)
    yield from return_exiled(game)
    if any(isinstance(e, ev.GameLost) for e in events):
        yield from game.depart_losers()
    if any(isinstance(e, ev.GameEnded | ev.GameWon) for e in events):
        game.end_if_over(events)
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
        if (obj := game.state.objects.get(ObjId(r))) is not None and game.may_enter(obj, "")
    ]  # fmt: skip
    yield from together(game, back)


# --- events of a leaf -----------------------------------------------------------------------------


def _events_of(plan: Planning, action: ac.Action, clock: int) -> list[ev.Event]:
    handler = _MAKERS.get(type(action))
    assert handler is not None, f"no event for {type(action).__name__}"
    return handler(plan, action, clock)


def _moved(plan: Planning, a: ac.Move, clock: int) -> list[ev.Event]:
    game = plan.game
    state = game.state
    was = game.look.live(a.object) if a.object else None
    if a.object and was is None:
        return []
    new = _new_object(plan, a, was, clock)
    place = -1
    if a.to in ("library", "schemes"):
        place = a.place
    nth = 0
    if a.how == "draw":
        nth = state.tallies.get("turn:draws", {}).get(str(new.owner), 0) + 1
    made: list[ev.Event] = [ev.Moved(was=was, now=new, how=a.how, place=place, nth=nth, cause=a.cause)]
    if a.reveal and was is not None:
        seats_ = tuple(p.seat for p in state.players)
        made.insert(0, ev.Revealed(objects=(was.obj.id,), to=seats_, public=True, cause=a.cause))
    for kind, n in a.counters:
        made.append(ev.CountersPut(on=new.id, kind=kind, amount=n, entering=True, cause=a.cause))
    for link, values in a.chosen:
        made.append(ev.Linked(object=new.id, link=link, values=values, cause=a.cause))
    if a.attacking and (attack := put_attacking(game, new.under, a.attacking)) is not None:
        made.append(ev.AttackerAdded(attack=replace(attack, attacker=new.id), cause=a.cause))
    return made


def _new_object(plan: Planning, a: ac.Move, was: Thing | None, clock: int) -> Obj:
    state = plan.game.state
    on_table = a.to == "battlefield"
    if was is None:
        owner = a.owner if a.owner >= 0 else a.under
        card, base, kind = plan.game.fresh_card(), a.base, a.kind
    else:
        owner, card, base, kind = was.obj.owner, was.obj.card, was.obj.base, was.obj.kind
    if kind == "copy" and on_table:
        kind = "token"  # 608.3f: a copy of a permanent spell becomes a token as it resolves
    controller = a.under if a.under >= 0 and a.to in ("battlefield", "stack", "command") else owner
    cast = a.cast if a.cast is not None else (was.obj.cast if was is not None and on_table else None)
    copied, exceptions = a.copied, a.exceptions
    keeps_copy = was is not None and was.obj.zone == "stack" and on_table and not copied
    if was is not None and (keeps_copy or (kind in ("copy", "token") and not copied)):
        copied, exceptions = was.obj.copied, was.obj.exceptions
    return Obj(
        id=a.new_id or plan.game.fresh_id(),
        card=card,
        kind=kind,
        base=base,
        owner=owner,
        controller=controller,
        zone=a.to,
        under=controller,
        timestamp=clock,
        arrived=state.turn.number,
        tapped=a.tapped and on_table,
        face_down=a.face_down,
        counters=tuple(sorted(a.counters)),
        attached=a.attached if on_table else Ref(0),
        copied=copied,
        exceptions=exceptions,
        cast=cast,
        marks=a.marks,
    )


def _ceased(plan: Planning, a: ac.Cease, clock: int) -> list[ev.Event]:
    was = plan.game.look.live(a.object)
    return [] if was is None else [ev.Ceased(was=was, how=a.how, cause=a.cause)]


def _copied_spell(plan: Planning, a: ac.CopySpell, clock: int) -> list[ev.Event]:
    """707.10: the copy is put on the stack with the original's choices; it is not cast."""
    thing = plan.game.look.live(a.object)
    if thing is None or thing.obj.zone != "stack":
        return []
    original = thing.obj
    is_spell = original.kind in ("card", "copy")
    new = replace(
        original,
        id=plan.game.fresh_id(),
        card=plan.game.fresh_card() if is_spell else CardId(0),
        kind="copy" if is_spell else "ability",
        owner=a.seat,
        controller=a.seat,
        under=a.seat,
        timestamp=clock,
        exceptions=original.exceptions + a.exceptions,
        cast=replace(original.cast, seat=a.seat, paid=()) if original.cast else None,
        marks=(),
    )
    return [ev.Moved(was=None, now=new, how="copy", cause=a.cause)]


def _drawn(plan: Planning, a: ac.Draw, clock: int) -> list[ev.Event]:
    return [ev.DrawFailed(seat=a.seat, cause=a.cause)]


def _shuffled(plan: Planning, a: ac.Shuffle, clock: int) -> list[ev.Event]:
    """The order is drawn over what will be in the zone once this batch has happened."""
    state = plan.game.state
    gone = {m.object for m in plan.leaves if isinstance(m, ac.Move) and m.to != a.zone}
    ids = [i for i in state.zone(a.zone, a.seat) if i not in gone]
    ids += [m.new_id for m in plan.leaves if isinstance(m, ac.Move) and _goes_into(plan, m, a)]
    order, seed = chance.shuffled(ids, state.seed if plan.seed is None else plan.seed)
    plan.seed = seed
    return [ev.Shuffled(seat=a.seat, zone=a.zone, order=order, seed=seed, cause=a.cause)]


def _goes_into(plan: Planning, move: ac.Move, shuffle: ac.Shuffle) -> bool:
    obj = plan.game.state.objects.get(move.object)
    return move.to == shuffle.zone and move.new_id > 0 and obj is not None and obj.owner == shuffle.seat


def _damage_dealt(plan: Planning, a: ac.DealDamage, clock: int) -> list[ev.Event]:
    look = plan.game.look
    source = look.thing(a.source)
    assert source is not None
    to = None if is_player(a.to) else look.live(a.to)
    marked = 0
    deathtouch = False
    if to is not None and "Creature" in to.chars.types:
        if not (source.chars.has("wither") or source.chars.has("infect")):
            marked = a.amount
        deathtouch = source.chars.has("deathtouch") and look.switch("deathtouch") == "check"
    return [
        ev.DamageDealt(
            source=a.source, by=source, to=a.to, amount=a.amount, combat=a.combat, marked=marked,
            deathtouch=deathtouch, was=to, cause=a.cause,
        )
    ]  # fmt: skip


def _life_gained(plan: Planning, a: ac.GainLife, clock: int) -> list[ev.Event]:
    if a.amount <= 0 or not plan.game.state.player(a.seat).in_game:
        return []
    room = NUMBER_LIMIT - plan.game.state.player(a.seat).life
    return _limited(a.amount, room, player(a.seat), lambda n: ev.LifeGained(seat=a.seat, amount=n, cause=a.cause))


def _life_lost(plan: Planning, a: ac.LoseLife, clock: int) -> list[ev.Event]:
    if a.amount <= 0 or not plan.game.state.player(a.seat).in_game:
        return []
    room = NUMBER_LIMIT + plan.game.state.player(a.seat).life
    return _limited(
        a.amount, room, player(a.seat), lambda n: ev.LifeLost(seat=a.seat, amount=n, how=a.how, cause=a.cause)
    )


def _limited(amount: int, room: int, on: Ref, make: Callable[[int], ev.Event]) -> list[ev.Event]:
    """An amount that stops at the limit of game numbers, and says so (decision 23)."""
    if amount <= room:
        return [make(amount)]
    stopped: list[ev.Event] = [ev.LimitReached(limit="number", on=on)]
    return [make(room), *stopped] if room > 0 else stopped


def _mana_added(plan: Planning, a: ac.AddMana, clock: int) -> list[ev.Event]:
    return [ev.ManaAdded(seat=a.seat, mana=a.mana, cause=a.cause)] if a.mana else []


def _mana_emptied(plan: Planning, a: ac.EmptyMana, clock: int) -> list[ev.Event]:
    mana = plan.game.state.player(a.seat).mana
    return [ev.ManaEmptied(seat=a.seat, mana=mana, cause=a.cause)] if mana else []


def _counters_put(plan: Planning, a: ac.PutCounters, clock: int) -> list[ev.Event]:
    look = plan.game.look
    if a.amount <= 0:
        return []
    was = None if is_player(a.on) else look.live(a.on)
    if not is_player(a.on) and was is None:
        return []
    there = count_of(was.obj.counters if was else plan.game.state.player(seat_of(a.on)).counters, a.kind)
    return _limited(
        a.amount,
        NUMBER_LIMIT - there,
        a.on,
        lambda n: ev.CountersPut(on=a.on, kind=a.kind, amount=n, was=was, cause=a.cause),
    )


def _counters_removed(plan: Planning, a: ac.RemoveCounters, clock: int) -> list[ev.Event]:
    state = plan.game.state
    if is_player(a.on):
        there = count_of(state.player(seat_of(a.on)).counters, a.kind)
    else:
        obj = state.objects.get(ObjId(a.on))
        there = 0 if obj is None else count_of(obj.counters, a.kind)
    n = min(there, a.amount)
    return [ev.CountersRemoved(on=a.on, kind=a.kind, amount=n, cause=a.cause)] if n > 0 else []


def _tapped(plan: Planning, a: ac.Tap, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or obj.tapped or obj.zone != "battlefield":
        return []
    return [ev.Tapped(object=a.object, for_mana=a.for_mana, cause=a.cause)]


def _untapped(plan: Planning, a: ac.Untap, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.tapped or obj.zone != "battlefield":
        return []
    return [ev.Untapped(object=a.object, cause=a.cause)]


def _attached(plan: Planning, a: ac.Attach, clock: int) -> list[ev.Event]:
    """701.3b: attaching to what it is attached to already, or cannot be, does nothing."""
    thing = plan.game.look.live(a.object)
    if thing is None or thing.obj.attached == a.to or not plan.game.look.can_attach(thing, a.to):
        return []
    return [ev.Attached(object=a.object, to=a.to, cause=a.cause)]


def _unattached(plan: Planning, a: ac.Unattach, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.attached:
        return []
    return [ev.Unattached(object=a.object, was=obj.attached, cause=a.cause)]


def _phased_out(plan: Planning, a: ac.PhaseOut, clock: int) -> list[ev.Event]:
    """702.26g: what is attached phases out with it, indirectly."""
    look = plan.game.look
    was = look.live(a.object)
    if was is None or was.obj.zone != "battlefield" or was.obj.phased_out:
        return []
    made: list[ev.Event] = [ev.PhasedOut(object=a.object, way=a.way, was=was, cause=a.cause)]
    if look.switch("phased_out") == "zone":
        made += _forgotten(plan, was, a.cause)
    direct = {leaf.object for leaf in plan.leaves if isinstance(leaf, ac.PhaseOut)}
    for attached in look.attachments(a.object):
        if attached not in direct:
            made += _phased_out(plan, ac.PhaseOut(object=attached, way=f"with {a.object}", cause=a.cause), clock)
    return made


def _phased_in(plan: Planning, a: ac.PhaseIn, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or not obj.phased_out:
        return []
    # 502.15m (2004): it can attack and tap as though it had haste
    fresh = plan.game.look.switch("phased_out") == "zone"
    return [ev.PhasedIn(object=a.object, fresh=fresh, cause=a.cause)]


def _forgotten(plan: Planning, was: Thing, cause: Cause) -> list[ev.Event]:
    """What a move to the phased-out zone ends: damage, and effects and delayed triggers that are about it and
    last for a limited time (502.15e (2007), 502.15g (2007))."""
    state, obj = plan.game.state, was.obj.id
    made: list[ev.Event] = [ev.DamageRemoved(object=obj, cause=cause)] if was.obj.damage else []
    for effect in state.effects.values():
        if effect.affected is None or obj not in effect.affected or effect.duration == "forever":
            continue
        made.append(ev.EffectEnded(effect=effect.id, cause=cause))
        rest = tuple(r for r in effect.affected if r != obj)
        if rest:
            made.append(ev.EffectBegan(effect=replace(effect, affected=rest), cause=cause))
    for delayed in state.delayed.values():
        values = [v for _, value in delayed.bound for v in (value if isinstance(value, tuple) else (value,))]
        if obj in values:
            made.append(ev.DelayedEnded(delayed=delayed.id, cause=cause))
    return made


def _turned(plan: Planning, a: ac.TurnFace, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or obj.face_down == a.face_down:
        return []
    return [ev.TurnedFace(object=a.object, face_down=a.face_down, cause=a.cause)]


def _effect_began(plan: Planning, a: ac.StartEffect, clock: int) -> list[ev.Event]:
    state = plan.game.state
    number = plan.game.take_effect_number()
    effect = Effect(
        id=number, path=a.path, source=a.source, controller=a.seat, timestamp=clock, duration=a.duration,
        bound=a.bound, affected=a.affected, uses=a.uses, turn=state.turn.number,
    )  # fmt: skip
    known = a.source in state.objects or a.source in state.last_known
    if known and has_lapsed(plan.game, effect):
        return []  # 611.2b: its duration was over before it began
    return [ev.EffectBegan(effect=effect, cause=a.cause)]


def _delayed_began(plan: Planning, a: ac.StartDelayed, clock: int) -> list[ev.Event]:
    delayed = Delayed(
        id=plan.game.take_effect_number(), path=a.path, source=a.source, controller=a.seat, bound=a.bound,
        duration=a.duration, turn=plan.game.state.turn.number,
    )  # fmt: skip
    return [ev.DelayedBegan(delayed=delayed, cause=a.cause)]


def _game_lost(plan: Planning, a: ac.LoseGame, clock: int) -> list[ev.Event]:
    """A seat loses with its whole team where the team's life is one (810.8a)."""
    game = plan.game
    if not game.state.player(a.seat).in_game:
        return []
    return [
        ev.GameLost(seat=s, reasons=a.reasons, cause=a.cause)
        for s in game.loses_with(a.seat)
        if game.state.player(s).in_game
    ]


def _game_drawn(plan: Planning, a: ac.DrawGame, clock: int) -> list[ev.Event]:
    from .state import Result

    return [ev.GameEnded(result=Result(draw=True), cause=replace(a.cause, rule=a.cause.rule or "draw_game"))]


def _monarch(plan: Planning, a: ac.BecomeMonarch, clock: int) -> list[ev.Event]:
    if plan.game.state.monarch == a.seat:
        return []
    return [ev.BecameMonarch(seat=a.seat, cause=a.cause)]


def _marked(plan: Planning, a: ac.Mark, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    if obj is None or (a.mark in obj.marks) == a.on:
        return []
    return [ev.Marked(object=a.object, mark=a.mark, on=a.on, cause=a.cause)]


def _damage_removed(plan: Planning, a: ac.RemoveDamage, clock: int) -> list[ev.Event]:
    obj = plan.game.state.objects.get(a.object)
    return [ev.DamageRemoved(object=a.object, cause=a.cause)] if obj is not None and obj.damage else []


def _removed(plan: Planning, a: ac.RemoveFromCombat, clock: int) -> list[ev.Event]:
    combat = plan.game.state.combat
    if combat is None:
        return []
    here = any(x.attacker == a.object for x in combat.attacks) or any(b == a.object for b, _ in combat.blocked_by)
    return [ev.RemovedFromCombat(object=a.object, cause=a.cause)] if here else []


_MAKERS: dict[type[ac.Action], Callable[[Planning, Any, int], list[ev.Event]]] = {
    ac.Move: _moved,
    ac.Cease: _ceased,
    ac.CopySpell: _copied_spell,
    ac.Draw: _drawn,
    ac.Shuffle: _shuffled,
    ac.DealDamage: _damage_dealt,
    ac.GainLife: _life_gained,
    ac.LoseLife: _life_lost,
    ac.AddMana: _mana_added,
    ac.EmptyMana: _mana_emptied,
    ac.PutCounters: _counters_put,
    ac.RemoveCounters: _counters_removed,
    ac.Tap: _tapped,
    ac.Untap: _untapped,
    ac.Attach: _attached,
    ac.Unattach: _unattached,
    ac.PhaseOut: _phased_out,
    ac.PhaseIn: _phased_in,
    ac.TurnFace: _turned,
    ac.StartEffect: _effect_began,
    ac.StartDelayed: _delayed_began,
    ac.LoseGame: _game_lost,
    ac.DrawGame: _game_drawn,
    ac.BecomeMonarch: _monarch,
    ac.Mark: _marked,
    ac.RemoveDamage: _damage_removed,
    ac.RemoveFromCombat: _removed,
    ac.Counter: lambda p, a, c: [ev.Countered(object=a.object, by=a.cause.source, cause=a.cause)],
    ac.Reorder: lambda p, a, c: [ev.Reordered(seat=a.seat, zone=a.zone, order=a.order, cause=a.cause)],
    ac.Reveal: lambda p, a, c: [
        ev.Revealed(objects=a.objects, to=a.to, public=a.public, cause=a.cause)
    ] if a.objects else [],
    ac.Link: lambda p, a, c: [ev.Linked(object=a.object, link=a.link, values=a.values, cause=a.cause)],
    ac.BecomeCopy: lambda p, a, c: [
        ev.BecameCopy(object=a.object, base=a.base, exceptions=a.exceptions, cause=a.cause)
    ],
    ac.EndEffect: lambda p, a, c: [ev.EffectEnded(effect=a.effect, cause=a.cause)],
    ac.ChangeCast: lambda p, a, c: [ev.CastChanged(object=a.object, cast=a.cast, cause=a.cause)],
    ac.ControlPlayer: lambda p, a, c: [ev.DecisionsGiven(seat=a.seat, by=a.by, cause=a.cause)],
    ac.AddTurn: lambda p, a, c: [ev.TurnScheduled(seat=a.seat, mark=a.mark, cause=a.cause)],
    ac.AddSteps: lambda p, a, c: [ev.StepsAdded(steps=a.steps, first=a.first, cause=a.cause)],
    ac.Skip: lambda p, a, c: [ev.Skipping(seat=a.seat, what=a.what, cause=a.cause)],
    ac.WinGame: lambda p, a, c: [ev.GameWon(seat=a.seat, cause=a.cause)],
    ac.ChangeDayNight: lambda p, a, c: [ev.DayNightChanged(to=a.to, cause=a.cause)],
}  # fmt: skip

__all__ = ["NOBODY", "NOTHING_DONE", "Answer", "Asking", "Planning", "finish", "seats", "together"]
