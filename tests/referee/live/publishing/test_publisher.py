"""What changed becomes the next version: once, in order, and nothing is lost on the way."""

import datetime as dt
import json
import uuid
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.live.publishing.documents import canonical
from referee.live.publishing.publisher import (
    ASKED,
    ASKED_ALONE,
    INTERVAL,
    LEASE,
    RENEWED,
    Publisher,
    hold_lease,
    publish_due,
    waiting_events,
)
from referee.live.publishing.versions import KEPT, publish, state_of
from referee.log import journal_cache
from referee.log.erasing import erase_person
from referee.models import Outbox
from tests.referee.live.publishing.test_merge_patch import applied
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.racing import race
from tournament.events.services.events import delete_event, update_event
from tournament.models import Change, Event, PublicVersion, PublisherLease, Round
from tournament.people.services.entries import add_entry, update_entry
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import unpublish_round

NOW = timezone.now()
SECOND = dt.timedelta(seconds=1)
QUARTET = (1, 2, 3, 4)


@pytest.fixture
def event(db: None) -> Event:
    """Four players, and nothing waits to be published."""
    event = make_event(players=4)
    assert publish(event.pk, now=NOW)
    return event


def versions(event: Event) -> list[PublicVersion]:
    return list(PublicVersion.objects.filter(event=event).order_by("number"))


def numbers(event: Event) -> list[int]:
    return [version.number for version in versions(event)]


def newest(event: Event) -> Any:
    return json.loads(versions(event)[-1].snapshot)


def rename(event: Event, name: str) -> None:
    update_event(event=event, by=BY, name=name)


def start_clock(found: Round) -> None:
    step_clock(round_=found, step="start", by=BY)


class TestTheOutbox:
    """Each write of an event leaves a row, in its own transaction."""

    def test_every_audited_write_tells(self, event: Event) -> None:
        rename(event, "Other")
        assert Change.objects.get().event_id == event.pk
        found = seat_round(event, 1, QUARTET)
        before = Change.objects.count()
        finish(table_of(found), 40, 30, 20, 10)
        assert Change.objects.count() > before
        before = Change.objects.count()
        start_clock(found)
        assert Change.objects.count() == before + 1

    def test_a_write_that_fails_tells_nothing(self, event: Event) -> None:
        with transaction.atomic():
            rename(event, "Other")
            assert Change.objects.exists()
            transaction.set_rollback(True)
        assert not Change.objects.exists()

    def test_what_changes_a_player_changes_one_event(self, event: Event) -> None:
        add_entry(event=make_event("other"), name=entry(event, 1).name, by=BY)
        Change.objects.all().delete()
        update_entry(entry=entry(event, 1), by=BY, name="Ada")
        assert Change.objects.get().event_id == event.pk

    def test_an_event_can_be_deleted_with_what_waits(self, event: Event) -> None:
        rename(event, "Other")
        delete_event(event=event, by=BY)
        assert not Change.objects.exists()
        assert not PublicVersion.objects.exists()
        assert publish(event.pk, now=NOW)


