"""The first three places, and the players who are called to no place.

Those never played, or were disqualified.
"""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from scoring.competition.seat_outcomes import NO_SHOW
from tournament.models import Penalty
from tournament.standings import wording
from tournament.standings.selectors.standings import StandingsRow, StandingsView

PLACES = 3


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place of the podium, with all who share it."""

    rank: int
    rows: tuple[StandingsRow, ...]

    @property
    def place(self) -> str:
        """The place as people read it, `2=` where several share it."""
        return wording.place_text(self.rank, shared=len(self.rows) > 1, ranked=True)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The players who are called to no place at the prize-giving."""

    no_shows: tuple[StandingsRow, ...]
    disqualified: tuple[StandingsRow, ...]


def podium_of(standings: StandingsView) -> tuple[PodiumPlace, ...]:
    """Return the first three places.

    There are none before the first result, or while places are hidden. Players who share a
    place stand on it together, and the places behind them are empty.
    """
    if standings.as_of is None or standings.first_place > 1:
        return ()
    first = [row for row in called_rows(standings) if row.rank <= PLACES]
    places = groupby(first, key=attrgetter("rank"))
    return tuple(PodiumPlace(rank, tuple(rows)) for rank, rows in places)


def called_rows(standings: StandingsView) -> list[StandingsRow]:
    """Return the rows whose players are called to their place."""
    return [row for row in standings.rows if has_played(row) and not is_disqualified(row)]


def left_out_of(standings: StandingsView) -> LeftOut:
    """Return the players who are called to no place, by the reason."""
    return LeftOut(
        tuple(r for r in standings.rows if not has_played(r) and not is_disqualified(r)),
        tuple(row for row in standings.rows if is_disqualified(row)),
    )


def has_played(row: StandingsRow) -> bool:
    """Return whether the player came to at least one table."""
    return any(score is not None and score.outcome != NO_SHOW for score in row.scores)


def is_disqualified(row: StandingsRow) -> bool:
    """Return whether the player was disqualified from the event."""
    return any(penalty.kind == Penalty.Kind.DISQUALIFIED for penalty in row.penalties)
