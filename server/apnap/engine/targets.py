"""Modes and targets: what may be chosen, asking for it, and whether it is still legal (115, 700.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .abilities import CastRule, Mode, Scripted, TargetSlot
from .amounts import number
from .attach import protected_from
from .frame import Frame
from .requests import Given, Option, Payload, Request
from .state import Cast, Thing
from .terms import seats
from .values import ObjId, Ref, Seat, is_player, player

if TYPE_CHECKING:
    from .game import Game
    from .look import Look
    from .perform import Asking

Targets = tuple[tuple[Ref, ...], ...]
Divided = tuple[tuple[Ref, int], ...]


class Refused(Exception):
    """A proposal turned out illegal; the game goes back to before it (733.1)."""

    def __init__(self, reason: str, rule: str = "", option: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.option = option


class Declined(Refused):
    """Who could pay does not."""


class Impossible(Refused):
    """What the latest answer begins cannot be done: that answer is refused, and its question still stands."""


def option_id(ref: Ref) -> str:
    """The option id of an object or player: o12, p1."""
    return f"p{-ref - 1}" if is_player(ref) else f"o{ref}"


def ref_of(option: str) -> Ref:
    """The object or player that an option id names; raises ValueError."""
    n = int(option[1:])
    if option[0] == "p":
        return player(Seat(n))
    if option[0] != "o":
        raise ValueError(option)
    return Ref(n)


def may_target(look: Look, ref: Ref, seat: Seat, source: Thing | None) -> bool:
    """Whether hexproof, shroud, protection or a rule forbid that a seat's spell targets this."""
    if not is_player(ref):
        thing = look.live(ref)
        if thing is None:
            return False
        if thing.obj.zone == "battlefield":
            if thing.chars.has("shroud"):
                return False
            if thing.chars.has("hexproof") and seat in look.opponents(thing.chars.controller):
                return False
    for rule, _, frame in look.rules_for("can't be targeted", ref):
        if rule.player is not None and player(seat) not in rule.player.resolve(look, frame):
            continue
        if rule.filter is None or (source is not None and rule.filter.matches(look, source, frame)):
            return False
    return source is None or not protected_from(look, ref, source)


def source_of(look: Look, frame: Frame) -> Thing | None:
    """The source by which protection and its like judge: the spell, or an ability's source (702.16b)."""
    own = look.thing(frame.object) if frame.object else None
    if own is None or own.obj.kind == "ability":
        return look.thing(frame.source)
    return own


def legal_targets(look: Look, slot: TargetSlot, frame: Frame, source: Thing | None) -> tuple[Ref, ...]:
    """Every legal target of a slot, in a fixed order: objects, then players."""
    return tuple(_legal(look, slot, frame, source))


def has_legal_targets(look: Look, slot: TargetSlot, frame: Frame, source: Thing | None, n: int) -> bool:
    """Whether a slot has so many legal targets; looks no further than that."""
    return n <= 0 or next(islice(_legal(look, slot, frame, source), n - 1, None), None) is not None


def _legal(look: Look, slot: TargetSlot, frame: Frame, source: Thing | None) -> Iterator[Ref]:
    own = frame.object or (source.obj.id if source is not None and source.obj.zone == "stack" else 0)
    for ref in slot.filter.each_ref(look, frame):
        if ref != own and may_target(look, ref, frame.controller, source):
            yield ref


def chosen_modes(ability: Scripted, cast: Cast) -> tuple[Mode, ...]:
    """The modes in effect: the chosen ones in printed order, or the only text."""
    if not ability.modal:
        return ability.modes
    return tuple(ability.modes[i] for i in cast.modes)


