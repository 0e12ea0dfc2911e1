"""The ledger of a table on its pages: by turns, the newest first, so many at a time."""

import re

import brotli
import pytest
from django.test import Client

from config.page_cache import BROTLI_QUALITY
from referee.board.played import replayed_or_none
from referee.board.views.ledger import TURNS_A_PAGE, TURNS_AT_FIRST
from referee.records.replayed import ReplayedRecord
from referee.records.selectors import record_of
from referee.records.turns import turns_of
from tests.present import present
from tournament.events.selectors.events import event_detail
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db

TABLE = "/e/spring-open-2026/r/1/t/1/"
# Beside it a first view of 70 kB has the letters, the styles and the scripts.
MAX_PAGE_BYTES = 12_000


@pytest.fixture
def game(sample: None) -> ReplayedRecord:
    page = present(table_page("spring-open-2026", 1, 1))
    found = replayed_or_none(page, record_of(page.table.pk))
    assert found is not None
    return found


def text(client: Client, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def turns_on(page: str) -> list[int]:
    return [int(line) for line in re.findall(r'id="turn-(\d+)"', page)]


def newest_first(game: ReplayedRecord) -> list[int]:
    return [turn.first.line for turn in turns_of(game.entries)][::-1]


def test_the_table_shows_its_newest_turns_and_the_way_to_the_others(
    client: Client, game: ReplayedRecord
) -> None:
    page = text(client, TABLE)
    assert turns_on(page) == newest_first(game)[:TURNS_AT_FIRST]
    assert f'href="{TABLE}ledger/1/"' in page
    assert page.count('<details class="turn">') == TURNS_AT_FIRST


def test_the_pages_have_every_event_once(client: Client, game: ReplayedRecord) -> None:
    lines, turns = newest_first(game), []
    pages = -(-len(lines) // TURNS_A_PAGE)
    assert pages > 1
    events: list[str] = []
    for number in range(1, pages + 1):
        page = text(client, f"{TABLE}ledger/{number}/")
        turns += turns_on(page)
        events += re.findall(r'id="line-(\d+)"', page)
        assert ('rel="next"' in page, 'rel="prev"' in page) == (number < pages, number > 1)
    assert turns == lines
    assert sorted(map(int, events)) == [entry.line for entry in game.entries]
    assert "Ingrid Halvorsen throws 4 + 2" in page
    for missing in (0, pages + 1, 10**6):
        assert client.get(f"{TABLE}ledger/{missing}/").status_code == 404


def test_a_link_to_a_moment_names_the_page_it_is_on(client: Client, game: ReplayedRecord) -> None:
    page = text(client, TABLE)
    links = re.findall(r'href="([^"#]+ledger/\d+/)#line-(\d+)"', page)
    called = next(entry.line for entry in game.entries if entry.event["type"] == "time")
    assert str(called) in [line for _address, line in links]
    for address, line in links:
        assert f'id="line-{line}"' in text(client, address)


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_first_view_of_a_table_is_small(client: Client, sample: None, language: str) -> None:
    page = text(client, TABLE, language).encode()
    assert len(brotli.compress(page, quality=BROTLI_QUALITY)) < MAX_PAGE_BYTES


def test_a_table_without_a_record_and_a_hidden_event_have_no_ledger(
    client: Client, game: ReplayedRecord
) -> None:
    event = present(event_detail("spring-open-2026"))
    assert client.get("/e/spring-open-2026/r/9/t/1/ledger/1/").status_code == 404
    update_event(event=Event.objects.get(pk=event.pk), by="tests", published=False)
    assert client.get(f"{TABLE}ledger/1/").status_code == 404
