"""Mistakes at the command line are told in a line that says what was expected, and never as a traceback."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from apnap.cli import main


def told(*words: str, **environment: str) -> str:
    """What a command that must fail says; another exception than a refusal is passed on."""
    result = CliRunner(env=environment).invoke(main, words)
    assert isinstance(result.exception, SystemExit) and result.exit_code in (1, 2), result.exception
    return result.output


@pytest.mark.parametrize("command", ["demo", "play"])
def test_more_players_than_a_duel_has(command: str) -> None:
    assert "2 players, not 4" in told(command, "--format", "duel", "--players", "4")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in told("serve", "--port", port, "--journal", str(tmp_path / "journal.sqlite3"))


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a journal " * 100, encoding="utf-8")
    assert "expected the journal of a server" in told("replay", str(file))


@pytest.mark.parametrize("there", ["a text", "a folder", "nothing", "half of one"])
def test_a_journal_that_cannot_be_used(tmp_path: Path, there: str) -> None:
    file = tmp_path / "journal.sqlite3"
    match there:
        case "a text":
            file.write_text("not a journal " * 100, encoding="utf-8")
        case "a folder":
            file.mkdir()
        case "nothing":
            file = tmp_path / "no" / "such" / "folder" / "journal.sqlite3"
        case _:
            with contextlib.closing(sqlite3.connect(file)) as connection:
                connection.executescript("CREATE TABLE many(x); CREATE TABLE more(x)")
                connection.executemany("INSERT INTO many VALUES (?)", [("x" * 1000,)] * 100)
                connection.commit()
            with file.open("r+b") as opened:
                opened.truncate(file.stat().st_size // 2)
                opened.seek(100)
                opened.write(b"?" * 3000)
    said = told("serve", "--port", "0", "--journal", str(file))
    assert str(file) in said and "expected the whole journal of a server" in said


def test_a_setting_that_does_not_exist_says_where_it_came_from(tmp_path: Path) -> None:
    assert "APNAP_*" in told("config", APNAP_FOO="1")
    file = tmp_path / "server.toml"
    file.write_text("prot = 1\n", encoding="utf-8")
    assert "server.toml" in told("config", "--config", str(file))


def test_a_project_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "apnap-otters").mkdir()
    assert "is there already" in told("new-plugin", "otters", "--in", str(tmp_path))


def test_a_deck_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(b"\xff\xfe\xad")
    assert "expected a text file in UTF-8" in told("deck", "check", str(file))
    assert told("deck", "check", str(tmp_path / "none.txt")).endswith("none.txt: No such file or directory\n")


def test_a_folder_without_scenarios_is_no_success(tmp_path: Path) -> None:
    assert "there are no scenarios in" in told("scenario", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "known"),
    [(("demo", "--format", "comander"), "commander, duel"), (("demo", "--edition", "2005"), "2004, 2007")],
)
def test_what_is_misspelt_is_told_with_what_there_is(arguments: tuple[str, ...], known: str) -> None:
    assert known in told(*arguments)


def test_two_forms_of_the_schema_at_once(tmp_path: Path) -> None:
    """Of two forms the last was shown, as if only it had been asked for."""
    assert "expected one of --write, --asyncapi" in told("schema", "--asyncapi", "--typescript")
    assert "expected one of --write, --asyncapi" in told("schema", "--typescript", "--write", str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_forgiving_a_plugin_that_there_is_not(tmp_path: Path) -> None:
    """A name mistyped was "forgiven" with 0 failures."""
    journal = str(tmp_path / "journal.sqlite3")
    assert "there is no plugin 'rouge'" in told("plugins", "--journal", journal, "--forgive", "rouge")
