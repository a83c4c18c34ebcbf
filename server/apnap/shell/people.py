"""Who is connected: people, the proof of who they are, and the replies they were given.

Tokens are random, given out once, and kept only as hashes. The same command id of the same person gets
the same reply, over however many connections it comes, and is done once.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from apnap_protocol import messages as m


def new_token() -> str:
    """A secret of 192 random bits."""
    return secrets.token_urlsafe(24)


#: The length of what is kept of a secret.
HASH_BYTES = hashlib.sha256().digest_size


def hashed(token: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).digest()


class Recipient(Protocol):
    """Where replies go."""

    def control(self, frame: m.Frame) -> None: ...


class Receipt:
    """One command of one person: who waits for its reply, and the reply once there is one."""

    __slots__ = ("owed", "ref", "reply")

    def __init__(self, ref: str) -> None:
        self.ref = ref
        self.reply: m.Ack | m.Error | None = None
        self.owed: tuple[Recipient, ...] = ()

    def settle(self, reply: m.Ack | m.Error) -> None:
        """Gives the reply to everyone who waits for it. There is exactly one."""
        assert self.reply is None, f"command {self.ref} has a reply already"
        self.reply = reply
        for recipient in self.owed:
            recipient.control(reply)
        self.owed = ()


class Person:
    """Somebody who has said who they are."""

    def __init__(self, id: str, name: str, token: bytes, *, kept_replies: int) -> None:
        self.id, self.name, self.token = id, name, token
        self.tables: set[str] = set()
        self.hosting: set[str] = set()
        self.connections = 0
        self._kept = kept_replies
        self._receipts: dict[str, Receipt] = {}

    def knows(self, ref: str) -> bool:
        """Whether a command of this id came before, and its reply is kept."""
        return ref in self._receipts

    def receipt(self, ref: str, recipient: Recipient) -> Receipt | None:
        """A new receipt for a command; None where it was seen before (its reply is sent, or will be)."""
        known = self._receipts.get(ref)
        if known is None:
            receipt = self._receipts[ref] = Receipt(ref)
            receipt.owed += (recipient,)
            self._drop_oldest()
            return receipt
        if known.reply is None:
            known.owed += (recipient,)
        else:
            recipient.control(known.reply)
        return None

    def remember(self, ref: str, reply: m.Ack | m.Error) -> None:
        """A reply known from the journal."""
        receipt = self._receipts[ref] = Receipt(ref)
        receipt.reply = reply
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        while len(self._receipts) > self._kept:
            oldest = next(iter(self._receipts.values()))
            if oldest.reply is None:
                return  # it is still being done; it goes when it is
            del self._receipts[oldest.ref]
