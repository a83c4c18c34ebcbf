"""Bots: clients of the public protocol and of nothing else. They know no rule; they choose among options.

A bot looks at its view and at the payloads of the options. What it would like may be refused (a block that
only together with another is legal): then it takes the default, which always is legal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import Entry, View

#: What a bot points at its own side; everything else it points at others.
KIND_WORDS = ("Growth", "Strength", "Armor", "Blessing", "Shield")


class Bot:
    """A player that plays to win, more or less, and the same for the same seed."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.decisions = 0
        self._chance = random.Random(seed)

    async def play(self) -> None:
        """Plays until the game is over."""
        async for question in self.client.questions():
            await self.answer(question)

    async def answer(self, question: Question) -> None:
        """Answers one question, with the default if its own answer is refused."""
        self.decisions += 1
        for answer in (self.think(question), question.default, Answer(cancel=True)):
            try:
                await self.client.answer(question, answer)
                return
            except Refused as refused:
                if refused.code in ("stale_request", "not_your_request"):
                    return
        await self.client.concede()

    # --- thinking -------------------------------------------------------------------------------------

    def think(self, question: Question) -> Answer:
        """What the bot would like to answer."""
        match question.kind:
            case "priority":
                return Answer(picks=(self._deed(question),))
            case "mulligan":
                return self._mulligan(question)
            case "attackers":
                return self._attack(question)
            case "blockers":
                return self._block(question)
            case "choose":
                return self._choose(question)
            case "number":
                return Answer(number=self._chance.randint(min(1, question.max), question.max))
            case "pay":
                ways = [o.id for o in question.options if o.payload.kind == "pay"]
                return Answer(picks=tuple(ways[:1])) if ways else Answer(cancel=True)
            case "order":
                return Answer(picks=tuple(o.id for o in question.options))
            case "divide":
                return self._divide(question)
            case "yes-no":
                return Answer(picks=(self._chance.choice(question.options).id,))
        return question.default

    @property
    def _view(self) -> View:
        return self.client.view

    def _entry(self, name: str) -> Entry:
        return self._view.get(name, {})

    def _is_mine(self, name: str) -> bool:
        return self._entry(name).get("controller") == self.client.seat

    def _deed(self, question: Question) -> str:
        options = [o for o in question.options if o.payload.kind != "mana"]
        lands = [o for o in options if o.payload.kind == "play"]
        if lands:
            return self._chance.choice(lands).id
        table = self._view["table"]
        own_main = table["active"] == [self.client.seat] and table["step"].startswith("main")
        wanted = [o for o in options if self._wants(o, own_main=own_main)]
        if not wanted:
            return "pass"
        dearest = max(self._worth(o) for o in wanted)
        return self._chance.choice([o for o in wanted if self._worth(o) == dearest]).id

    def _wants(self, option: Option, *, own_main: bool) -> bool:
        payload = option.payload
        if payload.kind not in ("cast", "activate") or payload.payable == "no":
            return False
        name = self._entry(payload.object).get("name", "")
        if name.startswith("Counter"):
            return self._others_on_top()
        if payload.kind == "activate":
            return self._chance.random() < 0.2
        if "Growth" in name:
            return bool(self._view["table"]["step"].startswith("declare") and self._mine("attacking"))
        if "Wrath" in name or "Zenith" in name:
            return own_main and self._others_are_stronger() and self._chance.random() < 0.5
        return own_main or self._chance.random() < 0.15

    def _worth(self, option: Option) -> int:
        cost = self._entry(option.payload.object).get("cost", "")
        return sum(int(s) if s.isdigit() else 1 for s in cost.strip("{}").split("}{") if s and s != "X")

    def _others_on_top(self) -> bool:
        stack = self._entry("stack").get("objects", ())
        return bool(stack) and not self._is_mine(stack[-1])

    def _others_are_stronger(self) -> bool:
        mine = sum(1 for _ in self._creatures(mine=True))
        return sum(1 for _ in self._creatures(mine=False)) > 2 * mine + 1

    def _creatures(self, *, mine: bool) -> Iterable[tuple[str, Entry]]:
        for name, entry in self._view.items():
            is_creature = entry.get("zone") == "battlefield" and "Creature" in entry.get("types", ())
            if is_creature and (entry["controller"] == self.client.seat) == mine:
                yield name, entry

    def _mine(self, member: str) -> list[str]:
        return [name for name, entry in self._creatures(mine=True) if entry.get(member)]

    def _mulligan(self, question: Question) -> Answer:
        hand = [self._entry(name) for name in self._entry(f"hand:{self.client.seat}").get("objects", ())]
        lands = sum("Land" in entry.get("types", ()) for entry in hand)
        keep = len(hand) < 6 or 2 <= lands <= 5
        return Answer(picks=("keep" if keep else "mulligan",))

    def _attack(self, question: Question) -> Answer:
        by_creature: dict[str, list[Option]] = {}
        for option in question.options:
            by_creature.setdefault(option.payload.object, []).append(option)
        picks = []
        for creature, options in by_creature.items():
            target = min(options, key=lambda o: (self._life(o), o.id))
            if self._dares(self._entry(creature), target):
                picks.append(target.id)
        return Answer(picks=tuple(picks)) if picks else question.default

    def _life(self, option: Option) -> int:
        seat = option.payload.seat
        life: int = self._entry(f"seat:{seat}").get("life", 99)
        return life

    def _dares(self, creature: Entry, target: Option) -> bool:
        """Attacks where no untapped blocker of the defender would kill it, and sometimes anyway."""
        seat = target.payload.seat
        toughness = creature.get("toughness", 0)
        flies = "flying" in creature.get("keywords", ())
        for _, other in self._creatures(mine=False):
            if other["controller"] != seat or other.get("tapped") or other.get("power", 0) < toughness:
                continue
            if not flies or "flying" in other.get("keywords", ()):
                return self._chance.random() < 0.35
        return self._chance.random() < 0.95

    def _block(self, question: Question) -> Answer:
        life = self._entry(f"seat:{self.client.seat}").get("life", 0)
        picks, used = [], set()
        for option in question.options:
            blocker, attacker = self._entry(option.payload.object), self._entry(option.payload.other)
            if option.payload.object in used or option.payload.other in used:
                continue
            survives = blocker.get("toughness", 0) > attacker.get("power", 0)
            kills = blocker.get("power", 0) >= attacker.get("toughness", 99)
            if survives or (kills and self._chance.random() < 0.7) or life <= attacker.get("power", 0):
                picks.append(option.id)
                used |= {option.payload.object, option.payload.other}
        return Answer(picks=tuple(picks)) if picks else question.default

    def _divide(self, question: Question) -> Answer:
        """As little as may be to each, and the rest to the first."""
        amounts = {o.id: question.min for o in question.options}
        first = question.options[0].id
        amounts[first] += question.total - question.min * len(amounts)
        return Answer(amounts={name: n for name, n in amounts.items() if n})

    def _choose(self, question: Question) -> Answer:
        if not question.options:
            return question.default
        ranked = sorted(question.options, key=lambda o: (self._rank(question, o), o.id))
        n = max(question.min, 1 if question.max and question.prompt == "target" else question.min)
        return Answer(picks=tuple(o.id for o in ranked[:n]))

    def _rank(self, question: Question, option: Option) -> tuple[int, int]:
        """Lower is better: whom to point at, what to give away."""
        payload = option.payload
        entry = self._entry(payload.object)
        if question.prompt in ("discard", "bottom"):
            return (0 if "Land" in entry.get("types", ()) else 1, -self._worth(option))
        helps = any(word in self._entry(question.cause).get("name", "") for word in KIND_WORDS)
        mine = payload.seat == self.client.seat if not payload.object else self._is_mine(payload.object)
        if not payload.object:
            return (0 if mine == helps else 2, self._life(option) - 8)
        strength = entry.get("power") or 0
        return (0 if mine == helps else 2, -strength)
