"""What a bot reads out of its view and out of what the server says of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from apnap_protocol.requests import Question
from apnap_protocol.sights import Entry, View

#: Words by which a card's text tells that it is not meant for one's own things.
HARMS = re.compile(
    r"destroy|damage to|into exile|counter that|sacrifices|discards|loses|-1/-1|get -|tap (that|each)|"
    r"that target into hand|are controlled by|can't|mills"
)
HELPS = re.compile(r"get \+\d|\+1/\+1|regenerate|prevent|untap|copy of that target|hexproof|indestructible|draws?\b")
ABILITY = re.compile(r"(\{|-?\d+ |X |sacrifice |discard |exile |tap |pay |put )")
DAMAGE = re.compile(r"deal (\d+|X) damage")
MANA = re.compile(r"add (\{\w+\}(?:\{\w+\})*|\d+)")
MULTIPLIES = re.compile(r"if dealdamage would happen: (\d+) times")
#: What kills a player by itself: ten poison counters against the life of a game's beginning.
POISON = 10


class Eyes(Protocol):
    """What a bot sees with: a seat's view, kept by whoever is sent it."""

    @property
    def view(self) -> View: ...

    @property
    def seat(self) -> int | None: ...


class Reading:
    """The table as its bot sees it. Texts are known by name."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._texts: dict[str, str] = {}

    def unknown(self, question: Question) -> list[str]:
        """The cards whose texts it lacks: those that a question is about, and those that lie face up."""
        about = [question.cause, *(o.payload.object for o in question.options)]
        names = [self.entry(o).get("name", "") for o in about if o]
        names += [e.get("name", "") for e in self.battlefield()]
        return [name for name in dict.fromkeys(names) if name and name not in self._texts]

    def know(self, name: str, text: str) -> None:
        """What the server says of a card; nothing of a name that is no card's, as a token's."""
        self._texts[name] = text

    # --- entries ----------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        return self._eyes.view

    @property
    def seat(self) -> int | None:
        return self._eyes.seat

    @property
    def step(self) -> str:
        return str(self.view["table"]["step"])

    @property
    def turn(self) -> int:
        return int(self.view["table"]["turn"])

    @property
    def is_my_turn(self) -> bool:
        return self.seat in self.view["table"]["active"]

    def entry(self, name: str) -> Entry:
        return self.view.get(name, {})

    def is_mine(self, name: str) -> bool:
        return self.entry(name).get("controller") == self.seat

    def battlefield(self) -> Iterator[Entry]:
        return (entry for entry in self.view.values() if entry.get("zone") == "battlefield")

    def life(self, seat: int | None) -> int:
        life: int = self.entry(f"seat:{seat}").get("life", 99)
        return life

    def poison_left(self, seat: int | None) -> int:
        """How many poison counters a player is from losing."""
        poison: int = self.entry(f"seat:{seat}").get("poison", 0)
        return POISON - poison

    def others(self) -> list[int]:
        """The seats of those who still play against the bot."""
        seats = [
            int(name.partition(":")[2])
            for name, entry in self.view.items()
            if name.startswith("seat:") and not (entry.get("lost") or entry.get("left"))
        ]
        return [seat for seat in seats if self.is_foe(seat)]

    def is_foe(self, seat: int | None) -> bool:
        """Whether a seat plays against the bot: neither it nor a team mate."""
        return self._team(seat) != self._team(self.seat)

    def _team(self, seat: int | None) -> int | None:
        team: int | None = self.entry(f"seat:{seat}").get("team", seat)
        return team

    def creatures(self, seat: int | None = None, *, mine: bool = False) -> list[tuple[str, Entry]]:
        """The creatures on the battlefield of a seat, of mine, or of all who play against the bot."""
        found = []
        for name, entry in self.view.items():
            if entry.get("zone") != "battlefield" or "Creature" not in entry.get("types", ()):
                continue
            owner = entry["controller"]
            if owner == self.seat if mine else (owner == seat or (seat is None and self.is_foe(owner))):
                found.append((name, entry))
        return found

    def blockers(self, seat: int | None) -> list[Entry]:
        """What of a seat could block now."""
        return [e for _, e in self.creatures(seat) if not e.get("tapped")]

    # --- texts ------------------------------------------------------------------------------------------

    def text(self, name: str) -> str:
        """What is known of the card of an object."""
        return self.text_of(self.entry(name))

    def text_of(self, entry: Entry) -> str:
        return self._texts.get(entry.get("name", ""), "")

    def ability(self, name: str, number: int) -> tuple[str, str]:
        """Cost and effect of the activated ability of this number, as far as the text tells them apart."""
        found: list[tuple[str, str]] = []
        for line in self.text(name).split("\n"):
            word, _, cost = line.partition(" ")
            if word in ("equip", "fortify"):
                found.append((cost, word))
            elif ABILITY.match(line) and ": " in line:
                cost, _, effect = line.partition(": ")
                found.append((cost, effect))
        return found[number - 1] if 0 < number <= len(found) else ("", "")

    def harms(self, text: str) -> bool:
        """Whether a text is meant for others' things."""
        return bool(HARMS.search(text)) and not HELPS.search(text.partition("(")[0].partition(", then")[0])

    def damage(self, text: str) -> int:
        """The damage that a text speaks of; 0 where it names none, or X."""
        found = DAMAGE.search(text)
        return int(found[1]) if found and found[1].isdigit() else 0

    def makes_mana(self, entry: Entry) -> bool:
        return "}: add " in self.text_of(entry)

    def mana_of(self, name: str) -> int:
        """How much one mana ability of an object makes."""
        entry = self.entry(name)
        found = MANA.search(self.text_of(entry))
        if found is None or "Land" in entry.get("types", ()):
            return 1
        return int(found[1]) if found[1].isdigit() else found[1].count("{")

    def mana(self, question: Question) -> int:
        """How much mana the bot could make now: each source once."""
        sources = dict.fromkeys(o.payload.object for o in question.options if o.payload.kind == "mana")
        return sum(self.mana_of(name) for name in sources if "sacrifice this" not in self.text(name))

    # --- weights ----------------------------------------------------------------------------------------

    def cost(self, entry: Entry) -> int:
        """What a spell costs, X left out."""
        cost = entry.get("cost", "")
        return sum(int(s) if s.isdigit() else 1 for s in cost.strip("{}").split("}{") if s and s != "X")

    def worth(self, entry: Entry) -> int:
        """How much a permanent matters."""
        keywords = entry.get("keywords", ())
        strength = (entry.get("power") or 0) * 2 + (entry.get("toughness") or 0)
        can_do = 2 if "}: " in self.text_of(entry) else 0
        whole = strength + 2 * len(keywords) + can_do + (0 if entry.get("kind") == "token" else 1)
        return 1 if self.is_bound(entry) else whole

    def is_bound(self, entry: Entry) -> bool:
        """Whether something attached keeps it from fighting."""
        return any(
            "equipped object can't" in self.text_of(e)
            for e in self.battlefield()
            if e.get("attached") and self.entry(e["attached"]) is entry
        )

    def strength(self, entries: Iterable[Entry]) -> int:
        return sum(self.worth(e) for e in entries)

    def force(self, entry: Entry) -> int:
        """The damage that a creature does at one blow: its power, as often as what lies there multiplies it."""
        return max(entry.get("power") or 0, 0) * self._multiplied()

    def _multiplied(self) -> int:
        """How many times over all damage is dealt."""
        times = 1
        for entry in self.battlefield():
            found = MULTIPLIES.search(self.text_of(entry))
            times *= int(found[1]) if found else 1
        return times

    def punch(self, entry: Entry) -> int:
        """What an attacker's damage is worth to its player, in points of life: poison kills four times as fast."""
        power = self.force(entry)
        keywords = entry.get("keywords", ())
        times = 4 if "infect" in keywords else 1
        return power * times * (2 if "double strike" in keywords else 1)
