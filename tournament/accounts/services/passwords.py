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
    """Set a checked password, and end every session of the person.

    It is hashed before the transaction begins, because hashing is slow and other writers wait.
    """
    encoded = make_password(password)
    with transaction.atomic():
        _store(person, encoded, "set password", by)


def recover_account(*, person: User, password: str, without: str = "", by: Actor) -> None:
    """Set a new password for a person who forgot theirs, and open the account's locks.

    The operator of the server, or access to the account's e-mails, vouches for the person.
    `without` is the reason for also removing everything beside the password.
    """
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
