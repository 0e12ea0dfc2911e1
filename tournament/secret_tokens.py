"""Secrets that open a door by themselves, in an address or a header: random, stored as hashes."""

import hashlib
import secrets

TOKEN_BYTES = 32


def new_token() -> str:
    """256 random bits, fit for an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(secret: str) -> str:
    """SHA-256 in hex (64 characters): enough for secrets of 128 bits and more."""
    return hashlib.sha256(secret.encode()).hexdigest()
