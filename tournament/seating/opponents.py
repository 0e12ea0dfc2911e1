"""Roles as signs for every table of a draw, polished against repeated opponents."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.seating.instance import Instance
from tournament.seating.roles import settle_roles


def settle_signs(
    instance: Instance, rounds: Sequence[int], rows: Sequence[Sequence[int]]
) -> list[dict[int, int]]:
    """By table: the sign of each player.

    `rounds[t]` is the round of table `rows[t]`.
    """
    locked = [instance.fixed_signs(r) for r in range(instance.rounds)]
    fixed = {
        (t, s): locked[r][player]
        for t, (r, row) in enumerate(zip(rounds, rows, strict=True))
        for s, player in enumerate(row)
        if player in locked[r]
    }
    answer = settle_roles(rows, instance.difference, fixed)
    return [dict(zip(row, s, strict=True)) for row, s in zip(rows, answer.signs, strict=True)]
