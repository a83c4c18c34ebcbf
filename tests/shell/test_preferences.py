"""What the server answers for a seat, as the seat has asked for it: over real sockets, and kept over a reconnect."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from apnap.pool import load_pool
from apnap.shell import playing, policy
from apnap.shell.policy import Preferences
from apnap.shell.session import Session
from apnap.testing.tables import Posed
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from people import finding, leave, seated
from plugs import write

CARDS = """
from apnap.cardkit import YOU, activated, card, creatures, enters, gain_life, hookimpl, may, pt, triggered

api_version = 1

@hookimpl
def apnap_cards():
    return [
        card("Bells", "{1}", "Artifact", 
             activated("{0}", do=[gain_life(YOU, 1)]), activated("{0}", do=[gain_life(YOU, 2)])),
        card("Host", "{1}", "Creature — Bear", pt(1, 1), triggered(enters(creatures), do=[gain_life(YOU, 1)])),
        card("Guest", "{1}", "Creature — Bear", pt(1, 1), triggered(enters(creatures), do=[may(gain_life(YOU, 2))])),
        card("Twins", "{1}", "Creature — Bear", pt(1, 1),
             triggered(enters(creatures), do=[gain_life(YOU, 3)]),
             triggered(enters(creatures), do=[gain_life(YOU, 4)])),
    ]
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("bells") / "mine"
    write(folder, "bells", CARDS)
    return load_pool(folder=folder)


def board(*, ann: list[str], bob: list[str], hand: str = "Hill Giant") -> dict[str, Any]:
    """A position in Ann's first main phase; nobody runs out of cards."""
    library = ["Craw Wurm"] * 20
    return {
        "seats": {
            "Ann": {"battlefield": ann, "library": library, "hand": [hand], "mana": "{3}{R}"},
            "Bob": {"battlefield": bob, "library": library},
        }
    }


class Evening:
    """Ann and Bob at a table over real sockets, and what they have been asked so far."""

    def __init__(self, serve: Any, kill: Any, games: Posed) -> None:
        self._serve, self._kill, self._games = serve, kill, games
        self.ann: Client
        self.bob: Client
        self.asked: list[tuple[int, str, str]] = []
        """Each priority of Ann's, passed at once: the turn, the step, what is topmost."""

    @contextlib.asynccontextmanager
    async def begin(self, prefer: m.Prefer) -> AsyncIterator[Evening]:
        self.server = await self._serve(games=self._games)
        async with Client(self.server.url, guest="Eve") as eve:
            table = await eve.create(seats=2)
        self.ann, self.bob = await seated(self.server.url, table, "Ann", "Bob")
        await self.bob.until(lambda: "table" in self.bob.view and self.bob.view["table"]["waiting"] == [0])
        await self.ann.command(prefer)
        try:
            yield self
        finally:
            await leave(self.ann, self.bob)

    async def lose(self, how: str) -> None:
        """The connection is lost, or with it the server."""
        port, before = self.server.port, self.ann.resumes
        if how == "kill":
            await self._kill(self.server)
            self.server = await self._serve(games=self._games, port=port)
        else:
            self.ann.drop()
        await self.ann.until(lambda: self.ann.resumes > before)

    def top(self, client: Client) -> str:
        """The name of what is topmost on the stack, or which ability it is."""
        stack = client.view.get("stack", {}).get("objects", ())
        return (client.view[stack[-1]].get("ability") or client.view[stack[-1]]["name"]) if stack else ""

    async def pass_on(self, until: Callable[[], bool]) -> None:
        """Both do nothing but pass; what Ann is asked is noted."""
        seen = ""
        while not until():
            for client in (self.ann, self.bob):
                question = client.question
                if question is None or until():
                    continue
                table, top = client.view["table"], self.top(client)
                try:
                    await client.answer(question, question.default)
                except (
                    Exception
                ):  # the connection was lost meanwhile, or the server has answered it by a wish just made
                    continue
                if client is self.ann and question.kind == "priority" and question.id != seen:
                    seen = question.id
                    self.asked.append((table["turn"], table["step"], top))
            await asyncio.sleep(0.002)

    async def ring(self, client: Client, number: int) -> None:
        """One of the two bells, and passes until it has been heard."""
        await self.pass_on(lambda: client.question is not None and client.question.kind == "priority")
        bells = [o for o in client.question.options if o.payload.kind == "activate"]
        await client.answer(client.question, picks=(bells[number].id,))

    def turn(self) -> int:
        return int(self.bob.view["table"]["turn"])


