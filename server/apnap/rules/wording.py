"""An edition's own words: what it calls its zones and verbs, and how a description reads in them.

Descriptions are written in today's words (`describe()`); an older edition reads them through `pairs`, patterns
with what stands in their place, the longer first.
"""

from __future__ import annotations

from collections.abc import Mapping

from apnap.rules.switches import Switches

Pairs = tuple[tuple[str, str], ...]

_IN_PLAY: Pairs = (
    (r"\b(return|put) (.+?) onto the battlefield\b", r"\1 \2 into play"),
    (r"\bonto the battlefield\b", "into play"),
    (r"\bleaves? the battlefield\b", "leaves play"),
    (r"\bfrom the battlefield\b", "from play"),
    (r"\bon the battlefield\b", "in play"),
    (r"\bthe battlefield\b", "play"),
    (r"\benters\b", "comes into play"),
    (r"\benter\b", "come into play"),
)
_REMOVED: Pairs = (
    (r"\bput ((?:(?! then | put ).)+?) into exile\b", r"remove \1 from the game"),
    (r"\bexile (this|that|it|them)\b", r"remove \1 from the game"),
    (r"\bin exile\b", "removed from the game"),
    (r"\bfrom exile\b", "from among what was removed from the game"),
    (r"\binto exile\b", "out of the game"),
    (r"\bexiled\b", "removed from the game"),
    (r"\bexiles?\b", "remove from the game"),
)
_PLAYED: Pairs = (
    (r"\bis cast\b", "is played"),
    (r"\bcasting\b", "playing"),
    (r"\bcasts\b", "plays"),
    (r"\bcast\b", "play"),
    (r"\bactivates\b", "plays"),
    (r"\bactivate\b", "play"),
    (r"\bactivated\b", "played"),
)
_PUT_TOKENS: Pairs = ((r"\bcreates? (.+?) tokens\b", r"put \1 tokens onto the battlefield"),)
_EFFECTS: Pairs = ((r"\bstate-based action(s?)\b", r"state-based effect\1"),)


def pairs(switches: Switches) -> Pairs:
    """How today's descriptions read in an edition: patterns and what takes their place, in order."""
    found: Pairs = () if switches.dies_word == "dies" else ((r"\bdies\b", switches.dies_word),)
    if switches.token_owner != "creator":
        found += _PUT_TOKENS
    if switches.exile_word != "exile":
        found += _REMOVED
    if switches.battlefield_word != "battlefield":
        found += _IN_PLAY
    if switches.cast_word != "cast":
        found += _PLAYED
    if switches.sba_name != "state-based actions":
        found += _EFFECTS
    return found


def words(switches: Switches) -> Mapping[str, str]:
    """What an edition calls zones and verbs whose names changed; keys are today's."""
    return {
        "battlefield": switches.battlefield_word,
        "cast": switches.cast_word,
        "dies": switches.dies_word,
        "exile": switches.exile_word,
        "state-based actions": switches.sba_name,
    }


FRENCH: Mapping[str, str] = {
    "battlefield": "sur le champ de bataille",
    "in play": "en jeu",
    "exile": "en exil",
    "removed from the game": "retiré de la partie",
    "cast": "lancer",
    "dies": "meurt",
    "is put into a graveyard from play": "est mis au cimetière depuis le jeu",
    "is put into a graveyard from the battlefield": "est mis au cimetière depuis le champ de bataille",
    "play": "jouer",
    "state-based actions": "actions basées sur un état",
    "state-based effects": "effets basés sur un état",
}
"""The words of editions in French."""
