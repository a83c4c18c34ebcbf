"""Decks: reading the common forms of deck lists, and checking a deck against a format, with every reason."""

from .checking import check, check_schemes
from .lists import Deck, Unreadable
from .reading import read

__all__ = ["Deck", "Unreadable", "check", "check_schemes", "read"]
