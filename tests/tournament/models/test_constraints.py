"""What the database itself refuses, whoever writes."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournament.making import entry, finish, make_event, seat_round, table_of
from tournament.models import Entry, Event, Person, Result, Round, Seat, SeatResult, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2), (3, 4))), 2, 1)
    return event


@pytest.mark.parametrize(
    "make",
    [
        lambda e: Event(name="X", slug="open", starts_on="2026-01-01", ends_on="2026-01-01"),
        lambda e: Event(name="X", slug="x", starts_on="2026-01-02", ends_on="2026-01-01"),
        lambda e: Event(name="X", slug="x", starts_on="2026-01-02", ends_on="2026-01-02", mode="C"),
        lambda e: Entry(event=e, name="X", seed=1),
        lambda e: Entry(event=e, name="X", seed=0),
        lambda e: Entry(event=e, name="X", seed=9, status="gone"),
        lambda e: Round(event=e, number=1),
        lambda e: Round(event=e, number=0),
        lambda e: Round(event=e, number=2, status="lost"),
        lambda e: Table(round=e.rounds.get(), number=1),
        lambda e: Table(round=e.rounds.get(), number=0),
        lambda e: Seat(
            round=e.rounds.get(), table=table_of(e.rounds.get(), 2), entry=entry(e, 1), order=3
        ),
        lambda e: Result(
            table=table_of(e.rounds.get(), 1), source="paper", confirmed_at=timezone.now()
        ),
        lambda e: Result(
            table=table_of(e.rounds.get(), 2), source="rumour", confirmed_at=timezone.now()
        ),
    ],
)
def test_rows_that_cannot_be_are_refused(event, make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make(event).save()


@pytest.mark.parametrize("fields", [{"order": 1}, {"order": 7}, {"order": 0}, {"role": "judge"}])
def test_seats_that_cannot_be_are_refused(event, fields):
    second = Seat.objects.get(entry=entry(event, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=second.pk).update(**fields)


@pytest.mark.parametrize("fields", [{"place": 0}, {"place": 7}, {"final": -1}])
def test_lines_of_a_result_that_cannot_be_are_refused(event, fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        SeatResult.objects.filter(place=1).update(**fields)


def test_an_address_and_a_person_are_one_players_of_an_event(event):
    person, other = Person.objects.create(), make_event("other")
    ada = {"name": "Ada", "email_key": "ada@example.org", "person": person, "seed": 9}
    Entry.objects.create(event=event, **ada)
    Entry.objects.create(event=other, **ada)
    for own in ({"email_key": ada["email_key"]}, {"person": person}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Entry.objects.create(event=event, name="Eve", seed=10, **own)
