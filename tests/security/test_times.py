"""A tablet, or an imported record, tells a time of year 1 or 9999: no page breaks, no queue stops.

`datetime` takes both, and every change of the time zone then raises OverflowError, for good.
"""

import json
from functools import partial
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from referee.devices.services import revoke
from referee.journal.times import read_moment
from referee.log import journal_cache
from referee.log.finalising import save_rows
from referee.log.record import record_lines
from referee.log.rows import Author, new_row
from referee.log.table_setup import rules_digest, setup_of
from referee.log.verify import faults_of
from referee.log.wire import WireEvent
from referee.models import GameLog, GameRecord, LoggedEvent, SetAside
from referee.tablet.bridge import Bridge
from tests.referee.log.test_chief import confirm
from tests.referee.tables import Tablet, golden, log_events
from tests.referee.tablet.api.conftest import Http, wire
from tests.responses import ClientResponse
from tests.shares import sampled
from tournament.models import Table

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))
NOTE = {"type": "note", "text": "later"}
# What `datetime` reads, and no time zone but some can show.
EXTREME = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59Z")
OUTSIDE = (
    *EXTREME,
    "1999-12-31T23:59:59Z",
    "2000-01-01T00:00:00+00:01",
    "2100-01-01T00:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-05-16T10:00:60Z",
    "2026-05-16T10:00:00+05:99",
    "+010000-01-01T00:00:00.000Z",
    "1970",
)


@pytest.mark.parametrize("at", sampled(OUTSIDE, every=4))
def test_an_event_of_such_a_time_is_set_aside_and_the_table_goes_on(
    http: Http, chief_client: Client, at: str
) -> None:
    http.send(EVENTS[0])
    batch = http.batch(EVENTS[1], EVENTS[2])
    batch["events"][0]["at"] = at
    answer = http.ask("post", "/events", batch).json()
    found = [(one["verdict"], one["set_aside"]) for one in answer["results"]]
    assert found == [("illegal", True), ("not_attempted", True)]
    assert answer["results"][0]["refusals"][0]["code"] == "time"
    http.send(EVENTS[1])
    all_pages(chief_client, http.tablet)
    entry = SetAside.objects.get()
    page = chief_client.get(reverse("chief:set_aside", args=[entry.pk]))
    assert at.encode() in page.content


def test_the_chief_may_take_such_an_event_it_has_the_time_it_came(
    http: Http, chief_client: Client
) -> None:
    http.send(EVENTS[0])
    batch = http.batch(NOTE)
    batch["events"][0]["at"] = EXTREME[0]
    http.ask("post", "/events", batch)
    entry = SetAside.objects.get()
    fields = {"step": "apply", "decision": "the tablet's clock was wrong"}
    chief_client.post(reverse("chief:set_aside", args=[entry.pk]), fields)
    row = LoggedEvent.objects.get(game=http.tablet.game, seq=2)
    assert json.loads(row.private)["/text"][1] == "later"
    assert read_moment(row.at) == entry.received_at.replace(
        microsecond=entry.received_at.microsecond // 1000 * 1000
    )
    assert faults_of(row.game) == []
    again = http.ask("post", "/events", batch).json()["results"][0]
    assert (again["verdict"], again["set_aside"]) == ("illegal", True)


@pytest.mark.parametrize("at", EXTREME)
def test_a_revoked_tablet_hands_it_over_and_no_page_breaks(
    http: Http, chief_client: Client, at: str
) -> None:
    http.send(EVENTS[0])
    revoke(device_id=http.tablet.device.pk, by="Olga")
    body = {key: value for key, value in http.batch().items() if key != "lease_epoch"}
    events = [{**wire(NOTE), "at": at}]
    answer = http.ask("post", "/set-aside", {**body, "reason": "revoked", "events": events})
    assert [one["verdict"] for one in answer.json()["results"]] == ["set_aside"]
    all_pages(chief_client, http.tablet)


