"""Golden transcripts: what people and a server say to each other, frame by frame.

    python tests/transcripts.py      records docs/transcripts anew

Each line has `who` and one of `send`, `receive`, `connect` (a new connection), `lose` (the connection, without a word)
and `closed` (by the server, with its code); a line `drain` is the server that takes its leave. What is different each
time (tokens, ids of tables, the time) stands as `<name>`; ids within a game and digests do not, for the same seed
gives the same.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from apnap.shell.app import Server
from apnap.shell.settings import Limits, Pace, Settings
from evenings import games
from people import Socket

FOLDER = Path(__file__).parents[1] / "docs/transcripts"
DECK = ["Forest"] * 20
#: What is different each time: everybody's own, and what is the same for all.
OWN = ("token", "resume_token", "person", "session")
SHARED = ("table", "invitation", "server_time", "deadline")
Line = dict[str, Any]
Step = tuple[str, Line | str]


def _send(who: str, t: str, id: str, **d: object) -> Step:
    return who, {"t": t, "id": id, "d": d}


DUEL: list[Step] = [
    ("Ann", "connect"),
    ("Bob", "connect"),
    _send("Ann", "ping", "early"),
    _send("Ann", "auth", "1", guest="Ann"),
    _send("Bob", "auth", "1", guest="Bob"),
    _send("Ann", "create", "2", seats=2, seed=7, name="duel"),
    _send("Ann", "join", "3", table="<table>", deck=DECK),
    _send("Bob", "join", "2", table="<table>", deck=["Forest", "No Such Card"]),
    _send("Bob", "join", "3", table="<table>", deck=DECK),
    _send("Bob", "answer", "4", request="r1", picks=["keep"]),
    _send("Ann", "answer", "4", request="r1", picks=["perhaps"]),
    _send("Ann", "answer", "5", request="r1", picks=["keep"]),
    _send("Ann", "answer", "5", request="r1", picks=["keep"]),
    _send("Bob", "answer", "5", request="r1", picks=["keep"]),
    _send("Bob", "chat", "6", text="good luck"),
    _send("Ann", "answer", "6", request="r2", picks=["pass"]),
    _send("Bob", "concede", "7"),
]
#: Everything around a game: what the duel has none of.
EVENING: list[Step] = [
    ("Ann", "connect"),
    ("Bob", "connect"),
    ("Eve", "connect"),
    _send("Ann", "auth", "1", guest="Ann"),
    _send("Bob", "auth", "1", guest="Bob"),
    _send("Eve", "auth", "1", guest="Eve"),
    _send("Ann", "create", "2", seats=3, seed=7, name="evening", clocks={"decision_s": 600}),
    _send("Eve", "list", "2"),
    _send("Eve", "card", "3", name="Forest"),
    _send("Eve", "watch", "4", table="<table>"),
    _send("Ann", "join", "3", table="<table>", deck=DECK, ready=False),
    _send("Bob", "join", "2", table="<table>", deck=DECK, seat=2),
    _send("Ann", "kick", "4", seat=2),
    ("Bob", "connect"),
    _send("Bob", "auth", "3", token="<token>"),
    _send("Bob", "join", "4", table="<table>", deck=DECK),
    _send("Ann", "ready", "5"),
    _send("Ann", "start", "6"),
    _send("Ann", "answer", "7", request="r1", picks=["keep"]),
    _send("Bob", "answer", "5", request="r1", picks=["keep"]),
    _send("Ann", "prefer", "8", stops=[{"step": "upkeep", "seat": 1}], hold=True),
    _send("Ann", "pause", "9"),
    _send("Bob", "pause", "6"),
    _send("Bob", "pause", "7", pause=False),
    ("Ann", "lose"),
    _send("Bob", "chat", "8", text="are you there?"),
    ("Ann", "connect"),
    _send("Ann", "auth", "10", token="<token>"),
    _send("Ann", "resume", "11", session="<session>", resume_token="<resume_token>", v=12),
    _send("Bob", "desync", "9", v=20, digest=0),
    _send("Bob", "ping", "10", v_seen=20),
    _send("Ann", "why", "12", event="e9"),
    _send("Bob", "concede", "11"),
    _send("Ann", "rematch", "13"),
    _send("Bob", "leave", "12"),
    ("", "drain"),
]
PROGRAM = {"duel": DUEL, "evening": EVENING}


class Wire:
    """One person's connection, with the real values of what stands as `<name>`."""

    def __init__(self, socket: Socket, own: dict[str, str], shared: dict[str, str]) -> None:
        self._socket, self._own, self._shared = socket, own, shared

    async def send(self, frame: Line) -> None:
        text = json.dumps(frame)
        for name, value in (self._own | self._shared).items():
            text = text.replace(f"<{name}>", value)
        await self._socket.socket.send(text)

    def lose(self) -> None:
        self._socket.socket.transport.abort()

    async def receive(self) -> Line:
        """The line of what comes next."""
        try:
            frame = await self._socket.frame()
        except ConnectionClosed as closed:
            return {"closed": closed.rcvd.code if closed.rcvd else 0}
        if frame["t"] == "hello":
            frame["d"] = {"protocol": frame["d"]["protocol"]}
        return {"receive": self._plain(frame)}

    def _plain(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._plain(each) for each in value]
        if not isinstance(value, dict):
            return value
        for names, kept in ((OWN, self._own), (SHARED, self._shared)):
            kept |= {name: value[name] for name in names if isinstance(value.get(name), str) and value[name]}
        return {k: f"<{k}>" if self._varies(k, v) else self._plain(v) for k, v in value.items()}

    def _varies(self, name: str, value: object) -> bool:
        return name in OWN + SHARED and value is not None and not isinstance(value, dict)


