"""Whether mana could be made for a cost, also by the abilities that a plan leaves alone.

Those have a price, work from another zone, or add what only their body knows. What they could make at most is
known of most of them: that says what cannot be paid, while only trying says what can.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from . import events as ev
from .abilities import Activated
from .cost_parts import GiveUp, TapThis
from .frame import Frame
from .giving import can_pay_part, candidates
from .mana import ManaSource, PaymentSearch, fit_for, needs_of, outputs_of, plain_sources, plain_sources_for, symbols_in
from .spending import spendable
from .triggers import mana_triggers, would_trigger
from .values import Cost, ObjId, Ref, Seat, mana_total

if TYPE_CHECKING:
    from .game import Game


class _Use(NamedTuple):
    """One use of an odd ability as a source, and how much more mana there is at most after it."""

    source: ManaSource
    gain: int


def payable(
    game: Game, seat: Seat, cost: Cost, without: tuple[ObjId, ...], helpers: Sequence[ManaSource] = (),
    *, lives: int = 0, spared: int = 0, frame: Frame | None = None,
) -> str:  # fmt: skip
    """Whether a mana cost can be paid: yes; no; unknown where other sources might help or the search was too long.

    `helpers` are what pays without being mana, each as if it made one (convoke, improvise, delve).
    """
    if game.free_mana or not cost:
        return "yes"
    needs, generic = needs_of(game, seat, cost, spared)
    least = len(needs) + generic - len(helpers) - min(lives, sum(need.life for need in needs))
    most = _most(game, seat, without)
    plain = [*plain_sources_for(game, seat, without, frame), *helpers]
    floating = spendable(game, seat, frame, game.floating(seat))
    if not _is_too_little(most, least):
        search = PaymentSearch(floating, plain)
        if search.run(needs, generic, lives) is not None:
            return "yes"
        if search.gave_up:
            return "unknown"
    if adding_more(game, seat, without):
        return "unknown"
    if not has_odd_source(game, seat):
        return "no"
    odd = game.look.once(("odd sources", seat), lambda: _odd_sources(game, seat))
    if odd is None:
        return "unknown"
    if _is_too_little(most + sum(use.gain for use in odd), least):
        return "no"
    search = PaymentSearch(floating, plain + fit_for(game, seat, frame, [use.source for use in odd]))
    return "unknown" if search.run(needs, generic, lives) is not None or search.gave_up else "no"


def _is_too_little(most: int, least: int) -> bool:
    """Whether all mana that there could be, of whatever colours, is less than is needed: then nothing is searched."""
    return most < least


def adding_more(game: Game, seat: Seat, without: Collection[ObjId]) -> list[ManaSource]:
    """The sources of a plan whose tapping might make more mana than they say, by a triggered mana ability (605.1b)."""
    found = game.look.once(("adding more", seat), lambda: _adding_more(game, seat))
    return [source for source in found if source.obj not in without]


def _adding_more(game: Game, seat: Seat) -> list[ManaSource]:
    triggers = mana_triggers(game)
    if not triggers:
        return []
    sources = plain_sources(game, seat, ())
    return [s for s in sources if would_trigger(game, triggers, ev.Tapped(object=s.obj, for_mana=True))]


def _most(game: Game, seat: Seat, without: tuple[ObjId, ...]) -> int:
    """All mana that floats and that the sources of a plan could make."""
    most = game.look.once(
        ("most mana", seat), lambda: mana_total(game.floating(seat)) + _made(plain_sources(game, seat, ()))
    )
    return most - _made([s for s in plain_sources(game, seat, ()) if s.obj in without]) if without else most


def _made(sources: list[ManaSource]) -> int:
    return sum(max(mana_total(output) for output in source.outputs) for source in sources)


def has_odd_source(game: Game, seat: Seat) -> bool:
    """A mana ability that a plan does not use: with a price, from another zone, or by a body."""
    return bool(game.look.once(("odd abilities", seat), lambda: _odd_abilities(game, seat)))


def _odd_abilities(game: Game, seat: Seat) -> list[tuple[ObjId, str]]:
    look = game.look
    found = []
    for obj_id in game.activatable_from(seat):
        if look.state.objects[obj_id].zone not in ("battlefield", "hand"):
            continue
        for path in game.activated_paths(obj_id):
            ability: Activated = game.book.at(path)
            known = ability.cost.only_taps and outputs_of(game, seat, obj_id, ability)
            if not ability.mana or known or not game.may_use(seat, obj_id, path):
                continue
            frame = Frame(source=obj_id, controller=seat, path=path)
            if all(can_pay_part(game, frame, seat, part, ability.cost) for part in ability.cost.parts):
                found.append((obj_id, path))
    return found


def _odd_sources(game: Game, seat: Seat) -> list[_Use] | None:
    """Each use of those abilities as a source by itself; None where it is not known what they could make.

    That is more than they can: what one of them takes may be what another needs, and only the gain sees the
    mana that it costs.
    """
    look = game.look
    if look.found("triggered mana") or look.found("instead:AddMana") or game.state.delayed:
        return None
    found = []
    for obj_id, path in look.once(("odd abilities", seat), lambda: _odd_abilities(game, seat)):
        ability: Activated = game.book.at(path)
        outputs = outputs_of(game, seat, obj_id, ability)
        taken = _taken(game, seat, obj_id, ability)
        if not outputs or taken is None:
            return None
        gain = max(0, max(mana_total(o) for o in outputs) - symbols_in(ability.cost.mana))
        found += [_Use(ManaSource(mark, path, outputs, 0), gain) for mark in taken]
    return found


def _taken(game: Game, seat: Seat, obj_id: ObjId, ability: Activated) -> tuple[ObjId, ...] | None:
    """For each use a mark of what it takes, which no other use can take: a tapping, or an object that is given up.

    The marks are no ids of objects, which a plan may tap besides. None: it takes nothing, and may be used again.
    """
    parts = ability.cost.parts
    if any(isinstance(p, TapThis) for p in parts):
        return (_mark(2 * obj_id),)
    given = [p for p in parts if isinstance(p, GiveUp) and p.how != "tap"]
    if not given:
        return None
    frame = Frame(source=obj_id, controller=seat, path=ability.path)
    return tuple(_mark(2 * i + 1) for i in candidates(game, frame, seat, given[0]))


def _mark(number: int) -> ObjId:
    return ObjId(Ref(-number))
