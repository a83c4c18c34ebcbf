"""Rules that code cites by name."""

from __future__ import annotations

import ast

# Calls whose first argument is the name of a rule.
CITING = frozenset({"Cause", "NumberedClause"})


def cited(source: str) -> list[tuple[int, str]]:
    """Rule names that stand literally in `rule=` or first in a citing call, with their lines."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        places = [keyword.value for keyword in call.keywords if keyword.arg == "rule"]
        if ast.unparse(call.func).rpartition(".")[2] in CITING:
            places += call.args[:1]
        for place in places:
            match place:
                case ast.Constant(value=str(name)) if name:
                    found.append((place.lineno, name))
    return found
