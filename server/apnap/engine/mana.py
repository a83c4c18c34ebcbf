"""Paying mana: what a seat's sources can make, and a plan that pays a cost with them.

The plan is a search over the few kinds of sources that differ; equal sources are tried once. It uses
floating mana first, then what leaves the most choices open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from . import actions as ac
from .abilities import Activated
from .amounts import number
from .applicable import applicable
from .changes import ColorlessOutsideIdentity
from .frame import Frame
from .identity import within_identity
from .instructions.spells import AddMana
from .player_terms import You
from .spending import may_spend, spendable
from .state import Cast
from .values import (
    COLORS,
    Cost,
    Mana,
    ObjId,
    Seat,
    add_mana,
    is_snow,
    letter_of,
    mana_total,
    pays_for,
    player,
    restriction_of,
    take_mana,
)

if TYPE_CHECKING:
    from .game import Game

#: How many steps a search for a payment may take before the answer is "unknown".
SEARCH_STEPS = 20_000
#: In the place of a kind of mana: what pays for generic mana alone.
GENERIC_ONLY = "*"


class ManaSource:
    """A mana ability that could be activated now, with each mana it could make."""

    __slots__ = ("obj", "outputs", "path", "rank")

    def __init__(self, obj: ObjId, path: str, outputs: tuple[Mana, ...], rank: int = 0) -> None:
        self.obj = obj
        self.path = path
        self.outputs = outputs
        self.rank = rank


class Payment:
    """How to pay: which abilities to activate for which mana, and what to spend."""

    __slots__ = ("activations", "spend")

    def __init__(self, activations: tuple[tuple[ManaSource, Mana], ...], spend: Mana) -> None:
        self.activations = activations
        self.spend = spend


def expand(cost: Cost, x: int) -> Cost:
    """The cost with a value for each X, generic symbols added up first."""
    generic = sum(int(s) for s in cost if s.isdigit()) + x * cost.count("X")
    rest = tuple(s for s in cost if not s.isdigit() and s != "X")
    return ((str(generic),) if generic else ()) + rest


def paid_by(game: Game, seat: Seat, cost: Cost, kind: str) -> Cost | None:
    """The cost after one mana of a kind was put towards it, to its own symbol first; None if it cannot be."""
    anything, symbol = _spends_anything(game, seat), letter_of(kind)
    fitting = [s for s in cost if not s.isdigit() and pays_for(kind, _accepted(s, anything))]
    if fitting:
        return _less(cost, symbol if symbol in fitting else fitting[0])
    generic = next((s for s in cost if s.isdigit() and int(s) > 0), None)
    return None if generic is None else _less(cost, generic)


def _spends_anything(game: Game, seat: Seat) -> bool:
    return game.look.has_rule("any mana", player(seat))


def _accepted(symbol: str, anything: bool) -> str:
    """The kinds of mana that a symbol accepts: all, where it asks for a color and any mana may be spent as if it were
    of that (609.4b); but colorless mana is of no color."""
    letters = "".join(p for p in symbol.split("/") if p in COLORS + "CS")
    return COLORS + "C" if anything and any(c in COLORS for c in letters) else letters


def coverings(cost: Cost, colors: str) -> tuple[Cost, ...]:
    """What may be left after an object of these colours paid for one mana: of a colour of its own, or generic."""
    colored = [s for s in cost if not s.isdigit() and any(c in s.split("/") for c in colors)]
    generic = [s for s in cost if s.isdigit() and int(s) > 0]
    return tuple(_less(cost, symbol) for symbol in dict.fromkeys(colored + generic))


def _less(cost: Cost, symbol: str) -> Cost:
    """The cost with one of a symbol paid for: a generic number one smaller."""
    at = cost.index(symbol)
    left = (str(int(symbol) - 1),) if symbol.isdigit() and symbol != "1" else ()
    return cost[:at] + left + cost[at + 1 :]


def symbols_in(cost: Cost) -> int:
    """How many mana a cost asks for."""
    return sum(int(s) if s.isdigit() else 1 for s in cost)


def can_tap(game: Game, seat: Seat, obj_id: ObjId, *, untap: bool = False) -> bool:
    """302.6: a creature that came under control this turn cannot pay {T} or {Q}, unless it has haste.

    Nor can a seat tap for one cost what it is about to tap for another.
    """
    if obj_id in game.spoken_for(seat).tapped:
        return False
    thing = game.look.live(obj_id)
    if thing is None or thing.obj.zone != "battlefield" or thing.obj.tapped != untap:
        return False
    if "Creature" not in thing.chars.types or thing.chars.has("haste"):
        return True
    return thing.obj.arrived < game.state.player(thing.chars.controller).turn_began


def plain_sources(game: Game, seat: Seat, without: Collection[ObjId]) -> list[ManaSource]:
    """Mana abilities of untapped permanents whose only cost is {T}: the ones a plan may use."""
    found = game.look.once(("plain sources", seat), lambda: _plain_sources(game, seat))
    return [source for source in found if source.obj not in without] if without else found


def plain_sources_for(game: Game, seat: Seat, without: Collection[ObjId], frame: Frame | None) -> list[ManaSource]:
    """The same, with what of their mana may be spent on what a frame pays for."""
    found = plain_sources(game, seat, without)
    picky = game.look.once(("picky sources", seat), lambda: _are_picky(plain_sources(game, seat, ())))
    return fit_for(game, seat, frame, found) if picky else found


def _are_picky(sources: list[ManaSource]) -> bool:
    """Whether any of them makes what may be spent on some things only."""
    return any(restriction_of(kind) for source in sources for output in source.outputs for kind, _ in output)


def fit_for(game: Game, seat: Seat, frame: Frame | None, sources: list[ManaSource]) -> list[ManaSource]:
    """Sources with what of their mana may be spent on what a frame pays for."""
    if not _are_picky(sources):
        return sources
    found = []
    for source in sources:
        outputs = tuple(o for o in source.outputs if all(may_spend(game, seat, frame, kind) for kind, _ in o))
        if outputs:
            found.append(ManaSource(source.obj, source.path, outputs, source.rank))
    return found


def _plain_sources(game: Game, seat: Seat) -> list[ManaSource]:
    found = []
    look = game.look
    for obj_id in game.activatable_from(seat):
        obj = look.state.objects[obj_id]
        if obj.zone != "battlefield" or obj.tapped or obj.phased_out or obj.controller != seat:
            continue
        for ability_path in game.activated_paths(obj_id):
            ability: Activated = game.book.at(ability_path)
            if not ability.mana or not ability.cost.only_taps:
                continue
            if not game.may_use(seat, obj_id, ability_path) or not can_tap(game, seat, obj_id):
                continue
            outputs = outputs_of(game, seat, obj_id, ability)
            if outputs:
                creature = "Creature" in look.chars(obj_id).types
                rank = len({s for o in outputs for s, _ in o}) * 4 + (2 if creature else 0)
                found.append(ManaSource(obj_id, ability_path, outputs, rank))
    found.sort(key=lambda s: s.rank)
    return found


def outputs_of(game: Game, seat: Seat, obj_id: ObjId, ability: Activated) -> tuple[Mana, ...]:
    """Each mana that a simple mana ability could make for a seat; empty where only trying says what it makes."""
    body = ability.modes[0].do
    if len(ability.modes) > 1 or not isinstance(body, tuple) or not body or _adds_mana(body[1:]):
        return ()
    add = body[0]
    if not isinstance(add, AddMana) or add.who != You():
        return ()
    obj = game.state.objects[obj_id]
    frame = Frame(source=obj_id, controller=seat, path=ability.path, cast=obj.cast or Cast())
    n = number(add.amount, game.look, frame)
    if n <= 0 or (add.each and n > 1):
        return ()
    if add.mana:
        made = added_instead(game, seat, add.of_kind(game, frame, tuple((s, k * n) for s, k in add.mana)))
        return (made,) if made else ()
    chosen = (add.of_kind(game, frame, ((letter, n),)) for letter in add.letters(game, frame, seat))
    return tuple(mana for mana in chosen if added_instead(game, seat, mana) == mana)


def _adds_mana(part: object) -> bool:
    """Whether an instruction adds mana, or one within it."""
    if isinstance(part, tuple):
        return any(_adds_mana(p) for p in part)
    if not isinstance(part, Struct):
        return False
    return isinstance(part, AddMana) or any(_adds_mana(getattr(part, f)) for f in part.__struct_fields__)


def added_instead(game: Game, seat: Seat, mana: Mana) -> Mana | None:
    """What mana becomes as it is added to a seat's pool; None where another effect than that of the identity says."""
    look = game.look
    if not look.found("instead:AddMana"):
        return mana
    for effect in applicable(look, ac.AddMana(seat=seat, mana=mana), None, frozenset()):
        instead = effect.instead
        if instead.do or instead.optional or any(not isinstance(c, ColorlessOutsideIdentity) for c in instead.changes):
            return None
        mana = within_identity(look, seat, mana)
    return mana


