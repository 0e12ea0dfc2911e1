"""The language that people are spoken to in, as the engine's catalogues name it."""

from django.utils.translation import get_language

from referee.engine import LANGUAGES


def language() -> str:
    """The active language, without its region; English where the engine does not speak it."""
    found = (get_language() or "en").partition("-")[0]
    return found if found in LANGUAGES else "en"
