"""A tablet floods its table: with notes, with events set aside, with requests that replay the log.

30,000 notes were taken, and starting and each illegal event replayed them; 5,000 events of 16 kB
that were set aside made every heartbeat half a second long; discarding went one by one.
"""

import json
from collections import Counter
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache as django_cache
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.devices.services import revoke
from referee.journal import limits
from referee.journal.journal import Journal
from referee.journal.limits import KEPT_FOR_THE_END, MARGIN, MAX_ROWS
from referee.log import chief, journal_cache, set_aside
from referee.log.table_setup import setup_of
from referee.log.verify import faults_of
from referee.models import GameLog, LoggedEvent, SetAside, SetAsideEvent
from referee.tablet.bridge import Bridge
from tests.referee.chief.pages import words
from tests.referee.log.test_chief import confirm
from tests.referee.tables import AT, Tablet, golden, log_events
from tests.referee.tablet.api.conftest import Http, wire
from tournament.models import AuditEntry, Result, Table

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))
NOTE = {"type": "note", "text": "n"}
ILLEGAL = {"type": "retain"}
BEAT = {"lease_epoch": 1, "head_seq": 0, "pending": 0}
SMALL = {
    "board": KEPT_FOR_THE_END + 20,
    "notes": 3,
    "pauses": 2,
    "confirmations": 3,
    "rulings": 3,
    "revisions": 2,
}


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that is soon full, on the tablet and, without a margin, on the server."""
    monkeypatch.setattr(limits, "MAX_ROWS", SMALL)
    monkeypatch.setattr("referee.log.batch.MARGIN", 0)
    monkeypatch.setattr("referee.log.chief.MARGIN", 0)


def post(http: Http, *events: dict[str, Any], **changes: Any) -> Any:
    """One batch; the head is taken where there is one."""
    return post_as_it_is(http, http.batch(*events, **changes))


def post_as_it_is(http: Http, batch: dict[str, Any]) -> Any:
    """The same; what waits for the commit happens at once, as in a server."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        response = http.ask("post", "/events", batch)
    if response.status_code == 200:
        head = response.json()["head"]
        http.tablet.head = (head["seq"], head["hash"])
    return response


def verdicts(response: Any) -> list[str]:
    """What became of each event."""
    assert response.status_code == 200, response.content
    return [one["verdict"] for one in response.json()["results"]]


def full(response: Any, code: str) -> None:
    """The server has no room: said as a problem, with a time to come again."""
    assert (response.status_code, response.json()["code"]) == (429, code)
    assert response["Content-Type"] == "application/problem+json"
    assert int(response["Retry-After"]) >= 10


def test_a_flood_of_notes_takes_nothing_from_the_game(http: Http, little_room: None) -> None:
    post(http, EVENTS[0])
    assert verdicts(post(http, NOTE, NOTE, NOTE)) == ["accepted"] * 3
    for events in ([NOTE], [NOTE] * 100, [EVENTS[1], NOTE]):
        full(post(http, *events), "log-full")
    assert LoggedEvent.objects.count() == 4
    assert verdicts(post(http, EVENTS[1], {"type": "pause", "reason": "tea"})) == ["accepted"] * 2
    assert verdicts(post(http, {"type": "resume"})) == ["accepted"]
    full(post(http, {"type": "pause", "reason": "tea"}), "log-full")
    assert faults_of(GameLog.objects.get()) == []


def test_the_real_limits_stop_thirty_thousand_notes(http: Http) -> None:
    post(http, EVENTS[0])
    taken = 0
    while (response := post(http, *[NOTE] * 100)).status_code == 200:
        taken += 100
        django_cache.clear()
    full(response, "log-full")
    assert taken == MAX_ROWS["notes"] + MARGIN
    assert verdicts(post(http, EVENTS[1])) == ["accepted"]


