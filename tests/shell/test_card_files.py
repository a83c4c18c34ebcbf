"""A server with a file of cards: decks name them, the wire describes them, and a kill or a replay finds the same."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apnap import cli
from apnap.pool import load_pool
from apnap.shell import replaying, witness
from apnap.shell.games import Chair, GameSetup, Unplayable
from apnap.shell.pooled import PoolGames
from apnap.shell.replays import Replays
from apnap.shell.settings import Checking, WrongSettings, load
from apnap.shell.witness import Called
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from casting import opened, play
from printed import CARDS, READER, card_file, entry, reader

DECK = ("Paper Bear", "Paper Thought", "Paper Cure", "Séance of Paper", "Forest", "Forest")
CASTS = ("Paper Thought", "Paper Cure", "Séance of Paper")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return reader(tmp_path / "plugins")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return card_file(tmp_path / "files")


@pytest.fixture
def games(folder: Path, file: Path) -> PoolGames:
    return PoolGames(load_pool(folder=folder, cards=[file]))


def apnap(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "apnap.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


# --- at the table ---------------------------------------------------------------------------------------


async def test_people_play_with_cards_of_a_file(serve: Any, games: PoolGames) -> None:
    server = await serve(games=games)
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=DECK * 10)
        await play(ann, bob, casts=CASTS, turns=2)
        log = server.tables[ann.room.table].play.game.log
        gained = [e for e in log if type(e).__name__ == "LifeGained"]
        assert gained, "a card that was read has done what it says"
        for client in (ann, bob):
            await client.close()


async def test_the_wire_describes_such_cards_in_our_words_and_says_why_not(serve: Any, games: PoolGames) -> None:
    server = await serve(games=games)
    async with Client(server.url, guest="Ann") as ann:
        assert await ann.card("Paper Thought") == "you draw 2 cards"
        for name, why in (
            ("Paper Riddle", 'the card "Paper Riddle" is in paper.jsonl, but nobody reads its text'),
            ("Day", 'the card "Day" is in paper.jsonl, but it has more than one face'),
            ("Unwritten", 'there is no card "Unwritten"'),
        ):
            with pytest.raises(Refused) as refused:
                await ann.card(name)
            assert str(refused.value) == f"not_found: {why}"
        table = await ann.create(seats=2)
        with pytest.raises(Refused) as refused:
            await ann.join(table, ["Paper Riddle", "Forest"])
        reason = 'the card "Paper Riddle" is in paper.jsonl, but nobody reads its text'
        assert refused.value.details == {"reasons": [reason]}
        assert str(refused.value) == f"invalid_payload: this deck cannot be played: {reason}"


async def test_nobody_is_ever_sent_a_printed_text(serve: Any, folder: Path, tmp_path: Path) -> None:
    """Not of a card that is read, not of one that is not, not by a reader that fails with it in its mouth."""
    marked = [entry(c["name"], c["oracle_text"], flavor_text="zyzzyva", artist="zyzzyva") for c in CARDS[2:6]]
    source = READER.replace(
        "    if text == ", "    if 'Raise' in text:\n        raise ValueError(text)\n    if text == ", 1
    )
    texts = ("Draw 2 cards.", "Gain 3 life.", "What is it?", "Raise.", "zyzzyva")
    pool = load_pool(folder=reader(folder, source), cards=[card_file(tmp_path / "files", *marked)])
    server = await serve(games=PoolGames(pool))
    heard: list[str] = []
    async with Client(server.url, guest="Eve", on_frame=lambda frame: heard.append(repr(frame))) as eve:
        other = await eve.create(seats=2)
        for name in ("Paper Thought", "Paper Cure", "Paper Riddle", "Paper Bomb"):
            with contextlib.suppress(Refused):
                heard.append(await eve.card(name))
            with pytest.raises(Refused) as refused:
                await eve.join(other, [name, "Paper Riddle"])
            heard.append(repr((refused.value, refused.value.details)))
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=("Paper Thought", "Paper Cure", "Forest") * 10)
        await eve.watch(ann.room.table)
        await play(ann, bob, casts=CASTS, turns=2)
        heard += [repr(ann.view), repr(bob.view), repr(eve.view)]
        for client in (ann, bob):
            await client.close()
    assert len(heard) > 20
    assert not [text for text in texts for said in heard if text in said]


# --- after a kill, and again ----------------------------------------------------------------------------


async def game(server: Any) -> str:
    """A game with cards of the file, left where somebody is asked something; its table."""
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=DECK * 10)
        await play(ann, bob, casts=CASTS, turns=1)
        table = str(ann.room.table)
        for client in (ann, bob):
            await client.close()
    return table


async def test_a_killed_server_goes_on_with_the_same_file_and_not_with_another(
    serve: Any, kill: Any, games: PoolGames, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = await serve(games=games)
    table = await game(first)
    was = first.tables[table].play.mark
    await kill(first)
    changed = card_file(tmp_path / "b", *CARDS, entry("More"))
    read_otherwise = reader(tmp_path / "other", READER.replace("draw(YOU, int", "draw(YOU, 1 + int"))
    for cards, plugins, said in (
        ([], folder, "paper.jsonl is missing"),
        ([changed], folder, "paper.jsonl says something else now"),
        ([card_file(tmp_path / "c")], read_otherwise, "papers "),
    ):
        second = await serve(games=PoolGames(load_pool(folder=plugins, cards=cards)))
        (found,) = second.recovered
        assert found.table is None and table not in second.tables
        assert found.problem.startswith(f"it was played with other plugins or cards: {said}")
        await kill(second)
    moved = card_file(tmp_path / "moved", name="renamed.jsonl")
    third = await serve(games=PoolGames(load_pool(folder=folder, cards=[moved])))
    assert [found.problem for found in third.recovered] == [""]
    assert third.tables[table].play.mark == was


async def test_a_replay_wants_the_same_file(
    serve: Any, games: PoolGames, journal: str, folder: Path, file: Path
) -> None:
    server = await serve(games=games)
    table = await game(server)
    await server.drain(notice=False)
    words = ("replay", journal, "--verify", "--plugins-dir", folder)
    done = apnap(*words, "--cards", file)
    assert done.returncode == 0 and re.search(rf"table {table}: (\d+) of \1 inputs happen again", done.stdout)
    assert apnap(*words, APNAP_CARDS=str(file)).stdout == done.stdout
    without = apnap(*words)
    assert without.returncode == 1
    assert "played with other plugins or cards: paper.jsonl is missing" in without.stdout
    file.write_text(file.read_text(encoding="utf-8").replace("Gain 3", "Gain 4"), encoding="utf-8")
    other = apnap(*words, "--cards", file)
    assert other.returncode == 1 and "paper.jsonl says something else now" in other.stdout


async def test_the_process_that_plays_a_table_again_has_the_files(serve: Any, games: PoolGames, journal: str) -> None:
    server = await serve(games=games, checking=Checking(one_in=0))
    table = await game(server)
    replays = Replays(journal, games, Checking(one_in=1), server.metrics, print)
    found = await replays._played_again(table)
    assert found.problem == "" and found.divergence is None and found.verified == found.inputs > 5


async def test_a_card_of_a_file_that_differs_is_blamed_on_its_reader(
    serve: Any, folder: Path, file: Path, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes that look for who is to blame have the file as well: they say what the card gave there."""
    source = READER.replace("spell(gain_life(YOU, int(match[1])))", "spell(chance)")
    source += "\nimport random\ndef chance(it):\n    yield gain_life(YOU, random.randrange(10**9))\n"
    games = PoolGames(load_pool(folder=reader(folder, source), cards=[file]))
    server = await serve(games=games, checking=Checking(one_in=0))
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=("Paper Cure",) * 40)
        await play(ann, bob, casts=("Paper Cure",), turns=1)
        for client in (ann, bob):
            await client.close()
    await server.drain(notice=False)
    said: list[str] = []

    def heard(*asked: Any, **given: Any) -> Iterator[list[Called]]:
        for calls in witness.testimonies(*asked, **given):
            said.extend(call.key for call in calls)
            yield calls

    monkeypatch.setattr(replaying, "testimonies", heard)
    (found,) = replaying.replay(Path(journal), games)
    assert found.divergence is not None
    assert found.divergence.said.startswith("input ") and "plugin papers, card:Paper Cure" in found.divergence.said
    assert any(key.startswith("card:Paper Cure") for key in said)


