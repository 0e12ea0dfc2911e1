"""The cut to the finals: its order, missing results and record.

It says what the cut would be, what is missing before it and how it was recorded.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from scoring.competition import finals as competition
from scoring.competition.cutting import BeforeCut
from scoring.competition.standings import Row
from tournament.common import figures_wording, finals
from tournament.common.finals import FinalStage
from tournament.models import ConflictingResult, Cut, Event, Penalty, Round, Table
from tournament.penalties.selectors import in_standings
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.rounds.selectors.rounds import rounds_of
from tournament.standings.selectors.standings import cuts_of, scheme_of, score_of
from tournament.visibility import Reader

Players = dict[int, PlayerRef]
"""All players of an event in seed order, by key."""


@dataclass(frozen=True, slots=True)
class MissingResults:
    """A round before the cut that is not over.

    `tables` are those without a confirmed result. There are none where nobody is seated in the
    round.
    """

    round: int
    tables: tuple[int, ...]

    @property
    def text(self) -> str:
        """The missing results, in the reader's language."""
        if not self.tables:
            text = gettext("Round %(round)d has not been played.")
            return text % {"round": self.round}
        text = ngettext(
            "Round %(round)d: table %(tables)s has no confirmed result.",
            "Round %(round)d: tables %(tables)s have no confirmed result.",
            len(self.tables),
        )
        return text % {"round": self.round, "tables": ", ".join(map(str, self.tables))}


@dataclass(frozen=True, slots=True)
class CutLine:
    """A player at the cut.

    `place` is in the order of it, `points` are those of the rounds before it. `by_lot` says that
    the lot put the player there, `left_out` that the player lets the next one in; `next_in` is the
    player who would play instead of a finalist who dropped out.
    """

    place: int
    player: PlayerRef
    points: Fraction
    is_finalist: bool
    by_lot: bool
    left_out: bool
    next_in: PlayerRef | None

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.points)


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage of the finals with its cut (None before it is recorded).

    The order of the players is as it was recorded, or as it would be now. `has_seats` and
    `has_results` are of its rounds.
    """

    stage: FinalStage
    cut: Cut | None
    lines: tuple[CutLine, ...]
    missing: tuple[MissingResults, ...]
    has_seats: bool
    has_results: bool

    @property
    def lot_decided(self) -> str:
        """The players between whom the lot drew the line, by name; blank if it did not."""
        names = [line.player.name for line in self.lines if line.by_lot]
        return get_text_list(names, gettext("and"))


def missing_before(event: Event, stage: FinalStage) -> tuple[MissingResults, ...]:
    """Return the results missing in the rounds before a stage (2 queries)."""
    rounds = {item.number: item for item in event.rounds.filter(number__lt=stage.first)}
    waiting = ConflictingResult.objects.filter(waiting=True).values("table")
    tables = Table.objects.filter(round__in=rounds.values())
    unsettled = tables.filter(result__isnull=True) | tables.filter(pk__in=waiting)
    open_tables: dict[int, list[int]] = {}
    for number, table in unsettled.values_list("round__number", "number").order_by("number"):
        open_tables.setdefault(number, []).append(table)
    return tuple(
        MissingResults(number, tuple(open_tables.get(number, ())))
        for number in range(1, stage.first)
        if number in open_tables
        or number not in rounds
        or rounds[number].status in (Round.Status.DRAFT, Round.Status.DRAWN)
    )


def order_at_cut(event: Event, stage: FinalStage, players: Players, lot_seed: str) -> list[str]:
    """Return all players by their codes as they stand before a stage (4 queries).

    The lot decides between players whom nothing else separates.
    """
    return _before_cut(event, stage, players, lot_seed).order()


def _before_cut(event: Event, stage: FinalStage, players: Players, lot_seed: str) -> BeforeCut:
    rounds = rounds_of(event, players, Reader.STAFF)
    return BeforeCut(
        first_round=stage.first,
        players=[player.code for player in players.values()],
        tables=[score_of(table) for item in rounds for table in item.tables if table.finished],
        scheme=replace(scheme_of(event), lot_seed=lot_seed),
        penalties=[p for each in players.values() for p in in_standings(each.code, each.penalties)],
        cuts=cuts_of(event, Reader.STAFF),
    )


def out_of_finals(players: Players) -> set[str]:
    """Return the players who cannot be finalists.

    They dropped out or are disqualified.
    """
    return {
        player.code
        for player in players.values()
        if player.dropped or any(p.kind == Penalty.Kind.DISQUALIFIED for p in player.penalties)
    }


def stages_of(event: Event) -> list[StageView]:
    """Return every stage of an event's finals, as the organisers see it.

    2 queries, and some 8 a stage.
    """
    made = {cut.round_number: cut for cut in Cut.objects.filter(event=event)}
    players = players_of(event, Reader.STAFF)
    return [_view(event, stage, made.get(stage.first), players) for stage in finals.stages(event)]


def next_in_order(cut: Cut, out: Collection[str]) -> str | None:
    """Return the next finalist by the recorded order; None if nobody is left."""
    never = {*cut.finalists, *cut.left_out, *out}
    return next((code for code in cut.order if code not in never), None)


def _view(event: Event, stage: FinalStage, cut: Cut | None, players: Players) -> StageView:
    seats = event.rounds.filter(number__range=(stage.first, stage.last), seats__isnull=False)
    results = seats.filter(tables__result__isnull=False)
    seed = cut.lot_seed if cut else event.lot_seed
    return StageView(
        stage=stage,
        cut=cut,
        lines=_lines(_before_cut(event, stage, players, seed), cut, stage.size, players),
        missing=() if cut else missing_before(event, stage),
        has_seats=seats.exists(),
        has_results=results.exists(),
    )


def _lines(before: BeforeCut, cut: Cut | None, size: int, players: Players) -> tuple[CutLine, ...]:
    """Return the order of a cut; nobody before any result."""
    out = out_of_finals(players)
    left_out = set(cut.left_out) if cut else out
    order = cut.order if cut else before.order()
    finalists = competition.finalists_of(order, left_out, size)
    by_code = {player.code: player for player in players.values()}
    following = next_in_order(cut, out) if cut else None
    rows = before.rows_without_lot()
    at_line = _separated_at_the_line(order, finalists, left_out, rows)
    passed_over = competition.passed_over(order, left_out, size)
    return tuple(
        CutLine(
            place=place,
            player=by_code[code],
            points=rows[code].points,
            is_finalist=code in finalists,
            by_lot=code in at_line,
            left_out=code in passed_over,
            next_in=by_code[following] if following and code in finalists and code in out else None,
        )
        for place, code in enumerate(order, start=1)
        if code in by_code
    )


def _separated_at_the_line(
    order: Collection[str],
    finalists: Collection[str],
    left_out: Collection[str],
    rows: Mapping[str, Row],
) -> set[str]:
    """Return the players on both sides of the line if only the lot separates them.

    They are the last finalist and the first player behind.
    """
    behind = [code for code in order if code not in finalists and code not in left_out]
    at_line = {*list(finalists)[-1:], *behind[:1]}
    are_level = len({rows[code].rank for code in at_line}) == 1
    return at_line if len(at_line) == 2 and are_level else set()
