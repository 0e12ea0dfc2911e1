"""A player's data in an event (GDPR, articles 15 and 20).

It is the data as the player may have it.
"""

from typing import Any

from django.db.models import Q

from tournament.models import CareerEntry, Email, Entry, PushSubscription
from tournament.personal.selectors.personal import personal_page

REGISTRATION = (
    "name",
    "email",
    "club",
    "team",
    "name_display",
    "gets_emails",
    "language",
    "consent",
    "registered_at",
    "confirmed_at",
)
EMAIL = ("kind", "address", "content", "created_at", "sent_at", "status", "answer")
PENALTY = (
    "kind",
    "round_number",
    "points",
    "places",
    "reason",
    "public",
    "decided_at",
    "withdrawn_at",
)
PHONE = ("endpoint", "language", "created_at")
REPORT = ("kind", "text", "created_at", "resolved_at")


def data_of(entry: Entry) -> dict[str, Any]:
    """Return all data of a player as JSON values.

    Of seats and places, it has only the part that the public sees.
    """
    emails = Email.objects.filter(Q(entry=entry) | Q(registration__entry=entry))
    return {
        **_entry(entry),
        "registrations": list(entry.registrations.values(*REGISTRATION)),
        "emails": list(emails.order_by("pk").values(*EMAIL)),
        "notified_devices": list(
            PushSubscription.objects.filter(link__entry=entry).order_by("pk").values(*PHONE)
        ),
        "penalties": list(entry.penalties.values(*PENALTY)),
        "prizes": list(entry.hand_prizes.values("title", "note")),
        "reports": list(entry.reports.values(*REPORT)),
        "page_over_events": list(
            CareerEntry.objects.filter(entry=entry).values("address", "listed", "created_at")
        ),
        "seats": _seats(entry),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "email": entry.email,
        "event": entry.event.name,
        "seed": entry.seed,
        "club": entry.club,
        "team": entry.team,
        "external_id": entry.external_id,
        "status": entry.status,
        "name_shown_as": entry.name_display,
        "checked_in_at": entry.checked_in_at,
        "gets_emails": entry.gets_emails,
        "declines_emails": entry.declines_emails,
        "language": entry.language,
        "refused_email": entry.refused_email,
        "fee_due": entry.fee_due,
        "fee_waived": entry.fee_waived,
        "fee_paid": entry.fee_paid,
        "fee_paid_at": entry.fee_paid_at,
    }


def _seats(entry: Entry) -> list[dict[str, Any]]:
    page = personal_page(entry)
    seats = (*page.history, *((page.current,) if page.current else ()))
    return [
        {"round": seat.round, "table": seat.table, "role": seat.role, "place": seat.place}
        for seat in seats
    ]
