"""The overlay of an event before its script draws, and where its address is found."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event

pytestmark = pytest.mark.django_db
STANDINGS = 'class="overlay of-standings"'


@pytest.fixture
def event() -> Event:
    """Four players, one finished table."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    return event


def page_of(query: str = "") -> str:
    response = Client().get(f"/e/open/overlay/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_its_address_says_what_it_shows_and_how(event: Event) -> None:
    assert STANDINGS in page_of()
    assert STANDINGS not in page_of("?table=1")
    assert '<html lang="en" data-theme="dark">' in page_of()
    assert '<html lang="ru" data-theme="light">' in page_of("?theme=light&lang=ru")
    for nothing in ("?table=0", "?table=x", "?table=99999", "?theme=pink"):
        assert page_of(nothing) == page_of(), nothing


def test_the_standings_stand_there_before_its_script_draws(event: Event) -> None:
    page = page_of()
    assert re.findall(r'screen-name">([^<]*)', page) == [f"Player {n}" for n in (1, 2, 3, 4)]
    assert re.findall(r'screen-points">([^<]*)', page) == ["6", "4", "3", "2"]
    assert "Player 1" not in page_of("?table=1")


def test_it_tells_nothing_itself_of_what_the_event_hides(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=timezone.now(), board_delay=90)
    assert "Player 1" not in page_of()
    assert "Running games are shown 90 seconds later." in page_of()
    update_event(event=event, by=BY, published=False)
    assert Client().get("/e/open/overlay/").status_code == 404


def test_its_address_is_found_where_an_event_is_shared(event: Event) -> None:
    page = Client().get("/e/open/").content.decode()
    assert 'value="http://testserver/e/open/overlay/"' in page
