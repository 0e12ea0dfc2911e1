"""Secrets in an address or a header that open a door by themselves.

They are random, and stored as hashes.

A secret that e-mails repeat follows from a random number that is stored, and the server's
key: whoever gets hold of the database alone cannot make it.
"""

import base64
import hashlib
import secrets

from django.utils.crypto import salted_hmac

TOKEN_BYTES = 32
TOKEN_FORM = r"[A-Za-z0-9_-]{43}"  # noqa: S105 - a pattern
"""How a token is written, as a regular expression."""


def new_token() -> str:
    """Return 256 random bits as text that fits into an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_of(nonce: str) -> str:
    """Return the token of a stored random number, of the same form and strength."""
    digest = salted_hmac("tournament.common.secret_tokens", nonce, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hash_secret(secret: str) -> str:
    """Return the SHA-256 of a secret in hex (64 characters).

    This is enough for secrets of 128 bits and more.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
