"""Weights of the criteria that depend on tables.

An earlier criterion outweighs the later ones.
"""

from __future__ import annotations

from tournament.seating.instance import Instance
from tournament.seating.standings import scaled_scores

STEP = 64


def weights(instance: Instance) -> dict[str, int]:
    """Return the search weight of each criterion that tables decide, by code.

    The codes are in order. The last weighs 1; each weighs STEP times the next, or, before the
    score spread, more than one exchange of seats can change the spread by.
    """
    found: dict[str, int] = {}
    weight = 1
    for code in reversed(active_criteria(instance)):
        found[code] = weight
        weight *= STEP if code != "spread" else max(STEP, 4 * _widest_gap(instance) ** 2)
    return dict(reversed(found.items()))


def active_criteria(instance: Instance) -> list[str]:
    """Return the criteria of the order that tables can change.

    What a history says of roles counts for the first round drawn. If several rounds are asked for,
    the later ones mostly even out what it leaves: it then comes last.
    """
    problem, single = instance.problem, instance.rounds == 1
    mixed = any(len(set(layout)) > 1 for layout in instance.layouts) or (
        len({layout[0] for layout in instance.layouts}) > 1
    )
    used = {
        "apart": bool(problem.apart),
        "rematches": True,
        "recent": single and bool(problem.history),
        "roles": problem.roles_drawn and any(instance.difference),
        "sizes": mixed,
        "clubs": bool(problem.clubs),
        "spread": problem.scores is not None,
        "snake": True,
    }
    found = [code for code in problem.order if used.get(code)]
    if "roles" in found and instance.rounds_to_draw > 1:
        found.remove("roles")
        found.append("roles")
    return found


def _widest_gap(instance: Instance) -> int:
    scores, _ = scaled_scores(instance.problem)
    return max(scores.values()) - min(scores.values())
