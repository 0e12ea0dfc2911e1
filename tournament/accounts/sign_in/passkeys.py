"""Passkeys (WebAuthn) of this site: challenges, and checks of the answers.

A challenge to the browser lies in the session and is good for one answer. A passkey is
always asked to verify its person, by a finger, a face or a PIN: so it is two factors, and
needs no password beside it.
"""

import ipaddress
import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tournament.accounts.sign_in.ages import is_recent
from tournament.models import Passkey

T = TypeVar("T")
NAME = "Treasurer"
ASKED = "passkey_asked"
ANSWER_SECONDS = 300
_ASKED_TO_MAKE, _ASKED_TO_SIGN = "make", "sign"


def passkeys_work(request: HttpRequest) -> bool:
    """Return whether browsers keep passkeys for the name of this site.

    They keep none for bare addresses, and none without HTTPS but for this machine itself.
    """
    name = site_of(request)
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return request.is_secure() or name == "localhost"
    return False


def site_of(request: HttpRequest) -> str:
    """Return the name to which passkeys made here belong."""
    return split_domain_port(request.get_host())[0]


def ask_to_make(request: HttpRequest, person: User) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey.

    It makes none on a device that has a passkey of the person already.
    """
    own = Passkey.objects.filter(person=person, site=site_of(request))
    name = person.get_username()
    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(id=str(person.pk).encode(), name=name, display_name=name),
        credentials=[_credential(passkey) for passkey in own],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    _note(request, _ASKED_TO_MAKE, state)
    return dict(options)


def register_passkey(request: HttpRequest, person: User, answer: str, name: str) -> Passkey:
    """Return the passkey that a browser made, not saved yet.

    Raises ValidationError if the browser's answer is not right.
    """
    state = _pop_challenge(request, _ASKED_TO_MAKE)
    server = _server(request)
    found: AuthenticatorData = _check_answer(
        lambda: server.register_complete(state, json.loads(answer))
    )
    credential = found.credential_data
    assert credential is not None  # noqa: S101 - the library looked
    return Passkey(
        person=person,
        name=name,
        site=site_of(request),
        credential_id=websafe_encode(credential.credential_id),
        credential=websafe_encode(credential),
        counter=found.counter,
    )


def ask_to_sign(request: HttpRequest) -> dict[str, Any]:
    """Return the options with which a browser signs in by a passkey of this site.

    Its person chooses the passkey.
    """
    options, state = _server(request).authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    _note(request, _ASKED_TO_SIGN, state)
    return dict(options)


def signed_by(request: HttpRequest, answer: str) -> tuple[Passkey, int]:
    """Return the passkey that answered, and how often it says it was used.

    Raises ValidationError if the answer is not right.
    """
    state = _pop_challenge(request, _ASKED_TO_SIGN)
    given = _check_answer(lambda: _parse_answer(answer))
    kept = Passkey.objects.select_related("person").filter(
        credential_id=websafe_encode(given.raw_id), site=site_of(request)
    )
    passkey = kept.first()
    if passkey is None:
        raise refusal()
    server = _server(request)
    _check_answer(lambda: server.authenticate_complete(state, [_credential(passkey)], given))
    return passkey, given.response.authenticator_data.counter


def _parse_answer(answer: str) -> AuthenticationResponse:
    found: AuthenticationResponse | None = AuthenticationResponse.from_dict(json.loads(answer))
    if found is None:
        raise ValueError(answer)
    return found


def _server(request: HttpRequest) -> Fido2Server:
    """Return the library's judge, who takes answers from exactly this origin."""
    origin = f"{request.scheme}://{request.get_host()}"
    site = PublicKeyCredentialRpEntity(id=site_of(request), name=NAME)
    return Fido2Server(site, verify_origin=lambda given: given == origin)


def _credential(passkey: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(websafe_decode(passkey.credential))


def _note(request: HttpRequest, what: str, state: dict[str, Any]) -> None:
    plain = {key: str(value) for key, value in state.items()}
    request.session[ASKED] = {"what": what, "at": int(time.time()), "state": plain}
    if not request.user.is_authenticated:
        # Anybody can ask: nothing of it is kept once no answer counts any more.
        request.session.set_expiry(ANSWER_SECONDS)


def _pop_challenge(request: HttpRequest, what: str) -> dict[str, Any]:
    """Return the state of the last challenge, and forget it.

    Raises ValidationError if there is none, or if it is too old or for something else.
    """
    asked = request.session.pop(ASKED, None)
    if asked is None or asked["what"] != what or not is_recent(asked["at"], ANSWER_SECONDS):
        raise refusal()
    state: dict[str, Any] = asked["state"]
    return state


def _check_answer(judged: Callable[[], T]) -> T:
    try:
        return judged()
    except Exception as error:
        # The answer is whatever anybody sent; the library names no errors of reading it.
        raise refusal() from error


def refusal() -> ValidationError:
    """Return the same refusal for every wrong answer."""
    return ValidationError(
        _("The passkey was not accepted. Try again, or sign in with the password."),
        code="passkey_refused",
    )
