"""Encryption of a message for one browser (RFC 8291).

Its push service cannot read the message.

The libraries that do this bring an HTTP client or a validator of their own, or have no
wheel; `cryptography`, which is here already, has all the steps.
"""

import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
AUTH_BYTES = 16
SALT_BYTES = 16
RECORD_BYTES = 4096
MAX_TEXT_BYTES = 3993
"""The bytes of one record, all that a push service has to take (RFC 8291, section 4)."""
_LAST_RECORD = b"\x02"


def encrypt(
    text: bytes,
    *,
    browser: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a push message in the coding `aes128gcm`.

    `browser` is the browser's public key as an uncompressed point. `own` and `salt` are new for
    each message. Raise ValueError for a key that is no point, or a text that is too long.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError("too long to be pushed")
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    sender = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), public_key(browser))
    secret = _derive_key(shared, auth, b"WebPush: info\0" + browser + sender, 32)
    key = _derive_key(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD_BYTES, len(sender)) + sender
    return head + AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return the key of an uncompressed point (ValueError if it is none of the curve)."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
