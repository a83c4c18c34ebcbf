"""Plugins that a test writes down: as one file in a folder, or as an installed distribution."""

from pathlib import Path
from textwrap import dedent

CARD = """
from apnap.cardkit import card, hookimpl, pt

api_version = 1

@hookimpl
def apnap_cards():
    return [card({name!r}, "{{1}}", "Creature — Bear", pt(2, 2))]
"""


def card_source(name: str) -> str:
    """The source of a plugin of one card."""
    return CARD.format(name=name)


def write(folder: Path, name: str, source: str) -> Path:
    """A one-file plugin."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(dedent(source), encoding="utf-8")
    return path


def install(folder: Path, name: str, source: str, version: str = "1.0") -> str:
    """A distribution `apnap-NAME` with one module, as pip leaves it behind; `folder` must be on the path."""
    module = f"apnap_{name}"
    write(folder, module, source)
    about = folder / f"{module}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: apnap-{name}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(f"[apnap]\n{name} = {module}\n")
    return module
