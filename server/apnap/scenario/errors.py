"""What can go wrong with a scenario, by whose fault it is.

ScenarioError
  Malformed     the file says something that the format does not know: exit code 2
  Unsupported   a card, format or edition that no plugin provides
  Failed        an action was refused, or an expectation does not hold
  Unplayable    the file leaves a question unanswered, or names what is not there
    Gone        it names something that the game knows, and that is not where the name looks for it
"""

from __future__ import annotations


class ScenarioError(Exception):
    """Any of the four; `str()` is the message for a person."""


class Malformed(ScenarioError):
    """A file that cannot be read as scenarios; the message names file, line, place and what was expected."""

    def __init__(self, path: str, line: int, place: str, problem: str) -> None:
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {place}: {problem}" if place else f"{where}: {problem}")
        self.path = path
        self.line = line
        self.place = place
        self.problem = problem


class Unsupported(ScenarioError):
    """What the scenario needs and the pool lacks: `kind` is "card", "format", "edition" or "text"."""

    def __init__(self, kind: str, name: str, reason: str = "") -> None:
        super().__init__(reason or f"no plugin provides the {kind} {name!r}")
        self.kind = kind
        self.name = name


class Failed(ScenarioError):
    """The claim is not true: what was expected, and what is the case."""


class Unplayable(ScenarioError):
    """The file cannot be played on: a question without an answer, or a name for nothing."""


class Gone(Unplayable):
    """A name for what has left the game, or has nothing on the stack: to act on it is no typo, but illegal."""
