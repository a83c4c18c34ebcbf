"""The questions that instructions and rules ask, all through the one door `ask`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .creature_types import CREATURE_TYPES
from .filters import Filter
from .frame import Frame
from .requests import NO, Option, Payload, Request
from .targets import option_id, ref_of, ref_option
from .values import (
    BASIC_TYPES,
    COLOR_NAMES,
    COLOR_WORDS,
    NOBODY,
    NOTHING,
    ObjId,
    Plain,
    Ref,
    Seat,
    is_player,
    player,
    seat_of,
    subtype_kind,
)

if TYPE_CHECKING:
    from .applicable import Applicable
    from .look import Look
    from .state import State

Asked = Generator[Request, Any, Any]


#: Nothing enters whose effects could be chosen.
NOTHING_ENTERS: Mapping[ObjId, ObjId] = MappingProxyType({})


class Asks:
    """Asking of a game. Choices with one way to make them are asked too: whether to spare a player the
    click is the shell's policy (decision 26). What cannot be chosen at all is not asked, but for what is
    *veiled*: where only whoever chooses may know that there is nothing to choose, a question that is not asked
    would tell the others."""

    if TYPE_CHECKING:
        look: Look
        state: State
        proposing: Seat
        _colors: list[str]

        def ask(self, build: Callable[[], Request]) -> Asked: ...

    def choose_refs(
        self, seat: Seat, refs: tuple[Ref, ...], *, prompt: str, rule: str, cause: ObjId, least: int = 1,
        most: int = 1, may_cancel: bool = False, veiled: bool = False,
    ) -> Asked:  # fmt: skip
        """Some of these objects and players; returns their references.

        Fewer than `least` where a player who left meanwhile took the others along (800.4a).
        """
        most = min(most, len(refs))
        if most == 0 and not veiled:
            return ()
        remaining = self._remaining(refs)

        def build() -> Request:
            options = tuple(ref_option(self.look, r, prompt) for r in remaining())
            least_, most_ = min(least, len(options)), min(most, len(options))
            return Request(
                "choose", (seat,), options=options, prompt=prompt, rule=rule, cause=cause, min=least_, max=most_,
                may_cancel=may_cancel and self.proposing == seat,
            )  # fmt: skip

        answer = yield from self.ask(build)
        return tuple(ref_of(p) for p in answer.picks)

    def _remaining(self, refs: tuple[Ref, ...]) -> Callable[[], tuple[Ref, ...]]:
        """Those of the asked-about that no leaver has taken along since."""
        away = {r for r in refs if not self._is_there(r)}
        return lambda: tuple(r for r in refs if r in away or self._is_there(r))

    def _is_there(self, ref: Ref) -> bool:
        return self.state.player(seat_of(ref)).in_game if is_player(ref) else ref in self.state.objects

    def choose_yes(
        self, seat: Seat, *, prompt: str, rule: str, cause: ObjId, may_cancel: bool = False, personal: bool = True,
        possible: bool = True,
    ) -> Asked:  # fmt: skip
        """Yes or no; no where nobody answers, as with what is `personal` once that player has left, and nothing
        but no where it is not possible."""

        def build() -> Request:
            options = (Option("yes", Payload("yes")), Option("no", Payload("no")))[not possible :]
            return Request(
                "yes-no", (seat,), options=options, prompt=prompt, rule=rule, cause=cause, default=NO,
                may_cancel=may_cancel and self.proposing == seat, personal=personal,
            )  # fmt: skip

        answer = yield from self.ask(build)
        return answer.picks == ("yes",)

    def choose_word(
        self, seat: Seat, words: tuple[str, ...], *, prompt: str, rule: str, cause: ObjId,
        may_cancel: bool = False, public: bool = False,
    ) -> Asked:  # fmt: skip
        """One of some words."""
        if len(words) == 1:
            return words[0]

        def build() -> Request:
            options = tuple(Option(w, Payload("word", word=w)) for w in words)
            return Request(
                "choose", (seat,), options=options, prompt=prompt, rule=rule, cause=cause,
                may_cancel=may_cancel and self.proposing == seat,
            )  # fmt: skip

        answer = yield from self.ask(build)
        return answer.picks[0]

    def choose_number(
        self,
        seat: Seat,
        least: int,
        most: int,
        *,
        prompt: str,
        rule: str,
        cause: ObjId,
        may_cancel: bool = False,
    ) -> Asked:
        def build() -> Request:
            return Request(
                "number", (seat,), prompt=prompt, rule=rule, cause=cause, min=least, max=most,
                may_cancel=may_cancel and self.proposing == seat,
            )  # fmt: skip

        answer = yield from self.ask(build)
        return answer.number

    def order_refs(self, seat: Seat, refs: tuple[Ref, ...], *, prompt: str, rule: str, cause: ObjId) -> Asked:
        """All of these in an order of the seat's choice."""
        if len(refs) < 2:
            return tuple(refs)

        remaining = self._remaining(refs)

        def build() -> Request:
            options = tuple(ref_option(self.look, r, prompt) for r in remaining())
            return Request("order", (seat,), options=options, prompt=prompt, rule=rule, cause=cause)

        answer = yield from self.ask(build)
        return tuple(ref_of(p) for p in answer.picks)

    def choose_color(self, seat: Seat, letters: str, *, rule: str, cause: ObjId) -> Asked:
        """One of some colours of mana; settled already where a payment plan says which."""
        if self._colors:
            return self._colors.pop(0)
        words = tuple(COLOR_NAMES.get(c, "colorless") for c in letters)
        word = yield from self.choose_word(seat, words, prompt="color", rule=rule, cause=cause)
        return COLOR_WORDS.get(word, "C")

    def choose_value(self, seat: Seat, what: str, filter: Filter | None, frame: Frame) -> Asked:
        """A colour, creature type, basic land type, player, opponent or object to remember."""
        cause = frame.source
        match what:
            case "color":
                word = yield from self.choose_word(seat, tuple(COLOR_WORDS), prompt="color", rule="linked", cause=cause)
                return (COLOR_WORDS[word],)
            case "basic land type":
                word = yield from self.choose_word(
                    seat, tuple(BASIC_TYPES), prompt="land type", rule="linked", cause=cause
                )
                return (word,)
            case "creature type":
                words = self.creature_types()
                word = yield from self.choose_word(seat, words, prompt="creature type", rule="linked", cause=cause)
                return (word,)
            case "player" | "opponent":
                seats = self.look.apnap() if what == "player" else self.look.opponents(seat)
                refs = tuple(player(s) for s in seats)
            case _:
                refs = filter.refs(self.look, frame) if filter is not None else ()
        picked = yield from self.choose_refs(seat, refs, prompt=what, rule="linked", cause=cause)
        values: tuple[Plain, ...] = tuple(int(r) for r in picked)
        return values

    def creature_types(self) -> tuple[str, ...]:
        """All creature types that there are (205.3e), and what else cards of this pool have; in alphabetical order."""
        types = set(CREATURE_TYPES)
        for card in self.look.book.cards.values():
            if "Creature" in card.types.types or "Kindred" in card.types.types:
                types.update(t for t in card.types.subtypes if subtype_kind(t) == "Creature")
        return tuple(sorted(types))

    def choose_source(
        self, seat: Seat, found: list[Applicable], *, rule: str, cause: Ref, about: Ref, alike: bool = False,
        entering: Mapping[ObjId, ObjId] = NOTHING_ENTERS,
    ) -> Asked:  # fmt: skip
        """Which of several replacement effects applies first to what befalls `about`; named by their sources.

        A leaver's effects are not offered any more (800.4a), but those of what is `entering` are, which is not there
        yet and so is named as what it still is; what would befall a leaver does not, so then nobody is asked.
        """
        by_id = {f"e{a.source.effect}" if a.source.effect else f"o{a.source.obj}/{a.source.path}": a for a in found}
        say = self.look.book.rules.say

        def meaning(a: Applicable) -> Payload:
            of_rules = a.source.path if a.source.path.startswith("always:") else ""
            shown = entering.get(a.source.obj, a.source.obj)
            return Payload("effect", object=shown, word=say(a.instead.describe()), ability=of_rules)

        def build() -> Request:
            left = [n for n, a in by_id.items() if a.source.obj in entering or self._still_applies(a)] or list(by_id)
            void = about <= 0 or about not in self.state.objects
            return Request(
                "choose",
                (seat,),
                options=tuple(Option(n, meaning(by_id[n])) for n in left),
                prompt="replacement", rule=rule, cause=ObjId(cause) if cause > 0 else NOTHING,
                announcer=seat if void else NOBODY, alike=alike,
            )  # fmt: skip

        answer = yield from self.ask(build)
        return by_id[answer.picks[0]]

    def _still_applies(self, applicable: Applicable) -> bool:
        source = applicable.source
        if source.effect:
            return source.effect in self.state.effects
        return not source.obj or source.obj in self.state.objects

    def choose_pile(self, seat: Seat, piles: tuple[tuple[Ref, ...], ...], *, cause: ObjId) -> Asked:
        """One of two piles; an option names its cards."""

        def build() -> Request:
            options = tuple(
                Option(f"pile{n}", Payload("pile", number=n, word=" ".join(option_id(r) for r in pile)))
                for n, pile in enumerate(piles, 1)
            )
            return Request("choose", (seat,), options=options, prompt="take pile", rule="resolve.choices", cause=cause)

        answer = yield from self.ask(build)
        return piles[int(answer.picks[0][4:]) - 1]
