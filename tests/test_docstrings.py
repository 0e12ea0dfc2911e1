"""Docstrings begin with a line that a reader takes in at a glance."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

PACKAGES = ("config", "referee", "scoring", "tools", "tournament")
LONGEST = 80
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def first_lines(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield text.splitlines()[0]


def test_the_first_line_of_every_docstring_is_short() -> None:
    paths = [path for name in PACKAGES for path in (settings.BASE_DIR / name).rglob("*.py")]
    assert len(paths) > 1000
    long = [
        f"{path.relative_to(settings.BASE_DIR)}: {line}"
        for path in paths
        for line in first_lines(path)
        if len(line) > LONGEST
    ]
    assert long == []
