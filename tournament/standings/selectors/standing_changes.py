"""The changes that another result of a table would make in the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.competition.finals import Cut
from scoring.competition.scheme import SeatScore, TableScore
from scoring.competition.seat_outcomes import FORFEITS
from tournament.common import figures_wording
from tournament.models import Event
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView, TableView
from tournament.standings.selectors.standings import ranked_by, score_of


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A player whose rank or points another result of a table would change."""

    player: PlayerRef
    rank: tuple[int, int]
    points: tuple[str, str]


TableOutcome = Mapping[str, tuple[int, int]]
"""The end of a table: place and final cash by player's code."""


def standing_changes(
    event: Event,
    players: Iterable[PlayerRef],
    rounds: Sequence[RoundView],
    *,
    before: Mapping[int, TableOutcome],
    after: Mapping[int, TableOutcome],
    cuts: Sequence[Cut] = (),
) -> tuple[StandingChange, ...]:
    """Return the changes in the standings if tables ended as `after` (no query).

    Tables are named by key, changes are in the new order. A table that has no result yet is
    taken to have ended as `before`, or left out.
    """
    by_code = {player.code: player for player in players}
    finished = {item.pk for view in rounds for item in view.tables if item.finished}
    unfinished = {table: ended for table, ended in before.items() if table not in finished}
    now = scores_if(rounds, unfinished)
    then = scores_if(rounds, {**unfinished, **after})
    was = {row.player: row for row in ranked_by(event, by_code, now, cuts=cuts).rows}
    return tuple(
        StandingChange(
            by_code[row.player],
            (old.rank, row.rank),
            (figures_wording.points_text(old.points), figures_wording.points_text(row.points)),
        )
        for row in ranked_by(event, by_code, then, cuts=cuts).rows
        if (old := was[row.player]) and (old.rank, old.points) != (row.rank, row.points)
    )


def scores_if(
    rounds: Sequence[RoundView], after: Mapping[int, TableOutcome]
) -> tuple[TableScore, ...]:
    """Return the tables that count, those of `after` (by key) as if they ended so."""
    return tuple(
        _score_if_ended(table, after[table.pk]) if table.pk in after else score_of(table)
        for view in rounds
        for table in view.tables
        if table.finished or table.pk in after
    )


def _score_if_ended(table: TableView, outcome: TableOutcome) -> TableScore:
    """Return the table's score as if its game had ended so.

    Who forfeits the table forfeits that game, too.
    """
    seats = [
        SeatScore(
            s.player.code,
            s.role,
            *outcome[s.player.code],
            s.outcome if s.outcome in FORFEITS else "",
        )
        for s in table.seats
    ]
    return TableScore(table.round, table.number, tuple(seats))
