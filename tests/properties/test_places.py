"""Where players sit, and who sat there once, changes nothing of a game (101.4, 800.4).

Some of the scenarios are played again: by the same circle counted from another seat, with one more player who leaves
before anything happens, and with one who leaves in the middle.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from apnap.scenario.claims import AnyItem, Concede, DeclareAttack, DeclareBlock, Expect, Scenario, SeatPart
from apnap.scenario.command import collect
from apnap.scenario.pools import book_of
from apnap.scenario.running import run
from boards import POOL

FOLDER = Path(__file__).parents[1] / "scenarios"
#: One in so many scenarios is played again.
SHARE = 16
#: The first draw depends on who sits first.
BEFORE_THE_DRAW = ("untap", "upkeep", "draw")
OF_THE_LAST = {"checks", "checks_include", "checks_exclude", "triggered", "asked", "in_game"}
OF_WHO_LOST = {"lost", "draw", "won"}
#: Who is the only one to choose is nobody's choice once others have left.
OF_THE_ONLY_ONE = "A copy for which there is no other target"

BOOKS = book_of(POOL)
SCENARIOS = [s for s in collect((FOLDER,), POOL)[0] if s.step not in BEFORE_THE_DRAW]


def wrong(scenario: Scenario) -> list[tuple[str, int | None, str]]:
    found = run(scenario, BOOKS)
    return [] if found.status == "ok" else [(scenario.title, found.step, found.detail)]


def turned(scenario: Scenario) -> Iterator[Scenario]:
    """The same circle of players, counted from another seat; a team stays together."""
    seats = scenario.seats
    for n in range(1, len(seats)):
        begun = seats[n:] + seats[:n]
        if not any({begun[0].name, begun[-1].name} <= set(team) for team in scenario.teams):
            yield replace(scenario, seats=begun, turn_of=scenario.turn_of or seats[0].name)


def deserted(scenario: Scenario) -> Iterator[Scenario]:
    """The same game where somebody else sat, between any two, and has left."""
    gone = Concede(number=0, seat="Guy")
    for n in range(1, len(scenario.seats) + 1):
        seats = (*scenario.seats[:n], SeatPart(name="Guy"), *scenario.seats[n:])
        first = scenario.turn_of or seats[0].name
        yield replace(scenario, seats=seats, turn_of=first, play=(gone, *scenario.play))


def abandoned(scenario: Scenario) -> Iterator[Scenario]:
    """The same game beside somebody who sits last and leaves after one of its items; nobody where that one matters."""
    formats = tuple("free-for-all" if f == "duel" else f for f in scenario.formats)
    seats = (*scenario.seats, SeatPart(name="Guy"))
    first = scenario.turn_of or seats[0].name
    play = tuple(kept(item) for item in scenario.play)
    beside = replace(scenario, seats=seats, formats=formats, turn_of=first, play=play)
    if wrong(beside):
        return
    for n, item in enumerate(play[:-1], 1):
        following = next((i for i in play[n:] if not isinstance(i, Expect)), None)
        if not isinstance(item, Expect) and not isinstance(following, DeclareAttack | DeclareBlock):
            yield replace(beside, play=(*play[:n], Concede(number=n, seat="Guy"), *play[n:]))


def kept(item: AnyItem) -> AnyItem:
    """An item without what is said of the last action, which is another one now."""
    if not isinstance(item, Expect):
        return item
    return replace(item, claims=tuple((key, value) for key, value in item.claims if key not in OF_THE_LAST))


def says_who_lost(scenario: Scenario) -> bool:
    return any(key in OF_WHO_LOST for item in scenario.play if isinstance(item, Expect) for key, _ in item.claims)


def test_the_circle_may_be_counted_from_any_seat() -> None:
    chosen = [s for s in SCENARIOS if len(s.seats) > 2][:: SHARE // 2]
    assert len(chosen) > SHARE
    assert [w for s in chosen for t in turned(s) for w in wrong(t)] == []


def test_an_empty_chair_is_passed_over() -> None:
    chosen = [s for s in SCENARIOS if len(s.seats) > 2 and not s.teams and not says_who_lost(s)][:: SHARE // 4]
    assert len(chosen) > SHARE
    assert [w for s in chosen for t in deserted(s) for w in wrong(t)] == []


def test_who_leaves_in_the_middle_changes_nothing_for_the_others() -> None:
    chosen = [s for s in SCENARIOS if not s.teams and not says_who_lost(s) and OF_THE_ONLY_ONE not in s.title]
    chosen = chosen[SHARE // 2 :: SHARE * 2]
    assert len(chosen) > SHARE
    assert [w for s in chosen for t in abandoned(s) for w in wrong(t)] == []
