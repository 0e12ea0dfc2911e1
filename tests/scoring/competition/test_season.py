"""Seasons: the best n of m events, and what separates players level on points."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.season import (
    BEST_RESULTS,
    EVENTS_WON,
    EventScore,
    rank_season,
    why,
)
from scoring.competition.standings import POINTS, Comparison


def present(found: Comparison | None) -> Comparison:
    """The comparison, which there is."""
    assert found is not None
    return found


def scores(*points, won=(), kept=()):
    """A player's scores in events 0, 1, …"""
    return [
        EventScore(str(n), Fraction(each), n in won, n in kept) for n, each in enumerate(points)
    ]


def ranks(best=0, **players):
    """Each player's rank."""
    return {row.player: row.rank for row in rank_season(players, best)}


def events(found):
    """The events of scores."""
    return [score.event for score in found]


def test_all_events_count_without_a_limit():
    (row,) = rank_season({"a": scores(3, 1, 2)}, 0)
    assert (int(row.points), events(row.counted), row.dropped) == (6, ["0", "1", "2"], ())


def test_the_worst_are_dropped_the_earlier_of_equal_ones_first():
    (row,) = rank_season({"a": scores(1, 5, 1, 4)}, 3)
    assert (int(row.points), events(row.counted), events(row.dropped)) == (
        10,
        ["1", "2", "3"],
        ["0"],
    )


def test_an_event_that_must_count_is_not_dropped():
    (row,) = rank_season({"a": scores(0, 5, 4, kept=[0])}, 2)
    assert (int(row.points), events(row.dropped)) == (5, ["2"])
    (row,) = rank_season({"a": scores(0, -1, kept=[0, 1])}, 1)
    assert (int(row.points), row.dropped) == (-1, ())


def test_the_better_single_result_separates_players_level_on_points():
    assert ranks(a=scores(5, 5), b=scores(6, 4), c=scores(10)) == {"c": 1, "b": 2, "a": 3}
    rows = rank_season({"a": scores(5, 5), "b": scores(6, 4)}, 0)
    assert present(why(rows, 1).ahead).decided_by == BEST_RESULTS
    behind = present(why(rows, 0).behind)
    assert (behind.own, behind.theirs) == (Fraction(6), Fraction(5))


def test_what_is_dropped_breaks_no_tie():
    assert ranks(best=1, a=scores(5, 4), b=scores(5)) == {"a": 1, "b": 1}


def test_events_won_come_last_and_dropped_ones_count_there():
    rows = rank_season({"a": scores(5, 4), "b": scores(5, 4, won=[1])}, 1)
    assert [row.player for row in rows] == ["b", "a"]
    assert present(why(rows, 1).ahead).decided_by == EVENTS_WON
    assert present(why(rows, 1).ahead).equal_on == (POINTS, BEST_RESULTS)


def test_equal_players_share_a_rank_and_the_next_one_is_left_out():
    rows = rank_season({"a": scores(5), "b": scores(5), "c": scores(4), "d": scores(6)}, 0)
    assert [(row.player, row.rank, row.shared) for row in rows] == [
        ("d", 1, False),
        ("a", 2, True),
        ("b", 2, True),
        ("c", 4, False),
    ]
    assert why(rows, 1).shared_with == ("b",)
    assert (present(why(rows, 2).ahead).other, present(why(rows, 2).behind).other) == ("d", "c")
    assert (why(rows, 0).ahead, why(rows, 3).behind) == (None, None)
    assert present(why(rows, 3).ahead).decided_by == POINTS


def test_an_event_worth_less_than_nothing_is_worse_than_staying_away():
    assert ranks(a=scores(5, 3, -2), b=scores(5, 1)) == {"a": 1, "b": 2}
    rows = rank_season({"a": scores(5, 1, 0), "b": scores(5, 2, -1)}, 0)
    assert [row.player for row in rows] == ["b", "a"]


amounts = st.integers(-3, 12)
own = st.builds(
    lambda points, won, kept: scores(*points, won=won, kept=kept),
    st.lists(amounts, max_size=7),
    st.sets(st.integers(0, 6)),
    st.sets(st.integers(0, 6), max_size=2),
)
seasons = st.dictionaries(st.sampled_from("abcdef"), own, max_size=6)


@given(seasons, st.integers(0, 5))
def test_the_best_choice_of_events_counts(players, best):
    for row in rank_season(players, best):
        given_scores = players[row.player]
        count = min(best, len(given_scores)) if best else len(given_scores)
        kept = sum(score.kept for score in given_scores)
        choices = [
            sum(score.points for score in chosen)
            for chosen in combinations(given_scores, max(count, kept))
            if sum(score.kept for score in chosen) == kept
        ]
        assert row.points == max(choices, default=0)
        assert sorted(events([*row.counted, *row.dropped])) == sorted(events(given_scores))


@given(seasons, st.integers(0, 5), st.randoms())
def test_ranks_depend_on_no_order_of_players(players, best, random):
    names = list(players)
    random.shuffle(names)
    again = ranks(best, **{name: players[name] for name in names})
    assert again == ranks(best, **players)


@given(seasons, st.integers(0, 5))
def test_a_rank_is_one_more_than_the_players_ahead(players, best):
    rows = rank_season(players, best)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    for position, row in enumerate(rows):
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        found = why(rows, position)
        for other in (found.ahead, found.behind):
            assert other is None or other.own != other.theirs
        assert (found.ahead is None) == (row.rank == 1)


@given(st.lists(st.integers(0, 12), max_size=7), st.integers(0, 12), st.integers(0, 5))
def test_a_total_never_falls_when_an_event_is_added(points, more, best):
    (before,) = rank_season({"a": scores(*points)}, best)
    (after,) = rank_season({"a": scores(*points, more)}, best)
    assert after.points >= before.points
