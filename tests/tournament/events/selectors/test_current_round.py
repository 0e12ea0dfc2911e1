"""Which round is meant where a page is about the whole event."""

import pytest
from django.utils import timezone

from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.selectors.current_round import current_round
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


def test_none_is_before_the_first_draw() -> None:
    assert current_round(make_event().pk) == 0


def test_it_is_the_one_that_is_played_whether_the_one_before_is_closed_or_not(
    event: Event,
) -> None:
    assert current_round(event.pk) == 1
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE)
    assert current_round(event.pk) == 2


def test_between_two_rounds_it_is_the_last_until_that_is_closed(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE, publish=False)
    assert current_round(event.pk) == 1
    Round.objects.filter(event=event, number=1).update(closed_at=timezone.now())
    assert current_round(event.pk) == 2


def test_after_the_last_it_is_the_last(event: Event) -> None:
    finish(table_of(event.rounds.get()), 4, 3, 2, 1)
    seat_round(event, 2, TABLE)
    finish(table_of(event.rounds.get(number=2)), 4, 3, 2, 1)
    assert current_round(event.pk) == 2
    event.rounds.update(closed_at=timezone.now())
    assert current_round(event.pk) == 2


def test_a_round_that_was_started_is_played_though_an_earlier_one_lacks_a_result(
    event: Event,
) -> None:
    second = seat_round(event, 2, TABLE)
    seat_round(event, 3, TABLE)
    assert current_round(event.pk) == 1
    step_clock(round_=second, step="start", by=BY)
    assert current_round(event.pk) == 2
