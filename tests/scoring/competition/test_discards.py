"""Discards: which rounds of a player do not count, and what that leaves to the tie-breaks."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.cutting import BeforeCut
from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.points import points_by_outcomes
from scoring.competition.scheme import DEFAULT_POINTS, Scheme, SeatScore, TableScore
from scoring.competition.seat_outcomes import DISQUALIFIED, NO_SHOW
from scoring.competition.standings import rank
from scoring.competition.tie_breaks import TIE_BREAKS

C, M = "competitor", "monopolist"


def duels(*rounds):
    """Tables of two, one a round, each as (first, second) or as (first, second, cash of both)."""
    return [
        TableScore(
            number,
            1,
            (SeatScore(first, C, 1, cash[0]), SeatScore(second, M, 2, cash[1])),
        )
        for number, (first, second, *told) in enumerate(rounds, start=1)
        for cash in [told[0] if told else (2, 1)]
    ]


def standings_of(tables, *, players="ab", penalties=(), cuts=(), **scheme):
    """Each player's row, by a scheme of one point a table won."""
    found = rank(players, tables, Scheme((1, 0), **scheme), penalties, cuts)
    return {row.player: row for row in found.rows}


def test_the_worst_rounds_do_not_count_and_the_earliest_of_equal_ones():
    rows = standings_of(duels("ab", "ba", "ba", "ab"), discards=1)
    assert [(rows[p].points, rows[p].discarded) for p in "ab"] == [(2, (2,)), (2, (1,))]
    assert [rows[p].played for p in "ab"] == [4, 4]


@pytest.mark.parametrize(
    ("played", "least", "discarded"),
    [(1, 1, ()), (2, 1, (1,)), (3, 1, (1, 2)), (3, 3, ()), (4, 3, (1,)), (5, 3, (1, 2))],
)
def test_so_many_rounds_always_count_and_then_one_more_goes_with_each(played, least, discarded):
    rows = standings_of(duels(*["ab"] * played), discards=2, least_counting=least)
    assert rows["b"].discarded == discarded


def test_a_round_that_was_missed_is_the_first_that_does_not_count():
    tables = duels("ab", "ac", "ab")
    rows = standings_of(tables, players="abc", discards=1)
    assert rows["b"].discarded == ()
    assert rows["c"].discarded == ()
    assert rows["a"].discarded == (1,)


def test_who_still_plays_keeps_every_result():
    """Table 2 of the third round has no result yet."""
    tables = [*duels("ab", "ab"), TableScore(3, 1, (SeatScore("b", C, 1, 1),))]
    rows = standings_of(tables, discards=1)
    assert rows["a"].points == 2
    assert rows["a"].discarded == ()
    assert rows["b"].discarded == (1,)


def test_a_seat_not_taken_up_is_left_out_before_one_that_was_played():
    lost = TableScore(1, 1, (SeatScore("a", C, 1, 5), SeatScore("b", M, 2, 4)))
    absent = TableScore(2, 1, (SeatScore("a", C, 1, 5), SeatScore("b", M, 2, 0, NO_SHOW)))
    assert standings_of([lost, absent], discards=1)["b"].discarded == (2,)


def test_a_table_lost_by_disqualification_always_counts():
    expelled = TableScore(2, 1, (SeatScore("a", C, 1, 5, DISQUALIFIED), SeatScore("b", M, 2, 4)))
    rows = standings_of([*duels("ab"), expelled], discards=1)
    assert rows["a"].points == 0
    assert rows["a"].discarded == (1,)


def test_penalties_always_count():
    penalties = [Penalty("b", points=Fraction(3, 2), round=1)]
    rows = standings_of(duels("ab", "ba"), discards=1, penalties=penalties)
    assert rows["b"].points == Fraction(-1, 2)


def test_a_round_of_the_finals_always_counts():
    tables = duels("ab", "ba", "ab", "ab")
    rows = standings_of(tables, discards=1, cuts=[Cut(3, ("b", "a"))])
    assert [(rows[p].points, rows[p].discarded) for p in "ab"] == [(1, (2,)), (1, (1,))]
    assert [rows[p].final_points for p in "ab"] == [2, 0]


