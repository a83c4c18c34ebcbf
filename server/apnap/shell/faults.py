"""Failures of plugins' code at the tables of a server: counted, kept, and in the end held against the plugin.

A plugin whose code ran past its time once, or failed often, is kept out of new tables until it has another version
or its failures are forgiven. Tables that have it play on without the ability that failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apnap.engine.bodies import TOO_LONG
from apnap.engine.events import CardFailed
from apnap.engine.telling import public_reason
from apnap.listing import REASON_CHARS, Broken
from apnap.loading import RULES
from apnap.pool import Pool

from .journal import Fault, Statement, count

#: What a plugin did whose code gives something else each time.
DIVERGED = "gave something else when a table was played again"
#: A plugin that failed so often is kept out of new tables.
AT_MOST = 3


class Faults:
    """What failed so far, by plugin; only of the versions that are loaded."""

    def __init__(self, pool: Pool | None = None, *, at_most: int = AT_MOST) -> None:
        self.at_most = at_most
        self._versions = {} if pool is None else {p.name: p.version for p in pool.plugins}
        self._broken: dict[str, Broken] = {}

    def load(self, kept: Iterable[Fault]) -> None:
        """Takes up what a journal has."""
        for fault in kept:
            if self._versions.get(fault.plugin, fault.version) == fault.version:
                self._add(fault.plugin, fault.path, fault.reason, fault.count)

    def note(self, failed: CardFailed, table_id: str, at_ms: int) -> list[Statement]:
        """Counts a failure; gives the statements that keep it."""
        self._add(failed.plugin, failed.path, failed.reason, 1)
        version = self._versions.get(failed.plugin, "")
        return [count(Fault(failed.plugin, version, failed.path, 1, failed.reason[:REASON_CHARS], table_id, at_ms))]

    def _add(self, plugin: str, path: str, reason: str, n: int) -> None:
        before = self._broken.get(plugin, Broken(0, ""))
        overran = before.overran or TOO_LONG in reason
        self._broken[plugin] = Broken(before.count + n, reason[:REASON_CHARS], path, overran)

    @property
    def broken(self) -> Mapping[str, Broken]:
        """The failures of each plugin that had any."""
        return self._broken

    @property
    def kept_out(self) -> tuple[str, ...]:
        """The plugins that new tables do without; never the rules themselves."""
        found = (name for name, b in self._broken.items() if b.overran or b.count >= self.at_most)
        return tuple(sorted(name for name in found if name in self._versions and name not in RULES))

    def why(self, plugin: str) -> str:
        """Why a plugin is kept out."""
        broken = self._broken[plugin]
        times = "once" if broken.count == 1 else f"{broken.count} times"
        return f"the plugin {plugin} is kept out of new tables: it failed {times}, last {_public(broken.reason)}"


def _public(reason: str) -> str:
    return f"it {DIVERGED}" if reason.startswith(DIVERGED) else public_reason(reason)
