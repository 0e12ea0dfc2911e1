"""Rounds without rematches, by algebra.

Players stand in `size` groups of `tables`; a round of shifts (c_0, ..., c_size-1) seats at table
x the member x + c_g of every group g. Two rounds of shifts share no pair when the differences of
their shifts are all distinct: such rounds are the rows of a difference matrix. A field of
`tables` elements gives as many rows as it has elements; otherwise rows are searched for over the
whole numbers modulo `tables`. Group members never meet so: when the groups themselves can be
seated, they give more rounds, again by construction.
Source: C. J. Colbourn, J. H. Dinitz (eds.), Handbook of Combinatorial Designs, III.3 and VI.17.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tournament.seating.finite_fields import field, prime_power
from tournament.seating.instance import Tables
from tournament.seating.randomness import random_below

MAX_FIELD_ORDER = 64
TRIES = 400


def construct(tables: int, size: int, rounds: int, rng: random.Random) -> list[Tables]:
    """Construct up to `rounds` rounds of `tables` tables of `size` without a rematch.

    Player g * tables + x is member x of group g.
    """
    found = [_shift_places(row, tables, size) for row in _rows(tables, size, rounds, rng)]
    if len(found) < rounds and tables % size == 0:
        inner = construct(tables // size, size, rounds - len(found), rng)
        found += [_seat_every_group(round_, tables, size) for round_ in inner]
    return found


def _shift_places(places: Sequence[Sequence[int]], tables: int, size: int) -> Tables:
    return [[g * tables + places[g][x] for g in range(size)] for x in range(tables)]


def _seat_every_group(inner: Tables, tables: int, size: int) -> Tables:
    return [[g * tables + player for player in table] for g in range(size) for table in inner]


def _rows(tables: int, size: int, rounds: int, rng: random.Random) -> list[list[list[int]]]:
    """Return by round and group the member who sits at each table."""
    if prime_power(tables) and tables <= MAX_FIELD_ORDER and size <= tables:
        add, multiply = field(tables)
        return [
            [[add[x][multiply[row][g]] for x in range(tables)] for g in range(size)]
            for row in range(min(rounds, tables))
        ]
    matrix = difference_matrix(tables, size, rounds, rng)
    return [[[(x + c) % tables for x in range(tables)] for c in row] for row in matrix]


def difference_matrix(modulus: int, columns: int, rows: int, rng: random.Random) -> list[list[int]]:
    """Return up to `rows` rows over the whole numbers modulo `modulus`.

    The differences of any two rows are distinct in all columns. Multiples come first, which suffice
    if the modulus has no small factor; then rows are tried at random.
    """
    matrix = [[0] * columns]
    for factor in range(1, modulus):
        row = [factor * column % modulus for column in range(columns)]
        if len(matrix) < rows and all(
            _has_distinct_differences(row, other, modulus) for other in matrix
        ):
            matrix.append(row)
    best = matrix
    for _ in range(TRIES if len(best) < rows else 0):
        matrix = [[0] * columns]
        while len(matrix) < rows:
            found = _random_row(matrix, modulus, columns, rng)
            if found is None:
                break
            matrix.append(found)
        if len(matrix) > len(best):
            best = matrix
        if len(best) >= rows:
            break
    return best[:rows]


def _has_distinct_differences(row: Sequence[int], other: Sequence[int], modulus: int) -> bool:
    return len({(a - b) % modulus for a, b in zip(row, other, strict=True)}) == len(row)


def _random_row(
    matrix: Sequence[Sequence[int]], modulus: int, columns: int, rng: random.Random
) -> list[int] | None:
    """Return a random row whose differences from each other row are all different.

    The differences are modulo `modulus`. Chosen column by column; None if no value is left.
    """
    row = [0]
    used = [{-other[0] % modulus} for other in matrix]
    for column in range(1, columns):
        free = [
            value
            for value in range(modulus)
            if all(
                (value - o[column]) % modulus not in u for o, u in zip(matrix, used, strict=True)
            )
        ]
        if not free:
            return None
        row.append(free[random_below(rng, len(free))])
        for other, differences in zip(matrix, used, strict=True):
            differences.add((row[-1] - other[column]) % modulus)
    return row
