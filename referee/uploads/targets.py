"""Where this server's events are sent: set, claimed, and recorded."""

import datetime as dt
import re
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from referee.backups.sealing import seal, unseal
from referee.models import UploadTarget
from referee.uploads.sending import Answer, Target, UploadError, checked_url
from tournament import audit
from tournament.audit import Actor
from tournament.common.secret_tokens import TOKEN_FORM
from tournament.events.services.events import lock_event
from tournament.models import Event

EVERY = dt.timedelta(seconds=30)
"""The shortest time between two uploads of an event."""
REST = 20
"""How many times as long as an upload took the sender waits before the next one."""
AFTER_CONFLICTS = dt.timedelta(minutes=5)
"""The wait after conflicts, which people have to decide."""
LEASE = dt.timedelta(minutes=15)
"""How long a claimed upload is left to its process, which may have died."""


def target_of(event: Event) -> UploadTarget | None:
    """Return where an event is sent; None if it is not."""
    return UploadTarget.objects.filter(event=event).first()


@transaction.atomic
def set_target(
    *, event: Event, url: str, key: str, continuous: bool, now: dt.datetime, by: Actor
) -> None:
    """Have an event sent, now and, if it is `continuous`, again and again.

    A blank key keeps the one that is known for this address. Raises ValidationError for an address
    or key that cannot be right.
    """
    event = lock_event(event)
    url, key, found = checked_url(url), key.strip(), target_of(event)
    known = found.key if found is not None and found.url == url else ""
    if not (re.fullmatch(TOKEN_FORM, key) if key else known):
        raise ValidationError(_("This is no key for uploads: copy it from the platform’s page."))
    sealed = seal(key.encode()).decode() if key else known
    changes = {"url": url, "key": sealed, "continuous": continuous, "next_at": now, "error": ""}
    if found is None:
        audit.insert(UploadTarget(event=event, **changes), by=by, event=event)
    else:
        audit.update(found, changes, by=by, event=event)


@transaction.atomic
def remove_target(*, event: Event, by: Actor) -> None:
    """Send an event no more, and forget the key."""
    found = target_of(lock_event(event))
    if found is not None:
        audit.remove(found, by=by, event=event)


def claim_target(*, now: dt.datetime) -> UploadTarget | None:
    """Claim the next due upload, so that no other process sends it; None without."""
    due = UploadTarget.objects.filter(next_at__lte=now).select_related("event")
    for found in due.order_by("next_at"):
        free = UploadTarget.objects.filter(pk=found.pk, next_at=found.next_at)
        if free.update(next_at=now + LEASE):
            return found
    return None


def opened_target(found: UploadTarget) -> Target:
    """Return a target with its key; UploadError if it cannot be unsealed."""
    key = unseal(found.key.encode())
    if key is None:
        raise UploadError(_("The key cannot be read any more: enter it again."))
    return Target(found.url, key.decode())


def record_upload(
    *, target: UploadTarget, answer: Answer | UploadError, began: dt.datetime, now: dt.datetime
) -> None:
    """Record an upload's outcome, and when the next one is due."""
    wait = max(EVERY, REST * (now - began))
    if isinstance(answer, UploadError):
        conflicts = {"conflicts": answer.conflicts, "found": answer.found}
        changes: dict[str, Any] = {
            "error": answer.reason,
            "outcome": conflicts if answer.conflicts else {},
        }
        wait = max(wait, AFTER_CONFLICTS) if answer.conflicts else wait
    else:
        counted = {"receipt": answer.receipt, "games": len(answer.games)}
        changes = {"error": "", "outcome": counted, "sent_at": now}
    same = UploadTarget.objects.filter(pk=target.pk, url=target.url, key=target.key)
    same.update(**changes, next_at=now + wait if target.continuous else None)
