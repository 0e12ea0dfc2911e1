"""Points by place; players who share places split the points of those places."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.competition.seat_outcomes import FORFEITS, places_by_outcomes

# Up to six players share a place, so every share is a whole number of sixtieths of a point.
SHARES = lcm(1, 2, 3, 4, 5, 6)


def points_of(places: Sequence[int], by_place: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """Return the points of each seat of one table.

    `places` are the seats' places (1 first, as 1, 2, 2, 4). `by_place` are the points from the
    first place down; places beyond it give none. Raise ValueError if the places are not a ranking.
    """
    check_places(Counter(places))
    return shares_of(places, by_place)


def shares_of(places: Sequence[int], by_place: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """Return the points of places, where some places may be missing.

    The points are those of `points_of`, except that some places in between may be missing.
    """
    worth = {
        place: sum(map(Fraction, by_place[place - 1 : place - 1 + count]), Fraction(0)) / count
        for place, count in Counter(places).items()
    }
    return tuple(worth[place] for place in places)


def points_by_outcomes(
    places: Sequence[int], outcomes: Sequence[str], by_place: Sequence[int | Fraction]
) -> tuple[Fraction, ...]:
    """Return the points of each seat of one table, taking forfeits into account.

    A player who forfeits gets none. The others move up and get the points of their new places.
    """
    ranked = places_by_outcomes(tuple(places), tuple(outcomes))
    return tuple(
        Fraction(0) if outcome in FORFEITS else points
        for points, outcome in zip(points_of(ranked, by_place), outcomes, strict=True)
    )


def check_places(counts: Counter[int]) -> None:
    """Raise ValueError unless the places are a ranking.

    `counts` holds the number of players of each place. In a ranking every place is one more
    than the number of players ahead of it.
    """
    ahead = 0
    for place in sorted(counts):
        if place != ahead + 1:
            taken = sorted(counts.elements())
            raise ValueError(f"places {taken} are not a ranking: {ahead + 1} is missing")
        ahead += counts[place]


def denominator(by_place: Sequence[int | Fraction], penalties: Sequence[Fraction] = ()) -> int:
    """Return a common denominator of all point shares and penalties."""
    parts = lcm(*(points.denominator for points in penalties))
    return lcm(SHARES * lcm(*(Fraction(points).denominator for points in by_place)), parts)


def as_text(points: Fraction) -> str:
    """Return points as people write them: `14`, `10.5`, `3 1/3`, `−2`."""
    if points < 0:
        return f"\N{MINUS SIGN}{as_text(-points)}"
    whole, rest = divmod(points.numerator, points.denominator)
    if rest == 0:
        return str(whole)
    decimal = points * 100
    if decimal.denominator == 1:
        return f"{whole}.{decimal.numerator % 100:02d}".rstrip("0")
    fraction = f"{rest}/{points.denominator}"
    return f"{whole} {fraction}" if whole else fraction
