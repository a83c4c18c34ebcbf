"""Scenarios as texts in tests, with cards of a test's own."""

from __future__ import annotations

import tempfile
from pathlib import Path
from textwrap import dedent

from apnap.pool import Pool
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run


def claim(pool: Pool, text: str) -> None:
    """Every scenario of a text holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.yaml"
        path.write_text(dedent(text), encoding="utf-8")
        books = book_of(pool)
        found = [run(s, books) for s in read(path, known(pool))]
    wrong = [(o.status, o.step, o.detail) for o in found if o.status != "ok"]
    assert not wrong, wrong
