"""The standings of an event, with the reasons for each row.

Each row has the sentences that say why it stands there.
"""

import datetime as dt
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from scoring.competition.finals import Cut
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.seat_outcomes import FORFEITS, is_won
from scoring.competition.standings import RankReason, Standings, rank
from tournament import visibility
from tournament.common import figures_wording
from tournament.events import tie_break_wording
from tournament.events.selectors.events import EventDetail
from tournament.models import Event
from tournament.penalties import wording as penalty_wording
from tournament.penalties.selectors import PenaltyView, in_standings
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView, SeatView, TableView, role_label
from tournament.standings import wording as standings_wording
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of the event, with its code, short name and explanation.

    The explanation is a sentence that says what the tie-break is.
    """

    code: str

    @property
    def label(self) -> str:
        """Its name in the reader's language."""
        return tie_break_wording.criterion_label(self.code)

    @property
    def sentence(self) -> str:
        """The tie-break explained in a sentence."""
        return tie_break_wording.criterion_sentence(self.code)


@dataclass(frozen=True, slots=True)
class StandingValue:
    """A player's value of one tie-break, and as it is shown."""

    code: str
    value: Fraction

    @property
    def text(self) -> str:
        """As people read it."""
        return standings_wording.value_text(self.code, self.value)


class RoundScore(NamedTuple):
    """A player's result in one round.

    `marks` are the table's, `outcome` is the seat's. `points` were earned at the table, and the
    standings add the `correction` for the role. It is a tuple, because a large event has thousands.
    """

    round: int
    table: int
    role: str
    place: int
    shared_place: bool
    final: int
    points: Fraction
    marks: tuple[str, ...] = ()
    outcome: str = ""
    correction: Fraction = Fraction(0)

    @property
    def is_win(self) -> bool:
        """Whether the table was won."""
        return is_won(self.place, self.outcome)

    @property
    def outcome_label(self) -> str:
        """The outcome in the reader's language, blank of a seat that was played."""
        return penalty_wording.outcome_label(self.outcome)

    @property
    def outcome_sign(self) -> str:
        """The same in one sign."""
        return penalty_wording.outcome_sign(self.outcome)

    @property
    def final_counted(self) -> int:
        """The final cash that counts in the standings."""
        return 0 if self.outcome in FORFEITS else self.final

    @property
    def role_label(self) -> str:
        """The role's name in the reader's language."""
        return role_label(self.role)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them.

        Points that make up for the role are added after a plus sign.
        """
        earned = figures_wording.points_text(self.points)
        if not self.correction:
            return earned
        return f"{earned} + {figures_wording.points_text(self.correction)}"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One row.

    `scores` has one item for each round shown, None if the player has no result; `values` one for
    each tie-break. `points` and `values` are of the rounds before the finals but for those
    `discarded`, `stage` and `final_points` as in `scoring.competition`; the line of the cut is
    drawn below the row that is `last_above_cut`. `corrections` make up for roles, by round;
    `rank_uncorrected` returns the rank without anybody's, None where that is not told. Sentences
    are made on demand: a page shows fifty rows of a thousand.
    """

    rank: int
    shared: bool
    player: PlayerRef
    points: Fraction
    played: int
    wins: int
    final_cash: int
    scores: tuple[RoundScore | None, ...]
    values: tuple[StandingValue, ...]
    reason: Callable[[], RankReason] | None = field(repr=False, compare=False)
    names: Mapping[str, str] = field(repr=False, compare=False)
    stage: int = 0
    final_points: Fraction | None = None
    discarded: tuple[int, ...] = ()
    corrections: Mapping[int, Fraction] = field(default_factory=dict, hash=False)
    rank_uncorrected: Callable[[], int] | None = field(default=None, repr=False, compare=False)
    last_above_cut: bool = False
    ranked: bool = True
    """False before the first result, when the rows are in an order drawn by lot."""

    @property
    def place(self) -> str:
        """The place as people read it."""
        return standings_wording.place_text(self.rank, shared=self.shared, ranked=self.ranked)

    @property
    def final_points_text(self) -> str:
        """The points of the finals in the reader's notation.

        Blank for a player not in the finals.
        """
        found = self.final_points
        return "" if found is None else figures_wording.points_text(found)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.points)

    @property
    def penalties(self) -> tuple[PenaltyView, ...]:
        """The player's penalties, as far as the reader sees them."""
        return self.player.penalties

    @property
    def marks(self) -> tuple[str, ...]:
        """Signs of results in the row: `unofficial`, or `corrected` after confirmation."""
        found = {mark for score in self.scores if score for mark in score.marks}
        return tuple(mark for mark in ("unofficial", "corrected") if mark in found)

    @property
    def why(self) -> tuple[str, ...]:
        """Sentences that say why the row stands there; none before the first result."""
        if not self.reason:
            return ()
        left_out = standings_wording.discarded_sentence(self.discarded)
        reasons = standings_wording.sentences_of(self.reason(), self.names)
        return (*([left_out] if left_out else []), *reasons, *self._why_corrected)

    @property
    def correction(self) -> Fraction:
        """The points that make up for the player's roles in all rounds that count."""
        return sum(self._corrections_counting.values(), Fraction(0))

    @property
    def _corrections_counting(self) -> dict[int, Fraction]:
        return {n: added for n, added in self.corrections.items() if n not in self.discarded}

    @property
    def _why_corrected(self) -> tuple[str, ...]:
        """Sentences on what makes up for the player's roles, and the place it comes to."""
        if not self.rank_uncorrected:
            return ()
        return standings_wording.correction_sentences(
            self._corrections_counting, self.rank, self.rank_uncorrected()
        )


