"""Discards: the worst rounds of each player, which do not count in the standings.

The scheme says how many at most, and how many rounds always count. After R rounds the best
`max(least_counting, R - discards)` of each player's count, so that a total never falls because a
result comes in. As in the Racing Rules of Sailing:

- of rounds worth the same the earlier one is left out (A2.1);
- a round missed is worth nothing, and so is the first to be left out, a seat not taken up likewise;
- a table lost by disqualification always counts, and so do penalties: what is left out then is the
  next worst (as their score DNE);
- a round left out is used for no tie-break (A8.1): tables won, cash, opponents met and roles had
  are those of the rounds that count. What a role is worth on average is a fact of the event, and
  taken of all its seats.

Rounds of the finals are never left out: only those before them come here.
"""

from scoring.competition.seat_columns import SeatColumns
from scoring.competition.seat_outcomes import DISQUALIFIED, NO_SHOW


def counting_rounds(rounds: int, discards: int, least_counting: int) -> int:
    """Return the number of rounds that count after discards."""
    return max(least_counting, rounds - discards)


def discard_worst(
    seats: SeatColumns, discards: int, least_counting: int
) -> dict[int, tuple[int, ...]]:
    """Leave the worst seats of each player out of `seats`, and return their rounds.

    The rounds are in order, by the player's position, without players who have none. A round counts
    as over as soon as one of its tables is; a player still playing has that round left out so far.
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
    """Return the seats of a player that can be left out, the worst first."""
    return sorted(
        (seat for seat in taken if seats.outcomes[seat] != DISQUALIFIED),
        key=lambda seat: (
            seats.points[seat],
            seats.outcomes[seat] != NO_SHOW,
            seats.rounds[seat],
        ),
    )
