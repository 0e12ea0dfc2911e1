"""What the bridge itself says, in the three languages (`phrases/*.toml`); rules and consequences
speak for themselves (`referee.engine`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.engine import LANGUAGES
from referee.engine.messages import read_catalogue

_FOLDER = Path(__file__).with_name("phrases")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every phrase of a language; English for an unknown one."""
    return read_catalogue(_FOLDER, language if language in LANGUAGES else "en")


def phrase(language: str, key: str, **values: object) -> str:
    """The phrase with its holes filled."""
    return catalogue(language)[key].format(**values)
