"""The engine's digest: identifies the rules that judged a game.

It covers the rules, sentences and editions.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import scoring.game

_PARTS = (Path(__file__).parent, Path(scoring.game.__file__).parent)
_KINDS = ("*.py", "*.toml")


@cache
def engine_digest() -> str:
    """Return the SHA-256 of the sources and data that judge a game, as hex digits."""
    digest = hashlib.sha256()
    for part in _PARTS:
        for path in sorted(path for kind in _KINDS for path in part.rglob(kind)):
            digest.update(path.relative_to(part.parent).as_posix().encode())
            digest.update(b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()
