"""Sentences about a table's log in English, French and Russian.

They are refusals and headlines. The tablet and the server's pages read the same catalogues
(`messages/`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from referee.engine import Refusal
from referee.engine import render_refusal as render_engine_refusal
from referee.engine.messages import Names, read_catalogue
from scoring.game.elision import fill_holes

_FOLDER = Path(__file__).with_name("messages")


@cache
def catalogue(language: str) -> dict[str, dict[str, Any]]:
    """Return the sentences of one language.

    Raise KeyError if it is not one of LANGUAGES.
    """
    return read_catalogue(_FOLDER, language)


def render_refusal(
    refusal: Refusal, language: str = "en", names: Names | None = None, currency: str = ""
) -> str:
    """Return a refusal by the journal or the engine as a sentence.

    It leaves out the rule's number. Sums carry the `currency` of the edition, if it is known.
    If a correction would make a later event illegal, the parameter `because` of its refusal is
    that event's refusal as plain JSON.
    """
    sentence = catalogue(language)["refusals"].get(refusal.code)
    if sentence is None:
        return render_engine_refusal(refusal, language, names, currency)
    params = dict(refusal.params)
    if "player" in params:
        params["player"] = (names or {}).get(params["player"], params["player"])
    if "because" in params:
        because = Refusal(**params["because"])
        params["reason"] = render_refusal(because, language, names, currency)
    return fill_holes(sentence, params)
