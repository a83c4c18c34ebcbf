"""Reading deck lists: plain text with or without headings, the exports of the common sites and clients
(a set in brackets or behind a bar, collector numbers, foil marks, categories), and their XML files."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .lists import Deck, Unreadable, made

#: What a stranger's file may hold at the most.
SIZE_LIMIT = 256 * 1024
CARD_LIMIT = 1_000

_ENTRY = re.compile(r"^(?:(?P<side>SB:)\s*)?(?P<n>\d{1,4})\s*[xX]?\s+(?P<rest>\S.*)$")
_SET_FIRST = re.compile(r"^\[[^\]]*\]\s*")
_TAIL = re.compile(r"\s*(?:\|.*|\*[A-Za-z]+\*|\^[^^]*\^|#.*|\[[^\]]*\]|<[^>]*>|\([A-Za-z0-9 ]{2,8}\)(?:\s+\S+)?)$")
_HEADING = re.compile(r"^[\[#/ ]*(?P<word>[A-Za-z ]+?)\s*(?:\(\d+\))?\s*[\]:]?$")
_HEADINGS = {
    "commander": "commander",
    "commanders": "commander",
    "main": "main",
    "maindeck": "main",
    "main deck": "main",
    "mainboard": "main",
    "deck": "main",
    "sideboard": "sideboard",
    "side": "sideboard",
    "schemes": "schemes",
    "scheme deck": "schemes",
    "maybeboard": "",
    "considering": "",
    "metadata": "",
    "about": "",
}
_XML_PARTS = {"main": "main", "side": "sideboard", "commander": "commander"}


def read(text: str) -> Deck:
    """Read a deck list; raises `Unreadable` naming the line and what was expected."""
    if len(text) > SIZE_LIMIT:
        raise Unreadable(f"expected at most {SIZE_LIMIT} characters, got {len(text)}")
    for number, line in enumerate(text.splitlines(), 1):
        if any(c < " " and c != "\t" for c in line):
            raise Unreadable(f"line {number}: expected text, got control characters")
    stripped = text.lstrip("\ufeff \t\r\n")
    deck = _read_xml(stripped) if stripped.startswith("<") else _read_text(stripped)
    if not deck.main and not deck.commander:
        raise Unreadable("expected lines such as `4 Forest`; there is no card in it")
    if deck.total() > CARD_LIMIT:
        raise Unreadable(f"expected at most {CARD_LIMIT} cards, got {deck.total()}")
    return deck


def _read_text(text: str) -> Deck:
    parts: dict[str, list[tuple[str, int]]] = {}
    part = "main"
    headed = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line:
            # a client's export without headings sets the sideboard apart with an empty line
            if not headed and parts.get("main") and part == "main":
                part = "sideboard"
            continue
        heading = _heading(line)
        if heading is not None:
            part, headed = heading, True
            continue
        if line.startswith(("//", "#")) or line.upper().startswith(("LAYOUT ", "NAME:", "NAME=")):
            continue
        if part == "":
            continue
        side, n, name = _entry(line, number)
        parts.setdefault("sideboard" if side else part, []).append((name, n))
    if not headed and _is_commander_only(parts):
        parts["commander"] = parts.pop("sideboard")
    return made(parts)


def _is_commander_only(parts: dict[str, list[tuple[str, int]]]) -> bool:
    """A list of 99 or 98 cards with one or two set apart is a commander deck in such an export."""
    side = sum(n for _, n in parts.get("sideboard", []))
    return side in (1, 2) and sum(n for _, n in parts.get("main", [])) + side == 100


def _heading(line: str) -> str | None:
    match = _HEADING.match(line)
    if match is None:
        return None
    return _HEADINGS.get(match["word"].strip().lower())


def _entry(line: str, number: int) -> tuple[bool, int, str]:
    match = _ENTRY.match(line)
    if match is None:
        if line[0].isdigit() or ":" in line:
            raise Unreadable(f"line {number}: expected `4 Name`, got {line[:60]!r}")
        return False, 1, _name(line, number)
    n = int(match["n"])
    if n < 1:
        raise Unreadable(f"line {number}: expected a number of at least 1, got {n}")
    return match["side"] is not None, n, _name(match["rest"], number)


def _name(text: str, number: int) -> str:
    """A card's name without what exports put before and behind it."""
    name = _SET_FIRST.sub("", text).strip()
    while (shorter := _TAIL.sub("", name).strip()) != name:
        name = shorter
    if not name:
        raise Unreadable(f"line {number}: expected a card name, got {text[:60]!r}")
    return name


# --- XML -------------------------------------------------------------------------------------------


def _read_xml(text: str) -> Deck:
    if "<!" in text.replace("<!--", ""):
        raise Unreadable("expected a deck file without a document type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Unreadable(f"line {error.position[0]}: expected XML, {error.msg}") from None
    parts: dict[str, list[tuple[str, int]]] = {}
    for card in root.iter("Cards"):
        side = card.get("Sideboard", "false").lower() == "true"
        parts.setdefault("sideboard" if side else "main", []).append(_xml_card(card, "Name", "Quantity"))
    for zone in root.iter("zone"):
        part = _XML_PARTS.get(zone.get("name", ""))
        for card in zone.iter("card") if part else ():
            assert part is not None
            parts.setdefault(part, []).append(_xml_card(card, "name", "number"))
    return made(parts)


def _xml_card(card: ElementTree.Element, name: str, number: str) -> tuple[str, int]:
    text, count = card.get(name, ""), card.get(number, "1")
    if not text or not (count.isdecimal() and len(count) < 9) or not 1 <= int(count) <= CARD_LIMIT:
        raise Unreadable(f"expected <{card.tag}> with {name} and {number}, got {dict(card.attrib)}")
    return text, int(count)