def choose_modes(
    game: Game, seat: Seat, ability: Scripted, frame: Frame, given: Given | None, *, targetless: bool = False
) -> Asking:
    """The chosen modes as numbers from 0; None where no legal choice exists (`targetless`: targets are no matter)."""
    legal = [i for i, m in enumerate(ability.modes) if targetless or _has_targets(game, m, frame)]
    if not ability.modal:
        if given is not None and given.modes:
            raise Refused("it has no modes to choose from", "cast.modes")
        return () if not ability.modes or legal else None
    low, high = ability.choose
    if ability.choose_if is not None and ability.choose_if[0].holds(game.look, frame):
        low, high = ability.choose_if[1]
    if given is not None and given.modes is not None:
        return _given_modes(given.modes, legal, low, high, ability)
    if len(legal) < (low if ability.each_mode_once else min(low, 1)):
        return None

    def build() -> Request:
        options = tuple(
            Option(f"m{i + 1}" + "+" * again, Payload("mode", number=i + 1, word=ability.modes[i].describe()))
            for again in range(1 if ability.each_mode_once else high)
            for i in legal
        )
        return Request(
            "choose", (seat,), options=options, prompt="mode", rule="cast.modes", min=low,
            max=min(high, len(options)), cause=frame.source, may_cancel=game.proposing == seat,
            announcer=frame.controller,
        )  # fmt: skip

    answer = yield from game.ask(build)
    return tuple(sorted(int(p[1:].rstrip("+")) - 1 for p in answer.picks))


def _given_modes(modes: tuple[int, ...], legal: list[int], low: int, high: int, ability: Scripted) -> tuple[int, ...]:
    picked = tuple(sorted(m - 1 for m in modes))
    if ability.each_mode_once and len(set(picked)) != len(picked):
        raise Refused("a mode may be chosen only once", "cast.modes")
    if not low <= len(picked) <= high:
        raise Refused(f"expected {low} to {high} modes", "cast.modes")
    for mode in picked:
        if mode not in legal:
            raise Refused(f"mode {mode + 1} cannot be chosen: it has no legal target or does not exist", "cast.modes")
    return picked


def _has_targets(game: Game, mode: Mode, frame: Frame) -> bool:
    source = source_of(game.look, frame)
    for slot in mode.targets:
        if not has_legal_targets(game.look, slot, frame, source, number(slot.least, game.look, frame)):
            return False
    return True


def choose_targets(game: Game, seat: Seat, ability: Scripted, frame: Frame, given: Given | None) -> Asking:
    """(targets by slot, division), or None where a target is wanted and none is legal."""
    queue = list(given.targets) if given is not None and given.targets is not None else None
    groups: list[tuple[Ref, ...]] = []
    divided: Divided = ()
    source = source_of(game.look, frame)
    modes = chosen_modes(ability, frame.cast)
    slots_left = sum(slot.chooser is None for m in modes for slot in m.targets)
    for mode in modes:
        first = len(groups)
        for slot in mode.targets:
            slots_left -= slot.chooser is None
            if slot.chooser is not None and not slots_left:
                _nothing_left(queue)  # before another player is asked in vain
            own = replace(frame, cast=replace(frame.cast, targets=tuple(groups[first:])))
            picked = yield from _fill(game, seat, slot, own, source, queue, slots_left)
            if picked is None:
                return None
            groups.append(picked)
        if mode.divides is not None:
            share = yield from _divide(game, seat, mode, frame, tuple(r for g in groups[first:] for r in g), given)
            divided += share
    _nothing_left(queue)
    if given is not None and given.divided and not any(m.divides is not None for m in modes):
        raise Refused("it divides nothing among its targets", "cast.divide")
    return tuple(groups), divided


def _nothing_left(queue: list[str] | None) -> None:
    if queue:
        raise Refused("more targets were named than it has", "cast.targets", queue[0])


def _fill(
    game: Game, seat: Seat, slot: TargetSlot, frame: Frame, source: Thing | None, queue: list[str] | None,
    slots_left: int,
) -> Asking:  # fmt: skip
    least, most = number(slot.least, game.look, frame), number(slot.most, game.look, frame)
    if queue is not None and slot.chooser is None:  # what another chooses is not the seat's own to name
        return _take(queue, legal_targets(game.look, slot, frame, source), least, most, slots_left)
    if not has_legal_targets(game.look, slot, frame, source, least):
        return None
    if most == 0 or (least == 0 and not has_legal_targets(game.look, slot, frame, source, 1)):
        return ()
    if slot.chooser is not None and (others := seats(slot.chooser.resolve(game.look, frame))):
        seat = others[0]

    def build() -> Request:
        now = legal_targets(game.look, slot, frame, source)
        if len(now) < least:
            raise _TooFew
        return Request(
            "choose", (seat,), options=tuple(ref_option(game.look, r, "target") for r in now), prompt="target",
            rule="cast.targets", min=least, max=min(most, len(now)),
            cause=frame.object or frame.source, may_cancel=game.proposing == seat,
            announcer=frame.controller,
        )  # fmt: skip

    try:
        answer = yield from game.ask(build)
    except _TooFew:
        return None
    return tuple(ref_of(p) for p in answer.picks)


