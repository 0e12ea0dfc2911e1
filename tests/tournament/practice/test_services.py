"""A practice event: made with one press, seen by nobody else, and gone with one."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from tests.accounts import signed_in, staff
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, Result
from tournament.people.services.entries import add_entry
from tournament.practice.services import PLAYERS, delete_practice_event, make_practice_event
from tournament.rounds.services.rounds import ensure_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_practice_event(by=User.objects.create_user("olga"))


def test_it_has_players_and_an_organiser_and_can_be_drawn(event: Event) -> None:
    assert Entry.objects.filter(event=event).count() == PLAYERS
    assert event.memberships.get().person.username == "olga"
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY)
    assert publish_round(round=first, by=BY).status == "published"
    page = signed_in(User.objects.get()).get(f"/organise/{event.slug}/r/1/").content.decode()
    assert "Publish the event" not in page


def test_nobody_else_sees_it_and_it_is_never_published(event: Event) -> None:
    with pytest.raises(ValidationError, match="never published"):
        update_event(event=event, by=BY, published=True)
    # Should it be all the same: no door opens.
    first = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(first), 40, 30, 20, 10)
    slug = event.slug
    api = f"/api/v1/public/events/{slug}"
    for address in (
        f"/e/{slug}/", f"/e/{slug}/hall/", f"/e/{slug}/seats/", f"/e/{slug}/feed.atom",
        f"/e/{slug}/r/1/", f"/e/{slug}/r/1/t/1/", f"/e/{slug}/p/1/", f"/e/{slug}/verify/",
        f"/e/{slug}/register/", f"/e/{slug}/embed/", f"/e/{slug}/preview.png", api,
        f"{api}/snapshot", f"{api}/standings", f"{api}/records", f"/e/{slug}/live",
    ):  # fmt: skip
        assert Client().get(address).status_code in (404, 503), address
    assert slug not in Client().get("/").content.decode()
    assert Client().get("/api/v1/public/events").json()["items"] == []
    member = signed_in(User.objects.get(username="olga"))
    assert member.get(f"/organise/{slug}/").status_code == 200
    stranger = signed_in(User.objects.create_user("eve"))
    assert stranger.get(f"/organise/{slug}/").status_code == 404


def test_it_is_deleted_with_results_and_its_players(event: Event) -> None:
    other = make_event("real")
    kept = add_entry(event=other, name=entry(event, 1).name, by=BY)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    delete_practice_event(event=event, by=BY)
    assert list(Event.objects.all()) == [other]
    assert list(Entry.objects.all()) == [kept]
    assert not Result.objects.exists()


def test_no_other_event_is_deleted_like_this() -> None:
    with pytest.raises(ValidationError, match="Only a practice event"):
        delete_practice_event(event=make_event(), by=BY)


def test_it_takes_one_press_each(event: Event) -> None:
    client: Any = signed_in(staff("ann", Action.ADD_EVENT))
    made = client.post("/organise/practice/", follow=True)
    assert b"A practice event: nobody but its staff sees it." in made.content
    slug = made.redirect_chain[-1][0].split("/")[2]
    gone = client.post(f"/organise/{slug}/delete-practice/", follow=True)
    assert b"The practice event is deleted." in gone.content
    assert not Event.objects.filter(slug=slug).exists()