@pytest.mark.django_db
class TestVersions:
    """Numbers without gaps, each what the public sees at its moment."""

    def test_a_version_is_what_the_public_sees(self, event: Event) -> None:
        found = seat_round(event, 1, QUARTET)
        finish(table_of(found), 40, 30, 20, 10)
        start_clock(found)
        publish(event.pk, now=NOW)
        state = newest(event)
        assert state["players"]["p01"]["name"] == "Player 1"
        table = state["rounds"]["1"]["tables"]["1"]
        assert table["seats"]["1"]["final"] == 40
        assert table["seats"]["1"]["points"] == "6"
        assert state["standings"]["rows"]["p01"]["position"] == 1
        assert state["rounds"]["1"]["clock"]["1"]["kind"] == "start"
        assert "null" not in versions(event)[-1].snapshot
        assert versions(event)[-1].snapshot == canonical(state_of(event.pk))

    def test_nothing_changes_because_time_goes_by(self, event: Event) -> None:
        start_clock(seat_round(event, 1, QUARTET))
        assert canonical(state_of(event.pk)) == canonical(state_of(event.pk))

    def test_what_the_public_does_not_see_makes_no_version(self, event: Event) -> None:
        update_event(event=event, by=BY, advice=Event.Advice.AFTER)
        seat_round(event, 1, QUARTET, publish=False)
        assert publish(event.pk, now=NOW)
        assert numbers(event) == [1]
        assert not Change.objects.exists()

    def test_a_hidden_event_has_no_version_until_it_is_published(self) -> None:
        event = make_event(published=False)
        assert publish(event.pk, now=NOW)
        assert numbers(event) == []
        update_event(event=event, by=BY, published=True)
        publish(event.pk, now=NOW)
        assert numbers(event) == [1]
        update_event(event=event, by=BY, published=False)
        publish(event.pk, now=NOW)
        assert [(one.number, one.snapshot) for one in versions(event)] == [(2, "{}")]
        update_event(event=event, by=BY, published=True)
        publish(event.pk, now=NOW)
        assert numbers(event) == [2, 3]

    def test_the_queries_do_not_grow(self, event: Event) -> None:
        finish(table_of(seat_round(event, 1, QUARTET)), 40, 30, 20, 10)
        with CaptureQueriesContext(connection) as few:
            state_of(event.pk)
        finish(table_of(seat_round(event, 2, (1, 2), (3, 4)), 1), 40, 30)
        with CaptureQueriesContext(connection) as many:
            state_of(event.pk)
        assert len(few) == len(many) == 15


class TestTheLastMinute:
    """Older versions are there for a minute, unless they tell what is hidden now."""

    def test_versions_of_the_last_minute_are_kept(self, event: Event) -> None:
        for second in (1, 30, 61, 62):
            rename(event, f"Name {second}")
            publish(event.pk, now=NOW + second * SECOND)
        assert KEPT == 60 * SECOND
        assert numbers(event) == [3, 4, 5]

    @pytest.mark.parametrize("display", ["initials", "number"])
    def test_hiding_a_name_deletes_what_has_it(self, event: Event, display: str) -> None:
        rename(event, "Other")
        publish(event.pk, now=NOW)
        update_entry(entry=entry(event, 1), by=BY, name_display=display)
        publish(event.pk, now=NOW)
        assert numbers(event) == [3]
        assert "Player 1" not in versions(event)[0].snapshot + versions(event)[0].patch

    def test_erasing_a_person_does(self, event: Event) -> None:
        erase_person(entries=[entry(event, 1)], by=BY)
        assert Change.objects.exists()
        publish(event.pk, now=NOW)
        assert numbers(event) == [2]
        assert "Player 1" not in versions(event)[0].snapshot + versions(event)[0].patch

    def test_taking_back_a_round_does(self, event: Event) -> None:
        found = seat_round(event, 1, QUARTET)
        publish(event.pk, now=NOW)
        unpublish_round(round=found, by=BY)
        publish(event.pk, now=NOW)
        assert numbers(event) == [3]


class TestCoalescing:
    """At most two versions a second of one event."""

    def test_changes_close_together_are_one_version(self, event: Event) -> None:
        rename(event, "One")
        assert publish_due(now=NOW + INTERVAL / 2).published == 0
        rename(event, "Two")
        assert publish_due(now=NOW + INTERVAL).published == 1
        assert [json.loads(one.snapshot)["event"]["name"] for one in versions(event)] == [
            "Open",
            "Two",
        ]
        assert waiting_events(now=NOW + 2 * INTERVAL) == {}

    def test_two_seconds_of_changes_are_four_versions(self, event: Event) -> None:
        for tenth in range(1, 21):
            rename(event, f"Name {tenth}")
            publish_due(now=NOW + tenth * SECOND / 10)
        assert numbers(event) == list(range(1, 6))
        assert newest(event)["event"]["name"] == "Name 20"

    def test_events_do_not_wait_for_each_other(self, event: Event) -> None:
        other = make_event("other")
        rename(event, "One")
        at = NOW + INTERVAL / 2
        assert waiting_events(now=at) == {event.pk: NOW + INTERVAL, other.pk: at}


