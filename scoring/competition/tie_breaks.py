"""The tie-breaks an event can choose from, each a function with a code.

A tie-break gives every player an integer key: the greater key ranks ahead, and equal keys stay
level. The value shown to people is exact, in the unit the function names. Seats that do not count
in the standings count for none of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import compress, pairwise

from scoring.competition.seat_columns import SeatColumns
from scoring.competition.seat_outcomes import FORFEITS, MET_NOBODY, is_won


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion for all players: keys to rank by, and a function for the values.

    Both go by player index.
    """

    keys: list[int]
    value: Callable[[int], Fraction]


def points(seats: SeatColumns, taken: Sequence[int]) -> Column:
    """Return the points column, less penalty points `taken` (in units of 1/`scale`).

    Points are not a tie-break: they come before all of them.
    """
    keys = [earned - lost for earned, lost in zip(seats.total_points, taken, strict=True)]
    return Column(keys, lambda player: Fraction(keys[player], seats.scale))


def wins(seats: SeatColumns) -> Column:
    """Count tables won.

    A shared first place counts for each who shares it, a walk-over counts, and nobody wins an
    abandoned game.
    """
    keys = [0] * len(seats.players)
    for player, place, outcome, counts in zip(
        seats.player_indexes, seats.places, seats.outcomes, seats.counts, strict=True
    ):
        if place == 1 and counts and is_won(place, outcome):
            keys[player] += 1
    return Column(keys, lambda player: Fraction(keys[player]))


def cash_share(seats: SeatColumns) -> Column:
    """Sum each player's shares of their tables' final cash (1 = all of the cash).

    If a table has no cash, the players share equally. A player who forfeits has no share.
    """
    shares = _cash_shares(seats)
    # Two different fractions differ by at least 1 / (product of their denominators), so that this
    # many binary places separate them.
    shift = 2 * max((denominator.bit_length() for _, denominator in shares), default=0)
    keys = [(numerator << shift) // denominator for numerator, denominator in shares]
    return Column(keys, lambda player: Fraction(*shares[player]))


def _cash_shares(seats: SeatColumns) -> list[tuple[int, int]]:
    """Return each player's sum of shares as numerator and denominator, not reduced.

    Reducing every sum would cost more than all the rest of the ranking.
    """
    shares = [(0, 1)] * len(seats.players)
    for start, stop in pairwise(seats.table_bounds):
        finals = seats.finals[start:stop]
        total = sum(finals)
        if total == 0:
            finals = [int(o not in FORFEITS) for o in seats.outcomes[start:stop]]
            total = sum(finals) or 1
        counted = seats.counts[start:stop]
        for player, final, counts in zip(
            seats.player_indexes[start:stop], finals, counted, strict=True
        ):
            if counts:
                numerator, denominator = shares[player]
                shares[player] = (numerator * total + final * denominator, denominator * total)
    return shares


def final_cash(seats: SeatColumns) -> Column:
    """Sum final cash over tables, in whole currency units.

    A forfeited seat counts nothing.
    """
    keys = [0] * len(seats.players)
    for player, final, counts in zip(seats.player_indexes, seats.finals, seats.counts, strict=True):
        if counts:
            keys[player] += final
    return Column(keys, lambda player: Fraction(keys[player]))


def opponents_points(seats: SeatColumns) -> Column:
    """Sum the total points of each player's opponents.

    Only tables that count for the player are used, and of each opponent the rounds that count for
    that opponent. An opponent counts once for each meeting. A no-show or a walk-over meets nobody.
    Penalties change nothing.
    """
    keys = [0] * len(seats.players)
    totals = seats.total_points
    for start, stop in pairwise(seats.table_bounds):
        seated = seats.player_indexes[start:stop]
        counted = seats.counts[start:stop]
        outcomes = seats.outcomes[start:stop]
        if not MET_NOBODY.isdisjoint(outcomes):
            came = [outcome not in MET_NOBODY for outcome in outcomes]
            seated, counted = list(compress(seated, came)), list(compress(counted, came))
        together = sum([totals[player] for player in seated])
        for player in compress(seated, counted):
            keys[player] += together - totals[player]
    return Column(keys, lambda player: Fraction(keys[player], seats.scale))


def fewer_favoured_roles(seats: SeatColumns) -> Column:
    """Count how often each player had the favoured role; fewer rank ahead.

    That is the role with the higher average points. If the averages are equal, or only one role was
    played, nobody had it.
    """
    keys = [0] * len(seats.players)
    favoured = favoured_role(seats)
    for player, role, outcome, counts in zip(
        seats.player_indexes, seats.roles, seats.outcomes, seats.counts, strict=True
    ):
        if role == favoured and counts and not outcome:
            keys[player] -= 1
    return Column(keys, lambda player: Fraction(-keys[player]))


def favoured_role(seats: SeatColumns) -> str | None:
    """Return the role with the higher average points in the event.

    None if neither role has the higher average.
    """
    averages = role_averages(seats)
    if len(averages) < 2 or len(set(averages.values())) < 2:
        return None
    return max(averages, key=averages.__getitem__)


def role_averages(seats: SeatColumns) -> dict[str, Fraction]:
    """Return the average points of each known role over all its played seats.

    Seats that do not count in the standings are included, corrections for the role are not.
    """
    sums: dict[str, int] = {}
    counts: dict[str, int] = {}
    for role, points, corrected, outcome in zip(
        seats.roles, seats.points, seats.corrections, seats.outcomes, strict=True
    ):
        if not outcome:
            sums[role] = sums.get(role, 0) + points - corrected
            counts[role] = counts.get(role, 0) + 1
    return {role: Fraction(sums[role], counts[role] * seats.scale) for role in sorted(sums) if role}


def lot(seats: SeatColumns) -> Column:
    """Draw lots: the player drawn first gets 1.

    Players come in the order of the SHA-256 of `SEED:PLAYER`, so that anybody can draw it again.
    """
    drawn = {
        player: sha256(f"{seats.lot_seed}:{player}".encode()).digest() for player in seats.players
    }
    order = sorted(range(len(seats.players)), key=lambda i: drawn[seats.players[i]])
    keys = [0] * len(order)
    for position, player in enumerate(order):
        keys[player] = -position
    return Column(keys, lambda player: Fraction(1 - keys[player]))


TIE_BREAKS: dict[str, Callable[[SeatColumns], Column]] = {
    "wins": wins,
    "cash-share": cash_share,
    "final-cash": final_cash,
    "opponents-points": opponents_points,
    "fewer-favoured-roles": fewer_favoured_roles,
    "lot": lot,
}
