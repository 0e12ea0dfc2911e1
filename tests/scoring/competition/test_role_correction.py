"""Points against the role's average: what the role that fares worse gets, and what moves it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.points import points_by_outcomes
from scoring.competition.scheme import DEFAULT_POINTS, Scheme, SeatScore, TableScore
from scoring.competition.seat_outcomes import ABANDONED, DISQUALIFIED, NO_SHOW, WALK_OVER
from scoring.competition.standings import rank
from scoring.competition.tie_breaks import TIE_BREAKS

C, M = "competitor", "monopolist"
CORRECTED = Scheme(corrects_roles=True)


def table(number, lines, *, outcomes=None, at=1):
    """A table of `(player, role)` from the first place down."""
    told = outcomes or [""] * len(lines)
    return TableScore(
        number,
        at,
        tuple(
            SeatScore(player, role, place, 100 - place, outcome)
            for place, ((player, role), outcome) in enumerate(zip(lines, told, strict=True), 1)
        ),
    )


def duel(number, winner, loser, *, favoured=C, **more):
    """A table of two that the favoured role wins: 6 points against 4."""
    other = M if favoured == C else C
    return table(number, [(winner, favoured), (loser, other)], **more)


def rows_of(tables, scheme=CORRECTED, players="abcd", **more):
    """Each player's row."""
    return {row.player: row for row in rank(players, tables, scheme, **more).rows}


def test_the_role_that_fares_worse_in_the_other_games_gets_the_difference():
    tables = [duel(1, "a", "b"), duel(2, "b", "a"), duel(3, "c", "d", favoured=M)]
    rows = rows_of(tables)
    # Seen from either of the first games: +2 and −2 in the others. From the third: +2 and +2.
    assert {p: dict(row.corrections) for p, row in rows.items()} == {
        "a": {},
        "b": {},
        "c": {3: 2},
        "d": {},
    }
    assert [rows[p].points for p in "abcd"] == [10, 10, 8, 4]


def test_a_game_is_not_measured_by_itself():
    rows = rows_of([duel(1, "a", "b"), duel(1, "c", "d", favoured=M, at=2)])
    # Each is corrected by the other game alone, in which the other role had two more.
    assert {p: row.points for p, row in rows.items()} == {"a": 6 + 2, "b": 4, "c": 6 + 2, "d": 4}


@pytest.mark.parametrize(
    "tables",
    [
        [],
        [duel(1, "a", "b")],
        [duel(1, "a", "b"), table(2, [("a", C), ("b", M)], outcomes=[ABANDONED, ABANDONED])],
        [duel(1, "a", "b"), table(2, [("a", C), ("b", M)], outcomes=[WALK_OVER, NO_SHOW])],
        [duel(1, "a", "b"), table(2, [("a", C), ("b", C)])],
        [duel(1, "a", "b"), table(2, [("a", C), ("b", "")])],
    ],
)
def test_nothing_is_corrected_without_another_game_of_both_roles(tables):
    played = [item for item in tables if not any(seat.outcome for seat in item.seats)]
    assert not any(row.corrections for row in rows_of(played[:1]).values())
    for row in rows_of(tables).values():
        assert 1 not in row.corrections


def test_tables_of_other_sizes_and_more_seats_of_a_role_move_nothing():
    """At both tables all share the first place; one has more competitors, and more points each."""
    lines = [("a", C), ("b", C), ("c", M)], [("d", C), ("e", M), ("f", C), ("g", M)]
    tables = [
        item._replace(seats=tuple(seat._replace(place=1) for seat in item.seats))
        for at, seated in enumerate(lines, start=1)
        for item in [table(1, seated, at=at)]
    ]
    assert not any(row.corrections for row in rows_of(tables, players="abcdefg").values())


def test_only_seats_that_were_played_are_corrected():
    lines = [("a", C), ("b", M), ("c", M), ("d", M)]
    tables = [
        duel(1, "a", "b"),
        table(2, lines, outcomes=["", "", NO_SHOW, DISQUALIFIED]),
    ]
    rows = rows_of(tables)
    assert {p: 2 in row.corrections for p, row in rows.items()} == {
        "a": False,
        "b": True,
        "c": False,
        "d": False,
    }
    assert rows["c"].points == rows["d"].points == 0


def test_what_is_discarded_and_taken_off_is_looked_at_after_the_correction():
    tables = [duel(1, "a", "b"), duel(2, "c", "b"), duel(3, "b", "d", favoured=M)]
    scheme = replace(CORRECTED, discards=1)
    penalties = [Penalty("b", points=Fraction(1, 3))]
    row = rows_of(tables, scheme, penalties=penalties)["b"]
    # 4, 4 and 6 + 2: of the first two, corrected by nothing, the earlier does not count.
    assert (row.discarded, row.points) == ((1,), 4 + 8 - Fraction(1, 3))


def test_finals_count_as_they_were_played_and_do_not_move_the_averages():
    before = [duel(1, "a", "b"), duel(2, "b", "a")]
    final = duel(3, "a", "b", favoured=M)
    cuts = [Cut(3, ("a", "b"))]
    rows = rows_of([*before, final], players="ab", cuts=cuts)
    assert {p: (row.points, row.final_points) for p, row in rows.items()} == {
        "a": (6 + 4 + 2, 6),
        "b": (6 + 4 + 2, 4),
    }


