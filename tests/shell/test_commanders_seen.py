"""What everybody sees of commanders: which cards they are, their casts, and the damage that they dealt."""

from __future__ import annotations

import pytest

from apnap.pool import Pool, load_pool
from apnap.testing.tables import Client, Table

HEAD = {
    "format": "commander",
    "mana": "free",
    "seats": {
        "Ann": {
            "battlefield": [{"card": "Isamaru, Hound of Konda", "commander": True}, "Grizzly Bears"],
            "command": [{"card": "Thrasios, Triton Hero", "commander": True}],
            "hand": ["Giant Growth"],
        },
        "Bob": {},
        "Cat": {},
    },
}


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def seen(table: Table) -> list[dict[str, object]]:
    return [dict(table.client(seat).view) for seat in ("Ann", "Bob", "Cat")]


def test_a_commander_is_marked_wherever_it_is(pool: Pool) -> None:
    table = Table(pool, HEAD)
    for seat in ("Ann", "Bob"):
        view: dict[str, dict[str, object]] = dict(table.client(seat).view)
        marked = {str(e["name"]) for e in view.values() if e.get("commander")}
        assert marked == {"Isamaru, Hound of Konda", "Thrasios, Triton Hero"}


def test_casts_from_the_command_zone_are_counted_for_all_to_see(pool: Pool) -> None:
    table = Table(pool, HEAD)
    assert all("commander_casts" not in view["seat:0"] for view in seen(table))  # type: ignore[operator]
    table.client("Ann").cast("Thrasios, Triton Hero")
    table.resolve()
    for view in seen(table):
        assert view["seat:0"]["commander_casts"] == {"0:Thrasios, Triton Hero": 1}  # type: ignore[index]
        assert "commander_casts" not in view["seat:1"]  # type: ignore[operator]


def test_damage_is_told_by_commander_and_only_theirs(pool: Pool) -> None:
    table = Table(pool, HEAD)
    attack(table.client("Ann"))
    table.go_to("main2")
    for view in seen(table):
        assert view["seat:1"]["commander_damage"] == {"0:Isamaru, Hound of Konda": 2}  # type: ignore[index]
        assert view["seat:1"]["life"] == 36  # type: ignore[index]
        assert "commander_damage" not in view["seat:2"]  # type: ignore[operator]


def attack(client: Client) -> None:
    """Both creatures attack Bob."""
    while client.question is None or client.question.kind != "attackers":
        client.table.asked[0].default()
    chosen = {o.payload.object: o.id for o in client.question.options if o.payload.seat == 1}
    client.answer(*chosen.values())
