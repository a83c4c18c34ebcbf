"""The contract in machine-readable form, generated from the message classes.

`json_schema()` is JSON Schema 2020-12, `async_api()` is AsyncAPI 3.1, `reference()` the part of the
protocol's documentation that lists every message. All are committed, and a test keeps them fresh.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from itertools import pairwise
from typing import Any, Literal, get_args

import msgspec

from . import examples, feed
from . import messages as m
from .requests import Answer, Given, Option, Payload, Question
from .sights import GameSight, ObjectSight, Patch, SeatSight, TableSight, ZoneSight

Json = dict[str, Any]
#: What messages have within them.
PARTS = (
    Question,
    Option,
    Payload,
    Answer,
    Given,
    m.Happening,
    Patch,
    m.Clocks,
    m.ClockState,
    m.Place,
    m.Stop,
    m.Plugin,
)
SIGHTS = (GameSight, TableSight, SeatSight, ZoneSight, ObjectSight)


def json_schema() -> Json:
    """Schemas of every frame both ways, of views, and of everything that they are made of."""
    kinds = [*m.COMMANDS.values(), *m.FRAMES.values(), Question, *SIGHTS, *feed.FEED]
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    definitions: Json = dict(sorted(parts.items()))
    for kind, schema in zip(kinds, schemas, strict=True):
        definitions.setdefault(kind.__name__, schema)
    envelopes = {
        "ClientFrame": [_client_frame(name, kind) for name, kind in m.COMMANDS.items()],
        "ServerFrame": [_server_frame(name, kind) for name, kind in m.FRAMES.items()],
    }
    definitions |= {name: {"oneOf": frames} for name, frames in envelopes.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": m.PROTOCOL,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in envelopes],
        "$defs": definitions,
    }


def _client_frame(name: str, kind: type) -> Json:
    return {
        "type": "object",
        "properties": {
            "t": {"const": name},
            "id": {"type": "string", "minLength": 1, "maxLength": 64},
            "d": {"$ref": f"#/$defs/{kind.__name__}"},
        },
        "required": ["t", "id"],
    }


def _server_frame(name: str, kind: type) -> Json:
    properties: Json = {"t": {"const": name}, "d": {"$ref": f"#/$defs/{kind.__name__}"}}
    required = ["t", "d"]
    if name not in m.CONTROL:
        properties["v"] = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
        required.append("v")
    return {"type": "object", "properties": properties, "required": required}


def async_api(version: str) -> Json:
    """The websocket and the feed as AsyncAPI 3.1."""
    schema = json_schema()
    schemas = _moved(schema["$defs"])
    clients = {f"client.{name}": _message(kind, examples.COMMANDS[name]) for name, kind in m.COMMANDS.items()}
    servers = {f"server.{name}": _message(kind, examples.FRAMES[name]) for name, kind in m.FRAMES.items()}
    feeds = {f"feed.{kind.__name__}": _feed_message(kind) for kind in feed.FEED}
    channels: Json = {
        "socket": {
            "address": m.PATH,
            "description": f"Text frames of one JSON object each; subprotocol `{m.PROTOCOL}`.",
            "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (*clients, *servers)},
        }
    }
    for kind in feed.FEED:
        name = f"feed.{kind.__name__}"
        channels[kind.__name__] = {
            "address": f"apnap/v1/{kind.topic}",
            "description": _summary(kind),
            "messages": {name: {"$ref": f"#/components/messages/{name}"}},
            **_parameters(kind.topic),
        }
    return {
        "asyncapi": "3.1.0",
        "info": {"title": "apnap", "version": version, "description": "Live card games over websockets."},
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": {
            "command": _operation("receive", "socket", clients),
            "tell": _operation("send", "socket", servers),
            **{
                f"publish{kind.__name__}": _operation("send", kind.__name__, {f"feed.{kind.__name__}": {}})
                for kind in feed.FEED
            },
        },
        "components": {"messages": clients | servers | feeds, "schemas": schemas},
    }


def _parameters(address: str) -> Json:
    names = [part[1:-1] for part in address.split("/") if part.startswith("{")]
    return {"parameters": {name: {"description": f"The {name}'s id."} for name in names}} if names else {}


def _operation(action: Literal["send", "receive"], channel: str, messages: Json) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in messages],
    }


def _message(kind: type, example: Json) -> Json:
    return {
        "name": example["t"],
        "summary": _summary(kind),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": [{"payload": example["d"]}],
    }


def _feed_message(kind: type) -> Json:
    return {
        "name": kind.__name__,
        "summary": _summary(kind),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": [{"payload": feed.EXAMPLES[kind.__name__]}],
    }


def _moved(value: Any) -> Any:
    """The same schemas where AsyncAPI keeps them."""
    text = json.dumps(value).replace("#/$defs/", "#/components/schemas/")
    return json.loads(text)


def _summary(kind: type) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")


def text(schema: Json) -> str:
    """The form in which a schema is committed."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


