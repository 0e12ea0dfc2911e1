"""The languages of the program, as addresses, forms and shells name them."""

from django.conf import settings


def known_language(code: str) -> str:
    """Return the code of one of our languages, blank for anything else."""
    return code if code in dict(settings.LANGUAGES) else ""
