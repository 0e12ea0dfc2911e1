"""The cost of a meeting of two players.

It counts apart, rematches, recency, club and score gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tournament.seating.instance import Instance
from tournament.seating.standings import scaled_scores


def pair_costs(instance: Instance, weights: Mapping[str, int]) -> list[list[int]]:
    """Return for each pair the weighted cost of a first meeting in the rounds to draw."""
    again = weights.get("rematches", 0)
    costs = _gaps(instance, weights.get("spread", 0))
    for row, met in zip(costs, instance.met, strict=True):
        for q, times in met.items():
            row[q] += again * times
    for p, q, cost in static_pairs(instance, weights):
        costs[p][q] += cost
        costs[q][p] += cost
    return costs


def _gaps(instance: Instance, weight: int) -> list[list[int]]:
    if not weight:
        return [[0] * instance.count for _ in range(instance.count)]
    scores, _ = scaled_scores(instance.problem)
    points = [scores[player] for player in instance.problem.players]
    rows: dict[int, list[int]] = {}
    for mine in points:
        if mine not in rows:
            rows[mine] = [weight * (mine - other) ** 2 for other in points]
    return [list(rows[mine]) for mine in points]


def static_pairs(instance: Instance, weights: Mapping[str, int]) -> list[tuple[int, int, int]]:
    """Return (p, q, cost) for pairs that are apart, of a club or met lately.

    The cost is the weighted cost of each meeting.
    """
    index, found = instance.index, []
    if "apart" in weights:
        pairs = {tuple(sorted((index[a], index[b]))) for a, b in instance.problem.apart}
        found += [(p, q, weights["apart"]) for p, q in sorted(pairs)]
    if "clubs" in weights:
        clubs: dict[str, list[int]] = {}
        for player, at in index.items():
            if player in instance.problem.clubs:
                clubs.setdefault(instance.problem.clubs[player], []).append(at)
        for members in clubs.values():
            found += [(p, q, weights["clubs"]) for p, q in combinations(members, 2)]
    if "recent" in weights:
        recent = _recent(instance)
        found += [(p, q, weights["recent"] * points) for (p, q), points in recent.items()]
    return found


def _recent(instance: Instance) -> dict[tuple[int, int], int]:
    """Return the recency points of each pair that met lately.

    They are those of the recency criterion for a meeting in the first round drawn.
    """
    points: dict[tuple[int, int], int] = {}
    for gap, tables in zip((1, 2, 3), reversed(instance.problem.history), strict=False):
        for table in tables:
            seated = [instance.index[s.player] for s in table.seats if s.player in instance.index]
            for p, q in combinations(sorted(seated), 2):
                points.setdefault((p, q), 4 - gap)
    return points
