"""The search for the declaration that obeys the most requirements is exact, and quick on big boards."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apnap.engine import declaring as declaring_module
from apnap.engine.declaring import Declaring, Pair, Picks, Requirement, Restriction
from apnap.engine.values import ObjId, Ref


def board(creatures: int, others: int, *, once: bool = True) -> tuple[list[Pair], list[Restriction]]:
    """Every creature with every other thing, pair n * others + m; `once`: a creature is in one pair only."""
    pairs = [Pair(ObjId(Ref(100 + n)), Ref(200 + m)) for n in range(creatures) for m in range(others)]
    limits = [Restriction(own(n, others), most=1) for n in range(creatures)] if once else []
    return pairs, limits


def own(n: int, others: int) -> Picks:
    return frozenset(range(n * others, (n + 1) * others))


def on(m: int, creatures: int, others: int) -> Picks:
    return frozenset(n * others + m for n in range(creatures))


def most_by_trying_all(declaring: Declaring) -> int:
    found = 0
    for taken in product((False, True), repeat=len(declaring.pairs)):
        chosen = frozenset(i for i, t in enumerate(taken) if t and declaring.pairs[i].free)
        if declaring.broken(chosen) is None:
            found = max(found, declaring.obeyed(chosen))
    return found


@st.composite
def boards(draw: st.DrawFn) -> Declaring:
    creatures, others = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    pairs = [
        Pair(ObjId(Ref(100 + n)), Ref(200 + m), draw(st.integers(0, 5)) > 0)
        for n in range(creatures)
        for m in range(others)
    ]
    some = st.frozensets(st.integers(0, len(pairs) - 1), min_size=1)
    limits = [Restriction(own(n, others), most=draw(st.integers(1, 2))) for n in range(creatures)]
    for m in range(others):
        if draw(st.booleans()):
            limits.append(Restriction(on(m, creatures, others), least=2, when=on(m, creatures, others)))
    for _ in range(draw(st.integers(0, 3))):
        groups = tuple(own(n, others) for n in range(creatures)) if draw(st.booleans()) else ()
        among = frozenset(range(len(pairs))) if groups else draw(some)
        when = draw(st.none() | some)
        least = draw(st.integers(0, 3)) if when is not None else 0
        limits.append(Restriction(among, least, least + draw(st.integers(0, 3)), when, groups))
    wanted = [Requirement(draw(some), draw(st.integers(1, 2))) for _ in range(draw(st.integers(0, 5)))]
    wanted += [Requirement(own(n, others)) for n in range(creatures) if draw(st.booleans())]
    return Declaring(pairs, limits, wanted)


@settings(max_examples=400, deadline=None)
@given(boards())
def test_the_search_finds_what_trying_all_declarations_finds(declaring: Declaring) -> None:
    best = declaring.best()
    assert best.exact
    assert declaring.broken(best.picks) is None
    assert declaring.obeyed(best.picks) == best.obeyed == most_by_trying_all(declaring)


@settings(max_examples=200, deadline=None)
@given(boards(), st.data())
def test_a_cost_once_chosen_is_counted_but_never_forced(declaring: Declaring, data: st.DataObject) -> None:
    chosen = data.draw(st.frozensets(st.integers(0, len(declaring.pairs) - 1)))
    free = [Pair(p.creature, p.other, p.free or i in chosen) for i, p in enumerate(declaring.pairs)]
    same_but_paid = Declaring(free, declaring.restrictions, declaring.requirements)
    assert declaring.best(chosen).obeyed == most_by_trying_all(same_but_paid)
    assert declaring.best().picks <= frozenset(i for i, p in enumerate(declaring.pairs) if p.free)


def test_nothing_is_demanded_and_nothing_is_the_default() -> None:
    pairs, limits = board(5, 2)
    declaring = Declaring(pairs, limits)
    assert declaring.default == ()
    assert not declaring.falls_short(frozenset())


def test_one_attacker_allowed_is_the_one_that_must_attack() -> None:
    """The example of 508.1d: an attacker that must, one that need not, and room for one."""
    pairs, limits = board(2, 1)
    declaring = Declaring(pairs, [*limits, Restriction(frozenset((0, 1)), most=1)], [Requirement(own(0, 1))])
    assert declaring.default == (pairs[0].id,)
    assert declaring.falls_short(frozenset())
    assert declaring.falls_short(frozenset((1,)))
    assert declaring.broken(frozenset((0, 1))) is not None


def test_a_blocker_that_must_block_takes_company_against_menace() -> None:
    """The example of 509.1c."""
    pairs, limits = board(2, 1)
    both = frozenset((0, 1))
    declaring = Declaring(pairs, [*limits, Restriction(both, least=2, when=both)], [Requirement(own(0, 1))])
    assert declaring.chosen(declaring.default) == both


TRAPS = {
    # each creature must attack, no more than half of them may
    "half": lambda n: (
        [Restriction(frozenset(range(n)), most=n // 2)],
        [Requirement(own(i, 1)) for i in range(n)],
    ),
    # each may only attack alone, each must attack
    "alone": lambda n: (
        [Restriction(frozenset(range(n)), most=1, when=own(i, 1)) for i in range(n)],
        [Requirement(own(i, 1)) for i in range(n)],
    ),
    # none can attack alone, one must attack
    "company": lambda n: (
        [Restriction(frozenset(range(n)), least=2, when=own(i, 1)) for i in range(n)],
        [Requirement(own(n - 1, 1))],
    ),
    # limits that overlap in chains
    "chain": lambda n: (
        [Restriction(frozenset((i, i + 1, i + 2)), most=1) for i in range(n - 2)],
        [Requirement(own(i, 1)) for i in range(n)],
    ),
    # creatures that differ in how much is required of them, half of which may attack
    "weights": lambda n: (
        [Restriction(frozenset(range(n)), most=n // 2)],
        [Requirement(own(i, 1), weight=1 + i % 7) for i in range(n)],
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_the_search_does_not_try_all_sets_of_sixty_creatures(name: str) -> None:
    n = 60
    pairs, _ = board(n, 1)
    limits, wanted = TRAPS[name](n)
    best = Declaring(pairs, limits, wanted).best()
    assert best.exact
    assert best.obeyed == {"half": 30, "alone": 1, "company": 1, "chain": 20, "weights": 168}[name]


def test_three_hundred_goaded_creatures_among_five_players_are_quick() -> None:
    creatures, others = 300, 5
    pairs, limits = board(creatures, others)
    wanted = [Requirement(own(n, others)) for n in range(creatures)]
    wanted += [Requirement(own(n, others) - {n * others + n % others}) for n in range(creatures)]
    best = Declaring(pairs, limits, wanted).best()
    assert best.obeyed == 600
    assert best.exact


def test_sixty_blockers_lured_by_a_menacing_attacker_are_quick() -> None:
    creatures, others = 60, 3
    pairs, limits = board(creatures, others)
    lured = on(1, creatures, others)
    limits.append(Restriction(lured, least=2, when=lured))
    best = Declaring(pairs, limits, [Requirement(frozenset((i,))) for i in lured]).best()
    assert best.obeyed == 60
    assert best.exact


def test_twelve_attackers_that_must_be_blocked_by_eight_unlike_blockers() -> None:
    """Each blocker blocks once, so eight requirements are the most; no two blockers are alike."""
    creatures, others = 8, 12
    pairs, limits = board(creatures, others)
    wanted = [Requirement(on(m, creatures, others) - {m % creatures * others + m}) for m in range(others)]
    best = Declaring(pairs, limits, wanted).best()
    assert (best.obeyed, best.exact) == (8, True)
    assert len(best.picks) == 8


def test_forty_menacing_attackers_that_must_be_blocked_share_forty_blockers() -> None:
    """Each takes two blockers, so twenty are blocked."""
    n = 40
    pairs, limits = board(n, n)
    crowds = [on(m, n, n) for m in range(n)]
    limits += [Restriction(crowd, least=2, when=crowd) for crowd in crowds]
    best = Declaring(pairs, limits, [Requirement(crowd) for crowd in crowds]).best()
    assert (best.obeyed, best.exact, len(best.picks)) == (20, True, 40)


def test_a_search_that_reaches_its_limit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declaring_module, "SEARCH_LIMIT", 3)
    pairs, _ = board(8, 1)
    declaring = Declaring(pairs, [Restriction(frozenset(range(8)), most=4)], [Requirement(own(i, 1)) for i in range(8)])
    best = declaring.best()
    assert not best.exact
    assert declaring.broken(best.picks) is None


@pytest.mark.parametrize("other, named", [(Ref(7), "o5>o7"), (Ref(-1), "o5>p0"), (Ref(-3), "o5>p2")])
def test_a_pair_is_named_by_both_its_ends(other: Ref, named: str) -> None:
    assert Pair(ObjId(Ref(5)), other).id == named
