"""Checks of the machine: Python, disk, clock, time zones."""

import datetime as dt
import shutil
import sys
import zoneinfo
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.backups.installation.files import newest_backup
from referee.doctor.findings import Finding, critical, fine, warning
from tournament.common.commands import manage_command
from tournament.models import AuditEntry, Event

PYTHONS = ((3, 11), (3, 14))
"""The oldest and the newest Python that the tests run with."""
MEGABYTE = 1_000_000
LEAST_FREE = 500 * MEGABYTE
LITTLE_FREE = 2_000 * MEGABYTE
NEWEST = 100
"""So many of the last entries of the audit log are read: it grows, and has no index by time."""
BACKUP_EVERY = dt.timedelta(hours=36)
"""A night's backup that is missing is told by the next noon."""
CLOCK_SECONDS = 5
"""By so much clocks may differ: the hall's clock is told in seconds."""


def check_python() -> Iterator[Finding]:
    """Look at the version of Python."""
    found, (oldest, newest) = sys.version_info[:2], PYTHONS
    facts = {
        "found": ".".join(map(str, found)),
        "oldest": ".".join(map(str, oldest)),
        "newest": ".".join(map(str, newest)),
    }
    if oldest <= found <= newest:
        yield fine(_("Python %(found)s is supported.") % facts)
    else:
        yield warning(
            _("Python %(found)s is not tested.") % facts,
            _("Install one from %(oldest)s to %(newest)s.") % facts,
        )


def check_disk() -> Iterator[Finding]:
    """Look at the space that is free in the data folder, for backups too."""
    folder = Path(settings.DATA_DIR)
    free, size = shutil.disk_usage(folder).free, database_bytes()
    facts = {"free": free // MEGABYTE, "folder": folder, "size": size // MEGABYTE}
    text = _("%(free)d MB are free in %(folder)s.") % facts
    if free < LEAST_FREE:
        yield critical(text, _("Make room now, or nothing can be saved soon."))
    elif free < max(LITTLE_FREE, 2 * size):
        yield warning(
            text, _("Make room for backups: the database takes %(size)d MB already.") % facts
        )
    else:
        yield fine(text)


def check_installation_backup() -> Iterator[Finding]:
    """Look at the newest backup of the installation, if the settings ask for any."""
    if not settings.BACKUP_RECIPIENT:
        return
    command = {"command": manage_command("back_up_installation")}
    advice = _("Run “%(command)s”, and read what it says.") % command
    newest = newest_backup()
    if newest is None:
        yield critical(_("There is no backup of the whole installation."), advice)
        return
    text = _("The newest backup of the whole installation is of %(at)s UTC.")
    found = text % {"at": f"{newest:%Y-%m-%d %H:%M}"}
    old = timezone.now() - newest > BACKUP_EVERY
    yield critical(found, advice) if old else fine(found)


def database_bytes() -> int:
    """Return the size of the database, 0 if it does not say."""
    if connection.vendor == "sqlite":
        name = Path(str(connection.settings_dict["NAME"]))
        return name.stat().st_size if name.exists() else 0
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return 0


def check_clock() -> Iterator[Finding]:
    """Compare this machine's clock with the database's and the audit log's.

    The audit log counts by its newest entries.
    """
    now = timezone.now()
    advice = _("Let the machine set its clock by the network (NTP).")
    newest = AuditEntry.objects.order_by("-pk").values_list("at", flat=True)[:NEWEST]
    last = max(newest, default=now)
    if last - now > dt.timedelta(seconds=CLOCK_SECONDS):
        text = _("The clock was set back: the newest entry of the audit log is of %(at)s UTC.")
        yield critical(text % {"at": f"{last:%Y-%m-%d %H:%M}"}, advice)
        return
    apart = abs((database_time() - now).total_seconds())
    facts = {"seconds": round(apart, 1)}
    if apart > CLOCK_SECONDS:
        yield critical(_("This clock and the database’s are %(seconds)s s apart.") % facts, advice)
    else:
        yield fine(_("The clock is not behind what was logged."))


def database_time() -> dt.datetime:
    """Return the time by the database's clock; by this machine's if it has none."""
    if connection.vendor == "sqlite":
        return timezone.now()  # It has no clock of its own.
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        told: dt.datetime = cursor.fetchone()[0]
        return told


def check_time_zones() -> Iterator[Finding]:
    """Look whether the time zones of all events are known here."""
    known = zoneinfo.available_timezones()
    zones = {*Event.objects.values_list("time_zone", flat=True), settings.TIME_ZONE}
    missing = sorted(zones - known)
    if missing:
        yield critical(
            _("Time zones are not known here: %(zones)s.") % {"zones": ", ".join(missing)},
            _("Install the system’s time zone data (tzdata)."),
        )
    else:
        yield fine(_("The time zones of all events are known."))
