"""The order of play: every player should take every place equally often.

Two places are evened out at a time: where both are free to change hands, each table is a
table of two whose sides are the two places, which `Balance` shares exactly. Without history
or locks this ends with every player's places differing by at most one. With them, each
table is then given the best order there is for what its players had elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament.seating.balance import Balance

PASSES = 4


def assign_positions(
    tables: Sequence[Sequence[int]],
    taken: Sequence[Sequence[int]],
    fixed: dict[tuple[int, int], int],
) -> list[list[int]]:
    """Return the players of each table in order of play.

    `taken[p][k]` is how often p had place k before, for every place a table can have; `fixed` maps
    (table, player) to a place.
    """
    orders = [_start(t, row, fixed) for t, row in enumerate(tables)]
    widest = max((len(row) for row in tables), default=0)
    for _ in range(PASSES):
        pairs = [(i, j) for j in range(widest) for i in range(j)]
        improved = [_even_out(orders, taken, fixed, i, j) for i, j in pairs]
        if not any(improved):
            break
    if fixed or any(map(any, taken)) or len({len(row) for row in tables}) > 1:
        _reseat_all(orders, taken, fixed)
    return orders


def _reseat_all(
    orders: list[list[int]],
    taken: Sequence[Sequence[int]],
    fixed: dict[tuple[int, int], int],
) -> None:
    """Give each table the best order for what its players had elsewhere.

    This is exact for a single round.
    """
    counts = [list(had) for had in taken]
    for row in orders:
        for place, player in enumerate(row):
            counts[player][place] += 1
    for t, row in enumerate(orders):
        for place, player in enumerate(row):
            counts[player][place] -= 1
        allowed = [fixed.get((t, player)) for player in row]
        orders[t] = _best_order(row, [counts[player] for player in row], allowed)
        for place, player in enumerate(orders[t]):
            counts[player][place] += 1


def _best_order(
    row: Sequence[int], costs: Sequence[Sequence[int]], allowed: Sequence[int | None]
) -> list[int]:
    """Return the cheapest order of a table's players.

    It is found over the sets seated so far. `costs[s][k]` is the cost of the player at s in
    place k; `allowed[s]` the only place, if locked.
    """
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for place in range(len(row)):
        longer: dict[int, tuple[int, list[int]]] = {}
        for seated, (cost, order) in best.items():
            for s, player in enumerate(row):
                if seated >> s & 1 or (allowed[s] is not None and allowed[s] != place):
                    continue
                more = cost + costs[s][place]
                known = longer.get(seated | 1 << s)
                if known is None or more < known[0]:
                    longer[seated | 1 << s] = (more, [*order, player])
        best = longer
    return best[(1 << len(row)) - 1][1]


def _start(table: int, row: Sequence[int], fixed: dict[tuple[int, int], int]) -> list[int]:
    """Put locked players in their places, and turn the others by the table's number."""
    places: dict[int, int] = {}
    for player in row:
        if (table, player) in fixed:
            places[fixed[table, player]] = player
    free = [player for player in row if (table, player) not in fixed]
    turn = table % len(free) if free else 0
    rest = iter(free[turn:] + free[:turn])
    return [places[k] if k in places else next(rest) for k in range(len(row))]


def _even_out(
    orders: list[list[int]],
    taken: Sequence[Sequence[int]],
    fixed: dict[tuple[int, int], int],
    i: int,
    j: int,
) -> bool:
    """Share places i and j evenly; True when an order changed for the better."""
    offset = [had[i] - had[j] for had in taken]
    chosen = []
    for t, row in enumerate(orders):
        if j < len(row) and (t, row[i]) not in fixed and (t, row[j]) not in fixed:
            chosen.append(t)
            continue
        for place, sign in ((i, 1), (j, -1)):
            if place < len(row):
                offset[row[place]] += sign
    pairs = [(orders[t][i], orders[t][j]) for t in chosen]
    before = _difference_after(offset, pairs)
    if max((abs(d) for d in before), default=0) <= 1:
        return False
    answer = Balance(pairs, offset).solve()
    if sum(d * d for d in answer.difference) >= sum(d * d for d in before):
        return False
    for t, pair, signs in zip(chosen, pairs, answer.signs, strict=True):
        orders[t][i], orders[t][j] = pair if signs[0] == 1 else (pair[1], pair[0])
    return True


def _difference_after(offset: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return the differences after each pair has taken the two places.

    The first of each pair has one place, the second the other.
    """
    difference = list(offset)
    for one, other in pairs:
        difference[one] += 1
        difference[other] -= 1
    return difference
