"""The big screen before its script draws: the standings, still."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Twenty-four players, one finished table."""
    event = make_event(players=24)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    return event


def page_of(query: str = "") -> str:
    response = Client().get(f"/e/open/screen/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_two_columns_of_the_standings(event: Event) -> None:
    page = page_of()
    assert page.count("<table") == 2
    # Twenty fit: two even pages of twenty-four.
    assert page.count('<th scope="row">') == 12
    assert page.index("Player 1<") < page.index("Player 2<")


def test_it_is_asked_for_again_where_there_are_no_scripts(event: Event) -> None:
    head = page_of().split("</head>")[0]
    assert "<noscript>" in head
    assert '<meta http-equiv="refresh" content="30">' in head.split("</noscript>")[0]


def test_it_is_dark_unless_its_address_says_light(event: Event) -> None:
    assert '<html lang="en" data-theme="dark">' in page_of()
    assert '<html lang="ru" data-theme="light">' in page_of("?theme=light&lang=ru")
    assert page_of("?theme=pink") == page_of("?every=5&show=tables") == page_of()


def test_it_says_that_later_results_are_hidden(event: Event) -> None:
    hidden = '<p id="frozen" hidden>'
    assert hidden in page_of()
    update_event(event=event, by=BY, frozen_at=timezone.now())
    assert hidden not in page_of()


def test_it_names_the_deeds_in_the_viewers_language(db: None) -> None:
    make_event(players=4, edition="eu-fr")
    assert '<span data-word="deed-12">Electric Company</span>' in page_of()
    assert '<span data-word="deed-12">Compagnie d’électricité</span>' in page_of("?lang=fr")