def test_the_last_rows_of_the_board_are_kept_for_the_end(http: Http, little_room: None) -> None:
    post(http, EVENTS[0])
    # Nobody can take a recount back by counting again: each is a row.
    count = {"type": "recount", "player": "p01", "cash": 1400, "reason": "again"}
    assert verdicts(post(http, *[count] * 19)) == ["accepted"] * 19
    full(post(http, count), "log-full")
    end = [{"type": "time"}, *({"type": "adjusted", "player": p} for p in ("p01", "p02"))]
    assert verdicts(post(http, *end, {"type": "retain"})) == ["accepted"] * 4


def test_the_tablet_keeps_the_same_limits_and_says_so(little_room: None) -> None:
    bridge = Bridge()
    header = EVENTS[0]["header"]
    rows = [{"n": 1, "at": AT, "event": EVENTS[0]}]
    opened = {"header": header, "roles": "drawn", "seats": [], "steps": [], "log": rows}
    sentences = set()
    for language in ("en", "fr", "ru"):
        bridge.ask("open", {**opened, "language": language})
        for _note in range(SMALL["notes"]):
            assert bridge.ask("play", {"events": [NOTE], "at": AT})["refusals"] == []
        for method in ("check", "play"):
            refusals = bridge.ask(method, {"events": [NOTE], "at": AT})["refusals"]
            assert [refusal["code"] for refusal in refusals] == ["log_full"]
            sentences.add(refusals[0]["text"])
        both = bridge.ask("play", {"events": [EVENTS[1], NOTE], "at": AT})
        assert [refusal["code"] for refusal in both["refusals"]] == ["log_full"]
        assert bridge.ask("play", {"events": [EVENTS[1]], "at": AT})["refusals"] == []
    assert len(sentences) == 3


def test_an_event_too_large_for_the_server_is_not_shown_as_recorded() -> None:
    bridge = Bridge()
    header = EVENTS[0]["header"]
    opened = {"header": header, "roles": "drawn", "seats": [], "steps": [], "log": []}
    bridge.ask("open", {**opened, "language": "en"})
    start = {**EVENTS[0], "header": {**header, "event": "ж" * limits.MAX_EVENT_BYTES}}
    refusals = bridge.ask("play", {"events": [start], "at": AT})["refusals"]
    assert [refusal["code"] for refusal in refusals] == ["event_too_long"]


@pytest.mark.parametrize("kind", sorted(MAX_ROWS))
def test_the_servers_limits_are_no_lower_than_the_tablets(kind: str) -> None:
    used: Counter[str] = Counter()
    used[kind] = MAX_ROWS[kind] - (KEPT_FOR_THE_END if kind == "board" else 0)
    of_kind = {room: event for event, room in limits.ROOMS.items()} | {"board": "roll"}
    assert limits.is_full(used, of_kind[kind])
    assert not limits.is_full(used, of_kind[kind], beyond=MARGIN)


def test_everything_a_tablet_may_record_can_be_handed_over() -> None:
    everything = sum(MAX_ROWS[room] for room in ("board", "notes", "pauses", "confirmations"))
    assert everything < limits.MAX_OWN_EVENTS <= limits.MAX_GAME_EVENTS
    assert limits.MAX_OWN_BYTES <= limits.MAX_GAME_BYTES
    assert MAX_ROWS["pauses"] % 2 == 0


def test_the_chief_has_a_generous_limit_too(
    http: Http, chief_client: Client, little_room: None
) -> None:
    post(http, EVENTS[0])
    game = http.tablet.game
    for _ruling in range(SMALL["rulings"] + 1):
        page = chief_client.post(reverse("chief:rule", args=[game]), {"text": "so"}, follow=True)
    assert "no room for more of this" in words(page)
    assert LoggedEvent.objects.filter(kind="chief").count() == SMALL["rulings"]


