"""One table in fifty is played again in the background; what differs is reported with the plugin that made it so."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from apnap import cli
from apnap.pool import load_pool
from apnap.shell.app import Server
from apnap.shell.faults import AT_MOST
from apnap.shell.journal import faults_in
from apnap.shell.pooled import PoolGames
from apnap.shell.replaying import replay
from apnap.shell.replays import NICE, Replays, is_chosen
from apnap.shell.settings import Checking, Settings, load
from apnap.shell.witness import Called, Witness, culprit, first_difference
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from casting import opened, play
from plugs import write
from toy import Toys

FICKLE = """
import random
from apnap.cardkit import YOU, card, draw, gain_life, hookimpl, lose_life, scry, spell
api_version = 1
N = 0
def chance(it):
    yield gain_life(YOU, random.randrange(10**9))
def memory(it):
    global N
    N += 1
    yield gain_life(YOU, N)
def order(it):
    for word in {"one", "two", "three", "four", "five", "six"}:
        yield gain_life(YOU, len(word))
@hookimpl
def apnap_cards():
    return [card("Fickle " + body.__name__, "{0}", "Sorcery", spell(body)) for body in (chance, memory, order)]
"""

STEADY = """
from apnap.cardkit import creatures, card, custom, gain_life, gets, hookimpl, pt, spell, static, YOU
api_version = 1
def lively(look, frame):
    return look.state.player(frame.controller).life % 2 == 0
def steady(it):
    yield gain_life(YOU, 2)
@hookimpl
def apnap_cards():
    crowd = static(creatures, gets(1, 1), only_if=custom(lively, "your life total is even"))
    return [card("Steady Bear", "{0}", "Creature \\u2014 Bear", pt(2, 2), crowd),
            card("Steady Hand", "{0}", "Sorcery", spell(steady))]
"""


@pytest.fixture
def games(tmp_path: Path) -> PoolGames:
    write(tmp_path / "mine", "fickle", FICKLE)
    write(tmp_path / "mine", "steady", STEADY)
    games = PoolGames(load_pool(folder=tmp_path / "mine"))
    assert games.failures == ()
    return games


async def evening(server: Server, *cards: str) -> str:
    """A game in which Ann casts these cards in her first turn, and then gives up; its table."""
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=(*cards[:1], "Steady Bear", *cards) * 10)
        await play(ann, bob, casts=("Steady Bear", *cards), turns=2)
        await ann.concede()
        table = ann.room.table
        for client in (ann, bob):
            await client.close()
    return table


async def counted(server: Server, result: str, n: int = 1, within_s: float = 100) -> None:
    async with asyncio.timeout(within_s):
        while server.metrics.replays.labels(result)._value.get() < n:
            await asyncio.sleep(0.05)


# --- which tables ---------------------------------------------------------------------------------------


def test_one_table_in_fifty_is_chosen_and_the_setting_says_how_many() -> None:
    ids = [f"t-{secrets.token_hex(6)}" for _ in range(20_000)]
    assert Settings().checking.one_in == 50
    assert 280 < sum(is_chosen(id, 50) for id in ids) < 520
    assert all(is_chosen(id, 1) for id in ids) and not any(is_chosen(id, 0) for id in ids)
    assert load(environment={"APNAP_CHECKING__ONE_IN": "7"}).checking.one_in == 7


async def test_a_journal_in_memory_and_games_of_no_plugins_are_not_played_again(serve, games: PoolGames) -> None:
    server = await serve()
    for journal, made in ((":memory:", games), ("file", Toys())):
        replays = Replays(journal, made, Checking(one_in=1), server.metrics, print)
        replays.begin()
        replays.consider("t-1")
        assert replays._task is None and not replays._waiting


async def test_more_than_so_many_do_not_wait_and_that_is_counted(serve, games: PoolGames) -> None:
    server = await serve()
    replays = Replays("file", games, Checking(one_in=1, waiting=2), server.metrics, print)
    replays.begin()
    for n in range(4):
        replays.consider(f"t-{n}")
    assert server.metrics.replays.labels("dropped")._value.get() == 2
    await replays.end()


# --- what is found --------------------------------------------------------------------------------------


async def test_a_game_that_happens_again_is_nobodys_fault(serve, games: PoolGames, journal: str) -> None:
    server = await serve(games=games, checking=Checking(one_in=1))
    await evening(server, "Steady Hand")
    await counted(server, "same")
    await server.drain(notice=False)
    assert faults_in(journal) == []


async def test_a_game_that_was_left_is_played_again_as_far_as_it_went(serve, games: PoolGames, journal: str) -> None:
    server = await serve(games=games, checking=Checking(one_in=1))
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=("Steady Bear", "Steady Hand") * 20)
        await play(ann, bob, casts=("Steady Bear", "Steady Hand"), turns=1)
        (table,) = server.tables.values()
        table.post(lambda: table.close("nobody comes back"))
        await counted(server, "same")
        for client in (ann, bob):
            await client.close()
    (again,) = replay(Path(journal), games)
    assert again.verified == again.inputs > 10


@pytest.mark.parametrize("card", ["Fickle chance", "Fickle order"])
async def test_a_card_that_differs_is_reported_with_its_plugin_and_counted(
    serve, games: PoolGames, journal: str, card: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Code of another plugin runs in the same inputs, and what it gives depends on what the first did."""
    server = await serve(games=games, checking=Checking(one_in=1))
    table = await evening(server, card, "Steady Hand")
    await counted(server, "different")
    (said,) = [r.getMessage() for r in caplog.records if "did something else" in r.getMessage()]
    assert table in said and "plugin fickle, card:Fickle" in said
    wired = {p.name: p.failures for p in games.plugins}
    assert (wired["fickle"], wired["steady"]) == (1, 0)
    assert games.faults.kept_out == (), "once is not often"
    await server.drain(notice=False)
    (fault,) = faults_in(journal)
    assert (fault.plugin, fault.table_id) == ("fickle", table)
    shown = CliRunner().invoke(cli.main, ["plugins", "--journal", journal, "--plugins-dir", str(tmp_path / "mine")])
    assert "  failed once, last: gave something else when a table was played again: input" in shown.output


