"""Where players sit, and who sat there once, changes nothing of a game (101.4, 800.4).

Scenarios of this folder's neighbours are played again by the same circle counted from another seat, and with one
more player who leaves before anything happens.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from apnap.scenario.claims import Concede, Expect, Scenario, SeatPart
from apnap.scenario.command import collect
from apnap.scenario.pools import book_of
from apnap.scenario.running import run
from boards import POOL

FOLDER = Path(__file__).parents[1] / "scenarios"
#: One in so many scenarios is played again.
SHARE = 16
#: What these say is not of the circle alone, but of who sits first, or of a position that nobody has settled yet.
OF_MORE = ("With one opponent the archenemy does not draw first", "Each creature has the keywords of its text")
OF_WHO_LOST = {"lost", "draw", "won"}

BOOKS = book_of(POOL)
SCENARIOS = [s for s in collect((FOLDER,), POOL)[0] if not s.title.startswith(OF_MORE)]


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
    if scenario.teams:
        return
    gone = Concede(number=0, seat="Guy")
    formats = tuple("free-for-all" if f == "duel" else f for f in scenario.formats)
    for n in range(1, len(scenario.seats) + 1):
        seats = (*scenario.seats[:n], SeatPart(name="Guy"), *scenario.seats[n:])
        first = scenario.turn_of or seats[0].name
        yield replace(scenario, seats=seats, formats=formats, turn_of=first, play=(gone, *scenario.play))


def says_who_lost(scenario: Scenario) -> bool:
    return any(key in OF_WHO_LOST for item in scenario.play if isinstance(item, Expect) for key, _ in item.claims)


def test_the_circle_may_be_counted_from_any_seat() -> None:
    chosen = [s for s in SCENARIOS if len(s.seats) > 2][:: SHARE // 2]
    assert len(chosen) > SHARE
    assert [w for s in chosen for t in turned(s) for w in wrong(t)] == []


def test_an_empty_chair_is_passed_over() -> None:
    chosen = [s for s in SCENARIOS if not s.teams and not says_who_lost(s)][::SHARE]
    assert len(chosen) > SHARE
    assert [w for s in chosen for t in deserted(s) for w in wrong(t)] == []
