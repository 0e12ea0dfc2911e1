from itertools import chain, combinations, pairwise
from math import prod

import pytest

from tournament.seating import Problem, draw
from tournament.seating.abelian import GroupAction, abelian_groups
from tournament.seating.packing import PACKINGS, STEPS, base_tables, pack
from tournament.seating.plans import rematches

from .problems import names


def always(_steps: int) -> bool:
    return True


def test_every_abelian_group_comes_once():
    assert list(abelian_groups(16)) == [(16,), (8, 2), (4, 4), (4, 2, 2), (2, 2, 2, 2)]
    assert list(abelian_groups(12)) == [(12,), (6, 2)]
    assert list(abelian_groups(1)) == [()]


@pytest.mark.parametrize(
    ("factors", "subgroups"), [((16,), 5), ((4, 4), 15), ((2, 2, 2, 2), 67), ((6, 2), 10)]
)
def test_subgroups_are_all_there_and_closed(factors, subgroups):
    action = GroupAction(factors, prod(factors))
    assert len(action.subgroups) == subgroups
    for group in action.subgroups:
        assert {action.image_of(a, b) for a in group for b in group} == set(group)
    assert all(len(one) >= len(other) for one, other in pairwise(action.subgroups))


def test_orbits_of_pairs_are_kept_by_every_move():
    action = GroupAction((4, 2), 16)
    for p, q in combinations(range(16), 2):
        for by in range(8):
            assert action.pair[action.image_of(p, by)][action.image_of(q, by)] == action.pair[p][q]
    assert sum(action.pairs) == 16 * 15 // 2
    flat = list(chain(*action.pair))
    assert [flat.count(orbit) // 2 for orbit in range(len(action.pairs))] == action.pairs


def images(action, table, group):
    return frozenset(frozenset(action.image_of(p, g) for p in table) for g in group)


@pytest.mark.parametrize("factors", [(4, 2), (8,), (2, 2, 2)])
def test_base_tables_are_those_that_repeat_no_pair(factors):
    """Against every table of four: moved by the whole group it must not repeat a pair."""
    action = GroupAction(factors, 16)
    good = {}
    for table in combinations(range(16), 4):
        if rematches([[sorted(image) for image in images(action, table, range(8))]]) == 0:
            good[table] = {g for g in range(8) if images(action, table, [g]) == {frozenset(table)}}
    for keeping in action.subgroups:
        expected = set()
        for table, still in good.items():
            moved = images(action, table, keeping)
            if still <= set(keeping) and len(frozenset().union(*moved)) == 4 * len(moved):
                expected.add(moved)
        found = [images(action, t.players, keeping) for t in base_tables(action, keeping, 4)]
        assert set(found) == expected
        assert len(found) == len(expected)


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(32, 4, 10), (24, 4, 7), (30, 5, 6), (12, 3, 4), (18, 3, 8)]
)
def test_a_packing_has_no_rematch(players, size, rounds):
    found = pack(players, size, rounds, always)
    assert len(found) == rounds
    assert all(sorted(chain(*tables)) == list(range(players)) for tables in found)
    assert all(len(table) == size for tables in found for table in tables)
    assert rematches(found) == 0


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(15, 3, 7), (12, 4, 3), (64, 4, 8), (12, 4, 4), (1000, 4, 5)],
)
def test_what_is_not_packed_is_left_to_annealing(players, size, rounds):
    assert pack(players, size, rounds, always) == []


def test_steps_are_asked_for_before_each_try_and_bounded():
    asked = []

    def spend(steps):
        asked.append(steps)
        return True

    assert pack(36, 4, 11, spend) == []
    assert asked == [STEPS] * PACKINGS
    assert pack(32, 4, 10, lambda _steps: False) == []


@pytest.mark.parametrize("seed", range(3))
def test_packed_players_are_drawn_from_the_seed(seed):
    one, other = (draw(Problem(names(32), 10, (4,), seed=s)) for s in (seed, seed + 1))
    assert one.certificate.violations["rematches"] == 0
    assert one.rounds != other.rounds
