"""Every rule that a scenario cites, expects a check by or is refused by stands in its edition's text."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from apnap.rules.index import EDITIONS, exists
from apnap.scenario.claims import Expect, Scenario
from apnap.scenario.reading import Known, files, read

FOLDER = Path(__file__).parents[1] / "scenarios"


def cited(scenario: Scenario) -> Iterator[str]:
    yield from scenario.cites
    yield from (item.cite for item in scenario.play if item.cite)


def checked(scenario: Scenario) -> Iterator[str]:
    for item in scenario.play:
        for key, value in item.claims if isinstance(item, Expect) else ():
            if key == "checks":
                yield from (number for numbers in value for number in numbers)
            elif key in ("checks_include", "checks_exclude"):
                yield from value


def unknown(scenario: Scenario) -> list[str]:
    """What a scenario cites that its edition lacks; a check newer than it is numbered as the current one."""
    wrong = [number for number in cited(scenario) if not exists(scenario.edition, number)]
    editions = (scenario.edition, "current")
    wrong += [number for number in checked(scenario) if not any(exists(e, number) for e in editions)]
    return [f"{scenario.title} [{scenario.edition}]: {number}" for number in wrong]


@pytest.mark.parametrize("file", list(files([FOLDER])), ids=lambda path: path.name)
def test_every_cited_rule_stands_in_its_edition(file: Path) -> None:
    assert [said for scenario in read(file, Known(EDITIONS)) for said in unknown(scenario)] == []


def test_every_scenario_claims_something() -> None:
    empty = [
        f"{file.name}: {scenario.title}"
        for file in files([FOLDER])
        for scenario in read(file, Known(EDITIONS))
        if not any(isinstance(i, Expect) and i.claims for i in scenario.play)
        and not any(i.refused for i in scenario.play)
    ]
    assert empty == []
