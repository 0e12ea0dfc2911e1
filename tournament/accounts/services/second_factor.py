"""Second factors: an app's codes, recovery codes, passkeys."""

import base64
import re
import secrets
import time
from datetime import timedelta
from enum import Enum

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.accounts import one_time_codes
from tournament.accounts.services.account_sessions import end_sessions
from tournament.audit import Actor
from tournament.common.secret_tokens import hash_secret
from tournament.models import AuthenticatorApp, Passkey, RecoveryCode

RECOVERY_CODES = 10
RECOVERY_CODE_BYTES = 15
"""120 bits, as 24 letters and digits: too many to guess, even from the hashes."""
MAX_WRONG_CODES = 20
"""The most wrong codes for one app within WRONG_CODES_COUNT_FOR, from any address. There are a
million codes."""
WRONG_CODES_COUNT_FOR = timedelta(hours=1)
MAX_PASSKEYS = 10
MAX_REASON = 200
_APP_CODE = re.compile(r"[0-9]{6}", re.ASCII)


class Code(Enum):
    """The outcome of checking a code."""

    OF_APP = "app"
    RECOVERY = "recovery"
    WRONG = "wrong"
    TOO_MANY_WRONG = "too many wrong"


def has_second_factor(person: User) -> bool:
    """Return whether the password alone does not sign the person in (1 query)."""
    having = Q(authenticator_app__isnull=False) | Q(passkeys__isnull=False)
    return User.objects.filter(having, pk=person.pk).exists()


def recovery_codes_left(person: User) -> int:
    """Return the number of recovery codes that are not used yet (1 query)."""
    return RecoveryCode.objects.filter(person=person, used_at=None).count()


@transaction.atomic
def set_up_app(*, person: User, secret: str, code: str, session_key: str, by: Actor) -> list[str]:
    """Add an authenticator app whose first code is right.

    The person's other sessions end. Return new recovery codes if there were none, else []. Raise
    ValidationError for a wrong code, or a second app.
    """
    User.objects.select_for_update().get(pk=person.pk)
    if AuthenticatorApp.objects.filter(person=person).exists():
        raise ValidationError(_("There is an app already: remove it first."), code="app_exists")
    step = one_time_codes.matching_step(secret, _normalize_code(code), seconds=time.time(), after=0)
    if step is None:
        raise ValidationError(
            _("This code is not right. Does the clock of the phone set itself?"), code="wrong_code"
        )
    app = AuthenticatorApp(person=person, secret=secret, last_step=step)
    audit.insert(app, by=by, event=None)
    end_sessions(person=person, but=session_key, by=by)
    return [] if recovery_codes_left(person) else new_recovery_codes(person=person, by=by)


@transaction.atomic
def new_recovery_codes(*, person: User, by: Actor) -> list[str]:
    """Replace the recovery codes and return the new ones, such as `k3m9-…`."""
    RecoveryCode.objects.filter(person=person).delete()
    codes = [_recovery_code() for _number in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(person=person, code_hash=hash_secret(_normalize_code(code))) for code in codes
    )
    audit.log(by=by, action="new recovery codes", instance=person, event=None)
    return codes


@transaction.atomic
def use_code(*, person: User, code: str) -> Code:
    """Use a code of the app, or use up a recovery code.

    There is no audit row for an app's code: each sign-in stands in the server's log.
    """
    typed = _normalize_code(code)
    app = AuthenticatorApp.objects.select_for_update().filter(person=person).first()
    if app is not None and _APP_CODE.fullmatch(typed):
        return _use_app(app, typed)
    unused = RecoveryCode.objects.filter(person=person, code_hash=hash_secret(typed), used_at=None)
    if not unused.update(used_at=timezone.now()):
        return Code.WRONG
    audit.log(by=person, action="use recovery code", instance=person, event=None)
    return Code.RECOVERY


