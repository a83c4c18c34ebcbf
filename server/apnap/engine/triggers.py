"""Triggered abilities: noticing them once per batch, and putting them on the stack (603).

Patterns that look back (603.10) are matched against the board before the batch, all others after the whole
of it. What triggered waits in the state until a player would get priority.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import events as ev
from .abilities import Scripted, Triggered
from .amounts import number
from .bodies import run
from .facts import Facts, fits, of_event
from .frame import Frame
from .loops import LOOP_CHECKS, draw_loop
from .mentions import mentions
from .patterns import On, StateIs
from .requests import Option, Payload, Request
from .sources import Source
from .state import Bound, Cast, Cause, Obj, Waiting
from .terms import Value
from .values import NOBODY, NOTHING, CardId, ObjId, Ref, Seat, giver, player, seat_of

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

_LOOKS_BACK = ("PhasedOut", "Unattached", "Countered", "ControlLost", "GameLost", "Ceased")


def looks_back(pattern: On) -> bool:
    """Whether a pattern is about something leaving, and so looks at the board before it (603.10a)."""
    if pattern.event != "Moved":
        return pattern.event in _LOOKS_BACK
    return "battlefield" in pattern.from_ or "sacrifice" in pattern.how or "graveyard" in pattern.from_


class Noticed:
    """A trigger that was noticed: the number of its event, its source and the values of the event."""

    __slots__ = ("at", "bound", "delayed", "source", "times", "triggered")

    def __init__(
        self, at: int, source: Source, triggered: Triggered, bound: Bound, *, delayed: int = 0, times: int = 1
    ) -> None:
        self.at = at
        self.source = source
        self.triggered = triggered
        self.bound = bound
        self.delayed = delayed
        self.times = times

    def add(self, other: Noticed) -> None:
        """The same again in the same event: the amounts are one amount."""
        values, more = dict(self.bound), dict(other.bound).get("amount")
        amount = values.get("amount")
        if isinstance(amount, int) and isinstance(more, int):
            self.bound = tuple(sorted({**values, "amount": amount + more}.items()))


def before(game: Game, events: Sequence[ev.Event]) -> list[Noticed]:
    """What looks back, matched while the board is as it was."""
    return _notice(game, events, back=True)


def after(game: Game, events: Sequence[ev.Event]) -> list[Noticed]:
    """Everything else, matched when the whole batch has happened."""
    return _notice(game, events, back=False)


def _notice(game: Game, events: Sequence[ev.Event], *, back: bool) -> list[Noticed]:
    found: list[Noticed] = []
    look = game.look
    once: dict[tuple[int, str, int], Noticed] = {}
    begun: set[tuple[int, Seat]] = set()
    for at, event in _each(game, events):
        name = type(event).__name__
        sources = look.found(f"on:{name}")
        delayed = _delayed_sources(game, f"on:{name}")
        if not sources and not delayed:
            continue
        facts: Facts | None = None
        for n, source in enumerate((*sources, *delayed)):
            for pattern in source.ability.on:
                if pattern.event != name or looks_back(pattern) != back:
                    continue
                facts = facts or of_event(look, event)
                noticed = _match(game, at, source, pattern, facts)
                if noticed is None:
                    continue
                if name == "StepBegan":
                    whose = facts.player if mentions(source.ability, _is_that_player) else NOBODY
                    if (n, whose) in begun:
                        break  # 805.4d: once for a team's step, but once for each whom it speaks of
                    begun.add((n, whose))
                key = (source.obj, source.path, _about(pattern, facts))
                if not pattern.each and key in once:
                    once[key].add(noticed)  # "one or more", "deals damage": once for all of the event
                else:
                    once[key] = noticed
                    found.append(noticed)
                break
    return found


def _about(pattern: On, facts: Facts) -> int:
    """What damage of one time is taken together for: its source, or else the one that is dealt it; blocks for who
    blocks."""
    if pattern.event == "BlockedBy":
        return facts.source
    if pattern.event != "DamageDealt":
        return 0
    return facts.source if pattern.source is not None else facts.object


def _is_that_player(part: object) -> bool:
    """Whether a part of an ability's text is "that player"; what a body of code says cannot be read, so it may be."""
    return isinstance(part, FunctionType) or (isinstance(part, Value) and part.name == "player")


def _delayed_sources(game: Game, key: str) -> list[Source]:
    """The delayed triggers of this kind, such as those that wait for an event (603.7)."""
    found = []
    for delayed in game.state.delayed.values():
        triggered: Triggered = game.book.at(delayed.path)
        if key in triggered.keys:
            found.append(
                Source(
                    triggered, delayed.path, delayed.source, delayed.controller, delayed.id, delayed.bound,
                    effect=delayed.id,
                )
            )  # fmt: skip
    return found


def intervenes(game: Game, ability: Scripted, frame: Frame) -> bool:
    """603.4: the condition is asked again on resolution."""
    if not isinstance(ability, Triggered) or ability.only_if is None:
        return False
    return not ability.only_if.holds(game.look, frame)


