"""Announcing what bears on a cost: X, and how hybrid and Phyrexian symbols will be paid (601.2b, 118.13).

Each symbol that can be paid in several ways is announced on its own. Only what leads to a cost that could be
paid is offered; what is left when nothing is to choose is not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import events as ev
from .affording import Asked, can_pay_asked, life_in, lives_for, substitutes
from .amounts import XValue
from .cost_parts import Costs, PayLife
from .frame import Frame
from .mana import plain_sources
from .odd_mana import adding_more, has_odd_source
from .requests import Given
from .state import Cast, Cause
from .targets import Refused
from .values import ObjId, Seat, mana_total

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

#: The half of a Phyrexian symbol that is no mana (107.4f), and how much of it.
LIFE = "life"
LIFE_EACH = 2


def change_cast(game: Game, spell_id: ObjId, cast_: Cast) -> None:
    """What has been announced of a spell or ability is known of it on the stack."""
    game.happen([ev.CastChanged(object=spell_id, cast=cast_, cause=Cause("cast", spell_id, cast_.seat))])


def choose_x(game: Game, frame: Frame, seat: Seat, asked: Asked, given: Given | None) -> Asking:
    """601.2b: X where the cost has one, in mana or in another part."""
    if not has_x(asked.costs):
        if given is not None and given.x:
            raise Refused("it has no X", "cast.x")
        return 0
    if given is not None:
        x = given.pay_life if given.x is None and "X" not in asked.costs.mana else given.x
        if x is not None and x < 0:
            raise Refused("X is not negative", "cast.x")
        if x is not None:
            return x
    most = _greatest_x(game, seat, frame.source, asked)
    return (
        yield from game.choose_number(seat, 0, most, prompt="x", rule="cast.x", cause=frame.source, may_cancel=True)
    )


def _greatest_x(game: Game, seat: Seat, obj_id: ObjId, asked: Asked) -> int:
    """The greatest X that a seat could hope to pay: its mana, or its life or objects where X is of those."""
    costs = asked.costs
    if "X" not in costs.mana:
        return max(0, game.life_of(seat), len(game.state.objects))
    without = (obj_id,) if costs.taps else ()
    open_ended = game.free_mana or has_odd_source(game, seat) or adding_more(game, seat, without)
    if open_ended or substitutes(game, Frame(source=obj_id, controller=seat)):
        return game.limits["x"]
    have = mana_total(game.floating(seat))
    have += sum(max(mana_total(o) for o in s.outputs) for s in plain_sources(game, seat, without))
    base = sum(int(s) if s.isdigit() else 0 if s.endswith("/P") else 1 for s in costs.mana if s != "X")
    return max(0, (have + asked.less - asked.more - base) // costs.mana.count("X"))


def nothing_asks_for(given: Given | None, *members: str) -> None:
    """Refuses what was chosen in advance although nothing asks for it: whoever chose it means something else."""
    for member in members:
        if given is not None and getattr(given, member):
            raise Refused(f"nothing asks for {member} here", "priority.actions")


def has_x(costs: Costs) -> bool:
    return "X" in costs.mana or any(isinstance(getattr(p, "amount", 0), XValue) for p in costs.parts)


def is_open(symbol: str) -> bool:
    """Whether a symbol can be paid in more than one way."""
    return "/" in symbol


def halves_of(symbol: str) -> tuple[str, ...]:
    """The ways to pay a symbol: its colours, then generic mana, then life."""
    parts = symbol.split("/")
    mana = sorted((p for p in parts if p != "P"), key=str.isdigit)
    return (*mana, LIFE) if "P" in parts else tuple(mana)


def with_halves(costs: Costs, halves: tuple[str, ...]) -> Costs:
    """The costs with the first of their open symbols announced."""
    mana: list[str] = []
    life = 0
    left = list(halves)
    for symbol in costs.mana:
        half = left.pop(0) if left and is_open(symbol) else symbol
        if half == LIFE:
            life += LIFE_EACH
        else:
            mana.append(half)
    return Costs(mana=tuple(mana), parts=(*costs.parts, PayLife(life)) if life else costs.parts)


def announce(
    game: Game, frame: Frame, seat: Seat, asked: Asked, x: int, given: Given | None, halves: tuple[str, ...] = ()
) -> Asking:
    """How each open symbol will be paid (601.2b): as the seat says, or in advance, with mana where it can be.

    `halves` are those announced already; what comes after them is asked for.
    """
    choice = _Choice(game, frame, seat, asked, x, given, halves)
    while choice.symbols:
        able = choice.able()
        if given is not None:
            choice.take(choice.best(able))
        else:
            half = yield from game.choose_word(
                seat, able, prompt="half", rule="cast.modes", cause=frame.object or frame.source, may_cancel=True
            )
            choice.take(half)
    return choice.halves


def announce_halves(game: Game, frame: Frame, seat: Seat, asked: Asked, given: Given | None) -> Asking:
    """601.2b: what is announced of hybrid and Phyrexian symbols; made in advance, it fits the total cost."""
    if given is not None:
        return ()
    return (yield from announce(game, frame, seat, asked, frame.cast.x, None))


def total_cost(
    game: Game, frame: Frame, seat: Seat, asked: Asked, x: int, given: Given | None, halves: tuple[str, ...] = ()
) -> Asking:
    """The total cost, with the halves announced for its open symbols (601.2f)."""
    halves = yield from announce(game, frame, seat, asked, x, given, halves)
    return replace(asked, costs=with_halves(asked.costs, halves)).total(x)


class _Choice:
    """The halves announced so far, the symbols still open, and what can follow.

    `lives` is how many symbols are to be paid with life, where that was named in advance.
    """

    def __init__(
        self, game: Game, frame: Frame, seat: Seat, asked: Asked, x: int, given: Given | None, halves: tuple[str, ...]
    ) -> None:
        self.game = game
        self.frame = frame
        self.seat = seat
        self.asked = asked
        self.x = x
        self.symbols = tuple(s for s in asked.costs.mana if is_open(s))[len(halves) :]
        self.halves = halves
        self.lives: int | None = None
        if given is not None and given.pay_life is not None:
            self.lives = self._named(given.pay_life)

    def _named(self, life: int) -> int | None:
        """How many symbols so much life is for; where there are none, it is what is asked for anyway."""
        fixed = life_in(self.game, self.frame, self.asked.costs)
        if not self._phyrexian(self.symbols):
            if life != fixed:
                raise Refused(f"it costs {fixed} life, not {life}", "life.pay")
            return None
        lives, odd = divmod(life, LIFE_EACH)
        able = lives_for(self.game, self.seat, self.symbols, fixed)
        if odd or lives > able or self._payable(self.halves, self.symbols, lives) == "no":
            raise Refused("so much life cannot be paid for its mana symbols", "life.pay")
        return lives

    @staticmethod
    def _phyrexian(symbols: tuple[str, ...]) -> int:
        return sum(LIFE in halves_of(s) for s in symbols)

    def take(self, half: str) -> None:
        self.halves, self.symbols = (*self.halves, half), self.symbols[1:]

    def able(self) -> tuple[str, ...]:
        """The halves of the next symbol that can lead to a payment; the first, which then is refused, if none does."""
        halves = halves_of(self.symbols[0])
        if self.game.free_mana:  # which mana it would be makes no difference
            halves = tuple(h for h in halves if h == LIFE or h == halves[0])
        return tuple(h for h in halves if self._leads_on(h) != "no") or halves[:1]

    def best(self, able: tuple[str, ...]) -> str:
        """What is known to lead to a payment, before what might."""
        return next((h for h in able if self._leads_on(h) == "yes"), able[0])

    def _leads_on(self, half: str) -> str:
        return self._payable((*self.halves, half), self.symbols[1:], self.lives)

    def _payable(self, halves: tuple[str, ...], left: tuple[str, ...], lives: int | None) -> str:
        """Whether the cost can be paid with these halves, whatever is announced for what is left."""
        if lives is not None:
            lives -= halves.count(LIFE)
            if not 0 <= lives <= self._phyrexian(left):
                return "no"
        asked = replace(self.asked, costs=with_halves(self.asked.costs, halves))
        return can_pay_asked(self.game, self.frame, self.seat, asked, self.x, lives)
