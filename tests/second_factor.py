"""What the staff holds in its hands: an authenticator app, and a device that keeps passkeys."""

import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestedCredentialData, AuthenticatorData

from tournament.accounts.one_time_codes import STEP_SECONDS, code_at, new_secret
from tournament.accounts.services.second_factor import new_recovery_codes
from tournament.models import AuthenticatorApp

FLAG = AuthenticatorData.FLAG


def with_app(person: User) -> list[str]:
    """Give somebody an app that no code of was used; the recovery codes."""
    AuthenticatorApp.objects.create(person=person, secret=new_secret())
    return new_recovery_codes(person=person, by="tests")


def app_code(person: User, off: int = 0) -> str:
    """What the person's app shows now, or so many steps from now."""
    secret = AuthenticatorApp.objects.get(person=person).secret
    return code_at(secret, int(time.time()) // STEP_SECONDS + off)


def wrong_code(person: User) -> str:
    """Six digits that the app shows neither now nor nearly now."""
    near = {app_code(person, off) for off in range(-3, 4)}
    return next(code for code in map(str, range(100_000, 100_020)) if code not in near)


@dataclass
class PasskeyDevice:
    """A device that keeps one passkey, and answers as browsers do for it; what it says can be
    made wrong."""

    origin: str = "https://testserver"
    site: str = "testserver"
    flags: AuthenticatorData.FLAG = FLAG.UP | FLAG.UV
    counter: int = 0
    credential_id: bytes = b"a passkey of the tests"
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, asked: dict[str, Any]) -> str:
        """The answer to what is asked for a new passkey."""
        credential = AttestedCredentialData.create(
            b"\0" * 16, self.credential_id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = self._data(self.flags | FLAG.AT, bytes(credential))
        told = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._answer("webauthn.create", asked, {"attestationObject": cbor.encode(told)})

    def sign(self, asked: dict[str, Any]) -> str:
        """The answer to what is asked of who signs in."""
        data = self._data(self.flags, b"")
        digest = hashlib.sha256(self._client_data("webauthn.get", asked)).digest()
        signature = self.key.sign(data + digest, ec.ECDSA(hashes.SHA256()))
        told = {"authenticatorData": data, "signature": signature}
        return self._answer("webauthn.get", asked, told)

    def _data(self, flags: AuthenticatorData.FLAG, credential: bytes) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return bytes(AuthenticatorData.create(site, flags, self.counter, credential))

    def _client_data(self, kind: str, asked: dict[str, Any]) -> bytes:
        challenge = asked["publicKey"]["challenge"]
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, kind: str, asked: dict[str, Any], told: dict[str, bytes]) -> str:
        parts = {name: websafe_encode(value) for name, value in told.items()}
        parts["clientDataJSON"] = websafe_encode(self._client_data(kind, asked))
        name = websafe_encode(self.credential_id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": parts})
