"""The import contracts of pyproject.toml hold, and each fails where an import is planted against it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of our source, to plant imports in."""
    copy = tmp_path_factory.mktemp("tree")
    for name in ("server", "protocol", "plugins"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def contracts(tree: Path) -> str:
    """What the contracts say of a tree."""
    paths = os.pathsep.join(str(tree / name) for name in ("server", "protocol", "plugins"))
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run(
        [sys.executable, str(program), "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert str(tree) not in done.stderr, done.stderr
    return done.stdout


def test_cards_may_import_nothing_of_ours_but_the_card_kit() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (contract,) = (c for c in linter["contracts"] if c.get("source_modules") == ["apnap_cards", "apnap_texts"])
    there = {p.stem for p in (ROOT / "server/apnap").iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    wanted = {f"apnap.{name}" for name in there - {"__init__", "__main__", "cardkit"}} | {"apnap_protocol"}
    assert set(contract["forbidden_modules"]) == wanted


def test_the_contracts_are_kept(tree: Path) -> None:
    assert " kept, 0 broken." in contracts(tree)


@pytest.mark.parametrize(
    ("file", "planted", "contract"),
    [
        ("server/apnap/rules/clauses.py", "from apnap.engine.filters import Test", "use what those of others could"),
        ("server/apnap/rules/tallies.py", "import apnap.engine.events", "use what those of others could"),
        ("plugins/apnap_cards/undying.py", "from apnap.engine import state", "cards import the card kit only"),
        ("plugins/apnap_cards/lichs_mirror.py", "from apnap.pool import load_pool", "cards import the card kit only"),
        ("server/apnap/engine/turn.py", "import apnap.rules.names", "the engine imports nobody"),
        ("server/apnap/engine/turn.py", "import apnap_protocol", "the rules do not know the wire"),
    ],
)
def test_a_planted_import_breaks_its_contract(tree: Path, file: str, planted: str, contract: str) -> None:
    path = tree / file
    before = path.read_text(encoding="utf-8")
    path.write_text(f"{before}\n{planted}\n", encoding="utf-8")
    try:
        said = contracts(tree)
    finally:
        path.write_text(before, encoding="utf-8")
    (line,) = [line for line in said.splitlines() if contract in line and line.endswith(("KEPT", "BROKEN"))]
    assert line.endswith("BROKEN"), said
