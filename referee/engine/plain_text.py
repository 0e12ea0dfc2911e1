"""Plain text: the characters that stored text may hold.

They include line breaks and tabs.
"""

import re

CONTROL_LETTERS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""Control characters and bidirectional formatting characters, for use inside a regex character
class. Python, JavaScript and JSON Schema read it alike."""

UNFIT_LETTERS = CONTROL_LETTERS + r"\ud800-\udfff"
"""Characters that plain text may not contain: control characters and surrogates.

Surrogates have no UTF-8 form. Use this in Python only: JavaScript would find surrogates in every
character beyond U+FFFF.
"""

_UNFIT = re.compile(f"[{UNFIT_LETTERS}]")


def is_plain_text(text: str) -> bool:
    """Return whether `text` has none of UNFIT_LETTERS."""
    return _UNFIT.search(text) is None
