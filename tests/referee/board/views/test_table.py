"""The public page of one table."""

import hashlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.models import GameRecord
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Change, Event

pytestmark = pytest.mark.django_db

PAGE = "/e/spring-open-2026/r/1/t/1/"


def text(client, path=PAGE):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_finished_table_shows_board_statement_ledger_and_record(client, sample):
    page = text(client)
    for words in (
        "Paid by the Treasury",
        'role="img"',
        "The deeds as a list",
        "treasurer replay spring-open-2026-r1-t1.amr.jsonl",
    ):
        assert words in page
    assert "205 events" in page


def test_the_winner_stands_first_on_the_board(client, sample):
    page = text(client)
    ranking = page[page.index('class="ranking"') :]
    assert ranking.index("Ahmed El-Mansouri") < ranking.index("Diego Amaral")
    assert ranking.index("$227") < ranking.index("$140")


def test_the_record_is_handed_out_byte_for_byte(client, sample):
    answer = client.get(PAGE + "record.amr.jsonl")
    assert answer["Content-Type"] == "application/x-ndjson; charset=utf-8"
    name = "spring-open-2026-r1-t1.amr.jsonl"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    record = GameRecord.objects.get(table__round__number=1, table__number=1)
    assert hashlib.sha256(answer.content).hexdigest() == record.digest
    assert record.digest in text(client)


def test_a_record_that_todays_rules_refuse_says_so_and_keeps_the_result(client, sample):
    broken = '{"record":"amr/1","edition":"us-2011","mode":"two-hour","players":[]}\n'
    stored = GameRecord.objects.filter(table__round__number=1, table__number=1)
    stored.update(text=broken, digest=hashlib.sha256(broken.encode()).hexdigest())
    Change.objects.create(event=stored.get().table.round.event)
    page = text(client)
    assert "Today’s rules refuse this record" in page
    assert "$227" in page
    assert 'role="img"' not in page


def test_an_open_table_shows_its_seats_and_what_will_come(client):
    event = make_event(players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    page = text(client, "/e/open/r/1/t/1/")
    assert "Not finished yet" in page
    assert "Player 3" in page
    assert "Final cash" not in page


def test_a_paper_result_has_figures_only(client):
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 1500, 900, 900, 1290)
    page = text(client, "/e/open/r/1/t/1/")
    assert "No record of this game" in page
    assert "$1,290" in page


def test_the_page_takes_one_query_to_name_its_version_and_six_to_be_rendered(client, sample):
    event = Event.objects.get(slug="spring-open-2026")
    update_event(event=event, by="tests", venue="Another hall")
    text(client, "/e/spring-open-2026/")
    for queries in (1 + 6, 1):
        with CaptureQueriesContext(connection) as found:
            text(client)
        assert len(found) == queries
