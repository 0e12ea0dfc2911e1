"""What holds of every draw, whatever was wished for."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, count, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import (
    CRITERIA,
    Lock,
    Problem,
    Role,
    draw,
    evaluate,
    faults_of_rounds,
    impossible_wishes,
    verify,
)
from tournament.seating.drawing import seat_players
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import names, plain, table, wishful_problems

few = settings(deadline=None, max_examples=60)
FEW_STEPS = 3_000


@few
@given(problem=wishful_problems, steps=st.integers(0, FEW_STEPS))
def test_everybody_present_sits_once_and_every_wish_that_must_hold_holds(problem, steps):
    if impossible_wishes(problem):
        return
    drawn = draw(problem, steps=steps)
    assert not faults_of_rounds(problem, drawn.rounds)
    for number, tables in zip(problem.round_numbers, drawn.rounds, strict=True):
        seats = [seat for t in tables for seat in t.seats]
        assert sorted(seat.player for seat in seats) == sorted(problem.present_players(number))
        for seated in tables:
            roles = [seat.role for seat in seated.seats]
            if problem.roles_drawn:
                assert abs(roles.count(Role.COMPETITOR) - roles.count(Role.MONOPOLIST)) <= 1
            else:
                assert set(roles) == {None}
            assert len(roles) in problem.sizes


@few
@given(problem=wishful_problems)
def test_the_certificate_is_true_and_no_bound_is_beaten(problem):
    if impossible_wishes(problem):
        return
    drawn = draw(problem, steps=FEW_STEPS)
    certificate = drawn.certificate
    found = evaluate(problem, drawn.rounds)
    assert certificate.violations == found.violations
    assert tuple(found.violations) == problem.order
    for code, bound in certificate.bounds.items():
        assert bound <= found.violations[code]
    for code in problem.order:
        named = sum(f.amount for f in found.findings if f.criterion == code)
        assert named == pytest.approx(found.violations[code])


@few
@given(problem=wishful_problems)
def test_the_same_seed_makes_the_same_draw(problem):
    if impossible_wishes(problem):
        return
    assert draw(problem, steps=FEW_STEPS) == draw(problem, steps=FEW_STEPS)


@few
@given(problem=wishful_problems)
def test_a_draw_is_never_worse_than_its_greedy_start(problem):
    if impossible_wishes(problem):
        return
    tables_only = ("apart", "rematches", "sizes", "clubs", "snake")
    problem = replace(
        problem,
        planned_rounds=None,
        scores=None,
        order=tuple(code for code in problem.order if code in tables_only),
    )
    instance = Instance.from_problem(problem)
    start = greedy(instance, weights(instance), random.Random(problem.seed))
    begun = evaluate(problem, seat_players(instance, start))
    assert draw(problem, steps=FEW_STEPS).certificate.violations.keys() == begun.violations.keys()
    weight = weights(instance)

    def cost(violations):
        return sum(weight.get(code, 0) * value for code, value in violations.items())

    assert cost(draw(problem, steps=FEW_STEPS).certificate.violations) <= cost(begun.violations)


@few
@given(problem=wishful_problems, asks=st.integers(0, 12))
def test_cancelled_at_any_moment_the_draw_is_valid_and_repeats(problem, asks):
    if impossible_wishes(problem):
        return
    left = iter(range(asks))
    drawn = draw(problem, cancelled=lambda: next(left, None) is None)
    assert not faults_of_rounds(problem, drawn.rounds)
    if drawn.certificate.truncated:
        assert draw(problem, steps=drawn.certificate.steps).rounds == drawn.rounds


def test_a_time_limit_only_truncates():
    problem = plain(24, 4, 8, time_limit=0.5)
    ticks = iter(x / 10 for x in range(1000))
    drawn = draw(problem, clock=lambda: next(ticks))
    assert drawn.certificate.truncated
    assert drawn.certificate.seconds >= 0.5
    assert not verify(problem, drawn)
    quick = plain(16, 4, 5, time_limit=0.5)
    assert not draw(quick, clock=lambda: 0.0).certificate.truncated


@pytest.mark.exhaustive
def test_the_time_given_is_used_until_the_bounds_are_reached():
    # Club-mates two by two, tables of three, five rounds: a rematch at least, by no bound proven.
    clubs = {name: f"club {at // 2}" for at, name in enumerate(names(12))}
    hopeless = plain(12, 3, 5, clubs=clubs, time_limit=1.0)
    ticks = iter(x / 1_500 for x in range(10_000))
    certificate = draw(hopeless, clock=lambda: next(ticks)).certificate
    assert certificate.truncated
    assert certificate.seconds >= 1.0
    assert certificate.steps > draw(hopeless).certificate.steps
    assert draw(hopeless, steps=200_000).certificate.steps >= 200_000
    perfect = draw(plain(24, 4, 4, time_limit=2.0), clock=lambda: 0.0).certificate
    assert not perfect.truncated


def test_one_table_a_round_needs_no_search():
    history = draw(plain(12, 4, 3), steps=FEW_STEPS).rounds
    away = frozenset(names(12)[5:])
    final = plain(12, 5, 1, history=history, absent={4: away}, time_limit=10_000.0)
    drawn = draw(final, clock=map(float, count()).__next__)
    assert {seat.player for seat in drawn.rounds[0][0].seats} == {*names(12)[:5]}
    assert not drawn.certificate.truncated


def test_more_steps_go_on_where_fewer_ended():
    problem = plain(14, 4, 4, clubs=dict.fromkeys(names(6), "X"))
    problem = replace(problem, sizes=(4, 3))
    found = [draw(problem, steps=steps).certificate.violations for steps in (2_000, 20_000, 60_000)]
    vectors = [
        tuple(violations[code] for code in ("rematches", "sizes", "clubs")) for violations in found
    ]
    assert vectors == sorted(vectors, reverse=True)


def test_progress_rises_to_one():
    told: list[float] = []
    draw(plain(18, 6, 4), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 3


def test_any_order_of_any_criteria():
    problem = plain(8, 4, 2, history=((table(1, "aC bM"),),), clubs={"p1": "X", "p2": "X"})
    codes = ("apart", "rematches", "roles", "clubs")
    for length in range(len(codes) + 1):
        for some in combinations(codes, length):
            for order in permutations(some):
                drawn = draw(replace(problem, order=order), steps=500)
                assert tuple(drawn.certificate.violations) == order
                assert not verify(replace(problem, order=order), drawn)


def test_the_order_decides():
    # Two clubs of four at two tables: either clubs are mixed or pairs meet again.
    mixed = (table(1, "aC bM eC fM"), table(2, "cC dM gC hM"))
    clubs = dict.fromkeys("abcd", "X") | dict.fromkeys("efgh", "Y")
    problem = Problem(tuple("abcdefgh"), 1, (4,), history=(mixed,), clubs=clubs)
    first = draw(replace(problem, order=("clubs", "rematches"))).certificate.violations
    assert first == {"clubs": 4, "rematches": 4}
    apart = replace(problem, apart=(("a", "b"), ("a", "c"), ("a", "e")))
    other = draw(replace(apart, order=("apart", "clubs"))).certificate.violations
    assert other == {"apart": 0, "clubs": 4}


def test_locks_and_pins_are_kept():
    locks = (Lock(2, "p5", 1, Role.MONOPOLIST, 4), Lock(1, "p5", 3))
    problem = plain(16, 4, 4, locks=locks, pins={"p0": 2})
    drawn = draw(problem)
    assert drawn.rounds[1][0].seats[3].player == "p5"
    assert drawn.rounds[1][0].seats[3].role is Role.MONOPOLIST
    assert all("p0" in [seat.player for seat in tables[1].seats] for tables in drawn.rounds)
    assert drawn.certificate.violations["rematches"] == 0
    assert drawn.certificate.violations["roles"] == 0


def test_drop_outs_and_late_entrants():
    absent = {1: frozenset(names(23)[20:]), 3: frozenset({"p0", "p1"}), 4: frozenset({"p0", "p1"})}
    problem = Problem(names(23), 4, (4, 5, 3), absent=absent)
    drawn = draw(problem)
    assert [sum(len(t.seats) for t in tables) for tables in drawn.rounds] == [20, 23, 21, 21]
    assert drawn.certificate.violations["rematches"] == 0
    assert drawn.certificate.violations["roles"] == 0


def test_thrown_roles_are_only_reported():
    history = ((table(1, "aC bM"),), (table(1, "aC bM"),))
    drawn = draw(Problem(("a", "b"), 1, (2,), history=history, roles_drawn=False))
    assert [seat.role for seat in drawn.rounds[0][0].seats] == [None, None]
    assert drawn.certificate.violations["roles"] == drawn.certificate.bounds["roles"] == 2
    assert drawn.certificate.violations["opponents"] == drawn.certificate.bounds["opponents"] == 1


def test_round_by_round_is_not_myopic_when_the_event_is_planned():
    history: tuple[Any, ...] = ()
    for _ in range(5):
        problem = plain(16, 4, 1, history=history, planned_rounds=5)
        history = (*history, draw(problem).rounds[0])
    whole = evaluate(plain(16, 4, 5), history).violations
    assert whole["rematches"] == 0
    assert whole["roles"] == 0


def test_a_planned_event_survives_drop_outs():
    history: tuple[Any, ...] = ()
    gone = frozenset({"p3", "p17"})
    absent = dict.fromkeys(range(3, 6), gone)
    for _ in range(5):
        problem = plain(20, 4, 1, seed=3, history=history, planned_rounds=5, absent=absent)
        problem = replace(problem, sizes=(4, 3, 5))
        drawn = draw(problem, steps=600_000)
        history = (*history, drawn.rounds[0])
    assert drawn.certificate.violations["rematches"] == 0
    assert drawn.certificate.violations["roles"] == 0


def test_a_final_is_seated_by_the_snake():
    scores = {name: 100 - at for at, name in enumerate(names(16))}
    drawn = draw(Problem(names(16), 1, (4,), scores=scores, order=("snake",)))
    first = [seat.player for seat in drawn.rounds[0][0].seats]
    assert sorted(first) == ["p0", "p15", "p7", "p8"]
    assert drawn.certificate.violations == {"snake": 0}


def test_two_from_a_club_keep_the_plan_without_rematches():
    clubs = {name: f"club {at % 6}" for at, name in enumerate(names(24))}
    apart = (("p0", "p6"), ("p1", "p2"), ("p3", "p4"))
    drawn = draw(plain(24, 4, 5, clubs=clubs, apart=apart))
    violations = drawn.certificate.violations
    assert (violations["apart"], violations["rematches"], violations["roles"]) == (0, 0, 0)
    assert violations["clubs"] <= 6


def test_every_criterion_can_stand_alone():
    for code in CRITERIA:
        drawn = draw(plain(8, 4, 2, order=(code,)), steps=500)
        assert tuple(drawn.certificate.violations) == (code,)
