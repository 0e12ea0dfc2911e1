"""The hall clock as a fold over its ledger."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.common.hall_clock import (
    NEXT_STATE,
    LedgerEntry,
    State,
    Step,
    can_step,
    clock_at,
    elapsed_at,
)

NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)
TWO_HOURS = 7200


def after(seconds: float) -> dt.datetime:
    return NOON + dt.timedelta(seconds=seconds)


def test_a_clock_nobody_started_waits_with_its_whole_length() -> None:
    clock = clock_at([], length=TWO_HOURS, now=NOON)
    assert (clock.state, clock.elapsed, clock.remaining) == ("waiting", 0, TWO_HOURS)


def test_a_running_clock_has_run_since_its_start() -> None:
    clock = clock_at([LedgerEntry("start", NOON)], length=TWO_HOURS, now=after(90))
    assert (clock.state, clock.elapsed, clock.remaining) == ("running", 90, 7110)


def test_a_paused_clock_stands() -> None:
    ledger = [LedgerEntry("start", NOON), LedgerEntry("pause", after(60))]
    clock = clock_at(ledger, length=TWO_HOURS, now=after(4000))
    assert (clock.state, clock.elapsed) == ("paused", 60)


def test_the_pause_is_not_counted_after_resuming() -> None:
    ledger = [
        LedgerEntry("start", NOON),
        LedgerEntry("pause", after(60)),
        LedgerEntry("resume", after(360)),
    ]
    assert clock_at(ledger, length=TWO_HOURS, now=after(400)).elapsed == 100


def test_remaining_goes_below_zero_when_nobody_ends_the_clock() -> None:
    assert (
        clock_at([LedgerEntry("start", NOON)], length=TWO_HOURS, now=after(7260)).remaining == -60
    )


def test_an_ended_clock_stands_and_can_be_resumed() -> None:
    ledger = [LedgerEntry("start", NOON), LedgerEntry("end", after(100))]
    assert clock_at(ledger, length=TWO_HOURS, now=after(500)).elapsed == 100
    ledger.append(LedgerEntry("resume", after(500)))
    clock = clock_at(ledger, length=TWO_HOURS, now=after(510))
    assert (clock.state, clock.elapsed) == ("running", 110)


def test_a_server_clock_set_back_never_takes_time_away() -> None:
    ledger = [LedgerEntry("start", NOON), LedgerEntry("pause", after(-30))]
    assert clock_at(ledger, length=TWO_HOURS, now=after(10)).elapsed == 0


def test_a_clock_that_was_set_back_between_two_steps_has_a_past() -> None:
    """It was paused after half an hour, and goes on at what the server now takes for noon."""
    ledger = [
        LedgerEntry("start", NOON),
        LedgerEntry("pause", after(1800)),
        LedgerEntry("resume", after(-1800)),
    ]
    assert elapsed_at(ledger, after(-1801)) == 0
    assert elapsed_at(ledger, after(-1740)) == 1800 + 60
    assert elapsed_at(ledger, after(-60)) == 1800 + 1740
    assert clock_at(ledger, length=TWO_HOURS, now=after(-1740)).elapsed == 1800 + 60


@pytest.mark.parametrize(
    ("state", "steps"),
    [
        ("waiting", {"start"}),
        ("running", {"pause", "end"}),
        ("paused", {"resume", "end"}),
        ("ended", {"resume"}),
    ],
)
def test_the_steps_each_state_allows(state: State, steps: set[str]) -> None:
    every: tuple[Step, ...] = ("start", "pause", "resume", "end")
    assert {step for step in every if can_step(state, step)} == steps


@given(st.lists(st.integers(0, 500), max_size=8), st.integers(0, 500))
def test_elapsed_is_the_time_spent_running(gaps: list[int], last: int) -> None:
    ledger: list[LedgerEntry] = []
    state: State = "waiting"
    moment = running = 0
    for gap in gaps:
        running += gap if state == "running" else 0
        moment += gap
        step = sorted(NEXT_STATE[state])[0]
        ledger.append(LedgerEntry(step, after(moment)))
        state = NEXT_STATE[state][step]
    running += last if state == "running" else 0
    assert clock_at(ledger, length=TWO_HOURS, now=after(moment + last)).elapsed == running
