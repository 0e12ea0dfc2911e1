"""Schedules without rematches that an abelian group maps onto itself.

They are found by backtracking.

The group moves players in ORBITS orbits. A base round is kept by a subgroup and stands for
one round a coset; each of its tables is kept by a subgroup of that one. Players meet twice
only when an orbit of pairs is met twice, so base tables are sets of orbits of pairs, and a
schedule packs such sets without overlap: few enough, for small groups of players, to search
through.

Source: E. S. Kramer, D. M. Mesner, t-designs on hypergraphs, Discrete Mathematics 15
(1976).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb

from tournament.seating.abelian import Elements, GroupAction, abelian_groups
from tournament.seating.instance import Tables

ORBITS = 2
MAX_PLAYERS = 48
MAX_BASE_ROUNDS = 5
MAX_BASE_TABLES = 20_000
PACKINGS = 100
LOOKS = 20_000
STEPS = 500


@dataclass(frozen=True)
class BaseTable:
    """A table no two of whose pairs lie in the same orbit of the group.

    `seats` and `meets` are bit sets: orbits of its players, orbits of its pairs.
    """

    players: tuple[int, ...]
    seats: int
    meets: int


def pack(players: int, size: int, rounds: int, spend: Callable[[int], bool]) -> list[Tables]:
    """Return rounds of equal tables without a rematch, or an empty list.

    The list is empty if the search finds none. The result is the same for every seed. `spend`
    is asked for STEPS before each of at most PACKINGS tries.
    """
    if players % ORBITS or players > MAX_PLAYERS or rounds * (size - 1) >= players:
        return []
    for packing in islice(_packings(players, size, rounds), PACKINGS):
        if not spend(STEPS):
            break
        if packing.search():
            return packing.schedule()
    return []


def _packings(players: int, size: int, rounds: int) -> Iterator[Packing]:
    spare = comb(players, 2) - rounds * players * (size - 1) // 2
    for factors in abelian_groups(players // ORBITS):
        action = GroupAction(factors, players)
        tables: dict[Elements, list[BaseTable]] = {}
        for keeping in _keepings(action, size, rounds):
            for group in keeping:
                if group not in tables:
                    tables[group] = list(base_tables(action, group, size))
            yield Packing(action, keeping, [tables[group] for group in keeping], spare)


def _keepings(action: GroupAction, size: int, rounds: int) -> Iterator[tuple[Elements, ...]]:
    """Yield subgroups to keep the base rounds, large ones first.

    Large subgroups leave the fewest choices.
    """
    by_index: dict[int, list[Elements]] = {}
    for group in action.subgroups:
        choices = comb(action.players // len(group), size) * len(group) ** (size - 1)
        if choices <= MAX_BASE_TABLES:
            by_index.setdefault(action.order // len(group), []).append(group)
    shapes = [
        shape
        for count in range(1, MAX_BASE_ROUNDS + 1)
        for shape in combinations_with_replacement(sorted(by_index), count)
        if sum(shape) == rounds
    ]
    for shape in sorted(shapes, key=lambda shape: shape[-1]):
        choices_of = [
            combinations_with_replacement(by_index[index], shape.count(index))
            for index in sorted(set(shape))
        ]
        for chosen in product(*choices_of):
            yield tuple(group for groups in chosen for group in groups)


def base_tables(action: GroupAction, keeping: Elements, size: int) -> Iterator[BaseTable]:
    """Yield tables that repeat no pair, for a base round kept by the subgroup.

    They are yielded up to the subgroup's moves.
    """
    orbits = action.orbits(keeping, range(action.players))
    for kept in action.subgroups:
        if size % len(kept) or not set(kept) <= set(keeping):
            continue
        parts = [action.orbits(kept, orbit) for orbit in orbits]
        for chosen in combinations(range(len(orbits)), size // len(kept)):
            first, *others = (parts[at] for at in chosen)
            for rest in product(*others):
                players = sum(rest, first[0])
                meets = _met_orbits(action, players, len(kept))
                if meets:
                    yield BaseTable(players, sum(1 << at for at in chosen), meets)


def _met_orbits(action: GroupAction, players: Elements, kept: int) -> int:
    """Return bits of the orbits of pairs met at a table, 0 if one is met twice.

    `kept` is the number of moves that keep the table.
    """
    met = [action.pair[p][q] for p, q in combinations(players, 2)]
    orbits = set(met)
    if kept * sum(action.pairs[orbit] for orbit in orbits) != action.order * len(met):
        return 0
    return sum(1 << orbit for orbit in orbits)


class Packing:
    """A search for base rounds kept by given subgroups.

    `tables`: for each base round those it may have. `spare`: pairs of players that never meet.
    """

    def __init__(
        self,
        action: GroupAction,
        keeping: Sequence[Elements],
        tables: Sequence[Sequence[BaseTable]],
        spare: int,
    ) -> None:
        self.action, self.keeping, self.tables = action, keeping, tables
        self.chosen: list[list[BaseTable]] = [[] for _ in keeping]
        self._looks, self._spare = LOOKS, spare
        self._bits: dict[int, int] = {}
        for orbit, pairs in enumerate(action.pairs):
            self._bits[pairs] = self._bits.get(pairs, 0) | 1 << orbit

    def search(self) -> bool:
        """Search for the base rounds and return whether they are found.

        The search looks at base tables up to LOOKS times. It stores the base rounds in `chosen`.
        """
        return self._round(0, self.tables, 0)

    def _round(self, at: int, tables: Sequence[Sequence[BaseTable]], met: int) -> bool:
        """Find the base rounds from `at` on.

        `tables` are the tables of these rounds, and `met` the orbits of pairs met.
        """
        if at == len(self.keeping):
            return True
        self._looks -= sum(map(len, tables))
        left = [[table for table in row if not table.meets & met] for row in tables]
        reach = met
        for row in left:
            for table in row:
                reach |= table.meets
        missed = sum(n * (bits & ~reach).bit_count() for n, bits in self._bits.items())
        if missed > self._spare:
            return False
        everyone = (1 << self.action.players // len(self.keeping[at])) - 1
        return self._table(at, left, left[0], met, everyone)

    def _table(
        self,
        at: int,
        left: Sequence[Sequence[BaseTable]],
        fitting: Sequence[BaseTable],
        met: int,
        unseated: int,
    ) -> bool:
        """Seat the orbits still `unseated` in base round `at` at `fitting` tables."""
        if not unseated:
            return self._round(at + 1, left[1:], met)
        lowest = unseated & -unseated
        self._looks -= len(fitting)
        for table in fitting:
            if self._looks < 0:
                return False
            if not table.seats & lowest:
                continue
            rest = [t for t in fitting if not (t.meets & table.meets or t.seats & table.seats)]
            self.chosen[at].append(table)
            if self._table(at, left, rest, met | table.meets, unseated & ~table.seats):
                return True
            self.chosen[at].pop()
        return False

    def schedule(self) -> list[Tables]:
        """Return all rounds of the schedule.

        Each base round is seated by its subgroup, and moved by the whole group.
        """
        move, rounds = self.action.image_of, []
        for group, base in zip(self.keeping, self.chosen, strict=True):
            for coset in self.action.orbits(group, range(self.action.order)):
                tables = {
                    tuple(sorted(move(p, g) for p in table.players))
                    for table in base
                    for g in coset
                }
                rounds.append([list(table) for table in sorted(tables)])
        return rounds
