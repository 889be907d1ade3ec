"""The text keys that code refuses with, or gives awards with, read from its source."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from salon.core import contract, refusal

ROOTS = {"Worded", "Refused"}  # what is refused, and what the wire makes of it
AWARDING = {"Award", "superlative"}
KNOWN = [Path(str(module.__file__)) for module in (refusal, contract)]


def refusals(files: Iterable[Path]) -> set[str]:
    """The keys in these files; what is filled in is a `*`."""
    trees = [_parse(file) for file in files]
    takers = _takers([*trees, *map(_parse, KNOWN)])
    return {key for said in _said(_together(trees), takers) for key in _spelt(said)}


def awarded(files: Iterable[Path]) -> set[str]:
    """The kinds of awards in these files; what is filled in is a `*`."""
    whole = _together([_parse(file) for file in files])
    return {key for said in _said(whole, AWARDING) for key in _spelt(said)}


def _together(trees: list[ast.Module]) -> ast.Module:
    """Some files of a folder refuse for the others."""
    return ast.Module([node for tree in trees for node in tree.body], [])


def _parse(file: Path) -> ast.Module:
    return ast.parse(file.read_bytes())


def _takers(trees: list[ast.Module]) -> set[str]:
    """The classes that come from what is refused and take a key first."""
    found = set(ROOTS)
    free = [kind for tree in trees for kind in _classes(tree) if not _fixes_its_key(kind)]
    while more := {kind.name for kind in free if _comes_from(kind, found)} - found:
        found |= more
    return found


def _said(tree: ast.Module, takers: set[str]) -> list[ast.expr]:
    """What is written into a refusal or its class, handed to a function that refuses, or returned
    from one that is asked for it."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    said = [one for call in calls if _name(call.func) in takers for one in _first(call)]
    said += _own_keys(tree, takers)
    for function in functions:
        if (place := _handed_on(function, takers)) is not None:
            handed = [call.args for call in calls if _name(call.func) == function.name]
            said += [args[place] for args in handed if len(args) > place]
    asked = {_name(one.func) for one in said if isinstance(one, ast.Call)}
    for function in functions:
        returns = ast.walk(function) if function.name in asked else ()
        said += [node.value for node in returns if isinstance(node, ast.Return) and node.value]
    return said


def _first(call: ast.Call) -> list[ast.expr]:
    return call.args[:1] or [one.value for one in call.keywords if one.arg == "kind"]


def _own_keys(tree: ast.Module, takers: set[str]) -> list[ast.expr]:
    """What `super().__init__` is handed by the classes that fix their key."""
    fixed = [kind for kind in _classes(tree) if _fixes_its_key(kind) and _comes_from(kind, takers)]
    calls = [node for kind in fixed for node in ast.walk(kind) if isinstance(node, ast.Call)]
    return [call.args[0] for call in calls if _name(call.func) == "__init__" and call.args]


def _handed_on(function: ast.FunctionDef, takers: set[str]) -> int | None:
    """Which of its arguments a function refuses with."""
    names = [one.arg for one in function.args.args if one.arg != "self"]
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node.func) in takers and node.args:
            key = node.args[0]
            if isinstance(key, ast.Name) and key.id in names:
                return names.index(key.id)
    return None


def _spelt(key: ast.expr) -> Iterator[str]:
    if isinstance(key, ast.IfExp):
        yield from (*_spelt(key.body), *_spelt(key.orelse))
    elif isinstance(key, ast.Constant):
        yield str(key.value)
    elif isinstance(key, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "*" for part in key.values)
        yield "".join(map(str, parts))


def _classes(tree: ast.Module) -> list[ast.ClassDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def _comes_from(kind: ast.ClassDef, names: set[str]) -> bool:
    return any(_name(base) in names for base in kind.bases)


def _fixes_its_key(kind: ast.ClassDef) -> bool:
    made = [one for one in kind.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    return any("key" not in [one.arg for one in function.args.args] for function in made)


def _name(named: ast.expr) -> str:
    return named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
