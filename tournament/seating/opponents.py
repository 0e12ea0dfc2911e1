"""Roles as signs for every table of a draw, polished against repeated opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.seating.balance import Balance
from tournament.seating.instance import SIGNS, Instance
from tournament.seating.roles import solve_roles

TRIES = 300

Pair = tuple[int, int]


def assign_roles(
    instance: Instance,
    rounds: Sequence[int],
    rows: Sequence[Sequence[int]],
    ahead: Sequence[Sequence[int]] = (),
) -> list[dict[int, int]]:
    """Return by table the sign of each player (+1 competitor, -1 monopolist).

    `rounds[t]` is the round of table `rows[t]`. `ahead` are tables planned for the next round,
    whose roles should also divide evenly.
    """
    locked = [instance.fixed_signs(r) for r in range(instance.rounds)]
    fixed = {
        (t, s): locked[r][player]
        for t, (r, row) in enumerate(zip(rounds, rows, strict=True))
        for s, player in enumerate(row)
        if player in locked[r]
    }
    answer = solve_roles(rows, instance.difference, fixed)
    signs = answer.signs
    if ahead:
        both = solve_roles([*rows, *ahead], instance.difference, fixed).signs[: len(rows)]
        if _unevenness(instance, rows, both) <= _unevenness(instance, rows, signs):
            signs = both
    if "opponents" in instance.problem.order:
        start = Balance(rows, instance.difference, fixed, answer.released, signs).solve()
        signs = _polish_roles(
            start, RepeatedOpponents.from_tables(instance, rows), instance.problem.order
        ).signs
    return [dict(zip(row, s, strict=True)) for row, s in zip(rows, signs, strict=True)]


def _unevenness(
    instance: Instance, rows: Sequence[Sequence[int]], signs: Sequence[Sequence[int]]
) -> tuple[int, int]:
    """Return the players beyond one and the sum of squared differences.

    Both are those after these tables.
    """
    difference = list(instance.difference)
    for row, row_signs in zip(rows, signs, strict=True):
        for player, sign in zip(row, row_signs, strict=True):
            difference[player] += sign
    return sum(abs(d) > 1 for d in difference), sum(d * d for d in difference)


@dataclass(frozen=True)
class RepeatedOpponents:
    """Pairs that meet again, with their meetings and their balance before.

    Each meeting is (table, seat, seat). The balance of (p, q): times p was competitor against q
    less times the other way round.
    """

    meetings: dict[Pair, list[tuple[int, int, int]]]
    before: dict[Pair, int]

    @classmethod
    def from_tables(cls, instance: Instance, rows: Sequence[Sequence[int]]) -> RepeatedOpponents:
        """Collect the meetings of the tables to draw, and the balance of their history."""
        before, met = _past_meetings(instance)
        meetings: dict[Pair, list[tuple[int, int, int]]] = {}
        for t, row in enumerate(rows):
            for (s, p), (u, q) in combinations(enumerate(row), 2):
                pair, place = ((p, q), (t, s, u)) if p < q else ((q, p), (t, u, s))
                meetings.setdefault(pair, []).append(place)
        again = {pair: at for pair, at in meetings.items() if len(at) + met.get(pair, 0) > 1}
        return cls(again, before)

    def excess(self, signs: Sequence[Sequence[int]]) -> dict[Pair, int]:
        """Return the balance of each pair beyond one."""
        found = {}
        for pair, meetings in self.meetings.items():
            balance = self.before.get(pair, 0)
            for t, s, u in meetings:
                balance += (signs[t][s] - signs[t][u]) // 2
            if abs(balance) > 1:
                found[pair] = balance
        return found


def _past_meetings(instance: Instance) -> tuple[dict[Pair, int], dict[Pair, int]]:
    balance: dict[Pair, int] = {}
    met: dict[Pair, int] = {}
    for tables in instance.problem.history:
        for table in tables:
            seated = sorted(
                (instance.index[s.player], SIGNS[s.role] if s.role else 0)
                for s in table.seats
                if s.player in instance.index
            )
            for (p, sign), (q, other) in combinations(seated, 2):
                met[p, q] = met.get((p, q), 0) + 1
                if sign * other:
                    balance[p, q] = balance.get((p, q), 0) + (sign - other) // 2
    return balance, met


def _polish_roles(start: Balance, rivals: RepeatedOpponents, order: Sequence[str]) -> Balance:
    """Exchange the roles of two players at a table while it helps.

    The rest is settled again after each exchange.
    """
    best, worth = start, _worth(start, rivals, order)
    tries = TRIES
    improved = True
    while improved and tries > 0:
        improved = False
        for t, s, u in _exchanges(best, rivals):
            tries -= 1
            changed = _exchange_roles(best, t, s, u)
            value = _worth(changed, rivals, order)
            if value < worth:
                best, worth, improved = changed, value, True
                break
            if tries <= 0:
                break
    return best


def _worth(balance: Balance, rivals: RepeatedOpponents, order: Sequence[str]) -> tuple[int, ...]:
    """Return the values to be minimised, by the order of the criteria.

    The earlier criterion of the order comes first.
    """
    beyond = len(balance.players_beyond_one())
    excess = sum(abs(value) - 1 for value in rivals.excess(balance.signs).values())
    squares = sum(d * d for d in balance.difference)
    first = "roles" in order and order.index("roles") < order.index("opponents")
    return (beyond, excess, squares) if first else (excess, beyond, squares)


def _exchanges(balance: Balance, rivals: RepeatedOpponents) -> Iterator[tuple[int, int, int]]:
    """Yield (table, seat, seat) for free seats of different roles.

    One of the seats is of a pair beyond one.
    """
    for pair, value in rivals.excess(balance.signs).items():
        for t, s, u in rivals.meetings[pair]:
            signs = balance.signs[t]
            if signs[s] - signs[u] != (2 if value > 0 else -2):
                continue
            yield from (
                (t, mine, other)
                for mine in (s, u)
                for other in range(len(signs))
                if signs[other] != signs[mine]
                and (t, mine) not in balance.fixed
                and (t, other) not in balance.fixed
            )


def _exchange_roles(balance: Balance, t: int, s: int, u: int) -> Balance:
    signs = [list(row) for row in balance.signs]
    signs[t][s], signs[t][u] = signs[t][u], signs[t][s]
    held = {**balance.fixed, (t, s): signs[t][s], (t, u): signs[t][u]}
    settled = Balance(balance.tables, balance.offset, held, balance.released, signs).solve()
    return Balance(
        balance.tables, balance.offset, balance.fixed, balance.released, settled.signs
    ).solve()
