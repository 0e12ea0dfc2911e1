"""Players by role, against the role's average: what it is by definition, for any event."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition.points import points_of
from scoring.competition.roles import ROLES, RoleComparison, RoleRecord, compare_roles
from scoring.competition.scheme import DEFAULT_POINTS, SeatScore, TableScore

PLAYERS = "abcdefgh"


@st.composite
def events(draw: st.DrawFn) -> list[TableScore]:
    """Some tables of two to six seats, whose places are those by final cash."""
    tables = []
    for number in range(draw(st.integers(0, 6))):
        names = draw(st.permutations(PLAYERS))[: draw(st.integers(2, 6))]
        finals = [draw(st.integers(0, 5)) for _name in names]
        seats = tuple(
            SeatScore(
                name,
                draw(st.sampled_from([*ROLES, ""])),
                1 + sum(other > final for other in finals),
                final,
            )
            for name, final in zip(names, finals, strict=True)
        )
        tables.append(TableScore(number + 1, 1, seats))
    return tables


def compared(tables: list[TableScore]) -> RoleComparison:
    return compare_roles(PLAYERS, tables, DEFAULT_POINTS)


def earned(table: TableScore) -> tuple[Fraction, ...]:
    return points_of([seat.place for seat in table.seats], DEFAULT_POINTS)


@given(events())
def test_a_record_is_what_was_played(tables: list[TableScore]) -> None:
    found = compared(tables)
    assert list(found.players) == list(PLAYERS)
    for player in PLAYERS:
        for role in ROLES:
            own = [
                (points, seat.final)
                for table in tables
                for seat, points in zip(table.seats, earned(table), strict=True)
                if (seat.player, seat.role) == (player, role)
            ]
            record = found.players[player].get(role)
            assert (record is None) == (not own)
            if record is not None:
                assert record.rounds == len(own)
                assert record.points == sum(points for points, _ in own)
                assert record.final_cash == sum(final for _, final in own)
                assert record.mean_points * record.rounds == record.points
                assert record.mean_cash * record.rounds == record.final_cash


@given(events())
def test_the_event_is_the_sum_of_its_players(tables: list[TableScore]) -> None:
    found = compared(tables)
    for role in ROLES:
        records = [roles[role] for roles in found.players.values() if role in roles]
        assert (role in found.event) == bool(records)
        if records:
            assert found.event[role] == RoleRecord(
                sum(record.rounds for record in records),
                sum((record.points for record in records), Fraction(0)),
                sum(record.final_cash for record in records),
            )


@given(events())
def test_differences_add_up_to_nothing(tables: list[TableScore]) -> None:
    found = compared(tables)
    for role in found.event:
        players = [player for player, roles in found.players.items() if role in roles]
        for difference in (found.points_against_average, found.cash_against_average):
            shares = (difference(p, role) * found.players[p][role].rounds for p in players)
            assert sum(shares) == 0


@given(events(), st.randoms())
def test_the_order_of_tables_and_seats_is_of_no_matter(
    tables: list[TableScore], rng: Random
) -> None:
    mixed = [
        table._replace(seats=tuple(rng.sample(table.seats, len(table.seats)))) for table in tables
    ]
    rng.shuffle(mixed)
    assert compared(mixed) == compared(tables)


def test_a_shared_place_shares_its_points() -> None:
    seats = (SeatScore("a", "competitor", 1, 50), SeatScore("b", "monopolist", 1, 50))
    found = compared([TableScore(1, 1, seats)])
    assert found.players["a"] == {"competitor": RoleRecord(1, Fraction(5), 50)}
    assert found.points_against_average("a", "competitor") == 0
    with pytest.raises(KeyError):
        found.cash_against_average("a", "monopolist")


def test_a_role_against_its_average_by_an_example() -> None:
    seats = (
        SeatScore("a", ROLES[0], 1, 900),
        SeatScore("b", ROLES[0], 2, 300),
        SeatScore("c", "", 3, 100),
    )
    found = compared([TableScore(1, 1, seats)])
    first, second, _third = earned(TableScore(1, 1, seats))
    assert found.points_against_average("a", ROLES[0]) == (first - second) / 2
    assert found.points_against_average("b", ROLES[0]) == (second - first) / 2
    assert found.cash_against_average("a", ROLES[0]) == 300
    assert found.event[ROLES[0]].rounds == 2
    assert found.players["c"] == {}
    with pytest.raises(KeyError):
        found.cash_against_average("c", ROLES[0])
