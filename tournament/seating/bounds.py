"""Proven lower bounds of the criteria: no draw of the problem can be better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heapreplace
from itertools import combinations

from tournament.seating.criteria import Evaluation
from tournament.seating.instance import Instance
from tournament.seating.roles import unavoidable_players
from tournament.seating.seat_costs import leans, odd_tables_before
from tournament.seating.standings import ranking, scaled_scores


def lower_bounds(instance: Instance, reached: Evaluation) -> dict[str, float]:
    """Return the least violation of each criterion that any draw must have.

    A criterion is left out if its least violation is not known. If roles are thrown, no draw
    changes what the history left of them.
    """
    known: dict[str, Callable[[Instance], float | None]] = {
        "rematches": least_rematches,
        "sizes": least_sizes,
        "clubs": least_clubs,
        "spread": _points_spread,
        "positions": _positions,
    }
    if instance.problem.roles_drawn:
        known["roles"] = _roles
    bounds: dict[str, float] = {}
    for code, value in reached.violations.items():
        settled = code in ("roles", "opponents") and not instance.problem.roles_drawn
        least = value if settled or not value else known[code](instance) if code in known else None
        if least is not None:
            bounds[code] = least
    return bounds


def least_cost(instance: Instance, weight: Mapping[str, int]) -> int:
    """Return the least weighted cost of tables that the proven bounds allow.

    No draw can be under it. Meetings of the history are not part of a cost.
    """
    least = weight.get("sizes", 0) * least_sizes(instance)
    least += weight.get("clubs", 0) * least_clubs(instance)
    if "roles" in weight:
        least += weight["roles"] * _least_leaning(instance)
    least += weight.get("spread", 0) * (least_spread(instance) or 0)
    if "rematches" in weight:
        settled = sum(times * (times - 1) // 2 for row in instance.met for times in row.values())
        least += weight["rematches"] * max(0, least_rematches(instance) - settled // 2)
    return least


def _least_leaning(instance: Instance) -> int:
    """Count players who cannot have the role they lean to in the first round.

    All its tables count as one, which makes the count a lower bound.
    """
    lean, most = leans(instance), sum((size + 1) // 2 for size in instance.layouts[0])
    return sum(max(0, lean.count(side) - most) for side in (1, -1))


def least_rematches(instance: Instance) -> int:
    """Return the greatest of three lower bounds of rematches, history included.

    By players: whom each could meet least often. By rounds: two rounds share at least the pairs
    left when each table of one spreads over the tables of the other. By wishes: pairs fixed to one
    table.
    """
    past = _rematches_before(instance)
    return past + max(
        _least_by_players(instance), _least_by_rounds(instance), _least_by_wishes(instance)
    )


def _rematches_before(instance: Instance) -> int:
    met: dict[tuple[str, str], int] = {}
    for tables in instance.problem.history:
        for table in tables:
            for pair in combinations(sorted(seat.player for seat in table.seats), 2):
                met[pair] = met.get(pair, 0) + 1
    return sum(times * (times - 1) // 2 for times in met.values())


def _least_by_players(instance: Instance) -> int:
    """Return half the sum of the players' cheapest meetings.

    Each player meets as many others as they must, in the cheapest way.
    """
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
    """Return the least sum of counts met when `more` are added one by one.

    Each is added to some count. `players[k]` is the number of players with count k.
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


def _least_by_rounds(instance: Instance) -> int:
    total = 0
    drawn = list(zip(instance.layouts, instance.present, strict=True))
    for (first, one), (second, other) in combinations(drawn, 2):
        leave = len(set(one) - set(other))
        back = len(set(other) - set(one))
        total += max(
            _pairs_left_together(first, leave, len(second)),
            _pairs_left_together(second, back, len(first)),
        )
    for tables in instance.problem.history:
        seated = [[instance.index.get(s.player, -1) for s in t.seats] for t in tables]
        for layout, present in drawn:
            here = set(present)
            rows = [sum(player in here for player in table) for table in seated]
            total += _pairs_left_together(rows, 0, len(layout))
    return total


def _least_by_wishes(instance: Instance) -> int:
    """Count the rematches of pairs that are locked or pinned to one table.

    They arise whatever the other players do.
    """
    met: dict[tuple[int, int], int] = {}
    total = 0
    for fixed in instance.fixed:
        for p, q in combinations(sorted(fixed), 2):
            if fixed[p] == fixed[q]:
                before = met.setdefault((p, q), instance.met[p].get(q, 0))
                total += before
                met[p, q] = before + 1
    return total


