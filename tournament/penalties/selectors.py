"""Penalties as pages and standings read them."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.competition import penalties as competition
from scoring.competition.seat_outcomes import DISQUALIFIED, NO_SHOW, outcomes_of_table
from tournament.models import Event, Penalty
from tournament.penalties import wording as penalty_wording

KIND = Penalty.Kind
OUTCOME_OF = {KIND.NO_SHOW.value: NO_SHOW, KIND.LOST_TABLE.value: DISQUALIFIED}


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """One penalty that has not been withdrawn; see `tournament.models.Penalty`."""

    pk: int
    kind: str
    round: int | None
    points: Fraction | None
    places: int | None
    reason: str
    at: dt.datetime

    @property
    def text(self) -> str:
        """The penalty in the reader's language."""
        return penalty_wording.penalty_text(self.kind, self.points, self.places)

    @property
    def is_forfeit(self) -> bool:
        """Whether the penalty is about one table, whose result shows it."""
        return self.kind in OUTCOME_OF


def penalty_view(row: Penalty) -> PenaltyView:
    """Return a stored penalty as it is shown (no query)."""
    return PenaltyView(
        pk=row.pk,
        kind=row.kind,
        round=row.round_number,
        points=None if row.points is None else Fraction(row.points),
        places=row.places,
        reason=row.reason,
        at=row.decided_at,
    )


def in_standings(player: str, penalties: Iterable[PenaltyView]) -> list[competition.Penalty]:
    """Return a player's penalties that count in the standings.

    They change the standings beyond the tables' results.
    """
    return [
        competition.Penalty(
            player=player,
            points=penalty.points or Fraction(0),
            places=penalty.places or 0,
            disqualified=penalty.kind == KIND.DISQUALIFIED,
            round=penalty.round,
        )
        for penalty in penalties
        if penalty.kind in (KIND.POINTS, KIND.PLACES, KIND.DISQUALIFIED)
    ]


def outcomes_at(
    number: int, penalties: Sequence[Iterable[PenaltyView]], *, abandoned: bool
) -> tuple[str, ...]:
    """Return each seat's outcome at a table of round `number`.

    The outcomes follow from the penalties of the seats' players.
    """
    if not abandoned and not any(penalties):
        return ("",) * len(penalties)
    forfeits = [
        next((OUTCOME_OF[p.kind] for p in own if p.is_forfeit and p.round == number), "")
        for own in penalties
    ]
    return outcomes_of_table(forfeits, abandoned=abandoned)


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty on the organisers' page, with its player."""

    row: Penalty
    view: PenaltyView

    @property
    def withdrawn(self) -> bool:
        """Whether the penalty was withdrawn."""
        return self.row.withdrawn_at is not None


def penalties_of(event: Event) -> list[PenaltyRow]:
    """Return all penalties of an event, the newest first (1 query)."""
    rows = Penalty.objects.filter(entry__event=event).select_related("entry")
    return [PenaltyRow(row, penalty_view(row)) for row in rows.order_by("-pk")]
