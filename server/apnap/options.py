"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path

import click

plugins_dir_option = click.option(
    "--plugins-dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="APNAP_PLUGINS_DIR",
    help="A folder of one-file plugins.",
)
