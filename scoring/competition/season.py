"""Season standings: the sum of each player's best events, with tie-breaks.

The tie-breaks separate players who are level on points.

The worst scores of each player beyond the best `best` are dropped, as the Racing Rules of
Sailing do (A2.1): of equal ones the earlier, and never an event the player was disqualified
from. Ties go to the better single result, then the next one (A8.1), dropped scores left
out; then to more events won, dropped ones included. Players whom nothing separates share
the rank: there is no lot.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.competition.penalties import shared_ranks
from scoring.competition.standings import POINTS, Comparison, RankReason, explain_rank

BEST_RESULTS = "best-results"
EVENTS_WON = "events-won"
"""Codes of what separates two players, in order."""


@dataclass(frozen=True, slots=True)
class EventScore:
    """A player's points in one event; `kept` ones are never dropped."""

    event: str
    points: Fraction
    won: bool = False
    kept: bool = False


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's row. `counted` and `dropped` are in the order of the events."""

    player: str
    rank: int
    shared: bool
    points: Fraction
    wins: int
    counted: tuple[EventScore, ...]
    dropped: tuple[EventScore, ...]

    @property
    def results(self) -> list[Fraction]:
        """The points that count, best first."""
        return sorted((score.points for score in self.counted), reverse=True)


def rank_season(scores: Mapping[str, Sequence[EventScore]], best: int) -> tuple[SeasonRow, ...]:
    """Return all players in order; the `best` events of each count, all if it is 0.

    Each player's scores are in the order of the events. The order of `scores` is kept within a
    shared rank.
    """
    rows = [_row(player, own, best) for player, own in scores.items()]
    most = max((len(row.counted) for row in rows), default=0)
    keys = {row.player: _key(row, most) for row in rows}
    rows.sort(key=lambda row: keys[row.player], reverse=True)
    ranks = shared_ranks([keys[row.player] for row in rows])
    holders = Counter(ranks)
    return tuple(
        replace(row, rank=rank, shared=holders[rank] > 1)
        for row, rank in zip(rows, ranks, strict=True)
    )


def why(rows: Sequence[SeasonRow], position: int) -> RankReason:
    """Return why the row at `position` (0 is the first) stands there."""
    return explain_rank(
        rows,
        position,
        name=lambda row: row.player,
        compare=lambda own, other: _compare(rows[own], rows[other]),
    )


def _row(player: str, scores: Sequence[EventScore], best: int) -> SeasonRow:
    """Return a player's row without its rank."""
    dropped = _dropped_positions(scores, best)
    counted = tuple(score for n, score in enumerate(scores) if n not in dropped)
    return SeasonRow(
        player=player,
        rank=0,
        shared=False,
        points=sum((score.points for score in counted), Fraction(0)),
        wins=sum(score.won for score in scores),
        counted=counted,
        dropped=tuple(score for n, score in enumerate(scores) if n in dropped),
    )


def _dropped_positions(scores: Sequence[EventScore], best: int) -> set[int]:
    """Return the positions of the scores that do not count.

    They are at most all the scores that are not `kept`.
    """
    if not best or len(scores) <= best:
        return set()
    may_go = [n for n, score in enumerate(scores) if not score.kept]
    worst_first = sorted(may_go, key=lambda n: (scores[n].points, n))
    return set(worst_first[: len(scores) - best])


def _key(row: SeasonRow, most: int) -> tuple[Fraction | int, ...]:
    """Return the key by which rows are sorted.

    `most` is the longest row's number of results. An event that a player did not come to is
    worth nothing.
    """
    results = row.results
    missing = [Fraction(0)] * (most - len(results))
    return (row.points, *sorted([*results, *missing], reverse=True), row.wins)


def _compare(row: SeasonRow, other: SeasonRow) -> Comparison:
    """Compare two rows of different rank."""
    if row.points != other.points:
        return Comparison(other.player, (), POINTS, row.points, other.points)
    most = max(len(row.counted), len(other.counted))
    for own, theirs in zip(_key(row, most)[1:-1], _key(other, most)[1:-1], strict=True):
        if own != theirs:
            return Comparison(
                other.player, (POINTS,), BEST_RESULTS, Fraction(own), Fraction(theirs)
            )
    level = (POINTS, BEST_RESULTS)
    return Comparison(other.player, level, EVENTS_WON, Fraction(row.wins), Fraction(other.wins))
