"""The fields a page reads, and values that nobody means well with."""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from typing import Any

HOSTILE = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "٣",
    "²",
    "1.5",
    "1e999",
    "NaN",
    "-Infinity",
    "32768",
    "2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "9" * 5000,
    "-" + "9" * 5000,
    "\x00",
    "a\x00b",
    "\u202e",
    "\ufffe",
    "é" * 300,
    "x" * 70_000,
    "null",
    "true",
    "[]",
    "{}",
    "[[1]]",
    '["p01"]',
    '[["p01", "p02"], ["p01"]]',
    '{"ties": []}',
    '{"a": 1, "a": 2}',
    "[" + "9" * 5000 + "]",
    "[" * 5_000,
    '{"a":' * 5_000,
    '"\\ud800"',
    "[1.5, NaN]",
    "0000-00-00",
    "9999-12-31",
    "10000-01-01",
    "9999-12-31T23:59:59+23:59",
    "25:61",
    "00000000-0000-0000-0000-000000000000",
    "'; DROP TABLE x; --",
    "%s %d %(x)s %",
    "{0.__class__}",
    "../../../etc/passwd",
    "//example.org",
    "<script>",
    "p01",
    "p99",
)
EVENTS = (
    '{"type": "roll"}',
    '{"type": "roll", "throws": 5}',
    '{"type": "roll", "player": "p01", "throws": [[1]]}',
    '{"type": "roll", "player": ["p01"], "dice": 5}',
    '{"type": 5}',
    '{"type": ["roll"]}',
    '{"type": {}}',
    '{"player": "p01"}',
    '["roll"]',
    '"roll"',
    "5",
    '{"type": "start"}',
    '{"type": "start", "header": 5}',
    '{"type": "revise", "seq": "x"}',
    '{"type": "buy", "player": "p01", "square": "x"}',
    '{"type": "build", "player": "p01", "square": 99, "count": "many"}',
    '{"type": "trade", "player": "p01", "with": 5, "give": 5, "take": []}',
    '{"type": "trade", "player": "p01", "with": "p02", "give": {"deeds": 5}, "take": {"cash": []}}',
    '{"type": "recount", "player": "p01", "cash": 99999999999999999999999, "reason": 5}',
    '{"type": "card", "player": "p01", "card": 5, "effect": [], "dice": {}}',
    '{"type": "income_tax", "player": "p01", "choice": 5}',
    '{"type": "foundation", "player": "p01", "die": "x"}',
    '{"type": "circuit", "throws": 5}',
    '{"type": "retain", "x-a": "\\u0000"}',
    '{"type": "adjusted", "player": "\\u202e"}',
)


@cache
def fields_of(view: Callable[..., Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that the module of a view takes from requests, and the short texts it compares
    them with: steps, ticks, parts."""
    module = inspect.getmodule(inspect.unwrap(view))
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    names, values = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            names |= {text for text in map(_text, node.args) if text and _is_taken(node)}
        if isinstance(node, ast.Compare | ast.Dict | ast.Subscript):
            parts = ast.walk(node)
            values |= {text for text in map(_text, parts) if text and len(text) < 20}
            if isinstance(node, ast.Compare):
                names |= {text for text in [_text(node.left)] if text}
    return tuple(sorted(names)), tuple(sorted(values))


def _is_taken(node: ast.Call) -> bool:
    """Whether a call reads a field: `request.POST.get(…)`, or a function given the request."""
    source = ast.unparse(node)
    return "request.POST" in source or "request.GET" in source or "(request, " in source


def _text(node: ast.AST) -> str:
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else ""


class Form(HTMLParser):
    """The fields of a page's forms with the values they have."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "input" and name and given.get("type") not in ("submit", "file"):
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self.values[name] = given.get("value", "on")
        elif tag == "select":
            self._select = name
            self.values[name] = ""
        elif tag == "option" and self._select:
            if "selected" in given or not self.values[self._select]:
                self.values[self._select] = given.get("value", "")
        elif tag == "textarea":
            self._area = name
            self.values[name] = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.values[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
