"""Who may import what, read from the source.

The engine is pure, cards see the card kit only, and nobody loads a source root.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# All that the engine needs of the standard library. What is missing here does I/O, reads a clock or draws
# chance, or has simply not been needed yet.
PURE = frozenset(
    "__future__ abc bisect collections contextlib copy dataclasses enum functools hashlib heapq inspect "
    "itertools keyword math operator re string struct textwrap types typing zlib".split()
)
WORLD = "asyncio socket time random os pathlib pluggy threading datetime secrets uuid subprocess".split()
IMPURE_CALLS = frozenset("open print input eval exec __import__ id hash".split())
# Where definitions, which live as long as their pool, are found again by identity; no order depends on it.
BY_IDENTITY = frozenset({"book"})
# Where a part knows the whole that holds it, and must not hold it in turn; nothing asks whether it is gone.
WEAKLY = frozenset({"layers"})
SOURCE_ROOTS = frozenset({"server", "protocol", "plugins"})


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Each imported module with its line; a relative import is resolved against `package`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            stem = ".".join([*parts, *([node.module] if node.module else [])])
            # `from apnap import shell` imports a module too
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)


def within(module: str, packages: frozenset[str]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def impurities(source: str, package: str = "apnap.engine") -> list[str]:
    """What in a source of the engine reaches for the world outside."""
    tree = ast.parse(source)
    allowed = PURE | {"msgspec", "apnap.engine"}
    found = [f"line {line}: import {name}" for line, name in imported(tree, package) if not within(name, allowed)]
    found += [
        f"line {node.lineno}: {node.func.id}()"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    return found


def beyond_the_cardkit(source: str, package: str = "apnap_cards") -> list[str]:
    """What of ours a card imports although it is not in the card kit."""
    return [
        f"line {line}: import {name}"
        for line, name in imported(ast.parse(source), package)
        if within(name, frozenset({"apnap", "apnap_protocol"})) and not within(name, frozenset({"apnap.cardkit"}))
    ]


def source_roots(source: str) -> list[str]:
    """Imports of a source root, which would load a second copy of what stands in it."""
    return [
        f"line {line}: import {name}" for line, name in imported(ast.parse(source), "x") if within(name, SOURCE_ROOTS)
    ]


def modules(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"no source under {folder}"
    return found


def package_of(path: Path) -> str:
    root = next(ROOT / name for name in SOURCE_ROOTS if path.is_relative_to(ROOT / name))
    return ".".join(path.relative_to(root).parts[:-1])


@pytest.mark.parametrize("path", modules("server/apnap/engine"), ids=lambda path: path.stem)
def test_the_engine_is_pure(path: Path) -> None:
    found = impurities(path.read_text(encoding="utf-8"), package_of(path))
    if path.stem in BY_IDENTITY:
        found = [line for line in found if not line.endswith(" id()")]
    if path.stem in WEAKLY:
        found = [line for line in found if not line.endswith(" weakref.ref")]
    assert found == []


@pytest.mark.parametrize(
    "fault",
    [
        *(f"import {name}" for name in WORLD),
        "from os import path",
        "import apnap.shell",
        "from apnap import cardkit",
        "from ..rules import names",
        "from .. import pool",
        "import apnap_protocol",
        "def peek():\n    import time",
        "open('game.txt')",
        "order = hash('Ann')",
    ],
)
def test_an_impure_engine_is_noticed(fault: str) -> None:
    assert len(impurities(fault)) == 1


def test_a_pure_engine_is_left_alone() -> None:
    source = "import msgspec\nfrom .state import State\nfrom . import apply\nfrom collections.abc import Iterator"
    assert impurities(source) == []


@pytest.mark.parametrize("path", modules("plugins"), ids=lambda path: path.stem)
def test_cards_import_the_cardkit_only(path: Path) -> None:
    assert beyond_the_cardkit(path.read_text(encoding="utf-8"), package_of(path)) == []


@pytest.mark.parametrize(
    "fault",
    [
        "import apnap",
        "from apnap.engine import state",
        "from apnap import engine",
        "import apnap_protocol.client",
    ],
)
def test_a_card_that_looks_behind_the_cardkit_is_noticed(fault: str) -> None:
    assert len(beyond_the_cardkit(fault)) == 1


def test_a_card_may_use_the_cardkit_and_its_neighbours() -> None:
    assert beyond_the_cardkit("from apnap.cardkit import card\nfrom . import tokens\nfrom apnap import cardkit") == []


def test_nobody_imports_a_source_root() -> None:
    found = {
        str(path.relative_to(ROOT)): source_roots(path.read_text(encoding="utf-8"))
        for folder in ("server", "protocol", "plugins", "tests")
        for path in modules(folder)
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("fault", ["import plugins.apnap_cards", "from server.apnap import engine", "import protocol"])
def test_an_import_of_a_source_root_is_noticed(fault: str) -> None:
    assert len(source_roots(fault)) == 1
