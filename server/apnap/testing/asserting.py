"""What must hold of every plugin's cards, for its author to assert."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from typing import Any

import msgspec

from apnap.engine.apply import fold
from apnap.engine.game import Game
from apnap.engine.requests import Request
from apnap.engine.state import State
from apnap.shell.play import Play

from .tables import Client, Table

#: Seeds of Python's hashing under which a game must be the same.
HASH_SEEDS = ("1", "20407")


def assert_deterministic(table: Table) -> None:
    """The same answers lead to the same log: again here, and in other processes under other hash seeds."""
    saved, wanted = table.saved(), summary(table)
    again = summary(Table.replayed(table.pool, saved))
    assert again == wanted, f"played again, the game ended as {again}, not as {wanted}"
    for seed in HASH_SEEDS:
        found = _elsewhere(saved, seed).splitlines()[-1]
        assert found == wanted, f"under PYTHONHASHSEED={seed} the game ended as {found}, not as {wanted}"


def _elsewhere(saved: str, seed: str, *options: str) -> str:
    """What another process, under this seed of hashing, makes of a saved table."""
    done = subprocess.run(
        [sys.executable, "-m", "apnap.testing.replay", *options],
        input=saved,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    assert done.returncode == 0, f"in another process the game could not be played again:\n{done.stderr}"
    return done.stdout


def summary(table: Table) -> str:
    """What two equal games have in common: the digests of state and log, and the length of the log."""
    log = table.game.log
    return f"{table.game.digest()} {zlib.crc32(repr(log).encode())} {len(log)}"


def assert_survives_restart(table: Table) -> None:
    """A server that is killed now goes on, in another process, with the same state, question and views."""
    left, wanted = table.killed(), standing(table.play)
    after = Table.restarted(table.pool, left)
    for game in (Game.restore(table.game.book, table.game.checkpoint()), after.game):
        differences = _differences(game.state, table.game.state)
        assert not differences, f"the state differs: {'; '.join(differences)}"
    _compare(standing(after), wanted)
    _compare(_elsewhere(left, HASH_SEEDS[0], "--restart").splitlines()[-1], wanted)


def standing(play: Play) -> str:
    """Where a play stands: the digest of its state, what it asks, and what everybody sees."""
    views = {viewer: play.pictures[viewer].view for viewer in play.sight.viewers}
    values = {"state": play.game.digest(), "asks": _shape(play.game.request), "views": views}
    return msgspec.json.encode(values).decode()


def _compare(found: str, wanted: str) -> None:
    its, mine = json.loads(found), json.loads(wanted)
    assert its["asks"] == mine["asks"], f"asks {its['asks']} and not {mine['asks']}"
    for viewer, view in mine["views"].items():
        other = its["views"][viewer]
        for entry in sorted(view.keys() | other.keys()):
            was, now = view.get(entry), other.get(entry)
            assert was == now, f"viewer {viewer} sees {entry} as {now}, not as {was}"
    assert its["state"] == mine["state"], "the state has another digest"


def _differences(one: State, other: State) -> list[str]:
    mine, its = one.freeze(), other.freeze()
    return [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(its, name)]


def _shape(request: Request | None) -> list[Any] | None:
    names = ("kind", "who", "prompt", "options", "default", "min", "max")
    return None if request is None else [msgspec.to_builtins(getattr(request, name)) for name in names]


def assert_hides(seat: Client, card: str) -> None:
    """Nothing that was ever sent to this seat names a card."""
    told = [frame for frame in seat.table.sent[seat.seat] if card in frame]
    assert not seat.was_told(card), f"{seat.name} was told of {card}: {told[0][:300] if told else ''}"


def faults_of(game: Game, base: State) -> list[str]:
    """What is wrong with a game whose log began at `base`: log and state, bytes, fork, caches."""
    found = []
    state = game.state.to_bytes()
    if fold(base, game.log, game.book.tallies).to_bytes() != state:
        found.append("the log does not lead to the state")
    if Game.restore(game.book, game.checkpoint()).state.to_bytes() != state:
        found.append("restored from a checkpoint, the state is another")
    if game.fork().state.to_bytes() != state:
        found.append("a fork has another state")
    return found + [f"a cache is wrong: {difference}" for difference in game.look.differences()]
