"""Draws docs/play.svg: a page that a person sees in the middle of a game of Commander against three bots."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

from rich.console import Console

from apnap.shell.demo import Program
from apnap.shell.pooled import PoolGames
from apnap.shell.terminal import against_bots

PICTURE = Path(__file__).parent.parent / "docs" / "play.svg"
PLAN = Program(players=4, seed=3)


class Sitter:
    """Plays whatever comes first until the page is worth a picture; then takes it and goes."""

    def __init__(self, turn: int) -> None:
        self.console = Console(record=True, file=io.StringIO(), width=112, height=50, force_terminal=True)
        self.svg = ""
        self._turn = turn

    async def line(self) -> str:
        while not (page := self.console.export_text(clear=False)):
            await asyncio.sleep(0.001)
        turn = re.search(r"turn (\d+)", page)
        if turn and int(turn[1]) >= self._turn and "You have priority" in page and "casts" in page:
            self.svg = self.console.export_svg(title="apnap play", unique_id="play")
            raise EOFError
        self.console.export_text(clear=True)
        return self._answer(page)

    def _answer(self, page: str) -> str:
        if "Keep this hand?" in page:
            return "keep"
        if "Who attacks?" in page:
            return "all"
        deed = re.search(r"^│ +(\d+) (?:play|cast)", page, re.M)
        if "You have priority" in page and deed:
            return deed[1]
        if re.search(r"Choose.* \[1", page):
            return "1"
        if "The server says no" in page:
            return "cancel"
        return "yes" if "yes or no" in page else "0" if "How much" in page else ""


async def picture(turn: int) -> str:
    """The page as SVG."""
    sitter = Sitter(turn)
    await against_bots(PoolGames(), PLAN, console=sitter.console, lines=sitter.line)
    if not sitter.svg:
        raise RuntimeError("expected a page worth a picture, but the game was over before")
    return sitter.svg


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(picture(turn=17)), encoding="utf-8")
