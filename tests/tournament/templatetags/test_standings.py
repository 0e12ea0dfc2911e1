"""The page of an event shows what is so now, though rows that did not change are kept."""

import re

import pytest
from django.test import Client

from tests.tournament.making import BY, entry, make_event, result_of, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event, Table
from tournament.people.services.entries import update_entry
from tournament.results.services.results import record_result
from tournament.templatetags.standings import CELLS

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three players with a result, who play the second round."""
    event = make_event(players=3)
    confirm(table_of(seat_round(event, 1, (1, 2, 3))), 40, 30, 20)
    seat_round(event, 2, (1, 2, 3))
    return event


def confirm(table: Table, *finals: int) -> None:
    record_result(table=table, result=result_of(table, *finals), source="record", by=BY)


def page_of(slug: str, language: str = "en") -> str:
    return Client(HTTP_ACCEPT_LANGUAGE=language).get(f"/e/{slug}/").content.decode()


def standings() -> dict[str, str]:
    """What stands in each row, by the player's code."""
    rows = page_of("open").partition('<table class="standings"')[2].split('<tr data-player="')[1:]
    return {row[: row.index('"')]: _words(row) for row in rows}


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def cells_written() -> int:
    """How many rows are written anew for the page of the event."""
    answer = Client().get("/e/open/")
    return sum(template.name == CELLS for template in answer.templates)


def test_only_rows_that_change_are_written_again(event: Event) -> None:
    page_of("open")
    update_event(event=event, by=BY, venue="Hall 2")
    assert not cells_written()
    update_entry(entry=entry(event, 3), by=BY, club="North")
    assert cells_written() == 1


def test_a_sentence_names_others_as_they_are_called_now(event: Event) -> None:
    assert "Behind Player 1 by points" in standings()["p02"]
    update_entry(entry=entry(event, 1), by=BY, name="Ann")
    assert "Behind Ann by points" in standings()["p02"]


def test_a_row_says_how_its_player_moved(event: Event) -> None:
    assert "place since" not in standings()["p03"]
    confirm(table_of(event.rounds.get(number=2)), 10, 30, 90)
    assert "up 2 places" in standings()["p03"]


def test_nobody_has_a_place_before_the_first_result() -> None:
    event = make_event(players=4, finals=[3])
    seat_round(event, 1, (1, 2, 3))
    assert {row.split()[0] for row in _places()} == {"–"}
    assert "standings-cut" not in page_of("open")
    assert " of 4" not in Client().get("/e/open/p/1/").content.decode()
    confirm(table_of(event.rounds.get(number=1)), 40, 40, 20)
    assert [row.split()[0] for row in _places()] == ["1=", "1=", "3", "4"]
    assert "standings-cut" in page_of("open")


@pytest.mark.parametrize("last", [10, 20])
def test_who_is_level_at_the_cut_is_left_to_the_lot(last: int) -> None:
    event = make_event(players=4, finals=[3])
    confirm(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, last)
    assert ("the lot decides between them" in page_of("open")) == (last == 20)


def _places() -> list[str]:
    rows = page_of("open").partition('<table class="standings"')[2].split('<tr data-player="')[1:]
    return [_words(row.partition(">")[2]) for row in rows]


def test_rows_are_kept_for_each_language() -> None:
    # Without results nothing else in them is in a language.
    make_event(players=1)
    assert 'aria-label="Follow Player 1' in page_of("open")
    assert 'aria-label="Suivre Player 1' in page_of("open", "fr")
    assert 'aria-label="Follow Player 1' in page_of("open")


def test_events_with_the_same_results_keep_their_own_addresses(event: Event) -> None:
    page_of("open")
    other = make_event("other", players=3, lot_seed=event.lot_seed)
    confirm(table_of(seat_round(other, 1, (1, 2, 3))), 40, 30, 20)
    seat_round(other, 2, (1, 2, 3))
    page = page_of("other")
    assert "/e/other/r/1/t/1/" in page
    assert "/e/open/" not in page
