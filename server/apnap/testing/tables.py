"""A table for tests: a real game and its clients, each seeing what the wire would tell it, without any socket.

A table begins from a position, written as the head of a scenario file, and is played by its clients. It can be
played again from its inputs, also by another process (`python -m apnap.testing.replay FILE`).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from apnap.engine.calls import Guard
from apnap.engine.events import CardFailed
from apnap.engine.game import Game
from apnap.engine.position import build
from apnap.pool import Pool
from apnap.scenario.claims import Scenario
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.setting import setting
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Answering, Conceding, Input, Play, Snapshot, Started, from_bytes, to_bytes
from apnap.shell.pooled import PoolGames
from apnap_protocol import messages as m
from apnap_protocol.requests import Option, Question

#: Passes and forced answers that `resolve` gives before it gives up.
PATIENCE = 400


class Posed(PoolGames):
    """Games that begin from one position; a server of them plays it over real sockets.

    `head` has the keys of a scenario's head. The decks that people bring are not looked at.
    """

    def __init__(self, pool: Pool, head: Mapping[str, Any]) -> None:
        super().__init__(pool)
        self.scenario = _scenario(pool, head)
        self.folder = None  # no journal says from which position a game began

    def refuse_deck(
        self,
        wish: m.Create,
        deck: tuple[str, ...],
        commanders: tuple[str, ...],
        schemes: tuple[str, ...] = (),
        *,
        seat: int = 0,
    ) -> tuple[str, ...]:
        return ()

    def start(self, setup: GameSetup, guard: Guard | None = None) -> Game:
        book = book_of(self.pool)(self.scenario)
        game = Game(book, build(setting(self.scenario, book).position, book), guard)
        game.free_mana = self.scenario.free_mana
        return game

    def restore(self, setup: GameSetup, data: bytes, guard: Guard | None = None) -> Game:
        return Game.restore(book_of(self.pool)(self.scenario), data, guard)


class Table:
    """A game in a test. `client(seat)` acts and sees for a seat; `game` is the engine's game."""

    def __init__(self, pool: Pool, head: Mapping[str, Any], guard: Guard | None = None) -> None:
        """A table at a position; `head` has the keys of a scenario's head, such as seats and edition.

        `guard` surrounds the cards' code, as a server's watchdog does.
        """
        self.head, self.pool = dict(head), pool
        self._games = Posed(pool, head)
        self.names = self._games.scenario.seat_names
        self.setup = GameSetup(
            self._games.scenario.edition,
            "+".join(self._games.scenario.formats),
            tuple(Chair(name, ()) for name in self.names),
            self._games.scenario.seed,
            pool=pool.frozen,
        )
        self.inputs: list[Input] = []
        self.sent: dict[int, list[str]] = {}
        self.play = Play(self._games, self.setup, guard=guard)
        self.sent = {viewer: [] for viewer in self.play.sight.viewers}
        self._put(Started(self.setup))

    @property
    def game(self) -> Game:
        game = self.play.game
        assert isinstance(game, Game)
        return game

    @property
    def failures(self) -> list[CardFailed]:
        """Failures of cards so far."""
        return [event for event in self.game.log if isinstance(event, CardFailed)]

    def client(self, seat: int | str) -> Client:
        """Who sits there, by number or name."""
        return Client(self, self.names.index(seat) if isinstance(seat, str) else seat)

    @property
    def asked(self) -> tuple[Client, ...]:
        """Who must decide now."""
        return tuple(self.client(seat) for seat in sorted(self.play.questions))

    def resolve(self) -> None:
        """Everybody passes until the stack is empty; stops before any other question."""
        for _ in range(PATIENCE):
            if self.play.game.over or not self.game.state.zone("stack"):
                return
            client = self.asked[0]
            if client.question is None or client.question.kind != "priority":
                return
            client.pass_()
        raise AssertionError(f"the stack is not empty after {PATIENCE} passes")

    def go_to(self, step: str, *, turn: int | None = None) -> None:
        """Goes on with passes and defaults until a step (of a turn) in which somebody has priority."""
        for _ in range(PATIENCE):
            now = self.game.state.turn
            is_there = now.step == step and (turn is None or now.number == turn)
            client = self.asked[0] if self.asked else None
            if client is None or (is_there and client.question is not None and client.question.kind == "priority"):
                return
            client.default()
        raise AssertionError(f"there was no {step} within {PATIENCE} answers")

    # --- inputs -----------------------------------------------------------------------------------------

    def _put(self, put_in: Input) -> None:
        outcome = self.play.take(put_in)
        self.inputs += [outcome.judged] if outcome.judged is not None else []
        self.inputs.append(put_in)
        for viewer, told in outcome.told.items():
            self.sent[viewer].append(msgspec.json.encode(told).decode())
        for seat in outcome.asked:
            self.sent[seat].append(msgspec.json.encode(self.play.asked(seat)).decode())

    def saved(self) -> str:
        """The position and all inputs, as text."""
        return json.dumps({"head": self.head, "inputs": [to_bytes(i).decode() for i in self.inputs]})

    @classmethod
    def replayed(cls, pool: Pool, saved: str) -> Table:
        """The same game again, from `saved()`."""
        values = json.loads(saved)
        table = cls(pool, values["head"])
        for text in values["inputs"][1:]:
            table._put(from_bytes(text.encode()))
        return table

    def killed(self) -> str:
        """What a server leaves behind that is killed now: all inputs, and a snapshot at a grant of priority."""
        request = self.game.request
        snapshot = None
        if request is not None and request.kind == "priority":
            snapshot = Snapshot(self.game.checkpoint(), self.play.sight.saved())
        left = {**json.loads(self.saved()), "n": self.play.n, "snapshot": msgspec.to_builtins(snapshot)}
        return json.dumps(left)

    @classmethod
    def restarted(cls, pool: Pool, left: str) -> Play:
        """The play of a server that takes up what another one left, from `killed()`."""
        values = json.loads(left)
        if values["snapshot"] is None:
            return cls.replayed(pool, left).play
        table = cls(pool, values["head"])
        snapshot = msgspec.convert(values["snapshot"], Snapshot)
        return Play.restored(table._games, table.setup, values["n"], snapshot)


