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
choices are weighed at most; what a search found until then counts as the greatest number, and
`Best.exact` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from .declaring_search import Goal, Limit, Problem, Search
from .values import ObjId, Ref

#: Choices that one search for the greatest number of obeyed requirements weighs at most: a second or two.
SEARCH_LIMIT = 1_000_000

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
    """All pairs that are possible one by one, and what is demanded of the whole declaration.

    Without `company`, as in 500.5 (2004), nothing has to be declared that no requirement is about, though
    something else could then do what it must.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        restrictions: Iterable[Restriction] = (),
        requirements: Iterable[Requirement] = (),
        *,
        company: bool = True,
    ) -> None:
        self.pairs = tuple(pairs)
        self.restrictions = tuple(restrictions)
        self.requirements = tuple(requirements)
        self.index = {p.id: i for i, p in enumerate(self.pairs)}
        self._free = frozenset(i for i, p in enumerate(self.pairs) if p.free)
        if not company:
            self._free &= frozenset(i for r in self.requirements for i in r.any_of)
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
        """The most that can be obeyed paying no cost but those of `chosen`, and in no company but that."""
        paid = chosen - self._free
        best = self._best.get(paid)
        if best is None:
            best = self._best[paid] = most_obeyed(self, self._free | paid)
        return best

    def falls_short(self, chosen: Picks) -> bool:
        """Whether a declaration obeys fewer requirements than could be obeyed (508.1d, 509.1c)."""
        return bool(self.requirements) and self.obeyed(chosen) < self.best(chosen).obeyed

    def refuse(self, picks: tuple[str, ...], verb: str) -> str | None:
        """Why a declaration is illegal whatever it costs: a restriction, or requirements not obeyed."""
        chosen = self.chosen(picks)
        broken = self.broken(chosen)
        if broken is not None:
            return broken.says
        return f"more of what must {verb} could {verb}" if self.falls_short(chosen) else None

    @property
    def default(self) -> tuple[str, ...]:
        """The ids of a smallest legal declaration that costs nothing, as the search finds it."""
        return tuple(self.pairs[i].id for i in sorted(self.best().picks))


def most_obeyed(declaring: Declaring, allowed: Picks) -> Best:
    """The most requirements that can be obeyed with the pairs `allowed`, by as few of them as found."""
    wanted = _useful(declaring, allowed)
    best = Best()
    for part in _parts(declaring, wanted):
        best = best.plus(_search(declaring, part))
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


def _search(declaring: Declaring, part: Picks) -> Best:
    """The best of one part, with its pairs as bits in their order."""
    order = sorted(part)
    bits = {i: n for n, i in enumerate(order)}

    def mask(picks: Picks) -> int:
        return sum(1 << bits[i] for i in picks if i in bits)

    limits = [
        Limit(mask(r.among), r.least, r.most, mask(r.when or frozenset()), tuple(mask(g) for g in r.groups))
        for r in _binding(declaring, part)
    ]
    goals = [Goal(m, r.weight) for r in declaring.requirements if (m := mask(r.any_of))]
    pairs = [(declaring.pairs[i].creature, declaring.pairs[i].other) for i in order]
    found = Search(Problem(pairs, limits, goals), SEARCH_LIMIT).run()
    return Best(found.obeyed, frozenset(i for i in order if found.picks >> bits[i] & 1), found.exact)