@dataclass(frozen=True, slots=True)
class RecordedCut(Cut):
    """A cut, and when it was recorded."""

    made_at: dt.datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The standings of so many players after the finished tables of the rounds shown.

    `as_of` is the time of the last confirmed result, None before the first. `under_review` are the
    tables (their rounds and numbers) whose result counts, but may still be replaced. `first_place`
    is the best one that is shown: more than 1 while places are being revealed from the last one up.
    `frozen_at`: results confirmed later are hidden from the reader. `ranks_before` are the ranks by
    players' codes before the last round with results, empty if that is the first. `cuts` to the
    finals are those that were made; `cut_after` players play the next stage, or the present one,
    None in an event without finals.
    """

    rows: tuple[StandingsRow, ...]
    players: int
    rounds: tuple[int, ...]
    tie_breaks: tuple[TieBreak, ...]
    tables_finished: int
    tables: int
    as_of: dt.datetime | None
    under_review: tuple[tuple[int, int], ...]
    first_place: int = 1
    frozen_at: dt.datetime | None = None
    ranks_before: Mapping[str, int] = field(default_factory=dict)
    cuts: tuple[RecordedCut, ...] = ()
    cut_after: int | None = None

    @property
    def is_level_at_cut(self) -> bool:
        """Whether only the lot will separate the last finalist from the next player."""
        after = self.cut_after
        if self.cuts or after is None or self.first_place > 1 or not 0 < after < len(self.rows):
            return False
        last, following = self.rows[after - 1 : after + 1]
        return last.ranked and last.rank == following.rank


def standings_of(
    event: Event,
    players: Iterable[PlayerRef],
    rounds: Sequence[RoundView],
    cuts: Sequence[RecordedCut] = (),
) -> StandingsView:
    """Return the standings from loaded players, rounds and cuts (no query).

    `players` are in order of seed.
    """
    by_code = {player.code: player for player in players}
    tables = [table for item in rounds for table in item.tables]
    finished = [table for table in tables if table.finished]
    ranked = ranked_by(event, by_code, map(score_of, finished), cuts=cuts)
    uncorrected = _ranks_uncorrected(event, by_code, finished, cuts)
    line = _cut_after(event, cuts)
    return StandingsView(
        rows=_rows(ranked, by_code, [item.number for item in rounds], finished, line, uncorrected),
        players=len(by_code),
        rounds=tuple(item.number for item in rounds),
        tie_breaks=tuple(map(TieBreak, event.tie_breaks)),
        tables_finished=len(finished),
        tables=len(tables),
        as_of=max((table.confirmed_at for table in finished if table.confirmed_at), default=None),
        under_review=tuple((t.round, t.number) for t in finished if t.under_review),
        ranks_before=_ranks_before(event, by_code, finished, cuts),
        cuts=tuple(cuts),
        cut_after=line,
    )


def cuts_of(
    event: Event, reader: Reader, *, of_all_results: bool = False
) -> tuple[RecordedCut, ...]:
    """Return the cuts to the finals that the reader knows of.

    1 query; none in an event without finals.
    """
    if not event.finals:
        return ()
    made = visibility.cuts(reader, event, of_all_results=of_all_results)
    return tuple(
        RecordedCut(cut.round_number, cut.finalists, tuple(cut.left_out), made_at=cut.made_at)
        for cut in made
    )


def _cut_after(event: Event, cuts: Sequence[Cut]) -> int | None:
    """Return the number of finalists of the last cut.

    Before any cut, it is the number that the first one will have. None if the event has no
    finals.
    """
    if cuts:
        return len(cuts[-1].finalists)
    return event.finals[0] if event.finals else None


def _ranks_before(
    event: Event,
    players: Mapping[str, PlayerRef],
    finished: Sequence[TableView],
    cuts: Sequence[Cut],
) -> dict[str, int]:
    """Return the ranks before the last round.

    Penalties about that round or a later one are left out.
    """
    last = max((table.round for table in finished), default=0)
    earlier = [score_of(table) for table in finished if table.round < last]
    if not earlier:
        return {}
    known = [cut for cut in cuts if cut.first_round <= last]
    ranked = ranked_by(event, players, earlier, last, known)
    return {row.player: row.rank for row in ranked.rows}


def _ranks_uncorrected(
    event: Event,
    players: Mapping[str, PlayerRef],
    finished: Sequence[TableView],
    cuts: Sequence[Cut],
) -> Callable[[str], int] | None:
    """Return a function that ranks a player without corrections for roles.

    None in an event without them. All are ranked when the first is asked for.
    """
    if not event.corrects_roles:
        return None

    @cache
    def ranks() -> dict[str, int]:
        scores = map(score_of, finished)
        ranked = ranked_by(event, players, scores, cuts=cuts, corrected=False)
        return {row.player: row.rank for row in ranked.rows}

    return lambda code: ranks()[code]


def revealed_to(place: int, final: StandingsView, rounds: Sequence[RoundView]) -> StandingsView:
    """Return the rows of the final standings from the last up to `place`.

    They tell nothing of who is above or of tables whose results are hidden in `rounds`. What makes
    up for roles at one table depends on all others, so no correction is told before the first
    place is.
    """
    seen = {(item.number, t.number) for item in rounds for t in item.tables if t.finished}
    rows = [row for row in final.rows if row.rank >= place]
    best = rows[0].rank if rows else place
    shown = (_row_of_seen(row, seen) for row in rows)
    told = tuple(
        replace(row, reason=None if row.rank == best and best > 1 else row.reason)
        for row in (map(_without_corrections, shown) if place > 1 else shown)
    )
    review = tuple(table for table in final.under_review if table in seen)
    return replace(final, rows=told, under_review=review, first_place=place, ranks_before={})


def _row_of_seen(row: StandingsRow, seen: Container[tuple[int, int]]) -> StandingsRow:
    """Return a row that names only rounds whose tables are seen."""
    scores = tuple(s if s and (s.round, s.table) in seen else None for s in row.scores)
    rounds = [score.round for score in scores if score]
    return replace(
        row,
        scores=scores,
        discarded=tuple(number for number in rounds if number in row.discarded),
        corrections={n: added for n, added in row.corrections.items() if n in rounds},
    )


def _without_corrections(row: StandingsRow) -> StandingsRow:
    """Return a row with nothing told of corrections for roles.

    Its points contain the corrections.
    """
    scores = tuple(s and s._replace(correction=Fraction(0)) for s in row.scores)
    return replace(row, scores=scores, corrections={}, rank_uncorrected=None)


def ranked_by(
    event: Event | EventDetail,
    players: Mapping[str, PlayerRef],
    scores: Iterable[TableScore],
    before: int | None = None,
    cuts: Sequence[Cut] = (),
    *,
    corrected: bool = True,
) -> Standings:
    """Rank everybody by these tables and the penalties that stand.

    Of penalties about a round, only those about one `before` that number count. If not
    `corrected`, nothing makes up for roles, whatever the event's setting.
    """
    penalties = [
        penalty
        for code, player in players.items()
        for penalty in in_standings(
            code,
            (p for p in player.penalties if not before or p.round is None or p.round < before),
        )
    ]
    scheme = scheme_of(event)
    if not corrected:
        scheme = replace(scheme, corrects_roles=False)
    return rank(list(players), list(scores), scheme, penalties, cuts)


def scheme_of(event: Event | EventDetail) -> Scheme:
    """Return the event's scoring scheme."""
    return Scheme(
        tuple(event.points_by_place),
        tuple(event.tie_breaks),
        event.lot_seed,
        event.discards,
        event.least_counting,
        event.corrects_roles,
    )