# --- the reference --------------------------------------------------------------------------------


def reference() -> str:
    """Every message in Markdown: what it is for, its members, and an example."""
    lines = ["### Client to server", ""]
    for name, kind in m.COMMANDS.items():
        lines += _section(name, kind, examples.COMMANDS[name])
    lines += ["### Server to client", ""]
    for name, frame in m.FRAMES.items():
        lines += _section(name, frame, examples.FRAMES[name])
    lines += ["### What messages are made of", ""]
    for part in PARTS:
        lines += [f"#### {part.__name__}", "", inspect.getdoc(part) or "", "", *_members(part), ""]
    lines += ["### What a view is made of", ""]
    for sight in SIGHTS:
        lines += [f'#### `{{"is": "{sight.__struct_config__.tag}"}}`', "", inspect.getdoc(sight) or "", ""]
        lines += [*_members(sight), ""]
    lines += ["### The feed", ""]
    for news in feed.FEED:
        body = json.dumps(feed.EXAMPLES[news.__name__], indent=1, ensure_ascii=False)
        lines += [f"#### `{news.topic}`", "", inspect.getdoc(news) or "", "", *_members(news), ""]
        lines += ["```json", body, "```", ""]
    lines += ["### Error codes", "", ", ".join(f"`{code}`" for code in get_args(m.Code)) + ".", ""]
    return "\n".join(lines)


def _section(name: str, kind: type[msgspec.Struct], example: Json) -> list[str]:
    prose = inspect.getdoc(kind) or ""
    body = json.dumps(example, indent=1, ensure_ascii=False)
    return [f"#### `{name}`", "", prose, "", *_members(kind), "", "```json", body, "```", ""]


def _members(kind: type[msgspec.Struct]) -> list[str]:
    fields = msgspec.structs.fields(kind)
    if not fields:
        return ["No members."]
    prose = _prose(kind)
    lines = []
    for f in fields:
        line = f"* `{f.encode_name}`: `{_kind(f.type)}`"
        line += "" if f.required else f" (optional{_default(f)})"
        lines.append(f"{line}: {prose[f.name]}" if f.name in prose else line)
    return lines


def _prose(kind: type) -> dict[str, str]:
    """What the source says below each member."""
    prose: dict[str, str] = {}
    for base in reversed([c for c in kind.__mro__ if c.__module__.startswith(__package__ or "")]):
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(node, ast.ClassDef)
        for member, below in pairwise(node.body):
            if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                match below:
                    case ast.Expr(ast.Constant(str(words))):
                        prose[member.target.id] = " ".join(words.split())
                    case _:
                        pass
    return prose


def _default(field: msgspec.structs.FieldInfo) -> str:
    default = field.default
    if isinstance(default, (bool, int, str)) and default != "":
        return f", default `{json.dumps(default)}`"
    return ""


def _kind(type_: Any) -> str:
    schema = msgspec.json.schema_components([type_])[0][0]
    return _named(schema)


def _named(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_named(s) for s in schema["anyOf"]))
    kind = str(schema.get("type", "any"))
    if kind == "array" and isinstance(schema.get("items"), dict):
        return f"[{_named(schema['items'])}]"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"{{id: {_named(schema['additionalProperties'])}}}"
    return kind


BEGIN, END = "<!-- reference: written by `apnap schema` -->", "<!-- end of the reference -->"


def with_reference(page: str) -> str:
    """A page with the reference between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"