class TestBoards:
    """Rows of the boards' outbox are taken, too."""

    def test_several_appends_make_one_version(self, transactional_db: None) -> None:
        journal_cache.forget()
        lines = golden("01")
        tablet = paired(make_table(lines[0]))
        event = update_event(event=Event.objects.get(), by=BY, published=True)
        publish(event.pk, now=NOW)
        for one in log_events(lines)[:3]:
            send(tablet, *tablet.made_of(one))
        assert Outbox.objects.count() == 3
        assert not Change.objects.exists()
        with CaptureQueriesContext(connection) as asked:
            assert publish_due(now=NOW + SECOND).published == 1
        assert "tournament_seat" not in str(asked.captured_queries)
        assert not Outbox.objects.exists()
        assert numbers(event) == [1, 2]
        assert newest(event)["boards"]["1"]["1"]["seq"] == 3


class TestTheLease:
    """One process publishes; another takes over when it has gone silent."""

    def test_one_holds_it_and_renews_it(self, db: None) -> None:
        one, other = uuid.uuid4(), uuid.uuid4()
        assert hold_lease(one, now=NOW)
        assert not hold_lease(other, now=NOW)
        assert hold_lease(one, now=NOW + LEASE)
        assert not hold_lease(other, now=NOW + LEASE + LEASE / 2)
        assert hold_lease(other, now=NOW + 2 * LEASE)
        assert not hold_lease(one, now=NOW + 2 * LEASE)
        assert PublisherLease.objects.get().beat == NOW + 2 * LEASE

    def test_a_clock_that_is_put_back_does_not_lock_everybody_out(self, db: None) -> None:
        assert hold_lease(uuid.uuid4(), now=NOW + 365 * 86400 * SECOND)
        assert hold_lease(uuid.uuid4(), now=NOW)

    def test_who_does_not_hold_it_publishes_nothing(self, event: Event) -> None:
        rename(event, "Other")
        one, other = Publisher(), Publisher()
        hold_lease(uuid.uuid4(), now=NOW)
        one.step(now=NOW + SECOND)
        assert numbers(event) == [1]
        one.step(now=NOW + LEASE + SECOND)
        assert numbers(event) == [1, 2]
        rename(event, "Another")
        other.step(now=NOW + LEASE + 2 * SECOND)
        assert numbers(event) == [1, 2]
        one.step(now=NOW + LEASE + 3 * SECOND)
        assert numbers(event) == [1, 2, 3]

    def test_it_looks_again_when_the_next_one_is_due(self, event: Event, settings: Any) -> None:
        settings.REDIS_URL = ""
        publisher = Publisher()
        assert publisher.step(now=NOW + SECOND) == ASKED_ALONE
        rename(event, "Other")
        at = NOW + 2 * SECOND
        publisher.step(now=at)
        rename(event, "Another")
        assert publisher.step(now=at + INTERVAL * 0.9) == INTERVAL * 0.1
        assert numbers(event) == [1, 2]
        publisher.step(now=at + INTERVAL)
        assert numbers(event) == [1, 2, 3]
        assert Publisher().step(now=at + INTERVAL) == RENEWED

    def test_beside_redis_it_asks_seldom(self, event: Event, settings: Any) -> None:
        settings.REDIS_URL = "redis://localhost:1/0"
        publisher = Publisher()
        assert publisher.step(now=NOW + SECOND) == ASKED
        Change.objects.create(event=event)
        assert publisher.step(now=NOW + 2 * SECOND) == INTERVAL

    def test_a_version_of_the_future_holds_up_nothing(self, event: Event) -> None:
        rename(event, "Other")
        before = NOW - 3600 * SECOND
        assert waiting_events(now=before) == {event.pk: before}

    @pytest.mark.django_db(transaction=True)
    def test_of_many_who_ask_at_once_one_gets_it(self) -> None:
        holders = [uuid.uuid4() for _ in range(4)]
        got = race(*[lambda holder=holder: hold_lease(holder, now=NOW) for holder in holders])
        assert sorted(map(bool, got)) == [False, False, False, True]


