"""Finals: who is in them stands above all others, by the points of the finals alone, then as they
stood at the cut."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.finals import Cut, finalists_of, passed_over, stage_at
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.standings import rank
from tests.scoring.competition.compared import compared

PLAYERS = "abcdef"
SCHEME = Scheme((6, 4, 3, 2))


def table(number, order, *, at=1, outcomes=""):
    """A finished table of round `number`; players in order of place."""
    seats = (SeatScore(p, "", n, 100 - n) for n, p in enumerate(order, start=1))
    return TableScore(number, at, tuple(seats))


BEFORE = (table(1, "abc"), table(1, "def", at=2))
"""a and d have 6, b and e 4, c and f 3."""
CUT = Cut(2, ("a", "d", "b"))


def order(*finals, penalties=(), cuts=(CUT,), scheme=SCHEME):
    found = rank(PLAYERS, [*BEFORE, *finals], scheme, penalties, cuts)
    return [(row.rank, row.player) for row in found.rows]


def test_without_a_cut_all_rounds_count_alike():
    assert order(table(2, "fed"), cuts=()) == [
        (1, "d"), (1, "f"), (3, "e"), (4, "a"), (5, "b"), (6, "c"),
    ]  # fmt: skip


def test_once_the_cut_is_made_finalists_are_above_all_others():
    # e has the points of b; b is in the finals, by the lot or a tie-break.
    assert order() == [(1, "a"), (1, "d"), (3, "b"), (4, "e"), (5, "c"), (5, "f")]


def test_the_points_of_the_finals_decide_among_the_finalists():
    assert order(table(2, "bda"))[:3] == [(1, "b"), (2, "d"), (3, "a")]


def test_points_before_the_finals_are_not_added_to_those_of_the_finals():
    found = rank(PLAYERS, [*BEFORE, table(2, "bda")], SCHEME, (), (CUT,))
    rows: list[Any] = [(r.points, r.stage, r.final_points, r.played) for r in found.rows[:4]]
    assert rows == [
        (4, 1, 6, 2), (6, 1, 4, 2), (6, 1, 3, 2), (4, 0, None, 1),
    ]  # fmt: skip


def test_who_plays_on_beside_the_finals_earns_nothing_in_them():
    beside = (table(2, "bda"), table(2, "efc", at=2))
    lost = Penalty("f", points=Fraction(1), round=2)
    found = rank(PLAYERS, [*BEFORE, *beside], SCHEME, [lost], (CUT,))
    assert [(row.player, row.final_points) for row in found.rows] == [
        ("b", 6), ("d", 4), ("a", 3), ("e", None), ("c", None), ("f", None),
    ]  # fmt: skip


def test_with_equal_points_in_the_finals_the_cut_decides():
    level = (table(2, "bad"), table(3, "abd"))
    # a and b have 10 each: a stood first at the cut.
    assert order(*level)[:3] == [(1, "a"), (2, "b"), (3, "d")]


def test_a_final_stands_above_the_semi_final():
    cuts = (CUT, Cut(3, ("b", "d")))
    semi, final = table(2, "bda"), table(3, "db")
    assert order(semi, final, cuts=cuts)[:4] == [(1, "d"), (2, "b"), (3, "a"), (4, "e")]
    # Equal in the final: the semi-final decides, for by it they stood at the cut.
    assert order(semi, cuts=cuts)[:3] == [(1, "b"), (2, "d"), (3, "a")]


def test_penalties_about_the_finals_count_in_them_and_no_further():
    final = table(2, "bda")
    taken = Penalty("b", points=Fraction(5), round=2)
    assert order(final, penalties=[taken])[:4] == [(1, "d"), (2, "a"), (3, "b"), (4, "e")]
    lost = Penalty("b", places=500, round=2)
    assert order(final, penalties=[lost])[:4] == [(1, "d"), (2, "a"), (3, "b"), (4, "e")]
    # About no round, or an earlier one: how a stood at the cut, not what a did in the finals.
    before = Penalty("a", points=Fraction(5))
    assert order(final, penalties=[before])[:3] == order(final)[:3]


@pytest.mark.parametrize("about", [None, 1, 2])
def test_who_is_disqualified_is_last_whenever_it_was_decided(about):
    expelled = Penalty("b", disqualified=True, round=about)
    assert order(table(2, "bda"), penalties=[expelled])[-1] == (6, "b")
    assert order(table(2, "bda"), penalties=[expelled])[0] == (1, "d")


def test_each_rank_says_what_separates_it():
    penalties = [Penalty("d", places=1, round=2)]
    found = rank(PLAYERS, [*BEFORE, table(2, "bda")], SCHEME, penalties, (CUT,))
    assert [row.player for row in found.rows][:4] == ["b", "a", "d", "e"]
    assert found.why(0).behind == compared("a", (), "final-points", 6, 3)
    assert found.why(2).ahead == compared("a", (), "places-lost", 1, 0)
    assert found.why(2).behind == compared("e", (), "final-stage", 1, 0)
    assert found.why(3).ahead == compared("d", (), "final-stage", 0, 1)
    assert found.why(3).behind == compared("c", (), "points", 4, 3)
    level = rank(PLAYERS, BEFORE, SCHEME, (), (CUT,))
    assert level.why(0).behind == compared("b", ("final-points",), "points", 6, 4)
    last = rank(PLAYERS, BEFORE, SCHEME, [Penalty("b", disqualified=True)], (CUT,))
    assert last.why(5).ahead == compared("f", (), "disqualified", 1, 0)


def test_whom_the_lot_let_in_is_named_with_what_they_were_level_on():
    found = rank(PLAYERS, BEFORE, SCHEME, (), (CUT,))
    assert found.why(2).behind == compared("e", ("points",), "final-stage", 1, 0)
    assert found.why(3).ahead == compared("b", ("points",), "final-stage", 0, 1)
    # No lot: e let b in, or b's lost place decided.
    cuts = (Cut(2, ("a", "d", "b"), left_out=("e",)),)
    let_in = rank(PLAYERS, BEFORE, SCHEME, (), cuts)
    assert let_in.why(3).ahead == compared("b", (), "final-stage", 0, 1)
    lost = rank(PLAYERS, BEFORE, SCHEME, [Penalty("e", places=1)], (CUT,))
    behind = [row.player for row in lost.rows].index("e")
    ahead = lost.why(behind).ahead
    assert ahead is not None
    assert ahead.equal_on == ()


def test_who_is_left_out_lets_the_next_one_in():
    assert finalists_of("abcde", "", 3) == ("a", "b", "c")
    assert finalists_of("abcde", "ac", 3) == ("b", "d", "e")
    assert finalists_of("abc", "a", 3) == ("b", "c")
    assert passed_over("abcde", "ace", 2) == ("a", "c")
    assert passed_over("abcde", "e", 3) == ()
    assert passed_over("ab", "ab", 1) == ()


def test_stages_are_counted_by_the_cuts_before_a_round():
    cuts = (Cut(3, ()), Cut(5, ()))
    assert [stage_at(n, cuts) for n in (None, 1, 2, 3, 4, 5, 6)] == [0, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(("cut", "final"), [("ax", "ab"), ("ab", "ax")])
def test_a_finalist_or_a_seat_of_nobody_listed_is_refused(cut, final):
    with pytest.raises(ValueError, match="player 'x' is not listed"):
        order(table(2, final), cuts=[Cut(2, tuple(cut))])


@given(
    st.permutations(PLAYERS),
    st.permutations(PLAYERS),
    st.integers(2, 5),
    st.lists(
        st.tuples(
            st.sampled_from(PLAYERS),
            st.integers(0, 9),
            st.integers(0, 9),
            st.sampled_from([None, 1, 2, 3]),
        ),
        max_size=3,
    ),
    st.permutations(PLAYERS),
)
def test_finalists_are_above_all_others_whatever_is_played(first, second, size, against, final):
    """By the lot the cut is the same each time, and exactly as many are in."""
    lot = Scheme((6, 4, 3, 2), ("lot",), "seed")
    tables = [
        table(number, order[part : part + 3], at=1 + part)
        for number, order in ((1, first), (2, second))
        for part in (0, 3)
    ]
    penalties = [
        Penalty(player, Fraction(points), places, round=about)
        for player, points, places, about in against
    ]
    at_cut = [row.player for row in rank(PLAYERS, tables, lot, penalties).rows]
    again = [row.player for row in rank(PLAYERS, list(reversed(tables)), lot, penalties).rows]
    assert at_cut == again
    finalists = finalists_of(at_cut, (), size)
    played = [p for p in final if p in finalists]
    found = rank(PLAYERS, [*tables, table(3, played)], lot, penalties, [Cut(3, finalists)])
    assert {row.player for row in found.rows[:size]} == set(finalists)
    assert [row.stage for row in found.rows] == [1] * size + [0] * (len(PLAYERS) - size)
    assert sorted(row.player for row in found.rows) == sorted(PLAYERS)
    for position in range(len(PLAYERS)):
        assert found.why(position)
