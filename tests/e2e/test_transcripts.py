"""The golden transcript is what the server still says; `python tests/transcripts.py` records it anew."""

from __future__ import annotations

import json

from apnap_protocol.codec import read_command
from transcripts import DUEL, replayed

LINES = [json.loads(line) for line in DUEL.read_text().splitlines()]


async def test_the_server_says_what_the_transcript_says() -> None:
    assert await replayed(LINES) == []


async def test_a_transcript_that_says_otherwise_is_found() -> None:
    n = next(i for i, line in enumerate(LINES) if line.get("receive", {}).get("t") == "batch")
    changed = json.loads(json.dumps(LINES))
    changed[n]["receive"]["d"]["digest"] += 1
    assert [wrong[0] for wrong in await replayed(changed)] == [n + 1]


def test_every_line_is_of_the_protocol() -> None:
    for line in LINES:
        if "send" in line:
            read_command(json.dumps(line["send"]).encode())
    seen = {line["receive"]["t"] for line in LINES if "receive" in line}
    wanted = {"hello", "ack", "error", "welcome", "room", "batch", "request", "answered", "chat", "over"}
    assert wanted <= seen
