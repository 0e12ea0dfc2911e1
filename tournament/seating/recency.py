"""The order of the rounds: pairs that must meet again should not do so at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from tournament.seating.instance import Instance, Tables


def order_rounds(instance: Instance, schedule: list[Tables]) -> list[Tables]:
    """Return the rounds in an order with little recency.

    Two rounds are exchanged while that helps. Rounds are exchanged only if they are alike: same
    players, same tables, nothing fixed, no history.
    """
    alike = (
        "recent" in instance.problem.order
        and not instance.problem.history
        and not any(instance.fixed)
        and len(set(instance.present)) == 1
        and len(set(instance.layouts)) == 1
    )
    meetings = _rounds_of_rematches(schedule) if alike else []
    if not meetings:
        return schedule
    order = _descend(meetings, len(schedule))
    return [schedule[r] for r in order]


def _rounds_of_rematches(schedule: Sequence[Tables]) -> list[list[int]]:
    """Return the rounds in which each pair meets that meets again."""
    met: dict[tuple[int, int], list[int]] = {}
    for r, tables in enumerate(schedule):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met.setdefault(pair, []).append(r)
    return [rounds for rounds in met.values() if len(rounds) > 1]


def _descend(meetings: Sequence[Sequence[int]], rounds: int) -> list[int]:
    order, cost = list(range(rounds)), _recency(meetings, range(rounds))
    improved = True
    while improved:
        improved = False
        for i, j in combinations(range(rounds), 2):
            order[i], order[j] = order[j], order[i]
            changed = _recency(meetings, order)
            if changed < cost:
                cost, improved = changed, True
            else:
                order[i], order[j] = order[j], order[i]
    return order


def _recency(meetings: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    at = {r: place for place, r in enumerate(order)}
    total = 0
    for rounds in meetings:
        places = sorted(at[r] for r in rounds)
        total += sum(max(0, 4 - (later - earlier)) for earlier, later in pairwise(places))
    return total