def test_a_correction_is_rounded_to_hundredths_half_up():
    thirds = [
        duel(1, "a", "b"),
        duel(2, "a", "b"),
        duel(3, "a", "b", favoured=M),
        duel(4, "b", "a"),
    ]
    assert rows_of(thirds)["b"].corrections == {1: Fraction(67, 100), 2: Fraction(67, 100)}


def test_which_role_is_favoured_is_told_by_what_was_earned():
    tables = [duel(1, "a", "b"), duel(2, "a", "b"), duel(3, "b", "a")]
    scheme = replace(CORRECTED, tie_breaks=("fewer-favoured-roles",))
    found = rank("ab", tables, scheme)
    values = {
        row.player: found.tie_break_values(n)["fewer-favoured-roles"]
        for n, row in enumerate(found.rows)
    }
    assert values == {"a": 2, "b": 1}


PLAYERS = "abcdefgh"


@st.composite
def events(draw):
    """Some rounds of tables of two to six, with forfeits and games not played."""
    found = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        rest = list(draw(st.permutations(PLAYERS)))
        at = 0
        while len(rest) >= 2 and at < 3:
            size, at = draw(st.integers(2, min(6, len(rest)))), at + 1
            seated, rest = rest[:size], rest[size:]
            roles = draw(st.lists(st.sampled_from((C, M)), min_size=size, max_size=size))
            outcome = st.sampled_from(("", "", "", NO_SHOW))
            outcomes = draw(st.lists(outcome, min_size=size, max_size=size))
            lines = list(zip(seated, roles, strict=True))
            found.append(table(number, lines, outcomes=outcomes, at=at))
    return found


def seat_points(item):
    """A table's seats, with what each earned there."""
    places = tuple(seat.place for seat in item.seats)
    outcomes = tuple(seat.outcome for seat in item.seats)
    return list(zip(item.seats, points_by_outcomes(places, outcomes, DEFAULT_POINTS), strict=True))


def averages_of(item):
    """The average points of each role at a table, by those who played it."""
    found = {}
    for role in (C, M):
        own = [p for seat, p in seat_points(item) if seat.role == role and not seat.outcome]
        if own:
            found[role] = sum(own) / Fraction(len(own))
    return found


def role_averages_without(tables, left_out):
    """Each role's average over the other games that had both; {} without any."""
    games = [averages_of(item) for item in tables if item is not left_out]
    both = [game for game in games if len(game) == 2]
    return {role: sum(game[role] for game in both) / len(both) for role in (C, M)} if both else {}


@given(events())
def test_each_seat_gets_what_its_role_lacks_and_nothing_else(tables):
    expected = {player: Fraction(0) for player in PLAYERS}
    for item in tables:
        averages = role_averages_without(tables, item)
        best = max(averages.values(), default=Fraction(0))
        for seat, points in seat_points(item):
            lacking = best - averages.get(seat.role, best)
            hundredths = (lacking * 100 + Fraction(1, 2)).__floor__()
            expected[seat.player] += points + (0 if seat.outcome else Fraction(hundredths, 100))
    assert {p: row.points for p, row in rows_of(tables, players=PLAYERS).items()} == expected


@given(events())
def test_once_corrected_both_roles_have_the_same_average(tables):
    rows = rows_of(tables, players=PLAYERS)
    leads = []
    for item in tables:
        if len(averages_of(item)) == 2:
            corrected = {
                (seat.role, averages_of(item)[seat.role] + added)
                for seat, _points in seat_points(item)
                if not seat.outcome
                for added in [rows[seat.player].corrections.get(item.round, 0)]
            }
            assert len(corrected) == 2
            leads.append(dict(corrected)[C] - dict(corrected)[M])
    if len(leads) > 1:
        assert abs(sum(leads)) <= Fraction(len(leads), 200)


@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_the_tables_does_not_matter(tables, shuffler):
    scheme = replace(CORRECTED, tie_breaks=tuple(TIE_BREAKS), lot_seed="7", discards=1)
    shuffled = list(tables)
    shuffler.shuffle(shuffled)
    assert rank(PLAYERS, tables, scheme).rows == rank(PLAYERS, shuffled, scheme).rows


@given(events(), st.data())
def test_no_result_moves_what_its_own_table_is_measured_by(tables, data):
    at = data.draw(st.integers(0, len(tables) - 1))
    item = tables[at]
    turned = item._replace(
        seats=tuple(s._replace(place=len(item.seats) + 1 - s.place) for s in item.seats)
    )
    other = [*tables[:at], turned, *tables[at + 1 :]]
    before, after = (rows_of(found, players=PLAYERS) for found in (tables, other))
    for seat in item.seats:
        number = item.round
        assert before[seat.player].corrections.get(number) == after[seat.player].corrections.get(
            number
        )


def test_without_the_setting_nothing_is_corrected():
    tables = [duel(1, "a", "b"), duel(2, "a", "b")]
    assert not any(row.corrections for row in rows_of(tables, Scheme()).values())
