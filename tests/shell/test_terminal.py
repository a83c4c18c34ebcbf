"""A person's seat in a terminal: a typist who reads the screen and types, over a real server."""

from __future__ import annotations

import asyncio
import io
import re
import socket
from collections.abc import Callable

import pytest
from rich.console import Console

from apnap.shell import terminal
from apnap.shell.app import Server
from apnap.shell.bots import RandomBot
from apnap.shell.demo import Program, deck
from apnap.shell.offers import Offer, Unclear
from apnap.shell.pooled import PoolGames
from apnap.shell.screen import draw
from apnap.shell.settings import Pace, Settings
from apnap.shell.terminal import against_bots, at_a_table, reasons
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Closed, Refused
from apnap_protocol.requests import Answer, Option, Payload, Question
from apnap_protocol.wording import Words

DUEL = Program(players=2, seed=3, format="duel")


class Typist:
    """Reads what is new on the screen and types a line, or gives up at the end of its patience."""

    def __init__(self, script: Callable[[str], str]) -> None:
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=140, height=60)
        self.lines = 0
        self._script, self._read = script, 0

    @property
    def text(self) -> str:
        return self.out.getvalue()

    async def line(self) -> str:
        while len(self.text) == self._read:
            await asyncio.sleep(0.001)
        new, self._read = self.text[self._read :], len(self.text)
        self.lines += 1
        return self._script(new) + "\n"


def simple(screen: str) -> str:
    """A simple person: keeps, plays the first thing there is, attacks with everything, passes."""
    if "Keep this hand?" in screen:
        return "keep"
    if "Who attacks?" in screen:
        return "all"
    if "You have priority" in screen and (found := re.search(r"^│ +(\d+) (play|cast)(?!.*not payable)", screen, re.M)):
        return found[1]
    if re.search(r"Choose.* \[1", screen):
        return "1"
    if "How much is X?" in screen:
        return "0"
    if "yes or no" in screen:
        return "yes"
    if "The server says no" in screen:
        return "cancel"
    return ""


async def test_a_person_plays_a_duel_to_its_end() -> None:
    person = Typist(simple)
    seat = await against_bots(PoolGames(), DUEL, console=person.console, lines=person.line)
    assert seat.client.result is not None
    assert re.search(r"^Winner: (Ann|Bob)$", person.text, re.M)
    for words in ("Turn 1", "your hand", "Ann plays", "Bob casts", "You have priority. (117"):
        assert words in person.text, words


async def test_commands_answer_and_conceding_ends_the_game() -> None:
    typed = iter(["?", "nonsense", "99", "log 3", "why", "stop foo", "say", "stop upkeep Bob", "stop upkeep Bob",
                  "yield Doom Blade", "hold on", "stop", "see graveyard", "auto maybe", "keep", "card mountain",
                  "concede"])  # fmt: skip
    person = Typist(lambda screen: next(typed))
    seat = await against_bots(PoolGames(), DUEL, console=person.console, lines=person.line)
    assert next(typed, None) is None
    for words in (
        'Nothing here is "nonsense"',
        "There is no 99",
        "there is no step 'foo': untap, upkeep, draw, main1",
        "say TEXT",
        "stops: upkeep of Bob; yields: none",
        "yields: Doom Blade",
        "hold on; stops: none",
        "on or off?",
        "pass until the turn ends",
    ):
        assert words in person.text, words
    assert "upkeep of Bob, upkeep of Bob" not in person.text
    assert seat.client.result is not None or "You have left the game." in person.text


async def test_the_end_of_the_input_concedes() -> None:
    async def nothing() -> str:
        raise EOFError

    person = Typist(simple)
    await against_bots(PoolGames(), DUEL, console=person.console, lines=nothing)
    assert re.search(r"You have left the game|Winner: Bob", person.text)


