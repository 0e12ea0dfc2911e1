from __future__ import annotations

import random
from typing import Any

from tournament.seating import Problem, draw, evaluate
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import names


def an_event(players: int, rounds: int, seed: int) -> Problem:
    """The next round of a Swiss event whose earlier rounds were drawn the same way."""
    rng = random.Random(seed)
    people = names(players)
    clubs = {name: f"club {rng.randrange(players // 5)}" for name in people}
    scores = dict.fromkeys(people, 0)
    history: tuple[Any, ...] = ()
    for number in range(1, rounds + 1):
        problem = Problem(
            people, 1, (4, 5, 3), seed, history=history, clubs=clubs, scores=dict(scores)
        )
        if number == rounds:
            return problem
        history = (*history, draw(problem).rounds[0])
        for seated in history[-1]:
            for place, seat in enumerate(rng.sample(seated.seats, len(seated.seats))):
                scores[seat.player] += max(0, 6 - 2 * place)
    raise AssertionError


def test_a_swiss_round_follows_the_scores_without_repeats():
    problem = an_event(60, 4, seed=2)
    drawn = draw(problem)
    violations = drawn.certificate.violations
    assert violations["rematches"] == 0
    assert violations["roles"] == 0
    assert violations["clubs"] <= 1
    instance = Instance.from_problem(problem)
    cut = greedy(instance, weights(instance), random.Random(1))
    shuffled = draw(Problem(problem.players, 1, problem.sizes, 5)).rounds
    spread = evaluate(problem, shuffled).violations["spread"]
    assert violations["spread"] < spread / 5
    assert len(cut[0]) == len(drawn.rounds[0])


def test_without_repeats_to_avoid_the_standings_are_cut_in_order():
    scores = {name: 40 - at for at, name in enumerate(names(16))}
    drawn = draw(Problem(names(16), 1, (4,), scores=scores, order=("rematches", "spread")))
    tables = [sorted(seat.player for seat in t.seats) for t in drawn.rounds[0]]
    assert tables[0] == ["p0", "p1", "p2", "p3"]
    assert drawn.certificate.violations["spread"] == 4 * (3 * 1 + 2 * 4 + 9)


def test_scores_may_be_fractions():
    scores = {name: at * 0.1 for at, name in enumerate(names(8))}
    drawn = draw(Problem(names(8), 1, (4,), scores=scores))
    assert drawn.certificate.violations["spread"] == 0.4
