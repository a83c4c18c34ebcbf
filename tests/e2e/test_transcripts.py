"""The golden transcripts are what the server still says; `python tests/transcripts.py` records them anew."""

from __future__ import annotations

import json

import pytest

from apnap_protocol import messages as m
from apnap_protocol.codec import read_command, read_frame
from transcripts import FOLDER, PROGRAM, read, replayed


def test_every_transcript_is_here() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PROGRAM)


@pytest.mark.parametrize("name", PROGRAM)
async def test_the_server_says_what_the_transcript_says(name: str) -> None:
    assert await replayed(read(name)) == []


async def test_a_transcript_that_says_otherwise_is_found() -> None:
    lines = read("duel")
    n = next(i for i, line in enumerate(lines) if line.get("receive", {}).get("t") == "batch")
    changed = json.loads(json.dumps(lines))
    changed[n]["receive"]["d"]["digest"] += 1
    assert [wrong[0] for wrong in await replayed(changed)] == [n + 1]


def test_every_message_is_in_a_transcript() -> None:
    lines = [line for name in PROGRAM for line in read(name)]
    sent = [line["send"] for line in lines if "send" in line]
    for frame in sent:
        read_command(json.dumps(frame).encode())
    heard = [line["receive"] for line in lines if "receive" in line]
    for frame in heard:
        assert frame["t"] == "hello" or read_frame(json.dumps(frame).replace('"<deadline>"', "1")
                                                    .replace('"<server_time>"', "1"))[1] is not None  # fmt: skip
    assert {frame["t"] for frame in sent} == set(m.COMMANDS)
    assert {frame["t"] for frame in heard} == set(m.FRAMES)