def test_the_cut_to_the_finals_is_made_by_the_rounds_that_count():
    """By all rounds b would be ahead of a."""
    tables = duels("ab", "ac", "bc", "bc")
    before = BeforeCut(5, "abc", tables, Scheme((2, 1), ("wins",), discards=2))
    assert before.order()[2] == "c"
    ranks = {code: row.rank for code, row in before.rows_without_lot().items()}
    assert ranks == {"a": 1, "b": 1, "c": 3}


def test_tie_breaks_look_at_the_rounds_that_count():
    games = [
        TableScore(1, 1, (SeatScore("a", M, 1, 30), SeatScore("b", C, 1, 10))),
        TableScore(2, 1, (SeatScore("a", M, 1, 60), SeatScore("b", C, 2, 20))),
    ]
    codes = ("wins", "final-cash", "cash-share", "opponents-points", "fewer-favoured-roles")
    found = rank("ab", games, Scheme((2, 0), codes, discards=1))
    assert [(row.player, row.points, row.discarded) for row in found.rows] == [
        ("a", Fraction(2), (1,)),
        ("b", Fraction(1), (2,)),
    ]
    values = [list(found.tie_break_values(position).values()) for position in (0, 1)]
    assert values == [
        [1, 60, Fraction(3, 4), 1, 1],
        [1, 10, Fraction(1, 4), 2, 0],
    ]


PLAYERS = "abcdefgh"


# The final cash of a seat, small so that ties are common; the last two did not come.
played = st.lists(st.integers(0, 9), min_size=len(PLAYERS), max_size=len(PLAYERS))


@st.composite
def events(draw):
    """Rounds of two tables at which not everybody need sit."""
    games = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order, present = draw(st.permutations(PLAYERS)), draw(st.integers(6, 8))
        seats = list(zip(order[:present], draw(played), strict=False))
        games += [seated(number, 1, seats[:4]), seated(number, 2, seats[4:])]
    return games


def seated(number, table, lines):
    """A table of (player, cash), ranked by cash."""
    return TableScore(
        number,
        table,
        tuple(
            SeatScore(
                player,
                (C, M)[seat % 2],
                1 + sum(other > own for _, other in lines),
                own,
                NO_SHOW if own > 7 else "",
            )
            for seat, (player, own) in enumerate(lines)
        ),
    )


schemes = st.builds(
    Scheme,
    tie_breaks=st.permutations(sorted(TIE_BREAKS)).map(tuple),
    lot_seed=st.just("7"),
    discards=st.integers(0, 4),
    least_counting=st.integers(1, 4),
)


def points_by_player(tables):
    """What each table is worth by itself to who sat there."""
    found: dict[str, list[Fraction]] = {player: [] for player in PLAYERS}
    for _, _, seats in tables:
        players, _, places, _, outcomes = zip(*seats, strict=True)
        worth = points_by_outcomes(places, outcomes, DEFAULT_POINTS)
        for player, points in zip(players, worth, strict=True):
            found[player].append(points)
    return found


@given(events(), schemes)
def test_the_points_are_the_best_of_so_many_rounds(tables, scheme):
    rounds = len({table.round for table in tables})
    counting = max(scheme.least_counting, rounds - scheme.discards)
    by_player = points_by_player(tables)
    for row in rank(PLAYERS, tables, scheme).rows:
        results = by_player[row.player]
        choices = combinations(results, min(counting, len(results)))
        assert row.points == max(map(sum, choices))
        assert len(row.discarded) == max(0, len(results) - counting)


@given(events(), schemes)
def test_no_points_are_lost_because_a_result_comes_in(tables, scheme):
    before = {row.player: row.points for row in rank(PLAYERS, tables[:-1], scheme).rows}
    for row in rank(PLAYERS, tables, scheme).rows:
        assert row.points >= before[row.player]


@given(events(), schemes, st.randoms(use_true_random=False))
def test_the_order_of_the_tables_does_not_matter(tables, scheme, shuffler):
    shuffled = list(tables)
    shuffler.shuffle(shuffled)
    assert rank(PLAYERS, tables, scheme).rows == rank(PLAYERS, shuffled, scheme).rows


@given(events(), schemes)
def test_where_all_rounds_count_nothing_is_left_out(tables, scheme):
    everything = rank(PLAYERS, tables, replace(scheme, discards=0))
    assert everything.rows == rank(PLAYERS, tables, replace(scheme, least_counting=5)).rows
    assert not any(row.discarded for row in everything.rows)
