"""The command line: serve, demo, play, scenario, plugins, config, schema, replay, drill."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

import apnap
from apnap import forms, hookspecs, listing
from apnap.commands import Commands
from apnap.loading import unknown_names
from apnap.options import cards_option, plugins_dir_option, pool_of
from apnap.pool import Pool, load_pool

if TYPE_CHECKING:
    from apnap.decks.lists import Deck
    from apnap.shell.journal import Fault
    from apnap.shell.pooled import PoolGames
    from apnap_protocol.messages import Create


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(apnap.__version__, prog_name="apnap", message="%(prog)s %(version)s")
def main() -> None:
    """A multiplayer, realtime, rules-enforcing server for Magic-style card games."""


def _broker(context: click.Context, parameter: click.Parameter, url: str | None) -> str | None:
    """The address of a broker, refused before anything starts where it is none."""
    from apnap.shell.settings import Mqtt

    try:
        Mqtt(url=url or "")
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from wrong
    return url


def _address(context: click.Context, parameter: click.Parameter, url: str | None) -> str | None:
    """The address of a server, refused where it is none."""
    from apnap_protocol.client import refuse_address

    try:
        if url is not None:
            refuse_address(url)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from wrong
    return url


config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="APNAP_CONFIG",
    help="A TOML file of settings.",
)
format_option = click.option("--format", "format_", help="Commander, where the edition has it; several compose with +.")
edition_option = click.option("--edition", default="current", show_default=True)
seed_option = click.option("--seed", type=click.IntRange(0, 2**53 - 1), default=1, show_default=True)
DECK_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
strict_option = click.option("--strict", is_flag=True, help="Stop where a plugin cannot be loaded.")


@main.command()
@config_option
@plugins_dir_option
@cards_option
@strict_option
@click.option("--host", help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on; 0 takes a free one.")
@click.option("--journal", help="The journal's file.")
@click.option("--mqtt", callback=_broker, help="A broker for the feed, such as mqtt://localhost:1883.")
def serve(
    config_file: Path | None,
    plugins_dir: Path | None,
    cards: tuple[Path, ...],
    strict: bool,
    host: str | None,
    port: int | None,
    journal: str | None,
    mqtt: str | None,
) -> None:
    """Run a server until SIGTERM."""
    from apnap.shell import descriptors, logs, loop
    from apnap.shell.app import Server
    from apnap.shell.pooled import PoolGames

    settings = _settings(config_file)
    given = {"host": host, "port": port, "journal": journal}
    settings = msgspec.structs.replace(settings, **{k: v for k, v in given.items() if v is not None})
    if mqtt is not None:
        settings = msgspec.structs.replace(settings, mqtt=msgspec.structs.replace(settings.mqtt, url=mqtt))
    logs.set_up(settings.log)
    descriptors.make_room(settings.limits.connections)
    games = PoolGames(
        _pool(plugins_dir or settings.plugins_dir or None, cards or settings.cards, strict=strict or settings.strict)
    )

    gc.collect()
    gc.freeze()  # the pool stays as it is: no collection need look at it again

    async def run() -> None:
        async with Server(games, settings) as server:
            click.echo(f"listening on {server.url}{_path()}")
            sys.stdout.flush()
            await server.run_until_signalled()

    try:
        loop.run(run())
    except OSError as error:  # a port that is taken, a host that is not ours
        raise click.ClickException(f"{settings.host}:{settings.port}, {settings.journal}: {error}") from error
    except sqlite3.Error as error:
        expected = "expected the whole journal of a server, or a place where one can be begun"
        raise click.ClickException(f"{settings.journal}: {error}; {expected}") from error


@main.command()
@plugins_dir_option
@cards_option
@strict_option
@click.option("--players", type=click.IntRange(2, 10), help="How many bots; 4, or 2 in a duel.")
@format_option
@edition_option
@seed_option
@click.option("--deck", "deck_files", multiple=True, type=DECK_FILE, help="A deck for the bots; several, seat by seat.")
@click.option("--watch", is_flag=True, help="Show the table on the whole screen.")
@click.option("--mqtt", default="", callback=_broker, help="A broker for the feed.")
def demo(
    plugins_dir: Path | None,
    cards: tuple[Path, ...],
    strict: bool,
    players: int | None,
    format_: str | None,
    edition: str,
    seed: int,
    deck_files: tuple[Path, ...],
    watch: bool,
    mqtt: str,
) -> None:
    """Watch bots play Commander over websockets, to the end."""
    from apnap.shell.demo import demo as play
    from apnap.shell.demo import program
    from apnap.shell.pooled import PoolGames

    games = PoolGames(_pool(plugins_dir, cards, strict=strict))
    plan = program(games, players=players, seed=seed, format=format_, edition=edition)
    decks = [_deck(file) for file in deck_files]
    reasons = games.refuse_rules(plan.wish) or tuple(r for deck in decks for r in _refused(games, plan.wish, deck))
    if reasons:
        raise click.ClickException("; ".join(reasons))
    asyncio.run(play(games, plan, decks=decks, mqtt=mqtt, say=click.echo, watch=watch))


@main.command()
@plugins_dir_option
@cards_option
@strict_option
@click.option("--players", type=click.IntRange(2, 10), help="How many seats, yours among them; 4, or 2 in a duel.")
@format_option
@edition_option
@seed_option
@click.option("--deck", "deck_file", type=DECK_FILE, help="Your deck.")
@click.option("--server", "url", callback=_address, help="Join a table of this server, such as ws://127.0.0.1:8000.")
@click.option("--table", help="The table's id at that server.")
@click.option("--password", help="The table's password, if it has one.")
@click.option("--invitation", help="The invitation to a private table.")
@click.option("--name", default="Ann", show_default=True, help="Your name at that server.")
def play(
    plugins_dir: Path | None,
    cards: tuple[Path, ...],
    strict: bool,
    players: int | None,
    format_: str | None,
    edition: str,
    seed: int,
    deck_file: Path | None,
    url: str | None,
    table: str | None,
    password: str | None,
    invitation: str | None,
    name: str,
) -> None:
    """Take a seat in this terminal: against bots, or at a server's table."""
    from rich.console import Console

    from apnap.shell.demo import deck_of, program
    from apnap.shell.pooled import PoolGames
    from apnap.shell.terminal import against_bots, at_a_table
    from apnap_protocol.client import Closed, Refused

    if (url is None) != (table is None):
        raise click.UsageError("--server and --table go together")
    games = PoolGames(_pool(plugins_dir, cards, strict=strict))
    plan = program(games, players=players, seed=seed, format=format_, edition=edition)
    deck = _deck(deck_file) if deck_file else deck_of(plan, 0)
    if url and table:
        seat = at_a_table(url, table, name=name, deck=deck, console=Console(), password=password, invitation=invitation)
        try:
            asyncio.run(seat)
        except (Refused, Closed, OSError) as error:
            raise click.ClickException(str(error)) from error
        return
    reasons = games.refuse_rules(plan.wish) or _refused(games, plan.wish, deck)
    if reasons:
        raise click.ClickException("; ".join(reasons))
    asyncio.run(against_bots(games, plan, console=Console(), deck=deck))


