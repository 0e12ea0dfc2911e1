import random
from itertools import chain

import pytest

from tournament.seating.constructions import construct, difference_matrix
from tournament.seating.finite_fields import field, prime_power
from tournament.seating.plans import rematches


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field_is_a_field(order):
    add, times = field(order)
    everything = set(range(order))
    assert all(set(row) == everything for row in add)
    assert all(set(row) == everything for row in times[1:])
    assert all(times[a][b] == times[b][a] for a in range(order) for b in range(order))
    sample = random.Random(1)
    for _ in range(200):
        a, b, c = (sample.randrange(order) for _ in range(3))
        assert times[a][add[b][c]] == add[times[a][b]][times[a][c]]
        assert times[a][times[b][c]] == times[times[a][b]][c]


def test_no_field_has_six_elements():
    assert prime_power(6) is None
    assert prime_power(8) == (2, 3)
    with pytest.raises(ValueError, match="no field has 6 elements"):
        field(6)


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [
        (4, 4, 5),  # the affine plane of order 4
        (5, 5, 6),
        (16, 4, 21),  # groups of 16 are seated by the same construction
        (8, 6, 6),
        (20, 5, 6),  # no field of 20: a difference matrix modulo 20
        (20, 6, 5),
        (50, 6, 5),
        (250, 4, 5),
        (6, 6, 3),
    ],
)
def test_rounds_without_a_rematch(tables, size, rounds):
    found = construct(tables, size, rounds, random.Random(1))
    assert len(found) == rounds
    assert all(sorted(chain(*round_)) == list(range(tables * size)) for round_ in found)
    assert rematches(found) == 0


@pytest.mark.parametrize(("modulus", "columns", "rows"), [(20, 5, 6), (10, 4, 5), (7, 7, 7)])
def test_a_difference_matrix_has_distinct_differences(modulus, columns, rows):
    matrix = difference_matrix(modulus, columns, rows, random.Random(3))
    assert len(matrix) == rows
    for at, row in enumerate(matrix):
        for other in matrix[:at]:
            gaps = {(a - b) % modulus for a, b in zip(row, other, strict=True)}
            assert len(gaps) == columns


def test_what_cannot_be_built_is_left_out():
    assert len(construct(2, 4, 5, random.Random(1))) < 5
