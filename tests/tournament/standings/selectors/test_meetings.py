"""Whom a player met, and what each role brought."""

from fractions import Fraction

import pytest

from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.standings.selectors.meetings import balance_of_roles, meetings_of
from tournament.standings.selectors.pages import PathGame, player_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> tuple[PathGame, ...]:
    """Player 1: first of four, second after a shared first place, and a table being played."""
    event = make_event(players=5, points_by_place=[4, 3, 2, 1])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 400, 300, 200, 100)
    finish(table_of(seat_round(event, 2, (2, 1, 3))), 300, 300, 100)
    seat_round(event, 3, (5, 2, 1))
    page = player_page("open", 1)
    assert page is not None
    return page.games


def test_everybody_met_is_counted_the_most_frequent_first(games: tuple[PathGame, ...]) -> None:
    met = [(m.player.seed, m.tables, m.ahead, m.level, m.behind) for m in meetings_of(games)]
    assert met == [(2, 3, 1, 1, 0), (3, 2, 2, 0, 0), (4, 1, 1, 0, 0), (5, 1, 0, 0, 0)]


def test_who_was_ahead_of_one_is_behind_from_the_other_side() -> None:
    event = make_event(players=2)
    finish(table_of(seat_round(event, 1, (1, 2))), 100, 200)
    page = player_page("open", 1)
    assert page is not None
    (met,) = meetings_of(page.games)
    assert (met.ahead, met.behind) == (0, 1)


def test_roles_are_summed_over_tables_with_a_result(games: tuple[PathGame, ...]) -> None:
    balances = balance_of_roles(games)
    assert sum(one.tables for one in balances) == 2
    assert sum((one.points for one in balances), Fraction(0)) == 4 + Fraction(7, 2)
    assert sum(one.wins for one in balances) == 2
