"""Events in words, in English and French, for whoever wants a line of text.

The wire carries types and parameters only. `line(happening, names, language)` gives a sentence, or ""
for what needs none; `names` are the players' names by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .messages import Happening

Table = dict[str, str]

ENGLISH: Table = {
    "TurnBegan": "Turn {number}: {seat}",
    "SpellCast": "{seat} casts {name}",
    "AbilityActivated": "{seat} activates {name}",
    "LandPlayed": "{seat} plays {name}",
    "Triggered": "{name} triggers ({seat})",
    "Resolved": "{name} resolves",
    "Resolved.fizzled": "{name} does not resolve: its targets are no longer legal",
    "Countered": "{name} is countered",
    "DamageDealt": "{name} deals {amount} damage to {to}",
    "LifeGained": "{seat} gains {amount} life",
    "LifeLost": "{seat} loses {amount} life",
    "AttackersDeclared": "{seat} attacks: {attacks}",
    "BlockersDeclared": "{seat} blocks: {blocks}",
    "attack": "{name} at {defender}",
    "block": "{name}",
    "Checked": "rule {rule}: {clause} ({subject})",
    "Moved.draw": "{seat} draws a card",
    "Moved.discard": "{seat} discards {name}",
    "Moved.destroy": "{name} is destroyed",
    "Moved.sacrifice": "{seat} sacrifices {name}",
    "Moved.create": "{seat} creates {name}",
    "Moved.set in motion": "{seat} sets {name} in motion",
    "Moved.abandon": "{seat} abandons {name}",
    "Moved.return": "{name} returns ({from} to {to})",
    "CountersPut": "{amount} {kind} on {on}",
    "CountersRemoved": "{amount} {kind} removed from {on}",
    "Revealed": "{objects} revealed",
    "Shuffled": "{seat} shuffles",
    "MulliganTaken": "{seat} takes a mulligan",
    "HandKept": "{seat} keeps",
    "DrawFailed": "{seat} cannot draw",
    "GameLost": "{seat} loses the game ({reasons})",
    "GameWon": "{seat} wins the game",
    "PlayerLeft": "{seat} leaves the game",
    "BecameMonarch": "{seat} becomes the monarch",
    "CardFailed": "an ability of the plugin {plugin} failed and does nothing",
    "GameEnded": "The game is over",
}
FRENCH: Table = {
    "TurnBegan": "Tour {number} : {seat}",
    "SpellCast": "{seat} lance {name}",
    "AbilityActivated": "{seat} active {name}",
    "LandPlayed": "{seat} joue {name}",
    "Triggered": "{name} se déclenche ({seat})",
    "Resolved": "{name} se résout",
    "Resolved.fizzled": "{name} ne se résout pas : ses cibles ne sont plus légales",
    "Countered": "{name} est contrecarré",
    "DamageDealt": "{name} inflige {amount} blessures à {to}",
    "LifeGained": "{seat} gagne {amount} points de vie",
    "LifeLost": "{seat} perd {amount} points de vie",
    "AttackersDeclared": "{seat} attaque : {attacks}",
    "BlockersDeclared": "{seat} bloque : {blocks}",
    "attack": "{name} contre {defender}",
    "block": "{name}",
    "Checked": "règle {rule} : {clause} ({subject})",
    "Moved.draw": "{seat} pioche une carte",
    "Moved.discard": "{seat} se défausse de {name}",
    "Moved.destroy": "{name} est détruit",
    "Moved.sacrifice": "{seat} sacrifie {name}",
    "Moved.create": "{seat} crée {name}",
    "Moved.set in motion": "{seat} met {name} en marche",
    "Moved.abandon": "{seat} abandonne {name}",
    "Moved.return": "{name} revient ({from} vers {to})",
    "CountersPut": "{amount} {kind} sur {on}",
    "CountersRemoved": "{amount} {kind} retirés de {on}",
    "Revealed": "{objects} révélés",
    "Shuffled": "{seat} mélange sa bibliothèque",
    "MulliganTaken": "{seat} fait un mulligan",
    "HandKept": "{seat} garde sa main",
    "DrawFailed": "{seat} ne peut pas piocher",
    "GameLost": "{seat} perd la partie ({reasons})",
    "GameWon": "{seat} gagne la partie",
    "PlayerLeft": "{seat} quitte la partie",
    "BecameMonarch": "{seat} devient le monarque",
    "CardFailed": "une capacité du module {plugin} a échoué et ne fait rien",
    "GameEnded": "La partie est terminée",
}
LANGUAGES: dict[str, Table] = {"en": ENGLISH, "fr": FRENCH}


class Words:
    """Says events of one table in one language; remembers the names of objects as it hears of them."""

    def __init__(self, players: Sequence[str], language: str = "en") -> None:
        self.players = list(players)
        self._table = LANGUAGES[language]
        self._objects: dict[str, str] = {}

    def know(self, view: dict[str, dict[str, Any]]) -> None:
        """Learns the names of the objects of a view, or of the entries of a patch."""
        for key, entry in view.items():
            if entry.get("is") == "object" and entry.get("name"):
                self._objects[key] = entry["name"]

    def who(self, key: str | int) -> str:
        """The name of a seat or object."""
        text = str(key)
        seat = text.removeprefix("seat:")
        if seat.isdigit() and int(seat) < len(self.players):
            return self.players[int(seat)]
        return self._objects.get(text, text)

    def lines(self, happening: Happening) -> list[str]:
        """What happened, in sentences: mostly one, one for each part of a check, none for small things."""
        parameters = happening.parameters
        for member in ("object", "became", "source"):
            if parameters.get("name") and parameters.get(member):
                self._objects[str(parameters[member])] = str(parameters["name"])
        if happening.type == "Checked":
            return [self._say("Checked", self._check(part)) for part in parameters["performed"]]
        form = self._form(happening)
        return [self._say(form, self._spoken(parameters))] if form in self._table else []

    def _form(self, happening: Happening) -> str:
        if happening.type == "Moved":
            return f"Moved.{happening.parameters.get('how', '')}"
        if happening.type == "Resolved" and happening.parameters.get("fizzled"):
            return "Resolved.fizzled"
        return happening.type

    def _check(self, part: dict[str, Any]) -> dict[str, Any]:
        clause = str(part["clause"]).removeprefix("sba.").replace("_", " ")
        return {**part, "clause": clause, "subject": part.get("name") or self.who(part["subject"])}

    def _spoken(self, parameters: dict[str, Any]) -> dict[str, Any]:
        spoken = dict(parameters)
        for member in ("seat", "on"):
            if member in spoken:
                spoken[member] = self.who(spoken[member])
        if ":" in str(spoken.get("to", "")) or str(spoken.get("to", "")) in self._objects:
            spoken["to"] = self.who(spoken["to"])
        for member, form in (("attacks", "attack"), ("blocks", "block")):
            if member in spoken:
                spoken[member] = ", ".join(self._say(form, self._part(p)) for p in spoken[member]) or "-"
        if isinstance(spoken.get("reasons"), list | tuple):
            spoken["reasons"] = ", ".join(r.removeprefix("sba.") for r in spoken["reasons"])
        if isinstance(spoken.get("objects"), list):
            spoken["objects"] = ", ".join(o.get("name") or "?" for o in spoken["objects"])
        if not spoken.get("name"):
            spoken["name"] = self.who(spoken.get("object", spoken.get("source", "?")))
        return spoken

    def _part(self, part: dict[str, Any]) -> dict[str, Any]:
        return {key: self.who(value) if isinstance(value, str) else value for key, value in part.items()}

    def _say(self, form: str, parameters: dict[str, Any]) -> str:
        return self._table[form].format_map(_Lenient(parameters))


class _Lenient(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"
