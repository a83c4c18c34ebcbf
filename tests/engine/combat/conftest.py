"""A battlefield in the making, and a game on it that stands before its combat phase."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from apnap.contents import Plugin, contents
from apnap.engine.abilities import Ability, Keyword, Static
from apnap.engine.definitions import CardDef
from apnap.engine.filters import Filter
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, IllegalAnswer, Request
from apnap.engine.setup import SeatSetup, Setup, add_card, starting_state
from apnap.engine.state import Chars, Combat, Turn
from apnap.engine.static_parts import Rule
from apnap.engine.terms import Term, This
from apnap.engine.values import ObjId, Ref, Seat, parse_cost, parse_types
from apnap.pool import RULES, Pool
from apnap.rules.switches import SWITCHES

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
STEPS = (
    "begin-combat", "declare-attackers", "declare-blockers", "first-strike-damage", "combat-damage",
    "end-of-combat", "main2", "end", "cleanup",
)  # fmt: skip


def keyword(name: str, **parameters: Any) -> Keyword:
    return Keyword(name=name, zones=("battlefield",), **parameters)


def rule(word: str, affects: Filter | Term | None = None, **parameters: Any) -> Static:
    return Static(affects=affects if affects is not None else This(), parts=(Rule(word=word, **parameters),))


class Board:
    """What is on the battlefield; `begin` makes a game that stands before combat, Ann being active.

    Of an older `edition` only the switches are taken.
    """

    def __init__(self) -> None:
        self.cards: dict[str, CardDef] = {}
        self.places: list[tuple[str, int, dict[str, Any]]] = []
        self.seats = 2
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.edition = "current"
        self.formats: tuple[str, ...] = ("free-for-all",)
        self.switches: dict[str, Any] = {}
        self.life: dict[int, int] = {}

    def put(
        self, seat: int, name: str, *words: str | Ability, types: str = "Creature", cost: str = "",
        loyalty: int = 0, **facts: Any,
    ) -> ObjId:  # fmt: skip
        """A permanent of a seat, with power/toughness and keywords. Returns its id, numbered from 1."""
        stats = next((w for w in words if isinstance(w, str) and "/" in w), "")
        power, _, toughness = stats.partition("/")
        abilities = tuple(keyword(w) if isinstance(w, str) else w for w in words if w != stats)
        key = name if name not in self.cards else f"{name} {len(self.places)}"
        self.cards[key] = CardDef(
            name=key,
            types=parse_types(types),
            cost=parse_cost(cost),
            power=int(power) if power else None,
            toughness=int(toughness) if toughness else None,
            abilities=abilities,
            loyalty=loyalty or None,
        )
        if loyalty:
            facts["counters"] = (("loyalty", loyalty),)
        self.places.append((key, seat, facts))
        return ObjId(Ref(len(self.places)))

    rule = staticmethod(rule)
    keyword = staticmethod(keyword)

    def begin(self) -> Play:
        cards = SimpleNamespace(apnap_cards=lambda: list(self.cards.values()))
        modules = [(name, import_module(name)) for name in RULES] + [("board", cards)]
        pool = Pool([contents(Plugin(name, name, "0"), module) for name, module in modules])
        book = pool.book("current", self.formats)
        switches = {**book.rules.switches, **structs.asdict(SWITCHES[self.edition]), **self.switches}
        book.rules = replace(book.rules, switches=switches)
        setup = Setup(seats=tuple(SeatSetup(name=n) for n in NAMES[: self.seats]), teams=self.teams)
        state = starting_state(book, setup)
        for name, seat, facts in self.places:
            add_card(state, book, Seat(seat), name, "battlefield", **facts)
        state.turn = Turn(number=9, active=Seat(0), step="main1", stage="over", plan=STEPS)
        state.players = tuple(
            replace(p, turn_began=9 if p.seat == 0 else 5, life=self.life.get(p.seat, p.life)) for p in state.players
        )
        return Play(Game(book, state))


class Play:
    """A game with the words of its players."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def asked(self) -> Request:
        assert self.game.request is not None, "the game is over"
        return self.game.request

    def pass_until(self, *kinds: str) -> Request:
        """Everybody passes until something else is asked, of one of these kinds."""
        while self.asked.kind == "priority":
            self.game.answer(self.asked.who[0], PASS)
        assert self.asked.kind in kinds, f"{self.asked.kind} is asked"
        return self.asked

    def pass_to(self, step: str) -> None:
        """Everybody passes until a step in which somebody has priority."""
        while self.game.state.turn.step != step or self.asked.kind != "priority":
            assert self.asked.kind == "priority", f"{self.asked.kind} is asked"
            self.game.answer(self.asked.who[0], PASS)

    def say(self, answer: Answer) -> None:
        self.game.answer(self.asked.who[0], answer)

    def refuses(self, answer: Answer) -> str:
        """The reason for which an answer is refused; nothing has changed."""
        before = self.game.state.fork()
        with pytest.raises(IllegalAnswer) as caught:
            self.say(answer)
        assert self.game.state == before
        return caught.value.reason

    def attack(self, *attacks: tuple[int, int]) -> None:
        """Go to the declaration of attackers, and declare: creatures with what they attack."""
        self.pass_until("attackers")
        self.say(self.declare(*attacks))

    def block(self, *blocks: tuple[int, int]) -> None:
        """Go to the next declaration of blockers, and declare: blockers with attackers."""
        self.pass_until("blockers")
        self.say(self.declare(*blocks))

    def no_attack(self, *attacks: tuple[int, int]) -> str:
        """The reason for which these attacks are refused."""
        self.pass_until("attackers")
        return self.refuses(self.declare(*attacks))

    def no_block(self, *blocks: tuple[int, int]) -> str:
        self.pass_until("blockers")
        return self.refuses(self.declare(*blocks))

    def divide(self, amounts: dict[int, int]) -> None:
        self.pass_until("divide")
        self.say(self.division(amounts))

    def no_division(self, amounts: dict[int, int]) -> str:
        self.pass_until("divide")
        return self.refuses(self.division(amounts))

    @staticmethod
    def declare(*found: tuple[int, int]) -> Answer:
        return Answer(picks=tuple(f"o{c}>p{-to - 1}" if to < 0 else f"o{c}>o{to}" for c, to in found))

    @staticmethod
    def division(amounts: dict[int, int]) -> Answer:
        return Answer(amounts=tuple((f"p{-to - 1}" if to < 0 else f"o{to}", n) for to, n in amounts.items()))

    def life(self, seat: int) -> int:
        return self.game.state.player(Seat(seat)).life

    def chars(self, obj_id: ObjId) -> Chars:
        return self.game.look.chars(obj_id)

    def damage(self, obj_id: ObjId) -> int:
        return self.game.state.objects[obj_id].damage

    def dead(self, obj_id: ObjId) -> bool:
        return obj_id not in self.game.state.objects

    @property
    def combat(self) -> Combat:
        assert self.game.state.combat is not None, "there is no combat"
        return self.game.state.combat


@pytest.fixture
def board() -> Board:
    return Board()
