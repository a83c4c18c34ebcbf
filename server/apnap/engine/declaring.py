"""Which declarations of attackers or blockers are legal, and which obey the most requirements.

A declaration is a set of *pairs*: a creature and what it attacks, or a creature and what it blocks. What
forbids (a restriction) and what demands (a requirement) are statements about sets of pairs, so attacks and
blocks are one problem (508.1c-d, 509.1b-c): choose pairs that break no restriction and obey as many
requirements as can be obeyed so. A requirement never forces the payment of a cost; so the greatest number
is sought among the pairs without a cost and those whose cost the declaration itself pays.

The search is exact. Pairs that can obey nothing and help nothing are left out, the rest falls into
independent parts, and each part is searched by branch and bound, one creature after another, creatures
that are alike in one order only. In general the problem is as hard as packing sets: many different
overlapping limits on many different creatures take exponential time. `SEARCH_LIMIT` names how many
positions are visited at most; what a search found until then counts as the greatest number, and
`Best.exact` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from .values import ObjId, Ref

#: Positions that one search for the greatest number of obeyed requirements visits at most.
SEARCH_LIMIT = 200_000

Picks = frozenset[int]


class Pair(Struct, frozen=True, gc=False):
    """One creature declared against one thing; `free` unless a cost must be paid for it."""

    creature: ObjId
    other: Ref
    free: bool = True

    @property
    def id(self) -> str:
        other = f"p{-self.other - 1}" if self.other < 0 else f"o{self.other}"
        return f"o{self.creature}>{other}"


class Restriction(Struct, frozen=True):
    """Of the pairs `among`, at least `least` and at most `most` are chosen.

    With `when`, it holds only if one of those pairs is chosen. With `groups`, which part `among`, the
    groups that have a chosen pair are counted, and not the pairs.
    """

    among: Picks
    least: int = 0
    most: int = 10**9
    when: Picks | None = None
    groups: tuple[Picks, ...] = ()
    says: str = ""

    def count(self, chosen: Picks) -> int:
        if self.groups:
            return sum(1 for g in self.groups if g & chosen)
        return len(self.among & chosen)

    def broken_by(self, chosen: Picks) -> bool:
        if self.when is not None and not (self.when & chosen):
            return False
        return not self.least <= self.count(chosen) <= self.most


class Requirement(Struct, frozen=True):
    """One of these pairs is chosen; it counts `weight` times."""

    any_of: Picks
    weight: int = 1


class Best(Struct, frozen=True):
    """The most that can be obeyed, and a declaration that obeys so much."""

    obeyed: int = 0
    picks: Picks = frozenset()
    exact: bool = True

    def plus(self, other: Best) -> Best:
        return Best(self.obeyed + other.obeyed, self.picks | other.picks, self.exact and other.exact)


class Declaring:
    """All pairs that are possible one by one, and what is demanded of the whole declaration."""

    def __init__(
        self,
        pairs: Iterable[Pair],
        restrictions: Iterable[Restriction] = (),
        requirements: Iterable[Requirement] = (),
    ) -> None:
        self.pairs = tuple(pairs)
        self.restrictions = tuple(restrictions)
        self.requirements = tuple(requirements)
        self.index = {p.id: i for i, p in enumerate(self.pairs)}
        self._free = frozenset(i for i, p in enumerate(self.pairs) if p.free)
        self._best: dict[Picks, Best] = {}

    def chosen(self, ids: Iterable[str]) -> Picks:
        return frozenset(self.index[i] for i in ids)

    def obeyed(self, chosen: Picks) -> int:
        """How many requirements a declaration obeys."""
        return sum(r.weight for r in self.requirements if r.any_of & chosen)

    def broken(self, chosen: Picks) -> Restriction | None:
        """The first restriction that a declaration breaks."""
        return next((r for r in self.restrictions if r.broken_by(chosen)), None)

    def best(self, chosen: Picks = frozenset()) -> Best:
        """The most that can be obeyed paying no cost but those of `chosen`."""
        paid = chosen - self._free
        best = self._best.get(paid)
        if best is None:
            best = self._best[paid] = most_obeyed(self, self._free | paid)
        return best

    def falls_short(self, chosen: Picks) -> bool:
        """Whether a declaration obeys fewer requirements than could be obeyed (508.1d, 509.1c)."""
        return bool(self.requirements) and self.obeyed(chosen) < self.best(chosen).obeyed

    @property
    def default(self) -> tuple[str, ...]:
        """The ids of a smallest legal declaration that costs nothing, as the search finds it."""
        return tuple(self.pairs[i].id for i in sorted(self.best().picks))


def most_obeyed(declaring: Declaring, allowed: Picks) -> Best:
    """The most requirements that can be obeyed with the pairs `allowed`, by as few of them as found."""
    wanted = _useful(declaring, allowed)
    best = Best()
    for part in _parts(declaring, wanted):
        best = best.plus(_Search(declaring, part).run())
    return _without_idlers(declaring, best)


def _without_idlers(declaring: Declaring, best: Best) -> Best:
    picks = best.picks
    for i in sorted(picks, reverse=True):
        fewer = picks - {i}
        if declaring.obeyed(fewer) == best.obeyed and declaring.broken(fewer) is None:
            picks = fewer
    return Best(best.obeyed, picks, best.exact)


def _useful(declaring: Declaring, allowed: Picks) -> Picks:
    """The pairs that obey something, or are company that another such pair needs (menace)."""
    useful = frozenset(i for r in declaring.requirements for i in r.any_of if i in allowed)
    while True:
        company = {
            i
            for r in declaring.restrictions
            if r.least > 0 and r.when is not None and r.when & useful
            for i in r.among
            if i in allowed
        }
        if company <= useful:
            return useful
        useful |= company


def _parts(declaring: Declaring, wanted: Picks) -> Iterator[Picks]:
    """The pairs in groups that share no binding restriction and no requirement."""
    parent = {i: i for i in wanted}

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    ties = [r.any_of for r in declaring.requirements]
    ties += [r.among | (r.when or frozenset()) for r in _binding(declaring, wanted)]
    for tie in ties:
        members = sorted(tie & wanted)
        for i in members[1:]:
            parent[root(i)] = root(members[0])
    parts: dict[int, list[int]] = {}
    for i in sorted(wanted):
        parts.setdefault(root(i), []).append(i)
    for part in parts.values():
        yield frozenset(part)


def _binding(declaring: Declaring, wanted: Picks) -> list[Restriction]:
    """The restrictions that some choice of these pairs would break."""
    return [
        r
        for r in declaring.restrictions
        if (r.when is None or r.when & wanted) and (r.least > 0 or len(r.among & wanted) > r.most)
    ]


def _kept_by_units(r: Restriction, part: Picks, units: list[Picks]) -> bool:
    """Whether no choice of a unit can break a limit that is about this unit alone."""
    return r.when is None and r.least <= 0 < r.most and any(r.among & part <= u for u in units)


def _groups_of(
    r: Restriction, mine: Picks, seen: Callable[[Picks], tuple[object, ...]]
) -> tuple[tuple[object, ...], ...]:
    return tuple(sorted(seen(g) for g in r.groups if g & mine))


# --- the search ---------------------------------------------------------------------------------


class _Choice(Struct, frozen=True):
    """One thing that a creature may do, and how many requirements about it alone that obeys."""

    picks: Picks
    worth: int


class _Search:
    """Branch and bound over one part: unit after unit, each with its choices, the most worth first.

    A unit is a creature that can be in one pair only; of a creature that can be in several, each pair is
    a unit by itself.
    """

    def __init__(self, declaring: Declaring, part: Picks) -> None:
        self.pairs = declaring.pairs
        limits = _binding(declaring, part)
        units = self._units(part, limits)
        whole = [frozenset(u) for u in units]
        self.limits = [r for r in limits if not _kept_by_units(r, part, whole)]
        here = [Requirement(r.any_of & part, r.weight) for r in declaring.requirements if r.any_of & part]
        self.single = [r for r in here if any(r.any_of <= u for u in whole)]
        self.shared = [r for r in here if not any(r.any_of <= u for u in whole)]
        signs = {u: self._signature(u) for u in units}
        units.sort(key=lambda u: (-self._worth(frozenset(u)), signs[u], u))
        self.choices = [self._choices(u) for u in units]
        self.same = [n > 0 and signs[u] == signs[units[n - 1]] for n, u in enumerate(units)]
        self.after = self._still_to_come(units)
        self.found = Best(obeyed=-1)

    def _units(self, part: Picks, limits: list[Restriction]) -> list[tuple[int, ...]]:
        groups: dict[ObjId, list[int]] = {}
        for i in sorted(part):
            groups.setdefault(self.pairs[i].creature, []).append(i)
        units: list[tuple[int, ...]] = []
        for own in groups.values():
            if len(own) == 1 or any(
                r.when is None and r.most <= 1 and not r.groups and r.among >= frozenset(own) for r in limits
            ):
                units.append(tuple(own))
            else:
                units += [(i,) for i in own]
        return units

    def _worth(self, picks: Picks) -> int:
        return sum(r.weight for r in self.single if r.any_of & picks)

    def _signature(self, unit: tuple[int, ...]) -> tuple[object, ...]:
        """What makes two units interchangeable: the same pairs under the same demands."""
        mine = frozenset(unit)
        places = {i: n for n, i in enumerate(unit)}

        def seen(picks: Picks) -> tuple[object, ...]:
            whole = () if picks <= mine else tuple(sorted(picks))
            return (whole, tuple(sorted(places[i] for i in picks & mine)))

        limits = sorted(
            (seen(r.among), seen(r.when or frozenset()), r.least, r.most, _groups_of(r, mine, seen))
            for r in self.limits
            if r.among & mine or (r.when is not None and r.when & mine)
        )
        required = sorted((seen(r.any_of), r.weight) for r in (*self.single, *self.shared) if r.any_of & mine)
        return (tuple(self.pairs[i].other for i in unit), tuple(limits), tuple(required))

    def _choices(self, unit: tuple[int, ...]) -> list[_Choice]:
        found = [_Choice(p, self._worth(p)) for p in (*(frozenset((i,)) for i in unit), frozenset[int]())]
        return sorted(found, key=lambda c: (-c.worth, bool(c.picks) != bool(self.shared), sorted(c.picks)))

    def _still_to_come(self, units: list[tuple[int, ...]]) -> list[Picks]:
        """For each unit the pairs of it and of all after it."""
        after: list[Picks] = [frozenset()]
        for unit in reversed(units):
            after.append(after[-1] | frozenset(unit))
        return after[::-1]

    def run(self) -> Best:
        """Visit the choices depth first; `stack` holds each unit's choices still to be tried."""
        ceiling = self._bound(0, frozenset(), 0)
        taken: list[tuple[int, Picks, int]] = [(0, frozenset(), 0)]
        stack = [self._tries(0, 0)]
        visited = 0
        while stack:
            place = next(stack[-1], None)
            if place is None:
                stack.pop()
                taken.pop()
                continue
            visited += 1
            if visited > SEARCH_LIMIT:
                return Best(max(self.found.obeyed, 0), self.found.picks, exact=False)
            choice = self.choices[len(stack) - 1][place]
            chosen, value = taken[-1][1] | choice.picks, taken[-1][2] + choice.worth
            if not self._worth_a_visit(len(stack), chosen, value):
                continue
            if len(stack) == len(self.choices):
                self.found = Best(value + self._shared_worth(chosen), chosen)
                if self.found.obeyed == ceiling:
                    break
                continue
            taken.append((place, chosen, value))
            stack.append(self._tries(len(stack), place))
        return self.found

    def _tries(self, depth: int, before: int) -> Iterator[int]:
        """A unit like the one before it does nothing that would have come first for that one."""
        return iter(range(before if self.same[depth] else 0, len(self.choices[depth])))

    def _worth_a_visit(self, depth: int, chosen: Picks, value: int) -> bool:
        """Whether every restriction can still be kept, and more be obeyed than was found."""
        after = self.after[depth]
        for r in self.limits:
            if r.when is not None and not r.when & chosen:
                continue
            if r.count(chosen) > r.most or r.count(chosen | after) < r.least:
                return False
        return self._bound(depth, chosen, value) > self.found.obeyed

    def _shared_worth(self, chosen: Picks) -> int:
        return sum(r.weight for r in self.shared if r.any_of & chosen)

    def _bound(self, depth: int, chosen: Picks, value: int) -> int:
        """No completion of what is chosen obeys more than this."""
        after = self.after[depth]
        missing = [r for r in self.shared if not r.any_of & chosen]
        value += sum(r.weight for r in self.shared if r.any_of & chosen)
        gains = [
            [c.worth + sum(r.weight for r in missing if r.any_of & c.picks) for c in choices]
            for choices in self.choices[depth:]
        ]
        reachable = sum(r.weight for r in missing if r.any_of & after)
        least = min(sum(max(g) for g in gains), reachable + sum(c[0].worth for c in self.choices[depth:]))
        limits = [(r.among, r.most - len(r.among & chosen)) for r in self._holding(chosen)]
        if len(limits) > 1:
            limits.append((frozenset().union(*(a for a, _ in limits)), sum(n for _, n in limits)))
        for among, left in limits:
            least = min(least, self._under_limit(depth, gains, among, left))
        return value + least

    def _holding(self, chosen: Picks) -> list[Restriction]:
        """The upper limits on pairs that hold for what is chosen."""
        return [
            r for r in self.limits if r.most < len(r.among) and not r.groups and (r.when is None or r.when & chosen)
        ]

    def _under_limit(self, depth: int, gains: list[list[int]], among: Picks, left: int) -> int:
        """What the units to come can gain if only `left` pairs of `among` may still be chosen."""
        total = 0
        inside = []
        for choices, gain in zip(self.choices[depth:], gains, strict=True):
            outside = max((g for c, g in zip(choices, gain, strict=True) if not c.picks & among), default=0)
            total += outside
            inside.append(max(gain) - outside)
        return total + sum(sorted(inside, reverse=True)[: max(0, left)])
