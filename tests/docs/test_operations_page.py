"""The page for operators names each setting that there is, and none that there is not."""

import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import fields

from apnap.shell.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def test_the_page_lists_every_setting_by_its_section() -> None:
    rows = re.findall(r"^\| (?:`\[(\w+)\]`|\(top\)) \| (.*) \|$", PAGE, re.M)
    written = {section: set(re.findall(r"`(\w+)`", names)) for section, names in rows}
    there: dict[str, set[str]] = {"": set()}
    for field in fields(Settings):
        if isinstance(field.default, Struct):
            there[field.name] = {f.name for f in fields(field.default)}
        else:
            there[""].add(field.name)
    assert written == there
