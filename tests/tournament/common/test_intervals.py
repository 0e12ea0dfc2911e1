"""Ranges of shares and means, against published figures and a count of throws."""

from itertools import pairwise, product

import pytest

from tournament.common.intervals import (
    VARIANCE_OF_DICE,
    fair_doubles,
    fair_mean,
    share_interval,
)


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3: no continuity correction.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_a_share_has_the_published_interval(found: int, of: int, low: float, high: float) -> None:
    assert share_interval(found, of) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_narrows_as_the_sample_grows() -> None:
    widths = [
        share_interval(n // 4, n)[1] - share_interval(n // 4, n)[0] for n in (20, 80, 320, 1280)
    ]
    assert all(wide > narrow for wide, narrow in pairwise(widths))


def test_nothing_counted_says_nothing() -> None:
    assert share_interval(0, 0) == (0, 1)
    assert fair_doubles(0) == (0, 1)


def test_dice_spread_as_their_faces_say() -> None:
    sums = [one + other for one, other in product(range(1, 7), repeat=2)]
    assert sum((total - 7) ** 2 for total in sums) / 36 == pytest.approx(VARIANCE_OF_DICE)
    assert fair_mean(2161) == pytest.approx((6.898, 7.102), abs=0.001)
    low, high = fair_doubles(900)
    assert (low + high) / 2 == pytest.approx(1 / 6)
    assert high - low == pytest.approx(2 * 1.96 * 0.012423, abs=0.0001)