LOSSES = pytest.mark.parametrize("how", ["drop", "kill"])


@LOSSES
async def test_a_stop_is_for_a_step_and_a_player(serve, kill, pool: Any, how: str) -> None:
    """Ann is asked in Bob's upkeeps and nowhere else, before and after the loss."""
    prefer = m.Prefer(until_end_of_turn=True, auto_pass=True, stops=(m.Stop("upkeep", 1), m.Stop("end")))
    evening = Evening(serve, kill, Posed(pool, board(ann=[], bob=[], hand="Craw Wurm")))
    async with evening.begin(prefer):
        await evening.pass_on(lambda: evening.turn() >= 3)
        before, evening.asked = evening.asked, []
        await evening.lose(how)
        await evening.pass_on(lambda: evening.turn() >= 5)
        assert before == [(1, "end", ""), (2, "upkeep", ""), (2, "end", "")]
        assert evening.asked == [(3, "end", ""), (4, "upkeep", ""), (4, "end", "")]


@LOSSES
async def test_auto_pass_asks_only_where_something_can_be_done(serve, kill, pool: Any, how: str) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Mountain"], bob=["Bells"], hand="Craw Wurm")))
    async with evening.begin(m.Prefer(auto_pass=True)):
        await evening.pass_on(lambda: evening.turn() >= 2)
        await evening.lose(how)
        await evening.ring(evening.bob, 0)
        await evening.pass_on(lambda: evening.turn() >= 3)
        assert evening.asked == [], "mana and passing are nothing to do"
        await evening.ann.command(m.Prefer(auto_pass=False))
        await evening.pass_on(lambda: evening.turn() >= 4)
        assert len(evening.asked) > 5


async def test_auto_pass_passes_over_nothing_that_can_be_done(serve, kill, pool: Any) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Bells"], bob=[])))
    async with evening.begin(m.Prefer(auto_pass=True)):
        await evening.pass_on(lambda: evening.turn() >= 2)
        assert [step for _, step, _ in evening.asked][:2] == ["main1", "begin-combat"]


@LOSSES
async def test_a_yield_is_for_one_ability(serve, kill, pool: Any, how: str) -> None:
    """Ann, who could answer, does so no more to the first of Bob's bells; to the second she is asked."""
    evening = Evening(serve, kill, Posed(pool, board(ann=["Bells"], bob=["Bells"])))
    async with evening.begin(m.Prefer(auto_pass=True, yields=("Bells/abilities/0",))):
        for _ in range(2):
            evening.asked = []
            for number in (0, 1):
                life = evening.bob.view["seat:1"]["life"]
                await evening.ring(evening.bob, number)
                await evening.pass_on(lambda life=life: evening.bob.view["seat:1"]["life"] != life)
            assert [top for _, _, top in evening.asked if top] == ["Bells/abilities/1"]
            await evening.lose(how)


@LOSSES
async def test_who_holds_priority_is_asked_after_what_they_did(serve, kill, pool: Any, how: str) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Bells"], bob=[])))
    async with evening.begin(m.Prefer(auto_pass=True, hold=True, yields=("Bells",))):
        await evening.lose(how)
        await evening.ring(evening.ann, 0)
        await evening.ann.until(
            lambda: evening.top(evening.ann) == "Bells/abilities/0" and evening.ann.question is not None
        )
        await evening.ann.command(m.Prefer(hold=False))
        await evening.pass_on(lambda: evening.ann.view["seat:0"]["life"] == 21)
        assert evening.asked == []


