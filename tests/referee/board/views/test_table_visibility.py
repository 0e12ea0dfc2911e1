"""A table's page and its record tell no more than the reader may see."""

import datetime as dt
import hashlib
import json

import pytest
from django.test import Client

from referee.records.hidden_names import with_names_hidden
from referee.records.selectors import record_of
from tests.tournament.making import BY, entry
from tournament.events.services.events import update_event
from tournament.models import Event, Result, Table
from tournament.people.personal_data import Person
from tournament.people.services.entries import update_entry
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db

PAGE = "/e/spring-open-2026/r/1/t/1/"
NAME = "Ingrid Halvorsen"


@pytest.fixture
def table(sample: None) -> Table:
    """The first table of the sample event."""
    return Table.objects.get(round__event__slug="spring-open-2026", round__number=1, number=1)


def seat_of(table: Table) -> int:
    seat = table.seats.select_related("entry").get(entry__name=NAME)
    return int(seat.entry.seed)


def test_a_record_is_hidden_with_its_result(client: Client, table: Table) -> None:
    event = Event.objects.get(slug="spring-open-2026")
    confirmed = Result.objects.get(table=table).confirmed_at
    update_event(event=event, by=BY, frozen_at=confirmed - dt.timedelta(seconds=1))
    assert record_of(table.pk) is None
    assert record_of(table.pk, Reader.STAFF) is not None
    assert client.get(PAGE + "record.amr.jsonl").status_code == 404
    assert b"Not finished yet" in client.get(PAGE).content
    update_event(event=event, by=BY, frozen_at=confirmed)
    assert record_of(table.pk) is not None


@pytest.mark.parametrize("hidden", ["event", "round"])
def test_a_record_is_hidden_with_its_round(table: Table, hidden: str) -> None:
    if hidden == "event":
        update_event(event=table.round.event, by=BY, published=False)
    else:
        type(table.round).objects.filter(pk=table.round_id).update(status="drawn")
    assert record_of(table.pk) is None


@pytest.mark.parametrize(("display", "shown"), [("initials", "I. H."), ("number", "№")])
def test_a_hidden_name_is_in_no_record_and_no_ledger(
    client: Client, table: Table, display: str, shown: str
) -> None:
    stored = record_of(table.pk)
    found = entry(table.round.event, seat_of(table))
    update_entry(entry=found, by=BY, name_display=display)
    record = client.get(PAGE + "record.amr.jsonl").content
    page = client.get(PAGE).content.decode()
    assert "Halvorsen" not in record.decode() + page
    assert shown in record.decode()
    assert shown in page
    assert hashlib.sha256(record).hexdigest() in page
    own = record_of(table.pk, Reader.STAFF)
    assert stored is not None
    assert own is not None
    assert own.text == stored.text
    # What is played is the same: only lines that name the player are others.
    events, before = record.decode().splitlines()[1:], stored.text.splitlines()[1:]
    assert [json.loads(line)["type"] for line in events] == [
        json.loads(line)["type"] for line in before
    ]


ADA = Person(frozenset({"Ada Lovelace"}), frozenset({"ada@example.org"}))
HEADER = '{"record":"amr/1","players":[{"id":"p01","name":"Ada L."},{"id":"p02","name":"Bo"}]}\n'


def test_texts_about_the_player_go_with_the_name() -> None:
    text = (
        HEADER
        + '{"type":"note","text":"Ada was late"}\r\n'
        + '{"type": "roll",  "dice":[1,2]}\n'
        + "\n"
        + '{"type":"referee","name":"Ada Lovelace"}'
    )
    shown = with_names_hidden(text, {"p01": "№ 1"}, [ADA])
    assert shown == (
        '{"record": "amr/1", "players": '
        '[{"id": "p01", "name": "№ 1"}, {"id": "p02", "name": "Bo"}]}\n'
        '{"type": "note", "text": "—"}\r\n'
        '{"type": "roll",  "dice":[1,2]}\n'
        "\n"
        '{"type": "referee", "name": "—"}'
    )


def test_a_record_without_hidden_names_stays_byte_for_byte() -> None:
    assert with_names_hidden(HEADER, {}, []) is HEADER
