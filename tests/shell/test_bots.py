"""What a bot decides from what its seat was sent, and from nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from apnap.shell.bots import Mind
from apnap_protocol.requests import Answer, Option, Payload, Question
from apnap_protocol.sights import Entry, View

TEXTS = {
    "Adanto Vanguard": "pay 4 life: this: this have indestructible until end of turn",
    "Furnace of Rath": "if dealdamage would happen: 2 times that many plus 0",
    "Wrath of God": "destroy each creature",
    "Lightning Bolt": "deal 3 damage to that target (target creature or player)",
    "Counterspell": "counter that target (target spell)",
    "Pacifism": "enchant creature\nenchanted or equipped object can't attack and can't block",
}


class Seat:
    """The eyes of the first seat of a duel."""

    seat = 0

    def __init__(self, *, life: int = 20, others: int = 20, step: str = "main1", active: int = 0) -> None:
        self.view: View = {
            "table": {"is": "table", "turn": 7, "step": step, "active": [active]},
            "seat:0": {"is": "seat", "life": life},
            "seat:1": {"is": "seat", "life": others},
            "hand:0": {"is": "zone", "objects": []},
            "stack": {"is": "zone", "objects": []},
        }

    def put(self, key: str, name: str, controller: int = 0, zone: str = "battlefield", **more: Any) -> Entry:
        entry: Entry = {"is": "object", "zone": zone, "owner": controller, "controller": controller, "name": name}
        self.view[key] = entry | more
        if zone == "hand":
            self.view["hand:0"]["objects"].append(key)
        if zone == "stack":
            self.view["stack"]["objects"].append(key)
        return self.view[key]

    def creature(self, key: str, power: int, toughness: int, controller: int = 0, **more: Any) -> Entry:
        more = {"name": "Ox", "types": ["Creature"], "power": power, "toughness": toughness} | more
        return self.put(key, controller=controller, **more)

    def mind(self) -> Mind:
        mind = Mind(self)
        for name, text in TEXTS.items():
            mind.know(name, text)
        return mind


def asked(kind: str, *options: Option, prompt: str = "", **members: Any) -> Question:
    return Question("q", kind, (0,), 0, prompt or kind, options, **members)  # type: ignore[arg-type]


def priority(*deeds: tuple[str, str]) -> Question:
    """Priority with these deeds, each a kind and an object; all of them can be paid for."""
    options = [Option(f"{k}-{o}", Payload(k, object=o, payable="yes", number=1)) for k, o in deeds]
    return asked("priority", *options, Option("pass", Payload("pass")))


def attacks(*names: str) -> Question:
    return asked("attackers", *(Option(n, Payload("attack", object=n, other="seat:1", seat=1)) for n in names))


def test_it_looks_up_what_it_does_not_know_and_no_more() -> None:
    seat = Seat()
    seat.creature("o1", 2, 2, name="Grizzly Bears")
    seat.put("o2", "Lightning Bolt", zone="hand")
    mind = Mind(seat)
    question = priority(("cast", "o2"))
    assert sorted(mind.unknown(question)) == ["Grizzly Bears", "Lightning Bolt"]
    mind.know("Lightning Bolt", TEXTS["Lightning Bolt"])
    assert mind.unknown(question) == ["Grizzly Bears"]


@pytest.mark.parametrize(("lands", "kept"), [(0, False), (1, False), (3, True), (5, True), (7, False)])
def test_hands_with_too_few_or_too_many_lands_go_back(lands: int, kept: bool) -> None:
    seat = Seat()
    for n in range(7):
        seat.put(f"h{n}", "card", zone="hand", types=["Land"] if n < lands else ["Creature"], cost="{4}")
    assert seat.mind().think(asked("mulligan")).picks == (("keep",) if kept else ("mulligan",))


def test_all_attack_where_that_kills() -> None:
    seat = Seat(others=6)
    for n in range(4):
        seat.creature(f"o{n}", 3, 3)
    seat.creature("b0", 9, 9, controller=1)
    seat.creature("b1", 9, 9, controller=1)
    assert len(seat.mind().think(attacks("o0", "o1", "o2", "o3")).picks) == 4


def test_doubled_damage_is_counted_and_only_what_is_needed_kills() -> None:
    seat = Seat(others=12)
    for n in range(4):
        seat.creature(f"o{n}", 3, 3)
    seat.creature("b0", 9, 9, controller=1)
    seat.creature("b1", 9, 9, controller=1)
    seat.put("f", "Furnace of Rath", controller=1, types=["Enchantment"])
    assert len(seat.mind().think(attacks("o0", "o1", "o2", "o3")).picks) == 4
    seat.view["f"]["name"] = "Glorious Anthem"
    assert seat.mind().think(attacks("o0", "o1", "o2", "o3")).picks == ()


def test_nobody_attacks_into_what_eats_them() -> None:
    seat = Seat()
    seat.creature("o1", 2, 2)
    seat.creature("b1", 5, 5, controller=1)
    assert seat.mind().think(attacks("o1")).picks == ()
    seat.view["b1"]["tapped"] = True
    assert seat.mind().think(attacks("o1")).picks == ("o1",)


def block(*pairs: tuple[str, str]) -> Question:
    return asked("blockers", *(Option(f"{b}-{a}", Payload("block", object=b, other=a)) for b, a in pairs))


def test_it_chumps_only_where_it_would_die() -> None:
    seat = Seat(active=1)
    seat.creature("a1", 6, 6, controller=1, attacking="seat:0")
    seat.creature("o1", 1, 1)
    assert seat.mind().think(block(("o1", "a1"))).picks == ()
    seat.view["seat:0"]["life"] = 6
    assert seat.mind().think(block(("o1", "a1"))).picks == ("o1-a1",)


def test_two_block_together_where_one_cannot_kill() -> None:
    seat = Seat(active=1)
    seat.creature("a1", 4, 4, controller=1, attacking="seat:0")
    seat.creature("o1", 2, 2)
    seat.creature("o2", 2, 2)
    assert set(seat.mind().think(block(("o1", "a1"), ("o2", "a1"))).picks) == {"o1-a1", "o2-a1"}


def test_it_waits_for_its_own_spell_and_answers_that_of_another() -> None:
    for controller, answer in ((0, "pass"), (1, "cast-c")):
        seat = Seat()
        seat.put("c", "Counterspell", zone="hand", types=["Instant"], cost="{U}{U}")
        seat.put("s", "Ox", controller=controller, zone="stack")
        assert seat.mind().think(priority(("cast", "c"))) == Answer(picks=(answer,))


def test_no_life_is_paid_for_nothing() -> None:
    seat = Seat()
    vanguard = seat.creature("o1", 3, 1, name="Adanto Vanguard")
    assert seat.mind().think(priority(("activate", "o1"))).picks == ("pass",)
    seat.view["table"]["step"] = "declare-blockers"
    vanguard |= {"attacking": "seat:1", "blocked": True}
    mind = seat.mind()
    assert mind.think(priority(("activate", "o1"))).picks == ("activate-o1",)
    vanguard["keywords"] = ["indestructible"]
    assert mind.think(priority(("activate", "o1"))).picks == ("pass",)


def test_all_creatures_are_swept_away_where_the_others_lose_more() -> None:
    seat = Seat()
    seat.put("w", "Wrath of God", zone="hand", types=["Sorcery"], cost="{2}{W}{W}")
    seat.creature("o1", 3, 3)
    seat.creature("b1", 3, 3, controller=1)
    assert seat.mind().think(priority(("cast", "w"))).picks == ("pass",)
    seat.creature("b2", 4, 4, controller=1)
    assert seat.mind().think(priority(("cast", "w"))).picks == ("cast-w",)


def test_a_bound_creature_is_not_worth_more_removal() -> None:
    seat = Seat()
    seat.put("bolt", "Lightning Bolt", zone="hand", types=["Instant"], cost="{R}")
    seat.creature("b1", 4, 3, controller=1)
    mana = Option("m", Payload("mana", object="land"))
    question = asked("priority", *priority(("cast", "bolt")).options, mana)
    assert seat.mind().think(question).picks == ("cast-bolt",)
    seat.put("p", "Pacifism", types=["Enchantment"], subtypes=["Aura"], attached="b1")
    assert seat.mind().think(question).picks == ("pass",)
