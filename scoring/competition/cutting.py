"""The order of all players at a cut to the finals.

It follows from the results, the penalties and the recorded seed: anybody can compute it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme, TableScore
from scoring.competition.standings import Standings, rank

LOT = "lot"


@dataclass(frozen=True, slots=True)
class BeforeCut:
    """The facts from which a cut before round `first_round` follows.

    `players` are in order of seed; `tables`, `penalties` and `cuts` may be those of all rounds.
    """

    first_round: int
    players: Sequence[str]
    tables: Sequence[TableScore]
    scheme: Scheme
    penalties: Sequence[Penalty] = ()
    cuts: Sequence[Cut] = ()

    def order(self) -> list[str]:
        """Return all players in the order of the standings, equal ones in the order of the lot."""
        codes = self.scheme.tie_breaks
        return [row.player for row in self._rank(codes if LOT in codes else (*codes, LOT)).rows]

    def level(self) -> set[str]:
        """Return the players who are separated from another by the lot only."""
        codes = tuple(code for code in self.scheme.tie_breaks if code != LOT)
        return {row.player for row in self._rank(codes).rows if row.shared}

    def _rank(self, tie_breaks: tuple[str, ...]) -> Standings:
        """Rank the players by the rounds before the cut.

        A penalty about a round of the finals counts in the finals instead.
        """
        first = self.first_round
        return rank(
            self.players,
            [table for table in self.tables if table.round < first],
            replace(self.scheme, tie_breaks=tie_breaks),
            [p for p in self.penalties if p.disqualified or (p.round or 0) < first],
            [cut for cut in self.cuts if cut.first_round < first],
        )
