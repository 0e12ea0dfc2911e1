"""Two organisers at once: one of them is second, and the database is whole either way."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.making import (
    BY,
    entry,
    finish,
    make_event,
    plan,
    result_of,
    seat_round,
    table_of,
)
from tests.tournament.racing import race
from tournament.draws.certificate import faults_of_certificate
from tournament.draws.services.drawing import draw_round
from tournament.models import AuditEntry, Entry, Result, Round, Seat, SeatResult
from tournament.people.services.entries import add_entry
from tournament.people.services.imports import import_players
from tournament.results.services.results import record_result
from tournament.rounds.services.rounds import create_round, set_seats

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_result_confirmed_twice_at_once_is_one_result():
    event = make_event(players=4)
    table = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    results: list[Any] = race(*[lambda: finish(table, 40, 30, 20, 10)] * 4)
    assert {type(result) for result in results} == {Result}
    assert {result.revision for result in results} == {1}
    assert Result.objects.get().revision == 1
    assert SeatResult.objects.count() == 4
    assert AuditEntry.objects.filter(kind="result").count() == 1


def test_two_different_results_at_once_are_one_and_its_correction():
    event = make_event(players=2)
    table = table_of(seat_round(event, 1, (1, 2)))
    one, other = result_of(table, 40, 30), result_of(table, 20, 50)

    def record(result):
        return record_result(
            table=table, result=result, source="paper", correction_reason="Misread", by=BY
        )

    outcomes: list[Any] = race(lambda: record(one), lambda: record(other))
    assert sorted(result.revision for result in outcomes) == [1, 2]
    last = max(outcomes, key=lambda result: result.revision)
    finals = {one: {40, 30}, other: {20, 50}}
    expected = finals[one if last is outcomes[0] else other]
    assert set(SeatResult.objects.values_list("final", flat=True)) == expected
    actions = AuditEntry.objects.filter(kind="result").values_list("action", flat=True)
    assert sorted(actions) == ["confirm", "correct"]


def test_results_of_two_tables_at_once_finish_the_round():
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2), (3, 4))
    one, two = table_of(found, 1), table_of(found, 2)
    race(lambda: finish(one, 2, 1), lambda: finish(two, 2, 1))
    assert Round.objects.get().status == "finished"


def test_seats_and_a_result_at_once_do_not_tear_a_table():
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2), (3, 4))
    table = table_of(found, 1)
    swapped = [plan(event, 1, 2, 1), plan(event, 2, 3, 4)]
    seating, result = race(
        lambda: set_seats(round=found, tables=swapped, by=BY),
        lambda: finish(table, 2, 1),
    )
    seeds = list(Seat.objects.filter(table=table).order_by("order").values_list("entry__seed"))
    if isinstance(seating, ValidationError):
        assert seeds == [(1,), (2,)]
    else:
        assert seeds == [(2,), (1,)]
    assert isinstance(result, Result)
    assert SeatResult.objects.filter(seat__table=table).count() == 2


def test_the_same_list_imported_twice_at_once_is_imported_once():
    event = make_event()
    content = b"name,email\nAda,ada@example.org\nBen,ben@example.org\n"

    def run():
        return import_players(event=event, content=content, by=BY)

    plans: list[Any] = race(run, run)
    assert sorted(plan.count("add") for plan in plans) == [0, 2]
    assert Entry.objects.count() == 2


def test_two_events_that_import_one_person_at_once_have_an_entry_each():
    spring, autumn = make_event("spring"), make_event("autumn")
    content = b"name,email\nAda,ada@example.org\n"

    def run(event):
        return import_players(event=event, content=content, by=BY)

    plans: list[Any] = race(lambda: run(spring), lambda: run(autumn))
    assert [plan.count("add") for plan in plans] == [1, 1]
    for event in (spring, autumn):
        assert event.entries.get().email == "ada@example.org"


def test_two_draws_of_a_round_at_once_leave_one_of_them_whole():
    event = make_event(players=8)
    found = create_round(event=event, number=1, by=BY)
    race(
        lambda: draw_round(round=found, by=BY, seed=1),
        lambda: draw_round(round=found, by=BY, seed=2),
    )
    assert faults_of_certificate(Round.objects.get()) == []
    assert Seat.objects.count() == 8


def test_two_entries_at_once_get_two_seeds():
    event = make_event(players=1)
    race(*[lambda name=name: add_entry(event=event, name=name, by=BY) for name in ("Ada", "Ben")])
    assert sorted(Entry.objects.values_list("seed", flat=True)) == [1, 2, 3]
    assert entry(event, 1)
