"""Bots: clients of the public protocol and of nothing else. They know no rule; they choose among options.

A bot looks at its view, at the payloads of the options and at what `card{name}` says of a card. What it
would like may be refused (a block that only together with another is legal): then it takes the default,
which always is legal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer, Option, Question
from apnap_protocol.sights import Entry, View

#: Words by which a card's text tells whether it is meant for others' things or for one's own.
HARMS = (
    "destroy",
    "damage",
    "exile",
    "counter that",
    "sacrifice",
    "discard",
    "-1/-1",
    "get -",
    "tap that",
    "control",
    "can't",
)
HELPS = ("get +", "+1/+1", "regenerate", "prevent", "untap", "gain", "hexproof", "indestructible")


class RandomBot:
    """A player that answers at random, the same for the same seed."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.decisions = 0
        self._chance = random.Random(seed)
        self._texts: dict[str, str] = {}
        self._tried: dict[tuple[object, ...], int] = {}

    async def play(self) -> None:
        """Plays until the game is over."""
        async for question in self.client.questions():
            await self.answer(question)

    async def answer(self, question: Question) -> None:
        """Answers one question, with the default if its own answer is refused."""
        self.decisions += 1
        await self._learn(question)
        for answer in (self.think(question), question.default, Answer(cancel=True)):
            try:
                await self.client.answer(question, answer)
                return
            except Refused as refused:
                if refused.code in ("stale_request", "not_your_request", "unavailable_choice"):
                    return
        await self.client.concede()

    async def _learn(self, question: Question) -> None:
        """A bot that looks nothing up learns nothing."""

    def think(self, question: Question) -> Answer:
        """What the bot would like to answer: anything."""
        ids = [o.id for o in question.options if o.payload.kind != "mana"] or [o.id for o in question.options]
        match question.kind:
            case "priority":
                return Answer(picks=(self._chance.choice(ids),))
            case "number":
                return Answer(number=self._chance.randint(question.min, min(question.max, question.min + 5)))
            case "order":
                self._chance.shuffle(ids)
                return Answer(picks=tuple(ids))
            case "pay":
                ways = [o.id for o in question.options if o.payload.kind == "pay"]
                return Answer(picks=tuple(ways[:1])) if ways else Answer(cancel=True)
            case "attackers" | "blockers":
                chosen: dict[str, str] = {}
                for option in question.options:
                    if self._chance.random() < 0.5:
                        chosen.setdefault(option.payload.object, option.id)
                return Answer(picks=tuple(chosen.values()))
            case "mulligan":
                return Answer(picks=("keep",))
            case "choose" | "yes-no":
                n = self._chance.randint(question.min, question.max)
                return Answer(picks=tuple(self._chance.sample(ids, min(n, len(ids)))))
        return question.default


