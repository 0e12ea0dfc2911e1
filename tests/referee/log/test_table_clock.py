"""A table's clock: the hall's, with what the table's own pauses give back."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.journal.pauses import SLACK_SECONDS
from referee.log.control_room import control_room
from referee.log.table_states import TableState
from referee.log.verify import faults_of
from referee.models import GameLog
from referee.tablet.api import answers
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, golden, log_events
from tests.tournament.making import BY
from tournament.models import Table
from tournament.rounds.services.clock import grant_extra, step_clock

pytestmark = pytest.mark.django_db

START = log_events(golden("01"))[0]
PAUSE = {"type": "pause", "reason": "a spill"}
LENGTH = 7200
MINUTE = dt.timedelta(minutes=1)


def play(tablet: Tablet, *events: dict[str, Any]) -> None:
    send(tablet, *tablet.made_of(*events))


def resume(seconds: int) -> dict[str, Any]:
    return {"type": "resume", "seconds": seconds}


def start_hall(table: Table, ago: dt.timedelta) -> None:
    step_clock(round_=table.round, step="start", by=BY, now=timezone.now() - ago)


def told(tablet: Tablet) -> dict[str, Any]:
    """The clock as the tablet is told it."""
    return answers.clock(GameLog.objects.get(pk=tablet.game))


def state_of(table: Table) -> TableState:
    """The table as the chief's page shows it."""
    lines = control_room(table.round).tables
    return next(line.state for line in lines if line.state.key == table.pk)


def test_tablet_and_chiefs_page_show_the_same_second_after_a_pause(
    table: Table, tablet: Tablet
) -> None:
    start_hall(table, 30 * MINUTE)
    grant_extra(table=table, seconds=60, reason="dice lost", by=BY)
    play(tablet, START, PAUSE, resume(312))
    clock = told(tablet)
    assert clock["pauses"] == {"seconds": 312, "since": None, "through": 3}
    heard = dt.datetime.fromisoformat(clock["as_of"])
    left = LENGTH + clock["extra"] + 312 - clock["elapsed_ms"] / 1000
    shown = state_of(table).clock
    assert (shown.state, shown.paused_since) == ("running", None)
    assert shown.remaining_at(heard) == pytest.approx(left, abs=0.01)
    assert clock["elapsed"] == clock["elapsed_ms"] // 1000


def test_while_a_table_pauses_its_clock_stands_on_both(table: Table, tablet: Tablet) -> None:
    start_hall(table, 30 * MINUTE)
    play(tablet, START, PAUSE)
    since = told(tablet)["pauses"]["since"]
    assert since in (1800, 1801)
    shown = state_of(table)
    assert (shown.clock.state, shown.clock.standing) == ("paused", LENGTH - since)
    began = shown.clock.paused_since
    assert began is not None
    assert timezone.now() - began < MINUTE
    assert shown.clock.remaining_at(timezone.now() + 10 * MINUTE) == LENGTH - since
    assert state_of(table) == shown


def test_no_more_is_given_back_than_the_hall_played(table: Table, tablet: Tablet) -> None:
    start_hall(table, MINUTE)
    play(tablet, START, PAUSE, resume(3600))
    assert 60 <= told(tablet)["pauses"]["seconds"] <= 61 + SLACK_SECONDS


def test_a_pause_before_the_halls_clock_was_started_gives_no_time(
    table: Table, tablet: Tablet
) -> None:
    play(tablet, START, PAUSE, resume(600))
    start_hall(table, dt.timedelta())
    assert told(tablet)["pauses"]["seconds"] == 0
    assert state_of(table).clock.remaining <= LENGTH


def test_a_table_in_a_pause_is_not_told_that_time_is_up(table: Table, tablet: Tablet) -> None:
    start_hall(table, 119 * MINUTE)
    play(tablet, START, PAUSE)
    assert not state_of(table).clock.is_over(timezone.now() + 10 * MINUTE)
    step_clock(round_=table.round, step="end", by=BY)
    assert state_of(table).clock.state == "ended"
    assert state_of(table).time_called


def test_a_paused_hall_stands_and_so_does_a_table(table: Table, tablet: Tablet) -> None:
    start_hall(table, 30 * MINUTE)
    step_clock(round_=table.round, step="pause", by=BY)
    play(tablet, START)
    assert state_of(table).clock.state == "paused"
    assert state_of(table).clock.paused_since is None
    play(tablet, PAUSE, resume(60))
    assert told(tablet)["pauses"]["seconds"] in (60, 0)
    assert state_of(table).paused


def test_what_is_stored_of_pauses_is_what_the_log_says(table: Table, tablet: Tablet) -> None:
    start_hall(table, 30 * MINUTE)
    play(tablet, START, PAUSE)
    play(tablet, resume(312))
    game = GameLog.objects.get(pk=tablet.game)
    assert faults_of(game) == []
    game.snapshot = game.snapshot.replace("312", "999")
    assert faults_of(game) == ["the snapshot differs from the log in pauses"]


def test_a_log_from_before_pauses_were_credited_is_without_fault(
    table: Table, tablet: Tablet
) -> None:
    play(tablet, START)
    game = GameLog.objects.get(pk=tablet.game)
    game.snapshot = game.snapshot.replace('"pauses": [], ', "")
    assert '"pauses"' not in game.snapshot
    assert faults_of(game) == []


def test_every_page_of_the_staff_says_that_a_table_pauses(
    table: Table, tablet: Tablet, admin_client: Client
) -> None:
    """The page Now, and the chief's page of the game."""
    slug = table.round.event.slug
    start_hall(table, 30 * MINUTE)
    play(tablet, START)
    pages = [
        f"/organise/{slug}/now/",
        f"/organise/chief/games/{tablet.game}/",
    ]

    def texts() -> list[str]:
        return [admin_client.get(page).content.decode() for page in pages]

    assert all('data-clock="running"' in text for text in texts())
    play(tablet, PAUSE)
    event, game = texts()
    assert 'data-clock="paused"' in event
    assert "Paused since" in event
    assert 'data-clock="paused"' in game
    assert "Paused since" in game
    play(tablet, resume(312))
    assert all('data-clock="running"' in text for text in texts())
    # 1:35:12, less what the test itself took; 1:30 if the pause were not counted.
    assert re.search(r"\b1:3[45]:\d\d\b", texts()[0])
