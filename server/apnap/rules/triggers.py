"""Keywords that were once triggered abilities (502.63 (2007), 502.68 (2007)): each instance triggers by itself."""

from __future__ import annotations

from apnap.cardkit import (
    THAT_MUCH,
    THAT_OBJECT,
    THIS,
    YOU,
    creatures,
    deals_damage,
    destroy,
    gain_life,
    keyword,
    triggered,
)

DEATHTOUCH = keyword("deathtouch", triggered(deals_damage(THIS, to=creatures), do=[destroy(THAT_OBJECT)]))
LIFELINK = keyword("lifelink", triggered(deals_damage(THIS), do=[gain_life(YOU, THAT_MUCH)]))