@pytest.mark.parametrize("at", sampled(EXTREME, every=3))
def test_what_old_logs_have_breaks_no_page_no_export_and_no_proof(
    tablet: Tablet, table: Table, chief_client: Client, at: str
) -> None:
    for event in EVENTS:
        logged_before(tablet, event, at)
    game = GameLog.objects.get(pk=tablet.game)
    tablet.acknowledge(game)
    all_pages(chief_client, tablet)
    chief_client.get(reverse("chief:revise", args=[game.pk, 2]))
    confirm(tablet, "p01", "p02")
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []
    assert all("at" not in line for line in record_lines(game)[1:])
    assert Http(tablet).ask("get", "").json()["log"][0]["at"] == at
    call_command("verify", "--all", stdout=StringIO())
    public_pages(chief_client, table)


@pytest.mark.parametrize("at", [*EXTREME, "2026-05-16T10:00:60Z", "2026-05-16t10:00:00z"])
def test_a_record_of_such_a_time_has_a_page(
    tablet: Tablet, table: Table, chief_client: Client, at: str
) -> None:
    """The form of the record allows them: it is imported, and shown without the time."""
    Http(tablet).send(*EVENTS[:100])
    tablet.acknowledge(GameLog.objects.get(pk=tablet.game))
    for event in EVENTS[100:]:
        logged_before(tablet, event, "2026-05-16T10:00:00Z")
    tablet.acknowledge(GameLog.objects.get(pk=tablet.game))
    confirm(tablet, "p01", "p02")
    record = GameRecord.objects.get()
    lines = [json.loads(line) for line in record.text.splitlines()]
    lines = [lines[0], *({**line, "at": at} for line in lines[1:])]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    GameRecord.objects.filter(pk=record.pk).update(text=text)
    public_pages(chief_client, table)
    page = chief_client.get(reverse("admin:referee_gamerecord_change", args=[record.pk]))
    assert page.status_code == 200


def test_other_times_of_a_tablet_decide_nothing(http: Http) -> None:
    beat = {"lease_epoch": 1, "head_seq": 0, "pending": 0, "clock_skew_ms": -(10**15)}
    assert http.ask("post", "/heartbeat", beat).status_code == 200
    call = {"state": "open", "topic": "rules", "at": EXTREME[0]}
    assert http.ask("put", f"/calls/{uuid4()}", call).status_code == 200


@pytest.mark.parametrize("at", OUTSIDE)
def test_a_tablet_shows_a_log_that_has_them(at: str) -> None:
    bridge = Bridge()
    log = [EVENTS[0], {"type": "pause", "reason": "tea"}]
    rows = [{"n": n, "at": at, "event": event} for n, event in enumerate(log, 1)]
    header = EVENTS[0]["header"]
    opened = {"header": header, "roles": "drawn", "seats": [], "steps": [], "log": rows}
    assert bridge.ask("open", {**opened, "language": "en"})["view"]["pausedSince"] is None


def all_pages(client: Client, tablet: Tablet) -> None:
    """Every page of the chief's that tells of the table."""
    pages = [reverse("chief:now", args=["open"]), reverse("chief:game", args=[tablet.game])]
    entries = SetAside.objects.filter(game=tablet.game)
    pages += [reverse("chief:set_aside", args=[entry.pk]) for entry in entries]
    for page in pages:
        assert client.get(page).status_code == 200, page


def public_pages(client: Client, table: Table) -> None:
    """What everybody sees of the table."""
    for name in ("table", "record"):
        response: ClientResponse = client.get(reverse(f"referee:{name}", args=["open", 1, 1]))
        assert response.status_code == 200, name
    assert table.log.state == "confirmed"


def logged_before(tablet: Tablet, event: dict[str, object], at: str) -> None:
    """A row as it was logged before such times were turned away."""
    game = GameLog.objects.get(pk=tablet.game)
    kept = journal_cache.copy_at_head(game, partial(setup_of, game))
    made = WireEvent.build(uuid4(), uuid4().hex, at, event)
    author = Author(device=tablet.device.pk, lease_epoch=tablet.epoch)
    row = new_row(kept.journal, game, made, kept.journal.judge(event), author, rules_digest(game))
    save_rows(game, kept, [row], by="test")
