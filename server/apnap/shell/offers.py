"""What a person is asked, in words, and what a typed line answers to it."""

from __future__ import annotations

from collections.abc import Sequence

from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import View

ASKED = {
    "priority": "You have priority.",
    "mulligan": "Keep this hand?",
    "attackers": "Who attacks?",
    "blockers": "Who blocks?",
    "pay": "How do you pay?",
    "target": "Choose a target.",
    "discard": "Choose what to discard.",
    "sacrifice": "Choose what to sacrifice.",
    "bottom": "Choose what goes to the bottom.",
    "top": "Choose what goes on top.",
    "search": "Choose what you find.",
    "triggers": "In which order do these go on the stack (the last resolves first)?",
    "mode": "Choose a mode.",
    "x": "How much is X?",
    "may": "Do you want to?",
    "zone": "Does your commander go to the command zone?",
    "color": "Choose a color.",
}
WAYS = {
    "priority": "a number or words; Enter passes",
    "mulligan": "keep or mulligan",
    "attackers": "numbers such as 1 3-5, all or none",
    "blockers": "numbers such as 1 3-5, or none",
    "choose": "numbers; Enter takes the default",
    "order": "all numbers in their order; Enter leaves it",
    "divide": "for example 1=2 3=1; Enter takes the default",
    "number": "a number",
    "yes-no": "yes or no",
    "pay": "Enter pays; or a number",
}


#: More than any number that the wire carries has.
MOST_DIGITS = 16


class Unclear(Exception):
    """A typed line that is no answer; the text says why."""


