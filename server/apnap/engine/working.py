"""The index of what works now: under which key which abilities and lasting effects stand.

Objects stand in it under their number, lasting effects under theirs, negative, and what the rules have
without any object under 0. An object whose characteristics changed is entered anew when the index is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .abilities import Ability
from .book import Book
from .continuous import effect_frame
from .sources import Source
from .state import AbilityRef, Chars, Obj, State
from .values import NOTHING, ObjId, Ref, Seat


class Working:
    """The abilities that work where their objects are."""

    if TYPE_CHECKING:
        state: State
        book: Book
        broken: frozenset[str]
        dirty: dict[ObjId, None]
        _all: bool
        _stale: dict[ObjId, None]

        def chars(self, obj_id: ObjId) -> Chars: ...

        def permanents(self) -> tuple[ObjId, ...]: ...

        def _refresh(self) -> None: ...

    def _begin_index(self) -> None:
        self._index: dict[str, dict[int, tuple[Source, ...]]] = {}
        self._indexed: dict[int, tuple[str, ...]] = {}
        self._unindexed: dict[ObjId, None] = {}
        self._owners: dict[str, tuple[ObjId, ...]] = {}

    def _fork_index(self, other: Working) -> None:
        other._index = {key: dict(found) for key, found in self._index.items()}
        other._indexed = dict(self._indexed)
        other._unindexed = dict(self._unindexed)
        other._owners = dict(self._owners)

    def _may_find(self, key: str) -> bool:
        """Whether anything is under an index key, or may be once the index is up to date."""
        return bool(self._index.get(key) or self._all or self._stale or self._unindexed)

    def found(self, key: str) -> list[Source]:
        """The abilities and lasting effects under an index key, in the order of their timestamps."""
        if self._all or self._stale:
            self._refresh()
        if self._unindexed:
            self._reindex()
        by_object = self._index.get(key)
        if not by_object:
            return []
        sources = [s for group in by_object.values() for s in group]
        if len(sources) > 1:
            sources.sort(key=lambda s: s.timestamp)
        return sources

    def owners(self, key: str) -> tuple[ObjId, ...]:
        """The objects with an ability under an index key that works where they are."""
        self.found("")
        known = self._owners.get(key)
        if known is None:
            known = self._owners[key] = tuple(ObjId(Ref(i)) for i in self._index.get(key, ()) if i > 0)
        return known

    def sources_of(self, key: str, obj_id: ObjId) -> tuple[Source, ...]:
        """One object's abilities under an index key, in printed order."""
        if self._all or self._stale or self._unindexed:
            self.found("")
        return self._index.get(key, {}).get(obj_id, ())

    # --- keeping it -----------------------------------------------------------------------------

    def _reindex(self) -> None:
        waiting, self._unindexed = self._unindexed, {}
        for obj_id in waiting:
            self._drop(obj_id)
            obj = self.state.objects.get(obj_id)
            if obj is None or obj.phased_out or obj.kind in ("ability", "damage"):
                continue
            chars = self.chars(obj_id)
            found: dict[str, list[Source]] = {}
            for ref in chars.abilities:
                ability: Ability = self.book.at(ref.path)
                if obj.zone in ability.zones and ref.path not in self.broken:
                    self._enter(found, obj, ref, ability, chars.controller)
            self._keep(obj_id, found)

    def _enter(
        self, found: dict[str, list[Source]], obj: Obj, ref: AbilityRef, ability: Ability, controller: Seat
    ) -> None:
        keys = ability.keys
        if keys:
            source = Source(ability, ref.path, obj.id, controller, obj.timestamp, ref.bound, ref.granted_by)
            for key in keys:
                found.setdefault(key, []).append(source)

    def _keep(self, owner: int, found: dict[str, list[Source]]) -> None:
        if found:
            self._indexed[owner] = tuple(found)
            self._judge(found)
            for key, sources in found.items():
                self._index.setdefault(key, {})[owner] = tuple(sources)
                self._owners.pop(key, None)

    def _drop(self, owner: int) -> None:
        gone = self._indexed.pop(owner, ())
        self._judge(gone)
        for key in gone:
            self._index[key].pop(owner, None)
            self._owners.pop(key, None)

    def _judge(self, keys: Iterable[str]) -> None:
        """A rule or prohibition came or went: what it holds back or allows must be looked at again (704.3)."""
        if any(key.startswith(("rule:", "cant:")) for key in keys):
            self.dirty.update(dict.fromkeys(self.permanents()))

    def _index_effect(self, effect_id: int) -> None:
        """Lasting effects stand in the indexes under their number, negative."""
        effect = self.state.effects.get(effect_id)
        if effect is None:
            return
        ability = self.book.at(effect.path)
        if not isinstance(ability, Ability):
            return
        frame = effect_frame(effect)
        source = Source(
            ability, effect.path, effect.source, frame.controller, effect.timestamp, effect.bound,
            effect=effect.id, affected=effect.affected,
        )  # fmt: skip
        self._keep(-effect_id, {key: [source] for key in ability.keys})

    def _index_rules(self) -> None:
        """Abilities that the rules have without any object stand under 0."""
        found: dict[str, list[Source]] = {}
        for path, ability in self.book.always:
            for key in ability.keys:
                found.setdefault(key, []).append(Source(ability, path, NOTHING, Seat(-1), 0))
        self._keep(0, found)
