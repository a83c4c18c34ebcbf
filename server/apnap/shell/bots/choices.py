"""What a bot chooses when a spell, an ability or a rule asks: whom to point at, what to give away, which way."""

from __future__ import annotations

from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import Entry

from .reading import Reading

#: What is chosen as often as it may be.
EAGER = ("target", "search", "copy", "proliferate")


class Choices:
    """The choices of one bot."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def mulligan(self) -> Answer:
        """Hands with neither too few nor too many lands are kept."""
        reading = self._reading
        hand = [reading.entry(n) for n in reading.entry(f"hand:{reading.seat}").get("objects", ())]
        lands = sum("Land" in entry.get("types", ()) for entry in hand)
        cheap = sum("Land" not in entry.get("types", ()) and reading.cost(entry) <= 2 for entry in hand)
        keep = len(hand) < 6 or 2 < lands < 6 or (lands == 2 and cheap > 3)
        return Answer(picks=("keep" if keep else "mulligan",))

    def yes_no(self, question: Question) -> Answer:
        """Yes to what it may do."""
        return Answer(picks=tuple(o.id for o in question.options if o.payload.kind == "yes"))

    def divide(self, question: Question) -> Answer:
        """As much as need be to each before, and the rest to the last; combat damage as it is offered."""
        if question.default.amounts:
            return question.default
        amounts = {o.id: question.min for o in question.options}
        first = question.options[0].id
        amounts[first] += question.total - question.min * len(amounts)
        return Answer(amounts={name: n for name, n in amounts.items() if n})

    def choose(self, question: Question) -> Answer:
        """The best options; no more of them than it wants."""
        if not question.options:
            return question.default
        if question.prompt == "proliferate":
            wished = [o for o in question.options if self._wants_more(o)]
            return Answer(picks=tuple(o.id for o in wished))
        if question.prompt == "tap for mana":
            return Answer(picks=tuple(o.id for o in question.options[: question.max]))
        ranked = sorted(question.options, key=lambda o: (self._rank(question, o), o.id))
        wanted = 1 if question.max and question.prompt in EAGER else question.min
        return Answer(picks=tuple(o.id for o in ranked[: max(question.min, wanted)]))

    def _wants_more(self, option: Option) -> bool:
        """Whether another counter of each kind is good for the bot."""
        payload, reading = option.payload, self._reading
        if not payload.object:
            return reading.is_foe(payload.seat)
        counters = reading.entry(payload.object).get("counters", {})
        return reading.is_mine(payload.object) != ("-1/-1" in counters)

    def _rank(self, question: Question, option: Option) -> tuple[int, int]:
        """Lower is better: whom to point at, what to give away."""
        payload, reading = option.payload, self._reading
        entry = reading.entry(payload.object)
        match question.prompt:
            case "discard" | "bottom" | "scry":
                return self._spare(entry)
            case "sacrifice":
                return (0, reading.worth(entry))
            case "keep" | "search" | "copy":
                return (0, -reading.worth(entry) - reading.cost(entry))
            case "mode":
                return self._rank_mode(payload.word)
        return self._rank_target(question, option, entry)

    def _spare(self, entry: Entry) -> tuple[int, int]:
        """Lands first where many are there, else what costs most."""
        reading = self._reading
        mine = [e for e in reading.battlefield() if e["controller"] == reading.seat]
        enough = sum("Land" in e.get("types", ()) for e in mine) >= 5
        if "Land" in entry.get("types", ()):
            return (0 if enough else 2, 0)
        return (1, -reading.cost(entry))

    def _rank_mode(self, word: str) -> tuple[int, int]:
        """Damage to opponents and strength before all else."""
        order = ("each opponent", "get +", "counter that", "destroy", "into hand", "draw", "damage", "-1/-1")
        return (next((n for n, part in enumerate(order) if part in word), len(order)), 0)

    def _rank_target(self, question: Question, option: Option, entry: Entry) -> tuple[int, int]:
        payload, reading = option.payload, self._reading
        text = reading.text(question.cause) or self._source_text(question.cause)
        damage = reading.damage(text)
        helps = not reading.harms(text)
        if not payload.object:
            mine = not reading.is_foe(payload.seat)
            life = reading.life(payload.seat)
            if damage and not mine and life <= damage:
                return (-1, life)
            return (0 if mine == helps else 2, life - 8)
        mine = reading.is_mine(payload.object)
        if "equip" in text.split("\n")[-1]:
            return self._rank_bearer(payload.object, entry)
        if damage and not mine and (entry.get("toughness") or 0) > damage:
            return (1, -reading.worth(entry))
        return (0 if mine == helps else 2, -reading.worth(entry))

    def _source_text(self, name: str) -> str:
        """An ability on the stack speaks as what it comes from."""
        return self._reading.text(self._reading.entry(name).get("source", ""))

    def _rank_bearer(self, name: str, entry: Entry) -> tuple[int, int]:
        """Equipment goes to who can attack now, best to who is hard to block."""
        if not self._reading.is_mine(name):
            return (3, 0)
        ready = not entry.get("tapped") and not entry.get("sick")
        evades = any(k in entry.get("keywords", ()) for k in ("flying", "infect", "double strike", "trample", "menace"))
        return (0 if ready else 1, -self._reading.worth(entry) - 6 * evades)
