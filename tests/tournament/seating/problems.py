"""Problems for the tests of the draw: plain ones, and random ones with every kind of wish."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tournament.seating import CRITERIA, DEFAULT_ORDER, Lock, Problem, Role, Round, Seat, Table


def names(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


def plain(players: int, size: int, rounds: int, **wishes: object) -> Problem:
    """So many players at tables of one size, without a wish unless given."""
    return Problem(names(players), rounds, (size,), **wishes)  # type: ignore[arg-type]


def table(number: int, seats: str) -> Table:
    """`table(1, "aC bM c")`: a is competitor, b monopolist, c's role was not recorded."""
    roles = {"C": Role.COMPETITOR, "M": Role.MONOPOLIST}
    return Table(number, tuple(Seat(seat[0], roles.get(seat[1:])) for seat in seats.split()))


def past_round(rng: random.Random, players: list[str], roles: list[Role | None]) -> Round:
    """A round as other software may have seated it: any sizes, any roles."""
    seated = rng.sample(players, rng.randint(2, len(players)))
    tables: list[Table] = []
    while seated:
        size = rng.choice((2, 3, 4, 5))
        seats = tuple(Seat(player, rng.choice(roles)) for player in seated[:size])
        tables.append(Table(len(tables) + 1, seats))
        seated = seated[size:]
    return tuple(tables)


def wishful(seed: int) -> Problem:
    """A random problem with history, absences, locks, pins, clubs, scores and any order."""
    rng = random.Random(seed)
    players = names(rng.randint(4, 26))
    first, rounds = rng.randint(1, 3), rng.randint(1, 4)
    numbers = range(first, first + rounds)
    drawn = rng.random() < 0.8
    order = rng.sample(list(CRITERIA), rng.randint(0, len(CRITERIA)))
    some = {player: rng.choice("ABC") for player in players if rng.random() < 0.5}
    return Problem(
        players,
        rounds,
        tuple(rng.sample((2, 3, 4, 5, 6), rng.randint(1, 3))),
        seed=seed,
        history=tuple(past_round(rng, [*players, "gone"], [*Role, None]) for _ in range(first - 1)),
        absent={n: frozenset(rng.sample(players, rng.randint(0, 2))) for n in numbers},
        apart=tuple((a, b) for a, b in [rng.sample(players, 2) for _ in range(rng.randint(0, 3))]),
        clubs=some if rng.random() < 0.5 else {},
        locks=tuple(a_lock(rng, players, numbers) for _ in range(rng.randint(0, 3) * drawn)),
        pins={rng.choice(players): rng.randint(1, 3)} if rng.random() < 0.3 else {},
        scores={p: rng.choice((0, 1, 2.5, 6)) for p in players} if rng.random() < 0.3 else None,
        order=tuple(order) if rng.random() < 0.5 else DEFAULT_ORDER,
        roles_drawn=drawn,
        planned_rounds=first + rounds + 1 if rng.random() < 0.2 else None,
    )


def a_lock(rng: random.Random, players: tuple[str, ...], numbers: range) -> Lock:
    role, seat = rng.choice([None, *Role]), rng.choice((None, None, 1, 2))
    return Lock(rng.choice(numbers), rng.choice(players), rng.randint(1, 4), role, seat)


wishful_problems = st.integers(min_value=0, max_value=10**9).map(wishful)
