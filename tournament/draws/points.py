"""The points by which a draw makes its score groups."""

from collections.abc import Iterable, Mapping

from scoring.competition.scheme import TableScore
from tournament.models import Event
from tournament.rounds.selectors.players import PlayerRef
from tournament.standings.selectors.standings import ranked_by


def points_before(
    event: Event, players: Iterable[PlayerRef], scores: Iterable[TableScore], number: int
) -> dict[str, float]:
    """Return everybody's points, by code, as the standings have them before a round.

    Equal points are equal numbers, which is all the draw needs.
    """
    by_code: Mapping[str, PlayerRef] = {player.code: player for player in players}
    earlier = [score for score in scores if score.round < number]
    return {row.player: float(row.points) for row in ranked_by(event, by_code, earlier).rows}
