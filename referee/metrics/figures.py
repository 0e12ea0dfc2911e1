"""The figures: each with its name, its meaning, and how it is read.

The names are those of Prometheus: a unit at the end, `_total` for what only grows. A delay is 0 if
nothing waits.
"""

import datetime as dt
import shutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.db.models import Min, QuerySet, Sum
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from referee.backups.installation.files import newest_backup
from referee.doctor.machine import database_bytes, database_time
from referee.doctor.reachable import site_certificate
from referee.doctor.stores import ping_redis
from referee.log.table_states import SILENT_AFTER
from referee.models import Call, Device, FairnessStudy, GameLog, Outbox
from tournament.backups.files import backups_of
from tournament.models import (
    ArchiveJob,
    BackupJob,
    Change,
    DrawJob,
    Email,
    Event,
    PublisherLease,
    Round,
    WebhookMessage,
)
from tournament.models.background import BackgroundJob
from tournament.visibility import waiting_time

JOBS: tuple[type[BackgroundJob], ...] = (ArchiveJob, BackupJob, DrawJob, FairnessStudy)
MAX_JOBS = 100
NEVER = float("inf")
ONCE = Retry(NoBackoff(), 0)
"""A scrape has no time to ask Redis again."""


class Figure(NamedTuple):
    """One figure to measure.

    `read` is given the time, and returns None if there is nothing to measure.
    """

    name: str
    about: str
    read: Callable[[dt.datetime], float | None]


def count_logged_events(now: dt.datetime) -> float:
    """Return the length of all logs together."""
    return float(GameLog.objects.aggregate(sum=Sum("head_seq"))["sum"] or 0)


def count_games_played(now: dt.datetime) -> float:
    """Return the number of games that are being played."""
    return float(GameLog.objects.filter(state=GameLog.State.PLAYING).count())


def publisher_silence(now: dt.datetime) -> float:
    """Return the seconds since the publisher's last sign of life."""
    beat = PublisherLease.objects.values_list("beat", flat=True).first()
    return NEVER if beat is None else abs((now - beat).total_seconds())


def publishing_delay(now: dt.datetime) -> float:
    """Return the age of the oldest change that could have been published."""
    changed = Change.objects.aggregate(at=Min("created_at"))["at"]
    boards = Outbox.objects.order_by().values_list("game__table__round__event__board_delay")
    told = [at + waiting_time(delay) for delay, at in boards.annotate(Min("created_at"))]
    return age_of_oldest([changed, *told], now)


def email_delay(now: dt.datetime) -> float:
    """Return by how long the most overdue e-mail is late."""
    return overdue(Email.objects.filter(status=Email.Status.WAITING), now)


def webhook_delay(now: dt.datetime) -> float:
    """Return by how long the most overdue webhook message is late."""
    waiting = WebhookMessage.objects.filter(status=WebhookMessage.Status.WAITING)
    return overdue(waiting.filter(webhook__off_at=None), now)


def overdue(rows: "QuerySet[Email] | QuerySet[WebhookMessage]", now: dt.datetime) -> float:
    """Return the seconds since the earliest `due_at`."""
    return age_of_oldest((rows.aggregate(at=Min("due_at"))["at"],), now)


def job_silence(now: dt.datetime) -> float:
    """Return the longest time that an open job has given no sign of life."""
    return age_of_oldest((job.last_sign for job in open_jobs()), now)


def open_jobs() -> Iterator[BackgroundJob]:
    """Yield the draws, archives, backups and studies that wait or run."""
    for kind in JOBS:
        rows: Any = kind._default_manager
        yield from rows.filter(status__in=kind.OPEN)[:MAX_JOBS]


def count_open_calls(now: dt.datetime) -> float:
    """Return the number of calls that nobody has answered."""
    return float(Call.objects.filter(state=Call.State.OPEN).count())


def call_wait(now: dt.datetime) -> float:
    """Return the age of the oldest call that nobody has answered."""
    opened = Call.objects.filter(state=Call.State.OPEN).aggregate(at=Min("opened_at"))["at"]
    return age_of_oldest((opened,), now)


