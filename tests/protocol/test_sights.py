"""Views, patches and the digest."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apnap_protocol import examples
from apnap_protocol.sights import Patch, Picture, SeatSight, difference, digest, patched, typed

entries = st.dictionaries(
    st.sampled_from(["is", "life", "name", "zone"]), st.integers(0, 3) | st.text(max_size=2), max_size=3
)
views = st.dictionaries(st.sampled_from([f"o{i}" for i in range(6)]), entries, max_size=6)


@given(views, views)
def test_a_patch_leads_from_one_view_to_the_other(old: dict, new: dict) -> None:
    assert patched(old, difference(old, new)) == new


@given(views, st.lists(views, max_size=4))
def test_a_picture_keeps_view_and_digest_by_patches(first: dict, later: list[dict]) -> None:
    picture = Picture(first)
    for view in later:
        picture.take(difference(picture.view, view))
        assert picture.view == view
        assert picture.digest == digest(view)


@given(views)
def test_a_view_differs_from_itself_by_nothing(view: dict) -> None:
    assert not difference(view, dict(view))


def test_the_digest_is_the_sum_of_the_checksums_of_the_entries() -> None:
    """Worked by hand, so that a client in any language can compare."""
    from zlib import crc32

    view = {"seat:0": {"life": 20, "is": "seat"}, "o1": {"name": "Æther"}}
    one = crc32(b'seat:0{"is":"seat","life":20}')
    two = crc32('o1{"name":"Æther"}'.encode())
    assert digest(view) == (one + two) % 2**32


def test_a_digest_sees_a_change_of_id_and_of_content() -> None:
    assert digest({"a": {"x": 1}}) != digest({"b": {"x": 1}})
    assert digest({"a": {"x": 1}}) != digest({"a": {"x": 2}})


def test_entries_have_types() -> None:
    view = examples.FRAMES["welcome"]["d"]["view"]
    sights = {key: typed(entry) for key, entry in view.items()}
    assert sights["seat:1"] == SeatSight(seat=1, name="Bob", life=17, hand=7, library=53)


def test_an_entry_with_a_member_that_no_sight_has_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="library_order"):
        typed({"is": "seat", "seat": 0, "name": "Ann", "library_order": [1]})


def test_an_empty_patch_is_false() -> None:
    assert not Patch() and Patch(gone=("o1",)) and Patch(set={"o1": {}})