@main.command()
@config_option
@plugins_dir_option
@strict_option
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@click.option("--all", "with_built_in", is_flag=True, help="Built-in plugins as well.")
@click.option("--hook", type=click.Choice(hookspecs.names()), metavar="NAME", default=None, help="Only with this hook.")
@click.option("--forms", "by_form", is_flag=True, help="Count cards by form: data, generator, custom.")
@click.option("--journal", help="The journal of the server whose tables' failures are counted.")
@click.option("--forgive", metavar="NAME", help="Forget the failures of this plugin; a server notices when it starts.")
def plugins(
    config_file: Path | None,
    plugins_dir: Path | None,
    strict: bool,
    as_json: bool,
    with_built_in: bool,
    hook: str | None,
    by_form: bool,
    journal: str | None,
    forgive: str | None,
) -> None:
    """List the plugins, what they provide, and those that could not be loaded."""
    from apnap.shell import journal as journals
    from apnap.shell.faults import Faults

    settings = _settings(config_file)
    folder = plugins_dir or settings.plugins_dir or None
    pool = load_pool(folder=folder)
    _say_unknown(folder)
    if by_form:
        found = forms.forms(pool.cards.values())
        click.echo(json.dumps(msgspec.to_builtins(found), indent=1) if as_json else "\n".join(forms.report(found)))
        return
    if forgive is not None:
        _refuse_nobody(forgive, pool, journals.faults_in(journal or settings.journal))
        click.echo(f"{forgive}: {journals.forgive(journal or settings.journal, forgive)} failures forgiven")
        return
    faults = Faults(pool)
    faults.load(journals.faults_in(journal or settings.journal))
    every = listing.listed(pool, faults.broken, faults.kept_out, hook=hook or "")
    shown = [each for each in every if with_built_in or not each.plugin.built_in]
    if as_json:
        click.echo(json.dumps(listing.as_json(pool, shown), indent=1))
    else:
        nothing = f"no plugin but the {len(every)} that come with apnap (see --all)"
        click.echo("\n".join(listing.lines(pool, shown) or [nothing]))
    if strict and pool.failures:
        sys.exit(1)


def _refuse_nobody(name: str, pool: Pool, faults: Sequence[Fault]) -> None:
    """Refuses a name that is of no plugin, neither one that is here nor one that has failed and is gone."""
    here = {each.name for each in pool.plugins} | {each.name for each in pool.failures}
    known = here | {fault.plugin for fault in faults}
    if name not in known:
        raise click.BadParameter(f"there is no plugin {name!r} (see --all)", param_hint="--forgive")


