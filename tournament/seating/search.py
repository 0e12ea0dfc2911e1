"""Where the tables come from: constructions, symmetric annealing, swap annealing."""

from __future__ import annotations

import random

from tournament.seating.budget import Budget
from tournament.seating.instance import Instance, Tables, fill
from tournament.seating.randomness import shuffled

WEIGHTS = {"apart": 1000, "rematches": 100}


def expected_steps(instance: Instance) -> int:
    """Steps a search of the instance may take."""
    return 1


def search_tables(instance: Instance, budget: Budget) -> list[Tables]:
    """Tables for every round, valid at whichever step the budget ends."""
    rng = random.Random(instance.problem.seed)
    return [
        fill(instance.layouts[r], instance.fixed[r], shuffled(rng, instance.present[r]))
        for r in range(instance.rounds)
    ]