def _use_app(app: AuthenticatorApp, typed: str) -> Code:
    now = timezone.now()
    if app.wrong_since is None or abs(now - app.wrong_since) > WRONG_CODES_COUNT_FOR:
        app.wrong_since, app.wrong_codes = now, 0
    if app.wrong_codes >= MAX_WRONG_CODES:
        return Code.TOO_MANY_WRONG
    step = one_time_codes.matching_step(app.secret, typed, seconds=time.time(), after=app.last_step)
    if step is None:
        app.wrong_codes += 1
    else:
        app.last_step, app.wrong_codes = step, 0
    app.save(update_fields=["last_step", "wrong_codes", "wrong_since"])
    return Code.WRONG if step is None else Code.OF_APP


@transaction.atomic
def add_passkey(*, passkey: Passkey, session_key: str, by: Actor) -> list[str]:
    """Store a new passkey.

    The person's other sessions end. Return new recovery codes if there were none, else []. Raise
    ValidationError if there are too many passkeys.
    """
    person = User.objects.select_for_update().get(pk=passkey.person_id)
    if Passkey.objects.filter(person=person).count() >= MAX_PASSKEYS:
        raise ValidationError(
            _("An account has at most %(most)d passkeys."),
            code="too_many_passkeys",
            params={"most": MAX_PASSKEYS},
        )
    audit.insert(passkey, by=by, event=None)
    end_sessions(person=person, but=session_key, by=by)
    return [] if recovery_codes_left(person) else new_recovery_codes(person=person, by=by)


@transaction.atomic
def use_passkey(*, passkey: Passkey, counter: int) -> None:
    """Note that a passkey signed somebody in.

    Raise ValidationError if its device counts and was at this number before: then there are two
    copies of it.
    """
    kept = Passkey.objects.select_for_update().get(pk=passkey.pk)
    if (counter or kept.counter) and counter <= kept.counter:
        raise ValidationError(_("This passkey was copied: remove it."), code="copied_passkey")
    kept.counter, kept.used_at = counter, timezone.now()
    kept.save(update_fields=["counter", "used_at"])


@transaction.atomic
def remove_app(*, person: User, session_key: str, by: Actor) -> None:
    """Ask for the app's codes no more; end other sessions."""
    app = AuthenticatorApp.objects.select_for_update().filter(person=person).first()
    if app is not None:
        audit.remove(app, by=by, event=None)
        _after_removal(person, session_key, by)


@transaction.atomic
def remove_passkey(*, passkey: Passkey, session_key: str, by: Actor) -> None:
    """Remove the passkey, which then opens nothing; end other sessions."""
    audit.remove(passkey, by=by, event=None)
    _after_removal(passkey.person, session_key, by)


@transaction.atomic
def take_away_second_factor(*, person: User, reason: str, by: Actor) -> None:
    """Let the password alone sign in somebody who lost the second factor.

    All sessions end. Raises ValidationError without a reason.
    """
    reason = reason.strip()
    if not reason:
        raise ValidationError(_("Give a reason."), code="no_reason")
    told = {
        "app": AuthenticatorApp.objects.filter(person=person).delete()[0],
        "passkeys": Passkey.objects.filter(person=person).delete()[0],
        "recovery codes": RecoveryCode.objects.filter(person=person).delete()[0],
    }
    audit.log(
        by=by,
        action="take away second step",
        instance=person,
        event=None,
        before=told,
        after={"reason": reason[:MAX_REASON]},
    )
    end_sessions(person=person, by=by)


def _after_removal(person: User, session_key: str, by: Actor) -> None:
    if not has_second_factor(person):
        RecoveryCode.objects.filter(person=person).delete()
    end_sessions(person=person, but=session_key, by=by)


def _recovery_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(RECOVERY_CODE_BYTES)).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def _normalize_code(code: str) -> str:
    """Return the code without spaces and dashes, in small letters."""
    return re.sub(r"[\s-]", "", code).lower()
