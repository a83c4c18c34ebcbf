"""Nothing acknowledged is lost when the server is killed under load."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from apnap.shell.drill import drill

pytestmark = pytest.mark.slow

FORGETFUL = Path(__file__).parents[1] / "forgetful.py"


def test_a_killed_server_loses_nothing() -> None:
    command = ("drill", "--json", "--tables", "4", "--kills", "2")
    done = subprocess.run(
        [sys.executable, "-m", "apnap.cli", *command],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["lost"] == 0 and report["digests_equal"]
    assert report["acknowledged"] > 50 and report["standing"] > 6 and report["resumed"] >= 12
    assert report["clock_drift_ms"] < 1500


async def test_a_journal_that_forgets_is_found() -> None:
    report = await drill(tables=4, kills=1, program=(sys.executable, str(FORGETFUL)))
    assert report.lost > 0
