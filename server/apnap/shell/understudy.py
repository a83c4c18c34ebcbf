"""Who plays for a seat that stays away, where the table's terms say `bot`: the sensible bot.

It is a client like any other, only without a wire: it sees the view of its seat, the questions of its seat, and
what `card{name}` says, and what it answers is judged like an answer of the seat's own person. The journal has its
answers as inputs, so a replay asks no bot.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Question
from apnap_protocol.sights import Picture

from .bots import Bot

Reply = Callable[[m.Reply], Awaitable[None]]
Card = Callable[[str], Mapping[str, Any] | None]


class Understudy(Client):
    """A client of one seat; `reply` judges what it answers, `card` says what a card does."""

    def __init__(self, seat: int, picture: Picture, *, reply: Reply, card: Card) -> None:
        super().__init__("")
        self.seat = seat
        self._picture = picture
        self._reply, self._card = reply, card
        self._bot = Bot(self, seat)

    async def play(self, question: Question) -> None:
        """Answers one question, where the bot knows an answer that is taken; raises `Refused` where not."""
        self.question = question
        await self._bot.answer(question)

    async def command(self, command: m.Command, *, ref: str | None = None) -> m.Ack:
        """Answers and looks cards up; it neither talks nor concedes for another."""
        match command:
            case m.Reply():
                await self._reply(command)
                return m.Ack(ref or "")
            case m.AskCard() if (card := self._card(command.name)) is not None:
                return m.Ack(ref or "", 0, {"card": card})
            case m.AskCard():
                raise Refused(m.Error("not_found", f'there is no card "{command.name}"'))
        raise Refused(m.Error("forbidden", f"{command.t} is not for who plays for another"))
