"""What the MQTT feed carries: only what a spectator without special sight may see.

Topics stand under a prefix, `apnap/v1` unless the operator says otherwise.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from .messages import Happening, Room
from .sights import Patch, View


class TableEvents(Struct, frozen=True, omit_defaults=True):
    """What a spectator learns at each pause (QoS 1); `n` counts them, so that a reader sees a gap."""

    topic: ClassVar[str] = "tables/{table}/events"
    table: str
    n: int
    events: tuple[Happening, ...] = ()
    patch: Patch = Patch()
    digest: int = 0
    over: bool = False


class TableState(Struct, frozen=True, omit_defaults=True):
    """What a spectator sees after event `n`: retained, and cleared when the table closes."""

    topic: ClassVar[str] = "tables/{table}/state"
    table: str
    n: int
    view: View = {}
    digest: int = 0
    room: Room | None = None


class Lobby(Struct, frozen=True, omit_defaults=True):
    """The public tables of a server: retained."""

    topic: ClassVar[str] = "lobby"
    tables: tuple[dict[str, Any], ...] = ()


class Node(Struct, frozen=True, omit_defaults=True):
    """Whether a server is up: retained, with a will that says that it is not."""

    topic: ClassVar[str] = "nodes/{node}"
    node: str
    up: bool
    since: int = 0
    server: str = ""


FEED = (TableEvents, TableState, Lobby, Node)
EXAMPLES: dict[str, dict[str, Any]] = {
    "TableEvents": {
        "table": "t-1f0c",
        "n": 7,
        "events": [{"id": "e7", "type": "LifeLost", "parameters": {"seat": 1, "amount": 3, "how": "damage"}}],
        "patch": {"gone": ["o9"]},
        "digest": 1173304412,
    },
    "TableState": {"table": "t-1f0c", "n": 7, "view": {}, "digest": 0},
    "Lobby": {"tables": [{"table": "t-1f0c", "host": "Ann", "stage": "open", "seats": 4, "taken": 1}]},
    "Node": {"node": "apnap", "up": True, "since": 1764496700000, "server": "apnap 0.1.0"},
}
