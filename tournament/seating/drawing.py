"""Drawing: tables by search, then roles, role against opponent and order of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tournament.seating.bounds import lower_bounds
from tournament.seating.budget import Budget, Clock
from tournament.seating.certificate import Certificate, Draw
from tournament.seating.criteria import evaluate
from tournament.seating.instance import Instance, Tables
from tournament.seating.model import Role, Round, Seat, Table
from tournament.seating.opponents import assign_roles
from tournament.seating.positions import assign_positions
from tournament.seating.problem import Problem, ProblemError
from tournament.seating.search import search_tables
from tournament.seating.weights import weights
from tournament.seating.wishes import impossible_wishes

ROLES = {1: Role.COMPETITOR, -1: Role.MONOPOLIST}


def draw(
    problem: Problem,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    clock: Clock | None = None,
    steps: int | None = None,
) -> Draw:
    """Draw the rounds of `problem`; raises ProblemError naming every impossible wish.

    `progress` is told how much of the search is done (0 to 1) and `cancelled` asked whether to
    stop, a few hundred times a second; a draw cancelled is complete and valid. `clock` gives
    rising seconds (`time.perf_counter`), without which there is no time limit. `steps`: stop
    there, as a draw truncated before did.
    """
    refused = impossible_wishes(problem)
    if refused:
        raise ProblemError(refused)
    horizon = Instance.from_problem(problem).with_later_rounds()
    budget = Budget(steps, clock, problem.time_limit, cancelled, progress)
    schedule = search_tables(horizon, budget)
    rounds = seat_players(Instance.from_problem(problem), schedule)
    if progress:
        progress(1.0)
    return Draw(rounds, _certificate(problem, rounds, weights(horizon), budget))


def _certificate(
    problem: Problem, rounds: tuple[Round, ...], weight: Mapping[str, int], budget: Budget
) -> Certificate:
    reached = evaluate(problem, rounds)
    return Certificate(
        seed=problem.seed,
        steps=budget.steps,
        truncated=budget.stopped,
        order=problem.order,
        weights=weight,
        violations=reached.violations,
        bounds=lower_bounds(Instance.from_problem(problem), reached),
        seconds=round(budget.seconds, 3),
    )


def seat_players(instance: Instance, schedule: Sequence[Tables]) -> tuple[Round, ...]:
    """Return the rounds to draw with roles and order of play.

    The roles also suit the tables planned after them.
    """
    drawn = schedule[: instance.rounds]
    ahead = schedule[instance.rounds] if len(schedule) > instance.rounds else []
    flat = [(r, table) for r, tables in enumerate(drawn) for table in tables]
    rows = [table for _, table in flat]
    signs: list[dict[int, int]] = [{} for _ in rows]
    if instance.problem.roles_drawn:
        signs = assign_roles(instance, [r for r, _ in flat], rows, ahead)
    fixed = {
        (t, p): place
        for t, (r, row) in enumerate(flat)
        for p, place in instance.fixed_places(r).items()
        if p in row
    }
    orders = assign_positions(rows, instance.places_taken(), fixed)
    return _rounds(instance, drawn, orders, signs)


def _rounds(
    instance: Instance,
    schedule: Sequence[Tables],
    orders: Sequence[Sequence[int]],
    signs: Sequence[dict[int, int]],
) -> tuple[Round, ...]:
    names, at = instance.problem.players, iter(zip(orders, signs, strict=True))
    rounds = []
    for tables in schedule:
        placed = []
        for number in range(1, len(tables) + 1):
            row, sign = next(at)
            seats = tuple(Seat(names[p], ROLES[sign[p]] if sign else None) for p in row)
            placed.append(Table(number, seats))
        rounds.append(tuple(placed))
    return tuple(rounds)
