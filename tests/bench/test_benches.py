"""Every measurement runs, and its last line is JSON with the figures that the page speaks of."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"
FIGURES = {
    "board": {"pass_ratio", "busy_ratio", "boards"},
    "triggers": {"triggers", "trigger_ms", "resolve_ms"},
    "games": {"paces", "long_ratio", "sixty_kb", "commander_kb"},
    "tables": {"tables", "engine_s", "commit_ms"},
    "recovery": {"games", "actions", "back_s", "empty_s", "problems"},
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_measurement_prints_its_figures(name: str) -> None:
    command = [sys.executable, str(BENCH / f"{name}.py"), "--quick", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert figures["bench"] == name
    assert set(figures) >= FIGURES[name]
    if name == "tables":
        (row,) = figures["tables"].values()
        assert row["actions_s"] > 0 and row["bare_s"] > 0
        assert row["p50_ms"] <= row["p99_ms"]
        assert row["bytes_seat"] > 0
    if name == "recovery":
        assert figures["rebuilt"] == figures["games"] and figures["problems"] == 0
        assert figures["back_s"] > 0 and figures["actions"] > 0
