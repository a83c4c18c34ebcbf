"""A sensible bot: it curves out, removes what threatens it, counts combat, and holds its counterspells."""

from __future__ import annotations

from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer, Question

from .chance import RandomBot
from .choices import Choices
from .combat import Combat
from .deeds import Deeds
from .reading import Eyes, Reading


class Mind:
    """Decides for a player from what its seat was sent: its view, the questions, and what cards say."""

    def __init__(self, eyes: Eyes) -> None:
        self._reading = Reading(eyes)
        self._combat = Combat(self._reading)
        self._deeds = Deeds(self._reading, self._combat)
        self._choices = Choices(self._reading)

    def unknown(self, question: Question) -> list[str]:
        """The names of cards that it would look up before it thinks."""
        return self._reading.unknown(question)

    def know(self, name: str, text: str) -> None:
        """Tells it what `card{name}` says; nothing where the name is no card's."""
        self._reading.know(name, text)

    def think(self, question: Question) -> Answer:
        """What it would like to answer; the server may refuse it."""
        match question.kind:
            case "priority":
                return Answer(picks=(self._deeds.deed(question),))
            case "mulligan":
                return self._choices.mulligan()
            case "attackers":
                return self._combat.attack(question)
            case "blockers":
                return self._combat.block(question)
            case "choose":
                return self._choices.choose(question)
            case "number":
                return self._deeds.number(question)
            case "pay":
                ways = [o.id for o in question.options if o.payload.kind == "pay"]
                return Answer(picks=tuple(ways[:1])) if ways else Answer(cancel=True)
            case "order":
                return Answer(picks=tuple(o.id for o in question.options))
            case "divide":
                return self._choices.divide(question)
            case "yes-no":
                return self._choices.yes_no(question)
        return question.default


class Bot(RandomBot):
    """A player that knows what it does, as far as its view and the cards' texts tell."""

    def __init__(self, client: Client, seed: int) -> None:
        super().__init__(client, seed)
        self._mind = Mind(client)

    async def _learn(self, question: Question) -> None:
        for name in self._mind.unknown(question):
            try:
                self._mind.know(name, await self.client.card(name))
            except Refused:
                self._mind.know(name, "")  # a token's name is no card's

    def think(self, question: Question) -> Answer:
        return self._mind.think(question)
