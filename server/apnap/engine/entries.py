"""The entries of a view: small JSON objects, put together from an allow-list.

An entry is remade only when the immutable values it is made of have changed, so that two views share what is the
same in both, and a comparison of views is one of identities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .names import Names
from .seen import SPECTATOR, Entry, Seen, Viewer
from .state import CardRecord, Chars, Obj, State
from .values import ObjId, Ref, Seat, is_player, seat_of, show_cost, shown_mana, zone_key

#: The tallies that a player's entry tells of.
CASTS, DAMAGE = "commander casts", "commander damage"


class Entries:
    """Makes the entries of one game's views, and keeps those that it made."""

    def __init__(self, names: Names, *, edition: str, format: str, words: Mapping[str, str]) -> None:
        self.names = names
        self._edition, self._format = edition, format
        self._words = {today: word for today, word in words.items() if word != today}
        self._made: dict[tuple[int, bool], tuple[tuple[Any, ...], Entry]] = {}
        self._seats: dict[Seat, tuple[tuple[Any, ...], Entry]] = {}
        self._plain: dict[str, Entry] = {}
        self._game: tuple[tuple[Seat, ...] | None, Entry] = None, {}

    def afresh(self) -> Entries:
        """The same with nothing made before."""
        other = object.__new__(Entries)
        other.names, other._edition, other._format = self.names, self._edition, self._format
        other._words, other._made, other._seats, other._plain = self._words, {}, {}, {}
        other._game = None, {}
        return other

    def clear(self) -> None:
        """After something was taken back: other objects may have the same ids."""
        self._made.clear()

    def forget(self, state: State) -> None:
        """Forgets objects that are no more, once they are many."""
        if len(self._made) > 4 * len(state.objects) + 64:
            self._made = {key: made for key, made in self._made.items() if key[0] in state.objects}

    def _kept(self, key: str, entry: Entry) -> Entry:
        """The entry made before where it is equal, so that a comparison of views is one of identities."""
        before = self._plain.get(key)
        if before == entry:
            return before
        self._plain[key] = entry
        return entry

    def seat(self, state: State, seat: Seat) -> Entry:
        zones, tallies = state.zones, state.tallies
        made_of = (
            state.players[seat],
            len(zones.get(zone_key("hand", seat), ())),
            len(zones.get(zone_key("library", seat), ())),
            len(zones.get(zone_key("schemes", seat), ())),
            tallies.get(CASTS),
            tallies.get(DAMAGE),
        )
        before = self._seats.get(seat)
        if before is not None and before[0] == made_of:
            return before[1]
        entry = self._kept(f"seat:{seat}", _seat(state, seat))
        self._seats[seat] = made_of, entry
        return entry

    def zone(self, key: str, zone: str, ids: list[str], seat: Seat | None) -> Entry:
        """The order of a zone; `key` tells it from others, also from what another viewer sees of it."""
        entry: Entry = {"is": "zone", "zone": zone, "objects": ids}
        if seat is not None:
            entry["seat"] = seat
        return self._kept(key, entry)

    def ref(self, viewer: Viewer, ref: Ref | ObjId | int) -> str:
        """How `viewer` names a player or object; "" where it may not know the object."""
        if is_player(ref):
            return f"seat:{seat_of(Ref(ref))}"
        return self.names.known(viewer, ObjId(Ref(ref)))

    def game(self, state: State) -> Entry:
        """What stays from pause to pause; told apart from the table, so that it is told once."""
        order = state.seats_in_game()
        before, entry = self._game
        if order != before:
            entry = {"is": "game", "edition": self._edition, "format": self._format, "order": list(order)}
            if self._words:
                entry["words"] = self._words
            self._game = order, entry
        return entry

    def table(self, game: Seen) -> Entry:
        state, turn = game.state, game.state.turn
        entry: Entry = {
            "is": "table",
            "turn": turn.number,
            "active": list(game.look.active_seats()) if turn.number else [],
            "step": turn.step,
            "waiting": sorted(game.waiting_for()),
        }
        if state.monarch >= 0:
            entry["monarch"] = state.monarch
        if state.day_night:
            entry["day"] = state.day_night
        if state.result is not None:
            entry |= {"over": True, "winners": list(state.result.winners), "draw": state.result.draw}
        return self._kept("table", entry)

    def object(self, game: Seen, obj: Obj, *, known: bool) -> Entry:
        chars = game.look.chars(obj.id)
        fighting = _fighting(game.state, obj.id)
        sick = obj.zone == "battlefield" and _sick(game.state, obj, chars)
        made_of = (obj, chars, fighting, sick)
        # what a hidden object is attached to or aims at is public, so one entry serves all who know it
        key = (obj.id, known)
        before = self._made.get(key)
        if before is not None and before[0] == made_of:
            return before[1]
        entry = _identity(obj, chars, game.state.cards.get(obj.card)) if known else {}
        entry |= self._circumstances(obj, chars, known=known)
        if fighting:
            entry |= self._fight(fighting)
        if sick:
            entry["sick"] = True
        self._made[key] = (made_of, entry)
        return entry

    def _circumstances(self, obj: Obj, chars: Chars, *, known: bool) -> Entry:
        """Where and how an object is: what everybody sees of it, also face down."""
        entry: Entry = {"is": "object", "zone": obj.zone, "owner": obj.owner, "controller": chars.controller}
        if chars.controller < 0:
            entry["controller"] = obj.owner
        if obj.kind != "card":
            entry["kind"] = obj.kind
        flags = ("tapped", "damage")
        entry |= {flag: value for flag in flags if (value := getattr(obj, flag))}
        entry |= {flag: True for flag in ("face_down", "phased_out") if getattr(obj, flag)}
        if obj.counters:
            entry["counters"] = dict(obj.counters)
        if obj.face_down and not known and obj.zone == "battlefield":
            entry |= {"types": list(chars.types), "power": chars.power, "toughness": chars.toughness}
        if obj.attached:
            entry["attached"] = self.ref(SPECTATOR, obj.attached)
        if obj.kind == "ability":
            entry["ability"] = ability_name(obj.base)
        if obj.source and (source := self.names.public(obj.source)):
            entry["source"] = source
        if obj.cast is not None and obj.zone == "stack":
            entry |= self._cast(obj)
        return entry

    def _cast(self, obj: Obj) -> Entry:
        cast = obj.cast
        assert cast is not None
        entry: Entry = {}
        if targets := [self.ref(SPECTATOR, ref) for group in cast.targets for ref in group]:
            entry["targets"] = targets
        if cast.x:
            entry["x"] = cast.x
        if cast.modes:
            entry["modes"] = list(cast.modes)
        if cast.kicked:
            entry["kicked"] = True
        return entry

    def _fight(self, fighting: tuple[Any, ...]) -> Entry:
        attacks, blocked, blocking = fighting
        entry: Entry = {}
        if attacks:
            entry["attacking"] = self.ref(SPECTATOR, attacks)
            if blocked:
                entry["blocked"] = True
        if blocking:
            entry["blocking"] = [self.names.public(attacker) for attacker in blocking]
        return entry


