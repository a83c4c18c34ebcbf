"""Bytes to messages and back: the only file that knows the encoding.

Everything a stranger sends passes `read_command`, which refuses it with one of four errors, each naming
as much as could be read:

    Unreadable (ValueError)
        Malformed        not one JSON object of the envelope's shape, too deep, or too many elements
        UnknownType      a command of a type that this version does not have
        InvalidPayload   a known type with members that it does not have this way
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from .messages import COMMANDS, FRAMES, Code, Command, CommandId, Frame

MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_ELEMENTS = 4096


class Unreadable(ValueError):
    """A frame that is no command; `ref` is its id as far as it could be read."""

    code: Code = "malformed"

    def __init__(self, reason: str, ref: str = "") -> None:
        super().__init__(reason)
        self.ref = ref


class Malformed(Unreadable):
    """Not an envelope at all."""


class UnknownType(Unreadable):
    """A command that this version does not know."""

    code: Code = "unknown_type"


class InvalidPayload(Unreadable):
    """A known command whose members are wrong; the reason names the member."""

    code: Code = "invalid_payload"


class _CommandEnvelope(Struct, frozen=True):
    t: Annotated[str, Meta(max_length=64)]
    id: CommandId
    d: Raw = Raw(b"{}")


class _FrameEnvelope(Struct, frozen=True):
    t: str
    d: Raw = Raw(b"{}")
    v: int | None = None


class _Outgoing(Struct, frozen=True):
    t: str
    d: Frame


class _NumberedOutgoing(Struct, frozen=True):
    t: str
    v: int
    d: Frame


class _OutgoingCommand(Struct, frozen=True):
    t: str
    id: str
    d: Command


_commands = {name: msgspec.json.Decoder(kind) for name, kind in COMMANDS.items()}
_frames = {name: msgspec.json.Decoder(kind) for name, kind in FRAMES.items()}
_command_envelope = msgspec.json.Decoder(_CommandEnvelope)
_frame_envelope = msgspec.json.Decoder(_FrameEnvelope)
_encoder = msgspec.json.Encoder()


def read_command(
    data: bytes,
    *,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_elements: int = MAX_ELEMENTS,
) -> tuple[str, Command]:
    """The id and command in a frame of a client; raises `Unreadable`. Limits hold before work is done."""
    if len(data) > max_bytes:
        raise Malformed(f"expected at most {max_bytes} bytes, got {len(data)}")
    _refuse_large(data, max_depth, max_elements)
    try:
        envelope = _command_envelope.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f'expected {{"t", "id", "d"}}: {error}') from error
    decoder = _commands.get(envelope.t)
    if decoder is None:
        raise UnknownType(f'unknown command "{envelope.t}"', envelope.id)
    try:
        return envelope.id, decoder.decode(envelope.d)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidPayload(_PATTERN.sub("that is a line", str(error)), envelope.id) from error


def write_command(ref: str, command: Command) -> bytes:
    """A client's frame."""
    return _encoder.encode(_OutgoingCommand(command.t, ref, command))


def read_frame(data: str | bytes) -> tuple[int | None, Frame | None]:
    """The number and the frame in what a server sent; no frame where its type is unknown (ignore it)."""
    envelope = _frame_envelope.decode(data)
    decoder = _frames.get(envelope.t)
    return envelope.v, None if decoder is None else decoder.decode(envelope.d)


def write_frame(frame: Frame, v: int | None = None) -> bytes:
    """A server's frame: numbered, or (without `v`) a control frame."""
    if v is None:
        return _encoder.encode(_Outgoing(frame.t, frame))
    return _encoder.encode(_NumberedOutgoing(frame.t, v, frame))


#: How a decoder says that text is none of our lines: by the whole expression.
_PATTERN = re.compile(r"matching regex '.*'", re.DOTALL)
_STRUCTURE = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)


def _refuse_large(data: bytes, max_depth: int, max_elements: int) -> None:
    """Refuses what is nested too deep or has too many elements, before anything is built of it.

    The counts of brackets and commas are upper bounds that cost nothing; only where they exceed a limit
    (they may stand inside strings) is the text walked.
    """
    openers = data.count(b"[") + data.count(b"{")
    if openers <= max_depth and openers + data.count(b",") <= max_elements:
        return
    depth = elements = 0
    for match in _STRUCTURE.finditer(data):
        token = match.group()
        if token in b"[{":
            depth += 1
            elements += 1
            if depth > max_depth:
                raise Malformed(f"expected at most {max_depth} levels")
        elif token in b"]}":
            depth -= 1
        elif token == b",":
            elements += 1
        if elements > max_elements:
            raise Malformed(f"expected at most {max_elements} elements")
