"""Random codes that people type. For tokens see `tournament.common.secret_tokens`."""

import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Characters that people can read off a screen and type without confusing them."""
HANDLE_LENGTH = 4
SECRET_DIGITS = 6
LONG_SECRET_LENGTH = 8


def new_handle() -> str:
    """Return a random public half of a typed code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(HANDLE_LENGTH))


def new_secret() -> str:
    """Return a random secret half of an invitation's typed code: six digits.

    They are good for five attempts.
    """
    return f"{secrets.randbelow(10**SECRET_DIGITS):0{SECRET_DIGITS}}"


def new_long_secret() -> str:
    """Return a random secret half of a code that stays valid for days: 39 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LONG_SECRET_LENGTH))


def split_code(code: str) -> tuple[str, str]:
    """Split a typed code into its halves, ignoring case, spaces and dashes."""
    plain = "".join(character for character in code.upper() if character.isalnum())
    return plain[:HANDLE_LENGTH], plain[HANDLE_LENGTH:]
