"""The commands about a server's journal: `apnap replay` and `apnap drill`."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from pathlib import Path

import click
import msgspec

from apnap.options import cards_option, plugins_dir_option, pool_of


@click.command("replay")
@click.argument("journal", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@plugins_dir_option
@cards_option
@click.option("--table", default="", help="Only this table.")
@click.option("--verify", is_flag=True, help="Say nothing but whether everything happens again.")
@click.option("--json", "as_json", is_flag=True, help="The same, as JSON.")
def replay_command(
    journal: Path, plugins_dir: Path | None, cards: tuple[Path, ...], table: str, verify: bool, as_json: bool
) -> None:
    """Play the games of a journal again; report the first input that does something else, and whose fault that is."""
    from apnap.shell.pooled import PoolGames
    from apnap.shell.replaying import replay as again

    games = PoolGames(pool_of(plugins_dir, cards))
    say = None if verify or as_json else click.echo
    try:
        replays = again(journal, games, table=table, say=say)
    except sqlite3.DatabaseError as error:
        raise click.ClickException(f"{journal}: {error}; expected the journal of a server") from error
    if table and not replays:
        raise click.ClickException(f'there is no table "{table}" in this journal')
    if as_json:
        click.echo(msgspec.json.encode(replays))
    for each in () if as_json else replays:
        click.echo(f"table {each.table}: {each.verified} of {each.inputs} inputs happen again, byte for byte")
        if wrong := each.problem or (each.divergence and each.divergence.said):
            click.echo(f"table {each.table}: {wrong}")
    sys.exit(1 if any(each.divergence or each.problem for each in replays) else 0)


@click.command("drill")
@click.option("--tables", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option("--players", type=click.IntRange(2, 10), default=3, show_default=True)
@click.option("--kills", type=click.IntRange(1, 1000), default=3, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True)
def drill_command(tables: int, players: int, kills: int, seed: int, as_json: bool) -> None:
    """Kill a server under load and revive it, and report whether anything was lost."""
    from apnap.shell.drill import drill as run

    report = asyncio.run(run(tables=tables, players=players, kills=kills, seed=seed))
    values = msgspec.to_builtins(report)
    if as_json:
        click.echo(json.dumps(values))
    else:
        for name, value in values.items():
            click.echo(f"{name}: {value}")
    sys.exit(0 if report.lost == 0 and report.digests_equal else 1)
