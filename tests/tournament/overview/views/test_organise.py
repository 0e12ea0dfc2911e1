"""Where organisers begin: their events, and what they may do in each."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in, staff
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.events.services.copying import copy_event
from tournament.models import Event, EventRole, Membership
from tournament.rounds.services.steps import close_round, confirm_round

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_the_events_one_may_know_of_are_listed() -> None:
    client = signed_in(staff("olga"))
    assert "There is no event yet" in page(client, "/organise/")
    make_event(venue="Library")
    make_event("secret", published=False)
    listed = page(client, "/organise/")
    assert 'href="/organise/open/"' in listed
    assert "Library" in listed
    assert "secret" not in listed
    listed = page(signed_in(staff("otto", Action.SEE_EVENT)), "/organise/")
    assert 'href="/organise/secret/"' in listed
    assert "Hidden" in listed
    assert "Closed" not in listed
    Event.objects.filter(slug="open").update(closed_at=timezone.now())
    assert '<span class="tag">Closed</span>' in page(client, "/organise/")


def test_an_event_is_published_before_any_round_and_hidden_again_until_one_is_public() -> None:
    client = signed_in(staff("olga", Action.SEE_EVENT, Action.PUBLISH))
    event = make_event(players=4, published=False)
    assert "Publish the event" in page(client, "/organise/open/")
    assert "Publish" not in page(signed_in(staff("otto", Action.SEE_EVENT)), "/organise/open/")
    shown = client.post("/organise/open/publish/", follow=True).content.decode()
    assert "The event is published" in shown
    assert "Hide it from the public again" in shown
    shown = client.post("/organise/open/publish/", {"do": "hide"}, follow=True).content.decode()
    assert "The event is hidden from the public again." in shown
    client.post("/organise/open/publish/")
    seat_round(event, 1, (1, 2, 3, 4))
    assert "Hide it from the public again" not in page(client, "/organise/open/")
    shown = client.post("/organise/open/publish/", {"do": "hide"}, follow=True).content.decode()
    assert "Rounds of this event are published" in shown
    event.refresh_from_db()
    assert event.published


def test_a_closed_registration_is_said_with_the_way_to_open_it() -> None:
    way = 'href="/organise/open/settings/registration/">Open registration</a>'
    event = make_event(players=4, registration="open")
    organiser = signed_in(staff("olga", Action.SEE_EVENT, Action.EDIT_EVENT))
    assert way not in page(organiser, "/organise/open/")
    copy_event(like=event, name="Next", starts_on=event.starts_on, by=BY)
    assert way.replace("open/", "next/", 1) in page(organiser, "/organise/next/")
    Event.objects.filter(slug="open").update(registration="closed")
    assert way in page(organiser, "/organise/open/")
    assert way not in page(signed_in(staff("otto", Action.SEE_EVENT)), "/organise/open/")
    seat_round(event, 1, (1, 2, 3, 4))
    assert way not in page(organiser, "/organise/open/")


def test_an_event_leads_on_to_what_one_may_do() -> None:
    event = make_event(players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    links = ("/organise/open/r/1/draw/", "/organise/open/now/?round=1", "/organise/open/now/")
    may_all = signed_in(staff("olga", Action.SEE_EVENT, Action.SEE_DRAW, Action.ACT_AS_CHIEF))
    shown = page(may_all, "/organise/open/")
    assert all(f'href="{link}"' in shown for link in (*links, "/e/open/", "/admin/"))
    assert "Sign out" in shown
    shown = page(signed_in(staff("otto")), "/organise/open/")
    assert not any(f'href="{link}"' in shown for link in links)


@pytest.mark.parametrize("page", ["results", "penalties", "players", "staff"])
def test_pages_of_the_whole_event_lead_to_the_round_that_is_on(
    admin_client: Client, page: str
) -> None:
    event = make_event(players=4)
    for number in (1, 2):
        seat_round(event, number, (1, 2, 3, 4))
    finish(table_of(event.rounds.get(number=1)), 40, 30, 20, 10)
    confirm_round(round_=event.rounds.get(number=1), by=BY)
    close_round(round_=event.rounds.get(number=1), by=BY)
    shown = admin_client.get(f"/organise/open/{page}/").content.decode()
    assert "/organise/open/now/?round=2" in shown
    assert "/organise/open/now/?round=1" not in shown


def test_the_first_step_of_a_new_event_is_to_enter_its_players() -> None:
    event = make_event(players=0)
    first = "Round 1: Not drawn. Next: Enter the players."
    shown = page(member(event, EventRole.ORGANISER), "/organise/open/")
    assert shown.count(f'<a href="/organise/open/players/">{first}</a>') == 2
    shown = page(member(event, EventRole.CHIEF_REFEREE), "/organise/open/")
    assert f'<a href="/organise/open/now/?round=1">{first}</a>' in shown
    assert "What waits for you" not in shown
    assert "Waiting for an organiser: Enter the players." in shown


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)
