"""Bytes as browsers write them: base64url without padding."""

import base64
import binascii


def encode(value: bytes) -> str:
    """Return bytes as text."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of a text (ValueError if it is none)."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(text) from error