def plan_payment(
    game: Game, seat: Seat, cost: Cost, without: Collection[ObjId] = (), floating: Mana | None = None,
    *, lives: int = 0, spared: int = 0, frame: Frame | None = None,
) -> Payment | None:  # fmt: skip
    """A way to pay, or None. It uses floating mana (all of it, where none is named), and no source of `without`.

    Where the cost has symbols still open, so many Phyrexian ones may be left to life, and so much generic
    mana is spared if more of it should be chosen.
    """
    have = spendable(game, seat, frame, game.floating(seat) if floating is None else floating)
    search = PaymentSearch(have, plain_sources_for(game, seat, without, frame))
    return search.run(*needs_of(game, seat, cost, spared), lives)


class Need(Struct, frozen=True, gc=False):
    """What one coloured symbol accepts: a mana of these letters, generic mana instead, or 2 life."""

    letters: str
    instead: int = 0
    life: bool = False


def needs_of(game: Game, seat: Seat, cost: Cost, spared: int) -> tuple[list[Need], int]:
    """What each coloured symbol accepts, the pickiest first, and the generic part (below 0: what could be spared)."""
    anything = _spends_anything(game, seat)
    needs: list[Need] = []
    generic = -spared
    for symbol in cost:
        if symbol.isdigit():
            generic += int(symbol)
        else:
            instead = 2 if symbol.startswith("2/") else 0
            needs.append(Need(_accepted(symbol, anything), instead, symbol.endswith("/P")))
    needs.sort(key=lambda n: len(n.letters))
    return needs, generic


