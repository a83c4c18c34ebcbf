"""Positions for the tests of casting, written as the heads of scenarios."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import util
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from apnap.engine.game import Game
from apnap.engine.position import build
from apnap.engine.requests import Answer, Given
from apnap.engine.values import ObjId, Seat
from apnap.pool import Pool, load_pool
from apnap.scenario.naming import Naming
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run
from apnap.scenario.setting import setting


def _toys() -> ModuleType:
    spec = util.spec_from_file_location("casting_toys", Path(__file__).parent / "toys.py")
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def pool() -> Pool:
    return load_pool([("casting_toys", _toys())])


class Desk:
    """A game that stands at a position, played by a test one answer at a time."""

    def __init__(self, game: Game, naming: Naming) -> None:
        self.game = game
        self.naming = naming

    def id(self, name: str) -> ObjId:
        return ObjId(self.naming.refs(name)[0])

    def answer(self, *picks: str, number: int | None = None, cancel: bool = False, given: Given | None = None) -> None:
        assert self.game.request is not None
        seat = self.game.waiting_for()[0]
        self.game.answer(seat, Answer(picks=picks, number=number, cancel=cancel, given=given))

    def cast(self, name: str, given: Given | None = None) -> None:
        self.answer(f"cast:{self.id(name)}", given=given)

    @property
    def asked(self) -> str:
        assert self.game.request is not None
        return self.game.request.prompt

    @property
    def options(self) -> list[str]:
        assert self.game.request is not None
        return [o.id for o in self.game.request.options]

    def in_zone(self, zone: str, seat: int = 0) -> list[str]:
        state = self.game.state
        ids = state.zone(zone, Seat(seat)) if zone in ("hand", "library", "graveyard") else state.zone(zone)  # type: ignore[arg-type]
        return [self.game.look.chars(i).name for i in ids]

    def floating(self, seat: int = 0) -> dict[str, int]:
        return dict(self.game.state.player(Seat(seat)).mana)


Deal = Callable[[str], Desk]


@pytest.fixture
def deal(tmp_path: Path) -> Deal:
    """Set up a position: the head of a scenario without its title."""

    def make(head: str) -> Desk:
        path = tmp_path / "position.yaml"
        path.write_text("title: A position\n" + dedent(head) + "\nplay: []\n", encoding="utf-8")
        (scenario,) = read(path, known(pool()))
        book = book_of(pool())(scenario)
        there = setting(scenario, book)
        game = Game(book, build(there.position, book))
        game.free_mana = scenario.free_mana
        return Desk(game, Naming(game, scenario.seat_names, dict(there.labels)))

    return make


@pytest.fixture
def holds(tmp_path: Path) -> Callable[[str], None]:
    """Every scenario of a text holds."""

    def check(text: str) -> None:
        path = tmp_path / "claims.yaml"
        path.write_text(dedent(text), encoding="utf-8")
        books = book_of(pool())
        found = [run(s, books) for s in read(path, known(pool()))]
        wrong = [(o.status, o.step, o.detail) for o in found if o.status != "ok"]
        assert not wrong, wrong

    return check
