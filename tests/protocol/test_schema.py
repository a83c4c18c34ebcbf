"""The contract as generated documents: complete, valid for every example, and fresh."""

import json
import re
from pathlib import Path

import pytest
from msgspec import Struct

import apnap
from apnap.engine.reasons import REMEMBERED
from apnap.shell.settings import Limits
from apnap_protocol import examples, feed, messages, schema, typescript

DOCS = Path(__file__).parents[2] / "docs"


def test_the_committed_documents_are_fresh() -> None:
    """`apnap schema --write docs` makes them anew."""
    assert (DOCS / "schema/apnap.schema.json").read_text() == schema.text(schema.json_schema())
    fresh = schema.text(schema.async_api(apnap.__version__))
    assert (DOCS / "schema/apnap.asyncapi.json").read_text() == fresh
    assert (DOCS / "schema/apnap.d.ts").read_text() == typescript.declarations()
    page = (DOCS / "protocol.md").read_text()
    assert page == schema.with_reference(page)


def test_every_message_is_in_the_documents() -> None:
    definitions = schema.json_schema()["$defs"]
    kinds = [*messages.COMMANDS.values(), *messages.FRAMES.values(), *feed.FEED]
    assert {kind.__name__ for kind in kinds} <= definitions.keys()
    document = schema.async_api("1")
    assert {f"client.{name}" for name in messages.COMMANDS} <= document["components"]["messages"].keys()
    assert {f"server.{name}" for name in messages.FRAMES} <= document["components"]["messages"].keys()
    page = (DOCS / "protocol.md").read_text()
    for name in (*messages.COMMANDS, *messages.FRAMES):
        assert f"#### `{name}`" in page


def test_every_part_that_a_message_names_is_in_the_reference() -> None:
    page = schema.reference()
    listed = set(re.findall(r"^#### `?(\w+)", page, re.M)) | {"Room"}  # a frame as well: `room`
    named = {
        word for kinds in re.findall(r"^\* `\w+`: `([^`]*)`", page, re.M) for word in re.findall(r"[A-Z]\w+", kinds)
    }
    assert {"Question", "Payload"} <= named <= listed


def test_the_page_says_the_limits_that_are_the_defaults() -> None:
    page = " ".join((DOCS / "protocol.md").read_text().split())
    limits = Limits()
    for claim in (
        f"The last {limits.kept_replies} replies of each person",
        f"{limits.frame_bytes // 1024} KiB ({limits.answer_bytes // 1024} KiB of somebody who has a seat)",
        f"{limits.depth} levels and {limits.elements} elements a frame",
        f"{limits.messages_per_s:g} commands a second and {limits.message_burst} at once",
        f"{limits.auth_s:g} s to authenticate; {limits.connections_per_address} connections an address",
        f"{limits.tables_per_user} open tables a person; {limits.spectators} spectators a table",
        f"{limits.outbox_frames} frames or {limits.outbox_bytes // 1024} KiB waiting for a reader",
        f"The last {'thousand' if REMEMBERED == 1000 else REMEMBERED} events are remembered",
    ):
        assert claim in page, claim


def references(value: object) -> list[str]:
    if isinstance(value, dict):
        found = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return found + [r for part in value.values() for r in references(part)]
    if isinstance(value, list):
        return [r for part in value for r in references(part)]
    return []


@pytest.mark.parametrize("document", [schema.json_schema(), schema.async_api("1")], ids=["json", "async"])
def test_every_reference_leads_somewhere(document: dict) -> None:
    for reference in references(document):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step.replace("~1", "/")]


def fits(value: object, wanted: dict, definitions: dict) -> bool:
    """A small checker of the part of JSON Schema that is generated here."""
    if "$ref" in wanted:
        return fits(value, definitions[wanted["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in wanted or "oneOf" in wanted:
        return any(fits(value, part, definitions) for part in wanted.get("anyOf", wanted.get("oneOf", [])))
    if "const" in wanted:
        return value == wanted["const"]
    if "enum" in wanted:
        return value in wanted["enum"]
    match wanted.get("type"):
        case "object":
            if not isinstance(value, dict) or not set(wanted.get("required", ())) <= value.keys():
                return False
            properties, more = wanted.get("properties", {}), wanted.get("additionalProperties", True)
            return all(
                fits(v, properties[k], definitions)
                if k in properties
                else bool(more) and (more is True or fits(v, more, definitions))
                for k, v in value.items()
            )
        case "array":
            items = wanted.get("items", {})
            return isinstance(value, list) and all(not items or fits(v, items, definitions) for v in value)
        case "integer":
            low, high = wanted.get("minimum", -(2**63)), wanted.get("maximum", 2**63)
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case "string":
            return isinstance(value, str) and len(value) <= wanted.get("maxLength", 10**9)
        case "boolean":
            return isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "null":
            return value is None
    return True


@pytest.mark.parametrize("name", messages.COMMANDS)
def test_the_example_of_a_command_fits_the_schema(name: str) -> None:
    document = schema.json_schema()
    frame = document["$defs"]["ClientFrame"]
    assert fits(examples.COMMANDS[name], frame, document["$defs"])
    assert not fits({**examples.COMMANDS[name], "t": "other"}, frame, document["$defs"])


@pytest.mark.parametrize("name", messages.FRAMES)
def test_the_example_of_a_frame_fits_the_schema(name: str) -> None:
    document = schema.json_schema()
    frame = document["$defs"]["ServerFrame"]
    assert fits(examples.FRAMES[name], frame, document["$defs"])
    assert not fits({**examples.FRAMES[name], "d": 7}, frame, document["$defs"])


@pytest.mark.parametrize("kind", feed.FEED, ids=lambda kind: kind.__name__)
def test_the_example_of_the_feed_fits_the_schema(kind: type[Struct]) -> None:
    document = schema.json_schema()
    example = json.loads(json.dumps(feed.EXAMPLES[kind.__name__]))
    assert fits(example, document["$defs"][kind.__name__], document["$defs"])
