"""What is done to one object: what it is before the layers, what each part makes of it, and what it gets between.

Nothing here knows of other effects; in which order they come is for `Layers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Keyword, Static
from .amounts import added, number
from .book import Book
from .continuous import Continuous, copy_exceptions
from .state import AbilityRef, Chars, Obj
from .static_parts import BaseStats, ColorsAre, ControlledBy, Copies, Gains, Gets, Loses, Switched, TextWords, TypesAre
from .values import (
    BASIC_TYPES,
    Ref,
    count_of,
    giver,
    is_player,
    mana_value,
    seat_of,
    sort_colors,
    subtype_fits,
    subtype_kind,
)
from .work import Work

if TYPE_CHECKING:
    from .look import Look


class Altering:
    """Alters the characteristics of one object at a time."""

    if TYPE_CHECKING:
        book: Book
        counters_after: str

        @property
        def look(self) -> Look: ...

    # --- before the layers ------------------------------------------------------------------------

    def base(self, obj: Obj) -> Work:
        """An object by its copiable values (707.2) and the rules for face-down objects (708.2)."""
        controller = obj.under if obj.zone == "battlefield" and obj.under >= 0 else obj.controller
        if obj.kind in ("ability", "damage"):
            return Work(obj, self._of_ability(obj), controller)
        work = Work(obj, self.book.printed(obj.copied or obj.base), controller)
        if obj.exceptions:
            self._except(work, obj.exceptions)
        if obj.face_down and obj.zone in ("battlefield", "stack"):
            self._face_down(work)
        if obj.zone == "stack" and obj.cast is not None and "X" in work.cost:
            work.mana_value = mana_value(work.cost, obj.cast.x)
        return work

    def _of_ability(self, obj: Obj) -> Chars:
        source = self.look.thing(obj.source)
        if source is None:
            return Chars(name=giver(obj.base))
        return Chars(name=source.chars.name, colors=source.chars.colors)

    def _defines_stats(self, ref: AbilityRef) -> bool:
        static = self.book.at(ref.path)
        return isinstance(static, Static) and any(isinstance(p, BaseStats) and p.defines for p in static.parts)

    def _face_down(self, work: Work) -> None:
        # 708.2a: a 2/2 creature without text, name, subtypes or mana cost
        work.take(Chars(types=("Creature",), power=2, toughness=2))

    def _except(self, work: Work, exceptions: tuple[tuple[str, Any], ...]) -> None:
        for name, value in exceptions:
            match name:
                case "name":
                    work.name = value
                case "colors":
                    work.colors = sort_colors(value)
                case "add_colors":
                    work.colors = sort_colors(work.colors + value)
                case "stats":
                    work.power, work.toughness = value
                    work.abilities = tuple(r for r in work.abilities if not self._defines_stats(r))  # 707.9d
                case "add_types":
                    work.types += tuple(t for t in value if t not in work.types)
                case "add_subtypes":
                    types = work.types + tuple(dict(exceptions).get("add_types", ()))
                    gained = tuple(t for t in value if t not in work.subtypes)
                    work.subtypes += tuple(t for t in gained if subtype_fits(t, types))  # 205.3d
                case "types":
                    work.types = value
                case "subtypes":
                    work.subtypes = value
                case "not_legendary":
                    work.supertypes = tuple(s for s in work.supertypes if s != "Legendary")
                case "add_ability":
                    self._gain(work, self.book.refs((self.book.at(value),)))

    # --- what a part does -----------------------------------------------------------------------------

    def change(self, effect: Continuous, work: Work) -> None:
        """Apply one part to one object."""
        part = effect.part
        frame = effect.frame.about(Ref(work.obj.id))
        look = self.look
        match part:
            case Gets():
                if work.power is not None:
                    work.power += added(part.power, look, frame)
                if work.toughness is not None:
                    work.toughness += added(part.toughness, look, frame)
            case BaseStats():
                if part.power is not None:
                    work.power = number(part.power, look, frame)
                if part.toughness is not None:
                    work.toughness = number(part.toughness, look, frame)
            case Switched():
                work.power, work.toughness = work.toughness, work.power
            case Gains():
                refs_ = self.book.refs(part.abilities, effect.source)
                work.granted += tuple((r, effect.timestamp) for r in refs_)
                work.attributes += self._attributes(effect, work, refs_)
                self._gain(work, refs_)
            case Loses():
                self._lose(work, part, frame.path)
            case ColorsAre():
                letters = part.colors + "".join(self._words(effect, part.link))
                work.colors = sort_colors(work.colors + letters if part.also else letters)
            case TypesAre():
                self._types(effect, part, work)
            case ControlledBy():
                refs = part.who.resolve(look, frame)
                # 800.4b: nothing comes under the control of who has left
                if refs and is_player(refs[0]) and look.state.player(seat_of(refs[0])).in_game:
                    work.controller = seat_of(refs[0])
            case Copies():
                base = effect.frame.value("copy_base")
                hidden = work.obj.face_down and work.obj.zone == "battlefield"  # 613.2b: face down comes after
                if isinstance(base, str) and not hidden:
                    work.take(self.book.printed(base))
                    self._except(work, copy_exceptions(effect.frame))
                    work.changed = True
            case TextWords():
                self._replace_words(effect, work)

    def _words(self, effect: Continuous, link: str) -> tuple[str, ...]:
        if not link:
            return ()
        values = self.look.state.links.get(f"{effect.source}:{link}", ())
        return tuple(v for v in values if isinstance(v, str))

    def _gain(self, work: Work, refs: tuple[AbilityRef, ...]) -> None:
        work.abilities += refs
        work.keywords = self.book.keywords(work.abilities)
        work.changed = True

    def _attributes(self, effect: Continuous, work: Work, refs: tuple[AbilityRef, ...]) -> tuple[AbilityRef, ...]:
        """What an effect only states of an object, so that no effect takes it away with the object's abilities: that
        it is indestructible (700.4a (2012)). What an ability of its own states goes with that ability."""
        if self.look.switch("indestructible") != "attribute" or (effect.ref and effect.source == work.obj.id):
            return ()
        return tuple(r for r in refs if "indestructible" in self.book.keywords((r,)))

    def _lose(self, work: Work, part: Loses, path: str) -> None:
        if part.cant_have:
            work.barred += part.keywords
        if part.all:
            work.abilities = work.attributes
            work.keywords = self.book.keywords(work.abilities)
            # where types and abilities change in one layer, what the land types gave goes with the rest
            work.bare = tuple(t for t in work.subtypes if t in BASIC_TYPES)
        elif part.this:
            work.abilities = tuple(r for r in work.abilities if not path.startswith(r.path + "/"))
            work.keywords = self.book.keywords(work.abilities)
        else:
            work.abilities = self._without(work.abilities, part.keywords)
            work.keywords = tuple(k for k in work.keywords if k not in part.keywords)
        work.changed = True

    def _without(self, refs: tuple[AbilityRef, ...], keywords: tuple[str, ...]) -> tuple[AbilityRef, ...]:
        lost = [r.path for r in refs if getattr(self.book.at(r.path), "name", None) in keywords or r.path in keywords]
        return tuple(r for r in refs if not any(r.path == p or r.path.startswith(p + "/") for p in lost))

    def _types(self, effect: Continuous, part: TypesAre, work: Work) -> None:
        subtypes = part.subtypes + self._words(effect, part.link)
        had = work.types
        if part.also:
            work.types += tuple(t for t in part.types if t not in work.types)
        elif part.types:
            work.types = part.types
        # 205.3d, which every edition since 2012 has: no subtype without a type that it belongs to
        subtypes = tuple(t for t in subtypes if subtype_fits(t, work.types))
        again = subtypes if part.set_subtypes else tuple(t for t in subtypes if t not in work.subtypes)
        work.bare = tuple(t for t in work.bare if t not in again)
        if part.set_subtypes:
            self._set_subtypes(work, subtypes)
        else:
            work.subtypes += tuple(t for t in subtypes if t not in work.subtypes)
        work.supertypes += tuple(t for t in part.supertypes if t not in work.supertypes)
        if part.lose:
            work.types = tuple(t for t in work.types if t not in part.lose)
            work.subtypes = tuple(t for t in work.subtypes if t not in part.lose)
            work.supertypes = tuple(t for t in work.supertypes if t not in part.lose)
        if any(t not in work.types for t in had):
            # 205.1a: subtypes go with the card type that they belong to
            work.subtypes = tuple(s for s in work.subtypes if s in subtypes or subtype_fits(s, work.types))

    def _set_subtypes(self, work: Work, subtypes: tuple[str, ...]) -> None:
        """Subtypes take the place of those of their own kind only (205.1a)."""
        kinds = {subtype_kind(s) for s in subtypes}
        work.subtypes = tuple(s for s in work.subtypes if subtype_kind(s) not in kinds) + subtypes
        if "Land" in work.types and subtypes and all(s in BASIC_TYPES for s in subtypes):
            # 305.7: the land loses what its text and its old land types gave it
            work.abilities = tuple(r for r in work.abilities if r.granted_by)
            work.keywords = self.book.keywords(work.abilities)
            work.changed = True

    def _replace_words(self, effect: Continuous, work: Work) -> None:
        old, new = effect.frame.value("word_from"), effect.frame.value("word_to")
        if isinstance(old, str) and isinstance(new, str):
            work.words += ((old, new),)
            work.subtypes = tuple(new if s == old else s for s in work.subtypes)

    # --- at the end of a layer ------------------------------------------------------------------------

    def _cross(self, work: Work, layer: str) -> None:
        """What happens to an object at the end of a layer: intrinsic mana abilities, counters."""
        if layer == "4":
            self._intrinsic(work)
        elif layer == "5" and work.obj.counters:
            self._of_counters(work, keywords=True)
        elif layer == "6":
            if work.barred:
                work.abilities = self._without(work.abilities, work.barred)
                work.keywords = tuple(k for k in work.keywords if k not in work.barred)
            if work.obj.counters:
                self._of_counters(work, keywords=False)
        if layer == self.counters_after:
            self._counters(work)

    def _intrinsic(self, work: Work) -> None:
        """A land with a basic land type has that type's mana ability (305.6)."""
        if "Land" not in work.types or work.obj.zone != "battlefield":
            return
        basic = tuple(t for t in work.subtypes if t in BASIC_TYPES and t not in work.bare)
        refs = tuple(AbilityRef(f"rule:mana {t}") for t in basic if self.book.has(f"rule:mana {t}"))
        if refs:
            work.abilities += tuple(r for r in refs if r not in work.abilities)

    def _of_counters(self, work: Work, *, keywords: bool) -> None:
        """What counters give: keywords before all other effects of layer 6, else effects that nothing takes (122.1)."""
        for kind, _ in work.obj.counters:
            for path in (f"counter:{kind}", f"counter:{kind} 2"):
                if self.book.has(path) and isinstance(self.book.at(path), Keyword) == keywords:
                    work.abilities += (AbilityRef(path),)
        work.keywords = self.book.keywords(work.abilities)

    def _counters(self, work: Work) -> None:
        counters = work.obj.counters
        if not counters:
            return
        for kind, n in counters:
            if kind[0] in "+-" and "/" in kind:
                p, _, t = kind.partition("/")
                if work.power is not None:
                    work.power += int(p) * n
                if work.toughness is not None:
                    work.toughness += int(t) * n
        if work.loyalty is not None:
            work.loyalty = count_of(counters, "loyalty")
