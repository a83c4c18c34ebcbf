"""Values are frozen, each class says so itself, and names are nouns of the rules."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# The one mutable shell round immutable values; only apply changes it.
MUTABLE = frozenset({"State"})
VALUES = ("server/apnap/engine", "server/apnap/cardkit", "server/apnap/rules", "protocol")
# Base power and toughness are nouns of the rules; a base class is none.
SHAPELESS = re.compile(r"(Manager|Handler|Helper|Util|Base(?!Power|Toughness|Stats)|Data|Info)s?(?![a-z])")


def classes(sources: Iterable[str]) -> Iterator[ast.ClassDef]:
    for source in sources:
        yield from (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))


def names_of(bases: Iterable[ast.expr]) -> set[str]:
    """`Struct`, `msgspec.Struct` and `Struct[T]` are all called Struct."""
    return {ast.unparse(base).split("[")[0].rpartition(".")[2] for base in bases}


def thawed(sources: Iterable[str]) -> list[str]:
    """Struct classes, direct or by inheritance, that do not say frozen=True themselves."""
    found = list(classes(sources))
    structs = {"Struct"}
    while grown := {node.name for node in found if names_of(node.bases) & structs} - structs:
        structs |= grown
    return sorted(
        node.name
        for node in found
        if names_of(node.bases) & structs
        and node.name not in MUTABLE
        and not any(word.arg == "frozen" and ast.unparse(word.value) == "True" for word in node.keywords)
    )


def shapeless(sources: Iterable[str]) -> list[str]:
    """Classes whose name says nothing of the rules."""
    return sorted(node.name for node in classes(sources) if SHAPELESS.search(node.name))


def sources(*folders: str) -> list[str]:
    found = [path.read_text(encoding="utf-8") for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, f"no source under {folders}"
    return found


@pytest.mark.parametrize("folder", VALUES)
def test_every_value_says_that_it_is_frozen(folder: str) -> None:
    assert thawed(sources(folder)) == []


def test_a_thawed_value_is_noticed() -> None:
    source = """
class Move(Struct, frozen=True): ...
class Thawed(msgspec.Struct): ...
class Silent(Move): ...
class Deeper(Silent, frozen=False): ...
class Kept(Move, frozen=True, gc=False): ...
class State(Struct): ...
class Plain: ...
"""
    assert thawed([source]) == ["Deeper", "Silent", "Thawed"]


def test_names_are_nouns_of_the_rules() -> None:
    assert shapeless(sources("server", "protocol", "plugins")) == []


def test_a_shapeless_name_is_noticed() -> None:
    names = [
        "TableManager",
        "Database",
        "SeatInfo",
        "DataOfSeat",
        "Handlers",
        "Baseline",
        "BaseStats",
        "CardBase",
    ]
    source = "\n".join(f"class {name}: ..." for name in names)
    assert shapeless([source]) == ["CardBase", "DataOfSeat", "Handlers", "SeatInfo", "TableManager"]
