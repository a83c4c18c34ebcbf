"""The search for the declaration of one part that obeys the most requirements (see `declaring.py`).

Branch and bound: unit after unit, each with its choices, what promises most first. A *unit* is a creature
that can be in one pair only; of a creature that can be in several, each pair is a unit by itself. Sets of
pairs are bits of an integer here. A choice is given up when a restriction can no longer be kept, or when
no completion of it can obey more than what was found; three bounds say how much that could be:

* each unit obeys at most what its best choice does;
* of what an upper limit is about, only so many pairs can still be chosen;
* an attacker that takes two blockers uses up two units (menace).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Limit(NamedTuple):
    """A restriction: of `among` at least and at most so many, if any of `when` is chosen (0: always)."""

    among: int
    least: int
    most: int
    when: int
    groups: tuple[int, ...]

    def holds(self, chosen: int) -> bool:
        return not self.when or bool(self.when & chosen)

    def count(self, chosen: int) -> int:
        if self.groups:
            return sum(1 for g in self.groups if g & chosen)
        return (self.among & chosen).bit_count()


class Goal(NamedTuple):
    """A requirement: one of these pairs is chosen."""

    any_of: int
    weight: int


class Choice(NamedTuple):
    """What one unit may do: its pair (or none), what that obeys by itself, and which shared goals."""

    picks: int
    worth: int
    serves: tuple[int, ...]


class Problem(NamedTuple):
    """One part: for each pair the creature and the other end, in the order of their bits."""

    pairs: Sequence[tuple[int, int]]
    limits: list[Limit]
    goals: list[Goal]


class Found(NamedTuple):
    obeyed: int
    picks: int
    exact: bool


class Search:
    """One search; `effort` is how many choices it may weigh."""

    def __init__(self, problem: Problem, effort: int) -> None:
        self.effort = effort
        self.pairs = problem.pairs
        units = _units(problem)
        masks = [_mask(u) for u in units]
        self.limits = [r for r in problem.limits if not _kept_by_units(r, masks)]
        self.single = [g for g in problem.goals if any(g.any_of & ~m == 0 for m in masks)]
        self.shared = _merged([g for g in problem.goals if all(g.any_of & ~m for m in masks)])
        self.prices = _prices(self.shared, self.limits)
        self._ids: dict[int, int] = {}
        signs = {u: self._signature(u) for u in units}
        units.sort(key=lambda u: (-self._worth(_mask(u)), signs[u], u))
        self.same = [n > 0 and signs[u] == signs[units[n - 1]] for n, u in enumerate(units)]
        self.choices = [self._choices(u) for u in units]
        self.after = _still_to_come(units)
        self.best = Found(-1, 0, True)

    # --- the parts of the problem ---------------------------------------------------------------

    def _worth(self, picks: int) -> int:
        return sum(g.weight for g in self.single if g.any_of & picks)

    def _choices(self, unit: tuple[int, ...]) -> list[Choice]:
        found = [
            Choice(p, self._worth(p), tuple(n for n, g in enumerate(self.shared) if g.any_of & p))
            for p in (*(1 << i for i in unit), 0)
        ]
        return sorted(found, key=lambda c: (-c.worth, not c.picks, c.picks))

    def _signature(self, unit: tuple[int, ...]) -> tuple[object, ...]:
        """What makes two units interchangeable: the same pairs under the same demands."""
        mine = _mask(unit)

        def seen(picks: int) -> tuple[int, tuple[int, ...]]:
            whole = self._ids.setdefault(picks, len(self._ids)) if picks & ~mine else -1
            return (whole, tuple(n for n, i in enumerate(unit) if picks >> i & 1))

        limits = sorted(
            (seen(r.among), seen(r.when), r.least, r.most, tuple(sorted(seen(g) for g in r.groups if g & mine)))
            for r in self.limits
            if (r.among | r.when) & mine
        )
        goals = sorted((seen(g.any_of), g.weight) for g in (*self.single, *self.shared) if g.any_of & mine)
        return (tuple(self.pairs[i][1] for i in unit), tuple(limits), tuple(goals))

    # --- visiting -------------------------------------------------------------------------------

    def run(self) -> Found:
        """Visit the choices depth first; `stack` holds each unit's choices still to be tried."""
        ceiling = self._bound(0, 0, 0)
        taken = [(0, 0, 0)]
        stack = [self._tries(0, 0, 0)]
        while stack:
            place = next(stack[-1], -1)
            if place < 0:
                stack.pop()
                taken.pop()
                continue
            choice = self.choices[len(stack) - 1][place]
            chosen, value = taken[-1][1] | choice.picks, taken[-1][2] + choice.worth
            if not self._promises(len(stack), chosen, value):
                if self.effort <= 0:
                    return Found(max(self.best.obeyed, 0), self.best.picks, False)
                continue
            if len(stack) == len(self.choices):
                self.best = Found(value + self._shared_worth(chosen), chosen, True)
                if self.best.obeyed == ceiling:
                    break
                continue
            taken.append((place, chosen, value))
            stack.append(self._tries(len(stack), place, chosen))
        return self.best

    def _tries(self, depth: int, before: int, chosen: int) -> Iterator[int]:
        """The choices of a unit, as places in its list: first what completes a crowd that is too small,
        then what obeys most. A unit like the one before it does nothing that stands before what that did."""
        choices = self.choices[depth]
        start = before if self.same[depth] else 0
        lacking = 0
        for r in self.limits:
            if r.when and r.when & chosen and r.count(chosen) < r.least:
                lacking |= r.among
        self.effort -= len(choices)

        def promise(n: int) -> tuple[bool, int, bool, int]:
            gain = self._gain(choices[n], chosen)
            return (not choices[n].picks & lacking, -gain, gain == 0 and choices[n].picks != 0, n)

        return iter(sorted(range(start, len(choices)), key=promise))

    def _promises(self, depth: int, chosen: int, value: int) -> bool:
        """Whether every restriction can still be kept, and more be obeyed than was found."""
        after = self.after[depth]
        for r in self.limits:
            if r.holds(chosen) and (r.count(chosen) > r.most or r.count(chosen | after) < r.least):
                return False
        return self.effort > 0 and self._bound(depth, chosen, value) > self.best.obeyed

    def _shared_worth(self, chosen: int) -> int:
        return sum(g.weight for g in self.shared if g.any_of & chosen)

    def _gain(self, choice: Choice, chosen: int) -> int:
        return choice.worth + sum(self.shared[n].weight for n in choice.serves if not self.shared[n].any_of & chosen)

    # --- bounds ---------------------------------------------------------------------------------

    def _bound(self, depth: int, chosen: int, value: int) -> int:
        """No completion of what is chosen obeys more than this."""
        still = self.choices[depth:]
        gains = [[self._gain(c, chosen) for c in choices] for choices in still]
        self.effort -= sum(len(g) for g in gains)
        value += self._shared_worth(chosen)
        least = min(sum(max(g) for g in gains), self._by_crowds(depth, chosen))
        after = self.after[depth]
        limits = [
            (r.among & after, r.most - r.count(chosen))
            for r in self.limits
            if r.holds(chosen) and not r.groups and r.most - r.count(chosen) < (r.among & after).bit_count()
        ]
        if len(limits) > 1:
            limits.append(_disjoint(limits))
        for among, left in limits:
            self.effort -= len(still)
            least = min(least, _under_limit(still, gains, among, left))
        return value + least

    def _by_crowds(self, depth: int, chosen: int) -> int:
        """Each unit's own worth, and the shared goals that the units suffice for."""
        after = self.after[depth]
        own = sum(choices[0].worth for choices in self.choices[depth:])
        open_goals = [
            (g.weight, price)
            for g, price in zip(self.shared, self.prices, strict=True)
            if not g.any_of & chosen and g.any_of & after
        ]
        return own + _knapsack(open_goals, len(self.choices) - depth)


