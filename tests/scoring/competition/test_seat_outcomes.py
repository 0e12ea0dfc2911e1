"""Seats that were not just played: what becomes of places, points, tie-breaks and roles."""

from fractions import Fraction

import pytest

from scoring.competition.points import as_text, points_by_outcomes
from scoring.competition.roles import compare_roles
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.seat_outcomes import (
    ABANDONED,
    DISQUALIFIED,
    NO_SHOW,
    WALK_OVER,
    cash_by_outcomes,
    is_won,
    outcomes_of_table,
    places_by_outcomes,
)
from scoring.competition.standings import rank

C, M = "competitor", "monopolist"
BY_PLACE = (6, 4, 3, 2)


@pytest.mark.parametrize(("places", "outcomes", "then", "points"), [
    ((1, 2, 3, 4), ("", "", "", ""), (1, 2, 3, 4), (6, 4, 3, 2)),
    ((1, 2, 3, 4), (DISQUALIFIED, "", "", ""), (4, 1, 2, 3), (0, 6, 4, 3)),
    ((1, 2, 2, 4), ("", "", NO_SHOW, ""), (1, 2, 4, 3), (6, 4, 0, 3)),
    ((1, 2, 3, 4), ("", "", NO_SHOW, NO_SHOW), (1, 2, 3, 3), (6, 4, 0, 0)),
    ((2, 1, 3), (WALK_OVER, NO_SHOW, NO_SHOW), (1, 2, 2), (6, 0, 0)),
    ((1, 1, 1, 4), (ABANDONED, ABANDONED, ABANDONED, NO_SHOW), (1, 1, 1, 4),
     (Fraction(13, 3), Fraction(13, 3), Fraction(13, 3), 0)),
    ((1, 2), (NO_SHOW, NO_SHOW), (1, 1), (0, 0)),
])  # fmt: skip
def test_who_forfeits_is_behind_the_others_who_close_up(places, outcomes, then, points):
    assert places_by_outcomes(places, outcomes) == then
    assert places_by_outcomes(then, outcomes) == then
    assert points_by_outcomes(places, outcomes, BY_PLACE) == points


@pytest.mark.parametrize(("forfeits", "abandoned", "outcomes"), [
    (("", "", ""), False, ("", "", "")),
    (("", NO_SHOW, ""), False, ("", NO_SHOW, "")),
    ((NO_SHOW, "", NO_SHOW), False, (NO_SHOW, WALK_OVER, NO_SHOW)),
    ((DISQUALIFIED, "", NO_SHOW), False, (DISQUALIFIED, "", NO_SHOW)),
    ((NO_SHOW, DISQUALIFIED, NO_SHOW), False, (NO_SHOW, DISQUALIFIED, NO_SHOW)),
    ((NO_SHOW, NO_SHOW), False, (NO_SHOW, NO_SHOW)),
    (("", NO_SHOW, ""), True, (ABANDONED, NO_SHOW, ABANDONED)),
])  # fmt: skip
def test_the_only_one_who_came_has_a_walk_over(forfeits, abandoned, outcomes):
    assert outcomes_of_table(forfeits, abandoned=abandoned) == outcomes


def test_a_table_is_won_by_playing_or_without_an_opponent():
    assert is_won(1, "")
    assert is_won(1, WALK_OVER)
    assert not any(is_won(1, outcome) for outcome in (ABANDONED, DISQUALIFIED, NO_SHOW))
    assert not is_won(2, "")


def test_the_cash_of_who_forfeits_does_not_count():
    assert cash_by_outcomes((90, 50), ("", "")) == (90, 50)
    assert cash_by_outcomes((90, 50), (DISQUALIFIED, "")) == (0, 50)


def ranked(*tables, tie_break, players="abcd"):
    scores = [
        TableScore(number, 1, tuple(SeatScore(*seat) for seat in seats))
        for number, seats in enumerate(tables, start=1)
    ]
    standings = rank(list(players), scores, Scheme(BY_PLACE, (tie_break,)))
    return {row.player: standings.tie_break_values(n)[tie_break]
            for n, row in enumerate(standings.rows)}  # fmt: skip


DISQUALIFIED_FIRST = (("a", C, 1, 90, DISQUALIFIED), ("b", M, 2, 60), ("c", C, 3, 30))
WALKED_OVER = (("a", M, 1, 0, WALK_OVER), ("b", C, 2, 0, NO_SHOW), ("d", M, 3, 0, NO_SHOW))
BROKEN_OFF = (("a", M, 1, 0, ABANDONED), ("b", C, 1, 0, ABANDONED))


@pytest.mark.parametrize(("tie_break", "values"), [
    ("wins", {"a": 1, "b": 1, "c": 0, "d": 0}),
    ("cash-share", {"a": Fraction(3, 2), "b": Fraction(2, 3) + Fraction(1, 2),
                    "c": Fraction(1, 3), "d": 0}),
    ("final-cash", {"a": 0, "b": 60, "c": 30, "d": 0}),
    # a met b and c once, b again; b met a twice and c; nobody met d.
    ("opponents-points", {"a": 11 + 11 + 4, "b": 11 + 11 + 4, "c": 22, "d": 0}),
    # The one role that was played to an end by more than one: b's table as M, c's as C.
    ("fewer-favoured-roles", {"a": 0, "b": 1, "c": 0, "d": 0}),
])  # fmt: skip
def test_tie_breaks_count_what_was_played(tie_break, values):
    found = ranked(DISQUALIFIED_FIRST, WALKED_OVER, BROKEN_OFF, tie_break=tie_break)
    assert found == values


def test_a_table_at_which_nobody_was_counts_for_nobody():
    nobody = (("a", C, 1, 0, NO_SHOW), ("b", M, 2, 0, NO_SHOW))
    assert ranked(nobody, tie_break="cash-share", players="ab") == {"a": 0, "b": 0}
    standings = rank(["a", "b"], [TableScore(1, 1, tuple(SeatScore(*s) for s in nobody))], Scheme())
    assert [(row.rank, row.points, row.played) for row in standings.rows] == [
        (1, Fraction(0), 0)
    ] * 2


def test_roles_are_compared_by_what_was_played():
    seats = tuple(SeatScore(*seat) for seat in DISQUALIFIED_FIRST)
    found = compare_roles("abc", [TableScore(1, 1, seats)], BY_PLACE)
    assert (found.players["a"], found.players["b"]["monopolist"].points) == (
        {},
        Fraction(6),
    )
    assert found.event["competitor"].rounds == 1


def test_points_below_nothing_are_written_with_a_minus():
    assert [as_text(Fraction(n, 2)) for n in (-1, -4, 0)] == ["−0.5", "−2", "0"]
