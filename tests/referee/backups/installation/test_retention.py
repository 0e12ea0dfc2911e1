"""The newest of each day and each week stays, and everything of the last day."""

import datetime as dt
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.backups.installation.retention import (
    InstallationBackup,
    backups_in,
    is_due,
    name_at,
    superfluous,
)

NOW = dt.datetime(2026, 11, 29, 18, 30, tzinfo=dt.UTC)
MOMENTS = st.integers(0, 600 * 24 * 3600).map(lambda ago: NOW - dt.timedelta(seconds=ago))


def backups(*moments: dt.datetime) -> list[InstallationBackup]:
    return [InstallationBackup(at, Path(name_at(at))) for at in moments]


def kept(*moments: dt.datetime, daily: int = 7, weekly: int = 4) -> list[str]:
    held = backups(*moments)
    old = superfluous(held, now=NOW, daily=daily, weekly=weekly)
    return sorted((f"{each.made_at:%m-%d %H}" for each in held if each not in old), reverse=True)


def test_seven_days_and_four_weeks_stay_of_a_backup_each_night() -> None:
    nights = [NOW.replace(hour=3) - dt.timedelta(days=days) for days in range(60)]
    assert kept(*nights) == [
        *("11-29 03", "11-28 03", "11-27 03", "11-26 03", "11-25 03", "11-24 03", "11-23 03"),
        *("11-22 03", "11-15 03", "11-08 03"),
    ]
    assert len(kept(*nights, daily=1, weekly=1)) == 1


def test_all_of_the_last_day_stay_and_then_the_last_of_each_day() -> None:
    hours = [NOW - dt.timedelta(hours=hours) for hours in range(48)]
    found = kept(*hours, daily=2, weekly=1)
    assert len(found) == 25
    assert kept(*[at - dt.timedelta(days=3) for at in hours], daily=2, weekly=1) == [
        "11-26 18",
        "11-25 23",
    ]


def test_days_without_a_backup_take_no_place() -> None:
    old = [NOW - dt.timedelta(days=days) for days in (100, 200, 300)]
    assert len(kept(*old)) == 3


@settings(deadline=None)
@given(st.sets(MOMENTS), st.integers(1, 9), st.integers(1, 9))
def test_the_rule_has_a_limit_and_keeps_the_newest(
    moments: set[dt.datetime], daily: int, weekly: int
) -> None:
    held = backups(*moments)
    old = superfluous(held, now=NOW, daily=daily, weekly=weekly)
    left = set(held) - set(old)
    earlier = [each for each in left if NOW - each.made_at > dt.timedelta(days=1)]
    assert len(earlier) <= daily + weekly
    assert not held or max(held) in left
    # What was deleted once is not missed by the next look.
    assert superfluous(left, now=NOW, daily=daily, weekly=weekly) == []


def test_files_of_others_are_no_backups(tmp_path: Path) -> None:
    for name in ("treasurer-2026-13-29T18-00-00Z.tar.gz.age", "notes.txt", "x.part"):
        (tmp_path / name).touch()
    (tmp_path / f"{name_at(NOW)}.part").touch()
    assert backups_in(tmp_path) == []
    (tmp_path / name_at(NOW)).touch()
    assert backups_in(tmp_path) == [InstallationBackup(NOW, tmp_path / name_at(NOW))]
    assert backups_in(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("newest", "now", "due"),
    [
        (None, "2026-11-29 12:00", True),
        ("2026-11-29 03:01", "2026-11-29 23:59", False),
        ("2026-11-29 02:59", "2026-11-29 03:00", True),
        ("2026-11-28 03:01", "2026-11-29 02:59", False),
        ("2026-11-20 03:01", "2026-11-29 02:59", True),
    ],
)
def test_one_is_due_each_night_and_once_it_was_missed(
    newest: str | None, now: str, due: bool
) -> None:
    zone = ZoneInfo("Europe/Paris")
    made_at = dt.datetime.fromisoformat(newest).replace(tzinfo=zone) if newest else None
    at = dt.datetime.fromisoformat(now).replace(tzinfo=zone)
    assert is_due(made_at.astimezone(dt.UTC) if made_at else None, now=at) is due
