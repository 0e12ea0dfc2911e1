"""Table sizes first: how many tables of which size seat everybody present."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

MIN_SEATS, MAX_SEATS = 2, 6


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Return the sizes of tables that seat `players`, or None if nothing fits.

    The largest size comes first. `sizes` are the allowed sizes, the preferred one first. Of all
    divisions the one with the fewest tables of the last size is taken, then the fewest of the
    last but one, and so on.
    """
    return next(divisions(players, sizes), None)


def divisions(players: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every division of `players` over tables of `sizes`, the preferred first."""
    for counts in _counts(players, tuple(sizes)):
        tables = [size for size, count in zip(sizes, counts, strict=True) for _ in range(count)]
        yield tuple(sorted(tables, reverse=True))


def _counts(players: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield how many tables of each size there can be, fewest of the last size first."""
    if not sizes:
        if players == 0:
            yield ()
        return
    *others, last = sizes
    if not others:
        if players % last == 0:
            yield (players // last,)
        return
    for count in range(players // last + 1):
        for rest in _counts(players - count * last, tuple(others)):
            yield (*rest, count)


def nearest_counts(players: int, sizes: Sequence[int]) -> tuple[int | None, int | None]:
    """Return (players to add, players to drop) for the nearest counts that fit.

    The counts are the nearest above and below. Either is None if there is none.
    """
    above = (more for more in range(1, MAX_SEATS + 1) if table_sizes(players + more, sizes))
    below = (less for less in range(1, players) if table_sizes(players - less, sizes))
    return next(above, None), next(below, None)
