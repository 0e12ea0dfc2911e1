"""An event made by mistake is deleted from its settings once its address is typed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.models import Entry, Event, EventRole, Membership

pytestmark = pytest.mark.django_db
DELETE = "/organise/open/delete/"


@pytest.fixture
def event() -> Event:
    return make_event("open", players=4)


@pytest.fixture
def client(event: Event) -> Client:
    """An organiser of the event."""
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    return signed_in(person)


def test_it_is_gone_with_its_players_once_its_address_is_typed(client: Client) -> None:
    other = make_event("other", players=1)
    assert f'action="{DELETE}"' in client.get("/organise/open/settings/").content.decode()
    refused = client.post(DELETE, {"typed": "opem"}, follow=True).content.decode()
    assert "Type “open” to delete the event: nothing was done." in refused
    gone = client.post(DELETE, {"typed": " open "}, follow=True).content.decode()
    assert "“Open” is deleted." in gone
    assert list(Event.objects.all()) == [other]
    assert list(Entry.objects.all()) == [other.entries.get()]


def test_one_with_results_stays(client: Client, event: Event) -> None:
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    said = client.post(DELETE, {"typed": "open"}, follow=True).content.decode()
    assert "The event has results: remove them first." in said
    assert Event.objects.filter(pk=event.pk).exists()
