"""The success of rounds in finding the strongest player.

Events of players with known strengths are simulated. A table's result is drawn from the
games that were simulated. A player of strength s makes every result with that player one
place further up e^s times as likely; among players of strength 0 the games are as they
were. So roles, seats and shared places have their effect, and skill too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import exp
from operator import mul
from random import Random
from statistics import NormalDist

from referee.insight.chances import Range, range_over, share_of
from referee.insight.fairness import (
    MONOPOLIST,
    Division,
    GamePlaces,
    GameTally,
    divisions,
)
from scoring.competition.points import SHARES, points_of
from scoring.competition.role_correction import correct_by_role
from scoring.competition.seat_columns import SeatColumns
from tournament.seating.table_sizes import table_sizes

EVENTS = 400
"""Simulated events of each method."""
SPREAD = 0.3
"""The standard deviation of the players' strengths.

Who is one above three others of strength 0 wins 37 % of the games at a table where all else is
even, instead of 25.
"""
TOP = 3
MAX_FIELD, MAX_ROUNDS = 60, 10
"""The most players and rounds of an event that is simulated on demand."""


@dataclass(frozen=True, slots=True)
class Field:
    """Players and points: `sizes` of tables, the preferred first.

    With `corrects_roles`, points make up for the role that fares worse in the event.
    """

    players: int
    rounds: int
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    events: int = EVENTS
    corrects_roles: bool = False


class _Event:
    """A simulated event so far.

    It has how often each player was monopolist, and all seats with their points.
    """

    def __init__(self, players: int) -> None:
        self.monopolists = [0] * players
        self.seats = SeatColumns((), SHARES, total_points=[0] * players)

    def add_table(self, players: Sequence[int], roles: Division, points: Sequence[int]) -> None:
        """Add a table with the points of its players, by index."""
        self.seats.player_indexes += players
        self.seats.roles += roles
        self.seats.outcomes += [""] * len(players)
        self.seats.points += points
        self.seats.table_bounds.append(len(self.seats.points))
        for player, own in zip(players, points, strict=True):
            self.seats.total_points[player] += own

    def totals(self, corrects_roles: bool) -> Sequence[int]:
        """Return each player's points so far; all are in the same units."""
        if not corrects_roles:
            return self.seats.total_points
        corrected = replace(self.seats)  # whose lists are replaced, not changed
        correct_by_role(corrected)
        return corrected.total_points


@dataclass(frozen=True, slots=True)
class Found:
    """The rates at which one method finds the strongest player.

    They are how often that player is first, and among the first three.
    """

    first: Range
    top: Range


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """The rates of the strongest player's ranks after so many rounds.

    They are how often the player is first, and among the first three, over all methods and for
    each. Shared ranks count as their shares, as if they were drawn for.
    """

    rounds: int
    first: Range
    top: Range
    by_method: Mapping[str, Found]


Pool = dict[Division, tuple[list[GamePlaces], list[int]]]
"""The places that came at tables of each division, and how often each came."""


def find_strongest(
    field: Field,
    tallies: Sequence[GameTally],
    *,
    seed: str,
    on_progress: Callable[[float], object] = lambda _share: None,
) -> list[RoundFigures]:
    """Return the rates at which rounds find the strongest player.

    There is one for each number of rounds, each a range over the methods. Nothing is found
    where the players fill no tables of these sizes, or a size has no games yet.
    """
    tables = table_sizes(field.players, field.sizes)
    if not tables:
        return []
    found = _pools(tallies)
    pools = {method: pool for method, pool in found.items() if set(tables) <= pool.keys()}
    counted = {}
    for number, (method, pool) in enumerate(pools.items()):
        counted[method] = _count(field, tables, pool, Random(f"{seed}:{number}"))
        on_progress((number + 1) / len(pools))
    rounds = range(field.rounds) if pools else ()
    return [
        _round_figures(
            round_ + 1, {method: each[round_] for method, each in counted.items()}, field.events
        )
        for round_ in rounds
    ]


