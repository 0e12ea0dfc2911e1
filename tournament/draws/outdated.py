"""Draws that used other results or earlier seats than there are now.

Nobody is seated again for that; organisers are told what the draw would have used.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext, ngettext

from tournament import seating
from tournament.draws.certificate import stored_draw
from tournament.draws.points import points_before
from tournament.draws.problem import seat_differences
from tournament.draws.seats import tables_by_round
from tournament.models import Event, Round, Seat
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.rounds.selectors.rounds import rounds_of
from tournament.rounds.states import RedrawReason
from tournament.rounds.wording import numbers_text
from tournament.seating import Problem
from tournament.standings.selectors.standing_changes import TableOutcome, scores_if
from tournament.visibility import Reader

MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class DrawnRank:
    """A player's rank by points among those who were seated.

    `drawn` is the rank that the draw used, and `now` the present one.
    """

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
    """Return the draws that used other points than the results give now.

    They are in order. `after` holds tables (by key) with the outcomes they are assumed to have.
    1 query, and 5 more if a round was drawn by scores.
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


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """Changes since a round was drawn that is not published yet.

    Players (`unseated`, their names) have no seat, others (`absent`) have one and will not play,
    and seats of the rounds `reseated` are others.
    """

    unseated: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    reseated: tuple[int, ...] = ()

    @property
    def reason(self) -> RedrawReason | None:
        """The reason why the round is to be drawn again, None if it need not be."""
        if self.absent:
            return "absent"
        if self.unseated:
            return "unseated"
        return "reseated" if self.reseated else None

    @property
    def texts(self) -> list[str]:
        """Sentences for the organiser, besides the names of the unseated."""
        absent = [absent_text(self.absent)] if self.absent else []
        return [*absent, reseated_text(self.reseated)] if self.reseated else absent


def changes_since_draw(round: Round) -> SeatChanges:
    """Return the reasons why a drawn round is to be drawn again.

    None once it is published. 7 queries for a drawn round, of others none.
    """
    if round.status != Round.Status.DRAWN:
        return SeatChanges()
    unseated, absent = (tuple(entry.name for entry in found) for found in seat_differences(round))
    return SeatChanges(unseated, absent, rounds_reseated_since(round))


def named_unseated(names: Sequence[str]) -> dict[str, Any] | None:
    """Return the first names, how many more there are, and the count; None for nobody."""
    if not names:
        return None
    more = len(names[MOST_NAMED:])
    return {"names": names[:MOST_NAMED], "more": more, "count": len(names)}


def absent_text(names: Sequence[str]) -> str:
    """Return that players who will not play a round have seats in it."""
    more = ["…"] if len(names) > MOST_NAMED else []
    text = ngettext(
        "%(players)s has a seat, but misses this round or has not checked in.",
        "%(players)s have seats, but miss this round or have not checked in.",
        len(names),
    )
    return text % {"players": ", ".join([*names[:MOST_NAMED], *more])}


def rounds_reseated_since(round: Round) -> tuple[int, ...]:
    """Return the earlier rounds with meetings that this round's draw did not know of.

    2 queries; no rounds for seats set by hand.
    """
    stored = stored_draw(round)
    if stored is None:
        return ()
    problem, made = stored
    known = enumerate([*problem.history, *made.rounds][: round.number - 1], start=1)
    numbers = dict(round.event.rounds.filter(number__lt=round.number).values_list("pk", "number"))
    seats = tables_by_round(Seat.objects.filter(round__in=numbers))
    now = {numbers[key]: tables for key, tables in seats.items()}
    return tuple(n for n, tables in known if _meetings(now.get(n, ())) - _meetings(tables))


def reseated_text(rounds: tuple[int, ...]) -> str:
    """Return a sentence for the organiser of a later round that is drawn already."""
    text = ngettext(
        "Seats of round %(rounds)s were changed after this round was drawn. Draw it again, so that"
        " fewer meet again.",
        "Seats of rounds %(rounds)s were changed after this round was drawn. Draw it again, so that"
        " fewer meet again.",
        len(rounds),
    )
    return text % {"rounds": numbers_text(rounds)}


def _meetings(tables: seating.Round) -> set[frozenset[str]]:
    """Return the pairs of players who sit at one table."""
    players = ([seat.player for seat in table.seats] for table in tables)
    return {frozenset(pair) for table in players for pair in combinations(table, 2)}


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
