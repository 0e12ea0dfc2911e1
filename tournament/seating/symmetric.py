"""Symmetric annealing: whole schedules that a cyclic group maps onto themselves.

A turn of order g moves all players but `still` ones, g to an orbit, and permutes the rounds. If
only the turns by multiples of g/fold map a base round onto itself, it stands for g/fold rounds. So
a few base rounds make the schedule. Meetings are counted per orbit of pairs: one number for up to g
pairs, which makes the search g times smaller and, on many instances, easy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp

from tournament.seating.instance import Tables
from tournament.seating.randomness import random_below, random_order

CHUNK = 250

# By two players the pair orbits met when both sit at one table, one entry a meeting of the whole
# orbit; by a player twice those that the player's own images meet there.
Meetings = list[list[tuple[int, ...]]]


@dataclass(frozen=True)
class Symmetry:
    """A cyclic group of `order` that turns the players of a schedule.

    It has `still` fixed players, and the fold of each base round.
    """

    players: int
    size: int
    order: int
    still: int
    folds: tuple[int, ...]

    @cached_property
    def moving(self) -> int:
        """The number of players who are moved: 0..moving-1, `order` to an orbit."""
        return self.players - self.still

    def image_of(self, player: int, by: int) -> int:
        """Return the player to whom a turn takes a player."""
        if player >= self.moving:
            return player
        orbit = player - player % self.order
        return orbit + (player - orbit + by) % self.order

    def image(self, by: int) -> list[int]:
        """Return where a turn takes each player."""
        return [self.image_of(player, by) for player in range(self.players)]


def symmetries(players: int, size: int, rounds: int) -> list[Symmetry]:
    """Return groups worth trying for a schedule.

    Those with the fewest base rounds come first.
    """
    found = [
        Symmetry(players, size, order, still, folds)
        for order in range(2, min(players, 36) + 1)
        for still in range(min(players - order, 7) + 1)
        if (players - still) % order == 0
        for folds in _folds(order, rounds, order)
    ]
    return sorted(found, key=lambda s: (len(s.folds), -s.order, s.still, s.folds))


def _folds(order: int, rounds: int, longest: int, most: int = 4) -> Iterator[tuple[int, ...]]:
    """Yield folds whose orbits of rounds add up to `rounds`, the longest orbit first."""
    if rounds == 0:
        yield ()
        return
    for orbit in range(min(longest, rounds), 0, -1):
        if order % orbit == 0 and most:
            for rest in _folds(order, rounds - orbit, orbit, most - 1):
                yield (order // orbit, *rest)


@dataclass
class BaseTable:
    """A table of a base round.

    A `whole` table is mapped onto itself by the round's fold. `seats`: its players; of a whole
    table one player for each orbit under the fold.
    """

    seats: list[int]
    whole: bool
    meetings: Meetings


class SymmetricSearch:
    """Annealing of the base rounds of one symmetry.

    `cost` is the rematches of the schedule.
    """

    def __init__(self, symmetry: Symmetry, rng: random.Random) -> None:
        self.symmetry = symmetry
        self.rng = rng
        self.possible = True
        self._weight, self._apart = _meetings(symmetry)
        self._count = [0] * len(self._weight)
        self.cost = 0
        self.rounds: list[list[BaseTable]] = []
        for fold in symmetry.folds:
            tables = self._start(fold)
            self.possible = self.possible and tables is not None
            self.rounds.append(tables or [])
        for tables in self.rounds:
            for table in tables:
                for at, player in enumerate(table.seats):
                    self._add(table.meetings[player], table.seats[: at + 1])

    def _start(self, fold: int) -> list[BaseTable] | None:
        """Return a random round with this fold, or None if it cannot be built."""
        s, step = self.symmetry, self.symmetry.order // fold
        moving = [p for p in range(s.moving) if p % s.order < step]
        still = list(range(s.moving, s.players))
        if fold == 1:
            seats = random_order(self.rng, moving + still)
            return self._tables(seats)
        moving = random_order(self.rng, moving)
        wholes = self._whole_tables(fold, len(moving))
        if wholes is None:
            return None
        tables = []
        for orbits, fixed in wholes:
            seats = [moving.pop() for _ in range(orbits)] + [still.pop() for _ in range(fixed)]
            tables.append(BaseTable(seats, True, _meetings_of_wholes(s, fold)))
        return tables + self._tables(moving)

    def _tables(self, players: list[int]) -> list[BaseTable]:
        size = self.symmetry.size
        return [
            BaseTable(players[at : at + size], False, self._apart)
            for at in range(0, len(players), size)
        ]

    def _whole_tables(self, fold: int, moving: int) -> list[tuple[int, int]] | None:
        """Return the whole tables as (orbits, still players), or None.

        They are such that the rest fills the other tables.
        """
        size, still = self.symmetry.size, self.symmetry.still
        kinds = [(orbits, size - orbits * fold) for orbits in range(size // fold + 1)]
        wholes: list[tuple[int, int]] = []
        while still:
            fitting = [kind for kind in kinds if 0 < kind[1] <= still and kind[0] <= moving]
            if not fitting:
                return None
            kind = fitting[random_below(self.rng, len(fitting))]
            wholes.append(kind)
            still, moving = still - kind[1], moving - kind[0]
        pure = size // fold
        while moving % size or (size % fold == 0 and moving and self.rng.random() < 0.25):
            if size % fold or moving < pure:
                return None
            wholes.append((pure, 0))
            moving -= pure
        return wholes

    def _add(self, meetings: list[tuple[int, ...]], seats: list[int]) -> None:
        """Add the meetings of a player at these seats."""
        count, weight, cost = self._count, self._weight, self.cost
        for other in seats:
            for orbit in meetings[other]:
                met = count[orbit]
                cost += weight[orbit] * met
                count[orbit] = met + 1
        self.cost = cost

    def _take(self, meetings: list[tuple[int, ...]], seats: list[int]) -> None:
        count, weight, cost = self._count, self._weight, self.cost
        for other in seats:
            for orbit in meetings[other]:
                met = count[orbit] - 1
                cost -= weight[orbit] * met
                count[orbit] = met
        self.cost = cost

    def anneal(
        self, moves: int, hot: float, cold: float, target: int, spend: Callable[[int], bool]
    ) -> tuple[int, list[Tables]]:
        """Cool from `hot` to `cold`; return the least cost and its schedule.

        Temperatures are in rematches. `spend` is called before each CHUNK of moves. Ends early at
        `target`.
        """
        best, schedule = self.cost, self.schedule()
        cooling = (cold / hot) ** (CHUNK / moves)
        temperature = hot
        for _ in range(moves // CHUNK):
            if best <= target or not spend(CHUNK):
                break
            for _ in range(CHUNK):
                self._move(temperature)
                if self.cost < best:
                    best, schedule = self.cost, self.schedule()
                    if best <= target:
                        break
            temperature *= cooling
        return best, schedule

    def _move(self, temperature: float) -> None:
        rng, s = self.rng.random, self.symmetry
        at = int(rng() * len(self.rounds))
        fold, tables = s.folds[at], self.rounds[at]
        one = tables[int(rng() * len(tables))]
        seat = int(rng() * len(one.seats))
        player = one.seats[seat]
        if fold > 1 and not one.whole and rng() < 0.4:
            step = s.order // fold
            turned = s.image_of(player, step * (1 + int(rng() * (fold - 1))))
            self._try([(one, seat, turned)], temperature)
            return
        other = tables[int(rng() * len(tables))]
        if other is one:
            return
        other_seat = int(rng() * len(other.seats))
        instead = other.seats[other_seat]
        if fold > 1 and (player >= s.moving) != (instead >= s.moving):
            return
        self._try([(one, seat, instead), (other, other_seat, player)], temperature)

    def _try(self, changes: list[tuple[BaseTable, int, int]], temperature: float) -> None:
        """Make the changes of seats, and undo them unless Metropolis accepts them."""
        cost = self.cost
        before = [(table, seat, table.seats[seat]) for table, seat, _ in changes]
        for table, seat, player in changes:
            self._seat(table, seat, player)
        worse = self.cost - cost
        if worse <= 0 or self.rng.random() < exp(-worse / temperature):
            return
        for table, seat, player in before:
            self._seat(table, seat, player)

    def _seat(self, table: BaseTable, seat: int, player: int) -> None:
        """Give the seat to the player."""
        meetings, seats = table.meetings, table.seats
        self._take(meetings[seats[seat]], seats)
        seats[seat] = player
        self._add(meetings[player], seats)

    def schedule(self) -> list[Tables]:
        """Return the whole schedule: every base round turned through its orbit."""
        s = self.symmetry
        rounds = []
        for fold, tables in zip(s.folds, self.rounds, strict=True):
            step = s.order // fold
            for turn in range(step):
                rounds.append(
                    [image for table in tables for image in self._images(table, fold, turn)]
                )
        return rounds

    def _images(self, table: BaseTable, fold: int, turn: int) -> Tables:
        s, step = self.symmetry, self.symmetry.order // fold
        if table.whole:
            seats = [s.image_of(p, turn + step * k) for p in table.seats for k in range(fold)]
            return [list(dict.fromkeys(seats))]
        return [[s.image_of(p, turn + step * k) for p in table.seats] for k in range(fold)]


@lru_cache(maxsize=1)
def _pair_orbits(symmetry: Symmetry) -> tuple[list[list[int]], list[int]]:
    """Return the orbit's number for each pair of players, and the pairs of each orbit."""
    count = symmetry.players
    orbit_of = [[-1] * count for _ in range(count)]
    weight: list[int] = []
    turns = [symmetry.image(by) for by in range(symmetry.order)]
    for p in range(count):
        for q in range(p):
            if orbit_of[p][q] >= 0:
                continue
            pairs = 0
            for turn in turns:
                one, other = turn[p], turn[q]
                if orbit_of[one][other] < 0:
                    orbit_of[one][other] = orbit_of[other][one] = len(weight)
                    pairs += 1
            weight.append(pairs)
    return orbit_of, weight


