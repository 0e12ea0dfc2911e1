"""Outcomes of seats without a full game: forfeits, walk-overs, abandoned games."""

from collections.abc import Sequence
from functools import lru_cache

NO_SHOW = "no-show"
"""The player did not come."""
DISQUALIFIED = "disqualified"
"""The player lost the table by a decision, whatever was played."""
WALK_OVER = "walk-over"
"""Nobody else came: the table is won without a game."""
ABANDONED = "abandoned"
"""The game could not be finished: the players who came share the table's points."""
SEAT_OUTCOMES = (NO_SHOW, DISQUALIFIED, WALK_OVER, ABANDONED)

FORFEITS = frozenset({NO_SHOW, DISQUALIFIED})
"""Outcomes that put a player last at the table, without points."""
MET_NOBODY = frozenset({NO_SHOW, WALK_OVER})
"""Outcomes of players who met nobody: they have no opponents and are nobody's opponent."""


@lru_cache(maxsize=4_096)
def places_by_outcomes(places: tuple[int, ...], outcomes: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of a table's seats, with forfeits moved behind all others.

    Players who forfeit share the place behind the others, who move up. Doing it again changes
    nothing.

    >>> places_by_outcomes((1, 2, 3, 4), ("disqualified", "", "", ""))
    (4, 1, 2, 3)
    """
    if FORFEITS.isdisjoint(outcomes):
        return places
    staying = [
        place for place, outcome in zip(places, outcomes, strict=True) if outcome not in FORFEITS
    ]
    return tuple(
        1 + (len(staying) if outcome in FORFEITS else sum(other < place for other in staying))
        for place, outcome in zip(places, outcomes, strict=True)
    )


def cash_by_outcomes(finals: tuple[int, ...], outcomes: tuple[str, ...]) -> tuple[int, ...]:
    """Return the final cash that counts, seat by seat: 0 for a player who forfeits."""
    if FORFEITS.isdisjoint(outcomes):
        return finals
    return tuple(
        0 if outcome in FORFEITS else final for final, outcome in zip(finals, outcomes, strict=True)
    )


def is_won(place: int, outcome: str) -> bool:
    """Return whether the seat won its table.

    A shared win counts like a win alone, and a walk-over like a win by playing.
    """
    return place == 1 and outcome in ("", WALK_OVER)


def outcomes_of_table(forfeits: Sequence[str], *, abandoned: bool) -> tuple[str, ...]:
    """Return the outcome of each seat, blank if it was played.

    `forfeits` has each seat's forfeit, blank for none. If only one player came, that player has a
    walk-over. In an abandoned game, every seat without a forfeit is abandoned.
    """
    if abandoned:
        return tuple(outcome or ABANDONED for outcome in forfeits)
    if list(forfeits).count(NO_SHOW) == len(forfeits) - 1:
        return tuple(outcome or WALK_OVER for outcome in forfeits)
    return tuple(forfeits)
