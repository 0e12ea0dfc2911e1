"""Mailings of an event and their recipients.

Sent mailings come with the numbers of their e-mails by outcome.
"""

from enum import Enum
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from tournament.common.names import ERASED
from tournament.models import Email, Entry, Event, Mailing, Registration, Round

MAX_LISTED = 50


class Unreached(Enum):
    """The reasons why a mailing does not reach a player."""

    DECLINED = "declined"
    NO_ADDRESS = "no address"
    REFUSED = "refused"


class Recipients(NamedTuple):
    """The players whom a mailing reaches, and those whom it does not.

    Each reached player has an address; the others are by the reason.
    """

    reached: list[tuple[Entry, str]]
    unreached: dict[Unreached, list[Entry]]


def recipients_of(event: Event, round_: Round | None = None) -> Recipients:
    """Return the recipients of a mailing (2 queries).

    They are the players of a round, or all who have not withdrawn. A mailing reaches nobody who
    declined e-mails, and no address that refused them.
    """
    entries = Entry.objects.filter(event=event).exclude(name=ERASED).order_by("seed")
    if round_ is None:
        entries = entries.filter(status=Entry.Status.ACTIVE)
    else:
        entries = entries.filter(seats__round=round_)
    registered = Registration.objects.filter(event=event, entry__isnull=False).order_by("pk")
    addresses = dict(registered.values_list("entry", "email"))
    found = Recipients([], {})
    for entry in entries:
        address = entry.email or addresses.get(entry.pk, "")
        reason = _unreached_reason(entry, address)
        if reason is None:
            found.reached.append((entry, address))
        else:
            found.unreached.setdefault(reason, []).append(entry)
    return found


def _unreached_reason(entry: Entry, address: str) -> Unreached | None:
    """Return why the entry's player is not written to, None if they are."""
    if entry.declines_emails:
        return Unreached.DECLINED
    if not address:
        return Unreached.NO_ADDRESS
    return Unreached.REFUSED if address == entry.refused_email else None


def mailings_of(event: Event) -> QuerySet[Mailing]:
    """Return the latest mailings with the numbers of their e-mails.

    The numbers are `emails_count`, `sent_count` and `failed_count`.
    """
    lost = [Email.Status.REFUSED, Email.Status.FAILED]
    return (
        event.mailings.select_related("round")
        .annotate(
            emails_count=Count("emails"),
            sent_count=Count("emails", filter=Q(emails__status=Email.Status.SENT)),
            failed_count=Count("emails", filter=Q(emails__status__in=lost)),
        )
        .order_by("-pk")[:MAX_LISTED]
    )


def rounds_to_write_to(event: Event) -> QuerySet[Round]:
    """Return the rounds whose players may be written to: a hidden draw stays hidden."""
    return event.rounds.filter(status__in=Round.PUBLIC).order_by("number")
