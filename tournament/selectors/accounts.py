"""Whose account an e-mail address is."""

import datetime as dt

from django.conf import settings
from django.contrib.auth.models import User

from tournament.access import Action, may
from tournament.models import Email


def accounts_at(address: str) -> list[User]:
    """The accounts that may sign in by a password and have this address, by name.

    Only the case of ASCII letters may differ: a letter that another one turns into would lead an
    e-mail about somebody's account elsewhere."""
    if not address:
        return []
    found = User.objects.filter(email__iexact=address, is_active=True).order_by("username")
    return [
        person
        for person in found
        if _plain(person.email) == _plain(address)
        and person.has_usable_password()
        and may(person, Action.ORGANISE, None)
    ]


def account_email_due(email: Email, *, now: dt.datetime) -> bool:
    """Whether an e-mail about an account is still waited for, and still concerns one."""
    if now - email.created_at > dt.timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT):
        return False
    if email.kind == Email.Kind.PASSWORD:
        return bool(accounts_at(email.address))
    return email.person is not None and email.person.is_active


def _plain(address: str) -> bytes:
    return address.encode().lower()
