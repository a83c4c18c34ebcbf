"""The people a server knows: guests, and the tokens by which they come back."""

from __future__ import annotations

import secrets

from .clocks import now_ms
from .journal import JournalPort, Statement, UserRow, put
from .people import Person, hashed, new_token
from .play import Refusal
from .settings import Limits


class Registry:
    """Everybody, by id and by the hash of their token."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_id: dict[str, Person] = {}
        self._by_token: dict[bytes, Person] = {}

    def load(self, journal: JournalPort) -> None:
        """Takes up everybody from the journal."""
        for row in journal.users():
            self._add(Person(row.id, row.name, row.token, kept_replies=self._limits.kept_replies))

    def get(self, id: str) -> Person | None:
        return self._by_id.get(id)

    def known(self, token: str) -> Person:
        """The person of a token; raises `Refusal`."""
        person = self._by_token.get(hashed(token))
        if person is None:
            raise Refusal("token_expired", "this token is not known; authenticate as a guest")
        return person

    def guest(self, name: str) -> tuple[Person, str, list[Statement]]:
        """A new guest, the token, and what keeps both."""
        statements = self._make_place()
        token = new_token()
        person = Person(f"u-{secrets.token_hex(8)}", name, hashed(token), kept_replies=self._limits.kept_replies)
        self._add(person)
        row = UserRow(person.id, person.name, person.token, now_ms())
        return person, token, [*statements, put(row)]

    def _add(self, person: Person) -> None:
        self._by_id[person.id] = person
        self._by_token[person.token] = person

    def _make_place(self) -> list[Statement]:
        """Forgets the oldest guests who sit at no table, where there are too many."""
        statements: list[Statement] = []
        while len(self._by_id) >= self._limits.guests:
            idle = next((p for p in self._by_id.values() if not p.tables and not p.connections), None)
            if idle is None:
                raise Refusal("busy", "too many people")
            del self._by_id[idle.id], self._by_token[idle.token]
            statements.append(("DELETE FROM users WHERE id = ?", (idle.id,)))
        return statements
