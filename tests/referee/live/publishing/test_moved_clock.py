"""The server's clock is set back, or forward, while a round runs: its own clock goes on."""

import datetime as dt
import uuid

import pytest
from django.db import connection
from django.utils import timezone

from referee.live.publishing.publisher import Publisher, hold_lease, hold_lease_of_moved_clock
from tests.tournament.making import BY, make_event, seat_round
from tests.tournament.racing import race
from tournament.common.hall_clock import Clock
from tournament.models import ClockEntry, Round
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock

NOW = timezone.now()
HALF_AN_HOUR = 1800.0
HOUR, DAY = 3600.0, 86_400.0
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def running(db: None) -> Round:
    """A round of two hours whose clock was started half an hour ago."""
    return started()


def started() -> Round:
    event = make_event(players=4)
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    step_clock(round_=round_, step="start", by=BY, now=at(-HALF_AN_HOUR))
    return Round.objects.select_related("event").get(pk=round_.pk)


def at(seconds: float) -> dt.datetime:
    return NOW + seconds * SECOND


def clock(round_: Round, seconds: float) -> Clock:
    """The hall's clock when the server's tells this moment."""
    return clock_of_round(round_, now=at(seconds)).clock


def looked(*, wall: float = 0.0) -> Publisher:
    """A publisher that has the lease, and looked at the clock just now."""
    publisher = Publisher()
    publisher.step(now=at(wall), steady=1000.0)
    assert publisher.holds_lease
    return publisher


@pytest.mark.parametrize("moved", [-HOUR, -DAY, HOUR, DAY, -2 * HALF_AN_HOUR - 1])
def test_the_clock_of_a_round_goes_on_from_where_it_was(running: Round, moved: float) -> None:
    publisher = looked()
    publisher.step(now=at(moved + 1), steady=1001.0)
    hall = clock(running, moved + 61)
    assert (hall.state, hall.elapsed) == ("running", HALF_AN_HOUR + 61)
    assert hall.ends_at == at(moved + 7200 - HALF_AN_HOUR)
    # It is put right again.
    publisher.step(now=at(61), steady=1061.0)
    assert clock(running, 100).elapsed == HALF_AN_HOUR + 100
    assert clock(running, 100).ends_at == at(7200 - HALF_AN_HOUR)


def test_everybody_can_read_why(running: Round) -> None:
    looked().step(now=at(-HOUR), steady=1001.0)
    resumed, paused, _started = clock_of_round(running).ledger
    assert (paused.kind, resumed.kind) == ("pause", "resume")
    assert paused.by == resumed.by == "publisher"
    assert paused.reason == resumed.reason != ""


def test_clocks_that_stand_stay_as_they_are(running: Round) -> None:
    step_clock(round_=running, step="pause", by=BY, now=at(-60))
    looked().step(now=at(-HOUR), steady=1001.0)
    assert ClockEntry.objects.count() == 2
    assert clock(running, -HOUR).elapsed == HALF_AN_HOUR - 60


@pytest.mark.parametrize(
    ("wall", "steady"),
    [(HOUR, 1000.0 + HOUR), (-50, 1001.0), (50, 1001.0), (DAY, None)],
    ids=["slept", "a little back", "a little forward", "nobody knows"],
)
def test_a_machine_that_slept_has_its_time(
    running: Round, wall: float, steady: float | None
) -> None:
    looked().step(now=at(wall), steady=steady)
    assert ClockEntry.objects.count() == 1


def test_without_a_steady_clock_one_that_is_set_back_is_noticed(running: Round) -> None:
    publisher = Publisher()
    publisher.step(now=NOW)
    publisher.step(now=at(-HOUR))
    assert clock(running, -HOUR + 10).elapsed == HALF_AN_HOUR + 10


def test_a_server_that_starts_with_a_clock_that_was_set_back(running: Round) -> None:
    """Its battery is empty: what the lease says was the last that was known."""
    hold_lease(uuid.uuid4(), now=NOW)
    Publisher().step(now=at(-DAY), steady=3.0)
    assert clock(running, -DAY + 10).elapsed == HALF_AN_HOUR + 10


def test_a_server_that_starts_later_has_its_time(running: Round) -> None:
    hold_lease(uuid.uuid4(), now=NOW)
    Publisher().step(now=at(HOUR), steady=3.0)
    assert clock(running, HOUR).elapsed == HALF_AN_HOUR + HOUR


@pytest.mark.parametrize("moved", [-HOUR, HOUR])
def test_of_two_processes_one_lets_it_follow(running: Round, moved: float) -> None:
    publishers = [looked(), Publisher()]
    publishers[1].step(now=at(0.5), steady=1000.5)
    for publisher in reversed(publishers):
        publisher.step(now=at(moved + 2), steady=1002.0)
    for publisher in publishers:
        publisher.step(now=at(moved + 5), steady=1005.0)
    assert clock(running, moved + 5).elapsed == HALF_AN_HOUR + 5
    assert ClockEntry.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_one_lets_it_follow() -> None:
    round_, holder = started(), uuid.uuid4()
    hold_lease(holder, now=NOW)
    holders = [holder, *(uuid.uuid4() for _ in range(3))]
    race(
        *[
            lambda each=each: hold_lease_of_moved_clock(each, told=NOW, now=at(-HOUR))
            for each in holders
        ]
    )
    assert ClockEntry.objects.count() == 3
    assert clock(round_, -HOUR).elapsed == HALF_AN_HOUR
    connection.close()
