"""The page on which an event is closed: what it says before, asks, and offers afterwards."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in, staff
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tests.tournament.registering import mailed
from tournament.access import Action
from tournament.models import Announcement, Event, EventRole, Membership
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db
FREEZE = '<a href="/organise/open/reveal/">Freeze the standings</a>'
HERE = "/organise/open/close/"


@pytest.fixture
def event() -> Event:
    event = make_event(players=4, number_of_rounds=2)
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(round_), 40, 30, 20, 10)
    step_clock(round_=round_, step="start", by=BY)
    event.entries.filter(seed=1).update(email="p1@example.org")
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    return signed_in(person)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def typed(client: Client, **more: str) -> dict[str, str]:
    form = client.get(HERE).context["form"]
    return {"key": str(form["key"].value()), "text": "Thanks", "step": "close", **more}


def test_it_says_what_happens_then_does_it(event: Event, olga: Client) -> None:
    Event.objects.update(registration="open")
    page = text_of(olga.get(HERE))
    for sentence in (
        "Registration closes.",
        "The clock of round 1 is ended.",
        "Round 1 is confirmed and closed: it has to be reopened to correct a result.",
        "Round 2 was never published",
    ):
        assert sentence in page
    form = typed(olga)
    for _press in range(2):
        page = text_of(olga.post(HERE, form, follow=True))
        assert "The event is closed" in page
    assert "/organise/open/downloads/" in page
    assert Event.objects.get().closed_at
    assert '<h2 id="reopen">Reopen the event</h2>' in page
    answer = olga.post("/organise/open/reopen/", follow=True)
    assert "its rounds stay closed" in text_of(answer)
    assert Event.objects.get().closed_at is None


def test_thanks_are_looked_at_before_they_are_sent(olga: Client) -> None:
    assert "Send it and close the event" not in text_of(olga.get(HERE))
    page = olga.post(HERE, typed(olga, announces="on"))
    assert "The event is not closed yet" in text_of(page)
    assert "Send it and close the event" in text_of(page)
    form = typed(olga, announces="on", emails="on")
    page = olga.post(HERE, form)
    assert "1 player would get this e-mail." in text_of(page)
    assert "Thank you: Open" in text_of(page)
    assert Event.objects.get().closed_at is None
    other = {**form, "text": "Other", "shown": page.context["shown"]}
    assert olga.post(HERE, other).status_code == 200
    assert Event.objects.get().closed_at is None
    olga.post(HERE, {**form, "shown": page.context["shown"]})
    assert Event.objects.get().closed_at
    assert Announcement.objects.get().text == "Thanks"
    assert [message.to for message in mailed()] == [["p1@example.org"]]


def test_ticks_without_a_text_are_refused(olga: Client) -> None:
    page = olga.post(HERE, typed(olga, announces="on", text=" "))
    assert "Write what players are told" in text_of(page)
    assert "at most 300 characters" in text_of(olga.post(HERE, typed(olga, text="x" * 301)))
    assert Event.objects.get().closed_at is None


def test_what_is_missing_is_listed_with_links_and_there_is_no_button(
    event: Event, olga: Client
) -> None:
    seat_round(event, 2, (1, 2, 3, 4))
    page = text_of(olga.get(HERE))
    assert "Table 1 has no result yet." in page
    assert "/organise/open/r/2/1/position/" in page
    assert 'value="close"' not in page
    refused = text_of(olga.post(HERE, {"text": "", "key": "7d0d0b1e-9a3b-4a8e-8b64-3c2a4c5b7c11"}))
    assert "Table 1 has no result yet." in refused
    assert Event.objects.get().closed_at is None


def test_an_event_that_was_not_played_is_led_elsewhere(olga: Client, event: Event) -> None:
    Membership.objects.create(
        event=make_event("fresh"), person=User.objects.get(username="olga"), role="organiser"
    )
    assert "No round was published" in text_of(olga.get("/organise/fresh/close/"))


def test_the_last_rounds_page_offers_to_freeze_while_results_are_to_come(
    event: Event, olga: Client
) -> None:
    assert FREEZE not in olga.get("/organise/open/now/?round=1").content.decode()
    seat_round(event, 2, (1, 2, 3, 4), publish=False)
    assert FREEZE in olga.get("/organise/open/now/?round=2").content.decode()
    finish(table_of(publish_round(round=event.rounds.get(number=2), by=BY)), 40, 30, 20, 10)
    assert FREEZE not in olga.get("/organise/open/now/?round=2").content.decode()


def test_the_shell_leads_there_once_all_rounds_are_closed(event: Event, olga: Client) -> None:
    Event.objects.update(number_of_rounds=1)
    olga.post("/organise/open/r/1/results/", {"step": "confirm", "seen": seen(olga)})
    olga.post("/organise/open/r/1/results/", {"step": "close", "seen": seen(olga)})
    page = text_of(olga.get("/organise/open/"))
    giving = "/organise/open/reveal/"
    assert page.count(f'<a href="{giving}">All rounds are closed. Next: Prize-giving.</a>') == 2
    assert FREEZE not in olga.get("/organise/open/now/?round=1").content.decode()
    assert main_link(olga) == giving
    Event.objects.update(frozen_at=timezone.now(), revealed_to=1)
    assert main_link(olga) == HERE
    page = text_of(olga.get("/organise/open/"))
    assert page.count(f'<a href="{HERE}">All rounds are closed. Next: Close the event.</a>') == 2
    olga.post(HERE, typed(olga))
    assert ">The event is closed.<" in text_of(olga.get("/organise/open/"))


def main_link(client: Client) -> str:
    """Where the page Now leads once its round is closed."""
    page = client.get("/organise/open/now/?round=1").content.decode()
    (found,) = re.findall(r'<a class="button primary"\s+href="([^"]+)"', page)
    return str(found)


def seen(client: Client) -> str:
    return str(client.get("/organise/open/r/1/").context["seen"])


def test_next_years_event_is_offered_to_who_may_make_one(event: Event, olga: Client) -> None:
    olga.post(HERE, typed(olga))
    link = "/organise/new/?like=open"
    assert link not in text_of(olga.get(HERE))
    actions = (Action.SEE_EVENT, Action.ADD_EVENT, Action.EDIT_EVENT, Action.PUBLISH)
    platform = signed_in(staff("petra", *actions))
    for path in (HERE, "/organise/open/", "/organise/open/settings/"):
        assert link in text_of(platform.get(path))


@pytest.mark.parametrize("page", ["close/", "settings/"])
def test_an_organiser_makes_next_years_event_once_they_may_add_events(
    event: Event, olga: Client, page: str
) -> None:
    Event.objects.update(closed_at=timezone.now())
    link = 'href="/organise/new/?like=open"'
    shown = olga.get(f"/organise/open/{page}").content.decode()
    assert link not in shown
    assert "give you the right to make events" in " ".join(shown.split())
    assert olga.get("/organise/new/").status_code == 403
    person = User.objects.get(username="olga")
    person.is_staff = True
    person.save()
    person.user_permissions.add(Permission.objects.get(codename="add_event"))
    assert link in olga.get(f"/organise/open/{page}").content.decode()
    form = olga.get("/organise/new/?like=open").context["form"]
    asked = {name: form[name].value() for name in ("like", "name", "time_zone")}
    olga.post("/organise/new/?like=open", {**asked, "starts_on": "2027-05-15", "with_staff": "on"})
    made = Event.objects.get(slug="open-2")
    assert made.memberships.get(person=person).role == "organiser"
