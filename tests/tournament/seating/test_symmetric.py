import random
from itertools import chain

import pytest

from tournament.seating.plans import rematches
from tournament.seating.symmetric import SymmetricSearch, Symmetry, symmetries


def always(_steps: int) -> bool:
    return True


@pytest.mark.parametrize(("players", "size", "rounds"), [(24, 4, 7), (12, 3, 4), (18, 6, 4)])
def test_orbit_counts_are_the_rematches_of_the_whole_schedule(players, size, rounds):
    seen = 0
    for symmetry in symmetries(players, size, rounds):
        search = SymmetricSearch(symmetry, random.Random(5))
        if not search.possible:
            continue
        seen += 1
        cost, schedule = search.anneal(500, 4.0, 1.0, 0, always)
        assert len(schedule) == rounds
        assert all(sorted(chain(*tables)) == list(range(players)) for tables in schedule)
        assert all(len(table) == size for tables in schedule for table in tables)
        assert rematches(schedule) == cost
        assert rematches(search.schedule()) == search.cost
    assert seen >= 10


def test_a_turn_maps_the_schedule_onto_itself():
    symmetry = Symmetry(24, 4, 7, 3, (1,))
    search = SymmetricSearch(symmetry, random.Random(1))
    _, schedule = search.anneal(2_000, 3.5, 1.0, 0, always)

    def as_sets(tables):
        return frozenset(frozenset(table) for table in tables)

    turned = {as_sets([[symmetry.image_of(p, 1) for p in t] for t in ts]) for ts in schedule}
    assert turned == {as_sets(tables) for tables in schedule}


def test_a_symmetry_that_cannot_be_had_says_so():
    # Three players stay; rounds kept whole need tables of still players and whole orbits.
    assert not SymmetricSearch(Symmetry(8, 4, 7, 1, (7,)), random.Random(1)).possible
