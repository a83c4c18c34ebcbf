"""Every numbered statement of the five documents from which the old editions were taken, and what proves it.

A statement is proved by each scenario under `rules/sources` that cites its number in its edition, or by a
test with `@proves("EDITION NUMBER")`. `python tests/statements.py` writes `docs/sources.md`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

import playthings
import rulecards
from apnap.pool import Pool, load_pool
from apnap.scenario.claims import Scenario
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import Outcome, run

HERE = Path(__file__).parent
FOLDER = HERE / "rules" / "sources"
PAGE = HERE.parent / "docs" / "sources.md"
Test = TypeVar("Test", bound=Callable[..., object])


class Statement(Struct, frozen=True):
    """A statement: its document, edition and number there, and what it says in our words."""

    source: str
    edition: str
    number: str
    words: str

    @property
    def id(self) -> str:
        return f"{self.edition} {self.number}"


DOCUMENTS = {
    "000": ("2004", "checks and priority for two players"),
    "001": ("2011", "state-based actions"),
    "002": ("2007", "priority and actions without the stack, for several players"),
    "003": ("2008", "the house list of state-based effects"),
    "004": ("2012", "a question about undying and simultaneous checks"),
}

_WORDS = {
    "000": """
        420.2   State-based effects are always there and nobody controls them.
        420.3   Checked whenever a player would get priority and in the cleanup step: one event, again, then triggers.
        420.4   What happens only in the middle of a resolution is not looked at, though it may trigger.
        420.5a  A player with no life loses.
        420.5b  A creature without toughness goes to the graveyard, and cannot regenerate.
        420.5c  A creature with lethal damage is destroyed, and can regenerate.
        420.5d  A local enchantment on an illegal permanent, or on none, goes to the graveyard.
        420.5e  Legendary permanents of one name all go; one alone among others that are not legendary stays.
        420.5f  A token outside of play ceases to exist.
        420.5g  Who had to draw more cards than the library held loses.
        420.5h  Ten poison counters lose.
        420.5i  Of world permanents the newest stays, in a tie none.
        420.5j  A copy of a spell off the stack ceases to exist.
        420.5k  An Equipment on an illegal permanent, or on none, comes off and stays.
        408.1a  Spells and abilities are played only at certain times.
        408.1b  Checks and triggers are dealt with until none is left; then who was to have priority has it.
        408.1c  Who acts has priority again; after a pass the opponent; both passing resolves the top or ends the step.
        408.1d  Playing needs priority, and spells other than instants one's own main phase and an empty stack.
        408.1e  Spells and activated abilities go on top of the stack.
        408.1f  Triggers wait, and go on the stack when a player would get priority.
        408.1g  Assigned combat damage goes on the stack.
        408.1h  Static abilities are not played; they apply all the time.
        408.1i  Special actions use no stack: a land, face up, ending an effect, ignoring one.
    """,
    "002": """
        408.1a  Spells and abilities are played only at certain times.
        408.1b  Checks and triggers are dealt with until none is left; then who was to have priority has it.
        408.1c  After a pass the next player in turn order has priority; all must pass; nobody has it while untapping.
        408.1d  Playing needs priority, and spells other than instants one's own main phase and an empty stack.
        408.1e  Spells and activated abilities go on top of the stack.
        408.1f  Triggers wait, and go on the stack when a player would get priority.
        408.1g  Assigned combat damage goes on the stack.
        408.1h  Static abilities are not played; they apply all the time.
        408.1i  Special actions use no stack: a land, face up, ending an effect, ignoring one, suspending.
        408.2a  Effects use no stack, but a delayed trigger that one makes does.
        408.2b  Static abilities make effects all the time, without the stack.
        408.2c  State-based effects happen just before a player gets priority.
        408.2d  A land is played in one's own main phase, with priority and an empty stack, and priority stays.
        408.2e  A mana ability resolves at once with all that it does, and priority stays.
        408.2f  What defines a characteristic is simply applied.
        408.2g  Game actions use no stack: phasing, untapping, drawing, declaring, discarding, healing, mana burn.
        408.2h  The controller of a face-down permanent turns it up with priority, without the stack.
        408.2i  Ending an effect that allows it needs priority and no stack.
        408.2j  Ignoring an effect that allows it needs priority and no stack.
        408.2k  A card with suspend is removed from the hand with priority, without the stack.
    """,
    "003": """
        620.1   Abilities that watch for a state of the game are triggered abilities, not state-based effects.
        620.2   State-based effects are always there and nobody controls them.
        620.3   Checked whenever a player would get priority and in the cleanup step: one event, again, then triggers.
        620.4   What happens only in the middle of a resolution is not looked at, though it may trigger.
        620.5a  A player with no life loses.
        620.5b  A creature without toughness goes to the graveyard, and cannot regenerate.
        620.5c  A creature with lethal damage is destroyed, and can regenerate.
        620.5d  An Aura on an illegal permanent or player, or on none, goes to the graveyard.
        620.5e  Legendary permanents of one name all go; one alone among others that are not legendary stays.
        620.5f  A token outside of play ceases to exist.
        620.5g  Who had to draw more cards than the library held loses.
        620.5h  Ten poison counters lose.
        620.5i  Of world permanents the newest stays, in a tie none.
        620.5j  A copy of a spell off the stack ceases to exist, and a copy of a card off the stack and out of play.
        620.5k  An Equipment on an illegal permanent comes off and stays.
        620.5m  What is no Aura or Equipment and is attached to a permanent comes off and stays.
        620.5n  +1/+1 and -1/-1 counters are removed in pairs.
        620.5p  A planeswalker without loyalty goes to the graveyard.
        620.5q  Of planeswalkers that share a type one is chosen and the other goes (house rule).
    """,
    "001": """
        704.1   State-based actions happen by themselves when their condition is met, without the stack.
        704.1a  Abilities that watch for a state of the game are triggered abilities, not state-based actions.
        704.2   They are checked all through the game, and nobody controls them.
        704.3   Checked whenever a player would get priority: one event, again; triggers, again; also while cleaning up.
        704.4   What happens only in the middle of a resolution is not looked at, though it may trigger.
        704.5a  A player with no life loses.
        704.5b  Who tried to draw from an empty library since the last check loses.
        704.5c  Ten poison counters lose.
        704.5d  A token that is phased out or off the battlefield ceases to exist.
        704.5e  A copy of a spell off the stack ceases to exist, and a copy of a card off the stack and battlefield.
        704.5f  A creature without toughness goes to the graveyard, and cannot regenerate.
        704.5g  A creature with lethal damage is destroyed, and can regenerate.
        704.5h  A creature damaged by deathtouch since the last check is destroyed, and can regenerate.
        704.5i  A planeswalker without loyalty goes to the graveyard.
        704.5j  Planeswalkers that share a type all go.
        704.5k  Legendary permanents of one name all go; one alone among others that are not legendary stays.
        704.5m  Of world permanents the newest stays, in a tie none.
        704.5n  An Aura on an illegal object or player, or on none, goes to the graveyard.
        704.5p  An Equipment or Fortification on an illegal permanent comes off and stays.
        704.5q  An attached creature comes off, and so does what is no Aura, Equipment or Fortification.
        704.5r  +1/+1 and -1/-1 counters are removed in pairs.
        704.5s  Counters beyond what an ability allows are removed.
        704.5t  Two-Headed Giant: a team with no life loses.
        704.5u  Commander: 21 combat damage by one commander loses.
        704.5v  Archenemy: a scheme that is not ongoing and has no trigger waiting goes under its deck.
        704.6   One replacement effect replaces equal results of one check together.
    """,
    "004": """
        704.3   Everything that applies in a check happens at once, and the check is made again.
        704.5f  A creature without toughness goes to the graveyard in the event in which its counters cancel.
        704.5r  Opposite counters cancel in a check, never while an effect puts them.
        702.91a Undying looks at the creature as it last was, before the event in which it died.
        704.5g  Damage stays marked on an indestructible creature and counts when it is so no more.
    """,
}


def _statements() -> Iterator[Statement]:
    for source, text in _WORDS.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            number, words = line.split(maxsplit=1)
            yield Statement(source, DOCUMENTS[source][0], number, words)


STATEMENTS = tuple(_statements())


def proves(*ids: str) -> Callable[[Test], Test]:
    """Say which statements a test proves; what says it is read from the test's source."""
    unknown = set(ids) - {s.id for s in STATEMENTS}
    assert not unknown, f"no such statement: {', '.join(sorted(unknown))}"

    def mark(test: Test) -> Test:
        return test

    return mark


