"""What a plugin's source does that would make two runs of one game differ (decision 20).

The rules know no clock, no chance but the game's own seed, and no memory but the game's state. A plugin that
imports what has those, or keeps something in its module, is warned about, not refused: it may mean well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType

#: Modules that bring the world into a card.
WORLD = ("os", "random", "secrets", "threading", "time", "uuid")
_CHANGING = frozenset(
    "add append appendleft clear discard extend insert pop popitem popleft remove reverse setdefault sort "
    "update".split()
)


def complaints(module: ModuleType, *, alone: bool = False) -> tuple[str, ...]:
    """Warnings about a plugin's source; `alone` looks at its module and not at the package around it."""
    return tuple(line for path in sources(module, alone=alone) for line in _of_file(path))


def sources(module: ModuleType, *, alone: bool = False) -> tuple[Path, ...]:
    """The files of a plugin."""
    file = getattr(module, "__file__", None)
    if not file:
        return ()
    path = Path(file)
    if path.name == "__init__.py" or (not alone and "." in module.__name__):
        return tuple(sorted(path.parent.rglob("*.py")))
    return (path,)


def _of_file(path: Path) -> Iterator[str]:
    try:
        lines = _of_text(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        yield f"{path.name} cannot be read: {error}"
        return
    yield from (f"{path.name}, line {line}: {text}" for line, text in lines)


@lru_cache(maxsize=256)
def _of_text(source: str) -> tuple[tuple[int, str], ...]:
    """What is found in a source; the pools of one process have most of theirs in common."""
    return tuple(found(ast.parse(source)))


def found(tree: ast.Module) -> list[tuple[int, str]]:
    """Lines that import the world or change the module's state, with what is wrong."""
    lines = [*_imports(tree), *_changes(tree)]
    return sorted(dict.fromkeys(lines))


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if name.partition(".")[0] in WORLD:
                yield node.lineno, f"imports {name}: two runs of one game may differ"  # type: ignore[attr-defined]


def _changes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Functions that write what belongs to the module."""
    of_module = {name for node in tree.body for name in _bound(node)}
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            own = _own(function)
            for node in ast.walk(function):
                for name in _written(node):
                    if name in of_module and name not in own:
                        yield node.lineno, f"changes {name}, which belongs to the module, not to the game"  # type: ignore[attr-defined]


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module assigns."""
    match node:
        case ast.Assign(targets=targets):
            yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
            yield name


def _own(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The names that a function has for itself."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    own = {a.arg for a in every if a is not None}
    shared: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            shared.update(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
    return own - shared


def _written(node: ast.AST) -> Iterator[str]:
    """The names whose value a node changes: stored to, or through an index, an attribute or a method."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case (
            ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del())
            | ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del())
        ):
            yield name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in _CHANGING:
            yield name