def printed_name(obj: Obj) -> str:
    """The name an object is printed with: for events, where its characteristics are no more."""
    card, _, _ = (obj.copied or obj.base).partition("/")
    return card.partition(":")[2] or card


def ability_name(path: str) -> str:
    """What everybody calls an ability by its path in the pool: the same for all that have it."""
    return path.partition(":")[2] or path


def _sick(state: State, obj: Obj, chars: Chars) -> bool:
    """302.6: a creature that came under its controller's control since that player's turn began."""
    if chars.controller < 0 or not chars.is_a("Creature"):
        return False
    return obj.arrived >= state.player(chars.controller).turn_began


def _fighting(state: State, obj_id: ObjId) -> tuple[Any, ...]:
    """What an object attacks, whether it is blocked, and what it blocks; empty for most."""
    combat = state.combat
    if combat is None:
        return ()
    blocking = tuple(a.attacker for a in combat.attacks if obj_id in a.blockers)
    for attack in combat.attacks:
        if attack.attacker == obj_id:
            return (attack.defender, attack.blocked, blocking)
    return (0, False, blocking) if blocking else ()


def _identity(obj: Obj, chars: Chars, card: CardRecord | None) -> Entry:
    """What an object is, for those who may know it."""
    # 708.5: who may look at what lies face down sees the card, beside what it is while it lies so
    entry: Entry = {"name": printed_name(obj) if obj.face_down else chars.name}
    if chars.cost:
        entry["cost"] = show_cost(chars.cost)
    members = ("colors", "supertypes", "types", "subtypes", "keywords")
    for member in members:
        if value := getattr(chars, member):
            entry[member] = value if isinstance(value, str) else list(value)
    for member in ("power", "toughness", "loyalty"):
        if (value := getattr(chars, member)) is not None:
            entry[member] = value
    if card is not None and card.commander and obj.kind == "card":
        entry["commander"] = True
    return entry


def _seat(state: State, seat: Seat) -> Entry:
    """A player's public numbers."""
    player = state.player(seat)
    entry: Entry = {
        "is": "seat",
        "seat": seat,
        "name": player.name,
        "team": player.team,
        "life": player.life,
        "hand": len(state.zone("hand", seat)),
        "library": len(state.zone("library", seat)),
    }
    if schemes := state.zone("schemes", seat):
        entry["schemes"] = len(schemes)
    counters = dict(player.counters)
    if poison := counters.pop("poison", 0):
        entry["poison"] = poison
    if counters:
        entry["counters"] = counters
    if player.mana:
        entry["mana"] = shown_mana(player.mana)
    if player.lands_played:
        entry["lands_played"] = player.lands_played
    if player.lost:
        entry["lost"] = True
    if not player.in_game:
        entry["left"] = True
    if player.won:
        entry["won"] = True
    if casts := _casts(state, seat):
        entry["commander_casts"] = casts
    if damage := _commander_damage(state, seat):
        entry["commander_damage"] = damage
    return entry


def _casts(state: State, seat: Seat) -> dict[str, int]:
    """How often each of a player's commanders was cast from the command zone: what its tax counts (903.8)."""
    casts = state.tallies.get(CASTS, {})
    cards = ((int(card), n) for card, n in casts.items())
    return {commander(state, card): n for card, n in cards if state.cards[card].owner == seat}


def _commander_damage(state: State, seat: Seat) -> dict[str, int]:
    """The combat damage that a player was dealt by each commander (903.10a)."""
    found: dict[str, int] = {}
    for key, n in state.tallies.get(DAMAGE, {}).items():
        card, _, to = key.partition(":")
        if int(to) == seat and n and state.cards[int(card)].commander:
            found[commander(state, int(card))] = n
    return found


def commander(state: State, card: int) -> str:
    """What everybody calls a commander card in whatever zone it is: its owner's seat and its name."""
    record = state.cards[card]
    return f"{record.owner}:{record.base.partition(':')[2]}"