class Client:
    """A seat: what it sees, what it is asked, and what it may do."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.name = table.names[seat]

    # --- seeing -----------------------------------------------------------------------------------------

    @property
    def view(self) -> Mapping[str, Any]:
        """All that this seat sees, as the wire has it."""
        return self.table.play.pictures[self.seat].view

    @property
    def life(self) -> int:
        return int(self.view[f"seat:{self.seat}"]["life"])

    def cards(self, zone: str, *, of: int | None = None) -> list[str]:
        """The names of what this seat sees in a zone (hand, battlefield, graveyard, exile, stack), sorted."""
        owner = self.seat if of is None else of
        found = [e for e in self.view.values() if e.get("is") == "object" and e.get("zone") == zone]
        key = "controller" if zone in ("battlefield", "stack") else "owner"
        return sorted(str(e.get("name", "")) for e in found if e.get(key) == owner)

    def was_told(self, text: str) -> bool:
        """Whether anything that was ever sent to this seat has this text in it."""
        written = json.dumps(text)[1:-1]
        return any(text in frame or written in frame for frame in self.table.sent[self.seat])

    # --- deciding ---------------------------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """What this seat is asked now."""
        return self.table.play.asked(self.seat) if self.seat in self.table.play.questions else None

    @property
    def options(self) -> list[str]:
        """What this seat may do, in words: "cast Pond Otter", "pass"."""
        return [] if self.question is None else [self._say(o) for o in self.question.options]

    def answer(self, *picks: str, number: int | None = None, amounts: Any = None, cancel: bool = False) -> None:
        """Answers the open question by the ids of options, as a client on the wire does; raises `Refusal`."""
        question = self._asked()
        reply = m.Reply(request=question.id, picks=tuple(picks), number=number, amounts=amounts or {}, cancel=cancel)
        self.table._put(self.table.play.judge(self.seat, reply))

    def do(self, deed: str) -> None:
        """Takes the one option that reads so: "cast Pond Otter", "activate Mogg Fanatic", "play Forest"."""
        found = [o for o in self._asked().options if self._say(o) == deed]
        if not found:
            raise AssertionError(f"{self.name} cannot {deed!r} now; expected one of {', '.join(self.options)}")
        self.answer(found[0].id)

    def cast(self, card: str, *targets: str) -> None:
        """Casts a card: chooses targets by name, in order, and pays as the server proposes."""
        self.do(f"cast {card}")
        waiting = list(targets)
        while (question := self.question) is not None and question.kind != "priority":
            ways = [o.id for o in question.options if o.payload.kind == "pay"]
            if question.kind == "pay" and ways:
                self.answer(ways[0])
            elif waiting and question.options:
                self.choose(waiting.pop(0))
            else:
                return

    def choose(self, *names: str) -> None:
        """Chooses options by the names of what they stand for: cards, players, words."""
        by_name: dict[str, list[str]] = {}
        for option in self._asked().options:
            by_name.setdefault(self._called(option), []).append(option.id)
        unknown = [name for name in names if name not in by_name]
        if unknown:
            raise AssertionError(f"{self.name} cannot choose {', '.join(unknown)}; expected {', '.join(by_name)}")
        self.answer(*(by_name[name].pop(0) for name in names))

    def pass_(self) -> None:
        """Passes priority."""
        self.answer("pass")

    def default(self) -> None:
        """Gives the answer that a clock would give."""
        answer = self.table.play.default(self.seat)
        self.table._put(Conceding(self.seat) if answer is None else Answering(self.seat, answer))

    def concede(self) -> None:
        """Leaves the game."""
        self.table._put(Conceding(self.seat))

    def _asked(self) -> Question:
        question = self.question
        if question is None:
            waited = ", ".join(c.name for c in self.table.asked) or "nobody"
            raise AssertionError(f"{self.name} is not asked; the game waits for {waited}")
        return question

    def _say(self, option: Option) -> str:
        return f"{option.payload.kind} {self._called(option)}".strip()

    def _called(self, option: Option) -> str:
        payload = option.payload
        if payload.object:
            return str(self.view.get(payload.object, {}).get("name", payload.object))
        if payload.seat is not None:
            return self.table.names[payload.seat]
        return payload.word


def _scenario(pool: Pool, head: Mapping[str, Any]) -> Scenario:
    """A position by the reader of scenario files."""
    text = json.dumps({"title": "a table", "play": [], **head})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.yaml"
        path.write_text(text, encoding="utf-8")
        found: Sequence[Scenario] = read(path, known(pool))
    return found[0]
