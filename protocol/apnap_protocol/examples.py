"""One frame of every message, as it stands on the wire; the docs show them, and the tests read them."""

from __future__ import annotations

from typing import Any

Frame = dict[str, Any]

_ROOM: dict[str, Any] = {
    "table": "t-1f0c",
    "stage": "playing",
    "edition": "current",
    "format": "free-for-all",
    "places": [
        {"seat": 0, "name": "Ann", "ready": True, "connected": True, "cards": 60},
        {"seat": 1, "name": "Bob", "ready": True, "connected": True, "cards": 60},
    ],
    "host": "Ann",
}
_VIEW: dict[str, Any] = {
    "table": {
        "is": "table",
        "turn": 3,
        "active": [0],
        "step": "precombat main",
        "waiting": [0],
    },
    "game": {"is": "game", "edition": "current", "format": "free-for-all", "order": [0, 1]},
    "seat:0": {"is": "seat", "seat": 0, "name": "Ann", "life": 20, "hand": 1, "library": 52},
    "seat:1": {"is": "seat", "seat": 1, "name": "Bob", "life": 17, "hand": 7, "library": 53},
    "o3": {
        "is": "object",
        "zone": "battlefield",
        "owner": 0,
        "controller": 0,
        "name": "Mountain",
        "supertypes": ["Basic"],
        "types": ["Land"],
        "subtypes": ["Mountain"],
    },
    "h7": {
        "is": "object",
        "zone": "hand",
        "owner": 0,
        "controller": 0,
        "name": "Lightning Bolt",
        "cost": "{R}",
        "colors": "R",
        "types": ["Instant"],
    },
    "hand:0": {"is": "zone", "zone": "hand", "seat": 0, "objects": ["h7"]},
}
_QUESTION: dict[str, Any] = {
    "id": "r12",
    "kind": "priority",
    "seats": [0],
    "seat": 0,
    "prompt": "priority",
    "options": [
        {"id": "pass", "payload": {"kind": "pass"}},
        {"id": "cast/h7", "payload": {"kind": "cast", "object": "h7"}},
    ],
    "min": 1,
    "max": 1,
    "default": {"picks": ["pass"]},
    "deadline": 1764496800000,
    "rule": "117.1",
}
_WELCOME: dict[str, Any] = {
    "session": "s-9a41",
    "resume_token": "Zk3v0yq1X8nB4mJr6tLwPd2c",
    "table": "t-1f0c",
    "room": _ROOM,
    "seat": 0,
    "view": _VIEW,
    "digest": 2417583911,
    "request": _QUESTION,
    "clocks": [{"seat": 0, "left_ms": 600000, "deadline": 1764496800000}],
}

COMMANDS: dict[str, Frame] = {
    "auth": {"t": "auth", "id": "1", "d": {"guest": "Ann"}},
    "create": {
        "t": "create",
        "id": "2",
        "d": {"seats": 2, "edition": "current", "format": "free-for-all", "clocks": {"decision_s": 60}},
    },
    "join": {"t": "join", "id": "3", "d": {"table": "t-1f0c", "deck": ["Mountain", "Lightning Bolt"]}},
    "watch": {"t": "watch", "id": "4", "d": {"table": "t-1f0c"}},
    "resume": {
        "t": "resume",
        "id": "5",
        "d": {"session": "s-9a41", "resume_token": "Zk3v0yq1X8nB4mJr6tLwPd2c", "v": 41},
    },
    "leave": {"t": "leave", "id": "6", "d": {}},
    "ready": {"t": "ready", "id": "7", "d": {"ready": False}},
    "start": {"t": "start", "id": "8", "d": {}},
    "kick": {"t": "kick", "id": "9", "d": {"seat": 1}},
    "rematch": {"t": "rematch", "id": "10", "d": {}},
    "list": {"t": "list", "id": "11", "d": {}},
    "answer": {
        "t": "answer",
        "id": "12",
        "d": {"request": "r12", "picks": ["cast/h7"], "with": {"targets": ["seat:1"]}},
    },
    "concede": {"t": "concede", "id": "13", "d": {}},
    "chat": {"t": "chat", "id": "14", "d": {"text": "good luck"}},
    "prefer": {
        "t": "prefer",
        "id": "15",
        "d": {"auto_pass": True, "stops": [{"step": "end"}], "yields": ["Soul Warden"]},
    },
    "pause": {"t": "pause", "id": "16", "d": {"pause": True}},
    "ping": {"t": "ping", "id": "17", "d": {"v_seen": 41}},
    "desync": {"t": "desync", "id": "18", "d": {"v": 41, "digest": 17}},
    "why": {"t": "why", "id": "19", "d": {"event": "e40"}},
    "card": {"t": "card", "id": "20", "d": {"name": "Young Wolf"}},
}

FRAMES: dict[str, Frame] = {
    "hello": {
        "t": "hello",
        "d": {
            "protocol": "apnap.v1+json",
            "server": "apnap 0.1.0",
            "pool": "3f9c2a71",
            "heartbeat_ms": 20000,
            "server_time": 1764496700000,
            "limits": {"frame_bytes": 16384, "answer_bytes": 65536, "messages_per_s": 20, "message_burst": 40},
            "plugins": [{"name": "core", "version": "0.1.0", "provides": {"cards": 15}}],
            "editions": ["current"],
            "formats": ["free-for-all"],
        },
    },
    "ack": {"t": "ack", "d": {"ref": "12", "v": 44}},
    "error": {
        "t": "error",
        "d": {
            "code": "illegal_choice",
            "message": "this is not a legal choice now",
            "ref": "12",
            "details": {"option": "cast/h9", "rule": "601.3"},
        },
    },
    "pong": {"t": "pong", "d": {"server_time": 1764496705000}},
    "room": {"t": "room", "v": 2, "d": _ROOM},
    "welcome": {"t": "welcome", "v": 1, "d": _WELCOME},
    "resync": {"t": "resync", "v": 57, "d": {**_WELCOME, "reason": "gap"}},
    "resumed": {
        "t": "resumed",
        "d": {
            "session": "s-9a41",
            "resume_token": "b8Qm2RkYt5Hs7WcXn0LfGv4e",
            "v": 44,
            "request": _QUESTION,
        },
    },
    "batch": {
        "t": "batch",
        "v": 43,
        "d": {
            "events": [
                {
                    "id": "e40",
                    "type": "LifeLost",
                    "parameters": {"seat": 1, "amount": 3, "how": "damage"},
                    "rule": "120.3a",
                    "source": "o9",
                }
            ],
            "patch": {
                "set": {
                    "seat:1": {
                        "is": "seat",
                        "seat": 1,
                        "name": "Bob",
                        "life": 17,
                        "hand": 7,
                        "library": 53,
                    }
                },
                "gone": ["o9"],
            },
            "digest": 1173304412,
        },
    },
    "request": {"t": "request", "v": 44, "d": {"request": _QUESTION, "digest": 1173304412}},
    "answered": {"t": "answered", "v": 45, "d": {"request": "r12", "by": "clock"}},
    "clock": {"t": "clock", "v": 46, "d": {"clocks": [{"seat": 1, "deadline": 1764496860000}]}},
    "chat": {"t": "chat", "v": 47, "d": {"name": "Ann", "text": "good luck", "seat": 0}},
    "over": {"t": "over", "v": 48, "d": {"winners": [0]}},
    "notice": {
        "t": "notice",
        "v": 49,
        "d": {
            "code": "draining",
            "text": "the server restarts; your client resumes by itself",
            "details": {"resume_after_ms": 10000},
        },
    },
}