@lru_cache(maxsize=1)
def _meetings(symmetry: Symmetry) -> tuple[list[int], Meetings]:
    """Return the pairs of each orbit, and the meetings at tables that are not whole."""
    orbit_of, weight = _pair_orbits(symmetry)
    met = [(orbit,) * (symmetry.order // pairs) for orbit, pairs in enumerate(weight)]
    met.append(())  # For -1: a player twice is no pair.
    return weight, [[met[orbit] for orbit in row] for row in orbit_of]


@lru_cache(maxsize=4)
def _meetings_of_wholes(symmetry: Symmetry, fold: int) -> Meetings:
    """Return the meetings at the tables that the symmetry maps onto themselves."""
    moving, step = symmetry.moving, symmetry.order // fold
    orbit_of, _ = _pair_orbits(symmetry)
    images = [symmetry.image(step * k) for k in range(fold)]
    meetings: Meetings = []
    for player, orbits in enumerate(orbit_of):
        once = [(orbit,) for orbit in orbits]
        if player < moving:
            each = list(zip(*([orbits[q] for q in image] for image in images), strict=True))
            own = tuple(dict.fromkeys(each[player][1:]))
            row = each[:moving] + once[moving:]
        else:
            own = ()
            row = once[:moving] + [met * step for met in once[moving:]]
        row[player] = own
        meetings.append(row)
    return meetings
