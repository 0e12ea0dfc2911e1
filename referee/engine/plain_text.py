"""Plain text: the characters that stored text may hold, including line breaks and tabs."""

import re

CONTROL_LETTERS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""Control characters and those that turn the direction of the text around them, to stand between
the brackets of a character class. Python and JavaScript (so a JSON schema too) read it alike."""

UNFIT_LETTERS = CONTROL_LETTERS + r"\ud800-\udfff"
"""Letters that no plain text holds: control characters and halves of surrogate pairs.

The halves have no UTF-8. This is only for Python: JavaScript would find them in every letter beyond
U+FFFF.
"""

_UNFIT = re.compile(f"[{UNFIT_LETTERS}]")


def is_plain_text(text: str) -> bool:
    """Return whether `text` has none of UNFIT_LETTERS."""
    return _UNFIT.search(text) is None
