"""Rounds drawn one after the other: as good as drawn together, with a history, clubs and pins."""

from __future__ import annotations

import pytest

from tournament.seating import Problem, draw

from .problems import names

STEPS = 600_000


def one_by_one(players: int, clubs: int, rounds: int, pins: dict[str, int], seed: int):
    """The violations after each round of an event, every round drawn with a seed of its own."""
    people = names(players)
    history: tuple = ()
    for number in range(1, rounds + 1):
        problem = Problem(
            people,
            1,
            (4, 3),
            seed=100 * seed + number,
            history=history,
            clubs={name: f"club {at % clubs}" for at, name in enumerate(people)},
            pins=pins,
            planned_rounds=rounds,
        )
        drawn = draw(problem, steps=STEPS)
        history = (*history, drawn.rounds[0])
        yield {code: drawn.certificate.violations[code] for code in ("rematches", "clubs", "roles")}


@pytest.mark.parametrize(
    ("players", "clubs", "rounds", "pins", "seed"),
    [
        (26, 7, 4, {}, 1),
        (26, 7, 4, {"p0": 1}, 1),
        (47, 10, 4, {"p0": 1}, 1),
        (24, 8, 4, {"p0": 3, "p1": 5}, 1),
    ],
)
def test_every_round_has_nothing_against_it(players, clubs, rounds, pins, seed):
    for found in one_by_one(players, clubs, rounds, pins, seed):
        assert found == {"rematches": 0, "clubs": 0, "roles": 0}
