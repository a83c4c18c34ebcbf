"""Every numbered statement of the documents has a test that names it, and it holds."""

import pytest

from apnap.rules.index import exists
from statements import PAGE, STATEMENTS, Statement, outcome, page, proofs_by_statement, scenarios, scenarios_for


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_statement(statement: Statement) -> None:
    assert exists(statement.edition, statement.number)
    found = scenarios_for(statement)
    wrong = [(o.title, o.status, o.step, o.detail) for o in map(outcome, found) if o.status != "ok"]
    assert not wrong
    assert found or proofs_by_statement().get(statement.id), f"nothing proves {statement.id}"


def test_every_scenario_of_the_sources_holds_in_every_edition_that_it_names() -> None:
    wrong = [(s.title, s.edition, o.status, o.step, o.detail) for s in scenarios() if (o := outcome(s)).status != "ok"]
    assert not wrong


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/statements.py"