def _round_figures(
    rounds: int, counted: Mapping[str, tuple[float, float]], events: int
) -> RoundFigures:
    return RoundFigures(
        rounds,
        _range([first for first, _top in counted.values()], events),
        _range([top for _first, top in counted.values()], events),
        {
            method: Found(_range([first], events), _range([top], events))
            for method, (first, top) in counted.items()
        },
    )


def _range(counts: Sequence[float], events: int) -> Range:
    return range_over([share_of(count, events) for count in counts])


def _pools(tallies: Sequence[GameTally]) -> dict[str, dict[int, Pool]]:
    """Return the results by method, table size and division."""
    pools: dict[str, dict[int, Pool]] = {}
    for tally in tallies:
        if tally.games:
            pool: Pool = {roles: ([], []) for roles in divisions(tally.size)}
            for (roles, places), count in sorted(tally.results.items()):
                pool[roles][0].append(places)
                pool[roles][1].append(count)
            pools.setdefault(tally.method, {})[tally.size] = pool
    return pools


def _count(
    field: Field, tables: Sequence[int], pool: dict[int, Pool], random: Random
) -> list[tuple[float, float]]:
    """Play the events and count the ranks of the strongest player.

    Return how often each number of rounds has that player first, and near the top.
    """
    first, top = [0.0] * field.rounds, [0.0] * field.rounds
    strengths = strengths_of(field.players)
    for _event in range(field.events):
        event = _Event(field.players)
        for round_ in range(field.rounds):
            _play_round(field, tables, pool, strengths, event, random)
            totals = event.totals(field.corrects_roles)
            best = totals[-1]
            ahead, level = sum(t > best for t in totals), totals.count(best)
            first[round_] += not ahead and 1 / level
            top[round_] += min(max(TOP - ahead, 0), level) / level
    return list(zip(first, top, strict=True))


@lru_cache(maxsize=8)
def strengths_of(players: int) -> tuple[float, ...]:
    """Return strengths spread as a normal distribution, the strongest last."""
    normal = NormalDist(0, SPREAD)
    return tuple(normal.inv_cdf((number + 0.5) / players) for number in range(players))


def _play_round(
    field: Field,
    tables: Sequence[int],
    pool: dict[int, Pool],
    strengths: Sequence[float],
    event: _Event,
    random: Random,
) -> None:
    """Seat everybody at random and add the points of one round.

    Players take the roles in turn as far as possible.
    """
    order = _shuffle(range(field.players), random)
    for size in tables:
        seats, order = order[:size], order[size:]
        roles = divisions(size)[int(random.random() * len(divisions(size)))]
        seats = _seat(seats, roles, event.monopolists, random)
        places = _draw(pool[size][roles], [strengths[player] for player in seats], random)
        event.add_table(seats, roles, _points(places, field.points))


def _seat(
    players: Sequence[int], roles: Division, monopolists: list[int], random: Random
) -> list[int]:
    """Return the players in order of play.

    Monopolists are those who had that role least often.
    """
    turns = sorted(_shuffle(players, random), key=lambda player: monopolists[player])
    count = roles.count(MONOPOLIST)
    for player in turns[:count]:
        monopolists[player] += 1
    chosen, others = iter(turns[:count]), iter(_shuffle(turns[count:], random))
    return [next(chosen if role == MONOPOLIST else others) for role in roles]


def _draw(
    results: tuple[list[GamePlaces], list[int]], strengths: Sequence[float], random: Random
) -> GamePlaces:
    """Draw one of the results.

    Those in which stronger players are further up are the likelier.
    """
    found, counts = results
    weights = accumulate(
        count * exp(-sum(map(mul, strengths, places)))
        for places, count in zip(found, counts, strict=True)
    )
    reached = list(weights)
    aim = random.random() * reached[-1]
    return found[next((n for n, most in enumerate(reached) if aim < most), -1)]


def _shuffle(items: Sequence[int], random: Random) -> list[int]:
    """Return the items in an order by `random()`.

    No version of Python changes its numbers.
    """
    return [item for _key, item in sorted((random.random(), item) for item in items)]


@lru_cache(maxsize=4096)
def _points(places: GamePlaces, by_place: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points in sixtieths, which are whole."""
    return tuple(int(points * SHARES) for points in points_of(places, by_place))
