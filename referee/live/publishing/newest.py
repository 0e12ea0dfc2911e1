"""The newest version of an event as readers ask for it, again and again."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from referee.live.publishing.versions import HIDDEN_DIGEST, publish
from tournament.common.database_faults import database_fault
from tournament.common.lock_wait import lock_wait
from tournament.events.selectors.events import event_cards
from tournament.models import Change, Event, PublicVersion

MAX_REMEMBERED = 1_000
ATTEMPTS = 3
LIST = ""
GUIDE = "/"
"""The guide to the game, in place of an event's slug (which has no slash). It has only one
version."""


@dataclass(frozen=True, slots=True)
class NewestVersion:
    """The newest version of an event, and the last changes of its parts.

    The event is given by its key. Each part has the version in which it last changed. The parts
    are those of `PublicVersion.parts`.
    """

    event: int
    number: int
    digest: str
    parts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def of_event(self) -> str:
        """Return the version since which only boards have changed.

        It looks like `12-3f9ab2c01d4e`.
        """
        return str(self.parts.get("event", f"{self.number}-{self.digest}"))

    def of_board(self, round_number: int, table: int) -> str:
        """Return the version that last changed this board, or anything but boards."""
        board = str(self.parts.get("boards", {}).get(f"{round_number}/{table}", ""))
        return max(self.of_event(), board, key=version_number)


def version_number(version: str) -> int:
    """Return the version's number from a name such as `12-ab34`."""
    return int(version.partition("-")[0] or 0)


GUIDE_VERSION = NewestVersion(-1, 0, "guide")

_remembered: dict[str, tuple[float, NewestVersion]] = {}
_publishing = Lock()


def newest_version(slug: str) -> NewestVersion | None:
    """Return the newest version of the event at an address.

    It is None if the public may not see the event. It is remembered for
    `VERSION_REMEMBERED_SECONDS`. If nobody publishes, because changes have waited for
    `CHANGES_WAIT_SECONDS` or there is no version at all, it is published now.
    """
    found = remembered_version(slug)
    if found is None:
        found = _from_database(slug)
        if found is not None and settings.VERSION_REMEMBERED_SECONDS:
            _remember(slug, found)
    return found


def newest_list() -> NewestVersion:
    """Return the list of events as a version of event 0 (1 query).

    It is remembered as an event's version is, by the name "".
    """
    found = remembered_version(LIST)
    if found is None:
        digest = hashlib.sha256(repr(event_cards()).encode()).hexdigest()
        found = NewestVersion(0, 0, digest)
        if settings.VERSION_REMEMBERED_SECONDS:
            _remember(LIST, found)
    return found


def remembered_version(slug: str) -> NewestVersion | None:
    """Return the newest version if it was read a moment ago.

    It is None if the database must be asked.
    """
    at, found = _remembered.get(slug, (0.0, None))
    fresh = time.monotonic() - at < settings.VERSION_REMEMBERED_SECONDS
    return found if fresh else None


def _remember(slug: str, found: NewestVersion) -> None:
    if len(_remembered) >= MAX_REMEMBERED:
        _remembered.clear()
    _remembered[slug] = (time.monotonic(), found)


def _from_database(slug: str) -> NewestVersion | None:
    for _attempt in range(ATTEMPTS):
        found, waits = _query_newest(slug)
        if found is None or not waits:
            break
        # One thread of this process is enough; others show what there is, if anything.
        if not _publishing.acquire(blocking=found.number == 0):
            break
        try:
            if not _publish_at_once(found.event):
                break
        finally:
            _publishing.release()
    return None if found is None or found.digest in ("", HIDDEN_DIGEST) else found


def _publish_at_once(event: int) -> bool:
    """Publish now; return False if the database takes no write at the moment."""
    try:
        with lock_wait(0):
            publish(event, now=timezone.now())
    except DatabaseError as error:
        if database_fault(error) is None:
            raise
        return False
    return True


def _query_newest(slug: str) -> tuple[NewestVersion | None, bool]:
    """Return the newest version and whether somebody has to publish (1 query).

    The number is 0 if there is no version.
    """
    newest = PublicVersion.objects.filter(event=OuterRef("pk")).order_by("-number")
    late = timezone.now() - timedelta(seconds=settings.CHANGES_WAIT_SECONDS)
    waiting = Change.objects.filter(event=OuterRef("pk"), created_at__lte=late)
    event = Event.objects.filter(slug=slug).annotate(
        number=Subquery(newest.values("number")[:1]),
        digest=Subquery(newest.values("digest")[:1]),
        parts=Subquery(newest.values("parts")[:1]),
        waits=Exists(waiting),
    )
    row = event.values_list("pk", "number", "digest", "parts", "waits", "published").first()
    if row is None:
        return None, False
    key, number, digest, parts, waits, published = row
    found = NewestVersion(key, number or 0, digest or "", parts or {})
    return found, waits or (published and number is None)


def forget() -> None:
    """Ask the database again, as a process does that has just started."""
    _remembered.clear()
