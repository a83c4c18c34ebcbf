"""A bot is a client: it knows the protocol, and nothing of the server."""

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "server/apnap/shell/bots"
MODULES = {path.stem for path in BOTS.glob("*.py")}


def imported(text: str) -> set[str]:
    """What a module imports: packages by name, siblings as `.name`, what lies above as `..`."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found.add(".." if node.level > 1 else "." * node.level + module.partition(".")[0])
    return found


def test_bots_import_the_protocol_and_each_other_only() -> None:
    known = {"__future__", "random", "re", "collections", "typing", "msgspec", "apnap_protocol"}
    for path in BOTS.glob("*.py"):
        assert imported(path.read_text()) <= known | {f".{name}" for name in MODULES}, path.name


def test_an_import_of_the_server_is_found() -> None:
    assert "apnap" in imported("from apnap.engine import game")
    assert ".." in imported("from ..table import Table")
    assert not imported("from .table import Table") <= {f".{name}" for name in MODULES}


def test_the_import_contract_forbids_all_else_of_the_server() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (c for c in contracts if c.get("source_modules") == ["apnap.shell.bots"])
    forbidden = set(contract["forbidden_modules"])
    assert not contract.get("ignore_imports") and not contract.get("allow_indirect_imports")
    for package, but in (("apnap", {"shell"}), ("apnap.shell", {"bots"})):
        folder = ROOT / "server" / package.replace(".", "/")
        there = {p.stem for p in folder.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
        assert {f"{package}.{name}" for name in there - but - {"__init__", "__main__"}} <= forbidden
