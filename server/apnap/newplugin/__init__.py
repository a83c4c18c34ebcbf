"""`apnap new-plugin NAME`: a project for a plugin, whose tests pass as they are."""

from __future__ import annotations

import re
from pathlib import Path

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = ".tmpl"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BadName(ValueError):
    """A name that no plugin can have; the message says what was expected."""


def words_of(name: str) -> dict[str, str]:
    """What the template's words stand for."""
    if not _NAME.fullmatch(name):
        raise BadName(f"expected a name of small letters, digits and single hyphens, such as otters, got {name!r}")
    module = f"apnap_{name.replace('-', '_')}"
    return {
        "name": name,
        "project": f"apnap-{name}",
        "module": module,
        "title": name.replace("-", " ").title(),
        "test_file": f"test_{module}.py",
    }


def write(name: str, where: Path) -> list[Path]:
    """Write a project into `where`/apnap-NAME; gives its files. Nothing is written over: raises `FileExistsError`."""
    words = words_of(name)
    project = where / words["project"]
    project.mkdir(parents=True)
    written = []
    for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        relative = str(source.relative_to(TEMPLATE)).removesuffix(SUFFIX)
        target = project / relative.replace("__module__", words["module"]).replace("__name__", words["name"])
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(filled(source.read_text(encoding="utf-8"), words), encoding="utf-8")
        written.append(target)
    return written


def filled(text: str, words: dict[str, str]) -> str:
    """A text with the words put in; what is in braces and no word stays."""
    for word, value in words.items():
        text = text.replace("{{" + word + "}}", value)
    return text