@pytest.mark.parametrize(
    ("creatures", "orders"), [(["Host", "Host", "Host"], 0), (["Twins"], 1), (["Host", "Guest"], 1)]
)
@LOSSES
async def test_equal_triggers_are_not_asked_about(
    serve, kill, pool: Any, creatures: list[str], orders: int, how: str
) -> None:
    """Equal are those of the same ability: two abilities of one card are not."""
    evening = Evening(serve, kill, Posed(pool, board(ann=creatures, bob=[])))
    async with evening.begin(m.Prefer(order_equal_triggers=True)):
        await evening.lose(how)
        asked: list[m.Asked] = []
        evening.ann.on_frame = lambda f: asked.append(f) if isinstance(f, m.Asked) else None
        await cast(evening.ann, "Hill Giant")
        await evening.pass_on(lambda: evening.ann.view["seat:0"]["life"] > 20 and evening.top(evening.ann) == "")
        questions = [frame.request for frame in asked if frame.request.kind == "order"]
        assert len(questions) == orders
        for question in questions:
            names = [option.payload.ability for option in question.options]
            assert len(set(names)) == len(names), "the player can tell them apart"


@pytest.mark.parametrize(("word", "life"), [("yes", 26), ("no", 20)])
@LOSSES
async def test_one_answer_is_for_all_equal_triggers(serve, kill, pool: Any, how: str, word: str, life: int) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Guest"] * 3, bob=[])))
    async with evening.begin(m.Prefer(order_equal_triggers=True, answers={"Guest/abilities/0": word})):
        await evening.lose(how)
        asked: list[str] = []
        evening.ann.on_frame = lambda f: asked.append(f.request.kind) if isinstance(f, m.Asked) else None
        await cast(evening.ann, "Hill Giant")
        await evening.pass_on(lambda: evening.turn() == 2)
        assert evening.ann.view["seat:0"]["life"] == life
        assert not {"yes-no", "order"} & set(asked)
        assert {r.by for r in evening.server.journal.inputs(evening.ann.room.table)} >= {"seat", "policy"}


async def test_passing_until_the_end_of_turn_is_off_when_somebody_else_does_something(serve, kill, pool: Any) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Bells"], bob=["Bells"])))
    async with evening.begin(m.Prefer()):
        await evening.pass_on(lambda: evening.turn() == 2 and evening.bob.question is not None)
        await evening.ann.command(m.Prefer(until_end_of_turn=True))
        await evening.pass_on(lambda: evening.bob.view["table"]["step"] == "main1" and evening.bob.question is not None)
        evening.asked = []
        await evening.ring(evening.bob, 0)
        await evening.pass_on(lambda: bool(evening.asked))
        await evening.lose("kill")
        await evening.pass_on(lambda: evening.turn() == 3)
        assert [top for _, _, top in evening.asked] == ["Bells/abilities/0"] + [""] * (len(evening.asked) - 1)
        assert len(evening.asked) > 3, "it stays off"


async def test_passing_until_the_end_of_turn_does_not_reach_into_the_next_game(serve, kill, pool: Any) -> None:
    evening = Evening(serve, kill, Posed(pool, board(ann=["Bells"], bob=[])))
    async with evening.begin(m.Prefer(until_end_of_turn=True)):
        await evening.bob.until(lambda: evening.bob.question is not None)
        await evening.bob.concede()
        await evening.ann.command(m.Rematch())
        await evening.bob.command(m.Rematch())
        await evening.ann.until(lambda: evening.ann.question is not None)
        assert (evening.ann.view["table"]["turn"], evening.ann.question.kind) == (1, "priority")


