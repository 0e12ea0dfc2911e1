"""Scores for the draw as whole numbers, ranks, and the snake order of tables.

Snake order: the ranking is dealt over the tables from first to last and back.
"""

from __future__ import annotations

from itertools import pairwise

from tournament.seating.problem import Problem


def scaled_scores(problem: Problem) -> tuple[dict[str, int], int]:
    """Return each player's score as a whole number, and the common factor.

    The factor makes all scores whole. A player without a score has 0.
    """
    return problem.scaled_scores


def ranking(problem: Problem, round_number: int) -> list[str]:
    """Return the players of a round, best score first.

    Equal scores stay in the problem's order.
    """
    scores, _ = scaled_scores(problem)
    return sorted(problem.present_players(round_number), key=lambda player: -scores[player])


def snake_tables(problem: Problem, round_number: int) -> dict[str, int]:
    """Return by player the table when the ranking is dealt over the tables to and fro."""
    sizes = problem.layouts[round_number] or ()
    tables: dict[str, int] = {}
    free = list(sizes)
    players = iter(ranking(problem, round_number))
    forward = True
    while any(free):
        lap = range(len(free)) if forward else range(len(free) - 1, -1, -1)
        for table in lap:
            if free[table]:
                free[table] -= 1
                tables[next(players)] = table + 1
        forward = not forward
    return tables


def smallest_gap(problem: Problem) -> int:
    """Return the least difference between two different scores, scaled.

    It is 1 if all scores are equal.
    """
    scores, _ = scaled_scores(problem)
    levels = sorted(set(scores.values()))
    return min((b - a for a, b in pairwise(levels)), default=1)
