"""Draws by scores that used other results than those that count now.

Nobody is seated again for that; organisers are told what the draw would have used.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.draws.certificate import stored_draw
from tournament.draws.points import points_before
from tournament.models import Event
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.rounds.selectors.rounds import rounds_of
from tournament.seating import Problem
from tournament.standings.selectors.standing_changes import TableOutcome, scores_if
from tournament.visibility import Reader

MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class DrawnRank:
    """A player's rank by points among those who were seated: as the draw used it, and now."""

    player: PlayerRef
    drawn: int
    now: int


@dataclass(frozen=True, slots=True)
class OutdatedDraw:
    """A draw, by the first round it seated, and whose ranks differ from those it used."""

    round: int
    ranks: tuple[DrawnRank, ...]

    @property
    def text(self) -> str:
        """A sentence for the organiser, in the reader's language."""
        named = [_rank_text(rank) for rank in self.ranks[:MOST_NAMED]]
        more = ["…"] if len(self.ranks) > MOST_NAMED else []
        return gettext(
            "The seats of round %(round)d stay. With these results its draw would have taken the "
            "players in another order: %(ranks)s."
        ) % {"round": self.round, "ranks": "; ".join([*named, *more])}


def outdated_draws(
    event: Event, after: Mapping[int, TableOutcome] | None = None
) -> list[OutdatedDraw]:
    """Return the draws of an event that used other points than its results give now, in order.

    `after` holds tables (by key) with the outcomes they are assumed to have. 1 query, and 5 more if
    a round was drawn by scores.
    """
    drawn = _problems_by_scores(event)
    if not drawn:
        return []
    players = players_of(event, Reader.STAFF)
    by_code = {player.code: player for player in players.values()}
    scores = scores_if(rounds_of(event, players, Reader.STAFF), after or {})
    found = []
    for number, problem in drawn.items():
        now = points_before(event, by_code.values(), scores, number)
        ranks = _ranks(by_code, problem.present_players(number), problem.scores or {}, now)
        found.append(OutdatedDraw(number, ranks))
    return [draw for draw in found if draw.ranks]


def _problems_by_scores(event: Event) -> dict[int, Problem]:
    """Return the problems drawn by scores, by the first round that each seated."""
    stored = map(stored_draw, event.rounds.exclude(certificate=None).order_by("number"))
    problems = [found[0] for found in stored if found is not None]
    return {each.first_round: each for each in problems if each.scores is not None}


def _ranks(
    players: Mapping[str, PlayerRef],
    seated: Collection[str],
    used: Mapping[str, float],
    now: Mapping[str, float],
) -> tuple[DrawnRank, ...]:
    codes = [code for code in seated if code in players and code in now]
    ranks = [
        DrawnRank(players[code], _rank(code, codes, used), _rank(code, codes, now))
        for code in codes
    ]
    differing = [rank for rank in ranks if rank.drawn != rank.now]
    return tuple(sorted(differing, key=lambda rank: (rank.drawn, rank.now)))


def _rank(code: str, codes: Iterable[str], points: Mapping[str, float]) -> int:
    own = points.get(code, 0)
    return 1 + sum(points.get(other, 0) > own for other in codes)


def _rank_text(rank: DrawnRank) -> str:
    facts = {"player": rank.player.name, "drawn": rank.drawn, "now": rank.now}
    return gettext("%(player)s was drawn as %(drawn)d, is %(now)d now") % facts
