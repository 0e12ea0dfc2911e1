"""Codes of an authenticator app (TOTP, RFC 6238). Pure.

They change every half minute. A code has six digits by HMAC-SHA-1 of 30-second steps. Every
app takes that for granted, whatever the address in its QR code says.
"""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT_STEPS = 1
"""Steps that a phone's clock may be behind or ahead."""
ISSUER = "Treasurer"


def new_secret() -> str:
    """Return 160 random bits in base32, 32 characters.

    Authenticator apps accept them in this form.
    """
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code_at(secret: str, step: int) -> str:
    """Return the code of one step: RFC 4226, section 5.3.

    >>> code_at(base64.b32encode(b"12345678901234567890").decode(), 59 // STEP_SECONDS)
    '287082'
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    offset = digest[-1] & 0x0F
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, code: str, *, seconds: float, after: int) -> int | None:
    """Return the step to which a code belongs, near the time in `seconds` since 1970.

    None if the code is wrong, or if its step is not later than `after`, the last one used.
    """
    now = int(seconds) // STEP_SECONDS
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step
    return None


def app_address(secret: str, account: str) -> str:
    """Return the address in a secret's QR code, for an app."""
    label = quote(f"{ISSUER}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': ISSUER})}"
