"""pytest collects scenario files: a test for each scenario, failing with its step and reason."""

import os
import subprocess
import sys
from pathlib import Path

FILE = """
title: It holds
seats: {Ann: {}, Bob: {}}
play: [{expect: {life: {Ann: 20}}}]
---
title: It fails
seats: {Ann: {}, Bob: {}}
play: [{expect: {life: {Ann: 21}}}]
---
title: Nobody has the card
seats: {Ann: {hand: [No Such Card]}, Bob: {}}
"""
BROKEN = "title: It cannot be read\nseats: {Ann: {}, Bob: {}}\nplay: [{pass: Zed}]\n"


def collected(folder: Path, *options: str, **environment: str) -> str:
    """What pytest says of a folder, with nothing but our plugin."""
    command = [sys.executable, "-m", "pytest", "-p", "apnap.testing", "-p", "no:cacheprovider", *options, "."]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=env).stdout


def test_each_scenario_is_a_test(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/claims.yaml").write_text(FILE, encoding="utf-8")
    (tmp_path / "elsewhere.yaml").write_text(BROKEN, encoding="utf-8")
    said = collected(tmp_path, "-v", "-rs")
    assert "claims.yaml::It holds PASSED" in said
    assert "claims.yaml::It fails FAILED" in said
    assert "claims.yaml::Nobody has the card SKIPPED" in said
    assert "no plugin provides the card 'No Such Card'" in said
    assert "step 1: life of Ann: expected 21, got 20" in said
    assert "1 failed, 1 passed, 1 skipped" in said


def test_a_malformed_file_is_an_error_of_collection(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/broken.yaml").write_text(BROKEN, encoding="utf-8")
    said = collected(tmp_path)
    assert "broken.yaml:3: play item 1, pass: expected one of all, resolve, Ann, Bob, got 'Zed'" in said
    assert "1 error" in said


def test_a_scenario_is_not_skipped_for_want_of_a_plugin_that_could_not_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "scenarios/claims.yaml").write_text(FILE, encoding="utf-8")
    (tmp_path / "cards/odd.py").write_text("raise KeyError('odd')\n", encoding="utf-8")
    said = collected(tmp_path, "-v", APNAP_PLUGINS_DIR=str(tmp_path / "cards"))
    assert "claims.yaml::Nobody has the card FAILED" in said
    assert "plugin odd was not loaded: KeyError: 'odd'" in said
