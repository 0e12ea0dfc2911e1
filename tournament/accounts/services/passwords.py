"""Setting a password, whoever asks for it."""

import secrets

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction

from tournament import audit
from tournament.accounts.services.account_sessions import end_sessions
from tournament.accounts.services.second_factor import take_away_second_factor
from tournament.accounts.services.sign_in import unlock_sign_in
from tournament.audit import Actor

PASSWORD_BYTES = 12


def set_password(*, person: User, password: str, by: Actor) -> None:
    """Set a password that was found good enough, and end every session of the person. It is hashed
    before the transaction begins: hashing is slow, and others wait to write."""
    encoded = make_password(password)
    with transaction.atomic():
        _store(person, encoded, "set password", by)


def recover_account(*, person: User, password: str, without: str = "", by: Actor) -> None:
    """Let in again who forgot the password, on the word of whoever runs the server or reads the
    account's e-mails: it is set, and locks are opened. `without` is the reason why everything
    beside the password goes, too."""
    encoded = make_password(password)
    with transaction.atomic():
        _store(person, encoded, "recover account", by)
        unlock_sign_in(username=person.get_username(), by=by)
        if without:
            take_away_second_factor(person=person, reason=without, by=by)


def _store(person: User, encoded: str, action: str, by: Actor) -> None:
    person.password = encoded
    person.save(update_fields=["password"])
    audit.log(by=by, action=action, instance=person, event=None)
    end_sessions(person=person, by=by)


def random_password() -> str:
    """Return a password of 96 random bits, to be typed once and then changed."""
    return secrets.token_urlsafe(PASSWORD_BYTES)
