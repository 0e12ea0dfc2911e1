"""Where do I sit: the list of seats by name, the form that needs no script, and badges."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.tournament.making import BY, enter, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Five players; in the newest round the last of them has no seat."""
    event = make_event()
    enter(event, {1: "Zoé Ader", 2: "ada Bohr", 3: "Дарья Орлова", 4: "Émile Ader", 5: "Bo"})
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    seat_round(event, 2, (3, 1), (2, 4))
    return event


def text_of(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def rows(query: str = "") -> list[tuple[str, ...]]:
    page = Client().get(f"/e/open/seats/{query}").content.decode()
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    lines = [re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL) for line in body.split("</tr>")[:-1]]
    return [tuple(map(plain, line)) for line in lines]


def plain(markup: str) -> str:
    return " ".join(re.sub(r"<[^<>]*>", " ", unescape(markup)).split())


def test_everybody_is_listed_by_name_with_the_seat_of_the_newest_round(event: Event) -> None:
    assert rows() == [
        ("ada Bohr", "2", "1"),
        ("Bo", "Not seated in this round"),
        ("Émile Ader", "2", "2"),
        ("Zoé Ader", "1", "2"),
        ("Дарья Орлова", "1", "1"),
    ]
    assert "Round 2" in text_of("/e/open/seats/")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ADER", ["Émile Ader", "Zoé Ader"]),
        ("ader+zoe", ["Zoé Ader"]),
        ("+орлова+", ["Дарья Орлова"]),
        ("Nobody", []),
    ],
)
def test_a_name_is_found_without_a_script(event: Event, typed: str, found: list[str]) -> None:
    assert [name for name, _table, _seat in rows(f"?name={typed}")] == found


def test_a_name_that_nobody_has_is_answered(event: Event) -> None:
    assert "Nobody by this name has a seat." in text_of("/e/open/seats/?name=Eve")


def test_what_was_typed_stays_in_the_field_and_is_text(event: Event) -> None:
    page = Client().get('/e/open/seats/?name="><b>x').content.decode()
    assert 'value="&quot;&gt;&lt;b&gt;x"' in page


def test_a_hidden_name_is_listed_as_it_is_shown(event: Event) -> None:
    update_entry(entry=entry(event, 3), by=BY, name_display="initials")
    assert ("Д. О.", "1", "1") in rows()
    assert rows("?name=Орлова") == []


def test_before_the_first_round_it_says_so() -> None:
    make_event(players=2)
    assert "No round yet" in text_of("/e/open/seats/")


def test_the_form_of_the_event_leads_there(event: Event) -> None:
    page = Client().get("/e/open/").content.decode()
    (form,) = re.findall(r"<form[^>]*seat-search[^>]*>", page)
    assert 'action="/e/open/seats/"' in form
    assert 'name="name"' in page


def test_the_event_shows_what_was_confirmed_last(event: Event) -> None:
    finish(table_of(event.rounds.get(number=2), 2), 700, 300)
    page = text_of("/e/open/")
    shown = page.partition("Latest results")[2].partition("Where do I sit?")[0]
    assert shown.index("Round 2, table 2") < shown.index("Round 1, table 1")
    assert "ada Bohr $700" in shown
    assert "Émile Ader $" not in shown


def test_a_round_that_is_not_published_seats_nobody(event: Event) -> None:
    seat_round(event, 3, (4, 3, 2, 1), publish=False)
    assert "Round 2" in text_of("/e/open/seats/")
    assert ("Zoé Ader", "1", "2") in rows()
    update_event(event=event, by=BY, published=False)
    assert Client().get("/e/open/seats/").status_code == 404


def test_a_round_that_has_not_begun_shows_its_seats_on_the_event(event: Event) -> None:
    shown = text_of("/e/open/").partition("Round 2 is next")[2].partition("Where do I sit?")[0]
    assert shown.index("Table 1") < shown.index("Дарья Орлова") < shown.index("Table 2")
    assert shown.index("Table 2") < shown.index("ada Bohr")
    finish(table_of(event.rounds.get(number=2), 2), 700, 300)
    assert "Round 2 now" in text_of("/e/open/")
