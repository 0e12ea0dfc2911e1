"""The order of all players at a cut to the finals.

It follows from the results, the penalties and the recorded seed: anybody can compute it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme, TableScore
from scoring.competition.standings import Row, Standings, rank

LOT = "lot"


@dataclass(frozen=True, slots=True)
class BeforeCut:
    """The input for a cut to the finals before round `first_round`.

    `players` are in seed order. `tables`, `penalties` and `cuts` may include those of later rounds.
    """

    first_round: int
    players: Sequence[str]
    tables: Sequence[TableScore]
    scheme: Scheme
    penalties: Sequence[Penalty] = ()
    cuts: Sequence[Cut] = ()

    def order(self) -> list[str]:
        """Return all players in standings order; the lot separates players still level."""
        codes = self.scheme.tie_breaks
        return [row.player for row in self._rank(codes if LOT in codes else (*codes, LOT)).rows]

    def rows_without_lot(self) -> dict[str, Row]:
        """Return every player's row; players whom only the lot separates share a rank."""
        codes = tuple(code for code in self.scheme.tie_breaks if code != LOT)
        return {row.player: row for row in self._rank(codes).rows}

    def _rank(self, tie_breaks: tuple[str, ...]) -> Standings:
        """Rank the players by the rounds before the cut.

        A penalty of a finals round counts in the finals instead. A disqualification always counts.
        """
        first = self.first_round
        return rank(
            self.players,
            [table for table in self.tables if table.round < first],
            replace(self.scheme, tie_breaks=tie_breaks),
            [p for p in self.penalties if p.disqualified or (p.round or 0) < first],
            [cut for cut in self.cuts if cut.first_round < first],
        )
