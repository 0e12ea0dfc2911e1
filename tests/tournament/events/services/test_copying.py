"""Next year's event from this year's: what comes along, and what stays behind."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.present import present
from tests.tournament.making import BY, enter, finish, make_event, seat_round, table_of
from tournament.common.names import ERASED
from tournament.events.services.copying import copy_event
from tournament.models import AuditEntry, Entry, Event, EventRole, Membership, PersonalLink
from tournament.people.services.personal_links import renew_link

pytestmark = pytest.mark.django_db
NEXT = dt.date(2027, 5, 15)


@pytest.fixture
def event() -> Event:
    """A played event of four with staff and settings of its own."""
    event = make_event(
        players=4, edition="eu-fr", points_by_place=[9, 5, 1, 0], rulings={}, teams="names"
    )
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    for role in (EventRole.ORGANISER, EventRole.RESULT_DESK):
        person = User.objects.create_user(role)
        Membership.objects.create(event=event, person=person, role=role)
    return event


def copy(event: Event, by: Any = BY, **more: Any) -> Event:
    return copy_event(like=event, name="Open", starts_on=NEXT, by=by, **more)


def test_settings_come_along_and_nothing_is_published(event: Event) -> None:
    made = copy(event)
    assert (made.slug, made.starts_on) == ("open-2", NEXT)
    assert (made.edition, made.points_by_place) == ("eu-fr", [9, 5, 1, 0])
    assert not made.published
    assert made.closed_at is None
    assert not made.rounds.exists()
    assert not made.memberships.exists()
    assert not made.entries.exists()


def test_registration_is_set_as_it_was_but_closed_and_without_its_end(event: Event) -> None:
    kept: dict[str, Any] = {
        "registration_limit": 48,
        "has_waiting_list": False,
        "asks_club": False,
        "offers_hidden_name": False,
        "consent_text": "Photographs are taken.",
        "sends_emails": True,
        "fee": 12,
        "fee_currency": "EUR",
    }
    ends = dt.datetime(2026, 5, 15, tzinfo=dt.UTC)
    dated = {"registration_until": ends, "check_in_until": ends}
    Event.objects.filter(pk=event.pk).update(**kept, **dated, registration="open")
    made = copy(Event.objects.get(pk=event.pk))
    assert {name: getattr(made, name) for name in kept} == kept
    assert (made.registration, made.registration_until) == ("closed", None)
    assert made.check_in_until is None


def test_staff_keep_their_roles_and_who_copies_organises(event: Event) -> None:
    desk, left = User.objects.get(username="result-desk"), User.objects.create_user("left")
    Membership.objects.create(event=event, person=left, role=EventRole.READER)
    User.objects.filter(pk=left.pk).update(is_active=False)
    made = copy(event, by=desk, with_staff=True)
    assert set(made.memberships.values_list("person__username", "role")) == {
        ("organiser", "organiser"),
        ("result-desk", "organiser"),
    }
    row = AuditEntry.objects.get(action="copy staff", event_slug=made.slug)
    assert [each["role"] for each in present(row.after)] == ["organiser"]


def test_players_come_with_what_they_registered_and_nothing_they_did(event: Event) -> None:
    kept = {"club": "North", "team": "Owls", "name_display": "initials", "language": "fr"}
    event.entries.filter(seed=2).update(
        **kept,
        email="ada@example.org",
        email_key="ada@example.org",
        gets_emails=True,
        checked_in_at=dt.datetime(2026, 5, 16, tzinfo=dt.UTC),
        pinned_table=3,
    )
    event.entries.filter(seed=1).update(status=Entry.Status.DROPPED)
    event.entries.filter(seed=3).update(name=ERASED)
    renew_link(entry=Entry.objects.select_related("event").get(event=event, seed=2), by=BY)
    made = copy(event, with_players=True)
    first, second = made.entries.order_by("seed")
    assert (first.seed, second.seed, second.name) == (1, 2, "Player 4")
    assert (first.email, first.email_key) == ("ada@example.org", "ada@example.org")
    assert {name: getattr(first, name) for name in kept} == kept
    assert (first.checked_in_at, first.pinned_table, first.gets_emails) == (None, None, False)
    assert PersonalLink.objects.filter(entry__event=made).count() == 0
    assert not made.registrations.exists()
    row = present(AuditEntry.objects.get(action="copy players", event_slug=made.slug))
    assert present(row.after)[0] == {"seed": 1, "name": "Player 2", "club": "North"}


def queries(event: Event) -> int:
    with CaptureQueriesContext(connection) as found:
        copy(event, with_staff=True, with_players=True)
    return len(found)


def test_a_thousand_players_cost_few_queries(event: Event) -> None:
    few = queries(event)
    enter(event, {seed: f"Player {seed}" for seed in range(5, 1001)})
    # SQLite takes some fifty rows at once.
    assert queries(event) <= few + 1000 // 45
    assert Event.objects.get(slug="open-3").entries.count() == 1000
