"""Every regular expression of the tree, and the texts that make a bad one read again and again.

`python -m tests.security.patterns` (a process of its own, for a bad pattern holds it up) tries all
of them and prints those that took longer than any linear one does, as JSON.
"""

import ast
import importlib
import json
import re
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from re import _parser as syntax
from types import ModuleType
from typing import Any

from config.incoming import MAX_PATH_LENGTH

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "referee", "scoring", "tournament", "tools")
LENGTH = 100_000
SECONDS_EACH = 0.75
"""Of processor time: reading 100 kB once or twice takes a hundredth of it, reading it again for
each of its letters several times as much."""
SECONDS_TOGETHER = 240
SEARCHING = frozenset({"search", "sub", "subn", "findall", "finditer", "split"})
METHODS = SEARCHING | {"compile", "match", "fullmatch"}
WITH_PATTERN = frozenset({"RegexField", "PatternField", "RegexValidator"})
# Patterns that are put together when they are used: an example of each, by module and function.
PUT_TOGETHER = {
    ("tools.set_up", "is_network_failure"): [
        r"timed out|Timeout|ECONN|Temporary failure in name resolution|network",
    ],
    ("tournament.people.personal_data", "_pattern_of"): [
        r"(?<!\w)ada lovelace(?!\w)",
        r"(?<!\w)aaaa(?!\w)",
    ],
}
ENDS = ("", "\u202e", "!", "\n")
OTHERS = 'aA0 -_"\\:/@%.{\n\u00e9\u202e'


@dataclass(frozen=True)
class Use:
    """A pattern, how it is applied (`match`, `fullmatch` or `search`), and where it stands;
    `longest` is the length of the texts it meets."""

    where: str
    pattern: str
    flags: int
    method: str
    longest: int = LENGTH


def uses() -> set[Use]:
    """All of the Python code, of the addresses, and of the models' fields."""
    found = {use for package in PACKAGES for use in _of_package(package)}
    return found | set(_of_addresses()) | set(_of_fields())


def _of_package(package: str) -> Iterator[Use]:
    for file in sorted((ROOT / package).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        calls = list(_calls(tree))
        if calls:
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            module = importlib.import_module(name.removesuffix(".__init__"))
            for function, call, parent in calls:
                yield from _of_call(module, tree, function, call, parent)


def _calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call, ast.AST]]:
    """Each call that takes a pattern, with the function and the node it stands in."""
    standing: list[tuple[ast.AST, str, ast.AST]] = [(tree, "", tree)]
    while standing:
        node, function, parent = standing.pop()
        if isinstance(node, ast.FunctionDef):
            function = node.name
        if isinstance(node, ast.Call) and _takes_pattern(node.func):
            yield function, node, parent
        standing += [(child, function, node) for child in ast.iter_child_nodes(node)]


def _takes_pattern(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute) and ast.unparse(called.value) == "re":
        return called.attr in METHODS
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in WITH_PATTERN


def _of_call(
    module: ModuleType, tree: ast.AST, function: str, call: ast.Call, parent: ast.AST
) -> Iterator[Use]:
    where = f"{module.__name__}:{call.lineno}"
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    methods = {method} if method in METHODS - {"compile"} else {"search"}
    if method == "compile":
        methods = _applied(tree, parent)
    patterns, flags = _given(module, function, call, where)
    for pattern in patterns:
        for each in methods:
            yield Use(where, pattern, flags, "search" if each in SEARCHING else each)


def _given(
    module: ModuleType, function: str, call: ast.Call, where: str
) -> tuple[Iterable[str], int]:
    known = PUT_TOGETHER.get((module.__name__, function))
    try:
        pattern = _value(module, call.args[0])
        flags = [_value(module, given) for given in _flags(call)]
    except NameError:
        assert known, f"{where}: add an example of this pattern to PUT_TOGETHER"
        return known, int(re.IGNORECASE)
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    return [text], int(flags[0]) if flags else 0


def _value(module: ModuleType, node: ast.expr) -> Any:
    return eval(compile(ast.Expression(node), "pattern", "eval"), vars(module))  # noqa: S307


def _flags(call: ast.Call) -> list[ast.expr]:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "flags"]
    is_compile = isinstance(call.func, ast.Attribute) and call.func.attr == "compile"
    return named or (call.args[1:2] if is_compile else [])


def _applied(tree: ast.AST, parent: ast.AST) -> set[str]:
    """How a compiled pattern is used in its module; in every way if that is not to be seen."""
    if isinstance(parent, ast.Attribute):
        return {parent.attr}
    names = {item.id for item in getattr(parent, "targets", []) if isinstance(item, ast.Name)}
    found = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
        and node.attr in METHODS
    }
    return found or {"match", "fullmatch", "search"}


def _of_addresses() -> Iterator[Use]:
    from django.urls import get_resolver

    standing: list[Any] = [get_resolver()]
    while standing:
        one = standing.pop()
        standing += getattr(one, "url_patterns", [])
        if pattern := getattr(one.pattern, "regex", None):
            where = f"address {one.pattern}"
            yield Use(where, pattern.pattern, pattern.flags, "search", MAX_PATH_LENGTH)


