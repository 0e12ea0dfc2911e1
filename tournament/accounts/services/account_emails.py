"""E-mails about accounts: asked for, and what follows from their links."""

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
"""E-mails about accounts to one address, whoever asks for them."""
HOUR = dt.timedelta(hours=1)
KEPT_FOR = dt.timedelta(days=1)


def ask_for_new_password(*, address: str, language: str) -> None:
    """Have a link for a new password sent to an address, unless it has had enough of them.

    Whether an account has it is found when the e-mail is sent: who asks cannot tell by the
    answer, nor by the time it takes."""
    _ask(Email.Kind.PASSWORD, address, language, None)


def ask_to_confirm_address(*, person: User, address: str, language: str) -> None:
    """Send a link to a new address of an account (ValidationError after too many)."""
    if not _ask(Email.Kind.ADDRESS, address, language, person):
        raise ValidationError(
            _("This address was sent several e-mails within an hour. Try again later."), "often"
        )


@transaction.atomic
def confirm_address(*, person: User, token: str, by: Actor) -> None:
    """Set the account's address to that of the link.

    Raise ValidationError if the link does not belong to this account, has expired or is used up.
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
    """Delete those of the day before: of most addresses there is no account here."""
    old = Email.objects.filter(kind__in=Email.OF_ACCOUNTS, created_at__lt=now - KEPT_FOR)
    audit.delete_any(old)


@transaction.atomic
def _ask(kind: str, address: str, language: str, person: User | None) -> bool:
    now = timezone.now()
    # Those of later were written by a clock that was set back since.
    lately = {"created_at__gt": now - HOUR, "created_at__lt": now + HOUR}
    about = Email.objects.filter(kind=kind, address_key=address_key(address), **lately)
    if about.count() >= MAX_AN_HOUR:
        return False
    queue_email(event=None, kind=kind, address=address, language=language, now=now, person=person)
    return True
