"""Games played again from a journal, alone: what happened, whether it happens again, and whose fault it is if not."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from apnap.engine.sight import SPECTATOR
from apnap.watchdog import LENIENCE, LIMIT_S, PATIENCE, Watchdog
from apnap_protocol.wording import Words

from .games import Games, GameSetup
from .journal import InputRow, inputs_in, tables_in
from .play import Outcome, Play, Started, from_bytes
from .witness import Called, Witness, culprit, testimonies

#: What other processes find that the same inputs make plugins' code give, up to an input of a table.
Elsewhere = Callable[[str, int], Iterable[Sequence[Called]]]


class Divergence(Struct, frozen=True):
    """The first input that did not do again what it did."""

    n: int
    by: str
    reason: str
    plugin: str = ""
    """The plugin whose code gives something else each time; "" where none could be found."""
    path: str = ""
    """Which of its code."""
    suspects: tuple[str, ...] = ()
    """Where none could be found: the plugins whose code ran in this input."""

    @property
    def said(self) -> str:
        """All of it in one line."""
        whose = "nobody's code could be found to give something else each time"
        if self.plugin:
            whose = f"plugin {self.plugin}, {self.path}"
        elif self.suspects:
            whose = f"code of {', '.join(self.suspects)} ran in it"
        return f"input {self.n} (by {self.by}): {self.reason}; {whose}"


class Replay(Struct, frozen=True):
    """What became of one table's inputs."""

    table: str
    inputs: int
    verified: int
    """Inputs that led to the same events and the same state, byte for byte."""
    divergence: Divergence | None = None
    problem: str = ""
    """Why the game could not be played here at all."""


def replay(path: Path, games: Games, *, table: str = "", say: Callable[[str], None] | None = None) -> list[Replay]:
    """Plays every table of a journal again, or one; `say` gets what a spectator would be told."""
    wanted = [id for id in tables_in(path) if table in ("", id)]
    # the processes that look for who is to blame have the same one-file plugins and files of cards
    elsewhere = partial(testimonies, path, folder=games.folder or "", cards=games.card_files)
    return [played_again(id, inputs_in(path, id), games, say, elsewhere) for id in wanted]


def played_again(
    table: str,
    rows: list[InputRow],
    games: Games,
    say: Callable[[str], None] | None = None,
    elsewhere: Elsewhere | None = None,
) -> Replay:
    """One table's inputs, put in again from the first."""
    found, witness = witnessed(table, rows, games, say)
    if found.divergence is None or found.divergence.plugin:
        return found
    setup = _setup_at(rows, found.divergence.n)
    return msgspec.structs.replace(found, divergence=_blamed(found, witness, games, setup, elsewhere))


def witnessed(
    table: str, rows: list[InputRow], games: Games, say: Callable[[str], None] | None = None
) -> tuple[Replay, Witness]:
    """The same, with a witness of what the code of plugins gave."""
    with contextlib.ExitStack() as stack:
        # what the lowest priority costs in time is no fault of a plugin's
        watchdog = stack.enter_context(Watchdog.installed(LIMIT_S * LENIENCE, PATIENCE * LENIENCE))
        witness = Witness(watchdog)
        return _put_in(table, rows, games, witness, say), witness


def _put_in(
    table: str, rows: list[InputRow], games: Games, witness: Witness, say: Callable[[str], None] | None
) -> Replay:
    play: Play | None = None
    for i, row in enumerate(rows):
        witness.n = row.n
        try:
            put_in = from_bytes(row.input)
            if isinstance(put_in, Started):
                if differences := games.differences(put_in.setup):
                    return Replay(
                        table, len(rows), i, problem=f"played with other plugins or cards: {'; '.join(differences)}"
                    )
                play = Play(games, put_in.setup, n=row.n - 1, after=play, guard=witness)
            if play is None:
                raise ValueError("expected the first input to start a game")
            outcome = play.take(put_in)
        except Exception as fault:
            return Replay(table, len(rows), i, Divergence(row.n, row.by, f"cannot be put in again: {fault!r}"))
        if say is not None:
            for line in _lines(play, outcome):
                say(line)
        if outcome.judged is not None:
            key = outcome.judged.keys[0]
            plugin = games.plugin_of(play.setup, key)
            return Replay(table, len(rows), i, Divergence(row.n, row.by, "code ran past its time", plugin, key))
        if play.trace != row.mark:
            return Replay(table, len(rows), i, Divergence(row.n, row.by, "other events, or another state"))
    return Replay(table, len(rows), len(rows))


# --- who is to blame ------------------------------------------------------------------------------------


def _setup_at(rows: list[InputRow], n: int) -> GameSetup | None:
    """What the game to which an input belongs began with."""
    for row in reversed([r for r in rows if r.n <= n]):
        with contextlib.suppress(msgspec.DecodeError):
            if isinstance(put_in := from_bytes(row.input), Started):
                return put_in.setup
    return None


def _blamed(
    found: Replay, witness: Witness, games: Games, setup: GameSetup | None, elsewhere: Elsewhere | None
) -> Divergence:
    """A divergence, with the plugin whose code gives something else each time.

    Where none can be shown to, the only plugin of others whose code ran in that input is to blame; where there are
    several of them, or none, nobody is.
    """
    diverged = found.divergence
    assert diverged is not None
    if setup is None or not witness.calls:
        return diverged
    key = culprit(witness.calls, elsewhere(found.table, diverged.n)) if elsewhere is not None else ""
    if key:
        return msgspec.structs.replace(diverged, plugin=games.plugin_of(setup, key), path=key)
    ours = {p.name for p in games.plugins if p.built_in}
    last = {games.plugin_of(setup, c.key): c.key for c in witness.calls if c.n == diverged.n}
    others = [name for name in last if name and name not in ours]
    if len(others) == 1:
        return msgspec.structs.replace(diverged, plugin=others[0], path=last[others[0]])
    return msgspec.structs.replace(diverged, suspects=tuple(sorted(others or filter(None, last))))


def _lines(play: Play, outcome: Outcome) -> Iterator[str]:
    told = outcome.told.get(SPECTATOR)
    if told is None:
        return
    words = Words([chair.name for chair in play.setup.seats])
    words.know(msgspec.to_builtins(play.pictures[SPECTATOR].view))
    for happening in told.events:
        yield from words.lines(happening)
