"""Each tie-break: what it counts, and which way it ranks."""

from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition import seat_columns
from scoring.competition.scheme import SeatScore, TableScore
from scoring.competition.tie_breaks import TIE_BREAKS, favoured_role, role_averages

C, M = "competitor", "monopolist"


def read(*tables, players="abcdef", lot_seed=""):
    """The seats of tables given as lists of (player, role, place, final)."""
    scores = [
        TableScore(number, 1, tuple(SeatScore(*seat) for seat in seats))
        for number, seats in enumerate(tables, start=1)
    ]
    return seat_columns.read_seats(list(players), scores, (6, 4, 3, 2, 1, 0), lot_seed)


def values(code, seats):
    """The value of the tie-break for each player."""
    column = TIE_BREAKS[code](seats)
    return {player: column.value(i) for i, player in enumerate(seats.players)}


def ahead(code, seats, one, other):
    """True if the tie-break ranks `one` ahead of `other`."""
    keys = TIE_BREAKS[code](seats).keys
    return keys[seats.players.index(one)] > keys[seats.players.index(other)]


GAMES = (
    [("a", C, 1, 300), ("b", M, 2, 100), ("c", C, 3, 0), ("d", M, 4, 0)],
    [("a", M, 2, 50), ("c", M, 1, 150), ("e", C, 2, 50)],
)


def test_every_tie_break_of_the_scheme_is_there():
    assert list(TIE_BREAKS) == [
        "wins",
        "cash-share",
        "final-cash",
        "opponents-points",
        "fewer-favoured-roles",
        "lot",
    ]


def test_wins_count_tables_won():
    seats = read(*GAMES)
    assert values("wins", seats) == {"a": 1, "b": 0, "c": 1, "d": 0, "e": 0, "f": 0}
    assert ahead("wins", seats, "a", "b")
    assert not ahead("wins", seats, "a", "c")


def test_a_shared_first_place_is_a_win_for_each_who_shares_it():
    seats = read([("a", C, 1, 5), ("b", M, 1, 5), ("c", C, 3, 1)], players="abc")
    assert values("wins", seats) == {"a": 1, "b": 1, "c": 0}


def test_cash_share_adds_up_shares_table_by_table():
    shares = values("cash-share", read(*GAMES))
    assert shares["a"] == Fraction(300, 400) + Fraction(50, 250)
    assert shares["c"] == Fraction(150, 250)
    assert shares["d"] == shares["f"] == 0


def test_the_larger_cash_share_is_ahead_however_little_larger():
    big = 10**9
    seats = read(
        [("a", C, 1, big), ("b", M, 2, big - 1)],
        [("c", C, 1, big + 1), ("d", M, 2, big)],
        players="abcd",
    )
    assert ahead("cash-share", seats, "a", "c")
    assert ahead("cash-share", seats, "d", "b")


def test_a_table_without_cash_counts_as_shared_equally():
    seats = read([("a", C, 1, 0), ("b", M, 1, 0)], players="ab")
    assert values("cash-share", seats) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_equal_cash_shares_reached_by_different_tables_are_not_separated():
    seats = read(
        [("a", C, 1, 200), ("b", M, 2, 100)],
        [("c", C, 1, 20), ("d", M, 2, 10)],
        players="abcd",
    )
    keys = TIE_BREAKS["cash-share"](seats).keys
    assert keys[0] == keys[2]
    assert keys[1] == keys[3]


def test_final_cash_adds_up_units():
    cash = values("final-cash", read(*GAMES))
    assert cash == {"a": 350, "b": 100, "c": 150, "d": 0, "e": 50, "f": 0}
    assert ahead("final-cash", read(*GAMES), "a", "c")


def test_opponents_points_count_everybody_met():
    points = dict(zip("abcde", map(Fraction, (9.5, 4, 9, 2, 3.5)), strict=True))
    met = values("opponents-points", read(*GAMES))
    assert met["a"] == points["b"] + points["c"] + points["d"] + points["c"] + points["e"]
    assert met["b"] == points["a"] + points["c"] + points["d"]
    assert met["f"] == 0
    assert ahead("opponents-points", read(*GAMES), "c", "b")


def test_the_favoured_role_is_the_one_with_the_higher_average_points():
    seats = read([("a", C, 1, 9), ("b", M, 2, 5), ("c", C, 3, 2)], players="abc")
    assert role_averages(seats) == {C: Fraction(9, 2), M: 4}
    assert favoured_role(seats) == C
    assert values("fewer-favoured-roles", seats) == {"a": 1, "b": 0, "c": 1}
    assert ahead("fewer-favoured-roles", seats, "b", "a")


def test_no_role_is_favoured_while_the_averages_are_equal():
    seats = read([("a", C, 1, 9), ("b", M, 1, 9)], players="ab")
    assert favoured_role(seats) is None
    assert values("fewer-favoured-roles", seats) == {"a": 0, "b": 0}


def test_no_role_is_favoured_while_only_one_is_known():
    seats = read([("a", C, 1, 9), ("b", "", 2, 5)], players="ab")
    assert role_averages(seats) == {C: 6}
    assert favoured_role(seats) is None


def test_the_lot_is_the_order_of_the_digests_of_seed_and_player():
    seats = read(lot_seed="spring")
    drawn = sorted("abcdef", key=lambda player: sha256(f"spring:{player}".encode()).hexdigest())
    assert values("lot", seats) == {player: i for i, player in enumerate(drawn, start=1)}
    assert all(ahead("lot", seats, one, other) for one, other in pairwise(drawn))


def test_another_seed_draws_another_lot():
    assert values("lot", read(lot_seed="spring")) != values("lot", read(lot_seed="autumn"))


seats = st.lists(st.tuples(st.sampled_from([C, M]), st.integers(0, 40)), min_size=2, max_size=4)


@st.composite
def events(draw):
    """Some tables of players a–f with places that follow from the cash."""
    games = []
    for lines in draw(st.lists(seats, max_size=6)):
        players = draw(st.permutations("abcdef"))[: len(lines)]
        places = [1 + sum(other > cash for _, other in lines) for _, cash in lines]
        games.append(
            [
                (player, *line[:1], place, line[1])
                for player, line, place in zip(players, lines, places, strict=True)
            ]
        )
    return read(*games)


@given(events())
def test_cash_share_keys_rank_exactly_as_the_fractions_do(seats):
    exact = [Fraction(0)] * 6
    for start, stop in pairwise(seats.table_bounds):
        total = sum(seats.finals[start:stop])
        for seat in range(start, stop):
            share = Fraction(seats.finals[seat], total) if total else Fraction(1, stop - start)
            exact[seats.player_indexes[seat]] += share
    column = TIE_BREAKS["cash-share"](seats)
    assert [column.value(player) for player in range(6)] == exact
    for one in range(6):
        for other in range(6):
            assert (column.keys[one] < column.keys[other]) == (exact[one] < exact[other])


@given(events(), st.sampled_from(sorted(TIE_BREAKS)))
def test_equal_keys_mean_equal_values(seats, code):
    column = TIE_BREAKS[code](seats)
    for one in range(6):
        for other in range(6):
            equal_keys = column.keys[one] == column.keys[other]
            assert equal_keys == (column.value(one) == column.value(other))


@pytest.mark.parametrize("code", sorted(TIE_BREAKS))
def test_before_the_first_table_only_the_lot_separates(code):
    keys = TIE_BREAKS[code](read()).keys
    assert len(set(keys)) == (6 if code == "lot" else 1)