def score_of(table: TableView) -> TableScore:
    """Return a finished table as standings are computed from it."""
    seats = tuple(
        SeatScore(seat.player.code, seat.role, seat.place or 0, seat.final or 0, seat.outcome)
        for seat in table.seats
    )
    return TableScore(table.round, table.number, seats)


def _rows(
    ranked: Standings,
    players: dict[str, PlayerRef],
    rounds: Sequence[int],
    finished: Iterable[TableView],
    cut_after: int | None,
    uncorrected: Callable[[str], int] | None,
) -> tuple[StandingsRow, ...]:
    scores: dict[str, dict[int, RoundScore]] = {code: {} for code in players}
    for table in finished:
        marks = table.marks
        for seat in table.seats:
            scores[seat.player.code][table.round] = _round_score(table, seat, marks)
    names = {code: player.name for code, player in players.items()}
    found = [
        _row(ranked, position, players, scores, rounds, names, uncorrected)
        for position in range(len(ranked.rows))
    ]
    if ranked.has_started and cut_after is not None and 0 < cut_after < len(found):
        found[cut_after - 1] = replace(found[cut_after - 1], last_above_cut=True)
    return tuple(found)


def _row(
    ranked: Standings,
    position: int,
    players: dict[str, PlayerRef],
    scores: dict[str, dict[int, RoundScore]],
    rounds: Sequence[int],
    names: dict[str, str],
    uncorrected: Callable[[str], int] | None,
) -> StandingsRow:
    row = ranked.rows[position]
    played = scores[row.player]
    for number, added in row.corrections.items():
        played[number] = played[number]._replace(correction=added)
    return StandingsRow(
        rank=row.rank,
        shared=row.shared,
        player=players[row.player],
        points=row.points,
        played=row.played,
        wins=sum(score.is_win for score in played.values()),
        final_cash=sum(score.final_counted for score in played.values()),
        scores=tuple(played.get(number) for number in rounds),
        values=tuple(
            StandingValue(code, value) for code, value in ranked.tie_break_values(position).items()
        ),
        reason=partial(ranked.why, position) if ranked.has_started else None,
        names=names,
        stage=row.stage,
        final_points=row.final_points,
        discarded=row.discarded,
        corrections=row.corrections,
        rank_uncorrected=partial(uncorrected, row.player) if uncorrected else None,
        ranked=ranked.has_started,
    )


def round_score(table: TableView, seat: SeatView) -> RoundScore:
    """Return a player's score at a finished table."""
    return _round_score(table, seat, table.marks)


def _round_score(table: TableView, seat: SeatView, marks: tuple[str, ...]) -> RoundScore:
    return RoundScore(
        round=table.round,
        table=table.number,
        role=seat.role,
        place=seat.place or 0,
        shared_place=seat.shared_place,
        final=seat.final or 0,
        points=seat.points or Fraction(0),
        marks=marks,
        outcome=seat.outcome,
    )