class Replays:
    """Counts the rows that are folded again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows = 0
        original = Journal.replay

        def replay(*row: Any, **author: Any) -> None:
            self.rows += 1
            original(*row, **author)

        monkeypatch.setattr(Journal, "replay", replay)


@pytest.mark.parametrize("aside", [False, True], ids=["nothing set aside", "something set aside"])
def test_nothing_that_is_refused_replays_the_log(
    http: Http, little_room: None, monkeypatch: pytest.MonkeyPatch, aside: bool
) -> None:
    """Illegal, stale, sent before, one too many: the game in memory is as good as before."""
    post(http, EVENTS[0], NOTE, NOTE, NOTE)
    if aside:
        post(http, ILLEGAL)
        post(http, EVENTS[1])
    known = http.batch(EVENTS[2] if aside else EVENTS[1])
    post_as_it_is(http, known)
    game = GameLog.objects.get()
    post(http, EVENTS[3] if aside else EVENTS[2])
    monkeypatch.setattr(set_aside, "MAX_GAME_EVENTS", 1 if aside else 0)
    replays = Replays(monkeypatch)
    for _time in range(3):
        assert verdicts(post(http, ILLEGAL, on_refusal="discard")) == ["illegal"]
        assert verdicts(post(http, NOTE, lease_epoch=7, on_refusal="discard")) == ["stale"]
        assert verdicts(post_as_it_is(http, known)) == ["duplicate"]
        full(post(http, NOTE), "log-full")
        full(post(http, ILLEGAL), "set-aside-full")
        assert http.ask("get", "").status_code == 200
    assert replays.rows == 0
    more = EVENTS[4:6] if aside else EVENTS[3:5]
    for event in more:
        assert verdicts(post(http, event)) == ["accepted"]
    assert replays.rows == 0
    game.refresh_from_db()
    journal = journal_cache.copy_at_head(game, partial(setup_of, game)).journal
    assert journal.used == journal_cache.replay_log(game, partial(setup_of, game)).used


def hand_over(http: Http, *events: dict[str, Any], **changes: Any) -> Any:
    """One request of the hand-over; events with `event_id` are wire events already."""
    body = {key: value for key, value in http.batch().items() if key != "lease_epoch"}
    given = [event if "event_id" in event else wire(event) for event in events]
    return http.ask("post", "/set-aside", {**body, "reason": "other", "events": given, **changes})


def test_a_revoked_tablet_hands_over_within_its_cap(
    http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_aside, "MAX_OWN_EVENTS", 5)
    monkeypatch.setattr(set_aside, "MARGIN", 0)
    revoke(device_id=http.tablet.device.pk, by="Olga")
    kept = [wire(NOTE) for _note in range(5)]
    assert hand_over(http, *kept[:3]).status_code == 200
    full(hand_over(http, *kept[3:], NOTE), "set-aside-full")
    assert hand_over(http, *kept[3:]).status_code == 200
    full(hand_over(http, NOTE), "set-aside-full")
    # What the server has is answered for ever, full or not.
    assert hand_over(http, *kept).status_code == 200
    chief.discard_all(game_id=http.tablet.game, decision="no", by="Olga")
    full(hand_over(http, NOTE), "set-aside-full")
    assert SetAsideEvent.objects.count() == 5


@pytest.mark.parametrize("limit", ["MAX_OWN_BYTES", "MAX_GAME_BYTES", "MAX_GAME_EVENTS"])
def test_bytes_and_the_games_events_are_counted_too(
    http: Http, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(set_aside, "MARGIN_BYTES", 0)
    monkeypatch.setattr(set_aside, limit, 3 if limit.endswith("EVENTS") else 3 * 2_000)
    letter = {"type": "note", "text": "ж" * 900}
    assert hand_over(http, letter, letter, letter).status_code == 200
    full(hand_over(http, letter), "set-aside-full")
    entry = SetAside.objects.get()
    size = len(json.dumps(letter, ensure_ascii=False, separators=(",", ":")).encode())
    assert (entry.event_count, entry.byte_count) == (3, 3 * size)


def test_a_queue_handed_over_one_by_one_is_one_entry(http: Http) -> None:
    for event in EVENTS[:5]:
        assert hand_over(http, event).status_code == 200
    entry = SetAside.objects.get()
    assert entry.event_count == 5
    assert list(entry.events.order_by("position").values_list("position", flat=True)) == [*range(5)]
    assert chief.apply(entry_id=entry.pk, decision="yes", by="Olga") == ()
    assert GameLog.objects.get().head_seq == 5


def test_entries_are_bounded_and_nothing_is_lost_for_it(http: Http) -> None:
    post(http, EVENTS[0])
    times = limits.MAX_ENTRIES + 3
    for _time in range(times):
        assert verdicts(post(http, ILLEGAL)) == ["illegal"]
        django_cache.clear()
    assert SetAside.objects.count() == limits.MAX_ENTRIES
    assert SetAsideEvent.objects.count() == times
    assert len(http.ask("post", "/heartbeat", BEAT).json()["set_aside"]) == limits.MAX_ENTRIES


@pytest.fixture
def heap(http: Http) -> list[SetAside]:
    """5,000 events of 16 kB as they were set aside before there was a limit, an entry each."""
    text = json.dumps({"type": "note", "text": "x" * 16_000})
    game = GameLog.objects.get(pk=http.tablet.game)
    entries = SetAside.objects.bulk_create(
        SetAside(
            game=game,
            device_id=http.tablet.device.pk,
            reason="other",
            received_at=timezone.now(),
            expected_seq=1,
            event_count=1,
            byte_count=len(text),
        )
        for _entry in range(5_000)
    )
    verdict = '{"verdict": "not_attempted", "code": null, "refusals": []}'
    SetAsideEvent.objects.bulk_create(
        (
            SetAsideEvent(
                entry=entry,
                position=0,
                event_id=uuid4(),
                salt="0" * 32,
                at=AT,
                event=text,
                body_hash=uuid4().hex * 2,
                verdict=verdict,
            )
            for entry in entries
        ),
        batch_size=500,
    )
    return entries


def test_a_heap_set_aside_costs_no_heartbeat_and_goes_at_once(
    http: Http, chief_client: Client, heap: list[SetAside]
) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = http.ask("post", "/heartbeat", BEAT)
    reads = [query["sql"] for query in asked if "referee_setaside" in query["sql"]]
    assert not any("referee_setasideevent" in sql for sql in reads)
    assert len(answer.content) < 64 * 1024
    for page in (
        reverse("chief:now", args=["open"]),
        reverse("chief:game", args=[http.tablet.game]),
        reverse("chief:set_aside", args=[heap[0].pk]),
    ):
        assert len(chief_client.get(page).content) < 512 * 1024, page
    address = reverse("chief:discard", args=[http.tablet.game])
    assert "Say why" in words(chief_client.post(address, {"decision": " "}, follow=True))
    with CaptureQueriesContext(connection) as asked:
        done = chief_client.post(address, {"decision": "a flood"})
    assert len(asked) < 40
    assert done.status_code == 302
    assert not SetAside.objects.filter(state="open").exists()
    assert SetAside.objects.values_list("decision", "decided_by").distinct().get() == (
        "a flood",
        "chiara",
    )
    assert AuditEntry.objects.get(action="discard all events", after__events=5_000)
    assert "5000 events were left out." in words(
        chief_client.get(reverse("chief:game", args=[http.tablet.game]))
    )


def test_an_entry_of_thousands_has_pages(http: Http, chief_client: Client) -> None:
    for start in range(0, 300, 100):
        hand_over(http, *[{"type": "note", "text": f"note {start + n}."} for n in range(100)])
    address = reverse("chief:set_aside", args=[SetAside.objects.get().pk])
    first, last = chief_client.get(address), chief_client.get(f"{address}?page=3")
    assert "note 99." in words(first)
    assert "note 100." not in words(first)
    assert "note 299." in words(last)
    for page in ("0", "9", "x", "-1", "9" * 5_000):
        assert chief_client.get(f"{address}?page={page}").status_code == 200


def test_a_result_that_waited_for_them_stands_once_all_are_left_out(
    tablet: Tablet, table: Table
) -> None:
    http = Http(tablet)
    for at in range(0, len(EVENTS), 100):
        post(http, *EVENTS[at : at + 100])
    post(http, ILLEGAL)
    confirm(tablet, "p01", "p02")
    assert not Result.objects.exists()
    assert chief.discard_all(game_id=tablet.game, decision="no", by="Olga") == 1
    assert Result.objects.get().table == table
    assert chief.discard_all(game_id=tablet.game, decision="no", by="Olga") == 0
