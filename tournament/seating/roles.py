"""Roles for given tables: as few players as possible beyond one apart, and then evenly.

`Balance` minimises convex costs exactly. The number of players beyond one is not convex: when
that answer leaves more of them than is plainly unavoidable, a search over who is let go proves
the least number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.seating.balance import Balance

NODES = 400


@dataclass(frozen=True)
class RoleAnswer:
    """Signs per table and seat (+1 competitor, -1 monopolist), and a bound for these tables.

    No division of roles over these tables leaves fewer than `bound` players beyond one.
    `released`: the players let go beyond one.
    """

    signs: list[list[int]]
    difference: list[int]
    bound: int
    released: frozenset[int]


def settle_roles(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: dict[tuple[int, int], int],
) -> RoleAnswer:
    """The best roles: `offset[p]` is times competitor less times monopolist before.

    `fixed` maps (table, seat) to a locked sign.
    """
    beyond = unavoidable(tables, offset, fixed)
    best = Balance(tables, offset, fixed, beyond).settle()
    bound = len(beyond)
    nodes = [NODES]
    while bound < len(best.beyond_one()):
        found = _release(best, frozenset(beyond), bound - len(beyond), nodes)
        if found:
            best = found
        if found or nodes[0] < 0:
            break
        bound += 1
    return RoleAnswer(best.signs, best.difference, bound, frozenset(best.released))


def unavoidable(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: dict[tuple[int, int], int],
) -> list[int]:
    """Players whose own seats cannot bring them within one, whatever the others get."""
    base, free = list(offset), [0] * len(offset)
    for t, players in enumerate(tables):
        for s, player in enumerate(players):
            sign = fixed.get((t, s), 0)
            base[player] += sign
            free[player] += not sign
    return [player for player, d in enumerate(base) if abs(d) - free[player] > 1]


def _release(
    start: Balance, released: frozenset[int], more: int, nodes: list[int]
) -> Balance | None:
    """An answer with at most `more` players beyond one besides `released`, or None."""
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    signs = [list(row) for row in start.signs]
    answer = Balance(start.tables, start.offset, start.fixed, released, signs).settle()
    over = [player for player in answer.beyond_one() if player not in released]
    if not over:
        return answer
    if more == 0:
        return None
    for player in min((answer.reached(p) for p in over), key=len):
        found = _release(answer, released | {player}, more - 1, nodes)
        if found or nodes[0] < 0:
            return found
    return None
