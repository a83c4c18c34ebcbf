"""apnap: a multiplayer, realtime, rules-enforcing server for Magic-style card games."""

__version__ = "0.1.0"
