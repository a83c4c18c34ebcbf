"""An answer may name as many things as stand on a great board."""

from __future__ import annotations

from typing import Any

from apnap.pool import load_pool
from apnap.testing.tables import Posed
from apnap_protocol.client import Client
from people import leave, seated

TOKENS = 600


async def test_a_player_attacks_with_hundreds_of_tokens(serve: Any) -> None:
    board = {
        "turn": {"of": "Ann", "step": "begin-combat"},
        "seats": {
            "Ann": {"battlefield": [{"card": "Goblin Piker", "copies": TOKENS}]},
            "Bob": {"life": 10 * TOKENS, "library": ["Island"] * 20},
        },
    }
    server = await serve(games=Posed(load_pool(), board))
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
    ann, bob = await seated(server.url, table, "Ann", "Bob")
    for client in (ann, bob):
        await client.until(lambda client=client: client.question is not None)
        await client.answer(client.question, picks=("pass",))
    await ann.until(lambda: ann.question is not None and ann.question.kind == "attackers")
    await ann.answer(ann.question, picks=tuple(option.id for option in ann.question.options))
    await bob.until(lambda: sum(entry.get("attacking") == "seat:1" for entry in bob.view.values()) == TOKENS)
    await leave(ann, bob)
