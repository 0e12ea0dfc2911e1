"""Which round is meant where a page is about the whole event."""

import pytest
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.selectors.current_round import round_to_show
from tournament.models import Event, Round
from tournament.rounds.services.clock import step_clock

pytestmark = pytest.mark.django_db
TABLE = (1, 2, 3, 4)


@pytest.fixture
def event() -> Event:
    """Its first round is public."""
    event = make_event(players=4)
    seat_round(event, 1, TABLE)
    return event


def closed(event: Event, *numbers: int) -> None:
    Round.objects.filter(event=event, number__in=numbers).update(closed_at=timezone.now())


def test_it_is_the_first_before_the_first_draw() -> None:
    assert round_to_show(make_event()) == 1


def test_it_is_the_one_that_is_played_whether_the_one_before_is_closed_or_not(
    event: Event,
) -> None:
    assert round_to_show(event) == 1
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE)
    assert round_to_show(event) == 2


def test_between_two_rounds_it_is_the_last_until_that_is_closed(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE, publish=False)
    assert round_to_show(event) == 1
    closed(event, 1)
    assert round_to_show(event) == 2


def test_after_a_closed_round_it_is_the_next_though_it_was_not_made(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    assert round_to_show(event) == 1
    closed(event, 1)
    assert round_to_show(event) == 2


def test_after_a_closed_round_it_is_an_earlier_one_that_is_not(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE)
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    closed(event, 2)
    assert round_to_show(event) == 1


def test_of_a_closed_event_it_is_the_last_that_was_played(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    closed(event, 1)
    event.closed_at = timezone.now()
    assert round_to_show(event) == 1


def test_after_the_last_it_is_the_last(event: Event) -> None:
    Event.objects.update(number_of_rounds=2)
    event.refresh_from_db()
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE)
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    assert round_to_show(event) == 2
    closed(event, 1, 2)
    assert round_to_show(event) == 2


def test_a_round_that_was_started_is_played_though_an_earlier_one_lacks_a_result(
    event: Event,
) -> None:
    second = seat_round(event, 2, TABLE)
    seat_round(event, 3, TABLE)
    assert round_to_show(event) == 1
    step_clock(round_=second, step="start", by=BY)
    assert round_to_show(event) == 2
