"""Reading one item of `play`. What it asks for is read; whether it is legal, the game says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .claims import (
    STEPS,
    Activate,
    AnswerItem,
    AnyItem,
    CastSpell,
    Concede,
    DeclareAttack,
    DeclareBlock,
    Go,
    LabelItem,
    Options,
    Pass,
    PlayLand,
    Special,
)
from .node import Node

OPTIONS = (
    "targets", "x", "modes", "kicked", "alternative", "divided", "sacrifice", "discard", "exile", "tap",
    "pay_life", "for",
)  # fmt: skip
FROM = ("hand", "library", "graveyard", "exile", "command", "battlefield")
Parts = dict[str, Node]
Seats = tuple[str, ...]


def read_item(node: Node, seats: Seats, edition: str) -> AnyItem | None:
    """An item of `play`, or None where it is an `expect`."""
    kinds = [key for key in node.mapping("an item of play") if key in (*_READERS, "expect")]
    if len(kinds) != 1:
        raise node.refuse(f"expected exactly one of {', '.join((*_READERS, 'expect'))}")
    if kinds == ["expect"]:
        return None
    known, required, reader = _READERS[kinds[0]]
    parts = node.keys(known, required)
    step = node.steps[-1]
    common: dict[str, Any] = {"number": int(step) + 1}
    if "seat" in parts:
        common["seat"] = seat(parts["seat"], seats)
    if "refused" in parts:
        common |= _refused(parts["refused"], edition)
    item: AnyItem = reader(parts, seats, common)
    return item


def seat(node: Node, seats: Seats) -> str:
    return node.one_of(seats, "a seat:")


def _refused(node: Node, edition: str) -> dict[str, Any]:
    if isinstance(node.value, dict):
        parts = node.mapping()
        return _refused(parts[edition], edition) if edition in parts else {}
    if isinstance(node.value, bool):
        return {"refused": node.value}
    return {"refused": True, "cite": node.text("yes or a rule's number")}


def _options(parts: Parts) -> Options:
    found: dict[str, Any] = {}
    for key in ("targets", "sacrifice", "discard", "exile", "tap"):
        if key in parts:
            found[key] = parts[key].names()
    for key in ("x", "pay_life"):
        if key in parts:
            found[key] = parts[key].number(0)
    if "modes" in parts:
        found["modes"] = tuple(n.number(1) for n in parts["modes"].each())
    if "kicked" in parts:
        times = parts["kicked"]
        found["kicked"] = times.flag() if isinstance(times.value, bool | str) else times.number(0)
    if "alternative" in parts:
        found["alternative"] = parts["alternative"].text()
    if "divided" in parts:
        found["divided"] = _amounts(parts["divided"])
    return Options(**found)


def _amounts(node: Node) -> tuple[tuple[str, int], ...]:
    if node.value in ("", []):
        return ()
    return tuple((name, n.number(0)) for name, n in node.mapping("amounts by name").items())


def _whose(parts: Parts, seats: Seats) -> str:
    return seat(parts["for"], seats) if "for" in parts else ""


def _from(parts: Parts) -> str:
    return parts["from"].one_of(FROM) if "from" in parts else ""


def _cast(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return CastSpell(
        card=parts["cast"].text(),
        zone=_from(parts),
        whose=_whose(parts, seats),
        options=_options(parts),
        **common,
    )


def _activate(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return Activate(
        object=parts["activate"].text(),
        ability=parts["ability"].number(1) if "ability" in parts else None,
        whose=_whose(parts, seats),
        options=_options(parts),
        **common,
    )


def _play(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return PlayLand(card=parts["play"].text(), zone=_from(parts), whose=_whose(parts, seats), **common)


def _special(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return Special(
        word=parts["special"].text(),
        object=parts["object"].text(),
        whose=_whose(parts, seats),
        options=_options(parts),
        **common,
    )


def _attack(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    node = parts["attack"]
    pairs = {} if node.value in ("", []) else node.mapping("a mapping from attackers to defenders")
    attacks = tuple((name, n.text()) for name, n in pairs.items())
    return DeclareAttack(attacks=attacks, whose=_whose(parts, seats), **common)


def _block(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    node = parts["block"]
    pairs = {} if node.value in ("", []) else node.mapping("a mapping from blockers to attackers")
    blocks = tuple((name, n.texts()) for name, n in pairs.items())
    return DeclareBlock(blocks=blocks, whose=_whose(parts, seats), **common)


def _pass(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return Pass(who=parts["pass"].one_of(("all", "resolve", *seats)), **common)


def _go(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return Go(step=parts["go"].one_of(STEPS), of=seat(parts["of"], seats) if "of" in parts else "", **common)


def _concede(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    return Concede(seat=seat(parts["concede"], seats), **common)


def _label(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    pairs = parts["label"].mapping("a mapping from names to lists of labels")
    for node in pairs.values():
        for item in node.each():
            if item.text() in seats:
                raise item.refuse(f"the label {item.value!r} is a seat's name")
    return LabelItem(names=tuple((name, n.texts()) for name, n in pairs.items()), **common)


def _answer(parts: Parts, seats: Seats, common: dict[str, Any]) -> AnyItem:
    node = parts["answer"]
    common["optional"] = parts["optional"].flag() if "optional" in parts else False
    if isinstance(node.value, bool):
        return AnswerItem(form="flag", flag=node.value, **common)
    if isinstance(node.value, int):
        return AnswerItem(form="number", number_value=node.value, names=(str(node.value),), **common)
    if isinstance(node.value, dict) and node.value:
        return _answer_mapping(node, common)
    if node.value is None:
        raise node.fail("an answer; [] is none")
    return AnswerItem(form="names", names=_words(node), **common)


def _words(node: Node) -> tuple[str, ...]:
    """Names, among which `yes` and `no` may be YAML's."""
    words = [n.at(0, "yes" if n.value else "no") if isinstance(n.value, bool) else n for n in node.each()]
    return tuple(name for n in words for name in n.names())


def _answer_mapping(node: Node, common: dict[str, Any]) -> AnyItem:
    parts = node.keys(("divide", "order"))
    if len(parts) != 1:
        raise node.refuse("expected either divide or order")
    if "divide" in parts:
        return AnswerItem(form="divide", amounts=_amounts(parts["divide"]), **common)
    return AnswerItem(form="order", names=parts["order"].names(), **common)


_READERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[Parts, Seats, dict[str, Any]], AnyItem]]]
_READERS = {
    "cast": (("seat", "cast", "from", *OPTIONS, "refused"), ("seat",), _cast),
    "activate": (("seat", "activate", "ability", *OPTIONS, "refused"), ("seat",), _activate),
    "play": (("seat", "play", "from", "for", "refused"), ("seat",), _play),
    "special": (("seat", "special", "object", *OPTIONS, "refused"), ("seat", "object"), _special),
    "attack": (("seat", "attack", "for", "refused"), ("seat",), _attack),
    "block": (("seat", "block", "for", "refused"), ("seat",), _block),
    "pass": (("pass", "refused"), (), _pass),
    "go": (("go", "of"), (), _go),
    "answer": (("seat", "answer", "optional", "refused"), ("seat",), _answer),
    "concede": (("concede", "refused"), (), _concede),
    "label": (("label",), (), _label),
}
