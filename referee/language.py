"""Texts of the engine and the journal in the active language."""

from collections.abc import Mapping

from django.utils.translation import get_language

from referee.engine import LANGUAGES, Refusal, place_name
from referee.journal.headlines import Reader, headline
from referee.journal.sentences import render_refusal
from scoring.game.editions import Edition


def language() -> str:
    """Return the active language without its region.

    It is English if the engine lacks the active language.
    """
    active = (get_language() or "en").partition("-")[0]
    return active if active in LANGUAGES else "en"


def square_name(name: str) -> str:
    """Return a square's name in the active language."""
    return place_name(name, language())


def refusal_text(
    refusal: Refusal, names: Mapping[str, str] | None = None, currency: str = ""
) -> str:
    """Return the reason of a refusal in the active language.

    `names` maps the players' ids to names; `currency` is the edition's sign, blank if unknown.
    """
    return render_refusal(refusal, language(), names, currency)


def headline_text(event: object, names: Mapping[str, str], edition: Edition) -> str:
    """Return the headline of an event in the active language.

    It is one short sentence on what was reported.
    """
    return headline(event, Reader(names, edition.board, language(), edition.currency))
