"""The command line as a door: what `apnap_commands` of plugins add to it."""

from __future__ import annotations

import click

from apnap.contents import call
from apnap.loading import load


class Commands(click.Group):
    """A group that asks the plugins only for what it does not know itself, since loading them takes time."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of ours, or of a plugin."""
        if super().get_command(ctx, cmd_name) is None:
            self.ask_plugins()
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, for the help."""
        self.ask_plugins()
        return super().list_commands(ctx)

    def ask_plugins(self) -> None:
        """Add the plugins' commands. One that fails, or would take the place of another, is told and left out."""
        if getattr(self, "_asked", False):
            return
        self._asked = True
        for module in load().command_modules:
            added = click.Group()
            name = getattr(module, "__name__", "?")
            try:
                call(module, "apnap_commands", cli=added)
            except Exception as error:
                click.echo(f"plugin {name}: apnap_commands: {type(error).__name__}: {error}", err=True)
                continue
            for command, found in sorted(added.commands.items()):
                if command in self.commands:
                    click.echo(f"plugin {name}: there is a command {command!r} already", err=True)
                else:
                    self.add_command(found, command)
