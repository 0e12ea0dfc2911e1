"""The bridge's own phrases in the three languages (`phrases/*.toml`).

Rules and consequences have their sentences in `referee.engine`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from referee.engine import LANGUAGES
from referee.engine.messages import read_catalogue
from referee.journal.headlines import plural_form
from scoring.game.elision import fill_holes

_FOLDER = Path(__file__).with_name("phrases")


@cache
def catalogue(language: str) -> dict[str, str | list[str]]:
    """Return every phrase of a language, plural forms as a list.

    For an unknown language the phrases are English.
    """
    return read_catalogue(_FOLDER, language if language in LANGUAGES else "en")


def phrase(language: str, key: str, **values: Any) -> str:
    """Return the phrase with its holes filled.

    If it has several forms, the one for `count` is used.
    """
    text = catalogue(language)[key]
    if isinstance(text, list):
        text = text[plural_form(language, values["count"])]
    return fill_holes(text, values)
