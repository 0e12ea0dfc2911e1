"""Penalties in the standings: points, places, disqualification, and the reason beside each rank."""

from fractions import Fraction

import pytest

from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.standings import rank
from tests.scoring.competition.compared import compared

PLAYERS = "abcd"
TABLE = TableScore(
    1,
    1,
    tuple(
        SeatScore(player, ("competitor", "monopolist")[n % 2], n + 1, 40 - 10 * n)
        for n, player in enumerate(PLAYERS)
    ),
)
SCHEME = Scheme((6, 4, 3, 2), ("opponents-points",))


def standings(*penalties, scheme=SCHEME, tables=(TABLE,)):
    return rank(PLAYERS, tables, scheme, penalties)


def order(*penalties, **more):
    return [(row.rank, row.player) for row in standings(*penalties, **more).rows]


def test_points_are_taken_off_the_sum_and_nothing_else():
    found = standings(Penalty("a", points=Fraction(5, 2)), Penalty("d", points=Fraction(3)))
    assert [(row.player, row.points) for row in found.rows] == [
        ("b", 4), ("a", Fraction(7, 2)), ("c", 3), ("d", -1),
    ]  # fmt: skip
    # What the opponents have earned at the table is not less for it.
    assert found.tie_break_values(0) == {"opponents-points": 11}


def test_points_in_parts_of_a_point_are_exact():
    found = standings(Penalty("a", points=Fraction(1, 10)))
    assert found.rows[0].points == Fraction(59, 10)


@pytest.mark.parametrize(("penalties", "then"), [
    ([("a", 1)], [(1, "b"), (2, "a"), (3, "c"), (4, "d")]),
    ([("a", 2)], [(1, "b"), (2, "c"), (3, "a"), (4, "d")]),
    ([("a", 500)], [(1, "b"), (2, "c"), (3, "d"), (4, "a")]),
    ([("d", 1)], [(1, "a"), (2, "b"), (3, "c"), (4, "d")]),
    ([("a", 1), ("a", 1)], [(1, "b"), (2, "c"), (3, "a"), (4, "d")]),
    ([("a", 2), ("b", 2)], [(1, "c"), (2, "a"), (3, "d"), (4, "b")]),
])  # fmt: skip
def test_places_are_lost_in_the_final_order(penalties, then):
    assert order(*(Penalty(player, places=places) for player, places in penalties)) == then


def test_who_loses_places_goes_behind_all_who_share_the_rank():
    level = tuple(seat._replace(place=2 if n else 1) for n, seat in enumerate(TABLE.seats))
    level = tuple(seat._replace(final=0) for seat in level)
    tables = [TableScore(1, 1, level)]
    scheme = Scheme((6, 3, 3, 3))
    found = order(Penalty("a", places=1), scheme=scheme, tables=tables)
    assert found == [(1, "b"), (1, "c"), (1, "d"), (4, "a")]
    # Two who lose as much from the same rank share the one they come to.
    both = [Penalty("b", places=1), Penalty("c", places=1)]
    assert order(*both, scheme=scheme, tables=tables) == [(1, "a"), (2, "d"), (3, "b"), (3, "c")]


def test_who_is_disqualified_stands_behind_everybody():
    expelled = Penalty("a", disqualified=True)
    assert order(expelled, Penalty("b", places=500)) == [(1, "c"), (2, "d"), (3, "b"), (4, "a")]


def test_each_rank_says_what_separates_it():
    found = standings(Penalty("a", places=1), Penalty("d", disqualified=True))
    assert [row.player for row in found.rows] == ["b", "a", "c", "d"]
    assert found.why(0).behind == compared("a", (), "places-lost", 0, 1)
    assert found.why(1).ahead == compared("b", (), "places-lost", 1, 0)
    # Still ahead by points, for all the places lost.
    assert found.why(1).behind == compared("c", (), "points", 6, 3)
    # Behind in both: the points say it.
    assert found.why(3).ahead == compared("c", (), "points", 2, 3)
    first = standings(Penalty("a", disqualified=True))
    assert first.why(3).ahead == compared("d", (), "disqualified", 1, 0)
    assert first.why(2).behind == compared("a", (), "disqualified", 0, 1)


def test_players_level_in_all_are_separated_by_the_places_lost():
    found = rank("ab", [], Scheme(), [Penalty("a", places=1)])
    assert [(row.rank, row.player) for row in found.rows] == [(1, "b"), (2, "a")]
    assert found.why(1).ahead == compared("b", (), "places-lost", 1, 0)


def test_a_penalty_against_nobody_listed_is_refused():
    with pytest.raises(ValueError, match="player 'x' is not listed"):
        standings(Penalty("x", places=1))
