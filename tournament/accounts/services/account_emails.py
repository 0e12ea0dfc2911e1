"""E-mails about accounts: requests for them, and what their links do."""

import datetime as dt

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.email_addresses import address_key
from tournament.models import Email
from tournament.outbox.account_tokens import address_in
from tournament.outbox.services import queue_email

MAX_AN_HOUR = 3
"""The most account e-mails to one address in an hour, whoever requests them."""
HOUR = dt.timedelta(hours=1)
KEPT_FOR = dt.timedelta(days=1)


def ask_for_new_password(*, address: str, language: str) -> None:
    """Queue an e-mail with a link for a new password, unless the address got too many.

    Whether an account has the address is found out only when the e-mail is sent. So neither the
    answer nor its timing reveals that.
    """
    _ask(Email.Kind.PASSWORD, address, language, None)


def ask_to_confirm_address(*, person: User, address: str, language: str) -> None:
    """Queue an e-mail with a link to an account's new address.

    Raises ValidationError after too many.
    """
    if not _ask(Email.Kind.ADDRESS, address, language, person):
        raise ValidationError(
            _("This address was sent several e-mails within an hour. Try again later."), "often"
        )


@transaction.atomic
def confirm_address(*, person: User, token: str, by: Actor) -> None:
    """Set the account's address to the one in the link.

    Raise ValidationError if the link belongs to another account, has expired or is used up.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    address = address_in(token, person)
    if address is None:
        raise ValidationError(_("This link is not valid any more."), "invalid")
    before, person.email = {"email": person.email}, address
    person.save(update_fields=["email"])
    after = {"email": address}
    audit.log(by=by, action="change email", instance=person, event=None, before=before, after=after)


def forget_account_emails(*, now: dt.datetime) -> None:
    """Delete e-mails about accounts that are over a day old.

    Most of their addresses belong to no account here.
    """
    old = Email.objects.filter(kind__in=Email.OF_ACCOUNTS, created_at__lt=now - KEPT_FOR)
    audit.delete_any(old)


@transaction.atomic
def _ask(kind: str, address: str, language: str, person: User | None) -> bool:
    now = timezone.now()
    # Later ones were dated by a clock that has been set back since.
    lately = {"created_at__gt": now - HOUR, "created_at__lt": now + HOUR}
    about = Email.objects.filter(kind=kind, address_key=address_key(address), **lately)
    if about.count() >= MAX_AN_HOUR:
        return False
    queue_email(event=None, kind=kind, address=address, language=language, now=now, person=person)
    return True
