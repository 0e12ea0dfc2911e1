"""A push service of the tests' own: a receiver in a process, and a browser that subscribed at it.

What it gets is checked and read by hand from RFC 8291 and RFC 8292, with nothing of the product.
"""

import base64
import datetime as dt
import hmac
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from tournament.push.sender import PushSender
from tournament.push.services import Browser

AUTH = bytes(range(16))


def text(value: bytes) -> str:
    """Bytes in base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def plain(value: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


@dataclass
class Phone:
    """A browser with its keys; what it posts to the personal page, and what it can read."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = AUTH

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def browser(self) -> Browser:
        return Browser(self.endpoint, text(self.point), text(self.auth))

    @property
    def posted(self) -> dict[str, str]:
        return {"do": "push-on", **self.browser._asdict()}

    def read(self, message: Mapping[str, Any]) -> dict[str, str]:
        """The message as the page's worker gets it."""
        found: dict[str, str] = json.loads(self.decrypt(plain(message["body64"])))
        return found

    def decrypt(self, body: bytes) -> bytes:
        """The text of a body in the coding aes128gcm, of one record (RFC 8188, RFC 8291)."""
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        peer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), peer)
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for one block (RFC 5869)."""
    return hmac.digest(hmac.digest(salt, secret, sha256), info + b"\1", sha256)[:length]


def claims_of(authorization: str, public: str) -> dict[str, Any]:
    """The claims of a header as RFC 8292 has it; InvalidSignature if this key did not sign them."""
    scheme, _space, more = authorization.partition(" ")
    given = dict(each.strip().split("=", 1) for each in more.split(","))
    assert (scheme, given["k"]) == ("vapid", public)
    signed, _dot, signature = given["t"].rpartition(".")
    r, s = (int.from_bytes(plain(signature)[at : at + 32]) for at in (0, 32))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(public))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(plain(each)) for each in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return dict(claims)


def origin_of(url: str) -> str:
    """The origin of an address, which a token is for."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def pushed(*, later: float = 0, sender: PushSender | None = None) -> None:
    """Send and record what is due now, or so many seconds later."""
    sender, now = sender or PushSender(), timezone.now() + dt.timedelta(seconds=later)
    sender.step(now=now)
    while not sender.is_idle:
        sender.wait(30)
        sender.step(now=now)
