"""What is sealed from the staff is sealed in a backup, too: only a server with the same secret key
reads it."""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


def seal(content: bytes) -> bytes:
    """The content, which nobody reads without this server's secret key."""
    return _box().encrypt(content)


def unseal(content: bytes) -> bytes | None:
    """What was sealed; None where it was sealed by another key."""
    try:
        return _box().decrypt(content)
    except InvalidToken:
        return None


def _box() -> Fernet:
    digest = hashlib.sha256(b"treasurer.backups:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
