"""A bot that answers at random: what a sensible one is measured against."""

from __future__ import annotations

import random

from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer, Question


class RandomBot:
    """A player that answers at random, the same for the same seed."""

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
        await self._learn(question)
        for answer in (self.think(question), question.default, Answer(cancel=True)):
            try:
                await self.client.answer(question, answer)
                return
            except Refused as refused:
                if refused.code in ("stale_request", "not_your_request", "unavailable_choice"):
                    return
        try:
            await self.client.concede()
        except Refused as refused:  # a team mate, or another clock, may have ended the game meanwhile
            if refused.code not in ("table_closed", "forbidden"):
                raise

    async def _learn(self, question: Question) -> None:
        """A bot that looks nothing up learns nothing."""

    def think(self, question: Question) -> Answer:
        """What the bot would like to answer: anything."""
        ids = [o.id for o in question.options if o.payload.kind != "mana"] or [o.id for o in question.options]
        match question.kind:
            case "priority":
                return Answer(picks=(self._chance.choice(ids),))
            case "number":
                return Answer(number=self._chance.randint(question.min, min(question.max, question.min + 5)))
            case "order":
                self._chance.shuffle(ids)
                return Answer(picks=tuple(ids))
            case "pay":
                ways = [o.id for o in question.options if o.payload.kind == "pay"]
                return Answer(picks=tuple(ways[:1])) if ways else Answer(cancel=True)
            case "attackers" | "blockers":
                chosen: dict[str, str] = {}
                for option in question.options:
                    if self._chance.random() < 0.5:
                        chosen.setdefault(option.payload.object, option.id)
                return Answer(picks=tuple(chosen.values()))
            case "mulligan":
                return Answer(picks=("keep",))
            case "choose" | "yes-no":
                n = self._chance.randint(question.min, question.max)
                return Answer(picks=tuple(self._chance.sample(ids, min(n, len(ids)))))
        return question.default