# --- the commands ---------------------------------------------------------------------------------------


def test_the_setting_stands_where_others_do(tmp_path: Path) -> None:
    config = tmp_path / "apnap.toml"
    config.write_text('cards = ["a.jsonl", "b.json"]\n', encoding="utf-8")
    assert load(config, {}).cards == ("a.jsonl", "b.json")
    assert load(config, {"APNAP_CARDS": "c.jsonl"}).cards == ("c.jsonl",)
    assert load(None, {"APNAP_CARDS": "c.jsonl,d e.json"}).cards == ("c.jsonl", "d e.json")
    with pytest.raises(WrongSettings):
        config.write_text("cards = 7\n", encoding="utf-8")
        load(config, {})


@contextlib.contextmanager
def served(*words: object, **environment: str) -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "apnap.cli", "serve", "--port", "0", "--journal", ":memory:", *map(str, words)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    try:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip().removesuffix("/v1/ws")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@pytest.mark.parametrize("way", ["option", "file", "environment"])
async def test_a_server_takes_files_of_cards(way: str, folder: Path, file: Path, tmp_path: Path) -> None:
    config = tmp_path / "apnap.toml"
    config.write_text(f"cards = [{str(file)!r}]\n", encoding="utf-8")
    words = {"option": ("--cards", file), "file": ("--config", config), "environment": ()}[way]
    environment = {"APNAP_CARDS": str(file)} if way == "environment" else {}
    with served("--plugins-dir", folder, *words, **environment) as url:
        async with Client(url, guest="Ann") as ann:
            assert await ann.card("Paper Thought") == "you draw 2 cards"


