"""The TypeScript types: complete, and every example of the protocol is of the type that it should have."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from apnap_protocol import examples, feed, messages, schema
from apnap_protocol.sights import GameSight
from apnap_protocol.typescript import _type, declarations

DECLARED = re.compile(r"^export (?:interface|type) (\w+)", re.MULTILINE)
NAMED = re.compile(r"(?<![\"\w])[A-Z]\w+(?![\"\w])")


def test_every_type_that_is_named_is_declared() -> None:
    text = declarations()
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    declared = DECLARED.findall(text)
    assert len(declared) == len(set(declared))
    assert set(NAMED.findall(code)) - {"Array", "Record"} == set(declared)
    kinds = [*messages.COMMANDS.values(), *messages.FRAMES.values(), *feed.FEED, *schema.SIGHTS]
    assert {kind.__name__ for kind in kinds} <= set(declared)
    assert "unknown | " not in code and ": any" not in code


def test_a_form_of_schema_that_has_no_type_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected a schema that has a TypeScript type"):
        _type({"type": "date"})


@pytest.mark.skipif(shutil.which("tsc") is None, reason="no tsc here (apt-get install node-typescript)")
def test_every_example_has_its_type(tmp_path: Path) -> None:
    good, bad = checked(tmp_path, wrong=False), checked(tmp_path, wrong=True)
    assert good.returncode == 0, good.stdout
    assert bad.stdout.count("error TS") == 3, bad.stdout


def checked(folder: Path, *, wrong: bool) -> subprocess.CompletedProcess[str]:
    """The examples, read by the TypeScript compiler; with `wrong`, some that no server or client sends."""
    (folder / "apnap.d.ts").write_text(declarations())
    client: list[Any] = list(examples.COMMANDS.values())
    server: list[Any] = list(examples.FRAMES.values())
    sights: list[Any] = [{"is": GameSight.__struct_config__.tag, "edition": "current", "format": "duel"}]
    if wrong:
        client.append({"t": "answer", "id": "1", "d": {"request": 7}})
        server.append({"t": "batch", "d": server[0]["d"], "v": 1})
        sights.append({"is": "game", "edition": "current"})
    lines = ['import type { ClientFrame, ServerFrame, Sight } from "./apnap";']
    for kind, values in (("ClientFrame", client), ("ServerFrame", server), ("Sight", sights)):
        lines += [f"export const {kind.lower()}{i}: {kind} = {json.dumps(value)};" for i, value in enumerate(values)]
    lines += [
        "declare const frame: ServerFrame;",
        'const seat = frame.t === "batch" ? frame.d.patch.set?.["seat:0"] : undefined;',
        'export const life = seat?.is === "seat" ? seat.life : 0;',
    ]
    (folder / "examples.ts").write_text("\n".join(lines))
    command = ["tsc", "--noEmit", "--strict", "--skipLibCheck", "false", str(folder / "examples.ts")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
