"""Files of cards, and a plugin that reads them, for tests. None of these cards has been printed."""

import json
from pathlib import Path
from typing import Any

from plugs import write

#: Reads a few sentences; others make it fail in some way.
READER = """
import re
from apnap.cardkit import FLYING, YOU, card, draw, gain_life, hookimpl, keyword, pt, spell
api_version = 1

def read(name, cost, type, pt_, loyalty, text):
    if text == "Raise.":
        raise RuntimeError("a secret of " + text)
    if text == "Leave.":
        raise SystemExit(3)
    if text == "Seven.":
        return 7
    if text == "Nest.":
        return read(name, cost, type, pt_, loyalty, text)
    if text == "Loop.":
        while True:
            pass
    if text == "Other.":
        return card("Another", "{1}", "Sorcery", spell(draw(YOU, 1)))
    if text == "Unknown keyword.":
        return card(name, cost, type, keyword("snorkelling"), pt(1, 1))
    stats = [pt(*map(int, pt_.split("/")))] if pt_ else []
    if text == "Flying":
        return card(name, cost or None, type, FLYING, *stats)
    if match := re.fullmatch(r"Draw (\\d+) cards\\.", text):
        return card(name, cost, type, spell(draw(YOU, int(match[1]))))
    if match := re.fullmatch(r"Gain (\\d+) life\\.", text):
        return card(name, cost, type, spell(gain_life(YOU, int(match[1]))))
    return None

@hookimpl
def apnap_text_readers():
    return [read]
"""


def entry(name: str, text: str = "", type: str = "Sorcery", cost: str = "{0}", **more: Any) -> dict[str, Any]:
    """A card as a file has it; what is not looked at stands there as well."""
    return {"name": name, "mana_cost": cost, "type_line": type, "oracle_text": text, "sets": ["PPR"], **more}


def bear(name: str, text: str = "", **more: Any) -> dict[str, Any]:
    """A creature of 2/2."""
    usual = {"type": "Creature — Bear", "cost": "{1}{G}", "power": "2", "toughness": "2"}
    return entry(name, text, **{**usual, **more})


CARDS = [
    bear("Paper Bear"),
    bear("Paper Bird", "Flying", colors=["G"]),
    entry("Paper Thought", "Draw 2 cards."),
    entry("Paper Cure", "Gain 3 life."),
    entry("Paper Riddle", "What is it?"),
    entry("Paper Bomb", "Raise."),
    entry("Lightning Bolt", "Gain 3 life."),
    entry("Day // Night", "Draw 2 cards.\\n//\\nGain 3 life.", layout="split"),
    entry("Séance of Paper", "Draw 3 cards."),
]


def lines(*cards: dict[str, Any]) -> str:
    return "".join(json.dumps(card) + "\n" for card in cards)


def card_file(folder: Path, *cards: dict[str, Any], name: str = "paper.jsonl") -> Path:
    """A file of these cards, or of all above."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(lines(*(cards or CARDS)), encoding="utf-8")
    return path


def reader(folder: Path, source: str = READER, name: str = "papers") -> Path:
    """A folder with the plugin that reads."""
    write(folder, name, source)
    return folder