def _each(game: Game, events: Sequence[ev.Event]) -> Iterator[tuple[int, ev.Event]]:
    """The events of a batch with their numbers, declarations also one creature at a time.

    Where phasing out is leaving play, it is also told as that (502.15d (2004)); what leaves the game with its
    owner has left the battlefield, unless it is phased out (603.6c).
    """
    for at, event in enumerate(events):
        yield at, event
        for part in ev.parts_of(event):
            yield at, part
        if isinstance(event, ev.StepBegan):  # it begins for each whose turn it is
            for seat in game.active_seats():
                if seat != event.active:
                    yield at, replace(event, active=seat)
        if isinstance(event, ev.PhasedOut) and event.was is not None and game.look.switch("phasing_leaves"):
            yield at, ev.Moved(was=event.was, now=replace(event.was.obj, zone="nowhere"), how="phase")
        if isinstance(event, ev.Ceased) and event.how == "leave":
            was = event.was.obj
            if was.zone == "battlefield" and not was.phased_out:
                yield at, ev.Moved(was=event.was, now=replace(was, zone="nowhere"), how="leave")


def _match(game: Game, at: int, source: Source, pattern: On, facts: Facts) -> Noticed | None:
    triggered: Triggered = source.ability
    if triggered.whose is not None:
        refs = triggered.whose.resolve(game.look, source.frame(game.look))
        if not refs:
            return None
        source = source.of(seat_of(refs[0]))
    frame = source.frame(game.look)
    if not fits(game.look, pattern, facts, frame):
        return None
    bound = facts.bound()
    if triggered.only_if is not None and not triggered.only_if.holds(game.look, _with(frame, bound)):
        return None  # 603.4
    if _is_quiet(game, source, pattern.event, facts):
        return None
    delayed = max(0, source.effect)
    times = 1 if delayed else 1 + _again(game, source, pattern.event, facts)
    return Noticed(at, source, triggered, bound, delayed=delayed, times=times)


def _with(frame: Frame, bound: Bound) -> Frame:
    names = {name for name, _ in bound}
    return replace(frame, bound=tuple((k, v) for k, v in frame.bound if k not in names) + bound)


def _is_quiet(game: Game, source: Source, event: str, facts: Facts) -> bool:
    """Whether what caused it makes no ability of this player trigger."""
    look = game.look
    if source.controller < 0 or not look.found("rule:no triggers"):
        return False
    return any(
        rule.on is not None and rule.on.event == event and fits(look, rule.on, facts, frame)
        for rule, _, frame in look.rules_for("no triggers", player(source.controller))
    )


def _again(game: Game, source: Source, event: str, facts: Facts) -> int:
    """How many additional times an ability of a permanent triggers for what caused it (603.2d)."""
    look = game.look
    if not look.found("rule:triggers again"):
        return 0
    times = 0
    for rule, _, frame in look.rules_for("triggers again", source.obj):
        if rule.on is None or (rule.on.event == event and fits(look, rule.on, facts, frame)):
            times += number(rule.amount, look, frame) or 1
    return times


def state_key(obj: ObjId, path: str) -> str:
    return f"state:{obj}:{path}"


def mana_triggers(game: Game) -> list[Source]:
    """The triggered mana abilities that there are, also those that were created (605.1b)."""
    return [*game.look.found("triggered mana"), *_delayed_sources(game, "triggered mana")]


def would_trigger(game: Game, sources: Sequence[Source], event: ev.Event) -> bool:
    """Whether one of these would trigger on an event; one that asks for what may follow from it might."""
    name, facts = type(event).__name__, of_event(game.look, event)
    return any(
        pattern.event != name or _match(game, 0, source, pattern, facts) is not None
        for source in sources
        for pattern in source.ability.on
    )


def _of_mana(game: Game) -> Waiting | None:
    """The first triggered mana ability that waits."""
    return next((w for w in game.state.waiting if game.book.at(w.path).mana), None)


def resolve_mana_triggers(game: Game) -> Asking:
    """605.4a: a triggered mana ability resolves at once after what triggered it, without the stack."""
    rounds, last = 0, 0
    choices = game.choices
    while not game.over and (waiting := _of_mana(game)) is not None:
        if waiting.id > last:  # it has triggered on one of those that waited before
            rounds, last = rounds + 1, game.state.next_effect
        if game.choices != choices:
            rounds, choices = 0, game.choices
        if rounds > LOOP_CHECKS:
            draw_loop(game)
            return
        triggered: Triggered = game.book.at(waiting.path)
        frame = Frame(waiting.source, waiting.controller, waiting.path, bound=waiting.bound)
        game.happen([ev.TriggerPut(waiting=waiting.id, path=waiting.path, source=waiting.source)])
        if game.state.player(waiting.controller).in_game and not intervenes(game, triggered, frame):
            yield from run(game, frame, triggered.modes[0].do)


# --- putting on the stack -------------------------------------------------------------------------


