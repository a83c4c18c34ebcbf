"""`apnap scenario PATH...`: run scenario files.

Exit codes: 0 when none failed, 1 when one did, 2 when a file is malformed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from apnap.engine.book import Book
from apnap.engine.events import Event
from apnap.engine.game import Game
from apnap.options import cards_option, plugins_dir_option, pool_of
from apnap.pool import Pool

from . import reporting
from .claims import Scenario
from .errors import Malformed
from .pools import book_of, known
from .reading import files, read
from .running import Outcome, Tracer, run

PASSED, FAILED, MALFORMED = 0, 1, 2


@click.command("scenario")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@click.option("--trace", is_flag=True, help="Print every event with its rule number.")
@click.option("--edition", metavar="ID", default="", help="Run under this edition whatever the file says.")
@plugins_dir_option
@cards_option
@click.option("--unsupported", is_flag=True, help="Say what each unsupported scenario lacks, and sum it up.")
@click.pass_context
def scenario_command(
    context: click.Context,
    paths: tuple[Path, ...],
    as_json: bool,
    trace: bool,
    edition: str,
    plugins_dir: Path | None,
    cards: tuple[Path, ...],
    unsupported: bool,
) -> None:
    """Run the scenarios in files and folders (PATH...) and say which of them hold."""
    pool = pool_of(plugins_dir, cards)
    if edition and edition not in known(pool).editions:
        raise click.BadParameter(
            f"expected one of {', '.join(known(pool).editions)}, got {edition!r}", param_hint="--edition"
        )
    scenarios, malformed = collect(paths, pool, edition)
    if not scenarios and not malformed:
        raise click.UsageError(f"there are no scenarios in {', '.join(map(str, paths))}: expected files named *.yaml")
    for error in malformed:
        click.echo(str(error), err=True)
    books = book_of(pool)
    outcomes = [_run_one(s, books, as_json=as_json, trace=trace, why=unsupported) for s in scenarios]
    if not as_json:
        _sum_up(outcomes, unsupported)
    context.exit(_exit_code(outcomes, malformed))


def collect(paths: tuple[Path, ...], pool: Pool, edition: str = "") -> tuple[list[Scenario], list[Malformed]]:
    """The scenarios of all files, and what is wrong with those that cannot be read."""
    scenarios: list[Scenario] = []
    malformed: list[Malformed] = []
    for path in files(paths):
        try:
            scenarios += read(path, known(pool), edition)
        except Malformed as error:
            malformed.append(error)
    return scenarios, malformed


def _run_one(
    scenario: Scenario, books: Callable[[Scenario], Book], *, as_json: bool, trace: bool, why: bool
) -> Outcome:
    outcome = run(scenario, books, _tracer(as_json) if trace else None)
    if as_json:
        click.echo(reporting.as_json(outcome))
        return outcome
    click.echo(reporting.line(outcome, several=scenario.of_several))
    if outcome.status in ("failed", "error") or (why and outcome.status == "unsupported"):
        click.echo(reporting.detail(outcome))
    return outcome


def _tracer(to_stderr: bool) -> Tracer:
    def trace(scenario: Scenario, game: Game, step: int, events: list[Event]) -> None:
        for text in reporting.traced(scenario, game, step, events):
            click.echo(text, err=to_stderr)

    return trace


def _sum_up(outcomes: list[Outcome], unsupported: bool) -> None:
    if unsupported:
        for text in reporting.missing(outcomes):
            click.echo(text)
    click.echo(reporting.total(outcomes))


def _exit_code(outcomes: list[Outcome], malformed: list[Malformed]) -> int:
    if malformed:
        return MALFORMED
    return FAILED if any(o.status in ("failed", "error") for o in outcomes) else PASSED
