"""Closing an event as one act: everything or nothing, once, and back again."""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from tests.tournament.making import (
    BY,
    finish,
    make_event,
    result_of,
    seat_round,
    table_of,
)
from tests.tournament.racing import race
from tests.tournament.registering import mailed
from tests.writes import Killed
from tournament.draws.services.drawing import draw_round
from tournament.events.selectors.events import event_cards
from tournament.models import (
    Announcement,
    AuditEntry,
    ClockEntry,
    Email,
    Event,
    PaperSheet,
    Round,
)
from tournament.overview.selectors import closing_of
from tournament.overview.services import Thanks, close_event, reopen_event
from tournament.personal.selectors.personal import personal_page
from tournament.public.selectors.public_state import public_state
from tournament.results.services.paper import enter_sheet
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round
from tournament.rounds.services.steps import reopen_round
from tournament.standings.selectors.pages import event_page
from tournament.standings.services.reveal import freeze_results
from tournament.webhooks.facts import new_facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two of three rounds were played, the second one's clock runs; the standings are frozen."""
    event = make_event(players=4)
    freeze_results(event=event, by=BY)
    for number in (1, 2):
        finish(table_of(seat_round(event, number, (1, 2, 3, 4))), 40, 30, 20, 10)
    step_clock(round_=event.rounds.get(number=2), step="start", by=BY)
    event.entries.filter(seed=1).update(email="p1@example.org")
    return Event.objects.get(pk=event.pk)


def thanks(**more: Any) -> Thanks:
    return Thanks(
        **{"text": "Thank you", "announces": True, "emails": True, "key": uuid4(), **more}
    )


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_one_act_ends_clocks_closes_rounds_reveals_and_thanks(event: Event) -> None:
    found = closing_of(event)
    assert [item.number for item in found.complete] == [1, 2]
    assert (found.running, found.unpublished) == ((2,), (3,))
    assert found.reveals
    assert found.is_possible
    close_event(event=event, thanks=thanks(), by=BY)
    assert ClockEntry.objects.latest("pk").kind == "end"
    assert not event.rounds.filter(closed_at=None).exists()
    assert not event.rounds.filter(confirmed_at=None).exists()
    assert fresh(event).revealed_to == 1
    assert Announcement.objects.get().text == "Thank you"
    assert [message.subject for message in mailed()] == ["Thank you: Open"]
    assert event_cards()[0].state == "finished"
    assert AuditEntry.objects.filter(kind="event", action="close").count() == 1


def test_a_closed_event_is_over_for_everybody(event: Event) -> None:
    seat_round(event, 3, (1, 2, 3, 4), publish=False)
    before = public_state("open", {})
    close_event(event=event, by=BY)
    after = public_state("open", {})
    closed_at = after["event"]["closed_at"]
    assert dt.datetime.fromisoformat(closed_at) == fresh(event).closed_at
    assert Client().get("/api/v1/public/events/open").json()["closed_at"] == closed_at
    page = event_page("open")
    assert page is not None
    assert page.is_over
    assert page.has_ended
    assert personal_page(fresh(event).entries.get(seed=1)).is_over
    assert [fact.facts for fact in new_facts(before, after) if fact.kind == "event.finished"] == [
        {"rounds": 2}
    ]
    reopen_event(event=event, by=BY)
    assert "closed_at" not in public_state("open", {})["event"]


def test_closed_twice_it_is_closed_once(event: Event) -> None:
    for _press in range(2):
        close_event(event=event, thanks=thanks(), by=BY)
    assert Announcement.objects.count() == Email.objects.count() == 1
    assert AuditEntry.objects.filter(kind="event", action="close").count() == 1


def test_without_thanks_nobody_is_told(event: Event) -> None:
    close_event(event=event, by=BY)
    assert not Announcement.objects.exists()
    assert not Email.objects.exists()


def test_a_table_without_a_result_stands_against_it_and_nothing_changes(event: Event) -> None:
    waits = table_of(seat_round(event, 3, (4, 3, 2, 1)))
    enter_sheet(table=waits, result=result_of(waits, 4, 3, 2, 1), seen="", by=BY)
    ((hindered, (obstacle,)),) = closing_of(event).hindered
    assert (hindered.number, obstacle.code, obstacle.tables) == (3, "typed", (1,))
    rows = AuditEntry.objects.count()
    with pytest.raises(ValidationError, match="Round 3: The result of table 1 is typed"):
        close_event(event=event, thanks=thanks(), by=BY)
    assert AuditEntry.objects.count() == rows
    assert fresh(event).closed_at is None
    assert event.rounds.filter(closed_at=None).count() == 3
    assert PaperSheet.objects.exists()


@pytest.mark.parametrize("until", [2, 8, 14, 20])
def test_a_server_that_dies_within_it_leaves_nothing(event: Event, until: int) -> None:
    written = 0

    def die(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal written
        is_write = sql.startswith(("INSERT", "UPDATE"))
        written += is_write
        if is_write and written > until:
            raise Killed
        return execute(sql, *rest)

    with suppress(Killed), connection.execute_wrapper(die):
        close_event(event=event, thanks=thanks(), by=BY)
    assert written > until
    assert fresh(event).closed_at is None
    assert event.rounds.filter(closed_at=None).count() == 2
    assert not Announcement.objects.exists()
    assert not Email.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_close_it_once() -> None:
    event = make_event(players=4, number_of_rounds=1)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    event.entries.filter(seed=1).update(email="p1@example.org")
    said = thanks()
    race(*[partial(close_event, event=event, thanks=said, by=name) for name in ("olga", "otto")])
    assert Announcement.objects.count() == Email.objects.count() == 1
    assert AuditEntry.objects.filter(kind="event", action="close").count() == 1


def test_thanks_that_reach_nobody_close_nothing(event: Event) -> None:
    event.entries.update(email="")
    with pytest.raises(ValidationError, match="None of these players"):
        close_event(event=event, thanks=thanks(), by=BY)
    assert fresh(event).closed_at is None
    assert event.rounds.filter(closed_at=None).count() == 2


def test_an_event_without_a_round_is_not_closed() -> None:
    event = make_event(players=4)
    seat_round(event, 1, (1, 2, 3, 4), publish=False)
    assert not closing_of(event).is_possible
    with pytest.raises(ValidationError, match="No round of this event was published"):
        close_event(event=event, by=BY)


def test_a_closed_event_does_not_go_on_until_it_is_reopened(event: Event) -> None:
    third = seat_round(event, 3, (1, 2, 3, 4), publish=False)
    close_event(event=event, by=BY)
    first = Round.objects.select_related("event").get(event=event, number=1)
    third = Round.objects.select_related("event").get(pk=third.pk)
    for refused in (
        lambda: publish_round(round=third, by=BY),
        lambda: draw_round(round=third, by=BY, seed=1),
        lambda: reopen_round(round_=first, by=BY),
    ):
        with pytest.raises(ValidationError, match="The event is closed: reopen it first"):
            refused()
    for _press in range(2):
        reopen_event(event=event, by=BY)
    assert AuditEntry.objects.filter(kind="event", action="reopen").count() == 1
    assert event_cards()[0].state == "running"
    reopen_round(round_=first, by=BY)
    publish_round(round=third, by=BY)


def test_a_round_that_was_closed_before_stays_as_it_was(event: Event) -> None:
    close_event(event=event, by=BY)
    before = set(event.rounds.values_list("closed_at", flat=True))
    reopen_event(event=event, by=BY)
    ensure_round(event=event, number=3, by=BY)
    close_event(event=event, by=BY)
    assert set(event.rounds.filter(number__lt=3).values_list("closed_at", flat=True)) == before
