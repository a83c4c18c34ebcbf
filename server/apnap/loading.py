"""Loading plugins: each in isolation, sorted, checked. One that fails is listed with its reason.

Plugins come from the entry points of the group `apnap` of what is installed, and, one file each, from a folder.
`APNAP_LOAD_PLUGINS=a,b` takes only these of those that do not come with the server (empty: none of them),
`APNAP_BLOCK_PLUGINS=a,b` leaves these out, `APNAP_PLUGINS_DIR` is a folder of one-file plugins.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap import __version__
from apnap.cardkit.tables import Edition
from apnap.contents import Contents, Plugin, Unfit, contents
from apnap.inspecting import complaints

GROUP = "apnap"
#: The rules themselves: a plugin as any other, but never left out.
RULES = ("apnap.rules.plugin",)
OURS = "apnap"
FOLDER = "apnap_plugins_dir"


#: What a plugin's module and its hooks may take, all together.
LOAD_S = 30.0


class TooSlow(BaseException):
    """A plugin took too long to load. Not an `Exception`, so that the plugin does not swallow it."""


class Failure(Struct, frozen=True):
    """A plugin that could not be loaded, and why."""

    name: str
    distribution: str
    reason: str
    version: str = ""


class Source(Struct, frozen=True):
    """Where a plugin comes from, before it is loaded."""

    name: str
    distribution: str
    version: str
    load: Callable[[], Any]

    @property
    def built_in(self) -> bool:
        return self.distribution == OURS


class Loaded(Struct, frozen=True):
    """What all sources gave, and what failed."""

    contents: tuple[Contents, ...]
    failures: tuple[Failure, ...]

    @property
    def command_modules(self) -> list[ModuleType]:
        """The modules that add commands."""
        return [sys.modules[c.plugin.module] for c in self.contents if "apnap_commands" in c.plugin.hooks]


def load(extra: Sequence[tuple[str, Any]] = (), *, folder: Path | str | None = None) -> Loaded:
    """Load the rules, then every plugin that is installed or lies in `folder`, sorted.

    `extra` are further (name, module) pairs, for tests. Without `folder` the environment's is taken.
    """
    taken: list[Contents] = []
    failures: list[Failure] = []
    editions: Mapping[str, Edition] = MappingProxyType({})
    for source in [*sources(folder), *(Source(n, n, "0", lambda m=m: m) for n, m in extra)]:  # type: ignore[misc]
        try:
            with _within(LOAD_S):
                given = _load(source, editions)
        except (Exception, SystemExit, TooSlow) as error:
            failures.append(Failure(source.name, source.distribution, _reason(error), source.version))
            continue
        taken.append(given)
        if source.name in RULES:
            editions = MappingProxyType({**editions, **{e.id: e for e in given.editions}})
    return Loaded(tuple(taken), tuple(failures))


def _load(source: Source, editions: Mapping[str, Edition]) -> Contents:
    module = source.load()
    plugin = Plugin(source.name, source.distribution, source.version, built_in=source.built_in)
    if isinstance(module, ModuleType) and source.name not in RULES:
        plugin = replace(plugin, warnings=complaints(module, alone=source.built_in))
    return contents(plugin, module, editions)


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Ends what takes longer by `TooSlow`; signals reach the main thread only, elsewhere nothing is ended."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise TooSlow(f"took longer than {seconds:g} seconds to load")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, (Unfit, TooSlow)) else f"{type(error).__name__}: {error}"


# --- sources ----------------------------------------------------------------------------------------


def sources(folder: Path | str | None = None) -> list[Source]:
    """Every plugin that is to be loaded, in the order of loading: the rules, ours, then others by name."""
    found = [Source(name, OURS, __version__, lambda n=name: importlib.import_module(n)) for name in RULES]  # type: ignore[misc]
    found += [Source(point.name, dist, version, point.load) for point, dist, version in entry_points()]
    where = folder if folder is not None else os.environ.get("APNAP_PLUGINS_DIR", "")
    if where:
        found += files(Path(where))
    only, blocked = _listed("APNAP_LOAD_PLUGINS"), _listed("APNAP_BLOCK_PLUGINS") or ()
    return [
        source
        for source in found
        if source.name in RULES
        or (source.name not in blocked and (only is None or source.built_in or source.name in only))
    ]


def unknown_names(folder: Path | str | None = None) -> tuple[str, ...]:
    """Names in the load and block variables that no plugin has."""
    asked = (*(_listed("APNAP_LOAD_PLUGINS") or ()), *(_listed("APNAP_BLOCK_PLUGINS") or ()))
    there = {point.name for point, _, _ in entry_points()} | {s.name for s in files(folder) if folder}
    return tuple(sorted(set(asked) - there))


def _listed(variable: str) -> tuple[str, ...] | None:
    """The names in a variable; None where it is not set."""
    text = os.environ.get(variable)
    return None if text is None else tuple(name.strip() for name in text.split(",") if name.strip())


def entry_points() -> list[tuple[EntryPoint, str, str]]:
    """The entry points of the group with their distributions and versions: ours first, then by name."""
    found = []
    seen: set[tuple[str, str]] = set()
    for dist in distributions():
        points = dist.entry_points.select(group=GROUP)
        if not points:
            continue
        name, version = dist.name, dist.version
        for point in points:
            if (name, point.name) not in seen:
                seen.add((name, point.name))
                found.append((point, name, version))
    return sorted(found, key=lambda f: (f[1] != OURS, f[1], f[0].name))


def files(folder: Path | str | None) -> list[Source]:
    """The one-file plugins of a folder: each `NAME.py`, and each package; what begins with `_` is passed over."""
    if folder is None or not Path(folder).is_dir():
        missing = f"there is no folder {str(folder)!r}"
        return [] if folder is None else [Source(str(folder), "", "", lambda: _refuse(missing))]
    return list(_files(Path(folder)))


def _files(folder: Path) -> Iterator[Source]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        file = path if path.suffix == ".py" else path / "__init__.py"
        if path.name.startswith("_") or not file.is_file():
            continue
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        yield Source(path.stem, str(path.name), digest, lambda file=file, stem=path.stem: _import(stem, file))  # type: ignore[misc]


def _import(stem: str, file: Path) -> ModuleType:
    """A module from its file, under a name of its own."""
    name = f"{FOLDER}_{stem}"
    package = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=package)
    if spec is None or spec.loader is None:
        raise Unfit(f"{file.name} is no Python source")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _refuse(reason: str) -> Any:
    raise Unfit(reason)