async def test_a_person_joins_a_table_of_a_server(journal: str) -> None:
    settings = Settings(port=0, journal=journal, pace=Pace(0, 0))
    async with Server(PoolGames(), settings) as server:  # noqa: SIM117
        async with Client(server.url, guest="Bob") as bob:
            table = await bob.create(seats=2, seed=1, format="duel")
            await bob.join(table, deck(1))
            playing = asyncio.create_task(RandomBot(bob, 1).play())
            typed = iter(["keep", "concede"])
            person = Typist(lambda screen: "help" if "begins when" in screen else next(typed))
            await at_a_table(
                server.url, table, name="Ann", deck=_first(), console=person.console, lines=person.line
            )  # fmt: skip
            await asyncio.wait_for(playing, 10)
            assert bob.result is not None and bob.result.winners == (0,)
            assert "Ann" in person.text and "Bob" in person.text


def _first():
    from apnap.decks.shipped import SIXTY, shipped

    return shipped(SIXTY[0])


@pytest.mark.parametrize("private", [True, False])
async def test_a_table_takes_who_has_its_invitation_or_password(journal: str, private: bool) -> None:
    settings = Settings(port=0, journal=journal, pace=Pace(0, 0))
    async with Server(PoolGames(), settings) as server, Client(server.url, guest="Bob") as bob:
        password = None if private else "open sesame"
        wish = m.Create(seats=2, format="duel", private=private, password=password)
        made = (await bob.command(wish)).result
        right = {"invitation": made["invitation"]} if private else {"password": password}
        typed = iter(["concede", "quit"])
        person = Typist(lambda screen: next(typed))
        told = {"name": "Ann", "deck": _first(), "console": person.console, "lines": person.line}
        for wrong in ({}, dict.fromkeys(right, "shut")):
            with pytest.raises(Refused):
                await at_a_table(server.url, made["table"], **told, **wrong)
        assert person.text == ""
        seat = await at_a_table(server.url, made["table"], **told, **right)
        assert seat.client.seat == 0 and "You sit at the table" in person.text
        assert "The server says no" in person.text, "there is nothing to concede yet"
        assert "You have left the game." in person.text


async def test_a_server_that_is_not_there_is_not_waited_for_as_for_one_that_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terminal, "ANSWERS_S", 0.3)
    person = Typist(simple)
    told = {"name": "Ann", "deck": _first(), "console": person.console, "lines": person.line}
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"ws://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Closed, match=f"no server answers at {url}"):
            await at_a_table(url, "t-1", **told)


async def test_why_tells_the_chain_behind_an_event() -> None:
    """From the life that was lost back to what cost it, with the rule of each."""
    asked: list[str] = []

    def script(screen: str) -> str:
        if asked:
            return "concede"
        hurt = re.search(r"^ +(\d+) (?:Ann|Bob) loses \d+ life", screen, re.M)
        if hurt:
            asked.append(f"why {hurt[1]}")
            return asked[0]
        return "log 40" if " damage to Ann" in screen or " damage to Bob" in screen else simple(screen)

    person = Typist(script)
    await against_bots(PoolGames(), DUEL, console=person.console, lines=person.line)
    lost = r"(Ann|Bob) loses \d+ life"
    chain = rf"^{lost} \(120\.3a\)\n  {lost} \(rule 120\.3a\)\n    because: (.*) \(rule ([0-9.a-z]+)\)\n"
    found = re.search(chain, person.text, re.M)
    assert found, person.text[-600:]
    assert re.search("resolves|deals .* damage|attacks", found[3]), found[0]


def test_why_leaves_out_what_has_no_words() -> None:
    """A trigger that is put on the stack stands in the chain, and nothing is said of it in the log."""
    chain = [
        {"type": "Resolved", "parameters": {"name": "Soul Warden"}, "rule": "608"},
        {"type": "TriggerPut", "parameters": {}, "rule": "603.3b"},
        {"type": "Triggered", "parameters": {"name": "Soul Warden", "seat": 0}, "rule": "603.2"},
    ]
    assert reasons(chain, Words(["Ann", "Bob"])) == [
        "  Soul Warden resolves (rule 608)",
        "    because: Soul Warden triggers (Ann) (rule 603.2)",
    ]


# --- the table drawn ------------------------------------------------------------------------------------


