"""Names people type: any script, no control characters, at most 100 characters."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_NAME_LENGTH = 100
ERASED = "—"
"""Replaces a person's name, club or address, or a text about the person."""
# Marks that reorder the text around them: a name with one could garble its whole line.
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Joiners and direction marks that some scripts are written with.
ALLOWED_FORMAT = frozenset("\u200c\u200d\u200e\u200f\u061c")
PLAIN_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not split into a plain letter and an accent."""
_DIGITS = re.compile("([0-9]+)")


def validate_name(text: str) -> None:
    """Raise ValidationError if `text` is blank or has refused characters.

    Control and bidi-override characters are refused.
    """
    if not text.strip():
        raise ValidationError(_("The name is blank."), code="blank")
    if any(_is_refused(character) for character in text):
        message = _(
            "The name contains control or text-direction characters: retype it without them."
        )
        raise ValidationError(message, code="control")


def _is_refused(character: str) -> bool:
    if character in BIDI_CONTROLS:
        return True
    category = unicodedata.category(character)
    if category == "Cf":
        return character not in ALLOWED_FORMAT
    return category in {"Cc", "Cs", "Zl", "Zp"}


def comparison_key(name: str) -> str:
    """Return the key by which names are compared.

    It is composed, single-spaced and case-folded.
    """
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def alphabetic_key(name: str) -> list[tuple[int, str]]:
    """Return the key by which names are sorted: without accents, and with 2 before 10.

    >>> sorted(["Zoé", "Player 10", "player 2", "Émile"], key=alphabetic_key)
    ['Émile', 'player 2', 'Player 10', 'Zoé']
    """
    parts = _DIGITS.split(search_key(name))
    return [(int(part), "") if place % 2 else (0, part) for place, part in enumerate(parts)]


def search_key(text: str) -> str:
    """Return the form of a name used in searches: case-folded, without accents.

    >>> search_key("Zoë  ŁÓDŹ")
    'zoe lodz'
    """
    parts = unicodedata.normalize("NFKD", comparison_key(text)).translate(PLAIN_LETTERS)
    return "".join(part for part in parts if not unicodedata.combining(part))
