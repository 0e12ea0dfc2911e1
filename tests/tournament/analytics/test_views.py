"""The page of an event's analytics: what it counts, for whom, and in how many queries."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.analytics.results import results_of
from tournament.events.services.events import update_event
from tournament.models import Event, EventRole, Membership
from tournament.penalties.services import note_no_shows
from tournament.standings.selectors.pages import event_page
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def page_of(client: Client, slug: str = "open") -> str:
    response = client.get(f"/organise/{slug}/analytics/")
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_results_are_counted_by_role_and_by_seat() -> None:
    event = make_event(players=5)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4, 5))), 50, 50, 30, 20, 10)
    page = event_page("open", Reader.STAFF)
    assert page is not None
    competitor, monopolist = results_of(page).by_role
    assert (competitor.games, competitor.won) == (3, 1)
    assert competitor.expected == pytest.approx(0.2)
    assert (monopolist.games, monopolist.won, monopolist.cash) == (2, 1, 35)
    seats = results_of(page).by_seat
    assert [(row.order, row.won, row.place) for row in seats] == [
        (1, 1, 1),
        (2, 1, 1),
        (3, 0, 3),
        (4, 0, 4),
        (5, 0, 5),
    ]


def test_a_seat_that_was_not_played_counts_nowhere() -> None:
    event = make_event(players=4)
    seat = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    note_no_shows(table=seat, codes=["p04"], by=BY)
    finish(seat, 40, 30, 20, 10)
    page = event_page("open", Reader.STAFF)
    assert page is not None
    assert len(results_of(page).by_seat) == 3
    assert results_of(page).by_seat[0].expected == pytest.approx(1 / 3)


def test_the_public_sees_no_later_result_by_role_than_elsewhere() -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    update_event(event=event, by=BY, frozen_at=timezone.now())
    finish(table_of(seat_round(event, 2, (4, 3, 2, 1))), 40, 30, 20, 10)
    public, staff = (event_page("open", reader) for reader in (Reader.PUBLIC, Reader.STAFF))
    assert public is not None
    assert staff is not None
    assert [row.games for row in results_of(public).by_seat] == [1, 1, 1, 1]
    assert [row.games for row in results_of(staff).by_seat] == [2, 2, 2, 2]
    public_page = Client().get("/e/open/roles/").content.decode()
    assert public_page.count("<meter") == 6
    assert "Calls to the judge" not in public_page


def test_an_event_without_results_says_what_will_be_there() -> None:
    event = make_event(players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    text = page_of(member(event, EventRole.ORGANISER))
    assert "No result is confirmed yet" in text
    assert "No game has a record yet" in text
    assert "Nobody called the judge." in text