def count_silent_tablets(now: dt.datetime) -> float:
    """Return the number of writing tablets that have been silent for too long.

    A writing tablet is one that writes a game.
    """
    writing = GameLog.objects.filter(state=GameLog.State.PLAYING).values("lease_device")
    silent = Device.objects.filter(pk__in=writing, last_seen_at__lt=now - SILENT_AFTER)
    return float(silent.count())


def backup_age(now: dt.datetime) -> float | None:
    """Return the age of the newest backup of the played event whose backup is oldest.

    None if no event is being played; infinite if one has no backup.
    """
    played = Round.objects.filter(status__in=Round.PUBLIC, closed_at=None)
    events = Event.objects.filter(pk__in=played.values("event"), closed_at=None)
    ages = [
        max(((file.made_at - now).total_seconds() for file in backups_of(event)), default=-NEVER)
        for event in events
    ]
    return -min(ages) if ages else None


def installation_backup_age(now: dt.datetime) -> float | None:
    """Return the age of the newest backup of the whole installation.

    None if the settings ask for none; infinite if there is none.
    """
    if not settings.BACKUP_RECIPIENT:
        return None
    newest = newest_backup()
    return NEVER if newest is None else (now - newest).total_seconds()


def free_bytes(now: dt.datetime) -> float:
    """Return the space that is free in the data folder."""
    return float(shutil.disk_usage(settings.DATA_DIR).free)


def clock_offset(now: dt.datetime) -> float:
    """Return by how much this clock is ahead of the database's."""
    return (timezone.now() - database_time()).total_seconds()


def redis_up(now: dt.datetime) -> float | None:
    """Return 1 if Redis answers, 0 if it does not, None if none is set."""
    if not settings.REDIS_URL:
        return None
    try:
        ping_redis(retry=ONCE)
    except redis.RedisError:
        return 0.0
    return 1.0


def certificate_left(now: dt.datetime) -> float | None:
    """Return the seconds until the public address's certificate ends.

    It is None without a certificate.
    """
    found = site_certificate()
    return None if found is None else (found.not_valid_after_utc - now).total_seconds()


def age_of_oldest(moments: Iterable[dt.datetime | None], now: dt.datetime) -> float:
    """Return the seconds since the earliest of these moments, 0 if none has passed."""
    return max((0.0, *((now - at).total_seconds() for at in moments if at is not None)))


FIGURES = (
    Figure("logged_events_total", "Events in all logs", count_logged_events),
    Figure("games_playing", "Games that are being played", count_games_played),
    Figure("publisher_silence_seconds", "Since the publisher's last sign", publisher_silence),
    Figure("publishing_delay_seconds", "Age of the oldest unpublished change", publishing_delay),
    Figure("email_delay_seconds", "Lateness of the most overdue e-mail", email_delay),
    Figure("webhook_delay_seconds", "Lateness of the most overdue webhook message", webhook_delay),
    Figure("job_silence_seconds", "Longest silence of a job in the background", job_silence),
    Figure("calls_open", "Calls that nobody has answered", count_open_calls),
    Figure("call_wait_seconds", "Age of the oldest call that nobody answered", call_wait),
    Figure("tablets_silent", "Tablets that write a game and are silent", count_silent_tablets),
    Figure("backup_age_seconds", "Age of the oldest newest backup of a played event", backup_age),
    Figure(
        "installation_backup_age_seconds",
        "Age of the newest backup of the whole installation",
        installation_backup_age,
    ),
    Figure("disk_free_bytes", "Free space in the data folder", free_bytes),
    Figure("database_bytes", "Size of the database", lambda now: float(database_bytes())),
    Figure("clock_offset_seconds", "This clock beside the database's", clock_offset),
    Figure("redis_up", "Whether Redis answers", redis_up),
    Figure("certificate_left_seconds", "Until the site's certificate ends", certificate_left),
)
