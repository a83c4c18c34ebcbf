"""What costs come to (118, 601.2f), and whether a seat could pay them: nothing here changes the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .abilities import Substitute
from .amounts import number
from .cost_parts import Costs, GiveUp, PayLife
from .frame import Frame
from .giving import can_give_all, can_pay_life, can_pay_part, candidates
from .mana import GENERIC_ONLY, ManaSource, expand
from .odd_mana import payable
from .values import Cost, ObjId, Seat, mana_value

if TYPE_CHECKING:
    from .game import Game


def plus(a: Costs, b: Costs) -> Costs:
    return Costs(mana=a.mana + b.mana, parts=a.parts + b.parts)


def times(costs: Costs, n: int) -> Costs:
    return Costs(mana=costs.mana * n, parts=costs.parts * n)


class Asked(Struct, frozen=True):
    """What is asked for before its generic mana is changed: costs, and how much more and less (601.2f)."""

    costs: Costs
    more: int = 0
    less: int = 0
    least: int = 0
    """So much mana it costs at least, whatever else is said (601.2f)."""

    def total(self, x: int) -> Costs:
        """Generic mana added, then taken away; reductions take nothing but generic mana (118.7a)."""
        if not self.more and not self.less and not self.least:
            return self.costs
        symbols = [str(x) if s == "X" else s for s in self.costs.mana]
        rest = tuple(s for s in symbols if not s.isdigit())
        generic = max(0, self._generic(x) - self.less, self.least - mana_value(rest))
        return Costs(mana=((str(generic),) if generic else ()) + rest, parts=self.costs.parts)

    def spared(self, x: int) -> int:
        """What is left of the reductions, for generic halves of symbols that are still to be announced."""
        if not self.less:
            return 0
        return max(0, self.less - self._generic(x))

    def _generic(self, x: int) -> int:
        return sum(x if s == "X" else int(s) for s in self.costs.mana if s == "X" or s.isdigit()) + self.more


def can_pay(
    game: Game, frame: Frame, seat: Seat, costs: Costs, x: int = 0, without: tuple[ObjId, ...] = (),
    *, lives: int | None = None, spared: int = 0,
) -> str:  # fmt: skip
    """yes, no, or unknown (mana that only odd sources could make); `without` cannot be tapped for it.

    `lives` is how many Phyrexian symbols may be paid with life (None: as many as there is life for), and
    `spared` the generic mana that a reduction would still take.
    """
    life = 0
    if costs.parts:
        if not all(can_pay_part(game, frame, seat, part, costs) for part in costs.parts):
            return "no"
        if not can_give_all(game, frame, seat, costs):
            return "no"
        life = life_in(game, frame, costs)
        if not can_pay_life(game, seat, life):
            return "no"
    if not costs.mana:
        return "yes"
    if costs.taps:
        without = (*without, frame.source)
    mana = expand(costs.mana, x)
    able = lives_for(game, seat, mana, life)
    lives = able if lives is None else min(lives, able)
    found = payable(game, seat, mana, without, lives=lives, spared=spared, frame=frame)
    if found == "yes":
        return found
    helpers = [helper for helper in helping(game, frame, seat) if helper.obj not in without]
    if not helpers:
        return found
    return payable(game, seat, mana, without, helpers, lives=lives, spared=spared, frame=frame)


def can_pay_asked(game: Game, frame: Frame, seat: Seat, asked: Asked, x: int = 0, lives: int | None = None) -> str:
    """`can_pay` for what is asked for, whatever will be announced for its open symbols."""
    return can_pay(game, frame, seat, asked.total(x), x, lives=lives, spared=asked.spared(x))


def lives_for(game: Game, seat: Seat, mana: Cost, life: int) -> int:
    """How many Phyrexian symbols a seat could pay 2 life each for, beside so much life (107.4f, 119.4)."""
    most = sum(s.endswith("/P") for s in mana)
    return next((n for n in range(most, 0, -1) if can_pay_life(game, seat, life + 2 * n)), 0)


def life_in(game: Game, frame: Frame, costs: Costs) -> int:
    return sum(number(p.amount, game.look, frame) for p in costs.parts if isinstance(p, PayLife))


def substitutes(game: Game, frame: Frame) -> list[Substitute]:
    """What a spell lets its controller do instead of paying mana (convoke, improvise, delve)."""
    spell = game.look.live(frame.source)
    if spell is None or frame.path:
        return []
    found = (game.book.at(ref.path) for ref in spell.chars.abilities)
    return [a for a in found if isinstance(a, Substitute)]


def colors_for(game: Game, substitute: Substitute, obj: ObjId) -> str:
    return game.look.chars(obj).colors if substitute.colored else ""


def helping(game: Game, frame: Frame, seat: Seat) -> list[ManaSource]:
    """What a spell's controller could tap or exile instead of paying mana, each as a source of one mana."""
    found = []
    for substitute in substitutes(game, frame):
        for obj in candidates(game, frame, seat, GiveUp(substitute.how, substitute.filter)):
            kinds = colors_for(game, substitute, obj) or GENERIC_ONLY
            found.append(ManaSource(obj, substitute.path, tuple(((kind, 1),) for kind in kinds)))
    return found
