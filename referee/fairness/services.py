"""Studies in the background: asked for, stopped, claimed by a worker, ended."""

import datetime as dt
import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.fairness.playing import study_of
from referee.fairness.settings import is_same_setting, settings_of
from referee.models import FairnessStudy
from scoring.game.schema import EditionError
from tournament import audit
from tournament.audit import Actor
from tournament.common.rate_limits import allow_attempt
from tournament.events.services.background_jobs import cancel_job
from tournament.events.services.events import lock_event
from tournament.models import Event
from tournament.models.background import MAX_QUEUED_TIME, RUNNING_SILENT

MOST = 20
WITHIN_SECONDS = 3600
"""So many studies a person may ask for in so many seconds."""
MAX_QUEUED = 2
"""The most studies that wait or are made at once, of all events: one waits for the other."""
MOST_KEPT = 5
"""The most studies of an event, each of another setting: to compare with."""
QUEUE_LOCK = 0x6661697265
"""Names the lock on the queue of all events."""
Status = FairnessStudy.Status


@transaction.atomic
def request_study(*, event: Event, seconds: int, by: User) -> FairnessStudy:
    """Queue a study with turns of so many seconds, or return the event's open one.

    It replaces the earlier study of the same setting. Raise ValidationError if the event's
    games cannot be simulated, or after too many studies.
    """
    event = lock_event(event)
    earlier = FairnessStudy.objects.filter(event=event)
    for study in earlier.filter(status__in=FairnessStudy.OPEN):
        if study.is_open:
            return study
    setting, seed = settings_of(event, seconds=seconds), secrets.token_hex(8)
    try:
        study_of(setting, seed)
    except EditionError as error:
        raise ValidationError(str(error)) from error
    _refuse_too_many(event, by)
    _delete_replaced(event, setting)
    asked = FairnessStudy(event=event, setting=setting, seed=seed, requested_by=audit.name_of(by))
    audit.insert(asked, by=by, event=event)
    return asked


def _delete_replaced(event: Event, setting: dict[str, Any]) -> None:
    """Delete the studies that a new one of this setting replaces.

    These are studies without figures, those of this setting, and the oldest beyond MOST_KEPT.
    """
    studies = FairnessStudy.objects.filter(event=event).order_by("-pk")
    others = [
        study.pk
        for study in studies
        if study.has_figures and not is_same_setting(study.setting, setting)
    ]
    studies.exclude(pk__in=others[: MOST_KEPT - 1]).delete()


def _refuse_too_many(event: Event, by: User) -> None:
    if not allow_attempt(f"fairness:{by.pk}", MOST, WITHIN_SECONDS):
        raise ValidationError(_("You asked for many studies: try again in an hour."))
    _lock_queue()
    waiting = FairnessStudy.objects.filter(status__in=FairnessStudy.OPEN).exclude(event=event)
    if sum(study.is_open for study in waiting) >= MAX_QUEUED:
        raise ValidationError(_("Other events are being studied: try again in a few minutes."))


def _lock_queue() -> None:
    """Let only one request at a time count the studies of all events.

    With SQLite this is so anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [QUEUE_LOCK])


def stop_study(*, study: FairnessStudy, by: Actor) -> FairnessStudy:
    """Stop a study, which keeps the games so far; nothing happens to one that is over."""
    return cancel_job(job=study, event=study.event, by=by)


def claim_study(*, now: dt.datetime) -> FairnessStudy | None:
    """Claim the study that has waited longest; None if no study waits.

    Only one process gets it. A study whose process died is taken up again, unless it was asked
    for too long ago.
    """
    left = Q(status=Status.QUEUED) | Q(status=Status.RUNNING, seen_at__lt=now - RUNNING_SILENT)
    waiting = FairnessStudy.objects.filter(left, created_at__gt=now - MAX_QUEUED_TIME)
    for study in waiting.order_by("pk"):
        claim = FairnessStudy.objects.filter(pk=study.pk, status=study.status)
        if claim.filter(seen_at=study.seen_at).update(status=Status.RUNNING, seen_at=now):
            return study
    return None


def tell_progress(*, pk: int, percent: int) -> bool:
    """Note how far a study is, which is a sign of life; return whether it still runs."""
    running = FairnessStudy.objects.filter(pk=pk, status=Status.RUNNING)
    return bool(running.update(progress=percent, seen_at=timezone.now()))


def keep_report(*, pk: int, report: dict[str, Any]) -> None:
    """Keep the figures, also those of a study that was stopped, and end it."""
    FairnessStudy.objects.filter(pk=pk).update(report=report)
    _end(pk, status=Status.FINISHED, progress=100)


def fail_study(*, pk: int, code: str) -> None:
    """End a study without figures; `code` says why (`selectors.FAILURES`)."""
    _end(pk, status=Status.FAILED, error=code)


def _end(pk: int, **changes: Any) -> None:
    open_ones = FairnessStudy.objects.filter(pk=pk, status__in=FairnessStudy.OPEN)
    open_ones.update(finished_at=timezone.now(), **changes)
