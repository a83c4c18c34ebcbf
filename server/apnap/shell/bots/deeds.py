"""What a bot does with priority: lands, mana, creatures, removal, equipment, and what is held for its moment."""

from __future__ import annotations

import re

from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import Entry

from .combat import Combat
from .reading import Reading

#: Sources of mana with which a bot has enough and stops looking for more.
PLENTY = 9
#: The least worth of a creature that removal is spent on.
THREAT = 6
#: The least worth of a creature that is bound for good, where what binds it is few.
MENACE = 8
#: By how much of worth another must lose more than the bot where all creatures die.
SWEEP = 9
KICKER = re.compile(r"multikicker (\S+)")
SWEEPS = re.compile("destroy each creature|to each creature|each creature: this get|counters on each creature")


class Deeds:
    """The wishes of one bot when it has priority, and what it has tried."""

    def __init__(self, reading: Reading, combat: Combat) -> None:
        self._reading, self._combat = reading, combat
        self._tried: dict[tuple[object, ...], int] = {}
        self._mana = 0

    def deed(self, question: Question) -> str:
        """The option that it wants most; to pass if it wants none."""
        options = [o for o in question.options if o.payload.kind not in ("mana", "pass")]
        lands = [o for o in options if o.payload.kind == "play"]
        if lands:
            return max(lands, key=lambda o: (self._land_worth(self._reading.entry(o.payload.object)), o.id)).id
        if self._mine_on_top():
            return "pass"  # first see what comes of it
        self._mana = self._reading.mana(question)
        wanted = [(self._wish(o), o) for o in options]
        best = max(wanted, key=lambda w: (w[0], w[1].id), default=None)
        if best is None or best[0] <= 0:
            return "pass"
        attempt = self._attempt(best[1])
        self._tried[attempt] = self._tried.get(attempt, 0) + 1
        return best[1].id

    def number(self, question: Question) -> Answer:
        """All that there is mana for; where it is not about mana, as little as may be."""
        if question.prompt == "kicker":
            found = KICKER.search(self._reading.text(question.cause))
            once = self._reading.cost({"cost": found[1]}) if found else 0
            left = self._mana - self._reading.cost(self._reading.entry(question.cause))
            return Answer(number=min(question.max, max(left // once, 0)) if once else question.min)
        return Answer(number=question.max if question.prompt in ("x", "number") else question.min)

    def _attempt(self, option: Option) -> tuple[object, ...]:
        """What it tries, this step of this turn: what came to nothing is not tried for ever."""
        payload = option.payload
        return (self._reading.turn, self._reading.step, payload.kind, payload.object, payload.number)

    @property
    def _own_main(self) -> bool:
        return self._reading.is_my_turn and self._reading.step.startswith("main")

    @property
    def _own_second(self) -> bool:
        """After combat: time for what attackers did not need."""
        return self._reading.is_my_turn and self._reading.step == "main2"

    @property
    def _after_blocks(self) -> bool:
        return self._reading.step.startswith("declare-block")

    def _land_worth(self, land: Entry) -> int:
        """Lands that make colours which are wanted and not there yet come first."""
        reading = self._reading
        wanted: dict[str, int] = {}
        for name in (
            *reading.entry(f"hand:{reading.seat}").get("objects", ()),
            *reading.entry("command").get("objects", ()),
        ):
            entry = reading.entry(name)
            if entry.get("owner") == reading.seat:
                for color in "WUBRG":
                    wanted[color] = wanted.get(color, 0) + entry.get("cost", "").count(color)
        makes = self._colors(land)
        there = [self._colors(e) for e in reading.battlefield() if e["controller"] == reading.seat]
        return sum(10 * wanted[c] // (1 + 3 * sum(c in t for t in there)) for c in makes if wanted.get(c))

    def _colors(self, entry: Entry) -> str:
        if "any one of" in self._reading.text_of(entry):
            return "WUBRG"
        basics = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
        return "".join(basics.get(s, "") for s in entry.get("subtypes", ()))

    # --- wishes -------------------------------------------------------------------------------------------

    def _wish(self, option: Option) -> float:
        """How much it wants to do something; nothing or less: not at all."""
        payload = option.payload
        if payload.payable != "yes" or self._tried.get(self._attempt(option), 0) >= self._often(option):
            return 0
        entry = self._reading.entry(payload.object)
        match payload.kind:
            case "special":
                return self._wish_for_special(payload.word)
            case "activate":
                return self._wish_to_activate(payload.object, payload.number or 1)
        return self._wish_to_cast(payload.object, entry)

    def _often(self, option: Option) -> int:
        """How often in one step: what makes attackers greater or kills may be done again and again."""
        payload = option.payload
        if payload.kind != "activate":
            return 2
        cost, effect = self._reading.ability(payload.object, payload.number or 1)
        return 12 if "get +" in effect or "damage" in effect or "charge counters" in cost else 1

    def _wish_for_special(self, word: str) -> float:
        if word == "suspend":
            return 1.5 if self._own_main else 0
        return 9 if word == "turn-face-up" and (self._own_main or self._after_blocks) else 0

    def _wish_to_cast(self, name: str, entry: Entry) -> float:
        reading, text = self._reading, self._reading.text(name)
        types, cost = entry.get("types", ()), reading.cost(entry)
        if "counter that target" in text:
            return 5 if self._others_on_top() else 0
        if not any(t in types for t in ("Instant", "Sorcery")):
            return self._wish_for_permanent(entry, text, cost) if self._own_main else 0
        if "damage to each player" in text and reading.life(reading.seat) <= reading.damage(text):
            return 0
        if "{X}" in entry.get("cost", ""):
            return self._wish_for_x(text, self._mana - cost)
        if "each creature you control: this get +" in text:
            return self._wish_to_overrun(text)
        if text.startswith("that target: this get +"):
            return 3 if self._after_blocks and self._unblocked() else 0
        if SWEEPS.search(text) and "choose" not in text:
            return 12 if self._own_main and self._sweep_gain(text) >= SWEEP else 0
        if reading.harms(text) and "target" in text:
            return self._wish_to_harm(cost, text)
        return cost + 1 if self._own_main else 0

    def _wish_for_permanent(self, entry: Entry, text: str, cost: int) -> float:
        """What makes mana first, then what costs most; harmful auras want somebody, helpful ones a creature."""
        reading = self._reading
        if "multikicker" in text and self._mana < 2:
            return 0  # nothing would come of it
        if "}: add " in text and self._sources() < PLENTY:
            return 20 - cost
        if "Aura" in entry.get("subtypes", ()):
            harmful = reading.harms(text)
            best = max((reading.worth(e) for _, e in reading.creatures(mine=not harmful)), default=0)
            return cost + 1 if best >= (MENACE if harmful else 1) else 0
        if "enters: put 1 -1/-1" in text and not reading.creatures():
            return 0.1
        return cost + 1

    def _sources(self) -> int:
        reading = self._reading
        mine = (e for e in reading.battlefield() if e["controller"] == reading.seat)
        return sum("Land" in e.get("types", ()) or reading.makes_mana(e) for e in mine)

    def _wish_for_x(self, text: str, x: int) -> float:
        """All mana for what grows with it: where it kills, or where it is much."""
        reading = self._reading
        lowest = min((reading.life(s) for s in reading.others()), default=99)
        if "damage" in text or "opponent loses X" in text:
            if "each player" in text and reading.life(reading.seat) <= x:
                return 0
            if x >= lowest and self._own_main:
                return 40
            return 2 + x if x >= 4 and self._own_second else 0
        return 1 + x if x >= 3 and self._own_main else 0

    def _wish_to_overrun(self, text: str) -> float:
        """For many attackers, and before they attack."""
        reading = self._reading
        if not reading.is_my_turn or reading.step != "main1":
            return 0
        able = [e for _, e in reading.creatures(mine=True) if not e.get("tapped") and not e.get("sick")]
        power = sum((e.get("power") or 0) + 1 for e in able)
        for seat in reading.others():
            stopped = sum((b.get("toughness") or 0) for b in reading.blockers(seat))
            least = reading.poison_left(seat) if "infect" in text else reading.life(seat)
            if able and power - stopped >= least:
                return 50
        return 0

    def _wish_to_harm(self, cost: int, text: str) -> float:
        """Removal waits for something that is worth it, or for a player whom it would finish."""
        reading = self._reading
        damage = reading.damage(text)
        weakest = min((reading.life(s) for s in reading.others()), default=99)
        if "player" in text and damage and weakest <= max(damage, self._burn_in_hand()):
            return 30
        now = self._own_main or reading.step == "declare-attackers"
        foes = [e for _, e in reading.creatures()]
        if damage:
            foes = [e for e in foes if (e.get("toughness") or 0) <= damage]
        best = max((reading.worth(e) for e in foes), default=0)
        if now and best >= THREAT:
            return 2 + cost
        crowded = len(self._hand()) > 6 and self._own_second
        return 0.5 if "player" in text and damage and crowded else 0

    def _burn_in_hand(self) -> int:
        """The damage that the hand can do to a player with the mana there is."""
        reading, mana, burn = self._reading, self._mana, 0
        spells = [
            (reading.cost(e), reading.damage(reading.text_of(e)))
            for e in self._hand()
            if "player" in reading.text_of(e) and not any(t in e.get("types", ()) for t in ("Creature", "Planeswalker"))
        ]
        for cost, damage in sorted(spells, key=lambda s: (s[0], -s[1])):
            if cost <= mana:
                mana, burn = mana - cost, burn + damage
        return burn

    def _hand(self) -> list[Entry]:
        names = self._reading.entry(f"hand:{self._reading.seat}").get("objects", ())
        return [self._reading.entry(name) for name in names]

    def _sweep_gain(self, text: str) -> int:
        """What the strongest of the others loses by it more than I do."""
        reading = self._reading
        reach = reading.damage(text)
        if "X" in text:
            reach = max(self._mana - 3, 0)
        hit = [
            e
            for _, e in (*reading.creatures(), *reading.creatures(mine=True))
            if not reach or (e.get("toughness") or 0) <= reach
        ]
        hit = [e for e in hit if "indestructible" not in e.get("keywords", ())]
        mine = reading.strength(e for e in hit if e["controller"] == reading.seat)
        theirs = [reading.strength(e for e in hit if e["controller"] == seat) for seat in reading.others()]
        return max(theirs, default=0) - mine

    # --- abilities ------------------------------------------------------------------------------------------

    def _wish_to_activate(self, name: str, number: int) -> float:
        reading, entry = self._reading, self._reading.entry(name)
        if entry.get("zone") != "battlefield":
            return 0
        cost, effect = reading.ability(name, number)
        if effect in ("equip", "fortify"):
            return self._wish_to_equip(name, entry)
        if "Planeswalker" in entry.get("types", ()):
            return self._wish_for_loyalty(cost, effect, entry) if self._own_main else 0
        if "sacrifice" in cost:
            return self._wish_to_sacrifice(cost, effect)
        if "life" in cost:
            return self._wish_to_save(name)
        if "charge counters" in cost:
            return self._wish_for_charge(name, effect)
        if "get +" in effect:
            return self._wish_to_pump(name, effect)
        if "create" in effect:
            return 15 if self._own_main else 0
        if reading.harms(effect) and "target" in effect:
            return self._wish_to_harm(1, effect)
        if not effect or "regenerate" in effect or "prevent" in effect:
            return 0
        return 0.4 if self._own_second else 0

    def _wish_to_equip(self, name: str, entry: Entry) -> float:
        """What is on nobody, or on somebody who cannot attack while another can, goes to an attacker."""
        reading = self._reading
        if not (reading.is_my_turn and reading.step == "main1"):
            return 0
        ready = [n for n, e in reading.creatures(mine=True) if not e.get("tapped") and not e.get("sick")]
        bearer = entry.get("attached", "")
        if bearer in ready or not ready:
            return 0
        return 8 if self._tried.get((reading.turn, reading.step, "activate", name, 1), 0) < 2 else 0

    def _wish_for_loyalty(self, cost: str, effect: str, entry: Entry) -> float:
        """The great one if it can, the one that removes if somebody is worth it, else the one that adds most."""
        spent = cost.partition(" ")[0]
        if not spent.lstrip("-").isdigit():
            return 0
        if int(spent) >= 6:
            return 9
        if int(spent) > 0 and self._reading.harms(effect):
            best = max((self._reading.worth(e) for _, e in self._reading.creatures()), default=0)
            return 5 if best >= THREAT else 0
        return 3 - int(spent) / 2 + (2 if "you draw" in effect else 0)

    def _wish_to_sacrifice(self, cost: str, effect: str) -> float:
        """Only where it finishes somebody, or for a land."""
        damage = self._reading.damage(effect)
        if damage and "player" in effect:
            return 30 if any(self._reading.life(s) <= damage for s in self._reading.others()) else 0
        return 1 if "searches for" in effect and "this" in cost and self._own_main else 0

    def _wish_to_save(self, name: str) -> float:
        """Life for a creature that a fight would kill, while life is plenty."""
        entry, reading = self._reading.entry(name), self._reading
        fights = entry.get("blocked") or entry.get("blocking")
        kept = "indestructible" in entry.get("keywords", ())
        return 1 if self._after_blocks and fights and not kept and reading.life(reading.seat) > 12 else 0

    def _wish_for_charge(self, name: str, effect: str) -> float:
        """Counters of equipment: when its bearer's damage comes through."""
        if "get +" not in effect:
            return 0
        bearer = self._reading.entry(name).get("attached", "")
        return 2 if self._after_blocks and bearer in self._unblocked() else 0

    def _wish_to_pump(self, name: str, effect: str) -> float:
        """After blocks, what makes damage that comes through greater."""
        if not self._after_blocks or not self._reading.is_my_turn:
            return 0
        unblocked = self._unblocked()
        if effect.startswith("each creature you control"):
            return 2 if len(unblocked) > 1 else 0
        return 2 if name in unblocked else 0

    def _unblocked(self) -> list[str]:
        """My attackers whose damage comes through."""
        return [
            name
            for name, e in self._reading.creatures(mine=True)
            if e.get("attacking") and (not e.get("blocked") or "trample" in e.get("keywords", ()))
        ]

    def _others_on_top(self) -> bool:
        stack = self._reading.entry("stack").get("objects", ())
        return bool(stack) and not self._reading.is_mine(stack[-1])

    def _mine_on_top(self) -> bool:
        stack = self._reading.entry("stack").get("objects", ())
        return bool(stack) and self._reading.is_mine(stack[-1])
