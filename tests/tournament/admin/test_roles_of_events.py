"""In the admin a role in an event gives one of the platform's people nothing."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.tournament.admin.test_pages import address
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event, EventRole, Membership, Round, Table
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A finished table of an event."""
    table = table_of(seat_round(make_event("own", players=4), 1, (1, 2, 3)))
    finish(table, 30, 20, 10)
    return table


def organiser_of(event: Event, *permissions: str) -> Client:
    """One of the platform's people with these permissions, and an organiser of the event."""
    person = User.objects.create_user("ines", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    client = Client()
    client.force_login(person)
    return client


def test_the_trail_of_other_hidden_events_stays_hidden(table: Table) -> None:
    other = make_event("other-event", players=4)
    update_event(event=other, published=False, by=BY)
    client = organiser_of(table.round.event, "view_auditentry")
    trail = client.get(reverse("admin:tournament_auditentry_changelist"))
    shown = {row.event_slug for row in trail.context["cl"].result_list}
    assert shown == {"own"}


def test_seats_are_not_added_by_a_role(table: Table) -> None:
    client = organiser_of(table.round.event, "enter_results", "view_event")
    page = client.get(address("table", table.pk, page="change"))
    (seats,) = page.context["inline_admin_formsets"]
    assert (seats.has_add_permission, seats.has_delete_permission) == (False, False)
    assert seats.has_change_permission


def test_the_lines_of_a_result_are_not_shown_by_a_role(table: Table) -> None:
    client = organiser_of(table.round.event, "draw_round", "view_event")
    page = client.get(address("result", table.result.pk, page="change"))
    assert page.status_code == 403


def test_a_round_of_the_event_is_not_drawn_by_a_role(table: Table) -> None:
    event = table.round.event
    waits = create_round(event=event, number=2, by=BY)
    client = organiser_of(event, "view_round", "view_event")
    act = {"action": "draw", "_selected_action": [waits.pk]}
    client.post(reverse("admin:tournament_round_changelist"), act)
    waits.refresh_from_db()
    assert (waits.status, waits.tables.count()) == (Round.Status.DRAFT, 0)
