"""The page about the card kit: every public name with its exact signature, its docs and an example.

`make docs` writes `docs/cardkit.md`. An example is the shortest ability of a card of ours
that uses the name, or stands in `cardkit_examples.py`.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from msgspec import Struct

import apnap.cardkit as kit
from apnap.cardkit import events
from apnap.cardkit import words as words_known
from apnap.engine.abilities import Keyword
from apnap.engine.counts import STATS
from apnap.engine.filters import Filter
from apnap.engine.instructions.effects import DURATIONS
from apnap.engine.static_parts import RULE_WORDS
from apnap.engine.statuses import STATUS
from cardkit_examples import EXAMPLES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "cardkit.md"
MODULES = (
    *("making", "abilities", "modes", "costs", "casting", "patterns", "parts"),
    *("verbs", "moving", "marking", "copying", "lasting", "schemes", "questions", "asking"),
    *("keywords", "kinds", "references", "amounts", "conditions"),
)
LONGEST = 160
HEAD = """\
# The card kit

Everything a card or a rule is written with, from `from apnap.cardkit import ...`. A card in fifteen minutes is
[first_card.md](first_card.md); this page is the reference. It is written by `make docs`, and the tests run every
example on it.
"""


class Raw:
    """Prints as its text, so that a signature shows annotations as they are written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def signature(name: str) -> str:
    """The exact signature of a public name, or what kind of value it is."""
    value = getattr(kit, name)
    if isinstance(value, type):
        return f"class {name}"
    if getattr(value, "__module__", "") in ("typing", "types", "collections.abc"):
        return f"{name} = {value}"
    if not inspect.isroutine(value):
        return f"{name}: {type(value).__name__}"
    found = inspect.signature(value)
    raw = [p.replace(annotation=_raw(p.annotation)) for p in found.parameters.values()]
    return f"{name}{found.replace(parameters=raw, return_annotation=_raw(found.return_annotation))}"


def _raw(annotation: Any) -> Any:
    return Raw(annotation) if isinstance(annotation, str) else annotation


def words(name: str) -> str:
    """The docs of a public name; of a value, what it says of itself."""
    value = getattr(kit, name)
    if isinstance(value, Keyword):
        return f"The keyword ability {value.name}."
    if isinstance(value, str | tuple):
        return "The name of an action, for patterns." if name[0].isupper() and not name.isupper() else f"`{value!r}`"
    if isinstance(value, Struct) and not isinstance(value, type):
        said = value.describe() if hasattr(value, "describe") else ""
        if isinstance(value, Filter) and value.zones not in ((), ("battlefield",)):
            said += f" (in: {', '.join(value.zones)}; elsewhere with `.in_zones(...)`, `.in_your_hand`...)"
        return f"{inspect.getdoc(type(value)) or ''}\n\nIt reads: {said}.".strip()
    if not inspect.isroutine(value) and not isinstance(value, type):
        return "A type for annotations."
    return inspect.getdoc(value) or ""


def example(name: str) -> str:
    """A piece of code that uses a name; raises `LookupError` where there is none."""
    if name in EXAMPLES:
        return EXAMPLES[name]
    if isinstance(getattr(kit, name), Keyword):
        return f"card('Odd Bear', '{{2}}', 'Creature — Bear', pt(2, 2), {name})"
    if not inspect.isroutine(getattr(kit, name)) and name[0].isupper() and not name.isupper():
        return f"{name} is not None"
    try:
        return min(_uses(name), key=lambda text: (len(text), text))
    except ValueError:
        raise LookupError(f"{name} has no example: add one to tests/cardkit_examples.py") from None


def _uses(name: str) -> Iterator[str]:
    """The abilities of our cards that use a name and nothing but names of the card kit."""
    for tree in _plugins():
        for call in _abilities(tree):
            names = {n.id for n in ast.walk(call) if isinstance(n, ast.Name)}
            if name in names and names <= set(kit.__all__):
                yield ast.unparse(call)


