"""Codes that people type: made at random. Tokens are `tournament.common.secret_tokens`."""

import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What people can read off a screen and type without mistaking one for another."""
HANDLE_LENGTH = 4
SECRET_DIGITS = 6
LONG_SECRET_LENGTH = 8


def new_handle() -> str:
    """The public half of a typed code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(HANDLE_LENGTH))


def new_secret() -> str:
    """The secret half of a typed code: six digits, good for five attempts."""
    return f"{secrets.randbelow(10**SECRET_DIGITS):0{SECRET_DIGITS}}"


def new_long_secret() -> str:
    """The secret half of a code that stays valid for days: 39 random bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LONG_SECRET_LENGTH))


def split_code(code: str) -> tuple[str, str]:
    """The halves of a code as it was typed: case, spaces and dashes do not matter."""
    plain = "".join(character for character in code.upper() if character.isalnum())
    return plain[:HANDLE_LENGTH], plain[HANDLE_LENGTH:]