def _pairs_left_together(rows: Sequence[int], leave: int, tables: int) -> int:
    """Count the pairs of a row still together when rows spread evenly over `tables`.

    `leave` players are gone, from where they spare most.
    """
    saved = sorted((k // tables for row in rows for k in range(row)), reverse=True)
    return sum(saved[leave:])


def least_sizes(instance: Instance) -> int:
    """Return the least cost of seats at tables of other than preferred sizes.

    The seats are spread evenly over the players.
    """
    preferred = instance.problem.sizes[0]
    odd = sum(size for layout in instance.layouts for size in layout if size != preferred)
    before = odd_tables_before(instance)
    past = sum(times * (times - 1) // 2 for times in before)
    return past + _fill(before, odd)


def _fill(counts: Sequence[int], more: int) -> int:
    """Return the cost of adding `more` to the least counts.

    Each addition costs the count it meets.
    """
    heap = list(counts)
    heapify(heap)
    cost = 0
    for _ in range(more):
        cost += heap[0]
        heapreplace(heap, heap[0] + 1)
    return cost


def least_clubs(instance: Instance) -> int:
    """Count the pairs of club members that must be left together.

    The members of each club spread evenly over the tables. Members locked or pinned to a table
    stay there. A table that is full of locked or pinned players takes no more members.
    """
    clubs, players = instance.problem.clubs, instance.problem.players
    total = 0
    for layout, present, fixed in zip(
        instance.layouts, instance.present, instance.fixed, strict=True
    ):
        taken = [0] * len(layout)
        for table in fixed.values():
            taken[table] += 1
        free = [t for t, size in enumerate(layout) if taken[t] < size]
        members: dict[str, list[int]] = {}
        for player in present:
            if players[player] in clubs:
                members.setdefault(clubs[players[player]], []).append(player)
        for club in members.values():
            held = [0] * len(layout)
            for player in club:
                if player in fixed:
                    held[fixed[player]] += 1
            total += sum(count * (count - 1) // 2 for count in held)
            total += _fill([held[t] for t in free], len(club) - sum(held))
    return total


def least_spread(instance: Instance) -> int | None:
    """Return the squared score gaps when the standings are cut in order.

    None if sizes mix. With tables of one size the spread is a constant less the squares of the
    tables' sums, and no sums are further apart than those of the standings cut in order.
    """
    total = 0
    for r, layout in enumerate(instance.layouts):
        if len(set(layout)) > 1:
            return None
        scores, _ = scaled_scores(instance.problem)
        ranked = ranking(instance.problem, instance.problem.first_round + r)
        points = [scores[player] for player in ranked]
        for at in range(0, len(points), layout[0]):
            table = points[at : at + layout[0]]
            total += sum((one - other) ** 2 for one, other in combinations(table, 2))
    return total


def _points_spread(instance: Instance) -> float | None:
    """Return the least spread in points; None if six decimal places would round it."""
    least, (_, scale) = least_spread(instance), scaled_scores(instance.problem)
    if least is None or 10**6 % scale**2:
        return None
    points = least / scale**2
    return int(points) if points == int(points) else points


def _positions(instance: Instance) -> int:
    """Return the least repeats of places in the order of play.

    Each player's seats spread evenly over the largest table.
    """
    total, here = 0, [set(present) for present in instance.present]
    for player, counts in enumerate(instance.places_taken()):
        rounds = [r for r, present in enumerate(here) if player in present]
        widest = max((max(instance.layouts[r]) for r in rounds), default=0)
        total += sum(count * (count - 1) // 2 for count in counts)
        total += _fill(counts[:widest], len(rounds)) if widest else 0
    return total


def _roles(instance: Instance) -> int:
    """Count the players whose own seats cannot bring them within one.

    For a single round, what its seats force counts as well.
    """
    rows = [list(present) for present in instance.present]
    fixed = {
        (r, row.index(player)): sign
        for r, row in enumerate(rows)
        for player, sign in instance.fixed_signs(r).items()
        if player in row
    }
    least = len(unavoidable_players(rows, instance.difference, fixed))
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
    """Count players of the history who have left with roles more than one apart."""
    balance: dict[str, int] = {}
    for tables in instance.problem.history:
        for table in tables:
            for seat in table.seats:
                if seat.player not in instance.index and seat.role:
                    sign = 1 if seat.role == "competitor" else -1
                    balance[seat.player] = balance.get(seat.player, 0) + sign
    return sum(abs(difference) > 1 for difference in balance.values())
