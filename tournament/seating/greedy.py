"""The greedy start of a draw.

Round after round, each player goes to the open table where they cost least.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tournament.seating.instance import Instance, Tables
from tournament.seating.pair_costs import pair_costs
from tournament.seating.player_assignment import fit_to_layout
from tournament.seating.randomness import random_below, random_order
from tournament.seating.standings import ranking, scaled_scores, snake_tables

LOOKED_AT = 12


def greedy(instance: Instance, weights: Mapping[str, int], rng: random.Random) -> list[Tables]:
    """Seat every round: the standings cut in order, the snake, or the cheapest seats."""
    if "spread" in weights:
        return [_cut_in_order(instance, r) for r in range(instance.rounds)]
    if "snake" in weights and next(iter(weights)) == "snake":
        return [_snake(instance, r) for r in range(instance.rounds)]
    price = pair_costs(instance, weights)
    again = weights.get("rematches", 0)
    schedule = []
    for r in range(instance.rounds):
        tables = _seat_cheaply(instance, r, price, rng)
        for table in tables:
            for p in table:
                for q in table:
                    price[p][q] += again * (p != q)
        schedule.append(tables)
    return schedule


def _cut_in_order(instance: Instance, r: int) -> Tables:
    """Cut the standings in order into tables.

    Players of equal scores alternate by the role they need.
    """
    scores, _ = scaled_scores(instance.problem)
    groups: dict[int, list[int]] = {}
    for name in ranking(instance.problem, instance.problem.first_round + r):
        groups.setdefault(scores[name], []).append(instance.index[name])
    waiting = [player for group in groups.values() for player in _alternate_roles(instance, group)]
    waiting = [player for player in waiting if player not in instance.fixed[r]]
    tables: Tables = [[] for _ in instance.layouts[r]]
    for player, at in instance.fixed[r].items():
        tables[at].append(player)
    for table, size in zip(tables, instance.layouts[r], strict=True):
        while len(table) < size:
            table.append(waiting.pop(_next_fitting(instance, table, size, waiting)))
    return tables


def _next_fitting(instance: Instance, table: list[int], size: int, waiting: Sequence[int]) -> int:
    """Return the index of the next waiting player who fits the table.

    The table can still give the role that this player needs. The index is 0 if nobody fits.
    """
    need, most = instance.difference, (size + 1) // 2
    full = [side for side in (1, -1) if sum(need[p] * side > 0 for p in table) >= most]
    fitting = (
        at for at, player in enumerate(waiting) if all(need[player] * side <= 0 for side in full)
    )
    return next(fitting, 0)


def _alternate_roles(instance: Instance, group: list[int]) -> list[int]:
    """Return the group with players who need either role spread evenly through it."""
    need = instance.difference
    kinds = [[p for p in group if need[p] > 0], [p for p in group if need[p] < 0]]
    kinds.append([p for p in group if not need[p]])
    placed = [
        ((2 * at + 1) * len(group) / (2 * len(kind)), player)
        for kind in kinds
        for at, player in enumerate(kind)
    ]
    return [player for _, player in sorted(placed)]


def _snake(instance: Instance, r: int) -> Tables:
    right = snake_tables(instance.problem, instance.problem.first_round + r)
    wanted: Tables = [[] for _ in instance.layouts[r]]
    for name, table in right.items():
        wanted[table - 1].append(instance.index[name])
    return fit_to_layout(wanted, instance.layouts[r], instance.fixed[r])


def _seat_cheaply(instance: Instance, r: int, price: list[list[int]], rng: random.Random) -> Tables:
    layout, fixed = instance.layouts[r], instance.fixed[r]
    tables: Tables = [[] for _ in layout]
    for player, at in fixed.items():
        tables[at].append(player)
    open_tables = [t for t, size in enumerate(layout) if len(tables[t]) < size]
    for player in random_order(rng, instance.present[r]):
        if player in fixed:
            continue
        row = price[player]
        first = random_below(rng, len(open_tables))
        looked = (open_tables[first:] + open_tables[:first])[:LOOKED_AT]
        best = min(looked, key=lambda t: sum([row[x] for x in tables[t]]))
        tables[best].append(player)
        if len(tables[best]) == layout[best]:
            open_tables.remove(best)
    return tables
