"""The tie-breaks an event can choose from: each one function with a code.

A tie-break gives every player an integer key; the greater key ranks ahead and equal keys are not
separated. Its value is what is shown to people: exact, in the unit the function names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

from scoring.competition.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion for all players: keys to rank by, and the value behind each key."""

    keys: list[int]
    value: Callable[[int], Fraction]


def points(ledger: Ledger) -> Column:
    """Points; not a tie-break itself but what comes before all of them."""
    return Column(ledger.totals, lambda player: Fraction(ledger.totals[player], ledger.scale))


def wins(ledger: Ledger) -> Column:
    """Tables won; a shared first place counts as a win for each who shares it."""
    keys = [0] * len(ledger.players)
    for player, place in zip(ledger.who, ledger.places, strict=True):
        if place == 1:
            keys[player] += 1
    return Column(keys, lambda player: Fraction(keys[player]))


def cash_share(ledger: Ledger) -> Column:
    """The sum over tables of the player's share of the table's final cash (1 = all of a table's
    cash). Where nobody has any, all share equally."""
    shares = _cash_shares(ledger)
    # Two different fractions differ by at least 1 / (product of their denominators), so that this
    # many binary places separate them.
    shift = 2 * max((down.bit_length() for _, down in shares), default=0)
    keys = [(up << shift) // down for up, down in shares]
    return Column(keys, lambda player: Fraction(*shares[player]))


def _cash_shares(ledger: Ledger) -> list[tuple[int, int]]:
    """Each player's sum of shares as numerator and denominator, not reduced: reducing every sum
    would cost more than all the rest of the ranking."""
    shares = [(0, 1)] * len(ledger.players)
    for start, stop in pairwise(ledger.bounds):
        finals = ledger.finals[start:stop]
        total = sum(finals)
        if total == 0:
            finals, total = [1] * len(finals), len(finals)
        for player, final in zip(ledger.who[start:stop], finals, strict=True):
            up, down = shares[player]
            shares[player] = (up * total + final * down, down * total)
    return shares


def final_cash(ledger: Ledger) -> Column:
    """Final cash summed over tables, in whole currency units."""
    keys = [0] * len(ledger.players)
    for player, final in zip(ledger.who, ledger.finals, strict=True):
        keys[player] += final
    return Column(keys, lambda player: Fraction(keys[player]))


def opponents_points(ledger: Ledger) -> Column:
    """The points in the event of everybody met, once for each meeting."""
    keys = [0] * len(ledger.players)
    totals = ledger.totals
    for start, stop in pairwise(ledger.bounds):
        seated = ledger.who[start:stop]
        together = sum([totals[player] for player in seated])
        for player in seated:
            keys[player] += together - totals[player]
    return Column(keys, lambda player: Fraction(keys[player], ledger.scale))


def fewer_favoured_roles(ledger: Ledger) -> Column:
    """Times the player had the role with the higher average points in this event; fewer rank
    ahead. Nobody had it while the averages are equal or only one role was played."""
    keys = [0] * len(ledger.players)
    favoured = favoured_role(ledger)
    for player, role in zip(ledger.who, ledger.roles, strict=True):
        if role == favoured:
            keys[player] -= 1
    return Column(keys, lambda player: Fraction(-keys[player]))


def favoured_role(ledger: Ledger) -> str | None:
    """The role with the higher average points in the event; None if there is none."""
    averages = role_averages(ledger)
    if len(averages) < 2 or len(set(averages.values())) < 2:
        return None
    return max(averages, key=averages.__getitem__)


def role_averages(ledger: Ledger) -> dict[str, Fraction]:
    """Average points of each known role's seats."""
    sums: dict[str, int] = {}
    counts: dict[str, int] = {}
    for role, earned in zip(ledger.roles, ledger.points, strict=True):
        sums[role] = sums.get(role, 0) + earned
        counts[role] = counts.get(role, 0) + 1
    return {
        role: Fraction(sums[role], counts[role] * ledger.scale) for role in sorted(sums) if role
    }


def lot(ledger: Ledger) -> Column:
    """The drawn lot, 1 the first drawn: players in the order of the SHA-256 of `SEED:PLAYER`, so
    that anybody can draw it again."""
    drawn = {
        player: sha256(f"{ledger.lot_seed}:{player}".encode()).digest() for player in ledger.players
    }
    order = sorted(range(len(ledger.players)), key=lambda i: drawn[ledger.players[i]])
    keys = [0] * len(order)
    for position, player in enumerate(order):
        keys[player] = -position
    return Column(keys, lambda player: Fraction(1 - keys[player]))


TIE_BREAKS: dict[str, Callable[[Ledger], Column]] = {
    "wins": wins,
    "cash-share": cash_share,
    "final-cash": final_cash,
    "opponents-points": opponents_points,
    "fewer-favoured-roles": fewer_favoured_roles,
    "lot": lot,
}
