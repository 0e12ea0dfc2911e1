"""Sums of many games, rounded as the ruling says."""

from __future__ import annotations

from referee.insight.batch.numbers import Ints


def percent_of(amounts: Ints, percent: Ints | int, rounding: str) -> Ints:
    """Return `percent` of each amount in whole units.

    Each is rounded as `rulings.percent_of` rounds one.
    """
    hundredths = amounts * percent
    if rounding == "half_up":
        return (hundredths + 50) // 100
    return hundredths // 100 if rounding == "down" else -(-hundredths // 100)
