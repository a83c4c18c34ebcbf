"""The contract as TypeScript types, made of the JSON Schema, so that both say the same.

`declarations()` is the text of `docs/schema/apnap.d.ts`: an interface for each message and for what it is made of,
`ClientFrame` and `ServerFrame` as unions told apart by `t`, and `Sight` as the union of a view's entries, told apart
by `is`. A member that may be absent is optional.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import messages as m
from .schema import SIGHTS, json_schema

Json = dict[str, Any]

HEAD = f"""\
// The wire of {m.PROTOCOL}: written by `apnap schema --write docs`, not by hand.
"""
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """All types, in the order of their names."""
    parts = json_schema()["$defs"]
    lines = [HEAD]
    for name, schema in parts.items():
        lines += [*_declared(name, schema), ""]
    lines += ["/** An entry of a view. */", _union("Sight", [kind.__name__ for kind in SIGHTS])]
    return "\n".join(lines) + "\n"


def _union(name: str, types: list[str]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {type_}" for type_ in types) + ";"


def _declared(name: str, schema: Json) -> Iterator[str]:
    """The declaration of one definition."""
    if text := schema.get("description"):
        yield _comment(text)
    if "oneOf" in schema:
        yield _union(name, [_inline(frame) for frame in schema["oneOf"]])
    elif schema.get("type") == "object" and "properties" in schema:
        yield f"export interface {name} {{"
        for member, line in _members(schema):
            yield f"  {member}: {line};"
        yield "}"
    else:
        yield f"export type {name} = {_type(schema)};"


def _comment(text: str) -> str:
    return f"/** {' '.join(text.split())} */".replace("*/ */", "*\\/ */")


def _members(schema: Json) -> Iterator[tuple[str, str]]:
    required = schema.get("required", ())
    for name, member in schema["properties"].items():
        yield name if name in required else f"{name}?", _type(member)


def _inline(schema: Json) -> str:
    """A frame on one line."""
    return "{ " + "; ".join(f"{name}: {type_}" for name, type_ in _members(schema)) + " }"


def _type(schema: Json) -> str:
    """The type of a value; a form of schema that is not known here is an error, not `any`."""
    match schema:
        case {"title": "Sight"}:
            return "Sight"
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": [*words]}:
            return " | ".join(json.dumps(word) for word in words)
        case {"anyOf": [*kinds]}:
            return " | ".join(dict.fromkeys(_type(kind) for kind in kinds))
        case {"type": "array", **rest}:
            items = rest.get("items")
            return f"Array<{_type(items) if isinstance(items, dict) and items else 'unknown'}>"
        case {"type": "object", "properties": _}:
            return _inline(schema)
        case {"type": "object", **rest}:
            values = rest.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) and values else 'unknown'}>"
        case {"type": str(kind)} if kind in SCALARS:
            return SCALARS[kind]
        case {} if not set(schema) - {"default", "description", "title"}:
            return "unknown"
    raise ValueError(f"expected a schema that has a TypeScript type, got {json.dumps(schema)}")