@pytest.mark.django_db(transaction=True)
def test_two_publishers_at_once_make_one_version_of_one_change() -> None:
    event = make_event(players=4)
    for number in range(1, 6):
        rename(event, f"Name {number}")
        outcomes = race(*[lambda: publish(event.pk, now=NOW)] * 3)
        assert set(outcomes) <= {True, False}
        assert True in outcomes
        publish(event.pk, now=NOW)
        assert numbers(event) == list(range(1, number + 1))
        assert not Change.objects.exists()


OFTEN = ["rename", "seat", "finish", "correct", "clock"]
SELDOM = ["drop", "rejoin", "hide name", "show name", "freeze", "thaw", "unpublish", "publish"]
WRITES = st.sampled_from([*OFTEN, *SELDOM])


def write(event: Event, what: str, count: int) -> None:
    """One write of many, where it is possible now."""
    rounds = list(event.rounds.order_by("number"))
    if what == "rename":
        rename(event, f"Name {count}")
    elif what in ("drop", "rejoin"):
        status = "dropped" if what == "drop" else "active"
        update_entry(entry=entry(event, 4), by=BY, status=status)
    elif what in ("hide name", "show name"):
        display = "number" if what == "hide name" else "full"
        update_entry(entry=entry(event, 2), by=BY, name_display=display)
    elif what == "seat" and len(rounds) < 3:
        seat_round(event, len(rounds) + 1, QUARTET)
    elif what in ("finish", "correct") and rounds:
        finish(table_of(rounds[-1]), 40 + count, 30, 20, 10)
    elif what in ("freeze", "thaw"):
        at = NOW if what == "freeze" else None
        update_event(event=event, by=BY, frozen_at=at)
    elif what in ("unpublish", "publish"):
        update_event(event=event, by=BY, published=what == "publish")
    elif what == "clock" and rounds and not rounds[-1].clock_entries.exists():
        start_clock(rounds[-1])


@pytest.mark.exhaustive
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(WRITES, st.booleans()), min_size=1, max_size=14))
def test_the_patches_from_any_version_on_lead_to_the_newest(
    django_db_blocker: Any, django_db_setup: None, writes: list[tuple[str, bool]]
) -> None:
    with django_db_blocker.unblock(), transaction.atomic():
        event = make_event(players=4)
        kept: dict[int, Any] = {0: {}}
        patches: dict[int, Any] = {}
        for count, (what, publishes) in enumerate([*writes, ("rename", True)]):
            write(event, what, count)
            if publishes:
                publish(event.pk, now=NOW)
            for one in versions(event):
                kept[one.number] = json.loads(one.snapshot)
                patches[one.number] = json.loads(one.patch)
        newest_number = max(kept)
        assert sorted(kept) == list(range(newest_number + 1))
        assert canonical(kept[newest_number]) == canonical(state_of(event.pk))
        for start, document in list(kept.items()):
            for number in range(start + 1, newest_number + 1):
                document = applied(document, patches[number])
            assert document == kept[newest_number], start
        transaction.set_rollback(True)


def test_an_event_that_cannot_be_published_holds_up_no_other(event: Event, caplog: Any) -> None:
    other = make_event("other", players=4)
    publish(other.pk, now=NOW)
    for each in (event, other):
        update_event(event=each, name="New name", by=BY)
    # Nothing of ours writes such a list: as after a disk's fault.
    Event.objects.filter(pk=event.pk).update(points_by_place="no list")
    assert publish_due(now=NOW + SECOND).published == 1
    assert numbers(other) == [1, 2]
    assert f"Event {event.pk} is not published." in caplog.text
    Event.objects.filter(pk=event.pk).update(points_by_place=other.points_by_place)
    assert publish_due(now=NOW + 2 * SECOND).published == 1
    assert numbers(event) == [1, 2]
