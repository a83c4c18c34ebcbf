"""Bots: clients of the public protocol and of nothing else. They know no rule; they choose among options.

A bot looks at its view, at the payloads of the options and at what `card{name}` says of a card. What it
would like may be refused (a block that only together with another is legal): then it takes the default,
which always is legal.

`Bot(client, seed)` plays a seat over a connection. `Mind(eyes)` is its head alone: it decides from what a
seat was sent, wherever that was sent to:

    mind = Mind(eyes)                        # whatever has the `view` and the number of a seat
    for name in mind.unknown(question):
        mind.know(name, text)                # what `card{name}` says
    answer = mind.think(question)
"""

from .chance import RandomBot
from .reading import Eyes
from .sensible import Bot, Mind

__all__ = ["Bot", "Eyes", "Mind", "RandomBot"]