class Offer:
    """A question with its options in the order and the words in which a person sees them."""

    def __init__(self, question: Question, view: View, names: Sequence[str]) -> None:
        self.question = question
        self._view, self._names = view, names
        places: dict[str, int] = {}
        for option in question.options:
            places.setdefault(self.text(option), len(places))
        asides = ("mana", "pass")
        self.options = sorted(question.options, key=lambda o: (o.payload.kind in asides, places[self.text(o)]))
        self.texts = [self.text(option) for option in self.options]

    # --- in words ------------------------------------------------------------------------------------

    def alike(self) -> list[range]:
        """The options as a page lists them: those that read the same together, where it is not about each."""
        runs: list[range] = []
        for n, text in enumerate(self.texts):
            if runs and text == self.texts[runs[-1].start] and self.question.kind not in ("order", "divide"):
                runs[-1] = range(runs[-1].start, n + 1)
            else:
                runs.append(range(n, n + 1))
        return runs

    @property
    def title(self) -> str:
        """What is asked, by what, and the rule that asks."""
        question = self.question
        asked = ASKED.get(question.prompt) or ASKED.get(question.kind) or f"Choose: {question.prompt}."
        cause = f"{self.named(question.cause)}: " if question.cause else ""
        return f"{cause}{asked}{self._amount()}" + (f" ({question.rule})" if question.rule else "")

    def _amount(self) -> str:
        question = self.question
        match question.kind:
            case "choose" | "number":
                least, most = question.min, question.max
                return f" [{least}]" if least == most else f" [{least} to {most}]"
            case "divide":
                return f" [{question.total} in all]"
        return ""

    @property
    def ways(self) -> str:
        """How it can be answered."""
        ways = WAYS[self.question.kind]
        if self._has_no_default:
            ways = ways.partition(";")[0]
        return ways + ("; cancel takes it back" if self.question.may_undo else "")

    @property
    def _has_no_default(self) -> bool:
        """Whether Enter answers nothing: where the default is to take everything back, or to take one side."""
        return self.question.default.cancel or self.question.kind in ("mulligan", "yes-no")

    def named(self, name: str) -> str:
        """The name of an object, seat or zone; whose it is where that tells equal names apart."""
        seat = name.removeprefix("seat:")
        if seat != name and seat.isdigit():
            return self._names[int(seat)]
        entry = self._view.get(name, {})
        return str(entry.get("name") or (name if not entry else "a face-down card"))

    def text(self, option: Option) -> str:
        """An option in a few words."""
        payload = option.payload
        what = self.named(payload.object) if payload.object else ""
        if payload.kind in ("attack", "block"):
            other = self.named(payload.other) if payload.other else self._names[payload.seat or 0]
            return f"{self._sized(payload.object)} {payload.kind}s {self._sized(payload.other) or other}"
        parts = [payload.kind] if payload.kind not in ("object", "player", "word", "source", "seat") else []
        parts += [self._sized(payload.object) if payload.kind == "object" else what] if what else []
        parts += [payload.word] if payload.word else []
        parts += (
            [str(payload.number)]
            if payload.number is not None and payload.kind not in ("activate", "mode", "mana")
            else []
        )
        parts += [self._names[payload.seat]] if payload.seat is not None and not what else []
        parts += [", ".join(map(self.named, payload.objects))] if payload.objects else []
        text = " ".join(parts)
        entry = self._view.get(payload.object, {})
        if payload.kind == "cast" and entry.get("cost"):
            text += f" {entry['cost']}"
        if payload.kind == "object" and entry.get("controller") is not None:
            text += f" ({self._names[entry['controller']]}'s)"
        return text + (" - not payable now" if payload.payable == "no" else "")

    def _sized(self, name: str) -> str:
        entry = self._view.get(name, {})
        if not entry or name.startswith("seat:"):
            return ""
        size = f" {entry['power']}/{entry['toughness']}" if entry.get("power") is not None else ""
        return f"{self.named(name)}{size}"

    # --- a line typed ---------------------------------------------------------------------------------

    def read(self, line: str) -> Answer:
        """The answer that a line is; raises `Unclear`."""
        line = line.strip()
        question = self.question
        if line in ("cancel", "undo"):
            if not question.may_undo:
                raise Unclear("This cannot be taken back.")
            return Answer(cancel=True)
        if not line:
            return self._default()
        match question.kind:
            case "number":
                if not is_number(line.removeprefix("-")):
                    raise Unclear("Type a number.")
                return Answer(number=int(line))
            case "divide":
                return self._divided(line)
            case "order" | "choose" | "attackers" | "blockers":
                return Answer(picks=self._several(line))
        return Answer(picks=(self._one(line),))

    def _default(self) -> Answer:
        pays = [o.id for o in self.options if o.payload.kind == "pay"]
        if self.question.kind == "pay" and pays:
            return Answer(picks=(pays[0],))
        if self._has_no_default:
            raise Unclear(f"Type {self.ways}.")
        return self.question.default

    def _several(self, line: str) -> tuple[str, ...]:
        if line == "none":
            return ()
        if line == "all":
            first: dict[str, str] = {}
            for option in self.options:  # each attacker once, at the first that it can attack
                first.setdefault(option.payload.object or option.id, option.id)
            return tuple(first.values())
        words = [n for word in line.replace(",", " ").split() for n in _span(word)]
        if all(is_number(word) for word in words):
            return tuple(self._one(word) for word in words)
        return tuple(self._one(part) for part in line.split(","))

    def _divided(self, line: str) -> Answer:
        amounts = {}
        for word in line.replace(",", " ").split():
            which, _, amount = word.partition("=")
            option = self._one(which)
            if not is_number(amount) or option in amounts:
                raise Unclear(f"Type {self.ways}.")
            amounts[option] = int(amount)
        return Answer(amounts=amounts)

    def _one(self, words: str) -> str:
        """The option of a number, or the only one that has all the words."""
        words = words.strip().lower()
        if is_number(words):
            if not 1 <= int(words) <= len(self.options):
                raise Unclear(f"There is no {words}: 1 to {len(self.options)}.")
            return self.options[int(words) - 1].id
        texts = [text.lower() for text in self.texts]
        found = [i for i, text in enumerate(texts) if text == words]
        found = found or [i for i, text in enumerate(texts) if all(w in text.split() for w in words.split())]
        found = found or [i for i, text in enumerate(texts) if all(w in text for w in words.split())]
        if not found:
            raise Unclear(f'Nothing here is "{words}"; try help.')
        if len({texts[i] for i in found}) > 1:
            raise Unclear("Which one: " + "; ".join(f"{i + 1} {self.texts[i]}" for i in found) + "?")
        return self.options[found[0]].id


def is_number(word: str) -> bool:
    """Whether a word is digits that `int` reads; a superscript is none, and neither are digits without end."""
    return word.isdecimal() and len(word) <= MOST_DIGITS


def _span(word: str) -> list[str]:
    """The numbers that `3-5` stands for; any other word as it is."""
    first, _, last = word.partition("-")
    if not (is_number(first) and is_number(last)) or int(last) - int(first) >= 1000:
        return [word]
    return [str(n) for n in range(int(first), int(last) + 1)]
