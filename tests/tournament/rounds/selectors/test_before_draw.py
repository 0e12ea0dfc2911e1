"""What comes before the draw of a round, for many events in as many queries as for one."""

from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.making import make_event, seat_round
from tournament.models import Entry, Event
from tournament.rounds.selectors.before_draw import steps_before_draw, undrawn_step

pytestmark = pytest.mark.django_db


def before(event: Event) -> str | None:
    return undrawn_step(event, 1, event.rounds.first())


def test_players_are_entered_until_they_fill_a_table() -> None:
    event = make_event(players=2, table_sizes=[4, 3])
    assert before(event) == "enter_players"
    Entry.objects.create(event=event, seed=3, name="Cleo")
    assert before(event) is None
    event.entries.filter(seed=1).update(status=Entry.Status.DROPPED)
    assert before(event) == "enter_players"


def test_players_are_checked_in_where_the_draw_leaves_out_who_is_absent() -> None:
    event = make_event(players=4, table_sizes=[4, 3])
    assert before(event) is None
    Event.objects.update(leaves_out_absent=True)
    assert before(event) == "check_in"
    event.entries.filter(seed__lte=3).update(checked_in_at=timezone.now())
    assert before(event) is None


def test_a_round_that_is_drawn_needs_nothing_before() -> None:
    event = make_event(players=2, table_sizes=[4, 3])
    seat_round(event, 1, (1, 2), publish=False)
    assert before(event) is None


def test_it_is_told_of_finals_and_of_many_events_at_once(django_assert_num_queries: Any) -> None:
    events = [make_event(f"event-{number}", players=number) for number in range(5)]
    final = make_event("final", players=8, number_of_rounds=2, finals=[4])
    rounds = [(event, 1) for event in events] + [(final, 2)]
    with django_assert_num_queries(2):
        found = steps_before_draw(rounds)
    assert [found.get(event.pk) for event, _number in rounds] == [
        *["enter_players"] * 3, None, None, "record_cut",
    ]  # fmt: skip