@pytest.mark.slow
async def test_a_card_that_remembers_other_tables_is_kept_out_in_the_end(serve, games: PoolGames, journal: str) -> None:
    """The first table of a server is the same again: what the card remembers from it shows at the others."""
    server = await serve(games=games, checking=Checking(one_in=1))
    for _ in range(AT_MOST + 1):
        await evening(server, "Fickle memory")
    await counted(server, "different", AT_MOST)
    assert games.faults.kept_out == ("fickle",)
    (reason,) = games.refuse_deck(m.Create(), ("Fickle memory",), ())
    assert "is of the plugin fickle, which this table does not have" in reason
    assert games.faults.why("fickle").endswith(
        "it failed 3 times, last it gave something else when a table was played again"
    )
    await server.drain(notice=False)


# --- at what cost ---------------------------------------------------------------------------------------


async def test_tables_do_not_wait_for_it(serve, games: PoolGames) -> None:
    """It is done by another process, of the lowest priority; the loop goes on turning."""
    server = await serve(games=games, checking=Checking(one_in=1))
    await evening(server, "Steady Hand")
    turns, niceness = 0, set()
    async with asyncio.timeout(100):
        while server.metrics.replays.labels("same")._value.get() < 1:
            await asyncio.sleep(0.005)
            turns += bool(children())
            niceness |= {os.getpriority(os.PRIO_PROCESS, pid) for pid in children()}
    assert NICE in niceness and niceness <= {0, NICE}
    assert turns > 5


def children() -> list[int]:
    """The processes that this one has started."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


async def test_a_server_that_stops_leaves_no_process_behind(serve, games: PoolGames) -> None:
    server = await serve(games=games, checking=Checking(one_in=1))
    before = set(children())
    await evening(server, "Steady Hand")
    while not set(children()) - before:
        await asyncio.sleep(0.01)
    await server.drain(notice=False)
    assert set(children()) == before


async def test_what_takes_too_long_is_given_up(serve, games: PoolGames, journal: str) -> None:
    server = await serve(games=games, checking=Checking(one_in=1, at_most_s=0.05))
    await evening(server, "Steady Hand")
    await counted(server, "unfinished")
    await server.drain(notice=False)
    assert faults_in(journal) == []


# --- the command ----------------------------------------------------------------------------------------


async def test_the_command_names_the_plugin_as_well(serve, games: PoolGames, journal: str, tmp_path: Path) -> None:
    server = await serve(games=games, checking=Checking(one_in=0))
    table = await evening(server, "Fickle chance")
    await server.drain(notice=False)
    command = [
        sys.executable,
        "-m",
        "apnap.cli",
        "replay",
        journal,
        "--verify",
        "--plugins-dir",
        str(tmp_path / "mine"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and f"table {table}: input" in done.stdout
    assert "other events, or another state; plugin fickle, card:Fickle chance" in done.stdout
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    (told,) = json.loads(done.stdout.splitlines()[-1])
    assert told["divergence"]["plugin"] == "fickle"
    without = subprocess.run(command[:-2], capture_output=True, text=True, check=False)
    assert (
        without.returncode == 1
        and "played with other plugins or cards: fickle is missing; steady is missing" in without.stdout
    )


# --- who is to blame ------------------------------------------------------------------------------------


def test_the_first_code_that_gave_something_else_is_to_blame_not_what_followed() -> None:
    one = [Called(1, "a", 5), Called(2, "b", 1), Called(2, "a", 7)]
    assert first_difference(one, one) == "" == first_difference(one, one[:2])
    assert first_difference(one, [one[0], Called(2, "b", 2), Called(2, "a", 8)]) == "b"
    assert first_difference(one, [one[0], Called(2, "c", 1), Called(2, "a", 8)]) == "", "another order shows nothing"
    assert culprit(one, [one, [Called(1, "a", 6)]]) == "a"


def test_a_witness_changes_nothing_and_remembers_what_was_raised() -> None:
    witness = Witness()

    def end() -> None:
        raise StopIteration

    assert witness("a", lambda: 10**30) == 10**30
    with pytest.raises(StopIteration):
        witness("b", end)
    witness("b", lambda: None)
    assert [c.key for c in witness.calls] == ["a", "b", "b"]
    assert witness.calls[1].gave != witness.calls[2].gave
