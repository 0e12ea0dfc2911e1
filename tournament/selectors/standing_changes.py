"""What another result of a table would change in the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.competition.finals import Cut
from scoring.competition.scheme import SeatScore, TableScore
from scoring.competition.seat_outcomes import FORFEITS
from tournament import standings_wording
from tournament.models import Event
from tournament.selectors.players import PlayerRef
from tournament.selectors.rounds import RoundView, TableView
from tournament.selectors.standings import ranked_by, score_of


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A player whose rank or points another result of a table would change."""

    player: PlayerRef
    rank: tuple[int, int]
    points: tuple[str, str]


TableOutcome = Mapping[str, tuple[int, int]]
"""How a table ended: place and final cash by player's code."""


def standing_changes(
    event: Event,
    players: Iterable[PlayerRef],
    rounds: Sequence[RoundView],
    *,
    table: int,
    before: TableOutcome | None,
    after: TableOutcome,
    cuts: Sequence[Cut] = (),
) -> tuple[StandingChange, ...]:
    """What changes in the standings, in their new order, if the table with this key ended as
    `after` (no query). Where it has no result yet, it is taken to have ended as `before`, or left
    out if that is None."""
    by_code = {player.code: player for player in players}
    tables = {item.pk: item for view in rounds for item in view.tables}
    now = {table: _ended(tables[table], before)} if before else {}
    now |= {key: score_of(item) for key, item in tables.items() if item.finished}
    then = {**now, table: _ended(tables[table], after)}
    was = {row.player: row for row in ranked_by(event, by_code, now.values(), cuts=cuts).rows}
    return tuple(
        StandingChange(
            by_code[row.player],
            (old.rank, row.rank),
            (standings_wording.points_text(old.points), standings_wording.points_text(row.points)),
        )
        for row in ranked_by(event, by_code, then.values(), cuts=cuts).rows
        if (old := was[row.player]) and (old.rank, old.points) != (row.rank, row.points)
    )


def _ended(table: TableView, outcome: TableOutcome) -> TableScore:
    """The table as a game that was played; who forfeits it, forfeits that, too."""
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