def _of_fields() -> Iterator[Use]:
    from django.apps import apps

    for model in apps.get_models():
        if model.__module__.partition(".")[0] in PACKAGES:
            for field in model._meta.get_fields():
                for validator in getattr(field, "validators", []):
                    if pattern := getattr(validator, "regex", None):
                        yield Use(str(field), pattern.pattern, pattern.flags, "search")


def worst_texts(pattern: str, flags: int = 0, length: int = LENGTH) -> Iterator[str]:
    """Texts that a pattern may read again and again: each letter of it and pairs of
    them repeated, what each repeated part takes behind what stands before it, a match of the whole
    again and again, each with an end that may spoil the match."""
    tree = syntax.parse(pattern, flags)
    literals = "".join(dict.fromkeys(_literals(tree)))[:8]
    letters = dict.fromkeys(literals + OTHERS)
    pairs = [one + other for one in literals[:6] for other in literals[:6] + "a" if one != other]
    whole = _shortest(tree)
    pumps = [("", pump) for pump in [*letters, *pairs, whole, whole[:-1], whole[1:]] if pump]
    for before, pump in [*pumps, *_repeated(tree, "")]:
        for end in ENDS:
            yield before + pump * (length // len(pump)) + end


def _parts(argument: Any) -> Iterator[Any]:
    """The parts of a parsed pattern inside an argument of one of its nodes."""
    if isinstance(argument, syntax.SubPattern):
        yield argument
    elif isinstance(argument, tuple | list):
        for item in argument:
            yield from _parts(item)


def _literals(tree: Any) -> Iterator[str]:
    for operator, argument in tree:
        if operator in (syntax.LITERAL, syntax.NOT_LITERAL):
            yield chr(argument)
        elif operator is syntax.IN:
            yield from (_letter(item) for item in argument if item[0] is not syntax.NEGATE)
        for part in _parts(argument):
            yield from _literals(part)


def _letter(item: Any) -> str:
    kind, value = item
    if kind is syntax.LITERAL:
        return chr(value)
    if kind is syntax.RANGE:
        return chr(value[0])
    return {syntax.CATEGORY_DIGIT: "0", syntax.CATEGORY_SPACE: " "}.get(value, "a")


def _shortest(tree: Any) -> str:
    """A short text that the pattern takes, more or less: looks around it are passed over."""
    return "".join(_taken(operator, argument) for operator, argument in tree)


def _taken(operator: Any, argument: Any) -> str:
    if operator is syntax.LITERAL:
        return chr(argument)
    if operator is syntax.IN:
        return "a" if argument[0][0] is syntax.NEGATE else _letter(argument[0])
    if operator in (syntax.ANY, syntax.NOT_LITERAL):
        return "a"
    if operator in (syntax.MAX_REPEAT, syntax.MIN_REPEAT):
        least, most, part = argument
        times: int = least or min(1, most)
        return _shortest(part) * times
    if operator is syntax.BRANCH:
        return _shortest(argument[1][0])
    return _shortest(argument[-1]) if operator is syntax.SUBPATTERN else ""


def _repeated(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """What stands before each part that may be repeated, and what that part takes."""
    for operator, argument in tree:
        again = operator in (syntax.MAX_REPEAT, syntax.MIN_REPEAT) and argument[1] > 1000
        if again and (pump := _shortest(argument[2])):
            yield before, pump
            # A part that takes several letters takes the next part's as well, perhaps.
            yield "", before + pump
        for part in _parts(argument):
            yield from _repeated(part, before)
        before += _taken(operator, argument)


def took_too_long(use: Use) -> str | None:
    """The beginning of the first text that the pattern reads again and again; None if none is."""
    compiled = re.compile(use.pattern, use.flags & ~re.UNICODE)
    # A substitution looks everywhere, as each way of searching may.
    apply = (lambda text: compiled.sub("", text)) if use.method == "search" else None
    for text in worst_texts(use.pattern, use.flags, use.longest):
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_EACH)
        try:
            apply(text) if apply else getattr(compiled, use.method)(text)
        except TimeoutError:
            return text[:20] + "…" + text[-3:]
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def _stop(*_: Any) -> None:
    raise TimeoutError


def main() -> None:
    """Try every pattern."""
    import django

    django.setup()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_TOGETHER, SECONDS_TOGETHER))
    signal.signal(signal.SIGVTALRM, _stop)
    found = sorted(uses(), key=lambda use: (use.where, use.pattern, use.method))
    slow = {}
    for use in found:
        # The last line says which one the limit stopped.
        sys.stderr.write(f"{use}\n")
        if text := took_too_long(use):
            slow[f"{use.where} {use.method} {use.pattern}"] = text
    sys.stdout.write(json.dumps({"tried": [use.where for use in found], "slow": slow}))


if __name__ == "__main__":
    main()
