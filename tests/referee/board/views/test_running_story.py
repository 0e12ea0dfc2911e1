"""Ledger and replay of a game that is being played: as far as it was logged, and no word more."""

import datetime as dt
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.live.publishing.versions import publish
from referee.log import journal_cache
from referee.log.public_record import record_so_far
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.events.services.events import update_event
from tournament.models import Entry, Event
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db(transaction=True)

LINES = golden("01")
EVENTS = log_events(LINES)
SOME = 40
SECRET = "the red-haired player in the corner"


@pytest.fixture
def tablet() -> Iterator[Tablet]:
    """The tablet of the only table of a published event, some events into its game."""
    tablet = paired(make_table(LINES[0], published=True))
    log(tablet, *EVENTS[: SOME + 1])
    yield tablet
    journal_cache.forget()


def event_of(tablet: Tablet) -> Event:
    event: Event = tablet.device.game.table.round.event
    return event


def log(tablet: Tablet, *events: dict[str, Any]) -> None:
    done = send(tablet, *tablet.made_of(*events))
    assert {verdict.verdict for verdict in done.verdicts} == {"accepted"}, done.verdicts
    publish(event_of(tablet).pk, now=timezone.now() + dt.timedelta(seconds=9))


def address(tablet: Tablet, rest: str) -> str:
    return f"/e/{event_of(tablet).slug}/r/1/t/1/{rest}"


def page(client: Client, tablet: Tablet, rest: str) -> str:
    answer = client.get(address(tablet, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def events_on(text: str) -> list[int]:
    return sorted(map(int, re.findall(r'id="line-(\d+)"', text)))


def test_the_ledger_grows_with_the_log(client: Client, tablet: Tablet) -> None:
    assert events_on(page(client, tablet, "ledger/1/")) == list(range(2, SOME + 2))
    log(tablet, EVENTS[SOME + 1])
    assert events_on(page(client, tablet, "ledger/1/")) == list(range(2, SOME + 3))


def test_the_newest_turn_is_open(client: Client, tablet: Tablet) -> None:
    text = page(client, tablet, "ledger/1/")
    assert text.count('<details class="turn" open>') == 1
    assert text.index('<details class="turn" open>') < text.index('<details class="turn">')


def test_the_replay_shows_what_was_logged(client: Client, tablet: Tablet) -> None:
    document = json.loads(page(client, tablet, "replay/frames.json"))
    assert len(document["frames"]) == SOME + 1
    assert 'class="chart-drawing"' in page(client, tablet, "replay/")
    assert client.get(address(tablet, f"replay/{SOME + 1}/")).status_code == 404
    assert client.get(address(tablet, "record.amr.jsonl")).status_code == 404


def test_the_page_of_the_table_leads_there(client: Client, tablet: Tablet) -> None:
    text = page(client, tablet, "")
    for rest in ("ledger/1/", "replay/"):
        assert f'href="{address(tablet, rest)}"' in text


def test_without_estimates_nothing_tells_of_the_end(client: Client, tablet: Tablet) -> None:
    update_event(event=event_of(tablet), by=BY, advice=Event.Advice.AFTER)
    publish(event_of(tablet).pk, now=timezone.now() + dt.timedelta(seconds=19))
    assert '"expected"' not in page(client, tablet, "replay/frames.json")
    text = page(client, tablet, "replay/")
    assert 'id="cash"' in text
    assert 'id="worth"' not in text
    assert "data-expected" not in text
    assert "takes the lead" not in text


def test_a_frozen_or_hidden_event_tells_nothing(client: Client, tablet: Tablet) -> None:
    event = event_of(tablet)
    for fields in ({"frozen_at": timezone.now()}, {"frozen_at": None, "published": False}):
        update_event(event=event, by=BY, **fields)
        publish(event.pk, now=timezone.now() + dt.timedelta(seconds=29))
        for rest in ("ledger/1/", "replay/", "replay/3/", "replay/frames.json"):
            assert client.get(address(tablet, rest)).status_code == 404, (fields, rest)


def test_own_words_and_hidden_names_stay_at_the_table(client: Client, tablet: Tablet) -> None:
    hidden = Entry.objects.filter(event=event_of(tablet)).order_by("seed")[0]
    name = hidden.name
    update_entry(entry=hidden, by=BY, name_display=Entry.NameDisplay.NUMBER)
    log(tablet, {"type": "undo", "reason": SECRET})
    for rest in ("ledger/1/", "replay/", "replay/frames.json"):
        text = page(client, tablet, rest)
        assert SECRET not in text
        assert name not in text


def test_before_the_start_there_is_no_record(client: Client) -> None:
    tablet = paired(make_table(LINES[0], published=True))
    assert record_so_far(tablet.device.game.table_id, {}, now=timezone.now()) is None
    assert client.get(address(tablet, "ledger/1/")).status_code == 404
