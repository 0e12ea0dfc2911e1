"""Places after each round: as the standings were, and none that would tell what is hidden."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.standings.selectors.places import places_of
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db


def played_event() -> Event:
    """Two rounds of one table; the first player wins the first, the last the second."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 1500, 900, 800, 700)
    finish(table_of(seat_round(event, 2, (4, 3, 2, 1))), 1900, 900, 800, 100)
    return event


def page_of(event: Event, reader: Reader = Reader.PUBLIC) -> EventPage:
    return present(event_page(event.slug, reader))


def test_each_round_has_the_standings_after_it() -> None:
    page = page_of(played_event())
    places = places_of(page)
    assert places.rounds == (1, 2)
    first, last = places.ranks
    seeds = {player.seed: player.code for player in page.players}
    assert [first[seeds[seed]] for seed in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert last == {row.player.code: row.rank for row in page.standings.rows}
    assert places.ranks_of(seeds[4]) == (4, last[seeds[4]])
    assert places.ranks_of("nobody") == (None, None)


def test_who_shares_a_place_has_a_line_of_its_own() -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 1500, 900, 900, 900)
    page = page_of(event)
    places = places_of(page)
    codes = [row.player.code for row in page.standings.rows]
    assert [places.ranks_of(code) for code in codes] == [(1,), (2,), (2,), (2,)]
    assert [places.lines_of(code) for code in codes] == [(1,), (2,), (3,), (4,)]


def test_a_page_is_ranked_once() -> None:
    page = page_of(played_event())
    assert places_of(page) is places_of(page)


def test_a_later_page_has_its_own_places() -> None:
    event = played_event()
    before = places_of(page_of(event))
    finish(table_of(seat_round(event, 3, (1, 2, 3, 4))), 1500, 900, 800, 700)
    assert len(places_of(page_of(event)).rounds) == len(before.rounds) + 1


def test_while_places_are_revealed_there_are_none() -> None:
    event = played_event()
    frozen = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    update_event(event=event, by=BY, frozen_at=frozen)
    assert places_of(page_of(event)).rounds == ()
    update_event(event=event, by=BY, revealed_to=3)
    assert places_of(page_of(event)).rounds == ()
    assert places_of(page_of(event, Reader.STAFF)).rounds == (1, 2)


def test_final_standings_are_not_mixed_with_rounds_that_are_still_hidden() -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 1500, 900, 800, 700)
    update_event(event=event, by=BY, frozen_at=timezone.now())
    finish(table_of(seat_round(event, 2, (4, 3, 2, 1))), 1900, 900, 800, 100)
    assert places_of(page_of(event)).rounds == (1,)
    for place, rounds in ((3, ()), (2, ()), (1, (1, 2))):
        update_event(event=event, by=BY, revealed_to=place)
        assert places_of(page_of(event)).rounds == rounds


def test_the_event_and_the_player_show_them(client: Client) -> None:
    event = played_event()
    for address in (f"/e/{event.slug}/", f"/e/{event.slug}/p/1/"):
        page = client.get(address).content.decode()
        assert 'aria-labelledby="chart-places-title chart-places-description"' in page
        assert "The places as a table" in page
    finish(table_of(seat_round(make_event("short", players=4), 1, (1, 2, 3, 4))), 9, 8, 7, 6)
    assert "chart-places" not in client.get("/e/short/").content.decode()
