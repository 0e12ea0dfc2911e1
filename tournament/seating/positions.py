"""The order of play: every player should take every place at the table equally often.

Two places are evened out at a time: where both are free to change hands, each table is a table
of two whose sides are the two places, which `Balance` shares exactly. Without history or locks
this ends with every player's places differing by at most one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament.seating.balance import Balance

PASSES = 4


def settle_positions(
    tables: Sequence[Sequence[int]],
    players: int,
    taken: Sequence[Sequence[int]],
    fixed: dict[tuple[int, int], int],
) -> list[list[int]]:
    """The players of each table in order of play.

    `taken[p][k]` is how often p had place k before; `fixed` maps (table, player) to a place.
    """
    orders = [_start(t, row, fixed) for t, row in enumerate(tables)]
    widest = max((len(row) for row in tables), default=0)
    for _ in range(PASSES):
        pairs = [(i, j) for j in range(widest) for i in range(j)]
        improved = [_even_out(orders, players, taken, fixed, i, j) for i, j in pairs]
        if not any(improved):
            break
    return orders


def _start(table: int, row: Sequence[int], fixed: dict[tuple[int, int], int]) -> list[int]:
    """Locked players in their places, the others around them, turned by the table's number."""
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
    players: int,
    taken: Sequence[Sequence[int]],
    fixed: dict[tuple[int, int], int],
    i: int,
    j: int,
) -> bool:
    """Share places i and j evenly; True when an order changed for the better."""
    offset = [taken[p][i] - taken[p][j] if j < len(taken[p]) else 0 for p in range(players)]
    chosen = []
    for t, row in enumerate(orders):
        if j >= len(row):
            if i < len(row):
                offset[row[i]] += 1
        elif (t, row[i]) in fixed or (t, row[j]) in fixed:
            offset[row[i]] += 1
            offset[row[j]] -= 1
        else:
            chosen.append(t)
    pairs = [(orders[t][i], orders[t][j]) for t in chosen]
    before = list(offset)
    for one, other in pairs:
        before[one] += 1
        before[other] -= 1
    if max((abs(d) for d in before), default=0) <= 1:
        return False
    answer = Balance(pairs, offset).settle()
    if sum(d * d for d in answer.difference) >= sum(d * d for d in before):
        return False
    for t, pair, signs in zip(chosen, pairs, answer.signs, strict=True):
        orders[t][i], orders[t][j] = pair if signs[0] == 1 else (pair[1], pair[0])
    return True
