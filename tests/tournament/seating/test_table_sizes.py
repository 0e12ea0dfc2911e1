import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.seating import nearest_counts, table_sizes
from tournament.seating.problem import fit_sizes
from tournament.seating.table_sizes import divisions

some_sizes = st.lists(st.integers(2, 6), min_size=1, max_size=4, unique=True)


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (24, (4,), (4,) * 6),
        (23, (4, 5, 3), (5, 5, 5, 4, 4)),
        (23, (4, 3, 5), (4, 4, 4, 4, 4, 3)),
        (6, (4, 5, 3), (3, 3)),
        (11, (4, 5, 3), (4, 4, 3)),
        (7, (4,), None),
        (1, (4, 5), None),
    ],
)
def test_the_fewest_tables_of_the_least_preferred_size(players, sizes, expected):
    assert table_sizes(players, sizes) == expected


@given(players=st.integers(1, 60), sizes=some_sizes)
def test_the_division_is_the_best_of_all(players, sizes):
    def badness(tables):
        return [tables.count(size) for size in reversed(sizes)]

    all_divisions = list(divisions(players, sizes))
    assert all(sum(tables) == players for tables in all_divisions)
    best = table_sizes(players, sizes)
    assert (best is None) == (not all_divisions)
    if best:
        assert badness(best) == min(badness(tables) for tables in all_divisions)


def test_what_to_add_or_drop_is_said():
    assert nearest_counts(7, (4,)) == (1, 3)
    assert nearest_counts(1, (4, 3)) == (2, None)


@given(players=st.integers(1, 40), sizes=some_sizes)
def test_the_nearest_counts_do_fit(players, sizes):
    add, drop = nearest_counts(players, sizes)
    assert add is None or table_sizes(players + add, sizes)
    assert drop is None or table_sizes(players - drop, sizes)


def test_a_table_with_many_locks_is_a_large_one():
    assert fit_sizes((5, 4, 4), {}) == (5, 4, 4)
    assert fit_sizes((5, 4, 4), {3: 5}) == (4, 4, 5)
    assert fit_sizes((5, 4, 4), {1: 5, 2: 5}) is None
    assert fit_sizes((5, 4, 4), {4: 1}) is None
