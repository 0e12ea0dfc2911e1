"""Two people of one name and club: each is found, checked in, seated and ranked as themselves."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import entry, finish, make_event, seat_round, table_of
from tests.tournament.prints.reading import text_of
from tournament.models import Event

pytestmark = pytest.mark.django_db
ADD, DESK = "/organise/open/players/add/", "/organise/open/check-in/"
IVAN = {"name": "Ivan Petrov", "club": "Chess House", "name_display": "full"}


@pytest.fixture
def organiser(django_user_model) -> Client:
    return signed_in(django_user_model.objects.create_superuser("olga"))


@pytest.fixture
def event(organiser: Client) -> Event:
    """The two of them, entered one after the other, and two more."""
    event = make_event()
    for email in ("one@example.org", "two@example.org"):
        assert organiser.post(ADD, {**IVAN, "email": email}).status_code == 302
    for name in ("Ada Bohr", "Zoé Ader"):
        organiser.post(ADD, {**IVAN, "name": name})
    return event


def test_each_is_checked_in_by_their_own_number(organiser: Client, event: Event) -> None:
    page = organiser.post(f"{DESK}scan/", {"code": "2"}, follow=True)
    assert "Ivan Petrov is checked in." in page.content.decode()
    assert entry(event, 1).checked_in_at is None
    assert entry(event, 2).checked_in_at is not None
    assert organiser.get(f"{DESK}?search=petrov").content.decode().count("Ivan Petrov") == 2


def test_each_has_their_own_seats_badge_page_and_place(organiser: Client, event: Event) -> None:
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 10, 30, 20)
    seats = Client().get("/e/open/seats/?name=petrov").content.decode()
    assert {"/e/open/p/1/", "/e/open/p/2/"} <= set(re.findall(r'href="(/e/open/p/\d/)"', seats))
    standings = Client().get("/e/open/").content.decode()
    assert standings.index("/e/open/p/1/") < standings.index("/e/open/p/3/")
    places = [
        re.findall(r"/e/open/p/(\d)/", standings.partition('id="standings"')[2])[index]
        for index in (0, -1)
    ]
    assert places == ["1", "2"]
    badges = text_of(organiser.get("/organise/open/print/badges.pdf").content)
    assert badges.count("Ivan Petrov") == 2
    assert "Number 1." in badges
    assert "Number 2." in badges


def test_a_list_tells_them_apart_by_address_and_changes_neither(
    organiser: Client, event: Event
) -> None:
    rows = "name,club,email\nIvan Petrov,Chess House,one@example.org\n"
    rows += "Ivan Petrov,Chess House,two@example.org\n"
    file = SimpleUploadedFile("players.csv", rows.encode(), "text/csv")
    page = organiser.post("/organise/open/players/import/", {"file": file}).content.decode()
    assert "0 to add, 0 to change, 2 unchanged" in " ".join(page.split())
    assert event.entries.filter(name="Ivan Petrov").count() == 2
    exported = organiser.get("/organise/open/downloads/players.csv").getvalue().decode()
    assert exported.count("Ivan Petrov") == 2