class _TooFew(Exception):
    """A player who left has taken along what could have been a target."""


def _take(queue: list[str], legal: tuple[Ref, ...], least: int, most: int, slots_left: int) -> tuple[Ref, ...]:
    """Targets named in advance: as many as the slot wants, leaving one for each later slot."""
    n = least if least == most else max(least, min(most, len(queue) - slots_left))
    picked = tuple(ref_of(q) for q in queue[:n])
    if len(picked) < least:
        raise Refused(f"expected {least} targets", "cast.targets")
    for name, ref in zip(queue, picked, strict=False):
        if ref not in legal:
            raise Refused("this is no legal target", "targets.legal", name)
    if len(set(picked)) != len(picked):
        raise Refused("the same target is named twice for one word", "targets.same")
    del queue[:n]
    return picked


def _divide(game: Game, seat: Seat, mode: Mode, frame: Frame, refs: tuple[Ref, ...], given: Given | None) -> Asking:
    """601.2d: a division gives each target at least one."""
    assert mode.divides is not None
    total = number(mode.divides, game.look, frame)
    if not refs:
        return ()
    if given is not None and given.divided is not None:
        amounts = tuple((ref_of(o), n) for o, n in given.divided)
        if sorted(r for r, _ in amounts) != sorted(refs) or any(n < 1 for _, n in amounts):
            raise Refused("each target must get at least one", "cast.divide")
        if sum(n for _, n in amounts) != total:
            raise Refused(f"expected the amounts to add up to {total}", "cast.divide")
        return amounts
    if len(refs) == 1:
        return ((refs[0], total),)
    if total < len(refs):
        raise Refused("there is not enough to divide among so many targets", "cast.divide")

    def build() -> Request:
        options = tuple(ref_option(game.look, r, "target") for r in refs)
        return Request(
            "divide", (seat,), options=options, prompt="divide", rule="cast.divide", min=1, total=total,
            cause=frame.object or frame.source, may_cancel=game.proposing == seat,
            announcer=frame.controller,
        )  # fmt: skip

    answer = yield from game.ask(build)
    return tuple((ref_of(o), n) for o, n in answer.amounts)


def ref_option(look: Look, ref: Ref, kind: str) -> Option:
    """An option that names an object or a player."""
    if is_player(ref):
        return Option(option_id(ref), Payload(kind, seat=Seat(-ref - 1)))
    return Option(option_id(ref), Payload(kind, object=ObjId(ref)))


def still_legal(game: Game, ability: Scripted, frame: Frame) -> Targets:
    """The targets that are legal as it resolves, by slot (608.2b)."""
    source = source_of(game.look, frame)
    kept: list[tuple[Ref, ...]] = []
    at = 0
    for mode in chosen_modes(ability, frame.cast):
        first = at
        for slot in mode.targets:
            group = frame.cast.targets[at] if at < len(frame.cast.targets) else ()
            own = replace(frame, cast=replace(frame.cast, targets=frame.cast.targets[first:at]))
            kept.append(
                tuple(
                    r
                    for r in group
                    if slot.filter.finds(game.look, r, own) and may_target(game.look, r, frame.controller, source)
                )
            )
            at += 1
    return tuple(kept)


def each_instead(game: Game, obj_base: Any, cast: Cast) -> CastRule | None:
    """The rule of an alternative cost that reads "each" for "target" (702.96)."""
    for ref in game.book.printed(obj_base).abilities:
        rule = game.book.at(ref.path)
        if isinstance(rule, CastRule) and rule.each_instead and rule.alternative == cast.alternative:
            return rule
    return None
