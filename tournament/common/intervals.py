"""Ranges in which a counted share or mean may lie by chance alone. Pure."""

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""
MEAN_OF_DICE = 7
VARIANCE_OF_DICE = 35 / 6
"""Of the sum of two dice."""
DOUBLES = 1 / 6


class Interval(NamedTuple):
    """A range from `low` to `high`."""

    low: float
    high: float


def share_interval(found: float, of: int) -> Interval:
    """Return the 95 % interval of a share; from 0 to 1 where nothing was counted.

    Things that are counted in parts, such as shared wins, vary less than it allows for.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
    """
    if of == 0:
        return Interval(0, 1)
    share, square = found / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    low = 0.0 if found == 0 else middle - half
    high = 1.0 if found == of else middle + half
    return Interval(low, high)


def fair_mean(throws: int) -> Interval:
    """Return where the mean of so many throws of two fair dice lies 95 times in 100."""
    half = Z * sqrt(VARIANCE_OF_DICE / throws) if throws else MEAN_OF_DICE
    return Interval(MEAN_OF_DICE - half, MEAN_OF_DICE + half)


def fair_doubles(throws: int) -> Interval:
    """Return where the share of doubles of so many fair throws lies 95 times in 100."""
    half = Z * sqrt(DOUBLES * (1 - DOUBLES) / throws) if throws else 1
    return Interval(max(DOUBLES - half, 0), min(DOUBLES + half, 1))
