"""Standings: the order, shared ranks, and why each row stands where it stands."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.standings import rank
from scoring.competition.tie_breaks import TIE_BREAKS
from tests.scoring.competition.compared import compared

C, M = "competitor", "monopolist"


def table(number, *lines):
    """A table of (player, place, final), roles alternating."""
    seats = (
        SeatScore(who, (C, M)[i % 2], place, final) for i, (who, place, final) in enumerate(lines)
    )
    return TableScore(number, 1, tuple(seats))


ROUND_1 = table(1, ("a", 1, 90), ("b", 2, 40), ("c", 3, 20), ("d", 4, 10))
ROUND_2 = table(2, ("d", 1, 70), ("c", 2, 30), ("b", 3, 30), ("a", 4, 5))


def ranks(standings):
    return [(row.rank, row.player) for row in standings.rows]


def test_the_default_ranks_by_points_and_lists_equals_by_seed():
    standings = rank("dcba", [ROUND_1, ROUND_2], Scheme())
    assert ranks(standings) == [(1, "d"), (1, "a"), (3, "c"), (3, "b")]
    assert [row.points for row in standings.rows] == [8, 8, 7, 7]
    assert [row.played for row in standings.rows] == [2, 2, 2, 2]
    assert all(row.shared for row in standings.rows)


def test_a_tie_break_separates_equals_and_later_ones_what_is_left():
    scheme = Scheme(tie_breaks=("wins", "final-cash"))
    standings = rank("abcd", [ROUND_1, ROUND_2], scheme)
    assert ranks(standings) == [(1, "a"), (2, "d"), (3, "b"), (4, "c")]
    assert not any(row.shared for row in standings.rows)
    assert standings.tie_break_values(0) == {"wins": 1, "final-cash": 95}


def test_players_without_a_table_stand_last_with_nothing():
    standings = rank("xabcdy", [ROUND_1], Scheme())
    assert ranks(standings)[-2:] == [(5, "x"), (5, "y")]
    assert standings.rows[-1].points == 0
    assert standings.rows[-1].played == 0


def test_before_the_first_table_all_share_the_first_rank():
    standings = rank("abc", [], Scheme(tie_breaks=("wins",)))
    assert not standings.has_started
    assert ranks(standings) == [(1, "a"), (1, "b"), (1, "c")]


def test_an_event_without_players_has_no_rows():
    assert rank("", [], Scheme(tie_breaks=tuple(TIE_BREAKS))).rows == ()


def test_the_scheme_of_points_is_the_events():
    standings = rank("ab", [table(1, ("a", 2, 1), ("b", 1, 2))], Scheme((Fraction(5, 2), 1)))
    assert [(row.player, row.points) for row in standings.rows] == [("b", Fraction(5, 2)), ("a", 1)]


def test_a_row_says_what_decided_against_its_neighbours():
    standings = rank("abcd", [ROUND_1, ROUND_2], Scheme(tie_breaks=("wins", "final-cash")))
    why = standings.why(1)
    assert why.shared_with == ()
    assert why.ahead == compared("a", ("points", "wins"), "final-cash", 80, 95)
    assert why.behind == compared("b", (), "points", 8, 7)


def test_a_row_of_a_shared_rank_names_those_it_shares_with_and_the_next_ranks():
    games = [table(1, ("a", 1, 9), ("b", 2, 4), ("c", 2, 4), ("d", 4, 1))]
    standings = rank("abcd", games, Scheme())
    for position, other in ((1, "c"), (2, "b")):
        why = standings.why(position)
        assert why.shared_with == (other,)
        assert why.ahead == compared("a", (), "points", Fraction(7, 2), 6)
        assert why.behind == compared("d", (), "points", Fraction(7, 2), 2)


def test_the_first_has_nobody_ahead_and_the_last_nobody_behind():
    standings = rank("ab", [table(1, ("a", 1, 9), ("b", 2, 4))], Scheme())
    assert standings.why(0).ahead is None
    assert standings.why(1).behind is None


@pytest.mark.parametrize(
    ("players", "games", "scheme", "message"),
    [
        ("ab", [], Scheme(tie_breaks=("beauty",)), "unknown tie-break 'beauty'"),
        ("ab", [], Scheme(tie_breaks=("wins", "wins")), "'wins' is there twice"),
        ("aab", [], Scheme(), "a player is listed twice"),
        ("abc", [ROUND_1], Scheme(), "player 'd' is not listed"),
        ("ab", [table(1, ("a", 1, 9), ("b", 3, 4))], Scheme(), "not a ranking"),
    ],
)
def test_what_cannot_be_ranked_is_refused_with_a_reason(players, games, scheme, message):
    with pytest.raises(ValueError, match=message):
        rank(players, games, scheme)


PLAYERS = "abcdefgh"


@st.composite
def tables(draw):
    """Rounds of two tables of the eight players, small cash so that ties are common."""
    games = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(PLAYERS))
        for seated in (order[:4], order[4:]):
            cash = draw(st.lists(st.integers(0, 6), min_size=4, max_size=4))
            places = [1 + sum(other > own for other in cash) for own in cash]
            games.append(table(number, *zip(seated, places, cash, strict=True)))
    return games


schemes = st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True).map(
    lambda codes: Scheme(tie_breaks=tuple(codes), lot_seed="7")
)


@given(tables(), schemes)
def test_ranks_are_competition_ranks_and_everybody_stands_once(games, scheme):
    standings = rank(PLAYERS, games, scheme)
    assert sorted(row.player for row in standings.rows) == list(PLAYERS)
    for row in standings.rows:
        better = [other for other in standings.rows if other.rank < row.rank]
        assert row.rank == len(better) + 1
        equal = [other for other in standings.rows if other.rank == row.rank]
        assert row.shared == (len(equal) > 1)
        assert [other.player for other in equal] == sorted(other.player for other in equal)


@given(tables(), schemes)
def test_the_reason_given_is_the_reason(games, scheme):
    """Re-derives each neighbour's order from the values shown, as a reader of the page would."""
    standings = rank(PLAYERS, games, scheme)
    position_of = {row.player: i for i, row in enumerate(standings.rows)}
    lower_is_better = {"fewer-favoured-roles", "lot"}
    for position, row in enumerate(standings.rows):
        own = {"points": row.points, **standings.tie_break_values(position)}
        why = standings.why(position)
        for comparison, is_ahead in ((why.ahead, False), (why.behind, True)):
            if comparison is None:
                continue
            other = position_of[comparison.other]
            theirs = {"points": standings.rows[other].points, **standings.tie_break_values(other)}
            assert all(own[code] == theirs[code] for code in comparison.equal_on)
            code = comparison.decided_by
            assert (comparison.own, comparison.theirs) == (own[code], theirs[code])
            assert (own[code] > theirs[code]) == (is_ahead != (code in lower_is_better))


@given(tables())
def test_all_points_handed_out_are_in_the_standings(games):
    standings = rank(PLAYERS, games, Scheme())
    assert sum(row.points for row in standings.rows) == 15 * len(games)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_tables_does_not_matter(games, shuffler):
    scheme = Scheme(tie_breaks=tuple(TIE_BREAKS), lot_seed="7")
    shuffled = list(games)
    shuffler.shuffle(shuffled)
    assert rank(PLAYERS, games, scheme).rows == rank(PLAYERS, shuffled, scheme).rows
