"""Golden transcripts: what two people and a server say to each other, frame by frame.

    python tests/transcripts.py      records docs/transcripts/duel.jsonl anew

Each line has `who` and either `send` or `receive`. What is different each time (tokens, ids of tables, the
time) stands as `<name>`; ids within a game and digests do not, for the same seed gives the same.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from apnap.shell.app import Server
from apnap.shell.settings import Limits, Pace, Settings
from evenings import games
from people import Socket

DUEL = Path(__file__).parents[1] / "docs/transcripts/duel.jsonl"
DECK = ["Forest"] * 20
VARIES = ("token", "resume_token", "person", "session", "table", "invitation", "server_time")
Line = dict[str, Any]
OPENING: list[tuple[str, Line]] = [
    ("Ann", {"t": "ping", "id": "early", "d": {}}),
    ("Ann", {"t": "auth", "id": "1", "d": {"guest": "Ann"}}),
    ("Bob", {"t": "auth", "id": "1", "d": {"guest": "Bob"}}),
    ("Ann", {"t": "create", "id": "2", "d": {"seats": 2, "seed": 7, "name": "duel"}}),
    ("Ann", {"t": "join", "id": "3", "d": {"table": "<table>", "deck": DECK}}),
    ("Bob", {"t": "join", "id": "2", "d": {"table": "<table>", "deck": ["Forest", "No Such Card"]}}),
    ("Bob", {"t": "join", "id": "3", "d": {"table": "<table>", "deck": DECK}}),
]
PLAY: list[tuple[str, Line]] = [
    ("Bob", {"t": "answer", "id": "4", "d": {"request": "r1", "picks": ["keep"]}}),
    ("Ann", {"t": "answer", "id": "4", "d": {"request": "r1", "picks": ["perhaps"]}}),
    ("Ann", {"t": "answer", "id": "5", "d": {"request": "r1", "picks": ["keep"]}}),
    ("Ann", {"t": "answer", "id": "5", "d": {"request": "r1", "picks": ["keep"]}}),
    ("Bob", {"t": "answer", "id": "5", "d": {"request": "r1", "picks": ["keep"]}}),
    ("Bob", {"t": "chat", "id": "6", "d": {"text": "good luck"}}),
    ("Ann", {"t": "answer", "id": "6", "d": {"request": "r2", "picks": ["pass"]}}),
    ("Bob", {"t": "concede", "id": "7", "d": {}}),
]


class Wire:
    """One person's socket, with the real values of what stands as `<name>`."""

    def __init__(self, socket: Socket, values: dict[str, str]) -> None:
        self._socket, self._values = socket, values

    async def send(self, frame: Line) -> None:
        text = json.dumps(frame)
        for name, value in self._values.items():
            text = text.replace(f"<{name}>", value)
        await self._socket.socket.send(text)

    async def receive(self) -> Line:
        frame = await self._socket.frame()
        if frame["t"] == "hello":
            frame["d"] = {"protocol": frame["d"]["protocol"]}
        plain: Line = self._plain(frame)
        return plain

    def _plain(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._plain(each) for each in value]
        if not isinstance(value, dict):
            return value
        for name in VARIES:
            if isinstance(value.get(name), str) and value[name]:
                self._values[name] = value[name]
        return {k: f"<{k}>" if k in VARIES and not isinstance(v, dict) else self._plain(v) for k, v in value.items()}


async def quiet(wire: Wire) -> list[Line]:
    """What comes until nothing comes for a while."""
    lines = []
    while True:
        try:
            async with asyncio.timeout(0.4):
                lines.append(await wire.receive())
        except TimeoutError:
            return lines


def server() -> Server:
    limits = Limits(messages_per_s=1e6, message_burst=10**6)
    return Server(games(), Settings(port=0, journal=":memory:", limits=limits, pace=Pace(0, 0)))


async def record() -> list[Line]:
    lines: list[Line] = []
    async with server() as running:
        sockets = {name: Socket(running.url, greet=False) for name in ("Ann", "Bob")}
        async with sockets["Ann"], sockets["Bob"]:
            values: dict[str, str] = {}
            wires = {name: Wire(socket, values) for name, socket in sockets.items()}
            for who, frame in [("", {}), *OPENING, *PLAY]:
                if who:
                    lines.append({"who": who, "send": frame})
                    await wires[who].send(frame)
                for name, wire in wires.items():
                    lines += [{"who": name, "receive": heard} for heard in await quiet(wire)]
    return lines


async def replayed(lines: list[Line]) -> list[tuple[int, Line, Line]]:
    """The lines at which the server says something else: (number, what is written, what was said)."""
    wrong = []
    async with server() as running:
        sockets = {name: Socket(running.url, greet=False) for name in ("Ann", "Bob")}
        async with sockets["Ann"], sockets["Bob"]:
            values: dict[str, str] = {}
            wires = {name: Wire(socket, values) for name, socket in sockets.items()}
            for n, line in enumerate(lines, start=1):
                if "send" in line:
                    await wires[line["who"]].send(line["send"])
                    continue
                heard = await wires[line["who"]].receive()
                if heard != line["receive"]:
                    wrong.append((n, line["receive"], heard))
    return wrong


if __name__ == "__main__":
    recorded = asyncio.run(record())
    DUEL.parent.mkdir(exist_ok=True)
    DUEL.write_text("".join(json.dumps(line) + "\n" for line in recorded), encoding="utf-8")
