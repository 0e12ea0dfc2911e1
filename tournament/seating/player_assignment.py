"""Players in the places of a plan.

It decides which player takes which place, and makes each round fit its tables.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from math import exp

from tournament.seating.instance import Instance, Tables
from tournament.seating.pair_costs import static_pairs
from tournament.seating.randomness import random_order

CHUNK = 500
MOVES = 30_000
EMPTY_TRIES = 20


def assign_players(
    instance: Instance,
    plan: Sequence[Tables],
    weights: Mapping[str, int],
    rng: random.Random,
    spend: Callable[[int], bool],
) -> list[Tables]:
    """Return the plan's rounds with real players in its places.

    The rounds fit the instance's sizes and fixed tables. Spare places stay empty; few tables
    have two of them. Players are exchanged throughout the plan to keep apart pairs that are not
    to meet; who meets whom in the plan stays the same.
    """
    size = sum(len(table) for table in plan[0])
    empty = _empty_places(plan, size, size - instance.count, rng)
    places = random_order(rng, [place for place in range(size) if place not in empty])
    pairs = static_pairs(instance, weights)
    if pairs:
        _anneal_places(places, pairs, plan, rng, spend)
    player_at = {place: player for player, place in enumerate(places)}
    schedule = []
    for r, tables in enumerate(plan[: instance.rounds]):
        here = set(instance.present[r])
        groups = [
            [player_at[place] for place in table if player_at.get(place) in here]
            for table in tables
        ]
        schedule.append(fit_to_layout(groups, instance.layouts[r], instance.fixed[r]))
    return schedule


def _empty_places(
    plan: Sequence[Tables], size: int, count: int, rng: random.Random
) -> frozenset[int]:
    """Return `count` places that share few tables.

    These are the last ones if they share none, else greedily picked ones.
    """
    table_of = [{place: t for t, table in enumerate(tables) for place in table} for tables in plan]

    def meetings(place: int, others: Sequence[int]) -> int:
        return sum(at[place] == at[other] for at in table_of for other in others)

    best = list(range(size - count, size))
    least = sum(meetings(place, best[:at]) for at, place in enumerate(best))
    for _ in range(EMPTY_TRIES if least else 0):
        chosen: list[int] = []
        shared = 0
        for _ in range(count):
            free = [place for place in random_order(rng, range(size)) if place not in chosen]
            chosen.append(min(free, key=lambda place: meetings(place, chosen)))
            shared += meetings(chosen[-1], chosen[:-1])
        if shared < least:
            best, least = chosen, shared
    return frozenset(best)


def _anneal_places(
    places: list[int],
    pairs: Sequence[tuple[int, int, int]],
    plan: Sequence[Tables],
    rng: random.Random,
    spend: Callable[[int], bool],
) -> None:
    """Anneal who takes which place, for the pairs' costs."""
    together = _shared_tables(plan)
    near: list[list[tuple[int, int]]] = [[] for _ in places]
    for p, q, cost in pairs:
        near[p].append((q, cost))
        near[q].append((p, cost))
    busy = [player for player, others in enumerate(near) if others]
    costs = [cost for _, _, cost in pairs]
    temperature = float(max(costs))
    cooling = (0.1 * min(costs) / temperature) ** (CHUNK / MOVES)
    for _ in range(MOVES // CHUNK):
        if not spend(CHUNK):
            return
        for _ in range(CHUNK):
            p = busy[int(rng.random() * len(busy))]
            q = int(rng.random() * len(places))
            if p != q:
                _exchange(places, near, together, p, q, temperature, rng)
        temperature *= cooling


def _shared_tables(plan: Sequence[Tables]) -> list[list[int]]:
    """Return the number of tables that two places of a plan share."""
    size = sum(len(table) for table in plan[0])
    together = [[0] * size for _ in range(size)]
    for tables in plan:
        for table in tables:
            for place, other in permutations(table, 2):
                together[place][other] += 1
    return together


def _exchange(
    places: list[int],
    near: list[list[tuple[int, int]]],
    together: list[list[int]],
    p: int,
    q: int,
    temperature: float,
    rng: random.Random,
) -> None:
    here, there = places[p], places[q]
    worse = sum(
        cost * (together[there][places[x]] - together[here][places[x]])
        for x, cost in near[p]
        if x != q
    ) + sum(
        cost * (together[here][places[x]] - together[there][places[x]])
        for x, cost in near[q]
        if x != p
    )
    if worse <= 0 or rng.random() < exp(-worse / temperature):
        places[p], places[q] = there, here


def fit_to_layout(
    groups: Sequence[Sequence[int]], layout: Sequence[int], fixed: Mapping[int, int]
) -> Tables:
    """Return tables of the layout's sizes that are close to the groups.

    Fixed players are in place.
    """
    order = _numbering(groups, layout, fixed)
    tables: Tables = [[] for _ in layout]
    for player, at in fixed.items():
        tables[at].append(player)
    spare: list[int] = []
    for number, group in enumerate(order):
        for player in group:
            if player in fixed:
                continue
            if number < len(layout) and len(tables[number]) < layout[number]:
                tables[number].append(player)
            else:
                spare.append(player)
    for table, size in zip(tables, layout, strict=True):
        while len(table) < size:
            table.append(spare.pop())
    return tables


def _numbering(
    groups: Sequence[Sequence[int]], layout: Sequence[int], fixed: Mapping[int, int]
) -> list[Sequence[int]]:
    """Return the groups in order of table.

    They go by their fixed players, then the largest first.
    """
    left = sorted(range(len(groups)), key=lambda g: (-len(groups[g]), g))
    at: dict[int, int] = {}
    for group in list(left):
        wanted = [fixed[player] for player in groups[group] if player in fixed]
        free = [table for table in wanted if table not in at]
        if free:
            at[free[0]] = group
            left.remove(group)
    by_size = sorted(range(len(layout)), key=lambda t: (-layout[t], t))
    for table in by_size:
        if table not in at and left:
            at[table] = left.pop(0)
    placed = [groups[at[table]] if table in at else [] for table in range(len(layout))]
    return placed + [groups[group] for group in left]
