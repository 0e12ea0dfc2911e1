import pytest

from tournament.seating import Lock, Problem, draw, evaluate
from tournament.seating.positions import assign_positions

from .problems import names, plain, table


@pytest.mark.parametrize(("players", "size", "rounds"), [(16, 4, 5), (24, 6, 4), (25, 5, 6)])
def test_everybody_takes_every_place_equally_often(players, size, rounds):
    drawn = draw(plain(players, size, rounds))
    counts = {name: [0] * size for name in names(players)}
    for tables in drawn.rounds:
        for seated in tables:
            for place, seat in enumerate(seated.seats):
                counts[seat.player][place] += 1
    assert all(max(places) - min(places) <= 1 for places in counts.values())


def test_a_place_had_before_goes_to_another():
    assert assign_positions([[0, 1]], [[1, 0], [0, 1]], {}) == [[1, 0]]


def test_a_locked_place_is_kept():
    assert assign_positions([[0, 1, 2]], [[5, 0, 0]] + [[0, 0, 0]] * 2, {(0, 0): 0})[0][0] == 0


def test_a_locked_place_is_kept_without_the_criterion():
    locks = (Lock(1, "c", 1, seat=3),)
    problem = Problem(("a", "b", "c", "d"), 1, (4,), locks=locks, order=())
    assert draw(problem).rounds[0][0].seats[2].player == "c"


def test_a_place_taken_again_is_named():
    past = (table(1, "aC bM"),)
    problem = Problem(("a", "b"), 1, (2,), history=(past,), order=("positions",))
    again = evaluate(problem, ((table(1, "aM bC"),),))
    assert again.violations == {"positions": 2}
    assert str(again.findings[0]) == "a plays in place 1 again: also in round 1."
