"""Which backups of the installation are kept, and when the next one is due."""

import datetime as dt
import re
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import NamedTuple

KEPT_WHOLE = dt.timedelta(days=1)
"""Every backup is kept for so long, however many are made by hand."""
HOUR = 3
"""A day's backup is due from this hour on, in the zone of the settings: nobody plays."""
_NAME = re.compile(r"treasurer-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar\.gz\.age")
_MOMENT = "%Y-%m-%dT%H-%M-%S"


class InstallationBackup(NamedTuple):
    """A finished backup on disk."""

    made_at: dt.datetime
    file: Path


def name_at(moment: dt.datetime) -> str:
    """Return the name of a backup that is made at this moment."""
    return f"treasurer-{moment.astimezone(dt.UTC).strftime(_MOMENT)}Z.tar.gz.age"


def backups_in(folder: Path) -> list[InstallationBackup]:
    """Return the finished backups of a folder that may be missing, newest first."""
    if not folder.is_dir():
        return []
    moments = ((_moment_of(file.name), file) for file in folder.iterdir())
    return sorted((InstallationBackup(at, file) for at, file in moments if at), reverse=True)


def _moment_of(name: str) -> dt.datetime | None:
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        return dt.datetime.strptime(found[1], _MOMENT).replace(tzinfo=dt.UTC)
    except ValueError:
        return None


def superfluous(
    backups: Iterable[InstallationBackup], *, now: dt.datetime, daily: int, weekly: int
) -> list[InstallationBackup]:
    """Return the backups to delete.

    Kept are those of the last day, the last one of each of the `daily` newest days that have one,
    and of each of the `weekly` newest weeks. Days and weeks are those of UTC.
    """
    newest_first = sorted(backups, reverse=True)
    kept = {each for each in newest_first if now - each.made_at <= KEPT_WHOLE}
    kept |= _last_of_each(newest_first, lambda at: at.date(), daily)
    kept |= _last_of_each(newest_first, lambda at: at.isocalendar()[:2], weekly)
    return [each for each in newest_first if each not in kept]


def _last_of_each(
    newest_first: Iterable[InstallationBackup],
    period: Callable[[dt.datetime], Hashable],
    most: int,
) -> set[InstallationBackup]:
    last: dict[Hashable, InstallationBackup] = {}
    for each in newest_first:
        last.setdefault(period(each.made_at), each)
    return set(list(last.values())[:most])


def is_due(newest: dt.datetime | None, *, now: dt.datetime) -> bool:
    """Return whether no backup was made since the last time that one was due.

    `now` is in the zone by which the hour counts.
    """
    due = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if due > now:
        due -= dt.timedelta(days=1)
    return newest is None or newest < due
