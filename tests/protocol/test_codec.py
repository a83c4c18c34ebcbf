"""What a stranger may send, and what is said of the rest."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apnap_protocol import messages as m
from apnap_protocol.codec import InvalidPayload, Malformed, UnknownType, Unreadable, read_command, read_frame


def test_unknown_members_are_ignored() -> None:
    ref, command = read_command(b'{"t":"chat","id":"a","d":{"text":"hi","later":[1]},"x":null}')
    assert (ref, command) == ("a", m.Say("hi"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"auth"',
        b'{"t":"ping"}',
        b'{"t":"ping","id":""}',
        b'{"t":"ping","id":"' + b"x" * 65 + b'"}',
        b'{"t":7,"id":"1"}',
        b'{"t":"ping","id":"1"} {}',
        b'{"t":"chat","id":"1","d":{"text":"\xff\xfe"}',
        b'{"t":"ping","id":"1","d":NaN}',
    ],
)
def test_what_is_no_envelope_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_command(data)


def test_an_unknown_type_is_named_and_keeps_its_id() -> None:
    with pytest.raises(UnknownType, match='unknown command "fly"') as caught:
        read_command(b'{"t":"fly","id":"9","d":{}}')
    assert (caught.value.ref, caught.value.code) == ("9", "unknown_type")


@pytest.mark.parametrize(
    "d",
    [
        b'{"table":7}',
        b'{"table":"t","deck":"Forest"}',
        b'{"table":"t","deck":["' + b"x" * 200 + b'"]}',
        b'{"table":"t","deck":[],"seat":-1}',
        b'{"table":"t","deck":[],"seat":99999999999999999999999999}',
        b'{"table":"t","deck":[],"seat":1e999}',
        b"[]",
    ],
)
def test_wrong_members_are_an_invalid_payload_that_keeps_its_id(d: bytes) -> None:
    with pytest.raises(InvalidPayload) as caught:
        read_command(b'{"t":"join","id":"5","d":' + d + b"}")
    assert caught.value.ref == "5"


def test_numbers_stay_below_two_to_the_53() -> None:
    good = b'{"t":"answer","id":"1","d":{"request":"r","number":9007199254740991}}'
    assert read_command(good)[1] == m.Reply(request="r", number=2**53 - 1)
    with pytest.raises(InvalidPayload):
        read_command(good.replace(b"9007199254740991", b"9007199254740992"))


def test_what_is_too_long_is_refused() -> None:
    data = msgspec.json.encode({"t": "chat", "id": "1", "d": {"text": "x" * 100}})
    assert read_command(data, max_bytes=len(data))
    with pytest.raises(Malformed, match=f"at most {len(data) - 1} bytes"):
        read_command(data, max_bytes=len(data) - 1)


def test_what_is_too_deep_is_refused_before_anything_is_built() -> None:
    def nested(n: int) -> bytes:
        return b'{"t":"ping","id":"1","d":{"x":' + b"[" * n + b"]" * n + b"}}"

    assert read_command(nested(14))
    with pytest.raises(Malformed, match="16 levels"):
        read_command(nested(15))
    with pytest.raises(Malformed, match="16 levels"):
        read_command(nested(7000))


def test_brackets_in_words_are_no_levels() -> None:
    text = "[{" * 100 + '"\\'
    data = msgspec.json.encode({"t": "chat", "id": "1", "d": {"text": text}})
    assert read_command(data)[1] == m.Say(text)


def test_what_has_too_many_elements_is_refused() -> None:
    def wide(n: int) -> bytes:
        return b'{"t":"ping","id":"1","d":{"x":[' + b",".join([b"0"] * n) + b"]}}"

    assert read_command(wide(500))
    with pytest.raises(Malformed, match="100 elements"):
        read_command(wide(500), max_elements=100)


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_unreadable(data: bytes) -> None:
    try:
        read_command(data)
    except Unreadable as fault:
        assert str(fault)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(sorted(m.COMMANDS)), json_values)
def test_no_payload_does_more_than_be_invalid(name: str, payload: object) -> None:
    try:
        data = msgspec.json.encode({"t": name, "id": "1", "d": payload})
    except (OverflowError, msgspec.MsgspecError):
        return
    try:
        read_command(data)
    except Unreadable as fault:
        assert str(fault)


def test_a_client_ignores_a_frame_of_a_later_version() -> None:
    assert read_frame(b'{"t":"hologram","v":8,"d":{"x":1}}') == (8, None)


def test_text_that_is_no_line_is_refused_in_words() -> None:
    with pytest.raises(InvalidPayload) as refused:
        read_command(b'{"t":"chat","id":"1","d":{"text":"a\\nb"}}')
    assert str(refused.value) == "Expected `str` that is a line - at `$.text`"
