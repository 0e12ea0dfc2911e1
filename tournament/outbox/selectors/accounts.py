"""The accounts to which an e-mail address belongs."""

import datetime as dt

from django.conf import settings
from django.contrib.auth.models import User

from tournament.access import Action, may
from tournament.common.email_addresses import address_key
from tournament.models import Email


def accounts_at(address: str) -> list[User]:
    """Return the accounts with this address, by name (1 query).

    They may sign in by a password.
    """
    key = address_key(address)
    if not key:
        return []
    # The accounts are few; Django's table of them has no column to compare.
    active = User.objects.filter(is_active=True).exclude(email="").order_by("username")
    return [
        person
        for person in active
        if address_key(person.email) == key
        and person.has_usable_password()
        and may(person, Action.ORGANISE, None)
    ]


def account_email_due(email: Email, *, now: dt.datetime) -> bool:
    """Return whether an e-mail about an account is still due.

    It is due while it is in time and still concerns an account.
    """
    if now - email.created_at > dt.timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT):
        return False
    if email.kind == Email.Kind.PASSWORD:
        return bool(accounts_at(email.address))
    return email.person is not None and email.person.is_active