async def cast(client: Client, name: str) -> None:
    """Casts a spell and pays for it."""
    await client.until(lambda: client.question is not None and client.question.kind == "priority")
    while True:
        question = client.question
        assert question is not None
        wanted = [o.id for o in question.options if o.payload.kind in ("cast", "pay")]
        await client.answer(question, picks=tuple(wanted[:1]))
        await client.command(m.Ping())
        await client.until(lambda asked=question.id: client.question is None or client.question.id != asked)
        if client.question is None or client.question.kind == "priority":
            return


# --- planted faults -------------------------------------------------------------------------------------


def no_stops(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(policy, "_stops", lambda prefer, window: False)


def stops_of_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(policy, "_stops", lambda prefer, window: any(s.step == window.step for s in prefer.stops))


def forgets_at_a_reconnect(patch: pytest.MonkeyPatch) -> None:
    honest = Session.attach

    def attach(self: Session, outlet: Any) -> None:
        self.prefer = self.prefer if self.v == 0 else Preferences()
        honest(self, outlet)

    patch.setattr(Session, "attach", attach)


def forgets_at_a_restart(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Preferences, "from_bytes", classmethod(lambda cls, data: cls()))


def passes_over_what_can_be_done(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(policy, "_is_deed", lambda kind: False)


def takes_mana_for_a_deed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(policy, "_is_deed", lambda kind: kind != "pass")


def wishing(patch: pytest.MonkeyPatch, **changes: Any) -> None:
    """A server that takes other wishes for those of the seat."""
    honest = policy.standing_answer
    patch.setattr(playing, "standing_answer", lambda prefer, *rest: honest(replace(prefer, **changes), *rest))


def yields_to_nothing(patch: pytest.MonkeyPatch) -> None:
    wishing(patch, yields=())


def yields_to_all_of_a_card(patch: pytest.MonkeyPatch) -> None:
    wishing(patch, yields=("Bells",))


def never_holds(patch: pytest.MonkeyPatch) -> None:
    wishing(patch, hold=False)


def asks_about_all_triggers(patch: pytest.MonkeyPatch) -> None:
    wishing(patch, order_equal_triggers=False)


def asks_each_time(patch: pytest.MonkeyPatch) -> None:
    wishing(patch, answers=())


FAULTS = [
    (no_stops, "drop", test_a_stop_is_for_a_step_and_a_player, ()),
    (stops_of_everybody, "drop", test_a_stop_is_for_a_step_and_a_player, ()),
    (forgets_at_a_reconnect, "drop", test_a_stop_is_for_a_step_and_a_player, ()),
    (forgets_at_a_restart, "kill", test_a_stop_is_for_a_step_and_a_player, ()),
    (takes_mana_for_a_deed, "drop", test_auto_pass_asks_only_where_something_can_be_done, ()),
    (passes_over_what_can_be_done, "", test_auto_pass_passes_over_nothing_that_can_be_done, ()),
    (yields_to_nothing, "drop", test_a_yield_is_for_one_ability, ()),
    (yields_to_all_of_a_card, "drop", test_a_yield_is_for_one_ability, ()),
    (never_holds, "drop", test_who_holds_priority_is_asked_after_what_they_did, ()),
    (asks_about_all_triggers, "drop", test_equal_triggers_are_not_asked_about, (["Host", "Host"], 0)),
    (asks_each_time, "drop", test_one_answer_is_for_all_equal_triggers, ("yes", 26)),
]


@pytest.mark.parametrize(("plant", "how", "test", "more"), FAULTS, ids=[f"{f[0].__name__}-{f[1]}" for f in FAULTS])
async def test_a_planted_fault_is_found(
    serve, kill, pool: Any, monkeypatch: pytest.MonkeyPatch, plant: Any, how: str, test: Any, more: tuple[Any, ...]
) -> None:
    plant(monkeypatch)
    names = test.__code__.co_varnames[: test.__code__.co_argcount][3:]
    given = dict(zip((n for n in names if n != "how"), more, strict=True)) | ({"how": how} if how else {})
    async with finding(within_s=3):
        await test(serve, kill, pool, **given)