class Bot(RandomBot):
    """A sensible player: it curves out, removes what threatens it, counts combat, and holds its counterspells."""

    async def _learn(self, question: Question) -> None:
        """Look up the cards that the question is about, each name once."""
        objects = [question.cause, *(o.payload.object for o in question.options)]
        for name in dict.fromkeys(self._entry(o).get("name", "") for o in objects if o):
            if name and name not in self._texts:
                try:
                    self._texts[name] = await self.client.card(name)
                except Refused:
                    self._texts[name] = ""

    def think(self, question: Question) -> Answer:
        """What the bot would like to answer."""
        match question.kind:
            case "priority":
                return Answer(picks=(self._deed(question),))
            case "mulligan":
                return self._mulligan(question)
            case "attackers":
                return self._attack(question)
            case "blockers":
                return self._block(question)
            case "choose":
                return self._choose(question)
            case "number":
                return Answer(number=question.max if question.prompt in ("x", "number") else question.min)
            case "pay":
                ways = [o.id for o in question.options if o.payload.kind == "pay"]
                return Answer(picks=tuple(ways[:1])) if ways else Answer(cancel=True)
            case "order":
                return Answer(picks=tuple(o.id for o in question.options))
            case "divide":
                return self._divide(question)
            case "yes-no":
                return self._yes_no(question)
        return question.default

    # --- what it sees -----------------------------------------------------------------------------------

    @property
    def _view(self) -> View:
        return self.client.view

    def _entry(self, name: str) -> Entry:
        return self._view.get(name, {})

    def _is_mine(self, name: str) -> bool:
        return self._entry(name).get("controller") == self.client.seat

    def _text(self, name: str) -> str:
        """What is known of the card of an object."""
        return self._texts.get(self._entry(name).get("name", ""), "")

    def _harms(self, name: str) -> bool:
        text = self._text(name)
        return any(w in text for w in HARMS) and not any(w in text for w in HELPS[:2])

    def _life(self, seat: int | None) -> int:
        life: int = self._entry(f"seat:{seat}").get("life", 99)
        return life

    def _creatures(self, seat: int | None = None, *, mine: bool = False) -> list[tuple[str, Entry]]:
        """The creatures on the battlefield of a seat, of mine, or of all others."""
        found = []
        for name, entry in self._view.items():
            if entry.get("zone") != "battlefield" or "Creature" not in entry.get("types", ()):
                continue
            owner = entry["controller"]
            if owner == self.client.seat if mine else (owner != self.client.seat and seat in (None, owner)):
                found.append((name, entry))
        return found

    def _worth_of(self, entry: Entry) -> int:
        """How much a permanent matters."""
        keywords = entry.get("keywords", ())
        strength = (entry.get("power") or 0) * 2 + (entry.get("toughness") or 0)
        return strength + 2 * len(keywords) + (0 if "token" in entry else 1)

    # --- deeds ----------------------------------------------------------------------------------------------

    def _deed(self, question: Question) -> str:
        options = [o for o in question.options if o.payload.kind not in ("mana", "pass")]
        lands = [o for o in options if o.payload.kind == "play"]
        if lands:
            return lands[0].id
        table = self._view["table"]
        own_main = table["active"] == [self.client.seat] and table["step"].startswith("main")
        wanted = [(self._wish(o, own_main=own_main), o) for o in options]
        best = max(wanted, key=lambda w: (w[0], w[1].id), default=None)
        if best is None or best[0] <= 0:
            return "pass"
        attempt = self._attempt(best[1])
        self._tried[attempt] = self._tried.get(attempt, 0) + 1
        return best[1].id

    def _attempt(self, option: Option) -> tuple[object, ...]:
        """What it tries, this step of this turn: what came to nothing twice is not tried again."""
        table = self._view["table"]
        return (table["turn"], table["step"], option.payload.kind, option.payload.object, option.payload.number)

    def _wish(self, option: Option, *, own_main: bool) -> float:
        """How much it wants to do something; nothing or less: not at all."""
        payload = option.payload
        if payload.kind == "special" or payload.payable != "yes" or self._tried.get(self._attempt(option), 0) > 1:
            return 0
        entry, text = self._entry(payload.object), self._text(payload.object)
        types = entry.get("types", ())
        if payload.kind == "activate":
            return self._wish_to_activate(entry, text, own_main=own_main)
        cost = self._cost(entry)
        if "counter that target" in text:
            return 5 if self._others_on_top() else 0
        if "get +" in text and not self._is_permanent(types):
            return 3 if self._view["table"]["step"].startswith("declare-block") and self._mine_fight() else 0
        if "destroy each" in text or "on each" in text:
            return cost if own_main and self._others_are_stronger() else 0
        if self._harms(payload.object) and "target" in text and not self._is_permanent(types):
            return self._wish_to_harm(cost, text, own_main=own_main)
        if "Aura" in entry.get("subtypes", ()) and not self._creatures(mine=not self._harms(payload.object)):
            return 0  # it would have to go where it is not meant for
        return cost + 1 if own_main else 0

    def _is_permanent(self, types: Iterable[str]) -> bool:
        return not any(t in types for t in ("Instant", "Sorcery"))

    def _wish_to_activate(self, entry: Entry, text: str, *, own_main: bool) -> float:
        if entry.get("zone") != "battlefield":
            return 0
        if "equip" in text or "attach" in text:
            return 0.5 if own_main and not entry.get("attached") and self._creatures(mine=True) else 0
        if "Planeswalker" in entry.get("types", ()):
            return 2 if own_main else 0
        if "sacrifice" in text or "Sacrifice" in text:
            return 0
        return 0.8 if own_main and "{T}" in text and "create" in text else (0.3 if own_main and "{T}" in text else 0)

    def _wish_to_harm(self, cost: int, text: str, *, own_main: bool) -> float:
        """Removal waits for something that is worth it, or for a player whom it would finish."""
        best = max((self._worth_of(e) for _, e in self._creatures()), default=0)
        weakest = min((self._life(s) for s in self._others()), default=99)
        if "player" in text and weakest <= 4:
            return 9
        return 2 + cost if best >= 6 and (own_main or self._view["table"]["step"] == "declare-attackers") else 0

    def _others(self) -> list[int]:
        return [
            int(name.partition(":")[2])
            for name, entry in self._view.items()
            if name.startswith("seat:")
            and name != f"seat:{self.client.seat}"
            and not (entry.get("lost") or entry.get("left"))
        ]

    def _cost(self, entry: Entry) -> int:
        cost = entry.get("cost", "")
        return sum(int(s) if s.isdigit() else 1 for s in cost.strip("{}").split("}{") if s and s != "X")

    def _others_on_top(self) -> bool:
        stack = self._entry("stack").get("objects", ())
        return bool(stack) and not self._is_mine(stack[-1])

    def _others_are_stronger(self) -> bool:
        mine = sum(self._worth_of(e) for _, e in self._creatures(mine=True))
        strongest = max((sum(self._worth_of(e) for _, e in self._creatures(s)) for s in self._others()), default=0)
        return strongest > 2 * mine + 8

    def _mine_fight(self) -> bool:
        return any(e.get("attacking") or e.get("blocking") for _, e in self._creatures(mine=True))

    def _mulligan(self, question: Question) -> Answer:
        hand = [self._entry(name) for name in self._entry(f"hand:{self.client.seat}").get("objects", ())]
        lands = sum("Land" in entry.get("types", ()) for entry in hand)
        keep = len(hand) < 6 or 2 <= lands <= 5
        return Answer(picks=("keep" if keep else "mulligan",))

    def _yes_no(self, question: Question) -> Answer:
        """Yes to what it may do, but no to paying life or giving cards away for nothing known."""
        wanted = "no" if question.prompt in ("replace",) and self._chance.random() < 0.5 else "yes"
        return Answer(picks=tuple(o.id for o in question.options if o.payload.kind == wanted))

    # --- combat -----------------------------------------------------------------------------------------------

    def _attack(self, question: Question) -> Answer:
        """Everything where that kills; else what does well against the blockers, less what must stay at home."""
        targets: dict[str, list[Option]] = {}
        for option in question.options:
            if (self._entry(option.payload.object).get("power") or 0) > 0:
                targets.setdefault(option.payload.object, []).append(option)
        aims = {c: min(options, key=lambda o: (self._hardness(o), o.id)) for c, options in targets.items()}
        picks: list[str] = []
        for seat in dict.fromkeys(o.payload.seat for o in aims.values()):
            force = [c for c, o in aims.items() if o.payload.seat == seat]
            blockers = [e for _, e in self._creatures(seat) if not e.get("tapped")]
            kills = self._through(force, blockers) >= self._life(seat)
            going = force if kills else [c for c in force if self._dares(c, force, blockers)]
            home = 0 if kills else self._needed_at_home(len(aims))
            going = sorted(going, key=lambda c: (self._goes_anyway(c), self._entry(c).get("power") or 0, c))
            picks += [aims[c].id for n, c in enumerate(going) if n >= home or self._goes_anyway(c)]
        return Answer(picks=tuple(picks)) if picks else question.default

    def _hardness(self, option: Option) -> int:
        """Whom it is best to attack: who is low on life, and has few who can block; players before their things."""
        seat = option.payload.seat
        blockers = sum(1 for _, e in self._creatures(seat) if not e.get("tapped"))
        return self._life(seat) + 3 * blockers + (0 if option.payload.other.startswith("seat:") else 5)

    def _through(self, force: list[str], blockers: list[Entry]) -> int:
        """The damage that comes through when each blocker stops the largest that it can."""
        powers = {c: self._entry(c).get("power") or 0 for c in force}
        for blocker in blockers:
            able = [c for c in powers if self._can_block(blocker, self._entry(c))]
            if able:
                powers.pop(max(able, key=lambda c: (powers[c], c)))
        return sum(powers.values())

    def _goes_anyway(self, name: str) -> bool:
        """What is sacrificed at the end of the turn has nothing to lose."""
        text = self._text(name)
        return "haste" in self._entry(name).get("keywords", ()) and "sacrifice" in text and "end step" in text

    def _needed_at_home(self, force: int) -> int:
        """How many must stay back so that the answer to the attack does not kill: none while life is plenty."""
        life = self._life(self.client.seat)
        home = 0
        for seat in self._others():
            powers = sorted((e.get("power") or 0 for _, e in self._creatures(seat)), reverse=True)
            needed = 0
            while needed < len(powers) and sum(powers[needed:]) >= life:
                needed += 1
            here = sum(1 for _, e in self._creatures(mine=True) if not e.get("tapped")) - force
            home = max(home, needed - max(here, 0))
        return home

    def _dares(self, name: str, force: list[str], blockers: list[Entry]) -> bool:
        """Attacks where no blocker would kill it for less, or where numbers carry the day."""
        creature = self._entry(name)
        able = [e for e in blockers if self._can_block(e, creature)]
        if not able or self._goes_anyway(name) or len(force) >= len(blockers) + 2:
            return True
        power, toughness = creature.get("power") or 0, creature.get("toughness") or 0
        deadly = [b for b in able if (b.get("power") or 0) >= toughness or "deathtouch" in b.get("keywords", ())]
        first = "first strike" in creature.get("keywords", ())
        return all(
            (b.get("toughness") or 0) <= power and (first or 4 * self._worth_of(b) >= 3 * self._worth_of(creature))
            for b in deadly
        )

    def _can_block(self, blocker: Entry, attacker: Entry) -> bool:
        """Whether it looks so: flying, landwalk, shadow and the like, as far as the keywords tell."""
        its, mine = attacker.get("keywords", ()), blocker.get("keywords", ())
        if "flying" in its and not any(k in mine for k in ("flying", "reach")):
            return False
        if "fear" in its and not ("Artifact" in blocker.get("types", ()) or "B" in blocker.get("colors", "")):
            return False
        if ("shadow" in its) != ("shadow" in mine) or "unblockable" in its:
            return False
        walks = {k.removesuffix("walk") for k in its if k.endswith("walk")}
        lands = (e for e in self._view.values() if e.get("zone") == "battlefield" and "Land" in e.get("types", ()))
        mine_too = (e for e in lands if e.get("controller") == blocker.get("controller"))
        return not any(s.lower() in walks for e in mine_too for s in e.get("subtypes", ()))

    def _block(self, question: Question) -> Answer:
        """Blocks that win or trade well; when the damage would be deadly, any that stop the most of it."""
        attackers: dict[str, list[Option]] = {}
        for option in question.options:
            attackers.setdefault(option.payload.other, []).append(option)
        coming = sum(self._entry(a).get("power") or 0 for a in attackers)
        life = self._life(self.client.seat)
        picks: list[str] = []
        used: set[str] = set()
        for attacker in sorted(attackers, key=lambda a: -(self._entry(a).get("power") or 0)):
            foe = self._entry(attacker)
            free = [o for o in attackers[attacker] if o.payload.object not in used]
            if not free:
                continue
            weighed = [(self._block_worth(self._entry(o.payload.object), foe), o.id, o) for o in free]
            worth, _, option = max(weighed, key=lambda w: w[:2])
            if worth > 0 or coming >= life:
                picks.append(option.id)
                used.add(option.payload.object)
                coming -= foe.get("power") or 0
        return Answer(picks=tuple(picks)) if picks else question.default

    def _block_worth(self, blocker: Entry, attacker: Entry) -> int:
        mine, its = blocker.get("keywords", ()), attacker.get("keywords", ())
        survives = (blocker.get("toughness") or 0) > (attacker.get("power") or 0) and "deathtouch" not in its
        kills = (blocker.get("power") or 0) >= (attacker.get("toughness") or 0) or "deathtouch" in mine
        kills = kills and "indestructible" not in its
        gain = self._worth_of(attacker) if kills else 0
        loss = 0 if survives else self._worth_of(blocker)
        return gain - loss + (1 if survives else 0)

    # --- choices ------------------------------------------------------------------------------------------------

    def _divide(self, question: Question) -> Answer:
        """As little as may be to each, and the rest to the first."""
        amounts = {o.id: question.min for o in question.options}
        first = question.options[0].id
        amounts[first] += question.total - question.min * len(amounts)
        return Answer(amounts={name: n for name, n in amounts.items() if n})

    def _choose(self, question: Question) -> Answer:
        if not question.options:
            return question.default
        ranked = sorted(question.options, key=lambda o: (self._rank(question, o), o.id))
        wanted = 1 if question.max and question.prompt in ("target", "search", "copy", "proliferate") else question.min
        return Answer(picks=tuple(o.id for o in ranked[: max(question.min, wanted)]))

    def _rank(self, question: Question, option: Option) -> tuple[int, int]:
        """Lower is better: whom to point at, what to give away."""
        payload = option.payload
        entry = self._entry(payload.object)
        if question.prompt in ("discard", "bottom", "sacrifice", "scry"):
            return (
                0 if "Land" in entry.get("types", ()) and question.prompt != "sacrifice" else 1,
                self._worth_of(entry),
            )
        if question.prompt == "keep":
            return (0, -self._worth_of(entry))
        helps = not self._harms(question.cause)
        mine = payload.seat == self.client.seat if not payload.object else self._is_mine(payload.object)
        if not payload.object:
            return (0 if mine == helps else 2, self._life(payload.seat) - 8)
        return (0 if mine == helps else 2, -self._worth_of(entry))
