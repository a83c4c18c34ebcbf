"""A bot is a client: it knows the protocol, and nothing of the server."""

import ast
from pathlib import Path

BOTS = Path(__file__).parents[2] / "server/apnap/shell/bots.py"


def imported(text: str) -> set[str]:
    """The packages that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else (node.module or "").partition(".")[0])
    return found


def test_bots_import_the_protocol_only() -> None:
    assert imported(BOTS.read_text()) <= {"__future__", "random", "collections", "typing", "apnap_protocol"}


def test_an_import_of_the_server_is_found() -> None:
    assert "apnap" in imported("from apnap.engine import game")
    assert "." in imported("from .table import Table")
