"""A single round without any violation, by backtracking over its possible tables.

Late in an event, few tables are left without a rematch, club-mates, or too many players who need
the same role. Annealing seldom finds the one round made of them. A search that first seats the
player with the fewest such tables finds it, or shows that there is none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament.seating.instance import Instance, Tables
from tournament.seating.pair_costs import pair_costs
from tournament.seating.randomness import random_order
from tournament.seating.seat_costs import leans, odd_tables_before

MAX_PLAYERS = 100
MAX_TABLES = 20_000
STEPS_A_TABLE = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible table, with its players and its fixed number.

    `bits` are the players as bits. A pin or lock fixes `number`.
    """

    players: tuple[int, ...]
    bits: int
    number: int | None


class Covering:
    """The possible tables of an instance's single round, unless there are too many.

    `hopeless` is set once it is proven that no choice of them seats everybody.
    """

    def __init__(self, instance: Instance, weights: Mapping[str, int], rng: random.Random) -> None:
        self.instance = instance
        self.rng = rng
        self.hopeless = instance.rounds > 1 or instance.count > MAX_PLAYERS
        self._candidates: list[Candidate] = []
        if self.hopeless:
            return
        for candidate in _candidates(instance, weights):
            self._candidates.append(candidate)
            if len(self._candidates) > MAX_TABLES:
                self.hopeless = True
                return

    def search(self, nodes: int, spend: Callable[[int], bool]) -> Tables | None:
        """Return tables in order of number, or None without a solution.

        None if `nodes` hold no solution or the steps run out.
        """
        if self.hopeless:
            return None
        self._nodes = nodes
        sizes: dict[int, int] = {}
        for size in self.instance.layouts[0]:
            sizes[size] = sizes.get(size, 0) + 1
        mixed = random_order(self.rng, self._candidates)
        chosen = self._cover(mixed, set(self.instance.present[0]), sizes, spend)
        if chosen is None:
            self.hopeless = self._nodes > 0
            return None
        return self._number_tables(chosen)

    def _cover(
        self,
        candidates: list[Candidate],
        waiting: set[int],
        sizes: dict[int, int],
        spend: Callable[[int], bool],
    ) -> list[Candidate] | None:
        """Return candidates that seat everybody in `waiting`, or None.

        `sizes` counts the tables left.
        """
        if not waiting:
            return []
        self._nodes -= 1
        if self._nodes <= 0 or not spend(1 + len(candidates) // STEPS_A_TABLE):
            self._nodes = 0
            return None
        counts = dict.fromkeys(waiting, 0)
        for candidate in candidates:
            for player in candidate.players:
                counts[player] += 1
        rarest = min(sorted(waiting), key=counts.__getitem__)
        for candidate in [c for c in candidates if rarest in c.players]:
            bits, size = candidate.bits, len(candidate.players)
            left = {**sizes, size: sizes[size] - 1}
            rest = [c for c in candidates if not c.bits & bits and left[len(c.players)]]
            found = self._cover(rest, waiting.difference(candidate.players), left, spend)
            if found is not None:
                return [candidate, *found]
            if self._nodes <= 0:
                return None
        return None

    def _number_tables(self, chosen: list[Candidate]) -> Tables:
        """Return the tables with fixed numbers in place, and the others in order of size."""
        by_number = {c.number: c for c in chosen if c.number is not None}
        free = [c for c in chosen if c.number is None]
        tables: Tables = []
        for number, size in enumerate(self.instance.layouts[0]):
            table = by_number.get(number) or next(c for c in free if len(c.players) == size)
            if table in free:
                free.remove(table)
            tables.append(list(table.players))
        return tables


def _candidates(instance: Instance, weights: Mapping[str, int]) -> Iterator[Candidate]:
    """Yield every table at which nobody adds to a criterion more than is unavoidable."""
    price, layout, fixed = pair_costs(instance, weights), instance.layouts[0], instance.fixed[0]
    here = sorted(instance.present[0])
    near = {p: [q for q in here if q > p and not price[p][q]] for p in here}
    lean = leans(instance) if "roles" in weights else [0] * instance.count
    fixed_at: dict[int, set[int]] = {}
    for player, number in fixed.items():
        fixed_at.setdefault(number, set()).add(player)
    for size in sorted(set(layout)):
        seatable = _seatable_players(instance, size) if "sizes" in weights else set(here)
        for players in _mutual_groups(near, [p for p in here if p in seatable], size):
            leaning = [lean[p] for p in players]
            if max(leaning.count(1), leaning.count(-1)) > (size + 1) // 2:
                continue
            held = {p for p in players if p in fixed}
            at = fixed[min(held)] if held else None
            if at is None or (held == fixed_at[at] and layout[at] == size):
                yield Candidate(players, sum(1 << p for p in players), at)


def _seatable_players(instance: Instance, size: int) -> set[int]:
    """Return the players who may sit at a table of this size.

    For any size but the preferred one, these are the players who sat there least often.
    """
    here, layout = instance.present[0], instance.layouts[0]
    if size == instance.problem.sizes[0]:
        return set(here)
    before = odd_tables_before(instance)
    odd = sum(other for other in layout if other != instance.problem.sizes[0])
    most = sorted(before[player] for player in here)[odd - 1]
    return {player for player in here if before[player] <= most}


def _mutual_groups(
    near: Mapping[int, Sequence[int]], among: Sequence[int], size: int
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of `size` players, in order, who are all near to one another."""
    if size == 0:
        yield ()
        return
    for player in among:
        after = set(near[player])
        for others in _mutual_groups(near, [q for q in among if q in after], size - 1):
            yield (player, *others)
