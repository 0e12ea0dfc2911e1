"""A problem written as JSON, to be stored beside its draw and drawn again."""

from __future__ import annotations

from typing import Any

from tournament.seating.model import rounds_to_json
from tournament.seating.problem import Lock, Problem


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """Return the JSON form of a problem; `problem_from_json` reads it back equal."""
    return {
        "players": list(problem.players),
        "rounds": problem.rounds,
        "sizes": list(problem.sizes),
        "seed": problem.seed,
        "time_limit": problem.time_limit,
        "history": rounds_to_json(problem.history),
        "absent": {str(number): sorted(away) for number, away in sorted(problem.absent.items())},
        "apart": [list(pair) for pair in problem.apart],
        "clubs": dict(problem.clubs),
        "locks": [_lock_to_json(lock) for lock in problem.locks],
        "pins": dict(problem.pins),
        "scores": None if problem.scores is None else dict(problem.scores),
        "order": list(problem.order),
        "roles": "drawn" if problem.roles_drawn else "thrown",
        "planned_rounds": problem.planned_rounds,
    }


def _lock_to_json(lock: Lock) -> dict[str, Any]:
    role = lock.role.value if lock.role else None
    fields = {"round": lock.round, "player": lock.player, "table": lock.table}
    return {**fields, "role": role, "seat": lock.seat}
