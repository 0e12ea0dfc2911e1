"""Encryption of a backup's sealed part.

Only a server with the same secret key can read it, or one that shares the key of an upload.
"""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


def seal(content: bytes, key: str = "") -> bytes:
    """Encrypt the content with a shared key, or with this server's secret key."""
    return _box(key).encrypt(content)


def unseal(content: bytes, key: str = "") -> bytes | None:
    """Decrypt sealed content; None if it was sealed with another key."""
    try:
        return _box(key).decrypt(content)
    except InvalidToken:
        return None


def _box(key: str) -> Fernet:
    digest = hashlib.sha256(b"treasurer.backups:" + (key or settings.SECRET_KEY).encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
