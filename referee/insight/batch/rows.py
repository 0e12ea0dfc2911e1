"""Choosing among deeds in many games: deeds are rows, games columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.insight.batch.games import Flags, Games
from referee.insight.batch.numbers import Ints
from referee.insight.batch.tables import Order

STEP, _NO_KEY = np.int16(64), np.int16(30_000)
"""Improvements count in steps of STEP in a key, above all ranks; no key is as great as _NO_KEY."""
MOST_IMPROVEMENTS = 9
"""The most improvements that an edition can allow on a street."""


def first_row(allowed: Flags, keys: NDArray[np.int16], order: Order) -> tuple[Ints, Flags]:
    """Return the allowed row of the lowest key in each column.

    Return also whether there is one. `keys` are ranks of `order`, with improvements in steps of
    STEP above them.
    """
    least = np.where(allowed, keys, _NO_KEY).min(axis=0)
    found = least < _NO_KEY
    return order.rows[(least % STEP) * found], found


def by_city(games: Games, held: Flags) -> NDArray[np.int8]:
    """Return for each street how many of its city are held; the rows are streets."""
    counts = np.add.reduceat(held.view(np.int8), games.tables.starts, axis=0)
    return counts[games.tables.city]
