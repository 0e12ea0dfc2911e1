"""An event that tells of its running games later: no door tells of what happened meanwhile, and
what comes due is published though nothing else changes."""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.live.publishing.publisher import publish_due, waiting_events
from referee.live.publishing.versions import publish, state_of
from referee.log import journal_cache
from referee.log.calls import claim_call, open_call
from referee.log.public_record import record_so_far
from referee.models import Call, GameLog, LoggedEvent, Outbox
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.making import BY, finish
from tournament import visibility
from tournament.events.services.events import update_event
from tournament.models import Event, PublicVersion, Table
from tournament.visibility import Reader

LINES = golden("01")
EVENTS = log_events(LINES)
DELAY = dt.timedelta(seconds=30)
SECOND = dt.timedelta(seconds=1)
GAP = 2 * SECOND
SOME = 40
BEGUN = timezone.now() - 1000 * SECOND
"""The first event came then, each next one two seconds later."""


def received(seq: int) -> dt.datetime:
    return BEGUN + GAP * seq


@pytest.fixture
def tablet(transactional_db: None) -> Iterator[Tablet]:
    """The tablet of the only table of a published event, some events into its game."""
    yield playing()
    journal_cache.forget()


def playing() -> Tablet:
    tablet = paired(make_table(LINES[0], published=True))
    send(tablet, *tablet.made_of(*EVENTS[:SOME]))
    at_moments()
    set_delay(30)
    return tablet


def at_moments(at_moment: Callable[[int], dt.datetime] = received) -> None:
    """As if the events had come at these moments: when an event came is not hashed."""
    rows: QuerySet[LoggedEvent] = QuerySet(LoggedEvent)
    Outbox.objects.all().delete()
    for row in rows.order_by("seq"):
        at = at_moment(row.seq)
        rows.filter(pk=row.pk).update(received_at=at)
        Outbox.objects.create(game=row.game, seq=row.seq, created_at=at)


def set_delay(seconds: int) -> None:
    update_event(event=Event.objects.get(), by=BY, board_delay=seconds)


def told(now: dt.datetime) -> int:
    """The number of the last event that the public is told at a moment."""
    state = state_of(Event.objects.get().pk, now=now)
    return int(state["boards"].get("1", {}).get("1", {}).get("seq", 0))


def told_by_record(now: dt.datetime) -> int:
    found = record_so_far(Table.objects.get().pk, {}, now=now)
    return len(found.text.splitlines()) if found else 0