@main.command()
@config_option
@click.option("--json", "as_json", is_flag=True)
def config(config_file: Path | None, as_json: bool) -> None:
    """Show the settings as they are: defaults, then the file, then the environment."""
    values = msgspec.to_builtins(_settings(config_file))
    if as_json:
        click.echo(json.dumps(values, indent=1))
        return
    for line in _lines(values):
        click.echo(line)


@main.command()
@click.option("--write", type=click.Path(file_okay=False, path_type=Path), help="Write into this folder.")
@click.option("--asyncapi", is_flag=True, help="Show the AsyncAPI document.")
@click.option("--typescript", is_flag=True, help="Show the TypeScript types.")
def schema(write: Path | None, asyncapi: bool, typescript: bool) -> None:
    """Show the wire's JSON Schema (or another form of it), or write all forms and the docs' reference."""
    from apnap_protocol import schema as wire
    from apnap_protocol.typescript import declarations

    if (write is not None) + asyncapi + typescript > 1:
        raise click.UsageError("expected one of --write, --asyncapi and --typescript")
    documents = {
        "schema/apnap.schema.json": wire.text(wire.json_schema()),
        "schema/apnap.asyncapi.json": wire.text(wire.async_api(apnap.__version__)),
        "schema/apnap.d.ts": declarations(),
    }
    if write is None:
        form = "asyncapi.json" if asyncapi else "d.ts" if typescript else "schema.json"
        click.echo(documents[f"schema/apnap.{form}"], nl=False)
        return
    for name, text in documents.items():
        (write / name).parent.mkdir(parents=True, exist_ok=True)
        (write / name).write_text(text, encoding="utf-8")
    page = write / "protocol.md"
    if page.exists():
        page.write_text(wire.with_reference(page.read_text(encoding="utf-8")), encoding="utf-8")


@main.command("new-plugin")
@click.argument("name")
@click.option(
    "--in", "where", type=click.Path(file_okay=False, path_type=Path), default=".", help="The folder to write into."
)
def new_plugin(name: str, where: Path) -> None:
    """Write a project for a plugin: a card, a keyword, a state-based action, a scenario, tests that pass."""
    from apnap import newplugin

    try:
        files = newplugin.write(name, where)
    except newplugin.BadName as error:
        raise click.ClickException(str(error)) from error
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename} is there already, and nothing is written over") from error
    for file in files:
        click.echo(file)
    click.echo(f"now: cd {where / f'apnap-{name}'} && pip install -e '.[dev]' && pytest")


def _pool(folder: Path | str | None, cards: Sequence[Path | str] = (), *, strict: bool) -> Pool:
    """Everything that can be loaded; what cannot is said, and with `strict` it is the end."""
    pool = pool_of(folder, cards)
    _say_unknown(folder)
    for plugin in pool.plugins:
        for text in plugin.warnings:
            click.echo(f"plugin {plugin.name}: {text}", err=True)
    if pool.failures and strict:
        sys.exit(1)
    return pool


def _deck(file: Path) -> Deck:
    """The deck of a list; one that cannot be read ends the command."""
    from apnap.decks.lists import Unreadable
    from apnap.decks.reading import read

    try:
        return read(file.read_text(encoding="utf-8"))
    except (Unreadable, UnicodeDecodeError) as unreadable:
        raise click.ClickException(f"{file}: {unreadable}") from unreadable


def _refused(games: PoolGames, wish: Create, deck: Deck) -> tuple[str, ...]:
    return games.refuse_deck(wish, deck.cards, deck.commanders, deck.scheme_cards)


def _say_unknown(folder: Path | str | None) -> None:
    for name in unknown_names(folder):
        click.echo(f"there is no plugin {name}, which APNAP_LOAD_PLUGINS or APNAP_BLOCK_PLUGINS names", err=True)


def _settings(path: Path | None) -> Any:
    from apnap.shell.settings import WrongSettings, load

    try:
        return load(path)
    except WrongSettings as wrong:
        raise click.ClickException(str(wrong)) from wrong


def _lines(values: dict[str, Any], folder: str = "") -> list[str]:
    lines = []
    for name, value in values.items():
        if isinstance(value, dict):
            lines += ["", f"[{folder}{name}]", *_lines(value, f"{folder}{name}.")]
        else:
            lines.append(f"{name} = {json.dumps(value)}")
    return lines


def _path() -> str:
    from apnap_protocol.messages import PATH

    return PATH


def _register() -> None:
    """Commands that stand in packages of their own."""
    from apnap.cards_command import cards_command
    from apnap.decks.command import deck_command
    from apnap.scenario.command import scenario_command
    from apnap.scenario.editions_command import editions_command
    from apnap.shell.command import drill_command, replay_command

    for command in (cards_command, deck_command, drill_command, editions_command, replay_command, scenario_command):
        main.add_command(command)


_register()


if __name__ == "__main__":
    main()
