"""Counts, ranges over policies, and the interval of the sample."""

import pytest

from referee.insight.chances import (
    Tally,
    difference_between,
    range_of,
    share_of,
    tallies,
    tally,
)
from referee.insight.playouts import METHODS, Playout
from tests.referee.insight.positions import poor
from tournament.common.intervals import share_interval


def test_each_players_shares_add_up_to_one() -> None:
    start = poor("us-2011").state
    seen: list[tuple[str, Playout]] = []
    counted = tallies(
        start,
        turns=8,
        playouts=5,
        seed="1",
        on_playout=lambda method, one: seen.append((method, one)),
    )
    assert [each.method for each in counted] == list(METHODS)
    assert len(seen) == 5 * len(METHODS)
    for each in counted:
        for player, row in enumerate(each.counts):
            assert sum(row) == each.playouts == 5
            places = [one.places[player] for method, one in seen if method == each.method]
            assert list(row) == [places.count(place) for place in (1, 2, 3, 4)]


def test_joint_winners_have_both_won_and_nobody_is_second() -> None:
    assert tally("mix", [(1, 1, 3)], 3).counts == ((1, 0, 0), (1, 0, 0), (0, 0, 1))


def test_a_range_spans_the_methods_and_their_intervals() -> None:
    low, high = Tally("a", 100, ((20, 80), (80, 20))), Tally("b", 100, ((50, 50), (50, 50)))
    found = range_of([high, low], 0, 1)
    assert (found.low, found.high) == (0.2, 0.5)
    assert (found.least, found.most) == (share_interval(20, 100)[0], share_interval(50, 100)[1])


def test_a_difference_of_shares_has_the_published_interval() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table II, contrast (a), method 10.
    difference, interval = difference_between(share_of(48, 80), share_of(56, 70))
    assert difference == pytest.approx(0.2)
    assert interval == pytest.approx((0.0524, 0.3339), abs=5e-5)