def _under_limit(still: list[list[Choice]], gains: list[list[int]], among: int, left: int) -> int:
    """What the units to come can gain if only `left` pairs of `among` may still be chosen."""
    total = 0
    inside = []
    for choices, gain in zip(still, gains, strict=True):
        outside = max((g for c, g in zip(choices, gain, strict=True) if not c.picks & among), default=0)
        total += outside
        inside.append(max(gain) - outside)
    return total + sum(sorted(inside, reverse=True)[: max(0, left)])


def _disjoint(limits: list[tuple[int, int]]) -> tuple[int, int]:
    """Limits that share no pair, the tightest first, as one limit."""
    among = left = 0
    for mine, room in sorted(limits, key=lambda r: (r[1] * 10**6 // r[0].bit_count(), r)):
        if not mine & among:
            among |= mine
            left += max(0, room)
    return among, left


def _knapsack(goals: list[tuple[int, int]], room: int) -> int:
    """At most so much weight has room, by the fractional bound: the best weight for its price first."""
    if any(price == 0 for _, price in goals):
        return sum(weight for weight, _ in goals)
    total = 0
    for weight, price in sorted(goals, key=lambda g: (-g[0] * 10**6 // g[1], g)):
        if price > room:
            return total + weight * room // price
        total += weight
        room -= price
    return total


# --- making the problem small -------------------------------------------------------------------


def _mask(unit: Sequence[int]) -> int:
    return sum(1 << i for i in unit)


def _units(problem: Problem) -> list[tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for i, (creature, _) in enumerate(problem.pairs):
        groups.setdefault(creature, []).append(i)
    once = [r.among for r in problem.limits if not r.when and not r.groups and r.most <= 1]
    units: list[tuple[int, ...]] = []
    for own in groups.values():
        mask = _mask(own)
        if len(own) == 1 or any(mask & ~among == 0 for among in once):
            units.append(tuple(own))
        else:
            units += [(i,) for i in own]
    return units


def _kept_by_units(r: Limit, masks: list[int]) -> bool:
    """Whether no choice of a unit can break a limit that is about this unit alone."""
    return not r.when and r.least <= 0 < r.most and any(r.among & ~m == 0 for m in masks)


def _merged(goals: list[Goal]) -> list[Goal]:
    """Goals about the same pairs count as one of their weight together."""
    weights: dict[int, int] = {}
    for g in goals:
        weights[g.any_of] = weights.get(g.any_of, 0) + g.weight
    return [Goal(any_of, weight) for any_of, weight in weights.items()]


def _prices(goals: list[Goal], limits: list[Limit]) -> list[int]:
    """How many units each goal uses up by itself: two, where it is a crowd of two or nobody.

    A price above one is only good where no pair serves two goals, and a crowd serves one goal alone.
    """
    seen = 0
    for g in goals:
        if g.any_of & seen:
            return [0] * len(goals)
        seen |= g.any_of
    crowds: dict[int, int] = {}
    for r in limits:
        if r.when == r.among and not r.groups:
            crowds[r.among] = max(r.least, crowds.get(r.among, 1))
    return [crowds.get(g.any_of, 1) for g in goals]


def _still_to_come(units: list[tuple[int, ...]]) -> list[int]:
    """For each unit the pairs of it and of all after it."""
    after = [0]
    for unit in reversed(units):
        after.append(after[-1] | _mask(unit))
    return after[::-1]
