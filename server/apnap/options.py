"""Options that several commands have, and the pool that they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from apnap.cardfiles import MalformedFile
from apnap.pool import Pool, load_pool

plugins_dir_option = click.option(
    "--plugins-dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="APNAP_PLUGINS_DIR",
    help="A folder of one-file plugins.",
)


class CardFilePath(click.Path):
    """The path of a file of cards; several in the environment are parted as in every other setting."""

    envvar_list_splitter = ","


cards_option = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    type=CardFilePath(exists=True, dir_okay=False, path_type=Path),
    envvar="APNAP_CARDS",
    help="A file of cards that plugins may read; may be given several times.",
)


def pool_of(folder: Path | str | None, cards: Sequence[Path | str] = (), *, named_by: str = "--cards") -> Pool:
    """The pool of what is installed and of these; a file that is none of cards ends the command, naming the line.

    What could not be loaded is said. `named_by` is the parameter that named the files.
    """
    try:
        pool = load_pool(folder=folder, cards=cards)
        for failure in pool.failures:
            click.echo(f"plugin {failure.name} was not loaded: {failure.reason}", err=True)
        return pool
    except MalformedFile as malformed:
        raise click.BadParameter(str(malformed), param_hint=named_by) from malformed


__all__ = ["cards_option", "plugins_dir_option", "pool_of"]
