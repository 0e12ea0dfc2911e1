"""Confirming, closing and what is taken back; two organisers at the same round."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, finish, make_event, plan, seat_round, table_of
from tournament.common import hall_clock
from tournament.models import AuditEntry, ClockEntry, Round
from tournament.results.services.results import remove_result
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.selectors.progress import progress_of, progress_of_rounds
from tournament.rounds.services.clock import grant_extra, step_clock
from tournament.rounds.services.rounds import (
    clear_seats,
    delete_round,
    ensure_round,
    set_seats,
    unpublish_round,
)
from tournament.rounds.services.steps import close_round, confirm_round, reopen_round, take_step
from tournament.rounds.states import State, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    """Two tables of two, published."""
    return seat_round(make_event(players=4), 1, (1, 2), (3, 4))


def fresh(round_: Round) -> Round:
    return Round.objects.select_related("event").get(pk=round_.pk)


def state(round_: Round) -> State:
    return state_of(progress_of(fresh(round_)))


def take(round_: Round, step: str, by: str = BY) -> None:
    take_step(round_=round_, step=step, seen=seen_of(fresh(round_)), by=by)


def played(round_: Round) -> Round:
    for number in (1, 2):
        finish(table_of(round_, number), 2, 1)
    return fresh(round_)


def test_a_round_goes_its_way_and_each_step_but_the_draw_is_taken_back():
    event = make_event(players=4)
    round_ = ensure_round(event=event, number=1, by=BY)
    assert state(round_) is State.DRAFT
    plans = [plan(event, 1, 1, 2), plan(event, 2, 3, 4)]
    set_seats(round=round_, tables=plans, by=BY)
    for step, undo, reached in (
        ("publish", "unpublish", State.PUBLISHED),
        ("start", "take_back_start", State.RUNNING),
        ("call_time", "resume", State.TIME),
    ):
        before = state(round_)
        take(round_, step)
        assert state(round_) is reached
        take(round_, undo)
        assert state(round_) is before
        take(round_, step)
    played(round_)
    assert state(round_) is State.RESULTS_IN
    for step, undo, reached in (
        ("confirm", "unconfirm", State.CONFIRMED),
        ("close", "reopen", State.CLOSED),
    ):
        before = state(round_)
        take(round_, step)
        assert state(round_) is reached
        take(round_, undo)
        assert state(round_) is before
        take(round_, step)
    done = fresh(round_)
    assert (done.published_by, done.confirmed_by, done.closed_by) == (BY, BY, BY)
    assert present(done.published_at) < present(done.confirmed_at) < present(done.closed_at)


def test_what_is_missing_is_named_and_nothing_is_decided(round_):
    finish(table_of(round_, 1), 2, 1)
    with pytest.raises(ValidationError, match="Table 2 has no result yet") as refused:
        confirm_round(round_=round_, by=BY)
    assert refused.value.error_list[0].params == {"tables": (2,)}
    with pytest.raises(ValidationError, match="The results are not confirmed yet"):
        close_round(round_=round_, by=BY)
    assert (fresh(round_).confirmed_at, fresh(round_).closed_at) == (None, None)


def test_deciding_twice_changes_nothing(round_):
    played(round_)
    confirm_round(round_=round_, by="olga")
    rows = AuditEntry.objects.count()
    assert confirm_round(round_=round_, by="otto").confirmed_by == "olga"
    assert AuditEntry.objects.count() == rows


def test_a_closed_round_keeps_its_seats_results_and_clock(round_):
    played(round_)
    confirm_round(round_=round_, by=BY)
    close_round(round_=round_, by=BY)
    table, event = table_of(round_), round_.event
    for write in (
        lambda: set_seats(round=round_, tables=[plan(event, 1, 1, 2)], by=BY),
        lambda: clear_seats(round=round_, by=BY),
        lambda: delete_round(round=round_, by=BY),
        lambda: unpublish_round(round=round_, by=BY),
        lambda: finish(table, 1, 2),
        lambda: remove_result(table=table, reason="Another table", by=BY),
        lambda: step_clock(round_=round_, step="start", by=BY),
        lambda: grant_extra(table=table, seconds=60, reason="late", by=BY),
    ):
        with pytest.raises(ValidationError, match="Round 1 is closed: reopen it first"):
            write()
    assert finish(table, 2, 1).revision == 1
    reopen_round(round_=round_, by=BY)
    assert finish(table, 1, 2).revision == 2


def test_a_result_taken_away_takes_the_confirmation_along(round_):
    played(round_)
    confirm_round(round_=round_, by=BY)
    remove_result(table=table_of(round_), reason="Another table", by=BY)
    assert (fresh(round_).confirmed_at, fresh(round_).confirmed_by) == (None, "")
    finish(table_of(round_), 2, 1)
    assert state(round_) is State.RESULTS_IN


def test_the_second_organiser_is_told_what_the_first_one_did(round_):
    seen = seen_of(fresh(round_))
    take_step(round_=round_, step="start", seen=seen, by="olga")
    with pytest.raises(ValidationError, match=r"olga started the clock at .*Nothing was done"):
        take_step(round_=round_, step="start", seen=seen, by="otto")
    assert ClockEntry.objects.count() == 1
    take(round_, "take_back_start", by="olga")
    take(round_, "unpublish", by="olga")
    with pytest.raises(ValidationError, match="olga hid the round again at"):
        take_step(round_=round_, step="publish", seen=seen, by="otto")


def test_results_and_time_that_goes_by_change_nothing_that_was_seen(round_):
    take(round_, "start")
    seen = seen_of(fresh(round_))
    grant_extra(table=table_of(round_), seconds=60, reason="late", by=BY)
    played(round_)
    take_step(round_=round_, step="confirm", seen=seen, by=BY)
    assert state(round_) is State.CONFIRMED


def test_what_was_begun_is_not_hidden_or_started_again(round_):
    take(round_, "start")
    with pytest.raises(ValidationError, match="The clock was started"):
        take(round_, "unpublish")
    finish(table_of(round_), 2, 1)
    with pytest.raises(ValidationError, match="Table 1 has a result"):
        take(round_, "take_back_start")


def test_the_start_of_the_clock_is_taken_back_for_ten_minutes(round_):
    step_clock(round_=round_, step="start", by=BY, now=timezone.now() - dt.timedelta(seconds=601))
    with pytest.raises(ValidationError, match="more than ten minutes"):
        take(round_, "take_back_start")


def test_rounds_are_read_in_a_fixed_number_of_queries(round_, django_assert_num_queries):
    event = round_.event
    for number in (2, 3):
        seat_round(event, number, (1, 2), (3, 4), publish=number == 2)
    for rounds in (1, 3):
        found = list(Round.objects.select_related("event").filter(number__lte=rounds))
        with django_assert_num_queries(6):
            progress_of_rounds(found)


@pytest.mark.parametrize("steps", [["start"], ["start", "pause"]])
def test_to_confirm_ends_the_clock(round_: Round, steps: list[hall_clock.Step]) -> None:
    for step in steps:
        step_clock(round_=round_, step=step, by=BY)
    confirm_round(round_=played(round_), by="olga")
    close_round(round_=fresh(round_), by="olga")
    assert clock_of_round(fresh(round_)).clock.state == "ended"
    last = ClockEntry.objects.order_by("pk").last()
    assert (present(last).kind, present(last).by) == ("end", "olga")


def test_a_clock_that_was_not_started_has_nothing_to_end(round_: Round) -> None:
    confirm_round(round_=played(round_), by=BY)
    assert not ClockEntry.objects.exists()