def _plugins() -> list[ast.Module]:
    if not _TREES:
        folder = ROOT / "plugins" / "apnap_cards"
        _TREES.extend(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py")))
    return _TREES


_TREES: list[ast.Module] = []


def _abilities(tree: ast.Module) -> Iterator[ast.expr]:
    """What stands in the cards of a module, and the cards themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("card", "token"):
            yield from (a for a in node.args if isinstance(a, ast.Call))
            yield node


def section(module: str) -> Iterator[str]:
    loaded = importlib.import_module(f"apnap.cardkit.{module}")
    yield f"\n## {module}\n"
    yield (loaded.__doc__ or "").strip() + "\n"
    for name in loaded.__all__:
        yield entry(name)


def entry(name: str) -> str:
    code = indent(dedent(example(name)), "")
    return f"### `{name}`\n\n```python\n{signature(name)}\n```\n\n{words(name)}\n\n```python\n{code}\n```\n"


EVENTS_HEAD = """\

## events

{said}

```python
from apnap.cardkit import events, tally


@tally("turn:healed", "LifeGained")
def healed(event: events.LifeGained) -> tuple[str, int]:
    return str(event.seat), event.amount
```

Each has a `cause`: the rule (by name), and the object and seat behind it.

| event | fields | |
| --- | --- | --- |
"""


def events_section() -> str:
    """Every type of event with its fields."""
    lines = [event_line(name, getattr(events, name)) for name in events.__all__]
    return EVENTS_HEAD.format(said=events.__doc__) + "\n".join(lines) + "\n"


def event_line(name: str, kind: type[Struct]) -> str:
    fields = ", ".join(f"`{field}`" for field in kind.__struct_fields__ if field != "cause")
    said = " ".join((kind.__dict__.get("__doc__") or "").split())
    return f"| `{name}` | {fields} | {said} |"


WORDS_HEAD = """\

## words

What is written as text and not as a name. A word that is not among these is refused when the card is defined.

| where | words |
| --- | --- |
{lists}

A cost may be written as `"{{2}}{{B}}, {{T}}, Sacrifice this"`, of mana, `{{T}}`, `{{Q}}`, `Sacrifice this`,
`Discard this`, `Exile this`, `Return this`, `Pay 2 life` and `Remove two charge counters`; everything else is a part
from "costs" above, as in `["{{1}}, {{T}}", sacrifice_cost(creatures)]`.
Conditions are joined as `a & b`, `a | b` and `~a`.

### Words of filters

Each gives a narrower filter: `creatures("Zombie").other.you_control`. `a | b` is what either matches.

| word | |
| --- | --- |
{filters}

### Words of `rule(...)`

| word | means |
| --- | --- |
{rules}
"""

LISTS = (
    ("zones: `zones=`, `from_=`, `to=`, `zone=`", words_known.ZONES),
    (
        "steps: `at_beginning`, `at_next`, `during`, `extra_steps`, `skip_next` (which takes `turn` too)",
        words_known.STEPS,
    ),
    ("whose: `player=`, `who=` of patterns, `whose=`", words_known.WHO),
    ("how long: `until=`", DURATIONS),
    ("when it may be activated: `timing=`", words_known.TIMES_OF_ACTIVATION),
    ("how it got there, or was lost or tapped: `how=`", words_known.WAYS),
    ("`.where(stat, op, ...)`, `stat(...)`, `greatest(...)`: stats", sorted(STATS)),
    ("`.where(stat, op, ...)`, `stat(...)`: compared", words_known.COMPARED),
    ("`status(filter, word)`", sorted(STATUS)),
    ("what is chosen: `enters_choosing`, `choose_value` (with a filter: anything)", words_known.CHOSEN),
    ("exceptions of copies: `create_copy`, `become_copy`, `enters_as_copy`, `copy_spell`", words_known.EXCEPTIONS),
)


def words_section() -> str:
    """Every word that is text: lists of them, the words of filters, and of rules."""
    lists = [f"| {where} | {', '.join(f'`{word}`' for word in each if word)} |" for where, each in LISTS]
    rules = [f"| `{word}` | {said} |" for word, said in sorted(RULE_WORDS.items())]
    filters = [filter_line(name) for name in sorted(vars(Filter)) if name not in UNSAID and not name.startswith("_")]
    return WORDS_HEAD.format(lists="\n".join(lists), filters="\n".join(filters), rules="\n".join(rules))


#: What a filter is asked, by the engine; and its fields.
UNSAID = (
    "accepts",
    "all",
    "board_reads",
    "describe",
    "each_ref",
    "finds",
    "matches",
    "reads",
    "refs",
    *Filter.__struct_fields__,
)


def filter_line(name: str) -> str:
    """A word of a filter, with what it says or reads."""
    word = vars(Filter)[name]
    if isinstance(word, property):
        narrowed = getattr(kit.permanents, name)
        zones = "" if narrowed.zones == kit.permanents.zones else f", in: {', '.join(narrowed.zones)}"
        return f"| `.{name}` | {narrowed.describe()}{zones} |"
    taken = ", ".join(str(inspect.signature(word)).split(") ->")[0].removeprefix("(").split(", ")[1:])
    return f"| `.{name}({taken})` | {' '.join((inspect.getdoc(word) or '').split())} |".replace("'", "")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    seen: set[str] = set()
    for module in MODULES:
        parts += section(module)
        seen.update(importlib.import_module(f"apnap.cardkit.{module}").__all__)
    parts += [words_section(), events_section()]
    parts.append("\n## Types\n\nFor annotations, and for those who make values by hand.\n")
    parts += [entry(name) for name in kit.__all__ if name not in seen]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