class _Paid(NamedTuple):
    """What is left of a cost, of the pool and of life to pay with, and what is used and spent by then."""

    generic: int
    pool: Mana
    used: tuple[tuple[ManaSource, Mana], ...]
    taken: frozenset[ObjId]
    spend: Mana
    lives: int


class PaymentSearch:
    """Depth-first search for a payment; `steps` bounds it."""

    def __init__(self, floating: Mana, sources: list[ManaSource]) -> None:
        self.floating = floating
        self.sources = sources
        self.steps = 0
        self.gave_up = False

    def run(self, needs: list[Need], generic: int, lives: int) -> Payment | None:
        """Visit symbol after symbol; `tries` holds what is still to be tried for each."""
        tries: list[Iterator[_Paid]] = [iter((_Paid(generic, self.floating, (), frozenset(), (), lives),))]
        while tries:
            paid = next(tries[-1], None)
            if paid is None:
                tries.pop()
                continue
            self.steps += 1
            if self.steps > SEARCH_STEPS:
                self.gave_up = True
                return None
            if len(tries) <= len(needs):
                tries.append(self._next(needs[len(tries) - 1], paid, needs[len(tries) :]))
                continue
            found = self._generic(paid.generic, paid.pool, paid.used, paid.taken, paid.spend)
            if found is not None:
                return found
        return None

    def _next(self, need: Need, paid: _Paid, later: Sequence[Need]) -> Iterator[_Paid]:
        """The ways to pay one symbol: with what floats, with a source, or with what may be paid instead.

        Which of several kinds that it accepts it takes makes a difference only where others accept others.
        """
        letters = need.letters
        kinds = None if any(n.letters != letters for n in later) else 1
        for kind in _fitting(letters, paid.pool)[:kinds]:
            one: Mana = ((kind, 1),)
            yield paid._replace(pool=take_mana(paid.pool, one), spend=add_mana(paid.spend, one))
        for source, output in self._fresh(paid.taken, letters):
            for kind in _fitting(letters, output)[:kinds]:
                one = ((kind, 1),)
                yield paid._replace(
                    pool=take_mana(add_mana(paid.pool, output), one),
                    used=(*paid.used, (source, output)),
                    taken=paid.taken | {source.obj},
                    spend=add_mana(paid.spend, one),
                )
        if need.instead:
            yield paid._replace(generic=paid.generic + need.instead)
        elif need.life and paid.lives > 0:
            yield paid._replace(lives=paid.lives - 1)

    def _fresh(self, taken: frozenset[ObjId], letters: str) -> Iterable[tuple[ManaSource, Mana]]:
        """Unused sources for one of these letters; of those that make the same, the first."""
        seen: set[tuple[tuple[Mana, ...], Mana]] = set()
        for source in self.sources:
            if source.obj in taken:
                continue
            for output in source.outputs:
                key = (source.outputs, output)
                if any(pays_for(kind, letters) for kind, _ in output) and key not in seen:
                    seen.add(key)
                    yield source, output

    def _generic(
        self,
        generic: int,
        pool: Mana,
        used: tuple[tuple[ManaSource, Mana], ...],
        taken: frozenset[ObjId],
        spend: Mana,
    ) -> Payment | None:
        """Generic mana: what floats, then sources, the greatest that waste nothing first, then the least."""
        while (missing := generic - mana_total(pool)) > 0:
            fresh = [s for s in self.sources if s.obj not in taken]
            if not fresh:
                return None
            source = min(fresh, key=lambda s: _waste(s, missing))
            output = max(source.outputs, key=mana_total)
            pool = add_mana(pool, output)
            used = (*used, (source, output))
            taken |= {source.obj}
        left = max(0, generic)
        for symbol, n in sorted(pool, key=_least_useful_first):
            part: Mana = ((symbol, min(n, left)),)
            if part[0][1]:
                spend = add_mana(spend, part)
                left -= part[0][1]
        return Payment(used, spend)


def _fitting(letters: str, mana: Mana) -> list[str]:
    """The kinds of some mana that pay for a symbol, the least useful first."""
    return [kind for kind, _ in sorted(mana, key=_least_useful_first) if pays_for(kind, letters)]


def _least_useful_first(mana: tuple[str, int]) -> tuple[bool, bool, bool, str]:
    """What may be spent on some things only goes before all, colourless before colours, snow after what is none."""
    kind = mana[0]
    return not restriction_of(kind), letter_of(kind) != "C", is_snow(kind), kind


def _waste(source: ManaSource, missing: int) -> tuple[bool, int]:
    """How ill a source suits so much missing mana; of equals the earlier, which is of less use otherwise."""
    n = max(mana_total(o) for o in source.outputs)
    return (n > missing, n if n > missing else -n)