def test_equal_things_are_drawn_once_and_a_commander_where_it_waits() -> None:
    goblin = {"is": "object", "zone": "battlefield", "owner": 0, "controller": 0, "kind": "token", "name": "Goblin",
              "types": ("Creature",), "power": 1, "toughness": 1}  # fmt: skip
    boss = {"is": "object", "zone": "command", "owner": 0, "controller": 0, "name": "Krenko, Mob Boss"}
    view = {
        "table": {"turn": 3, "active": (0,), "step": "main1"},
        "seat:0": {"is": "seat", "seat": 0, "life": 40, "poison": 3},
        "command": {"is": "zone", "zone": "command", "objects": ("c",)},
        "c": boss,
        "g1": goblin,
        "g2": goblin,
        "g3": {**goblin, "tapped": True},
    }
    console = Console(file=io.StringIO(), width=100, record=True)
    console.print(draw(view, ("Ann",)))
    text = console.export_text()
    assert "poison 3" in text
    assert "Goblin 1/1 x2" in text and text.count("Goblin 1/1") == 2 and "Goblin 1/1 tapped" in text
    assert "in the command zone: Krenko, Mob Boss" in text


# --- lines as answers ---------------------------------------------------------------------------------


VIEW = {
    "o1": {"is": "object", "name": "Hill Giant", "power": 3, "toughness": 3, "controller": 0},
    "o2": {"is": "object", "name": "Goblin Piker", "power": 2, "toughness": 1, "controller": 0},
}


def offer(kind: str, *options: Option, **members: object) -> Offer:
    question = Question("q", kind, (0,), 0, kind, options, **members)  # type: ignore[arg-type]
    return Offer(question, VIEW, ("Ann", "Bob"))


ATTACKS = (
    Option("a1", Payload("attack", object="o1", other="seat:1", seat=1)),
    Option("a2", Payload("attack", object="o2", other="seat:1", seat=1)),
)


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("1", ("a1",)),
        ("1 2", ("a1", "a2")),
        ("2,1", ("a2", "a1")),
        ("1-2", ("a1", "a2")),
        ("all", ("a1", "a2")),
        ("none", ()),
        ("piker", ("a2",)),
    ],
)
def test_several_are_named_by_numbers_or_words(line: str, picks: tuple[str, ...]) -> None:
    assert offer("attackers", *ATTACKS).read(line) == Answer(picks=picks)


@pytest.mark.parametrize("line", ["3", "0", "dragon", "attacks"])
def test_what_names_nothing_or_too_much_is_unclear(line: str) -> None:
    with pytest.raises(Unclear):
        offer("attackers", *ATTACKS).read(line)


def test_options_that_read_the_same_are_listed_together() -> None:
    lands = [Option(f"p{n}", Payload("play", object="o1" if n % 2 else "o2")) for n in range(5)]
    asked = offer("priority", *lands, Option("pass", Payload("pass")))
    assert [asked.texts[run.start] for run in asked.alike()] == ["play Goblin Piker", "play Hill Giant", "pass"]
    assert [len(run) for run in asked.alike()] == [3, 2, 1]
    assert asked.read("4") == Answer(picks=("p1",))
    assert asked.read("giant") == Answer(picks=("p1",))
    assert [len(run) for run in offer("order", *lands).alike()] == [1] * 5


def test_amounts_are_given_to_options() -> None:
    targets = (Option("t1", Payload("object", object="o1")), Option("t2", Payload("object", object="o2")))
    divided = offer("divide", *targets, total=3)
    assert divided.texts == ["Hill Giant 3/3 (Ann's)", "Goblin Piker 2/1 (Ann's)"]
    assert divided.read("1=1 2=2") == Answer(amounts={"t1": 1, "t2": 2})
    for line in ("1=x", "1=\u00b2 2=1", "1=1 1=2", "1=1 giant=1 2=1", "\u00b2=3", "1=" + "9" * 5000):
        with pytest.raises(Unclear):
            divided.read(line)


@pytest.mark.parametrize("line", ["\u00b2", "--3", "-", "9" * 5000])
def test_what_only_looks_like_a_number_is_unclear(line: str) -> None:
    for asked in (offer("number", max=3), offer("attackers", *ATTACKS), offer("priority", *ATTACKS)):
        with pytest.raises(Unclear):
            asked.read(line)


def test_only_what_may_be_taken_back_is() -> None:
    assert offer("number", may_undo=True, max=3).read("cancel") == Answer(cancel=True)
    with pytest.raises(Unclear):
        offer("number", max=3).read("cancel")