@cache
def pool() -> Pool:
    return load_pool([("playthings", playthings), ("rulecards", rulecards)])


@cache
def scenarios() -> tuple[Scenario, ...]:
    """The scenarios under `rules/sources`, once for each of their editions."""
    return tuple(s for path in sorted(FOLDER.glob("*.yaml")) for s in read(path, known(pool())))


def scenarios_for(statement: Statement) -> tuple[Scenario, ...]:
    return tuple(s for s in scenarios() if s.edition == statement.edition and statement.number in s.cites)


def outcome(scenario: Scenario) -> Outcome:
    return run(scenario, book_of(pool()))


@cache
def proofs_by_statement() -> dict[str, tuple[str, ...]]:
    """The tests that prove a statement with `@proves`, by its id."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((HERE / "rules").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for id in _proved(node):
                    found[id] = (*found.get(id, ()), f"tests/rules/{path.name}::{node.name}")
    return found


def _proved(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "proves":
            yield from (str(a.value) for a in decorator.args if isinstance(a, ast.Constant))


def page() -> str:
    """`docs/sources.md`: each statement, its edition and the tests that prove it."""
    lines = [
        "# What the old editions were taken from",
        "",
        "Five documents state rules of old editions, mostly in French. Each of their numbered statements stands here",
        "in our words with its edition and the tests that prove it. A scenario of `tests/rules/sources` proves what",
        "it cites; `tests/rules/test_sources.py` runs it under the name of the statement. Written by",
        "`python tests/statements.py`; do not edit.",
        "",
    ]
    for source, (edition, about) in DOCUMENTS.items():
        lines += [f"## Document {source}: {about} ({edition})", ""]
        lines += ["| statement | says | test |", "| --- | --- | --- |"]
        lines += [_row(s) for s in STATEMENTS if s.source == source]
        lines.append("")
    return "\n".join(lines)


def _row(statement: Statement) -> str:
    proofs = [f"`{Path(s.path).name}`: {s.title}" for s in scenarios_for(statement)]
    proofs += [f"`{test}`" for test in proofs_by_statement().get(statement.id, ())]
    return f"| {statement.id} | {statement.words} | {'<br>'.join(proofs)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
