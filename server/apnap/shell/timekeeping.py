"""A table that waits for nobody longer than its terms say: clocks that run out, and seats that stay away."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import assert_never

from apnap.engine.requests import IllegalAnswer
from apnap_protocol import messages as m
from apnap_protocol.client import Refused
from apnap_protocol.requests import Question

from .clocks import Due
from .play import Answering, By, Conceding, Refusal
from .playing import Playing
from .understudy import Understudy

log = logging.getLogger("apnap.table")
#: How long a bot may take over one question of an absent seat.
THINKS_S = 5.0


class Timekeeping(Playing):
    """What is done for a seat that gives no answer."""

    def _time_up(self, seat: int, question: str, due: Due) -> None:
        self._moment = self._loop.time()
        if not self._is_open(seat, question) or self.clocks.paused:
            return
        if due == "clock":
            self._take_default(seat, due)
        elif self.clocks.is_away(seat):  # else the seat came back while this waited its turn
            self._end_absence(seat)

    def _is_open(self, seat: int, question: str) -> bool:
        """Whether this question of a seat can be answered now."""
        play = self.play
        if play is None or play.game.over or self.frozen is not None or self.mending is not None:
            return False
        return seat in play.questions and play.questions[seat].id == question

    def _end_absence(self, seat: int) -> None:
        """What the table's terms want of a seat that has stayed away for too long."""
        match self.clocks.policy:
            case "concede":
                self._put(Conceding(seat), "absence", None, None)
            case "bot":
                self._let_play(seat)
            case "defaults":
                self._take_default(seat, "absence")
            case "wait":  # no clock of absence runs
                pass
            case _:
                assert_never(self.clocks.policy)

    def _take_default(self, seat: int, by: By) -> None:
        """The seat's open question gets its default; who has none that could be given leaves the game."""
        answer = self._running().default(seat)
        if answer is not None:
            with contextlib.suppress(IllegalAnswer):
                return self._put(Answering(seat, answer), by, None, None)
        self._put(Conceding(seat), by, None, None)

    # --- bots for the absent ------------------------------------------------------------------------

    def _back(self, seat: int) -> None:
        """The seat is there again, and plays for itself."""
        self.clocks.back(seat)
        self._understudies.pop(seat, None)

    def _let_play(self, seat: int) -> None:
        """The bot is asked what the seat is asked, in a task of its own."""
        play = self._running()
        understudy = self._understudies.get(seat)
        if understudy is None:
            reply = partial(self._reply_for, seat)
            understudy = Understudy(seat, play.pictures[seat], reply=reply, card=self._games.card)
            self._understudies[seat] = understudy
            self._tell_room()
        question = play.asked(seat, self.clocks.deadline(seat))
        task = asyncio.create_task(self._play_for(seat, understudy, question))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _play_for(self, seat: int, understudy: Understudy, question: Question) -> None:
        """The bot answers; what it leaves open gets its default, so that nobody waits for a bot either."""
        try:
            async with asyncio.timeout(THINKS_S):
                await understudy.play(question)
        except Refused as refused:
            log.info("table %s: the bot for seat %d found no answer: %s", self.id, seat, refused)
        except Exception:
            log.exception("table %s: the bot for seat %d failed", self.id, seat)
        self.post(partial(self._end_thinking, seat, question.id))

    def _end_thinking(self, seat: int, question: str) -> None:
        self._moment = self._loop.time()
        if self._is_open(seat, question) and self.clocks.is_away(seat):
            self._take_default(seat, "absence")

    async def _reply_for(self, seat: int, wish: m.Reply) -> None:
        """What the bot answers for a seat goes through the table's inbox; raises `Refused`."""
        done: asyncio.Future[None] = self._loop.create_future()
        self.post(partial(self._judge_for, seat, wish, done))
        await done

    def _judge_for(self, seat: int, wish: m.Reply, done: asyncio.Future[None]) -> None:
        if done.cancelled():
            return
        self._moment = self._loop.time()
        try:
            if not self._is_open(seat, wish.request) or not self.clocks.is_away(seat):
                raise Refusal("stale_request", "this request is no longer open, or the seat is back")
            self._judge(seat, wish, "bot", None, None)
        except Refusal as refusal:
            done.set_exception(Refused(m.Error(refusal.code, str(refusal), details=refusal.details)))
        except Exception as fault:  # the bot is told as well, else it would wait
            done.set_exception(fault)
            raise
        else:
            done.set_result(None)

    def stop(self) -> None:
        """Ends the table, and with it what bots think about."""
        for task in tuple(self._thinking):
            task.cancel()
        super().stop()
