"""Proven lower bounds of the criteria: no draw of the problem can be better."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.seating.problem import Problem


def lower_bounds(
    problem: Problem, violations: Mapping[str, float], role_bound: int | None
) -> dict[str, float]:
    """By criterion of the order, the least violation any draw must have, where it is known."""
    bounds: dict[str, float] = {}
    for code, value in violations.items():
        if value == 0:
            bounds[code] = 0
    return bounds
