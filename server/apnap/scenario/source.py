"""From YAML text to plain values that know where they stand.

Only four kinds of scalars are told apart (nothing, yes or no, whole numbers, text), so that a rule number
such as 704.3 stays the text that it is. A key that stands twice in one mapping is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .errors import Malformed

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?\d+\Z")
_WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    **dict.fromkeys(("yes", "Yes", "YES", "true", "True", "TRUE"), True),
    **dict.fromkeys(("no", "No", "NO", "false", "False", "FALSE"), False),
}  # fmt: skip

#: Deeper than this no file is read: aliases could nest without end.
DEPTH_LIMIT = 24

Steps = tuple[str | int, ...]


class Document:
    """One scenario of a file: its value, and the line of each part by the path to it."""

    def __init__(self, path: str, number: int, of_several: bool) -> None:
        self.path = path
        self.number = number
        self.of_several = of_several
        self.value: Any = None
        self.lines: dict[Steps, int] = {}

    def line(self, steps: Steps) -> int:
        """The line of a part, or of the nearest part around it."""
        while steps and steps not in self.lines:
            steps = steps[:-1]
        return self.lines.get(steps, 0)

    def place(self, steps: Steps) -> str:
        """Where a part stands, in words: `scenario 2, play item 3, targets, 1`."""
        words = [f"scenario {self.number}"] if self.of_several else []
        for i, step in enumerate(steps):
            if isinstance(step, int):
                words.append(str(step + 1))
                if i and steps[i - 1] == "play":
                    words[-2:] = [f"play item {step + 1}"]
            else:
                words.append(step)
        return ", ".join(words)

    def malformed(self, steps: Steps, problem: str) -> Malformed:
        return Malformed(self.path, self.line(steps), self.place(steps), problem)


def documents(path: Path) -> list[Document]:
    """The scenarios of a file, not yet checked; raises `Malformed` where it is no YAML."""
    shown = str(path)
    try:
        composed = yaml.compose_all(path.read_text(encoding="utf-8"), Loader=_LOADER)
        nodes = [n for n in composed if n is not None and not _is_empty(n)]
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Malformed(shown, line, "", f"expected YAML: {error.problem}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Malformed(shown, 0, "", f"expected YAML in UTF-8: {error}") from None
    if not nodes:
        raise Malformed(shown, 0, "", "expected a scenario, got an empty file")
    found = []
    for number, node in enumerate(nodes, start=1):
        document = Document(shown, number, len(nodes) > 1)
        document.value = _value(document, node, ())
        found.append(document)
    return found


def _is_empty(node: Any) -> bool:
    """What follows a last `---` is no scenario."""
    return isinstance(node, yaml.ScalarNode) and not node.style and _plain(node.value) is None


def _value(document: Document, node: Any, steps: Steps) -> Any:
    document.lines.setdefault(steps, node.start_mark.line + 1)
    if len(steps) > DEPTH_LIMIT:
        raise document.malformed(steps, f"expected at most {DEPTH_LIMIT} levels")
    if isinstance(node, yaml.MappingNode):
        return dict(_pairs(document, node, steps))
    if isinstance(node, yaml.SequenceNode):
        return [_value(document, item, (*steps, i)) for i, item in enumerate(node.value)]
    return node.value if node.style else _plain(node.value)


def _pairs(document: Document, node: Any, steps: Steps) -> Iterator[tuple[str, Any]]:
    seen: set[str] = set()
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise document.malformed(steps, "expected a plain word as a key")
        key = str(key_node.value)
        if key in seen:
            raise document.malformed((*steps, key), f"the key {key!r} stands here twice")
        seen.add(key)
        document.lines[(*steps, key)] = key_node.start_mark.line + 1
        yield key, _value(document, value_node, (*steps, key))


def _plain(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.match(text) and len(text) < 19 else text
