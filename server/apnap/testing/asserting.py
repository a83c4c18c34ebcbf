"""What must hold of every plugin's cards, for its author to assert."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

from apnap.engine.apply import fold
from apnap.engine.game import Game
from apnap.engine.state import State

from .tables import Client, Table

#: Seeds of Python's hashing under which a game must be the same.
HASH_SEEDS = ("1", "20407")


def assert_deterministic(table: Table) -> None:
    """The same answers lead to the same log: again here, and in other processes under other hash seeds."""
    saved, wanted = table.saved(), summary(table)
    again = summary(Table.replayed(table.pool, saved))
    assert again == wanted, f"played again, the game ended as {again}, not as {wanted}"
    for seed in HASH_SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-m", "apnap.testing.replay"],
            input=saved,
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, f"in another process the game could not be played again:\n{done.stderr}"
        found = done.stdout.strip()
        assert found == wanted, f"under PYTHONHASHSEED={seed} the game ended as {found}, not as {wanted}"


def summary(table: Table) -> str:
    """What two equal games have in common: the digests of state and log, and the length of the log."""
    log = table.game.log
    return f"{table.game.digest()} {zlib.crc32(repr(log).encode())} {len(log)}"


def assert_survives_restart(table: Table) -> None:
    """A server that is killed now goes on with the same state, question and views."""
    after = table.restarted()
    for game in (Game.restore(table.game.book, table.game.checkpoint()), after.game):
        differences = _differences(game.state, table.game.state)
        assert not differences, f"the state differs: {'; '.join(differences)}"
        mine, its = table.game.request, game.request
        assert _shape(mine) == _shape(its), f"asks {_shape(its)} and not {_shape(mine)}"
    for viewer in table.play.sight.viewers:
        assert after.pictures[viewer].view == table.play.pictures[viewer].view, f"viewer {viewer} sees something else"


def _differences(one: State, other: State) -> list[str]:
    mine, its = one.freeze(), other.freeze()
    return [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(its, name)]


def _shape(request: object) -> object:
    names = ("kind", "who", "prompt", "options", "default", "min", "max")
    return None if request is None else tuple(getattr(request, name) for name in names)


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
