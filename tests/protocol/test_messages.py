"""Every message has prose, a name, and an example that says what it is."""

import msgspec
import pytest

from apnap_protocol import examples, messages
from apnap_protocol.codec import read_command, read_frame, write_command, write_frame

KINDS = [*messages.COMMANDS.values(), *messages.FRAMES.values()]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_message_says_what_it_is_for(kind: type) -> None:
    assert kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}(")


def test_every_message_has_an_example() -> None:
    assert examples.COMMANDS.keys() == messages.COMMANDS.keys()
    assert examples.FRAMES.keys() == messages.FRAMES.keys()


@pytest.mark.parametrize("name", messages.COMMANDS)
def test_the_example_of_a_command_is_read_and_written_back(name: str) -> None:
    frame = examples.COMMANDS[name]
    ref, command = read_command(msgspec.json.encode(frame))
    assert type(command) is messages.COMMANDS[name]
    assert read_command(write_command(ref, command)) == (ref, command)
    known = {field.encode_name for field in msgspec.structs.fields(messages.COMMANDS[name])}
    assert set(frame["d"]) <= known, "an unknown member would be ignored, and show nothing"


@pytest.mark.parametrize("name", messages.FRAMES)
def test_the_example_of_a_frame_is_read_and_written_back(name: str) -> None:
    example = examples.FRAMES[name]
    v, frame = read_frame(msgspec.json.encode(example))
    assert frame is not None and type(frame) is messages.FRAMES[name]
    assert msgspec.json.decode(write_frame(frame, v)) == example


def test_only_control_frames_are_not_numbered() -> None:
    assert {name for name, frame in examples.FRAMES.items() if "v" not in frame} == set(messages.CONTROL)


def test_every_member_of_every_command_appears_in_no_position_but_by_name() -> None:
    """Array-like structs would make the order of members part of the contract."""
    for kind in KINDS:
        assert not kind.__struct_config__.array_like
