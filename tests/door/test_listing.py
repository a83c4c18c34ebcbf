"""`apnap plugins`, and the same over the wire."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apnap import cli
from apnap.pool import load_pool
from apnap.shell.pooled import PoolGames
from plugs import card_source, write


def plugins(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.main, ["plugins", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "mine", "bad", "raise RuntimeError('no')")
    write(tmp_path / "mine", "odd", "import random\n" + card_source("Odd Bear"))
    write(tmp_path / "mine", "zoo", card_source("Zoo Bear"))
    return tmp_path / "mine"


def test_others_are_listed_with_what_they_provide_and_lack(folder: Path) -> None:
    done = plugins("--plugins-dir", folder)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0].startswith("odd ") and lines[0].endswith(": 1 card")
    assert lines[1] == "  no scenario files"
    assert "imports random" in lines[2]
    assert lines[-1] == "bad was not loaded: RuntimeError: no"
    assert "undying" not in done.output


def test_what_has_no_name_to_count_is_listed_too(folder: Path) -> None:
    source = (
        "from apnap.cardkit import hookimpl\napi_version = 1\n@hookimpl\ndef apnap_text_readers():\n    return []\n"
    )
    write(folder, "papers", source)
    assert re.search(r"^papers \w+: a reader of card text$", plugins("--plugins-dir", folder).output, re.M)


def test_with_all_ours_are_listed_too(folder: Path) -> None:
    assert "undying 0.1.0: 1 keyword\n" in plugins("--all", "--plugins-dir", folder).output


def test_without_any_other_that_is_said() -> None:
    assert plugins().output.startswith("no plugin but the ")


def test_a_hook_chooses_those_that_have_it() -> None:
    shown = json.loads(plugins("--all", "--json", "--hook", "apnap_editions").output)["plugins"]
    assert [p["name"] for p in shown] == ["apnap.rules.plugin"]
    assert plugins("--hook", "apnap_crads").exit_code == 2


def test_a_name_in_the_variables_that_no_plugin_has_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APNAP_BLOCK_PLUGINS", "zoo,undyng")
    monkeypatch.setenv("APNAP_LOAD_PLUGINS", "odd,aod")
    done = plugins("--plugins-dir", folder)
    complaints = [line for line in done.stderr.splitlines() if line.startswith("there is no plugin")]
    assert [line.split(",")[0] for line in complaints] == ["there is no plugin aod", "there is no plugin undyng"]
    monkeypatch.setenv("APNAP_PLUGINS_DIR", str(folder))
    assert "no plugin odd" not in plugins().stderr


def test_json_has_everything(folder: Path) -> None:
    told = json.loads(plugins("--json", "--plugins-dir", folder).output)
    assert told["failures"][0]["name"] == "bad" and told["fingerprint"]
    odd, zoo = told["plugins"]
    assert zoo["name"] == "zoo" and zoo["cards"] == ["Zoo Bear"] and zoo["api_version"] == 1
    assert zoo["without_scenario"] is None and zoo["hooks"] == ["apnap_cards"]
    assert odd["warnings"] and not zoo["warnings"]


def test_strict_fails_where_a_plugin_does(folder: Path) -> None:
    assert plugins("--plugins-dir", folder, "--strict").exit_code == 1
    (folder / "bad.py").unlink()
    assert plugins("--plugins-dir", folder, "--strict").exit_code == 0


def test_a_strict_server_does_not_start_with_a_broken_plugin(folder: Path) -> None:
    done = CliRunner().invoke(cli.main, ["serve", "--strict", "--plugins-dir", str(folder)])
    assert done.exit_code == 1 and "plugin bad was not loaded: RuntimeError: no" in done.output


def test_cards_that_no_scenario_names_are_said(folder: Path) -> None:
    scenarios = folder.parent / "tests" / "scenarios"
    scenarios.mkdir(parents=True)
    (scenarios / "some.yaml").write_text("hand: [Zoo Bears, 'Zoo Bear''s']\n")
    told = json.loads(plugins("--json", "--plugins-dir", folder).output)["plugins"]
    assert {p["name"]: p["without_scenario"] for p in told} == {"odd": ["Odd Bear"], "zoo": []}
    (scenarios / "some.yaml").write_text("hand: [Zoo Bears, Old_Zoo Bear, Zoo Bear2]\n")
    told = json.loads(plugins("--json", "--plugins-dir", folder).output)["plugins"]
    assert {p["name"]: p["without_scenario"] for p in told} == {"odd": ["Odd Bear"], "zoo": ["Zoo Bear"]}


def test_the_wire_says_the_same(folder: Path) -> None:
    games = PoolGames(load_pool(folder=folder))
    told = {p.name: p for p in games.plugins}
    assert told["zoo"].provides == {"cards": 1} and told["zoo"].without_scenario is None
    assert told["odd"].warnings == 1 and told["undying"].built_in and not told["zoo"].built_in
    page = games.page()
    printed = json.loads(plugins("--all", "--json", "--plugins-dir", folder).output)
    assert json.loads(json.dumps(page)) == printed


def test_a_plugin_adds_commands_and_takes_no_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        folder,
        "tool",
        """
        import click
        from apnap.cardkit import hookimpl
        api_version = 1
        @hookimpl
        def apnap_commands(cli):
            @cli.command()
            def greet():
                click.echo("hello from a plugin")
            @cli.command()
            def serve():
                click.echo("taken over")
        """,
    )
    monkeypatch.setenv("APNAP_PLUGINS_DIR", str(folder))
    monkeypatch.delattr(cli.main, "_asked", raising=False)
    try:
        done = CliRunner().invoke(cli.main, ["greet"])
        assert done.exit_code == 0 and "hello from a plugin" in done.output
        assert "there is a command 'serve' already" in done.output
        assert "taken over" not in CliRunner().invoke(cli.main, ["serve", "--help"]).output
    finally:
        cli.main.commands.pop("greet", None)
