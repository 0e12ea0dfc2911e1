"""One person's entries in several events, linked: by whom, and that no event changes."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, make_event
from tournament.models import AuditEntry, Entry, Event, Membership, Person
from tournament.people.services.personal_links import renew_link
from tournament.people.services.same_person import link_entries, other_entries, unlink_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def events() -> list[Event]:
    return [make_event(slug, players=2) for slug in ("spring", "summer", "autumn")]


def link(entries: list[Entry]) -> None:
    link_entries(entries, by=BY, may_link=lambda _entry: True)


def linked(found: Entry) -> list[str]:
    found.refresh_from_db()
    return sorted(other.event.slug for other in other_entries(found))


def test_links_join_and_are_taken_back(events: list[Event]) -> None:
    spring, summer, autumn = (entry(event, 1) for event in events)
    link([spring, summer])
    link([summer, autumn])
    assert linked(spring) == ["autumn", "summer"]
    unlink_entry(entry=summer, by=BY)
    assert (linked(spring), linked(summer)) == (["autumn"], [])
    assert Person.objects.count() == 1


def test_two_of_one_event_are_two_people(events: list[Event]) -> None:
    first, second = entry(events[0], 1), entry(events[0], 2)
    other = entry(events[1], 1)
    link([first, other])
    with pytest.raises(ValidationError, match="Both play in one event"):
        link([second, entry(events[1], 1)])


def test_each_event_has_its_row_of_the_log(events: list[Event]) -> None:
    link([entry(events[0], 1), entry(events[1], 1)])
    rows = AuditEntry.objects.filter(action="link").values_list("event_slug", flat=True)
    assert sorted(rows) == ["spring", "summer"]


def page_of(event: Event, seed: int) -> str:
    return f"/me/{renew_link(entry=entry(event, seed), by=BY)}/"


def test_the_person_links_by_both_links(client: Client, events: list[Event]) -> None:
    mine, other = page_of(events[0], 1), page_of(events[1], 1)
    page = client.post(mine, {"do": "link", "links": f"https://example.org{other}"}, follow=True)
    assert "Summer" in page.content.decode()
    assert linked(entry(events[0], 1)) == ["summer"]
    client.post(mine, {"do": "unlink"})
    assert linked(entry(events[0], 1)) == []


def test_all_links_are_asked_for(client: Client, events: list[Event]) -> None:
    """Staff of `spring` who made the link there cannot join what the player linked with it."""
    mine, summer, autumn = (page_of(event, 1) for event in events)
    client.post(mine, {"do": "link", "links": summer})
    page = client.post(mine, {"do": "link", "links": autumn}, follow=True)
    assert "linked with 1 more event. Add its personal link." in page.content.decode()
    assert linked(entry(events[2], 1)) == []
    client.post(mine, {"do": "link", "links": f"{autumn}\n{summer}"})
    assert linked(entry(events[2], 1)) == ["spring", "summer"]


@pytest.mark.parametrize("typed", ["", "nonsense", "https://example.org/me/none/"])
def test_what_is_no_link_links_nothing(client: Client, events: list[Event], typed: str) -> None:
    page = client.post(page_of(events[0], 1), {"do": "link", "links": typed}, follow=True)
    assert "This is no personal link" in page.content.decode()
    assert not Person.objects.exists()


def organiser_of(django_user_model: Any, *events: Event) -> Client:
    person = django_user_model.objects.create_user("rita")
    for event in events:
        Membership.objects.create(event=event, person=person, role="registrar")
    return signed_in(person)


def link_page(found: Entry) -> str:
    return f"/organise/{found.event.slug}/players/{found.pk}/link/"


def test_who_has_the_right_in_both_events_links(
    django_user_model: Any, events: list[Event]
) -> None:
    client = organiser_of(django_user_model, *events[:2])
    one, other = entry(events[0], 1), entry(events[1], 1)
    page = client.get(f"/organise/spring/players/{one.pk}/").content.decode()
    assert "Link with Player 1, Summer" in page
    assert "Autumn" not in page
    client.post(link_page(one), {"other": other.pk})
    assert linked(one) == ["summer"]
    client.post(link_page(one), {"do": "unlink"})
    assert linked(one) == []


def test_nobody_links_with_an_event_of_others(django_user_model: Any, events: list[Event]) -> None:
    client = organiser_of(django_user_model, events[0], events[1])
    link([entry(events[1], 1), entry(events[2], 1)])
    # The third event would be linked with the first, too.
    for number, there in ((1, events[1]), (1, events[2])):
        answer = client.post(link_page(entry(events[0], 1)), {"other": entry(there, number).pk})
        assert answer.status_code == 404
    assert linked(entry(events[0], 1)) == []
