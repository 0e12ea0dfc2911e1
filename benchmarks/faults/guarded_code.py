"""The code that the fault run's promises hang on, and a name for its state.

When any of it changes, the run is to be made anew.
"""

import ast
import hashlib
import io
import tokenize
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = (
    "referee/backups",
    "referee/devices",
    "referee/log",
    "referee/static/tablet/runtime",
)
"""Folders. (The simulated tablets are held to the runtime by tests.)"""


def code_hash() -> str:
    """Return 16 letters that name the state of the code the promises hang on."""
    found = hashlib.sha256()
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.[pj][ys]")):
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
            text = path.read_text()
            found.update((_code_of(text) if path.suffix == ".py" else text).encode() + b"\0")
    return found.hexdigest()[:16]


@cache
def _code_of(text: str) -> str:
    """Return Python's text without comments, docstrings and empty lines."""
    words = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    comments = dict(
        token.start
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    )
    lines = enumerate(text.splitlines(), start=1)
    code = (line[: comments.get(number)].rstrip() for number, line in lines if number not in words)
    return "\n".join(filter(None, code))
