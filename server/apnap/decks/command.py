"""`apnap deck check`: exit 0 for a legal deck, 1 for one that is not, 2 for a file that cannot be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from apnap.options import cards_option, plugins_dir_option, pool_of

from .checking import check
from .lists import Unreadable
from .reading import read


@click.group("deck")
def deck_command() -> None:
    """Read and check deck lists."""


@deck_command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format", "formats", multiple=True, default=("free-for-all",), help="A format; several, or with +, compose."
)
@click.option("--edition", default="current", help="The edition of the rules.")
@plugins_dir_option
@cards_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_command(
    file: Path,
    formats: tuple[str, ...],
    edition: str,
    plugins_dir: Path | None,
    cards: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Check a deck list against a format, with every reason."""
    from apnap.engine.book import MissingPart

    pool = pool_of(plugins_dir, cards)
    formats = tuple(name.strip() for each in formats for name in each.split("+"))
    try:
        deck = read(_text(file))
        named = (*deck.cards, *deck.commanders, *deck.scheme_cards)
        book = pool.book(edition, formats, read=pool.read(named))
    except (Unreadable, MissingPart) as error:
        told = json.dumps({"file": str(file), "legal": None, "error": str(error)})
        click.echo(told if as_json else f"{file}: {error}")
        sys.exit(2)
    reasons = check(book, pool.formats_of(edition, formats), deck, pool.why_no_card)
    if as_json:
        listed = [{"text": r.text, "rule": r.rule} for r in reasons]
        click.echo(json.dumps({"file": str(file), "legal": not reasons, "cards": deck.total(), "reasons": listed}))
    else:
        for reason in reasons:
            click.echo(f"{file}: {reason}")
        click.echo(f"{file}: {'legal' if not reasons else 'not legal'} ({deck.total()} cards)")
    sys.exit(1 if reasons else 0)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise Unreadable("expected a text file in UTF-8") from error
