"""This server's key, by which push services know it (RFC 8292).

Browsers subscribe with this key.
"""

import datetime as dt
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from tournament.push.base64url import encode

VALID_FOR = dt.timedelta(hours=12)
"""The longest that services allow is 24 hours."""


def public_key() -> str:
    """Return the key that browsers subscribe with.

    It is an uncompressed point in base64url.
    """
    key = _vapid(settings.PUSH_KEY).public_key
    return encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization(endpoint: str, *, now: dt.datetime) -> str:
    """Return the header `Authorization` of a message to an address."""
    url = urlsplit(endpoint)
    claims = {
        "aud": f"{url.scheme}://{url.netloc}",
        "exp": int((now + VALID_FOR).timestamp()),
        "sub": _contact(),
    }
    header: str = _vapid(settings.PUSH_KEY).sign(claims)["Authorization"]
    return header


def _contact() -> str:
    """Return where a push service finds who runs this server."""
    site = urlsplit(settings.SITE_ORIGIN)
    if site.scheme == "https":
        return f"https://{site.hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@lru_cache(maxsize=2)
def _vapid(key: str) -> Vapid02:
    return Vapid02.from_raw(key.encode())
