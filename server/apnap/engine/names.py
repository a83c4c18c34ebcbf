"""The names by which viewers know objects, in place of the engine's ids.

A public object has one name for all; a hidden one that a viewer may know has a name of that viewer alone.
Every name comes from a counter that never goes back. The counter of public names also counts what one seat
alone has seen and taken back, so its numbers are scattered: a name tells nobody how many came before it.
"""

from __future__ import annotations

from hashlib import blake2s

import msgspec

from .values import ObjId, Ref


class _Saved(msgspec.Struct, frozen=True):
    public: dict[int, str]
    private: dict[int, dict[int, str]]
    counters: dict[str, int]
    key: int = 0


#: The halves of a public name's number have so many bits.
_HALF = 16
_ROUNDS = 4


def scattered(n: int, key: int) -> int:
    """Another number for each below 2^32, in an order that only who knows the key can tell (a Feistel network)."""
    left, right = n >> _HALF, n & ((1 << _HALF) - 1)
    for turn in range(_ROUNDS):
        mixed = blake2s(f"{turn}:{right}".encode(), key=key.to_bytes(8, "big"), digest_size=_HALF // 8)
        left, right = right, left ^ int.from_bytes(mixed.digest(), "big")
    return (left << _HALF) | right


class Names:
    """All names given in one game. `key` is for the public ones, and nobody's to know."""

    def __init__(self, viewers: tuple[int, ...], key: int = 0) -> None:
        self._key = key
        self._public: dict[int, str] = {}
        self._private: dict[int, dict[int, str]] = {viewer: {} for viewer in viewers}
        self._counters: dict[str, int] = {}
        self._back: dict[tuple[int | None, str], ObjId] = {}

    def next(self, counter: str, prefix: str) -> str:
        """A name never given before by this counter."""
        n = self._counters.get(counter, 0) + 1
        self._counters[counter] = n
        return f"{prefix}{n}"

    def publish(self, obj_id: ObjId) -> str:
        """The public name of an object, given now if it has none."""
        name = self._public.get(obj_id)
        if name is None:
            self._counters["public"] = n = self._counters.get("public", 0) + 1
            name = self._public[obj_id] = f"o{scattered(n, self._key)}"
            self._back[None, name] = obj_id
        return name

    def public(self, obj_id: ObjId) -> str:
        """The public name of an object, "" if it has none."""
        return self._public.get(obj_id, "")

    def known(self, viewer: int, obj_id: ObjId) -> str:
        """What `viewer` calls an object, "" if it knows no such object."""
        return self._public.get(obj_id) or self._private[viewer].get(obj_id, "")

    def of(self, viewer: int, obj_id: ObjId) -> str:
        """What `viewer` calls an object; a name of its own is given where there is none."""
        name = self.known(viewer, obj_id)
        if not name:
            name = self._private[viewer][obj_id] = self.next(f"h{viewer}", "h")
            self._back[viewer, name] = obj_id
        return name

    def back(self, viewer: int, name: str) -> ObjId | None:
        """The object that `viewer` calls so."""
        return self._back.get((None, name)) or self._back.get((viewer, name))

    def forget_from(self, low: int) -> None:
        """Takes the names from all objects with ids from `low` on: after an undo these ids come again."""
        for names in (self._public, *self._private.values()):
            for obj_id in [i for i in names if i >= low]:
                del names[obj_id]
        self._back = {key: obj_id for key, obj_id in self._back.items() if obj_id < low}

    def go_on_from(self, other: Names) -> None:
        """Counts on from another game's names, so that none of those is given again."""
        self._counters, self._key = dict(other._counters), other._key

    def saved(self) -> bytes:
        return msgspec.msgpack.encode(_Saved(self._public, self._private, self._counters, self._key))

    @classmethod
    def restored(cls, data: bytes) -> Names:
        saved = msgspec.msgpack.decode(data, type=_Saved)
        names = cls(tuple(saved.private), saved.key)
        names._public, names._private, names._counters = saved.public, saved.private, saved.counters
        names._back = {(None, name): ObjId(Ref(i)) for i, name in saved.public.items()}
        for viewer, given in saved.private.items():
            names._back |= {(viewer, name): ObjId(Ref(i)) for i, name in given.items()}
        return names