def put_waiting(game: Game) -> Asking:
    """Put waiting abilities on the stack, player by player in APNAP order (603.3b)."""
    passes = (False, True) if game.look.switch("trigger_order") == "apnap_twice" else (None,)
    for second in passes:
        for seats in game.apnap_groups():
            mine = [w for w in game.state.waiting if w.controller in seats and (second is None or w.second == second)]
            if mine:
                ordered = yield from _order(game, seats, mine)
                for waiting in ordered:
                    if game.state.player(waiting.controller).in_game:  # 800.4d
                        yield from put(game, waiting)
    for left in [w for w in game.state.waiting if not game.state.player(w.controller).in_game]:
        game.note(ev.TriggerPut(waiting=left.id))  # 800.4d


def _order(game: Game, seats: tuple[Seat, ...], mine: list[Waiting]) -> Asking:
    if len(mine) < 2 or _interchangeable(game, mine):
        return mine
    by_option = {f"t{w.id}": w for w in mine}

    def build() -> Request:
        present = [w for w in mine if game.state.player(w.controller).in_game]
        return Request(
            "order",
            seats,
            options=tuple(_option(game, w) for w in present),
            for_=seats[0],
            prompt="triggers",
            rule="triggers.put",
        )

    answer = yield from game.ask(build)
    return [by_option[pick] for pick in answer.picks if pick in by_option]


def _interchangeable(game: Game, mine: list[Waiting]) -> bool:
    """Triggers of one ability with the same values and nothing to choose differ in nothing."""
    first = mine[0]
    ability: Triggered = game.book.at(first.path)
    simple = len(ability.modes) == 1 and not ability.modes[0].targets
    return simple and all(w.path == first.path and w.source == first.source and w.bound == first.bound for w in mine)


def _option(game: Game, waiting: Waiting) -> Option:
    thing = game.look.thing(waiting.source)
    name = thing.chars.name if thing is not None else "" if waiting.source else giver(waiting.path)
    about = dict(waiting.bound).get("object", 0)
    return Option(
        f"t{waiting.id}",
        Payload(
            "trigger", object=waiting.source, word=name, number=waiting.id, ability=waiting.path,
            other=Ref(about) if isinstance(about, int) else Ref(0),
        ),
    )  # fmt: skip


def put(game: Game, waiting: Waiting) -> Asking:
    """Choose modes and targets and put one ability on the stack; without a legal choice it is dropped."""
    from .targets import choose_modes, choose_targets

    triggered: Triggered = game.book.at(waiting.path)
    source = game.look.thing(waiting.source)
    own_cast = source.obj.cast if source is not None and source.obj.cast is not None else Cast()
    frame = Frame(
        source=waiting.source,
        controller=waiting.controller,
        path=waiting.path,
        bound=waiting.bound,
        cast=replace(own_cast, targets=(), modes=(), divided=(), seat=waiting.controller),
    )
    modes = yield from choose_modes(game, waiting.controller, triggered, frame, None)
    chosen = None
    if modes is not None:
        frame = replace(frame, cast=replace(frame.cast, modes=modes))
        chosen = yield from choose_targets(game, waiting.controller, triggered, frame, None)
    if modes is None or chosen is None or not game.state.player(waiting.controller).in_game:
        game.happen([ev.TriggerPut(waiting=waiting.id, path=waiting.path, source=waiting.source)])
        if isinstance(triggered.on, StateIs):
            game.note(ev.AbilityFired(key=state_key(waiting.source, waiting.path), on=False))
        return
    targets, divided = chosen
    cast = replace(frame.cast, targets=targets, divided=divided)
    place_ability(game, waiting.path, waiting.source, waiting.controller, cast, waiting.bound, "trigger", waiting.id)


def place_ability(
    game: Game, path: str, source: ObjId, seat: Seat, cast: Cast, bound: Bound, how: ev.How, waiting: int = 0
) -> ObjId:
    """Put an ability on the stack as an object of its own (113.7a); returns its id."""
    state = game.state
    obj = Obj(
        id=game.fresh_id(),
        card=CardId(0),
        kind="ability",
        base=path,
        owner=seat,
        controller=seat,
        zone="stack",
        under=seat,
        timestamp=state.clock,
        source=source,
        cast=cast,
        bound=bound,
    )
    rule = "triggers.put" if how == "trigger" else "activate"
    cause = Cause(rule, source, seat, path)
    batch: list[ev.Event] = [ev.Moved(was=None, now=obj, how=how, cause=cause)]
    if waiting:
        batch.append(ev.TriggerPut(waiting=waiting, object=obj.id, path=path, source=source, cause=cause))
    game.happen(batch)
    targeted(game, obj.id, seat, cast)
    return obj.id


def targeted(game: Game, obj_id: ObjId, seat: Seat, cast: Cast) -> None:
    """Whatever became a target may trigger (ward)."""
    refs = dict.fromkeys(r for group in cast.targets for r in group)
    if refs:
        game.happen([ev.Targeted(object=obj_id, to=r, seat=seat, cause=Cause("targets", obj_id, seat)) for r in refs])


__all__ = ["NOTHING", "after", "before", "put_waiting"]
