"""What the bridge itself says, in the three languages (`phrases/*.toml`); rules and consequences
speak for themselves (`referee.engine`)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("phrases")
LANGUAGES = ("en", "fr", "ru")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every phrase of a language; English for an unknown one."""
    known = language if language in LANGUAGES else "en"
    return tomllib.loads((_FOLDER / f"{known}.toml").read_text(encoding="utf-8"))


def phrase(language: str, key: str, **values: object) -> str:
    """The phrase with its holes filled."""
    return catalogue(language)[key].format(**values)
