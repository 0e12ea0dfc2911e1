"""Times that tablets and records tell are read with care."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.journal.times import END, FIRST, MAX_LENGTH, is_harmless, read_moment

ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
SECONDS = st.integers(0, int((END - FIRST).total_seconds()) - 1)
MOMENTS = st.builds(
    lambda after, zone: (FIRST + timedelta(0, after)).astimezone(zone), SECONDS, ZONES
)


@given(MOMENTS)
def test_a_moment_of_these_hundred_years_is_read_in_every_zone(moment: datetime) -> None:
    read = read_moment(moment.isoformat())
    assert read == moment
    assert read is not None
    assert read.tzinfo is UTC


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-16T10:00:00.000Z", datetime(2026, 5, 16, 10, tzinfo=UTC)),
        ("2026-05-16T10:00:00+02:00", datetime(2026, 5, 16, 8, tzinfo=UTC)),
        ("2026-05-16T10:00:00.123456789Z", datetime(2026, 5, 16, 10, 0, 0, 123456, tzinfo=UTC)),
        ("2000-01-01T00:00:00Z", FIRST),
        ("1999-12-31T23:00:00-01:00", FIRST),
        ("2099-12-31T23:59:59Z", datetime(2099, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2100-01-01T00:30:00+01:00", datetime(2099, 12, 31, 23, 30, tzinfo=UTC)),
    ],
)
def test_a_time_is_this_moment(text: str, moment: datetime) -> None:
    assert read_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "1999-12-31T23:59:59Z",
        "2100-01-01T00:00:00Z",
        "2000-01-01T00:30:00+01:00",
        "0001-01-01T00:00:00+10:00",
        "9999-12-31T23:59:59-10:00",
        "2026-02-30T10:00:00Z",
        "2026-05-16T24:00:01Z",
        "2026-06-30T23:59:60Z",
        "2026-05-16T10:00:00+99:00",
        "2026-05-16T10:00:00+02:60",
        "2026-05-16T10:00:00",
        "2026-05-16 10:00:00Z",
        "2026-05-16T10:00:00Z\n",
        "2026-05-16T10:00:00.Z",
        "2026-05-16T10:00:00.1234567890Z",
        "٢٠٢٦-05-16T10:00:00Z",
        "2026-W20-6T10:00:00Z",
        "20260516T100000Z",
        "",
        "soon",
        "2026-05-16T10:00:00" + "Z" * MAX_LENGTH,
        None,
        7,
        END,
    ],
)
def test_everything_else_is_no_moment(text: object) -> None:
    assert read_moment(text) is None


@given(MOMENTS)
def test_what_is_read_as_a_moment_is_harmless(moment: datetime) -> None:
    assert is_harmless(moment.isoformat())


@pytest.mark.parametrize("text", ["9999-99-99T99:99:99Z", "0", "x" * MAX_LENGTH, "+10:00"])
def test_a_wrong_time_is_kept_where_it_is_harmless(text: str) -> None:
    assert is_harmless(text)


@pytest.mark.parametrize(
    "text", ["", "x" * (MAX_LENGTH + 1), "2026 05", "10:00\n", '"', "é", "<b>", None, 7]
)
def test_other_texts_are_not_kept(text: object) -> None:
    assert not is_harmless(text)
