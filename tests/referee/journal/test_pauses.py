"""The pauses of a log, and how many seconds of the hall's clock they give back."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.journal.pauses import (
    SILENCE,
    SLACK_SECONDS,
    Pause,
    Pauses,
    credited_times,
    pauses_from_json,
)
from tests.referee.journal.logs import Event, began

NOON = datetime(2026, 5, 16, 12, tzinfo=UTC)
"""When the hall's clock was started."""
ROLL: Event = {"type": "roll"}
PAUSE: Event = {"type": "pause", "reason": "a spill"}


def resume(seconds: int | None = None) -> Event:
    return {"type": "resume"} if seconds is None else {"type": "resume", "seconds": seconds}


def elapsed(moment: datetime) -> int:
    """By a hall's clock that runs from noon."""
    return max(int((moment - NOON).total_seconds()), 0)


def log(*rows: tuple[float, Event]) -> Pauses:
    """The pauses of rows that the server received so many seconds after noon."""
    pauses = Pauses()
    for seq, (at, event) in enumerate(rows, 1):
        pauses = pauses.with_row(seq, event).with_receipt(seq, NOON + timedelta(seconds=at))
    return pauses


def given_back(*rows: tuple[float, Event]) -> tuple[int, ...]:
    return credited_times(log(*rows).all, elapsed)


def test_a_pause_gives_back_what_the_tablet_told() -> None:
    assert given_back((60, ROLL), (100, PAUSE), (412, resume(312))) == (312,)


def test_a_pause_that_lasts_gives_nothing_yet_and_is_named() -> None:
    pauses = log((60, ROLL), (100, PAUSE))
    assert credited_times(pauses.all, elapsed) == (0,)
    assert pauses.current_pause == Pause(
        2, heard_before=NOON + timedelta(seconds=60), began_at=NOON + timedelta(seconds=100)
    )


def test_no_more_is_given_than_the_server_can_have_missed() -> None:
    assert given_back((60, ROLL), (100, PAUSE), (130, resume(3000))) == (70 + SLACK_SECONDS,)


def test_an_old_end_of_a_pause_gives_the_time_between_the_two_rows() -> None:
    assert given_back((60, ROLL), (100, PAUSE), (412, resume())) == (312,)


def test_a_pause_that_was_sent_together_from_offline_is_given_as_told() -> None:
    rows = [(60, ROLL), (800, ROLL), (800.2, PAUSE), (800.2, resume(312)), (800.4, ROLL)]
    assert given_back(*rows) == (312,)


def test_a_long_queue_comes_in_several_requests_and_is_one_silence() -> None:
    queue = [(800 + part, ROLL) for part in range(5)]
    assert given_back((60, ROLL), *queue, (806, PAUSE), (807, resume(312))) == (312,)


def test_pauses_of_one_queue_share_the_time_they_can_have_taken() -> None:
    rows = [(100, ROLL), (700, PAUSE), (700, resume(400)), (700, PAUSE), (700, resume(400))]
    assert given_back(*rows) == (400, 200 + SLACK_SECONDS)


def test_a_pause_before_the_halls_clock_was_started_gives_no_time() -> None:
    assert given_back((-900, ROLL), (-800, PAUSE), (-100, resume(700))) == (0,)
    assert given_back((-900, ROLL), (-800, PAUSE), (-100, resume())) == (0,)


def test_of_a_pause_over_the_start_of_the_halls_clock_only_the_rest_counts() -> None:
    assert given_back((-900, ROLL), (-800, PAUSE), (60, resume(860))) == (60 + SLACK_SECONDS,)
    assert given_back((-900, ROLL), (-800, PAUSE), (60, resume())) == (60,)


def test_while_the_halls_clock_stands_a_pause_gives_nothing() -> None:
    stands = lambda _moment: 600  # noqa: E731 - a clock that stands
    assert credited_times(log((700, ROLL), (720, PAUSE), (900, resume(180))).all, stands) == (0,)


def test_a_first_row_that_is_a_pause_is_bounded_by_the_clock_alone() -> None:
    assert given_back((100, PAUSE), (200, resume(150))) == (150,)


def test_rows_that_the_server_has_not_received_give_what_it_cannot_say() -> None:
    pauses = Pauses().with_row(1, PAUSE).with_row(2, resume(312))
    assert pauses.all == (Pause(1, ended=2, seconds=312),)
    assert credited_times(pauses.all, elapsed) == (0,)


@pytest.mark.parametrize("event", [resume(5), ROLL])
def test_an_end_without_a_pause_changes_nothing(event: Event) -> None:
    assert Pauses().with_row(1, event) == Pauses()


def test_pauses_are_stored_as_they_are() -> None:
    pauses = log((60, ROLL), (100, PAUSE), (412, resume(312)), (500, PAUSE)).all
    stored = json.loads(json.dumps([pause.as_json() for pause in pauses]))
    assert pauses_from_json(stored) == pauses


def test_the_journal_says_the_same_live_and_replayed() -> None:
    table = began(PAUSE, resume(312), PAUSE)
    assert table.journal.beside.pauses == table.replayed().beside.pauses
    assert table.journal.beside.pauses.all == (Pause(2, ended=3, seconds=312), Pause(4))


steps = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.5, 20.0, 300.0]),
        st.sampled_from([ROLL, PAUSE, resume(), resume(30), resume(400), resume(80_000)]),
    ),
    max_size=12,
)


@given(steps, st.integers(-1000, 0))
@example([(0.0, PAUSE), (300.0, resume(80_000))], -1000)
def test_no_table_gets_more_time_back_than_the_hall_has_played(
    gaps: list[tuple[float, Event]], start: int
) -> None:
    """Whatever tablets tell: each pause at most what was told, all together at most the hall's
    time and the slack; and what one gives never changes with what is logged later."""
    moment, rows = float(start), []
    for gap, event in gaps:
        moment += gap
        rows.append((moment, event))
    pauses = log(*rows).all
    given_times = credited_times(pauses, elapsed)
    for pause, seconds in zip(pauses, given_times, strict=True):
        assert seconds >= 0
        assert pause.seconds is None or seconds <= pause.seconds
    most = elapsed(NOON + timedelta(seconds=moment)) + SLACK_SECONDS * len(pauses)
    assert sum(given_times) <= most
    for count in range(len(rows)):
        earlier = log(*rows[:count]).all
        over = [pause for pause in earlier if not pause.lasts]
        assert credited_times(over, elapsed) == given_times[: len(over)]


@given(st.integers(0, 3000), st.integers(0, 600), st.integers(0, 3000), st.booleans())
def test_a_tablet_that_tells_the_truth_is_believed(
    pause_at: int, lasted: int, uploaded_after: int, online: bool
) -> None:
    """Online or uploaded later, its pause is given back to the second."""
    begin, end = 60 + pause_at, 60 + pause_at + lasted
    late = end + uploaded_after + SILENCE.total_seconds()
    arrivals = (begin, end) if online else (late, late)
    rows = [(50.0, ROLL), (float(arrivals[0]), PAUSE), (float(arrivals[1]), resume(lasted))]
    assert given_back(*rows) == (lasted,)
