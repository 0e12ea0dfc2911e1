"""Discards: the worst rounds of each player, which do not count in the standings.

The scheme sets how many rounds may be discarded and how many always count. After R rounds each
player's best `max(least_counting, R - discards)` count, so a total never falls when a result comes
in. As in the Racing Rules of Sailing:

- Of rounds worth the same, the earlier is discarded (A2.1).
- A missed round is worth nothing and is discarded first; so is a no-show.
- A table lost by disqualification always counts (as their score DNE does), and so do penalties. The
  next worst round is discarded instead.
- A discarded round counts for no tie-break (A8.1): tables won, cash, opponents met and roles had
  come from the rounds that count. The average of a role is a fact of the event and uses all seats.

Rounds of the finals are never discarded: this module sees only the rounds before them.
"""

from scoring.competition.seat_columns import SeatColumns
from scoring.competition.seat_outcomes import DISQUALIFIED, NO_SHOW


def counting_rounds(rounds: int, discards: int, least_counting: int) -> int:
    """Return the number of rounds that count after discards."""
    return max(least_counting, rounds - discards)


def discard_worst(
    seats: SeatColumns, discards: int, least_counting: int
) -> dict[int, tuple[int, ...]]:
    """Mark each player's worst seats as not counting; return the rounds discarded.

    `seats` is changed in place. The result maps player indexes to rounds in order, and omits
    players without discards. A round is over once one of its tables is; a player who is still
    playing has missed it so far.
    """
    rounds = len(set(seats.rounds))
    counting = counting_rounds(rounds, discards, least_counting)
    if counting >= rounds:
        return {}
    own: list[list[int]] = [[] for _ in seats.players]
    for seat, player in enumerate(seats.player_indexes):
        own[player].append(seat)
    found: dict[int, tuple[int, ...]] = {}
    for player, taken in enumerate(own):
        if len(taken) > counting:
            worst = _worst_seats(seats, taken)[: len(taken) - counting]
            for seat in worst:
                seats.counts[seat] = False
                seats.total_points[player] -= seats.points[seat]
            found[player] = tuple(sorted(seats.rounds[seat] for seat in worst))
    return found


def _worst_seats(seats: SeatColumns, taken: list[int]) -> list[int]:
    """Return those of a player's seats (`taken`) that may be discarded, worst first."""
    return sorted(
        (seat for seat in taken if seats.outcomes[seat] != DISQUALIFIED),
        key=lambda seat: (
            seats.points[seat],
            seats.outcomes[seat] != NO_SHOW,
            seats.rounds[seat],
        ),
    )