class Evening:
    """A server and everybody's connections to it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.wires: dict[str, Wire] = {}
        self._sockets: list[Socket] = []
        self._own: dict[str, dict[str, str]] = {}
        self._shared: dict[str, str] = {}
        self._draining: asyncio.Task[None] | None = None

    async def do(self, who: str, deed: Line | str) -> None:
        """What somebody, or the server, does."""
        match deed:
            case "connect":
                socket = Socket(self._server.url, greet=False)
                self._sockets.append(await socket.__aenter__())
                self.wires[who] = Wire(socket, self._own.setdefault(who, {}), self._shared)
            case "lose":
                self.wires.pop(who).lose()
            case "drain":
                self._draining = asyncio.create_task(self._server.drain(notice=True))
            case dict():
                await self.wires[who].send(deed)

    async def end(self) -> None:
        for socket in self._sockets:
            await socket.__aexit__()
        if self._draining is not None:
            await self._draining


def server() -> Server:
    limits = Limits(messages_per_s=1e6, message_burst=10**6)
    return Server(games(), Settings(port=0, journal=":memory:", limits=limits, pace=Pace(0, 0)))


async def quiet(wire: Wire) -> list[Line]:
    """What comes until nothing comes for a while, or nothing can come any more."""
    lines: list[Line] = []
    while not lines or "closed" not in lines[-1]:
        try:
            async with asyncio.timeout(0.4):
                lines.append(await wire.receive())
        except TimeoutError:
            break
    return lines


async def record(steps: list[Step]) -> list[Line]:
    lines: list[Line] = []
    async with server() as running:
        evening = Evening(running)
        for who, deed in steps:
            lines.append({"who": who, "send": deed} if isinstance(deed, dict) else {"who": who, deed: True})
            await evening.do(who, deed)
            for name, wire in list(evening.wires.items()):
                heard = await quiet(wire)
                lines += [{"who": name, **line} for line in heard]
                if heard and "closed" in heard[-1]:
                    del evening.wires[name]
        await evening.end()
    return lines


async def replayed(lines: list[Line]) -> list[tuple[int, Line, Line]]:
    """The lines at which the server says something else: (number, what is written, what was said)."""
    wrong = []
    async with server() as running:
        evening = Evening(running)
        for n, line in enumerate(lines, start=1):
            match line:
                case {"receive": _} | {"closed": _}:
                    heard = {"who": line["who"], **await evening.wires[line["who"]].receive()}
                    if heard != line:
                        wrong.append((n, line, heard))
                case {"send": frame}:
                    await evening.do(line["who"], frame)
                case _:
                    (deed,) = line.keys() - {"who"}
                    await evening.do(line["who"], deed)
        await evening.end()
    return wrong


def read(name: str) -> list[Line]:
    """The lines of a transcript."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, steps in PROGRAM.items():
        recorded = asyncio.run(record(steps))
        text = "".join(json.dumps(line) + "\n" for line in recorded)
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")
