"""Encryption of a backup's sealed part.

Only a server with the same secret key can read it.
"""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


def seal(content: bytes) -> bytes:
    """Encrypt the content with this server's secret key."""
    return _box().encrypt(content)


def unseal(content: bytes) -> bytes | None:
    """Decrypt sealed content; None if it was sealed with another key."""
    try:
        return _box().decrypt(content)
    except InvalidToken:
        return None


def _box() -> Fernet:
    digest = hashlib.sha256(b"treasurer.backups:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
