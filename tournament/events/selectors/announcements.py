"""Announcements of an event: for its staff, for tablets and for the public."""

import datetime as dt
from typing import Any, NamedTuple

from django.utils import timezone

from tournament import visibility
from tournament.models import Announcement
from tournament.visibility import Reader

MAX_LISTED = 100
MAX_PUBLIC = 10
ON_TABLETS_FOR = dt.timedelta(hours=3)
MAX_ON_TABLETS = 3


class AnnouncementLists(NamedTuple):
    """Announcements in the outbox, shown ones, and ones withdrawn after being sent.

    Newest first.
    """

    waiting: list[Announcement]
    shown: list[Announcement]
    withdrawn: list[Announcement]


def announcements_of(event: int) -> AnnouncementLists:
    """Return the announcements of the event with this key (1 query)."""
    found = list(Announcement.objects.filter(event=event).order_by("-pk")[:MAX_LISTED])
    kept = [each for each in found if each.withdrawn_at is None]
    return AnnouncementLists(
        waiting=[each for each in kept if each.sent_at is None],
        shown=[each for each in kept if each.sent_at is not None],
        withdrawn=[each for each in found if each.withdrawn_at and each.sent_at],
    )


def public_announcements(event: int) -> dict[str, dict[str, Any]]:
    """Return the newest public announcements by key (1 query).

    Each has its text and the moment of sending.
    """
    found = visibility.announcements(Reader.PUBLIC).filter(event=event).order_by("-sent_at", "-pk")
    return {
        str(each.pk): {"text": each.text, "at": each.sent_at.isoformat()}
        for each in found[:MAX_PUBLIC]
        if each.sent_at is not None
    }


def announcements_on_tablets(table: int) -> list[Announcement]:
    """Return the recent announcements that tablets of a table show (1 query).

    The table is given by key; the newest announcement comes first.
    """
    since = timezone.now() - ON_TABLETS_FOR
    here = Announcement.objects.filter(event__rounds__tables=table, withdrawn_at=None)
    return list(here.filter(sent_at__gte=since).order_by("-sent_at", "-pk")[:MAX_ON_TABLETS])
