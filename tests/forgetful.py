"""A server with a planted fault: its journal says that it has kept an input now and then which it has not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apnap.cli import main
from apnap.shell.journal import Journal

honest = Journal.write


def forgetful(self: Journal, statements: Sequence[Any], done: Any = None) -> None:
    kept = [s for s in statements if not (s[0].startswith("INSERT INTO inputs") and s[1][1] % 40 == 39)]
    honest(self, kept, done)


if __name__ == "__main__":
    Journal.write = forgetful  # type: ignore[method-assign]
    main()
