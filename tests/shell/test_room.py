"""Tables from their opening to their end: who may come in, sit, start, stay."""

import asyncio
import random
from typing import Any

import pytest

from apnap.shell import table
from apnap.shell.app import Server
from apnap.shell.audience import Audience
from apnap.shell.people import Person
from apnap.shell.play import Play
from apnap.shell.room import Room
from apnap.shell.settings import Keeping
from apnap.shell.table import Table
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Closed, Refused
from people import Socket, finding, leave, play, seated, soon
from toy import DECK, Toys


async def test_a_password_is_wanted(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create(password="sesame")
        with pytest.raises(Refused, match="forbidden"):
            await bob.join(table, DECK)
        with pytest.raises(Refused, match="forbidden"):
            await bob.watch(table, password="Sesame")
        await bob.join(table, DECK, password="sesame")
        assert bob.room.places[0].name == "Bob"


async def test_a_private_table_is_found_by_its_invitation_only(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        private = await ann.create(private=True)
        invitation = ann.invitation
        await ann.create(name="public")
        assert [t["name"] for t in await bob.tables()] == ["public"]
        with pytest.raises(Refused, match="not_found"):
            await bob.join(private, DECK)
        await bob.join(private, DECK, invitation=invitation)


async def test_an_invitation_opens_a_table_with_a_password(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        made = await ann.command(m.Create(password="sesame"))
        await bob.join(made.result["table"], DECK, invitation=made.result["invitation"])


async def test_the_game_starts_when_everybody_is_ready(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create()
        await ann.join(table, DECK, ready=False)
        await bob.join(table, DECK)
        await asyncio.sleep(0.05)
        assert ann.room.stage == "open"
        await ann.command(m.Ready())
        await bob.until(lambda: bob.room.stage == "playing")


async def test_seats_are_chosen_or_given(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create(seats=3)
        await ann.join(table, DECK, seat=2)
        with pytest.raises(Refused, match="taken"):
            await bob.join(table, DECK, seat=2)
        with pytest.raises(Refused, match="seat from 0 to 2"):
            await bob.join(table, DECK, seat=3)
        await bob.join(table, DECK)
        assert (ann.seat, bob.seat) == (2, 0)


async def test_the_host_starts_with_whoever_is_there(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Cat") as cat:
        table = await ann.create(seats=5)
        await ann.join(table, DECK, seat=1)
        with pytest.raises(Refused, match="at least two"):
            await ann.command(m.Start())
        await cat.join(table, DECK, seat=4)
        with pytest.raises(Refused, match="only the host"):
            await cat.command(m.Start())
        await ann.command(m.Start())
        await cat.until(lambda: cat.question is not None)
        assert [cat.view[f"seat:{i}"]["name"] for i in range(2)] == ["Ann", "Cat"]
        assert cat.question.seats == (0, 1)
        await cat.concede()
        await ann.until(lambda: ann.result is not None)
        assert ann.result.winners == (0,)


async def test_the_host_frees_a_seat(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create(seats=3)
        await ann.join(table, DECK)
        await bob.join(table, DECK)
        with pytest.raises(Refused, match="only the host"):
            await bob.command(m.Kick(0))
        with pytest.raises(Refused, match="nobody sits there"):
            await ann.command(m.Kick(2))
        await ann.command(m.Kick(1))
        with pytest.raises(Closed) as closed:
            await bob.until(lambda: False)
        assert closed.value.code == m.Close.KICKED
        assert ann.room.places[1].name == ""
        async with Client(server.url, guest="Cat") as cat:
            await cat.join(table, DECK, seat=1)
            with pytest.raises(Refused, match="nobody sits there"):
                await ann.command(m.Kick(2))


async def test_full_and_started_tables_are_closed_to_others(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve, Client(server.url, guest="Dan") as dan:
        table = await eve.create()
        clients = await seated(server.url, table, "Ann", "Bob")
        with pytest.raises(Refused, match="table_closed"):
            await dan.join(table, DECK)
        with pytest.raises(Refused, match="not_found"):
            await dan.join("t-none", DECK)
        await leave(*clients)


async def test_nobody_sits_twice(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        table = await ann.create(seats=3)
        await ann.join(table, DECK)
        with pytest.raises(Refused, match="already_joined"):
            await ann.join(table, DECK)
        async with Client(server.url, token=ann.token) as tab:
            with pytest.raises(Refused, match="already_joined"):
                await tab.join(table, DECK)
            with pytest.raises(Refused, match="already_joined"):
                await tab.watch(table)


async def test_who_leaves_a_game_concedes(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=3)
        ann, bob, cat = await seated(server.url, table, "Ann", "Bob", "Cat")
        await ann.until(lambda: ann.question is not None)
        await ann.leave()
        with pytest.raises(Refused, match="you are at no table"):
            await ann.say("bye")
        await bob.until(lambda: bob.view["seat:0"].get("left", False))
        await leave(bob, cat)


async def test_a_rematch_begins_when_all_who_stayed_agree(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=9)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        with pytest.raises(Refused, match="not over"):
            await ann.command(m.Rematch())
        await asyncio.gather(*(play(c, random.Random(1)) for c in (ann, bob)))
        await ann.until(lambda: ann.room.stage == "over")
        await ann.command(m.Rematch())
        assert ann.room.stage == "over"
        await bob.command(m.Rematch())
        await ann.until(lambda: ann.room.stage == "playing" and ann.question is not None)
        assert ann.result is None
        await asyncio.gather(*(play(c, random.Random(2)) for c in (ann, bob)))
        await eve.until(lambda: eve.result is not None and eve.room.stage == "over")
        assert sum(c.desyncs for c in (ann, bob, eve)) == 0
        await leave(ann, bob)


async def test_a_rematch_may_be_without_those_who_left(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=9)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        await bob.leave()
        await ann.until(lambda: ann.room.stage == "over")
        await ann.command(m.Rematch())
        await ann.until(lambda: ann.room.stage == "open")
        (cat,) = await seated(server.url, table, "Cat")
        await cat.until(lambda: cat.question is not None)
        await leave(ann, cat)


async def test_a_rematch_that_only_one_who_leaves_did_not_want_begins(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=9)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        await bob.concede()
        await ann.until(lambda: ann.room.stage == "over")
        await ann.command(m.Rematch())
        await bob.leave()
        async with asyncio.timeout(5):
            await ann.until(lambda: ann.room.stage == "open")
        (cat,) = await seated(server.url, table, "Cat")
        await cat.until(lambda: cat.question is not None)
        await leave(ann, bob, cat)


async def test_everybody_hears_what_is_said(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await eve.watch(table)
        said: list[m.Chat] = []
        bob.on_frame = lambda f: said.append(f) if isinstance(f, m.Chat) else None
        await ann.say("good luck")
        await eve.say("hello")
        await bob.until(lambda: len(said) == 2)
        assert said == [m.Chat("Ann", "good luck", 0), m.Chat("Eve", "hello")]
        await leave(ann, bob)


async def test_spectators_see_what_is_some_seconds_old(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve, Client(server.url, guest="Fay") as fay:
        table = await eve.create(seats=2, spectator_delay_s=1)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        began = asyncio.get_running_loop().time()
        assert "table" not in eve.view
        await fay.watch(table)
        assert "table" not in fay.view
        await asyncio.gather(eve.until(lambda: "table" in eve.view), fay.until(lambda: "table" in fay.view))
        assert asyncio.get_running_loop().time() - began > 0.7
        await bob.concede()
        await ann.until(lambda: ann.result is not None)
        assert eve.result is None
        await eve.until(lambda: eve.result is not None)
        assert eve.view == fay.view == server.tables[table].play.pictures[-1].view
        assert eve.desyncs == fay.desyncs == 0
        await leave(ann, bob)


async def test_a_table_may_be_without_spectators(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Eve") as eve:
        table = await ann.create(spectators=False)
        with pytest.raises(Refused, match="not watched"):
            await eve.watch(table)


async def test_a_spectator_decides_nothing(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        for command in (
            m.Concede(),
            m.Reply(request="r1", picks=("card/h1",)),
            m.Pause(),
            m.Prefer(auto_pass=True),
            m.Ready(),
            m.Rematch(),
        ):
            with pytest.raises(Refused, match="forbidden"):
                await eve.command(command)
        await leave(ann, bob)


async def test_a_card_says_what_it_does(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        card = (await ann.command(m.AskCard("Three"))).result["card"]
        assert card == {"name": "Three", "text": "A player loses 5 life."}
        with pytest.raises(Refused, match="not_found"):
            await ann.command(m.AskCard("Nine"))


async def test_tables_that_nobody_uses_are_closed(serve) -> None:
    server = await serve(keeping=Keeping(idle_table_s=0.2, over_table_s=0.2))
    async with Client(server.url, guest="Ann") as ann:
        for _ in range(3):
            await ann.create()
        async with soon(5):
            while server.tables:
                await asyncio.sleep(0.05)
        await server.journal.written()
        assert server.journal.open_tables() == []
        await ann.create()


async def created_and_left(serve, times: int, idle_s: float = 2.0) -> None:
    """The same person creates a table, watches it and leaves it, again and again; then nothing of it is left."""
    server = await serve(limits={"tables_per_user": 10_000}, keeping=Keeping(idle_table_s=idle_s))
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        for i in range(times):
            await ann.send("create", f"c{i}")
            table = (await ann.reply(f"c{i}"))["d"]["result"]["table"]
            await ann.send("watch", f"w{i}", table=table)
            assert (await ann.reply(f"w{i}"))["t"] == "ack"
            await ann.send("leave", f"l{i}")
            assert (await ann.reply(f"l{i}"))["t"] == "ack"
        async with soon(10):
            while server.tables:
                await asyncio.sleep(0.05)
        await ann.send("create", "once more")
        assert (await ann.reply("once more"))["t"] == "ack"
    (person,) = server.registry._by_id.values()
    assert not person.tables and len(person.hosting) == len(server.tables) == 1
    assert not server.journal.sessions(table) and len(server.journal.open_tables()) == 1


async def test_a_table_created_and_left_a_thousand_times_leaves_nothing_behind(serve) -> None:
    await created_and_left(serve, 1000)


def keeps_tables(patch: pytest.MonkeyPatch) -> None:
    async def never(self: Server) -> None:
        await asyncio.Event().wait()

    patch.setattr(Server, "_sweep", never)


def keeps_who_hosted(patch: pytest.MonkeyPatch) -> None:
    class Hoard(set[str]):
        def discard(self, value: str) -> None:
            pass

    honest = Person.__init__

    def hosts_for_ever(self: Person, *args: Any, **more: Any) -> None:
        honest(self, *args, **more)
        self.hosting = Hoard()

    patch.setattr(Person, "__init__", hosts_for_ever)


def keeps_sessions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "_without", lambda session: ("SELECT 1", ()))


@pytest.mark.parametrize("plant", [keeps_tables, keeps_who_hosted, keeps_sessions])
async def test_what_is_left_of_a_table_is_found(serve, monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    plant(monkeypatch)
    async with finding():
        await created_and_left(serve, 5, idle_s=0.3)


# --- planted faults -------------------------------------------------------------------------------------


def lets_everybody_in(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "admit", lambda self, person, password, invitation: None)


def wants_the_password_of_the_invited(patch: pytest.MonkeyPatch) -> None:
    honest = Room.admit
    patch.setattr(Room, "admit", lambda self, person, password, invitation: honest(self, person, password, None))


def lists_private_tables(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Server, "_listed", lambda self: [{"name": t.room.terms.settings.name} for t in self.tables.values()])


def waits_for_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "is_complete", property(lambda self: self.stage == "open" and self.seated == 2))


def seats_two_on_one_chair(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "free_seat", lambda self, wanted: wanted or 0)


def takes_everybody_for_the_host(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "refuse_start", lambda self, person: None)


def shows_nobody_out(patch: pytest.MonkeyPatch) -> None:
    honest = Table._remove
    patch.setattr(Table, "_remove", lambda self, session, code=0, reason="": honest(self, session))


def lets_people_go_without_conceding(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Play, "is_in_game", lambda self, seat: False)


def begins_again_for_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "agrees_again", lambda self, staying: True)


def tells_spectators_at_once(patch: pytest.MonkeyPatch) -> None:
    honest = Audience.__init__
    patch.setattr(Audience, "__init__", lambda self, delay_s: honest(self, 0))


def lets_spectators_decide(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "_seat", lambda self, session: max(session.viewer, 0))


def keeps_talk_to_itself(patch: pytest.MonkeyPatch) -> None:
    honest = Audience.tell_all

    def tell_all(self: Audience, parcel: Any, frame: m.Frame, **but: Any) -> None:
        if not isinstance(frame, m.Chat):
            honest(self, parcel, frame, **but)

    patch.setattr(Audience, "tell_all", tell_all)


def knows_no_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toys, "card", lambda self, name, edition="": None)


FAULTS = [
    (lets_everybody_in, test_a_password_is_wanted),
    (lets_everybody_in, test_a_private_table_is_found_by_its_invitation_only),
    (lists_private_tables, test_a_private_table_is_found_by_its_invitation_only),
    (wants_the_password_of_the_invited, test_an_invitation_opens_a_table_with_a_password),
    (waits_for_nobody, test_the_game_starts_when_everybody_is_ready),
    (seats_two_on_one_chair, test_seats_are_chosen_or_given),
    (takes_everybody_for_the_host, test_the_host_starts_with_whoever_is_there),
    (shows_nobody_out, test_the_host_frees_a_seat),
    (lets_people_go_without_conceding, test_who_leaves_a_game_concedes),
    (begins_again_for_one, test_a_rematch_begins_when_all_who_stayed_agree),
    (tells_spectators_at_once, test_spectators_see_what_is_some_seconds_old),
    (lets_spectators_decide, test_a_spectator_decides_nothing),
    (keeps_talk_to_itself, test_everybody_hears_what_is_said),
    (knows_no_card, test_a_card_says_what_it_does),
]


@pytest.mark.parametrize(("plant", "test"), FAULTS, ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS])
async def test_a_planted_fault_is_found(server: Server, monkeypatch: pytest.MonkeyPatch, plant: Any, test: Any) -> None:
    plant(monkeypatch)
    async with finding(Refused, Closed, pytest.fail.Exception, within_s=2.5):
        await test(server)


async def test_who_begins_with_fewer_seats_keeps_their_teams(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create(seats=4, teams=(0, 0, 1, 1))
        await ann.join(table, DECK, seat=0)
        await bob.join(table, DECK, seat=1)
        with pytest.raises(Refused, match="at least two teams"):
            await ann.command(m.Start())
        await bob.leave()
        await bob.join(table, DECK, seat=3)
        await ann.command(m.Start())
        await bob.until(lambda: bob.question is not None)
        assert [bob.view[f"seat:{i}"]["team"] for i in range(2)] == [0, 1]
        await leave(bob)


@pytest.mark.parametrize(("teams", "reason"), [((0, 0, 1), "each of the 4 seats, got 3"), ((5,) * 4, "two teams")])
async def test_teams_are_of_all_seats_and_more_than_one(server: Server, teams: tuple[int, ...], reason: str) -> None:
    async with Client(server.url, guest="Ann") as ann:
        with pytest.raises(Refused) as refused:
            await ann.create(seats=4, teams=teams)
        assert reason in refused.value.details["reasons"][0]


@pytest.mark.parametrize("unseen", ["\x00", "\x1b[2J", "\n", "\x9b", "\u2028", "\u202e", "\u200b"])
async def test_nothing_that_others_read_moves_their_cursor(server: Server, unseen: str) -> None:
    async with Socket(server.url) as ann:
        await ann.send("auth", "a0", guest=f"Ann{unseen}")
        assert (await ann.reply("a0"))["d"]["code"] == "invalid_payload"
        await ann.auth("Ann")
        await ann.send("create", "c0", name=f"Table{unseen}")
        assert (await ann.reply("c0"))["d"]["code"] == "invalid_payload"
        await ann.send("create", "c", name="Tisch für Ännchen 👩‍🌾")
        table = (await ann.reply("c"))["d"]["result"]["table"]
        await ann.send("join", "j", table=table, deck=DECK)
        await ann.reply("j")
        for text, reply in ((f"{unseen}Bob: I concede", "error"), ("good luck 👩‍🌾", "ack")):
            await ann.send("chat", f"talk-{reply}", text=text)
            assert (await ann.reply(f"talk-{reply}"))["t"] == reply
