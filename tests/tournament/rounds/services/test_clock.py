"""The steps of a round's clock, a table's extra time, and what each leaves behind."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tournament.events.services.events import create_event
from tournament.models import AuditEntry, ClockEntry, Event, Round, Table
from tournament.rounds.selectors.clock import clock_of_round, clock_of_table
from tournament.rounds.services.clock import grant_extra, step_clock
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)


def after(seconds: int) -> dt.datetime:
    return NOON + dt.timedelta(seconds=seconds)


@pytest.fixture
def round_() -> Round:
    event = create_event(
        slug="open",
        name="Open",
        edition="us-2011",
        starts_on=NOON.date(),
        number_of_rounds=3,
        by="test",
    )
    round_ = create_round(event=event, number=1, by="test")
    for number in (1, 2):
        Table.objects.create(round=round_, number=number)
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.PUBLISHED)
    return Round.objects.select_related("event").get(pk=round_.pk)


def test_the_clock_runs_from_its_start_and_stands_in_a_pause(round_: Round) -> None:
    step_clock(round_=round_, step="start", by="Olga", now=NOON)
    step_clock(round_=round_, step="pause", by="Olga", reason="fire drill", now=after(60))
    clock = clock_of_round(round_, now=after(600)).clock
    assert (clock.state, clock.elapsed, clock.length) == ("paused", 60, 7200)


def test_each_step_is_in_the_ledger_and_in_the_audit_log(round_: Round) -> None:
    step_clock(round_=round_, step="start", by="Olga", now=NOON)
    step_clock(round_=round_, step="pause", by="Ivan", reason="fire drill", now=after(60))
    newest = clock_of_round(round_).ledger[0]
    assert (newest.kind, newest.by, newest.reason, newest.at) == (
        "pause",
        "Ivan",
        "fire drill",
        after(60),
    )
    assert AuditEntry.objects.filter(kind="clockentry", event_slug="open").count() == 2


def test_the_second_start_is_refused_and_changes_nothing(round_: Round) -> None:
    step_clock(round_=round_, step="start", by="Olga", now=NOON)
    with pytest.raises(ValidationError, match="started already"):
        step_clock(round_=round_, step="start", by="Ivan", now=after(5))
    assert ClockEntry.objects.count() == 1


def test_an_unpublished_round_has_no_clock_to_start(round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.DRAWN)
    with pytest.raises(ValidationError, match="Publish the round"):
        step_clock(round_=round_, step="start", by="Olga", now=NOON)


def test_extra_time_is_one_tables_and_leaves_the_hall_alone(round_: Round) -> None:
    one, two = Table.objects.order_by("number")
    step_clock(round_=round_, step="start", by="Olga", now=NOON)
    grant_extra(table=one, seconds=300, reason="dice lost", by="Olga", now=after(10))
    grant_extra(table=one, seconds=-60, reason="dice found", by="Olga", now=after(20))
    assert clock_of_table(one.pk, now=after(100)).remaining == 7200 + 240 - 100
    assert clock_of_table(two.pk, now=after(100)).remaining == 7200 - 100
    assert clock_of_round(round_, now=after(100)).extra == {1: 240, 2: 0}


def test_a_table_has_a_clock_before_its_round_has_begun_and_no_other_table_has_one(
    round_: Round,
) -> None:
    table = Table.objects.order_by("number")[0]
    assert clock_of_table(table.pk, now=NOON).remaining == 7200
    with pytest.raises(Table.DoesNotExist):
        clock_of_table(0)


@pytest.mark.parametrize("seconds", [0, -1, 3601])
def test_extra_time_stays_between_nothing_and_an_hour(round_: Round, seconds: int) -> None:
    table = Table.objects.first()
    assert table is not None
    with pytest.raises(ValidationError, match="between 0 and 60 minutes"):
        grant_extra(table=table, seconds=seconds, reason="x", by="Olga", now=NOON)
    assert not ClockEntry.objects.exists()


def test_extra_time_needs_a_reason(round_: Round) -> None:
    table = Table.objects.first()
    assert table is not None
    with pytest.raises(ValidationError, match="Say why"):
        grant_extra(table=table, seconds=60, reason="  ", by="Olga", now=NOON)


def test_a_table_gets_no_more_time_once_the_results_are_confirmed(round_: Round) -> None:
    table = Table.objects.order_by("number")[0]
    grant_extra(table=table, seconds=300, reason="dice lost", by="Olga", now=NOON)
    Round.objects.filter(pk=round_.pk).update(confirmed_at=NOON)
    told = "results of round 1 are confirmed: take the confirmation back first"
    with pytest.raises(ValidationError, match=told):
        grant_extra(table=table, seconds=60, reason="late", by="Olga", now=NOON)
    # A call that is opened again still takes its credit back.
    grant_extra(table=table, seconds=-300, reason="opened again", by="Olga", now=NOON)
    assert clock_of_table(table.pk, now=NOON).extra == 0


def test_the_clock_of_an_events_other_length(round_: Round) -> None:
    Event.objects.update(length_minutes=90)
    fresh = Round.objects.select_related("event").get(pk=round_.pk)
    assert clock_of_round(fresh, now=NOON).clock.length == 5400
