"""Team standings: whose points are added up, and what separates teams that are level."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.standings import Comparison
from scoring.competition.teams import Member, rank_teams


def member(player, team, rank, points, **more):
    return Member(player, team, rank, Fraction(points), **more)


def order(standings):
    return [(row.rank, row.team, row.points) for row in standings.rows]


RED = [member("a", "red", 1, 12), member("d", "red", 4, 6), member("f", "red", 6, 2)]
BLUE = [member("b", "blue", 2, 10), member("c", "blue", 3, 8)]
GREY = [member("e", "grey", 5, 4)]


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        (1, [(1, "red", 12), (2, "blue", 10), (3, "grey", 4)]),
        # 1 + 4 places against 2 + 3: the best place decides.
        (2, [(1, "red", 18), (2, "blue", 18), (3, "grey", 4)]),
        # All: the largest team has three.
        (None, [(1, "red", 20), (2, "blue", 18), (3, "grey", 4)]),
    ],
)
def test_the_best_members_count_and_a_team_that_lacks_some_is_ranked_too(counted, expected):
    standings = rank_teams([*RED, *BLUE, *GREY], players=6, members_counted=counted)
    assert order(standings) == expected
    assert standings.members_counted == (counted or 3)
    red = standings.rows[0]
    assert red.counting + red.others == ("a", "d", "f")
    assert len(red.counting) == (counted or 3)


def test_most_points_count_whatever_the_place_and_who_is_disqualified_adds_nothing():
    places_lost = member("x", "red", 5, 9)
    out = member("y", "red", 7, 11, disqualified=True)
    (row,) = rank_teams([*RED, places_lost, out], players=7, members_counted=2).rows
    assert (row.points, row.places, row.best_place) == (Fraction(21), 6, 1)
    assert (row.counting, row.others) == (("a", "x"), ("d", "f", "y"))


def test_a_team_of_nobody_who_counts_stands_behind_the_last_player():
    (row,) = rank_teams([member("y", "red", 3, 11, disqualified=True)], players=3).rows
    assert (row.points, row.places, row.best_place, row.counting) == (Fraction(0), 4, 4, ())


def test_why_names_the_nearest_teams_and_what_separates_them():
    twins = [member("g", "one", 7, 4), member("h", "two", 7, 4)]
    standings = rank_teams([*RED, *BLUE, *GREY, *twins], players=8, members_counted=2)
    first, second = standings.why(0), standings.why(1)
    level = ("points", "places-sum")
    assert first.ahead is None
    assert first.behind == Comparison("blue", level, "best-place", Fraction(1), Fraction(2))
    assert second.ahead == Comparison("red", level, "best-place", Fraction(2), Fraction(1))
    assert second.behind == Comparison("grey", (), "points", Fraction(18), Fraction(4))
    last = standings.why(4)
    assert (last.shared_with, last.behind) == (("one",), None)
    # 5 and a place behind the last of eight, against 7 and that.
    assert last.ahead == Comparison("grey", ("points",), "places-sum", Fraction(16), Fraction(14))
    assert [(row.rank, row.shared) for row in standings.rows[2:]] == [
        (3, False),
        (4, True),
        (4, True),
    ]


def test_there_is_nothing_to_rank_without_teams():
    assert rank_teams([], players=4).rows == ()


@pytest.mark.parametrize(
    ("members", "counted", "words"),
    [(GREY, 0, "at least one"), (GREY * 2, None, "'e' is a member twice")],
)
def test_what_is_no_team_is_refused(members, counted, words):
    with pytest.raises(ValueError, match=words):
        rank_teams(members, players=6, members_counted=counted)


@st.composite
def events(draw):
    """Members in the order of their points, some in teams of few."""
    sums = sorted(draw(st.lists(st.integers(0, 5), min_size=1, max_size=12)), reverse=True)
    members = [
        member(f"p{n}", draw(st.sampled_from("xyz")), 1 + sums.index(points), points)
        for n, points in enumerate(sums)
    ]
    return members, draw(st.sampled_from([None, 1, 2, 3]))


@given(events())
def test_a_sum_is_of_its_members_and_each_reason_of_both_sides(event):
    members, counted = event
    standings = rank_teams(members, players=len(members), members_counted=counted)
    points = {each.player: each.points for each in members}
    for position, row in enumerate(standings.rows):
        assert row.points == sum(points[player] for player in row.counting)
        assert all(
            points[lacking] <= points[taken] for lacking in row.others for taken in row.counting
        )
        reason = standings.why(position)
        assert (reason.ahead is None) == (row.rank == 1)
        assert row.shared == bool(reason.shared_with)
    assert sorted(p for row in standings.rows for p in row.counting + row.others) == sorted(points)
    assert [row.rank for row in standings.rows] == sorted(row.rank for row in standings.rows)


@given(events())
def test_one_more_member_never_takes_a_team_below_its_points(event):
    members, counted = event
    fewer = rank_teams(members[:-1], players=len(members), members_counted=counted)
    more = {
        r.team: r for r in rank_teams(members, players=len(members), members_counted=counted).rows
    }
    assert all(more[row.team].points >= row.points for row in fewer.rows)
