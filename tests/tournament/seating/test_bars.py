"""The draws the issue asks for: rematches of whole schedules, from any seed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from tournament.seating import Problem, draw, verify

from .problems import names, plain

BARS = [
    (16, 4, 5, 0),
    (20, 4, 5, 0),
    (24, 6, 4, 48),
    (24, 4, 7, 0),
    (30, 5, 6, 0),
    (32, 4, 10, 0),
    (36, 6, 3, 0),
    (48, 6, 6, 0),
    (64, 4, 8, 0),
    (100, 5, 6, 0),
    (120, 6, 5, 0),
    (300, 6, 5, 0),
    (1000, 4, 5, 0),
]


@pytest.mark.parametrize(("players", "size", "rounds", "rematches"), BARS)
def test_whole_schedules(players, size, rounds, rematches):
    problem = plain(players, size, rounds, seed=players)
    drawn = draw(problem)
    violations, bounds = drawn.certificate.violations, drawn.certificate.bounds
    assert violations["rematches"] == bounds["rematches"] == rematches
    assert violations["roles"] == 0
    assert violations["opponents"] == 0
    assert violations["positions"] == bounds["positions"]
    assert not verify(problem, drawn)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(24, 4, 7), (30, 5, 6), (24, 6, 4), (32, 4, 10), (15, 3, 7)]
)
def test_every_seed_reaches_the_bound(players, size, rounds, seed):
    certificate = draw(plain(players, size, rounds, seed=seed)).certificate
    assert certificate.violations["rematches"] == certificate.bounds["rematches"]


@pytest.mark.parametrize(
    ("players", "sizes", "rounds", "most"),
    [(23, (4, 5, 3), 5, 0), (22, (5, 4), 5, 0), (50, (4, 5, 3), 6, 0), (37, (6, 5, 4), 5, 0)],
)
def test_tables_of_two_sizes(players, sizes, rounds, most):
    certificate = draw(Problem(names(players), rounds, sizes)).certificate
    assert certificate.violations["rematches"] <= most
    assert certificate.violations["roles"] == 0


def digest(problem: Problem) -> str:
    rounds = draw(problem).to_json()["rounds"]
    return hashlib.sha256(json.dumps(rounds, sort_keys=True).encode()).hexdigest()[:16]


def a_later_round(number: int) -> Problem:
    """A round of four drawn one by one, with a club, a pin and tables of two sizes."""
    history: tuple[Any, ...] = ()
    for seed in range(1, number + 1):
        problem = Problem(
            names(19),
            1,
            (4, 3),
            seed,
            history=history,
            clubs={f"p{i}": f"club {i % 5}" for i in range(19)},
            pins={"p0": 2},
            planned_rounds=4,
        )
        history = (*history, draw(problem, steps=20_000).rounds[0])
    return problem


GOLDEN: dict[str, tuple[Problem, str]] = {
    "algebra": (plain(16, 4, 5, seed=3), "32e55be52f4647a6"),
    "packing": (plain(32, 4, 10, seed=3), "94ea77a5d464f26b"),
    "symmetric annealing": (plain(15, 3, 7, seed=3), "df373ae2910132a5"),
    "swap annealing": (Problem(names(23), 4, (4, 5, 3), seed=3), "450a84604835e027"),
    "conflicts, at tables of two sizes": (
        Problem(names(26), 4, (4, 5), 3, clubs={f"p{i}": f"club {i % 7}" for i in range(26)}),
        "096bf0a6499eae22",
    ),
    "locks, clubs and pairs apart": (
        plain(20, 4, 3, seed=3, clubs={f"p{i}": "X" for i in range(6)}, pins={"p0": 1}),
        "11eaecdb10f9220d",
    ),
    "a round with its roles": (a_later_round(2), "753b1484d86194ba"),
    "the last round, by backtracking": (a_later_round(4), "3e58f5b36edc5468"),
    "a Swiss round": (
        plain(24, 4, 1, seed=3, scores={f"p{i}": i % 5 for i in range(24)}),
        "975a009a49024690",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_seed_gives_the_same_draw_on_every_machine(name):
    problem, expected = GOLDEN[name]
    assert digest(problem) == expected
