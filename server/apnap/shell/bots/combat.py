"""How a bot fights: it kills whom it can, attacks where most comes through for least, and blocks what pays."""

from __future__ import annotations

from collections.abc import Iterable

from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import Entry

from .reading import Reading

#: What a point of damage to a player is worth against what a creature is; it grows as the game goes on,
#: so that no board stands still for ever.
EAGERNESS, IMPATIENCE = 1.5, 0.08
#: How much it matters to strike at who has most life: nobody is spared until all others are gone.
LEADING = 8


class Combat:
    """Attacks and blocks of one bot."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    # --- attacks ----------------------------------------------------------------------------------------

    def attack(self, question: Question) -> Answer:
        """First what kills a player, then what does most for what it costs, less what must stay at home."""
        reading = self._reading
        ways: dict[str, dict[int, Option]] = {}
        for option in question.options:
            name, seat = option.payload.object, option.payload.seat
            if seat is not None and option.payload.other.startswith("seat:") and reading.punch(reading.entry(name)):
                ways.setdefault(name, {})[seat] = option
        seats = sorted({seat for way in ways.values() for seat in way}, key=lambda s: (reading.life(s), s))
        chosen: dict[str, int] = {}
        for seat in seats:
            pool = [c for c, way in ways.items() if c not in chosen and seat in way]
            chosen |= dict.fromkeys(self._deadly(pool, seat), seat)
        kills = bool(chosen)
        while True:
            plans = [self._plan([c for c, way in ways.items() if c not in chosen and s in way], s) for s in seats]
            worth, seat, force = max(plans, key=lambda p: (p[0], -p[1]), default=(0.0, 0, []))
            if worth <= 0 or not force:
                break
            chosen |= dict.fromkeys(force, seat)
        if not kills:
            self._keep_home(chosen, ways)
        if len(chosen) == 1 and "can't attack alone" in reading.text(next(iter(chosen))):
            chosen.clear()
        picks = tuple(ways[c][seat].id for c, seat in chosen.items())
        return Answer(picks=picks) if picks else question.default

    def _deadly(self, pool: list[str], seat: int) -> list[str]:
        """The fewest of these attackers that kill a player whatever it blocks; none where all do not."""
        reading = self._reading
        blockers = reading.blockers(seat)
        order = sorted(pool, key=lambda c: (self._stoppers(reading.entry(c), blockers), -self._power(c), c))
        for n in range(1, len(order) + 1):
            if self._kills(order[:n], blockers, seat):
                return order[:n]
        return []

    def _kills(self, force: list[str], blockers: list[Entry], seat: int) -> bool:
        reading = self._reading
        poison = [c for c in force if "infect" in reading.entry(c).get("keywords", ())]
        plain = [c for c in force if c not in poison]
        if self._through(plain, blockers) >= reading.life(seat):
            return True
        return bool(poison) and self._through(poison, blockers) >= reading.poison_left(seat)

    def _power(self, name: str) -> int:
        return self._reading.force(self._reading.entry(name))

    def _stoppers(self, attacker: Entry, blockers: Iterable[Entry]) -> int:
        return sum(self.can_block(b, attacker) for b in blockers)

    def _through(self, force: list[str], blockers: list[Entry]) -> int:
        """The damage that comes through when each blocker stops the most that it can."""
        entries = {c: self._reading.entry(c) for c in force}
        powers = {
            c: self._reading.force(e) * (1 + ("double strike" in e.get("keywords", ()))) for c, e in entries.items()
        }
        spilt = 0
        for blocker in blockers:
            able = [c for c in powers if self.can_block(blocker, entries[c])]
            if able:
                stopped = max(able, key=lambda c: (powers[c], c))
                power = powers.pop(stopped)
                if "trample" in entries[stopped].get("keywords", ()):
                    spilt += max(power - (blocker.get("toughness") or 0), 0)
        return sum(powers.values()) + spilt

    def _plan(self, pool: list[str], seat: int) -> tuple[float, int, list[str]]:
        """What of these is best sent against a player, and what that is worth; drops what would only be lost."""
        blockers = self._reading.blockers(seat)
        best: tuple[float, int, list[str]] = (0.0, seat, [])
        force = sorted(pool)
        for _ in range(5):
            if not force:
                break
            worth, lost = self._weigh(force, blockers, seat)
            if worth > best[0]:
                best = (worth, seat, force)
            if not lost:
                break
            force = [c for c in force if c not in lost]
        return best

    def _weigh(self, force: list[str], blockers: list[Entry], seat: int) -> tuple[float, list[str]]:
        """What an attack is worth if the player blocks as this bot would, and which attackers that loses."""
        reading = self._reading
        eager = EAGERNESS + IMPATIENCE * reading.turn
        free = list(blockers)
        total, lost = 0.0, []
        for name in sorted(force, key=lambda c: (-self._power(c), c)):
            attacker = reading.entry(name)
            able = [b for b in free if self.can_block(b, attacker)]
            blocker = max(able, key=lambda b: self.block_worth(b, attacker), default=None)
            if blocker is None or self.block_worth(blocker, attacker) <= 0 or self._goes_anyway(name):
                hit = min(reading.punch(attacker), reading.life(seat))
                total += (eager + reading.life(seat) / LEADING) * hit
                continue
            free.remove(blocker)
            worth = -self.block_worth(blocker, attacker)
            total += worth
            if worth < 0:
                lost.append(name)
        return total, lost

    def _goes_anyway(self, name: str) -> bool:
        """What is sacrificed at the end of the turn has nothing to lose."""
        return "end step of any begins: sacrifice this" in self._reading.text(name)

    def _keep_home(self, chosen: dict[str, int], ways: dict[str, dict[int, Option]]) -> None:
        """Takes back attackers, the weakest first, while the answer of one of the others could kill."""
        reading = self._reading
        mine = reading.creatures(mine=True)
        while chosen:
            home = [e for n, e in mine if not e.get("tapped") and (n not in chosen or self._stays_untapped(e))]
            if not any(self._would_kill_me(seat, home) for seat in reading.others()):
                return
            able = [c for c in chosen if not self._stays_untapped(reading.entry(c)) and not self._goes_anyway(c)]
            if not able:
                return
            del chosen[min(able, key=lambda c: (self._power(c), c))]

    def _stays_untapped(self, entry: Entry) -> bool:
        return "vigilance" in entry.get("keywords", ())

    def _would_kill_me(self, seat: int, home: list[Entry]) -> bool:
        reading = self._reading
        me = reading.seat
        theirs = [name for name, e in reading.creatures(seat) if (e.get("power") or 0) > 0]
        poison = [c for c in theirs if "infect" in reading.entry(c).get("keywords", ())]
        plain = [c for c in theirs if c not in poison]
        if self._through(plain, home) >= reading.life(me):
            return True
        return bool(poison) and self._through(poison, home) >= reading.poison_left(me)

    def can_block(self, blocker: Entry, attacker: Entry) -> bool:
        """Whether it looks so: flying, landwalk, shadow and the like, as far as the keywords tell."""
        its, mine = attacker.get("keywords", ()), blocker.get("keywords", ())
        if "flying" in its and not any(k in mine for k in ("flying", "reach")):
            return False
        if "fear" in its and not ("Artifact" in blocker.get("types", ()) or "B" in blocker.get("colors", "")):
            return False
        if (
            ("shadow" in its) != ("shadow" in mine)
            or "unblockable" in its
            or "can't block" in self._reading.text_of(blocker)
        ):
            return False
        walks = {k.removesuffix("walk") for k in its if k.endswith("walk")}
        if not walks:
            return True
        lands = (e for e in self._reading.battlefield() if "Land" in e.get("types", ()))
        there = (e for e in lands if e.get("controller") == blocker.get("controller"))
        return not any(s.lower() in walks for e in there for s in e.get("subtypes", ()))

    # --- blocks -----------------------------------------------------------------------------------------

    def block(self, question: Question) -> Answer:
        """Blocks that win or trade well; when the damage would be deadly, any that stop the most of it."""
        reading = self._reading
        attackers: dict[str, list[Option]] = {}
        for option in question.options:
            attackers.setdefault(option.payload.other, []).append(option)
        life = min(reading.life(reading.seat), 4 * reading.poison_left(reading.seat))
        coming = sum(reading.punch(reading.entry(a)) for a in attackers)
        picks: dict[str, Option] = {}
        for attacker in sorted(attackers, key=lambda a: (-reading.punch(reading.entry(a)), a)):
            foe = reading.entry(attacker)
            free = [o for o in attackers[attacker] if o.payload.object not in picks]
            together = self._together(free, foe, coming, life)
            picks |= {o.payload.object: o for o in together}
            coming -= reading.punch(foe) if together else 0
        return Answer(picks=tuple(o.id for o in picks.values())) if picks else question.default

    def _together(self, free: list[Option], attacker: Entry, coming: int, life: int) -> list[Option]:
        """Who blocks an attacker: one who does well, else two who kill it, else anyone where it would be deadly."""
        entries = [(o, self._reading.entry(o.payload.object)) for o in free]
        weighed = [(self.block_worth(e, attacker), o.id, o) for o, e in entries]
        worth, _, best = max(weighed, key=lambda w: w[:2], default=(0, "", None))
        if best is None:
            return []
        even = 0 if coming * 3 < life else -1  # the less life, the dearer
        if worth > even:
            return [best]
        pairs = [(self._pair_worth(a, b, attacker), (o, p)) for o, a in entries for p, b in entries if o.id < p.id]
        worth, pair = max(pairs, key=lambda w: (w[0], w[1][0].id, w[1][1].id), default=(0, ()))
        if worth > 0:
            return list(pair)
        return [best] if coming >= life else []

    def _pair_worth(self, one: Entry, other: Entry, attacker: Entry) -> int:
        """What two blockers win together: the attacker, less the dearer one that it can kill."""
        if {"first strike", "double strike", "indestructible"} & set(attacker.get("keywords", ())):
            return 0
        if sum(self._reading.force(e) for e in (one, other)) < self._left(attacker):
            return 0
        loss = max(0 if self._survives(e, attacker) else self._reading.worth(e) for e in (one, other))
        return self._reading.worth(attacker) - loss

    def _left(self, creature: Entry) -> int:
        """The damage that a creature still takes."""
        left: int = (creature.get("toughness") or 0) - creature.get("damage", 0)
        return left

    def _survives(self, blocker: Entry, attacker: Entry) -> bool:
        its_power = self._reading.force(attacker)
        if "indestructible" in blocker.get("keywords", ()):
            return True
        return self._left(blocker) > its_power and not (its_power > 0 and "deathtouch" in attacker.get("keywords", ()))

    def block_worth(self, blocker: Entry, attacker: Entry) -> int:
        """What a block wins less what it loses, as far as power, toughness and keywords tell."""
        mine, its = blocker.get("keywords", ()), attacker.get("keywords", ())
        power = self._reading.force(blocker)
        first = ("first strike" in its or "double strike" in its) and not (
            "first strike" in mine or "double strike" in mine
        )
        survives = self._survives(blocker, attacker)
        kills = power >= self._left(attacker) or (power > 0 and "deathtouch" in mine)
        kills = kills and "indestructible" not in its and (survives or not first)
        gain = self._reading.worth(attacker) if kills else 0
        loss = 0 if survives else self._reading.worth(blocker)
        return gain - loss + (1 if survives else 0)
