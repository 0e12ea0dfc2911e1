"""The event that bots play: its address, its rounds one after another, and going on with them."""

import datetime as dt
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from referee.models import GameLog, LoggedEvent
from referee.rehearsal import live_event
from referee.rehearsal.live_event import address_of_live_event, make_live_event, play_live_event
from tournament.models import Event, Result, Round
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock

NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)


@pytest.mark.django_db
def test_a_day_has_one_event_until_its_rounds_are_over() -> None:
    assert address_of_live_event(NOON) == "live-evening-2026-05-16"
    event = make_live_event(slug="live-evening-2026-05-16", now=NOON)
    assert (event.published, event.entries.count()) == (True, len(live_event.PLAYERS))
    assert address_of_live_event(NOON) == "live-evening-2026-05-16"
    last = Round(event=event, number=live_event.ROUNDS, status=Round.Status.FINISHED)
    Round.objects.bulk_create([last])
    assert address_of_live_event(NOON) == "live-evening-2026-05-16-2"
    assert address_of_live_event(NOON + dt.timedelta(days=1)) == "live-evening-2026-05-17"


def call_time_early(slug: str) -> None:
    """End the clock of each round once its tables play: nothing else ends their games so soon."""
    try:
        for number in range(1, live_event.ROUNDS + 1):
            thrown = LoggedEvent.objects.filter(
                event__contains='"roll"', game__table__round__number=number
            )
            end = time.monotonic() + 120
            while thrown.count() < 6:
                assert time.monotonic() < end, "nobody throws"
                time.sleep(0.05)
            round_ = Round.objects.select_related("event").get(event__slug=slug, number=number)
            step_clock(round_=round_, step="end", by="Chief")
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_the_rounds_are_played_one_after_another(
    live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_event, "ROUNDS", 2)
    now = timezone.now()
    slug = address_of_live_event(now)
    make_live_event(slug=slug, now=now)
    with ThreadPoolExecutor(max_workers=1) as pool:
        chief = pool.submit(call_time_early, slug)
        play_live_event(live_server.url, slug=slug, now=now, pause=0)
        chief.result()
    event = Event.objects.get(slug=slug)
    rounds = list(event.rounds.order_by("number"))
    assert [one.status for one in rounds] == ["finished", "finished"]
    assert [clock_of_round(one).clock.state for one in rounds] == ["ended", "ended"]
    results = Result.objects.filter(table__round__event=event)
    assert [one.source for one in results] == ["log"] * 6
    rows = GameLog.objects.count()
    play_live_event(live_server.url, slug=slug, now=now, pause=0)
    assert GameLog.objects.count() == rows
