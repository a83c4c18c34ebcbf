"""What one plugin gives: its hooks called and checked, one value at a time.

Nothing here knows of other plugins; `apnap.pool` puts the contents of all together.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import msgspec
import pluggy
from msgspec import Struct
from msgspec.structs import replace

from apnap import hookspecs
from apnap.cardkit.checking import refuse
from apnap.cardkit.tables import Edition, Format
from apnap.engine.abilities import Keyword, Part
from apnap.engine.definitions import CardDef, Clause, TallyDef
from apnap.engine.nesting import MOST_NESTED, is_too_deep

KINDS = ("cards", "keywords", "clauses", "tallies", "editions", "formats")
#: What each hook gives, and what a plugin's author is told to give.
EXPECTED: Mapping[str, tuple[type, str]] = MappingProxyType(
    {
        "apnap_cards": (CardDef, "cards, made by card(...)"),
        "apnap_keywords": (Keyword, "keywords, made by keyword(...)"),
        "apnap_clauses": (Clause, "state-based actions, made by state_based(...)"),
        "apnap_tallies": (TallyDef, "tallies, made by tally(...)"),
        "apnap_editions": (Edition, "Edition values"),
        "apnap_formats": (Format, "Format values"),
        "apnap_text_readers": (Callable, "functions"),  # type: ignore[dict-item]
    }
)


class Unfit(ValueError):
    """A plugin that cannot be taken; the message says what was expected."""


class Plugin(Struct, frozen=True):
    """A loaded plugin: its name, distribution and version, and the names of what it provides."""

    name: str
    distribution: str
    version: str
    cards: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    tallies: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    built_in: bool = False
    api_version: int | None = None
    hooks: tuple[str, ...] = ()
    """The hooks that it implements."""
    warnings: tuple[str, ...] = ()
    """What its author should mend, though it works."""
    module: str = ""
    fingerprint: str = ""
    """A digest of what it says; bodies count by their bytecode."""


class Contents(Struct, frozen=True):
    """A plugin and what it gives."""

    plugin: Plugin
    cards: tuple[CardDef, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    clauses: tuple[Clause, ...] = ()
    tallies: tuple[TallyDef, ...] = ()
    editions: tuple[Edition, ...] = ()
    formats: tuple[Format, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    readers: tuple[Callable[..., CardDef | None], ...] = ()

    def named(self) -> Iterator[tuple[str, str]]:
        """(kind, name) of everything that it provides, in order."""
        for kind in KINDS:
            for value in getattr(self, kind):
                yield kind, value.id if kind == "editions" else value.name
        yield from (("parts", path) for path, _ in self.parts)


def contents(
    plugin: Plugin, module: Any, editions: Mapping[str, Edition] = MappingProxyType({}), *, specs: Any = hookspecs
) -> Contents:
    """Call a plugin's hooks; raises `Unfit`, or whatever the plugin raises.

    `editions` are those that come with the server. `specs` has the hooks that there are.
    """
    hooks, complaints = implemented(plugin.name, module, specs)
    version = api_version(module)
    if isinstance(module, ModuleType) and version is None:
        complaints.append(f"declares no api_version; expected api_version = {hookspecs.API_VERSION}")
    found = {hook: _called(plugin.name, module, hook, editions) for hook in hooks if hook != "apnap_commands"}
    for keyword in found.get("apnap_keywords", ()):
        refuse(keyword.name, keyword)
    given = Contents(
        plugin,
        cards=tuple(replace(c, plugin=plugin.name) for c in found.get("apnap_cards", ())),
        keywords=tuple(replace(k, plugin=plugin.name) for k in found.get("apnap_keywords", ())),
        clauses=tuple(replace(c, plugin=plugin.name) for c in found.get("apnap_clauses", ())),
        tallies=found.get("apnap_tallies", ()),
        editions=found.get("apnap_editions", ()),
        formats=found.get("apnap_formats", ()),
        parts=found.get("apnap_parts", ()),
        readers=found.get("apnap_text_readers", ()),
    )
    names = {kind: tuple(name for of, name in given.named() if of == kind) for kind in KINDS}
    described = replace(
        plugin,
        api_version=version,
        hooks=hooks,
        warnings=(*plugin.warnings, *complaints),
        module=getattr(module, "__name__", ""),
        fingerprint=_fingerprint(given),
        **names,
    )
    return replace(given, plugin=described)


# --- hooks ------------------------------------------------------------------------------------------


def implemented(name: str, module: Any, specs: Any = hookspecs) -> tuple[tuple[str, ...], list[str]]:
    """The hooks that a module implements, and warnings of those that are given up.

    Raises `Unfit` for a misspelt hook, an argument that a hook does not have, or a forgotten `@hookimpl`.
    What is no module (an object in a test) need not be marked.
    """
    known = [hook for hook in dir(specs) if hook.startswith("apnap_")]
    there = tuple(hook for hook in known if callable(getattr(module, hook, None)))
    if not isinstance(module, ModuleType):
        return there, []
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(specs)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            manager.register(module, name=name)
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            raise Unfit(str(error).replace(repr(module), name).replace("\n", " ").strip()) from error
    for hook in there:
        if manager.parse_hookimpl_opts(module, hook) is None:
            raise Unfit(f"{hook} is not marked with @hookimpl")
    return there, [str(w.message) for w in caught]


def api_version(module: Any) -> int | None:
    """What a module or its package declares; raises `Unfit` where it is not a version that works here."""
    package = sys.modules.get(getattr(module, "__name__", "").partition(".")[0])
    version = getattr(module, "api_version", getattr(package, "api_version", None))
    if version is None:
        return None
    oldest, newest = hookspecs.OLDEST_API_VERSION, hookspecs.API_VERSION
    if not isinstance(version, int) or not oldest <= version <= newest:
        wanted = str(newest) if oldest == newest else f"{oldest} to {newest}"
        raise Unfit(f"declares api_version {version!r}; expected {wanted}")
    return version


def call(module: Any, hook: str, **arguments: Any) -> Any:
    """Call a hook with those of the arguments that it names; traced with APNAP_TRACE_PLUGINS=1."""
    function = getattr(module, hook)
    wanted = inspect.signature(function).parameters
    began = time.perf_counter()
    result = function(**{name: value for name, value in arguments.items() if name in wanted})
    if os.environ.get("APNAP_TRACE_PLUGINS", "") not in ("", "0"):
        took_ms = 1000 * (time.perf_counter() - began)
        amount = f"{len(result)}" if isinstance(result, (list, tuple)) else "nothing"
        name = getattr(module, "__name__", repr(module))
        print(f"apnap: {name}.{hook} gave {amount} in {took_ms:.1f} ms", file=sys.stderr)
    return result


def _called(name: str, module: Any, hook: str, editions: Mapping[str, Edition]) -> tuple[Any, ...]:
    values = call(module, hook, editions=editions)
    if not isinstance(values, (list, tuple)):
        why = ", whose order changes from one run to the next" if isinstance(values, (set, frozenset)) else ""
        raise Unfit(f"{hook} returned a {type(values).__name__}{why}; expected a list")
    for value in values:
        _check(hook, value)
    return tuple(values)


def _check(hook: str, value: Any) -> None:
    if hook == "apnap_parts":
        if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and _is_part(value[1])):
            raise Unfit(f"{hook} returned {value!r}; expected pairs of a path and an ability")
    elif hook in EXPECTED and not isinstance(value, EXPECTED[hook][0]):
        raise Unfit(f"{hook} returned {value!r}; expected {EXPECTED[hook][1]}")
    if is_too_deep(value):
        name = value[0] if isinstance(value, tuple) else getattr(value, "name", "")
        raise Unfit(f"{hook}: {name} has parts within parts, more than {MOST_NESTED} deep")
    fault = unordered(value)
    if fault:
        raise Unfit(f"{hook}: {fault}, whose order changes from one run to the next; expected a tuple")


def _is_part(value: Any) -> bool:
    return isinstance(value, Part)


def unordered(value: Any, at: str = "") -> str:
    """Where a set stands in a definition; "" where none does."""
    if isinstance(value, (set, frozenset)):
        return f"{at or 'a value'} is a {type(value).__name__}"
    if isinstance(value, tuple):
        return next((fault for item in value if (fault := unordered(item, at))), "")
    if isinstance(value, Struct):
        at = at or f"{type(value).__name__} {getattr(value, 'name', '')}".strip()
        fields = value.__struct_fields__
        return next((fault for n in fields if (fault := unordered(getattr(value, n), f"{at}, {n}"))), "")
    return ""


# --- fingerprint ------------------------------------------------------------------------------------


def _fingerprint(given: Contents) -> str:
    kinds = ("cards", "keywords", "clauses", "tallies", "editions", "formats", "parts")
    digest = hashlib.sha256()
    for kind in kinds:
        digest.update(msgspec.json.encode([kind, *(plain(value) for value in getattr(given, kind))]))
    return digest.hexdigest()[:16]


def plain(value: Any) -> Any:
    """A definition as lists and words, equal over processes; code counts by its bytecode."""
    if isinstance(value, Struct):
        return [type(value).__name__, *(plain(getattr(value, name)) for name in value.__struct_fields__)]
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return sorted(([str(k), plain(v)] for k, v in value.items()), key=lambda pair: str(pair[0]))
    if isinstance(value, FunctionType):
        return [value.__qualname__, *_code(value.__code__)]
    return value if isinstance(value, int | str | bool | None) else type(value).__name__


def _code(code: Any) -> list[Any]:
    return [code.co_code.hex(), list(code.co_names), [_const(c) for c in code.co_consts]]


def _const(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(map(repr, value))
    return _code(value) if hasattr(value, "co_code") else repr(value)
