"""`apnap editions [ID]`: what each edition says, how two differ, and what they make of one scenario.

Exit codes: 0, or 2 for an unknown edition or a malformed scenario.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import click
import msgspec

from apnap.cardkit import Edition
from apnap.options import plugins_dir_option
from apnap.pool import Pool, load_pool
from apnap.rules import listing

from .command import collect
from .comparing import Compared, Told, compare
from .pools import book_of

LANGUAGES = ("en", "fr")
KINDS = {
    "check": "{sba}",
    "variant": "{sba}",
    "unbuilt": "{sba}",
    "brought": "brought by newer cards",
    "switch": "rules",
    "word": "words",
    "format": "formats",
    "rule": "all named rules",
}
PAIR: dict[str, Any] = {"nargs": 2, "metavar": "A B", "default": None}


@click.command("editions")
@click.argument("edition", required=False)
@click.argument("scenario", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--diff", **PAIR, help="Show what edition B says otherwise than edition A.")
@click.option("--compare", "comparing", **PAIR, help="Play the SCENARIO file under A and B: the events that differ.")
@click.option("--all", "everything", is_flag=True, help="List every named rule of the edition with its number.")
@click.option("--lang", type=click.Choice(LANGUAGES), multiple=True, help="Only this language (default: both).")
@plugins_dir_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one document.")
def editions_command(
    edition: str | None,
    scenario: Path | None,
    diff: tuple[str, str] | None,
    comparing: tuple[str, str] | None,
    everything: bool,
    lang: tuple[str, ...],
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    """List the editions, or what one EDITION says: numbers, names and a sentence for each.

    With --compare, give the SCENARIO file in the place of the edition.
    """
    languages = lang or LANGUAGES
    if comparing is not None:
        _compare(comparing, scenario or _file(edition), as_json=as_json)
    elif diff is not None:
        _show_difference(_edition(diff[0]), _edition(diff[1]), languages, as_json=as_json)
    elif edition is None:
        _list_editions(as_json=as_json)
    else:
        _show(_edition(edition), languages, everything=everything, as_json=as_json)


@cache
def _pool(folder: Path | None) -> Pool:
    return load_pool(folder=folder)


def _here() -> Pool:
    """What is installed, and what the command was given a folder of."""
    return _pool(click.get_current_context().params["plugins_dir"])


def _editions() -> tuple[Edition, ...]:
    """Every edition, ours first."""
    return tuple(_here().editions.values())


def _edition(id: str) -> Edition:
    try:
        return listing.edition_of(id, _editions())
    except KeyError as unknown:
        raise click.BadParameter(str(unknown.args[0])) from None


def _file(given: str | None) -> Path:
    if given is None or not Path(given).is_file():
        raise click.BadParameter("--compare needs a scenario file")
    return Path(given)


# --- one edition ----------------------------------------------------------------------------------


def _list_editions(*, as_json: bool) -> None:
    if as_json:
        _echo_json([_head(e) for e in _editions()])
        return
    for edition in _editions():
        head = _head(edition)
        amends = f", amends {edition.parent}" if edition.parent else ""
        click.echo(f"{edition.id:<8} {head['checks']} {edition.switches.sba_name}{amends}")


def _head(edition: Edition) -> dict[str, Any]:
    numbers = {line.number for line in listing.listing(edition) if line.kind in ("check", "variant", "unbuilt")}
    return {
        "id": edition.id,
        "amends": edition.parent or None,
        "checks": len(numbers),
        "name": edition.switches.sba_name,
    }


def _show(edition: Edition, languages: tuple[str, ...], *, everything: bool, as_json: bool) -> None:
    lines = listing.listing(edition) + (listing.rules(edition) if everything else ())
    if as_json:
        _echo_json({**_head(edition), "lines": [_plain(line) for line in lines]})
        return
    title = ""
    for line in lines:
        heading = KINDS[line.kind].replace("{sba}", edition.switches.sba_name)
        if heading != title:
            title = heading
            click.echo(f"{edition.id}: {title}")
        _echo_line(line, languages)


def _echo_line(line: listing.Line, languages: tuple[str, ...], mark: str = " ") -> None:
    value = f" [{line.value}]" if line.value else ""
    click.echo(f"{mark} {line.number or '-':<16} {line.name}{value}")
    for language in languages:
        text = getattr(line, language)
        if text:
            click.echo(f"{mark} {'':<16} {language}  {text}")


def _plain(line: listing.Line | None) -> Any:
    return None if line is None else msgspec.to_builtins(line)


def _echo_json(value: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=1).decode())


# --- two editions ---------------------------------------------------------------------------------


def _show_difference(before: Edition, after: Edition, languages: tuple[str, ...], *, as_json: bool) -> None:
    found = listing.difference(before, after)
    if as_json:
        _echo_json(
            {
                "before": before.id,
                "after": after.id,
                "differences": [
                    {"kind": d.kind, "name": d.name, "before": _plain(d.before), "after": _plain(d.after)}
                    for d in found
                ],
            }
        )
        return
    click.echo(f"- {before.id}\n+ {after.id}")
    for each in found:
        if each.is_renumbered:
            assert each.before is not None and each.after is not None
            click.echo(f"~ {each.before.number} -> {each.after.number}  {each.name}")
            continue
        for mark, line in (("-", each.before), ("+", each.after)):
            if line is not None:
                _echo_line(line, languages, mark)


def _compare(editions: tuple[str, str], path: Path, *, as_json: bool) -> None:
    for id in editions:
        _edition(id)
    pool = _here()
    scenarios, malformed = collect((path,), pool, editions[0])
    if malformed:
        raise click.BadParameter(str(malformed[0]), param_hint="SCENARIO")
    books = book_of(pool)
    results = [compare(scenario, editions, books) for scenario in scenarios]
    if as_json:
        _echo_json([_compared(editions, result) for result in results])
        return
    for result in results:
        _echo_compared(editions, result)


def _compared(editions: tuple[str, str], result: Compared) -> dict[str, Any]:
    return {
        "title": result.title,
        "path": result.path,
        "before": _ended(editions[0], result.before),
        "after": _ended(editions[1], result.after),
        "events": [
            {"edition": editions[mark == "+"], "step": told.step, "rule": told.rule, "number": told.number,
             "event": told.event}
            for mark, told in result.changes
        ],
    }  # fmt: skip


def _ended(edition: str, outcome: Any) -> dict[str, Any]:
    return {"edition": edition, "status": outcome.status, "step": outcome.step, "detail": outcome.detail}


def _echo_compared(editions: tuple[str, str], result: Compared) -> None:
    click.echo(result.title)
    for mark, edition, outcome in (("-", editions[0], result.before), ("+", editions[1], result.after)):
        where = "not played" if outcome.step is None else f"stopped at step {outcome.step}"
        stopped = "" if outcome.status == "ok" else f": {where}, {outcome.detail}"
        click.echo(f"{mark} {edition}{stopped}")
    for mark, told in result.changes:
        click.echo(_change(mark, told))
    if not result.changes:
        click.echo("  no event differs")


def _change(mark: str, told: Told) -> str:
    return f"{mark}   step {told.step:<3} {told.number or '-':<10} {told.event}"
