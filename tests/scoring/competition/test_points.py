"""Points by place: shared places share equally the points of the places they take."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.points import as_text, denominator, points_of, shares_of

DEFAULT = (6, 4, 3, 2, 1, 0)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2, 3, 4], [6, 4, 3, 2]),
        ([4, 1, 3, 2], [2, 6, 3, 4]),
        ([1, 2, 2, 4], [6, Fraction(7, 2), Fraction(7, 2), 2]),
        ([1, 1, 1], [Fraction(13, 3)] * 3),
        ([1, 1, 1, 1, 1, 1], [Fraction(16, 6)] * 6),
        ([2, 1], [4, 6]),
    ],
)
def test_points_come_from_the_first_place_down_whatever_the_table_size(places, expected):
    assert list(points_of(places, DEFAULT)) == expected


def test_places_beyond_the_list_give_no_points():
    assert points_of([1, 2, 3, 3], (5, 2)) == tuple(map(Fraction, (5, 2, 0, 0)))


def test_a_place_shared_with_one_beyond_the_list_gets_its_part():
    assert points_of([1, 2, 2], (5, 2)) == tuple(map(Fraction, (5, 1, 1)))


def test_points_may_be_fractions():
    half = Fraction(1, 2)
    assert points_of([1, 1], (half, 0)) == (Fraction(1, 4), Fraction(1, 4))
    assert denominator((half, Fraction(1, 7))) == 60 * 14


@pytest.mark.parametrize("places", [[2, 3], [1, 3], [1, 1, 2], [0, 1], [1, 2, 2, 3]])
def test_places_that_are_not_a_ranking_are_refused(places):
    with pytest.raises(ValueError, match="not a ranking"):
        points_of(places, DEFAULT)


@given(st.lists(st.integers(0, 900), min_size=2, max_size=6))
def test_a_table_hands_out_the_same_points_however_places_are_shared(cash):
    places = [1 + sum(other > own for other in cash) for own in cash]
    assert sum(points_of(places, DEFAULT)) == sum(DEFAULT[: len(cash)])


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_a_better_place_never_gives_fewer_points(cash):
    places = [1 + sum(other > own for other in cash) for own in cash]
    earned = points_of(places, DEFAULT)
    for place, points in zip(places, earned, strict=True):
        for other, other_points in zip(places, earned, strict=True):
            assert place >= other or points >= other_points


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(14), "14"),
        (Fraction(0), "0"),
        (Fraction(21, 2), "10.5"),
        (Fraction(13, 4), "3.25"),
        (Fraction(1, 20), "0.05"),
        (Fraction(13, 3), "4 1/3"),
        (Fraction(2, 3), "2/3"),
    ],
)
def test_points_are_written_as_people_write_them(points, text):
    assert as_text(points) == text


def test_a_rank_brings_points_and_those_who_share_it_split_them():
    shares = shares_of([1, 2, 2, 4], [10, 6, 3])
    assert shares == (Fraction(10), Fraction(9, 2), Fraction(9, 2), Fraction(0))
    assert shares_of([], [10]) == ()


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8), st.lists(st.integers(0, 9), max_size=9))
def test_no_point_is_lost_or_made_by_sharing(places, by_place):
    ranked = sorted(places)
    ranks = [1 + sum(other < own for other in ranked) for own in ranked]
    found = shares_of(ranks, by_place)
    assert sum(found) == sum(by_place[: len(ranks)])