def test_a_game_whose_file_has_changed_meanwhile_says_so(games: PoolGames, file: Path) -> None:
    """Between the joining of a deck and the start; not that no plugin has the card."""
    file.write_text(file.read_text(encoding="utf-8").replace("Draw 2", "Draw 9"), encoding="utf-8")
    chairs = (Chair("Ann", ("Paper Thought", "Forest")), Chair("Bob", ("Forest",)))
    with pytest.raises(Unplayable) as refused:
        games.start(GameSetup("current", "duel", chairs, 1, pool=games.frozen(m.Create(), ("Paper Thought",))))
    (reason,) = refused.value.reasons
    assert reason == 'the card "Paper Thought" is in paper.jsonl, but the file has changed since it was opened'


def test_a_malformed_file_ends_each_command_with_its_line(folder: Path, file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(CARDS[0]) + "\n{oops\n", encoding="utf-8")
    deck = tmp_path / "deck.txt"
    deck.write_text("60 Forest\n", encoding="utf-8")
    scenario = tmp_path / "x.yaml"
    scenario.write_text("title: x\nseats: {Ann: {}, Bob: {}}\nplay: []\n", encoding="utf-8")
    for words in (
        ("serve", "--journal", ":memory:"),
        ("demo",),
        ("play",),
        ("deck", "check", deck),
        ("scenario", scenario),
    ):
        done = CliRunner().invoke(cli.main, [*map(str, words), "--cards", str(file), "--cards", str(bad)])
        assert done.exit_code == 2, words
        assert "bad.jsonl, line 2: expected a card as a JSON object" in done.output, words
        assert "Traceback" not in done.output
    assert CliRunner().invoke(cli.main, ["serve", "--cards", str(tmp_path / "nothing")]).exit_code == 2
    config = tmp_path / "apnap.toml"
    config.write_text(f"cards = [{str(bad)!r}, 'nowhere.json']\n", encoding="utf-8")
    done = CliRunner().invoke(cli.main, ["serve", "--config", str(config)])
    assert done.exit_code == 2 and "bad.jsonl, line 2" in done.output


def test_a_deck_is_checked_with_the_cards_of_files(folder: Path, file: Path, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Paper Bear\n4 Séance of Paper\n52 Forest\n", encoding="utf-8")
    words = ["deck", "check", str(deck), "--plugins-dir", str(folder)]
    assert CliRunner().invoke(cli.main, [*words, "--cards", str(file)]).output.endswith("legal (60 cards)\n")
    without = CliRunner().invoke(cli.main, words)
    assert without.exit_code == 1 and 'there is no card "Paper Bear"' in without.output
    deck.write_text("4 Paper Riddle\n56 Forest\n", encoding="utf-8")
    refused = CliRunner().invoke(cli.main, [*words, "--cards", str(file)])
    assert refused.exit_code == 1
    assert 'the card "Paper Riddle" is in paper.jsonl, but nobody reads its text' in refused.output


SCENARIO = """
title: Cards of a file
mana: free
seats:
  Ann: {hand: [Paper Cure, Séance of Paper], battlefield: [Paper Bird], library: [3 Forest]}
  Bob: {}
play:
  - {seat: Ann, cast: Paper Cure}
  - pass: resolve
  - {seat: Ann, cast: Séance of Paper}
  - pass: resolve
  - expect: {life: {Ann: 23}, hand: {Ann: [Forest, Forest, Forest]}, objects: {Paper Bird: {has: [flying]}}}
---
title: One that nobody reads
seats: {Ann: {hand: [Paper Riddle]}, Bob: {}}
play: []
---
title: The file's own cards win
cards: [{name: Paper Bird, cost: "{1}", type: Creature — Bird, pt: 5/5}]
seats: {Ann: {battlefield: [Paper Bird]}, Bob: {}}
play:
  - expect: {objects: {Paper Bird: {power: 5}}}
"""


def test_a_scenario_names_cards_of_files(folder: Path, file: Path, tmp_path: Path) -> None:
    path = tmp_path / "paper.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    words = ["scenario", str(path), "--plugins-dir", str(folder)]
    done = CliRunner().invoke(cli.main, [*words, "--cards", str(file), "--unsupported"])
    assert done.exit_code == 0 and "2 passed, 0 failed, 1 unsupported" in done.output, done.output
    assert 'the card "Paper Riddle" is in paper.jsonl, but nobody reads its text' in done.output
    assert "1 passed, 0 failed, 2 unsupported" in CliRunner().invoke(cli.main, words).output


def test_bots_play_a_deck_of_such_cards(folder: Path, file: Path, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("20 Paper Bird\n16 Paper Bear\n24 Forest\n", encoding="utf-8")
    words = ["demo", "--format", "duel", "--deck", str(deck), "--plugins-dir", str(folder)]
    done = CliRunner().invoke(cli.main, [*words, "--cards", str(file)])
    assert done.exit_code == 0 and "Paper Bird" in done.output and "Winner: " in done.output
    without = CliRunner().invoke(cli.main, words)
    assert without.exit_code == 1 and 'there is no card "Paper Bear"' in without.output
