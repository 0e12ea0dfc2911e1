"""Roles for given tables, with few players beyond one apart.

As few players as possible are beyond one apart, and then roles are even.

`Balance` minimises convex costs exactly. The number of players beyond one is not convex. If
that answer leaves more of them than is plainly unavoidable, a search over the players let
go proves the least number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.seating.balance import Balance

NODES = 400


@dataclass(frozen=True)
class RoleAnswer:
    """Signs per table and seat, and a bound for these tables.

    A sign is +1 for competitor and -1 for monopolist. No division of roles over these tables
    leaves fewer than `bound` players beyond one. `released`: the players let go beyond one.
    """

    signs: list[list[int]]
    difference: list[int]
    bound: int
    released: frozenset[int]


def solve_roles(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: Mapping[tuple[int, int], int],
) -> RoleAnswer:
    """Return the best roles for the tables.

    `offset[p]` is the times p was competitor less the times monopolist before. `fixed` maps
    (table, seat) to a locked sign. Tables that share no player, not even through others, are
    settled each for itself.
    """
    signs: list[list[int]] = [[] for _ in tables]
    difference, bound, released = list(offset), 0, set[int]()
    for part in components(tables, len(offset)):
        answer, players = _solve_part(tables, offset, fixed, part)
        for t, row in zip(part, answer.signs, strict=True):
            signs[t] = row
        for player, d in zip(players, answer.difference, strict=True):
            difference[player] = d
        bound += answer.bound
        released.update(players[number] for number in answer.released)
    seated = {player for players in tables for player in players}
    bound += sum(abs(d) > 1 for player, d in enumerate(offset) if player not in seated)
    return RoleAnswer(signs, difference, bound, frozenset(released))


def _solve_part(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: Mapping[tuple[int, int], int],
    part: Sequence[int],
) -> tuple[RoleAnswer, list[int]]:
    """Solve some of the tables, and return their answer and players.

    The players are in the order of their numbers there.
    """
    players = sorted({player for t in part for player in tables[t]})
    at = {player: number for number, player in enumerate(players)}
    rows = [[at[player] for player in tables[t]] for t in part]
    locked = {
        (n, s): fixed[t, s]
        for n, t in enumerate(part)
        for s in range(len(tables[t]))
        if (t, s) in fixed
    }
    return _solve(rows, [offset[player] for player in players], locked), players


def components(tables: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """Return the tables in groups that share no players."""
    root = list(range(count))

    def find(player: int) -> int:
        while root[player] != player:
            root[player] = root[root[player]]
            player = root[player]
        return player

    for players in tables:
        for player in players:
            root[find(player)] = find(players[0])
    groups: dict[int, list[int]] = {}
    for t, players in enumerate(tables):
        groups.setdefault(find(players[0]), []).append(t)
    return list(groups.values())


def _solve(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: dict[tuple[int, int], int],
) -> RoleAnswer:
    beyond = unavoidable_players(tables, offset, fixed)
    best = Balance(tables, offset, fixed, beyond).solve()
    bound = len(beyond)
    nodes = [max(10, NODES * 500 // (500 + sum(len(row) for row in tables)))]
    while bound < len(best.players_beyond_one()):
        found = _release(best, frozenset(beyond), bound - len(beyond), nodes)
        if found:
            best = found
        if found or nodes[0] < 0:
            break
        bound += 1
    return RoleAnswer(best.signs, best.difference, bound, frozenset(best.released))


def unavoidable_players(
    tables: Sequence[Sequence[int]],
    offset: Sequence[int],
    fixed: dict[tuple[int, int], int],
) -> list[int]:
    """Return the players whose own seats cannot bring them within one.

    This is so whatever the others get.
    """
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
    """Return seats with at most `more` further players beyond a difference of one.

    Return None if none were found within `nodes[0]` tries. Players in `released` may be beyond
    one already and are not counted.
    """
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    signs = [list(row) for row in start.signs]
    answer = Balance(start.tables, start.offset, start.fixed, released, signs).solve()
    over = [player for player in answer.players_beyond_one() if player not in released]
    if not over:
        return answer
    if more == 0:
        return None
    for player in min((answer.reachable_players(p) for p in over), key=len):
        found = _release(answer, released | {player}, more - 1, nodes)
        if found or nodes[0] < 0:
            return found
    return None
