"""Proven lower bounds of the criteria: no draw of the problem can be better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heapreplace
from itertools import combinations

from tournament.seating.criteria import Evaluation
from tournament.seating.instance import Instance
from tournament.seating.roles import unavoidable
from tournament.seating.terms import odd_before


def lower_bounds(instance: Instance, reached: Evaluation) -> dict[str, float]:
    """By criterion of the order, the least violation any draw must have, where it is known."""
    known: dict[str, Callable[[Instance], int]] = {
        "rematches": least_rematches,
        "sizes": least_sizes,
        "clubs": least_clubs,
        "positions": _positions,
    }
    if instance.problem.roles_drawn:
        known["roles"] = _roles
    bounds: dict[str, float] = {}
    for code, value in reached.violations.items():
        if value == 0:
            bounds[code] = 0
        elif code in known:
            bounds[code] = known[code](instance)
    return bounds


def least_rematches(instance: Instance) -> int:
    """The greater of two counts, history included.

    By players: whom each could meet least often. By rounds: two rounds share at least the pairs
    left when each table of one spreads over the tables of the other.
    """
    past = _rematches_before(instance)
    return past + max(_by_players(instance), _by_rounds(instance))


def _rematches_before(instance: Instance) -> int:
    met: dict[tuple[str, str], int] = {}
    for tables in instance.problem.history:
        for table in tables:
            for pair in combinations(sorted(seat.player for seat in table.seats), 2):
                met[pair] = met.get(pair, 0) + 1
    return sum(times * (times - 1) // 2 for times in met.values())


def _by_players(instance: Instance) -> int:
    """Half the sum, over players, of the cheapest way to meet as many as they must."""
    smallest = [min(layout) - 1 for layout in instance.layouts]
    mates = [0] * instance.count
    for present, least in zip(instance.present, smallest, strict=True):
        for player in present:
            mates[player] += least
    total = 0
    for met, more in zip(instance.met, mates, strict=True):
        counts = dict.fromkeys(met.values(), 0)
        for times in met.values():
            counts[times] += 1
        total += spread_over({**counts, 0: instance.count - 1 - len(met)}, more)
    return (total + 1) // 2


def spread_over(players: Mapping[int, int], more: int) -> int:
    """The least sum of counts met when `more` are added one by one, each to some count.

    `players[k]`: how many have count k.
    """
    by_count = dict(players)
    level, cost = 0, 0
    while more > 0:
        here = by_count.pop(level, 0)
        taken = min(here, more)
        cost += taken * level
        more -= taken
        by_count[level + 1] = by_count.get(level + 1, 0) + taken
        level += 1
    return cost


def _by_rounds(instance: Instance) -> int:
    total = 0
    drawn = list(zip(instance.layouts, instance.present, strict=True))
    for (first, one), (second, other) in combinations(drawn, 2):
        leave = len(set(one) - set(other))
        back = len(set(other) - set(one))
        total += max(_shared(first, leave, len(second)), _shared(second, back, len(first)))
    for tables in instance.problem.history:
        seated = [[instance.index.get(s.player, -1) for s in t.seats] for t in tables]
        for layout, present in drawn:
            here = set(present)
            rows = [sum(player in here for player in table) for table in seated]
            total += _shared(rows, 0, len(layout))
    return total


def _shared(rows: Sequence[int], leave: int, tables: int) -> int:
    """Pairs of one row still together when the rows spread evenly over `tables`.

    `leave` players are gone, from where they spare most.
    """
    saved = sorted((k // tables for row in rows for k in range(row)), reverse=True)
    return sum(saved[leave:])


def least_sizes(instance: Instance) -> int:
    """Seats at tables not of the preferred size, spread as evenly as players can share them."""
    preferred = instance.problem.sizes[0]
    odd = sum(size for layout in instance.layouts for size in layout if size != preferred)
    before = odd_before(instance)
    past = sum(times * (times - 1) // 2 for times in before)
    return past + _fill(before, odd)


def _fill(counts: Sequence[int], more: int) -> int:
    """Cost of adding `more`, each to the count then least, each costing the count it meets."""
    heap = list(counts)
    heapify(heap)
    cost = 0
    for _ in range(more):
        cost += heap[0]
        heapreplace(heap, heap[0] + 1)
    return cost


def least_clubs(instance: Instance) -> int:
    """Pairs of a club left together when its members spread evenly over the tables."""
    clubs, players = instance.problem.clubs, instance.problem.players
    total = 0
    for layout, present in zip(instance.layouts, instance.present, strict=True):
        members: dict[str, int] = {}
        for player in present:
            if players[player] in clubs:
                club = clubs[players[player]]
                members[club] = members.get(club, 0) + 1
        total += _shared(list(members.values()), 0, len(layout))
    return total


def _positions(instance: Instance) -> int:
    """Every player's seats spread evenly over as many places as the largest table has."""
    total, here = 0, [set(present) for present in instance.present]
    for player, counts in enumerate(instance.places_taken()):
        rounds = [r for r, present in enumerate(here) if player in present]
        widest = max((max(instance.layouts[r]) for r in rounds), default=0)
        total += sum(count * (count - 1) // 2 for count in counts)
        total += _fill(counts[:widest], len(rounds)) if widest else 0
    return total


def _roles(instance: Instance) -> int:
    """Players whose own seats cannot bring them within one; for one round, also the seats."""
    rows = [list(present) for present in instance.present]
    fixed = {
        (r, row.index(player)): sign
        for r, row in enumerate(rows)
        for player, sign in instance.fixed_signs(r).items()
        if player in row
    }
    least = len(unavoidable(rows, instance.difference, fixed))
    gone = _unbalanced_gone(instance)
    if instance.rounds == 1:
        here = instance.present[0]
        most = sum((size + 1) // 2 for size in instance.layouts[0])
        for side in (1, -1):
            leaning = sum(side * instance.difference[player] > 0 for player in here)
            far = sum(
                abs(instance.difference[p]) > 1 for p in range(instance.count) if p not in here
            )
            least = max(least, leaning - most + far)
    return least + gone


def _unbalanced_gone(instance: Instance) -> int:
    """Players of the history who have left with roles more than one apart."""
    balance: dict[str, int] = {}
    for tables in instance.problem.history:
        for table in tables:
            for seat in table.seats:
                if seat.player not in instance.index and seat.role:
                    sign = 1 if seat.role == "competitor" else -1
                    balance[seat.player] = balance.get(seat.player, 0) + sign
    return sum(abs(difference) > 1 for difference in balance.values())
