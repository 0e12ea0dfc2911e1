"""What `make run` shows: the finished sample event, and one of today that can be played."""

import datetime as dt
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.devices.codes import make_sheet
from referee.devices.services import pair
from referee.log import journal_cache
from referee.log.next_table import next_table
from referee.log.verify import faults_of
from referee.management.commands.finish_startup import EVENTS
from referee.management.commands.load_todays_event import load_todays_event, slug_of
from referee.models import GameLog
from tests.accounts import signed_in, staff
from tournament.models import AuditEntry, Entry, Event, Result, Round
from tournament.people.services.entries import update_entry
from tournament.results.services.results import remove_result
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import publish_round
from tournament.rounds.services.steps import reopen_round

pytestmark = pytest.mark.django_db


def load_events() -> str:
    """Load what is not there yet, as `finish_startup` does; the address of today's event."""
    for task in EVENTS:
        if not task.is_done():
            task.run()
    return slug_of(timezone.now())


@pytest.fixture(scope="module")
def loaded(lasting_db: None) -> str:
    """Where the event of today is, beside the sample event."""
    return load_events()


@pytest.fixture
def today(loaded: str) -> Iterator[Event]:
    yield Event.objects.get(slug=loaded)
    journal_cache.forget()


def test_one_round_is_played_one_is_open_and_one_drawn(today: Event) -> None:
    rounds = list(Round.objects.filter(event=today).order_by("number"))
    assert [one.status for one in rounds] == ["finished", "published", "drawn"]
    assert [one.tables.count() for one in rounds] == [2, 2, 2]
    assert [clock_of_round(one).clock.state for one in rounds] == ["ended", "waiting", "waiting"]
    assert (today.published, today.starts_on) == (True, timezone.now().date())


def test_the_results_come_from_whole_logs(today: Event) -> None:
    results = Result.objects.filter(table__round__event=today)
    assert [each.source for each in results] == ["log"] * 2
    for game in GameLog.objects.filter(table__round__event=today):
        assert game.state == GameLog.State.CONFIRMED
        assert faults_of(game) == []


def test_a_code_pairs_and_leads_to_the_next_round(today: Event) -> None:
    sheet = make_sheet(event=today, tables=2, by="tests")
    done = pair(request_id=uuid4(), label="", code=sheet[0].typed)
    assert (done.game.table.round.number, done.game.table.number) == (2, 1)
    assert next_table(done.game.pk) is None
    third = Round.objects.select_related("event").get(event=today, number=3)
    publish_round(round=third, by="tests")
    found = next_table(done.game.pk)
    assert found is not None
    assert (found.round, found.table, found.key is not None) == (3, 1, True)
    step_clock(round_=third, step="start", by="tests")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_its_pages_can_be_read(today: Event, language: str) -> None:
    client = signed_in(staff("organiser", is_superuser=True))
    for address in (
        reverse("tournament:event", args=[today.slug]),
        reverse("tournament:round", args=[today.slug, 1]),
        reverse("referee:table", args=[today.slug, 1, 1]),
        reverse("chief:now", args=[today.slug]),
        reverse("chief:codes", args=[today.slug]),
    ):
        assert client.get(address, headers={"accept-language": language}).status_code == 200, (
            address
        )


def test_another_start_on_the_same_day_changes_nothing(today: Event) -> None:
    rows = AuditEntry.objects.count()
    assert load_events() == today.slug
    assert (AuditEntry.objects.count(), Event.objects.count()) == (rows, 2)


def test_the_next_day_there_is_another(today: Event) -> None:
    tomorrow = timezone.now() + dt.timedelta(days=1)
    other = load_todays_event(slug=slug_of(tomorrow), now=tomorrow)
    assert other.starts_on == today.starts_on + dt.timedelta(days=1)
    # Whoever starts it before midnight goes on after it.
    assert today.ends_on == other.starts_on


def test_a_demo_that_was_tried_out_starts_again(today: Event) -> None:
    """A result taken away, a player renamed: neither stands in the way, on any later day."""
    sample = Event.objects.get(slug="spring-open-2026")
    result = Result.objects.filter(table__round__event=sample).first()
    assert result is not None
    reopen_round(round_=result.table.round, by="tests")
    remove_result(table=result.table, reason="Another table", by="tests")
    entry = Entry.objects.filter(event=sample).first()
    assert entry is not None
    update_entry(entry=entry, name="Somebody Else", by="tests")
    assert load_events() == today.slug
    tomorrow = timezone.now() + dt.timedelta(days=1)
    load_todays_event(slug=slug_of(tomorrow), now=tomorrow)