@given(st.lists(st.tuples(st.integers(-10, 2 * SOME + 60), st.sampled_from([0, 1, 30, 60]))))
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_nothing_younger_is_told(tablet: Tablet, moments: list[tuple[int, int]]) -> None:
    """At any moments, in any order, whatever is kept of others."""
    for second, delay in moments:
        Event.objects.update(board_delay=delay)
        now = BEGUN + second * SECOND
        wanted = min(max((second - delay) // 2, 0), SOME) if delay else SOME
        assert told(now) == wanted
        assert told_by_record(now) == wanted


def test_the_board_is_that_of_the_earlier_moment(tablet: Tablet) -> None:
    event = Event.objects.get().pk
    shown = state_of(event, now=received(20) + DELAY)
    journal_cache.forget()
    Event.objects.update(board_delay=0)
    rows: QuerySet[LoggedEvent] = QuerySet(LoggedEvent)
    GameLog.objects.update(head_seq=20, head_hash=rows.get(seq=20).hash)
    at_once = state_of(event)
    assert shown["boards"] == at_once["boards"]
    assert shown["projected"] == at_once["projected"]


def test_what_comes_due_is_published_though_nothing_changes(tablet: Tablet) -> None:
    event = Event.objects.get().pk
    publish(event, now=received(1))
    assert boards() == {}
    shown = []
    now = received(1)
    while now < received(SOME) + DELAY + GAP:
        now += SECOND
        if publish_due(now=now).published:
            shown.append(boards()["1"]["1"]["seq"])
            assert received(shown[-1]) + DELAY <= now < received(shown[-1] + 1) + DELAY
    assert shown == list(range(1, SOME + 1))
    assert not Outbox.objects.exists()
    assert waiting_events(now=now + DELAY) == {}


def boards() -> Any:
    return json.loads(PublicVersion.objects.latest("number").snapshot)["boards"]


def test_rows_that_wait_are_at_most_one_a_second(tablet: Tablet) -> None:
    Outbox.objects.update(created_at=received(SOME))
    assert Outbox.objects.count() == SOME
    publish(Event.objects.get().pk, now=received(SOME))
    assert Outbox.objects.count() == 1
    told = received(SOME) + DELAY
    assert list(waiting_events(now=told - SECOND).values()) == [told]
    assert publish_due(now=told).published == 1
    assert boards()["1"]["1"]["seq"] == SOME


def test_no_door_tells_what_happened_meanwhile(tablet: Tablet, client: Client) -> None:
    """Half of the events came before the delay, the rest of them just now."""
    half = SOME // 2
    set_delay(900)
    now = timezone.now()
    at_moments(lambda seq: now - 1000 * SECOND if seq <= half else now)
    publish(Event.objects.get().pk, now=timezone.now())
    table = "/e/open/r/1/t/1/"
    young = {str(row.event_id) for row in LoggedEvent.objects.filter(seq__gt=half)}
    assert len(young) == SOME - half
    for address in (
        "/e/open/",
        table,
        f"{table}ledger/1/",
        f"{table}replay/",
        f"{table}replay/frames.json",
        "/api/v1/public/events/open/snapshot",
        "/api/v1/public/events/open/tables",
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        assert not young & set(re.findall(r"[0-9a-f-]{36}", text)), address
        lines = [int(line) for line in re.findall(r'id="line-(\d+)"', text)]
        assert max(lines, default=0) <= half, address
    assert len(client.get(f"{table}replay/frames.json").json()["frames"]) == half
    assert client.get(f"{table}replay/{half}/").status_code == 404
    assert client.get(f"{table}record/").status_code == 404
    assert client.get("/api/v1/public/events/open").json()["board_delay"] == 900
    assert boards()["1"]["1"]["seq"] == half
    assert "shown 900 seconds later" in client.get(table).content.decode()


def test_a_longer_delay_takes_older_versions_away(tablet: Tablet) -> None:
    event = Event.objects.get()
    now = received(SOME)
    publish(event.pk, now=now)
    assert boards()["1"]["1"]["seq"] == SOME - 15
    set_delay(60)
    publish(event.pk, now=now + SECOND)
    versions = PublicVersion.objects.filter(event=event)
    assert [boards()["1"]["1"]["seq"]] == [SOME - 30]
    assert versions.count() == 1
    set_delay(0)
    publish(event.pk, now=now + 2 * SECOND)
    assert boards()["1"]["1"]["seq"] == SOME


def test_a_call_is_told_later_too(tablet: Tablet) -> None:
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules")
    Call.objects.update(opened_at=received(SOME))
    event = Event.objects.get().pk

    def judge(now: dt.datetime) -> str:
        return str(state_of(event, now=now)["boards"]["1"]["1"]["judge"])

    assert judge(received(SOME) + DELAY - SECOND) == ""
    assert judge(received(SOME) + DELAY) == "called"
    claim_call(call_id=call.pk, by="chief")
    assert judge(received(SOME) + DELAY) == "coming"


def test_a_confirmed_result_is_told_at_once(tablet: Tablet) -> None:
    players = len(LINES[0]["players"])
    finish(Table.objects.get(), *[40, 30, 20, 10, 5, 4][:players])
    state = state_of(Event.objects.get().pk, now=received(SOME))
    assert "result" in state["rounds"]["1"]["tables"]["1"]
    assert state["boards"] == {}


def test_nothing_is_delayed_for_the_staff(tablet: Tablet) -> None:
    event = Event.objects.get()
    now = timezone.now()
    assert visibility.boards_shown_until(Reader.STAFF, event, now=now) is None
    assert visibility.boards_shown_until(Reader.PUBLIC, event, now=now) == now - DELAY


@pytest.mark.parametrize("seconds", [-1, 3601, 10**9])
def test_a_delay_that_cannot_be_is_refused(tablet: Tablet, seconds: int) -> None:
    with pytest.raises(ValidationError) as refused:
        set_delay(seconds)
    assert "board_delay" in refused.value.message_dict
    set_delay(3600)
