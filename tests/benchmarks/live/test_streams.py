"""How late a viewer saw an event, of what readers and tablets noted."""

import math

import pytest

from benchmarks.live.streams import _waits, delays_of, shares


def test_an_event_is_seen_with_the_first_version_that_has_it() -> None:
    found = {
        "seqs": {"1": {"1/1": 2}, "2": {"1/1": 5, "1/2": 1}},
        "arrivals": {"1": [10.5, 10.7], "2": [11.0]},
    }
    events = [("1/1", 1, 10.0), ("1/1", 2, 10.25), ("1/1", 4, 10.5), ("1/2", 1, 10.75)]
    assert sorted(delays_of(found, events)) == pytest.approx(
        sorted([0.5, 0.7, 0.25, 0.45, 0.5, 0.25])
    )


def test_an_event_that_no_version_told_of_has_no_delay() -> None:
    assert list(delays_of({"seqs": {}, "arrivals": {}}, [("1/1", 1, 10.0)])) == []


def test_waits_are_those_of_a_time_in_milliseconds() -> None:
    waits = [(1.0, 9.0), (2.0, 0.01), (2.5, 0.03), (3.0, 0.02), (4.0, 9.0)]
    assert _waits(waits, 1.5, 3.5) == pytest.approx((20, 30))


def test_of_nothing_there_are_no_quantiles() -> None:
    assert all(math.isnan(value) for value in shares([], 0.5, 0.99))
