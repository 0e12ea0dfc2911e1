"""Cuts to the finals, drawn again from the results and penalties before them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.live.verification.comparing import Difference, differences_in
from referee.live.verification.published import PublishedCut, PublishedEvent
from scoring.competition.cutting import BeforeCut
from scoring.competition.finals import finalists_of
from scoring.competition.scheme import TableScore


@dataclass(frozen=True, slots=True)
class Cuts:
    """The number of cuts drawn again, and the differences.

    `drawn` is that number. A cut stays when a result before it is corrected: the cut that would
    be drawn by now is reported as `corrected`, and is no fault. Cuts before which results are
    hidden are not drawn.
    """

    drawn: int
    differences: tuple[Difference, ...]
    corrected: tuple[Difference, ...]


def cuts_again(event: PublishedEvent, scores: Sequence[TableScore]) -> Cuts:
    """Make the event's cuts again from its tables' scores.

    Raise ValueError if they cannot be ranked.
    """
    shown = [] if event.first_place > 1 else [c for c in event.cuts if not _is_hidden(event, c)]
    differences: list[Difference] = []
    corrected: list[Difference] = []
    for cut in shown:
        later = corrected if _is_corrected(event, cut) else differences
        later += _differences(event, scores, cut)
    return Cuts(len(shown), tuple(differences), tuple(corrected))


def _is_hidden(event: PublishedEvent, cut: PublishedCut) -> bool:
    return any(number < cut.first_round for number in event.hidden)


def _is_corrected(event: PublishedEvent, cut: PublishedCut) -> bool:
    """Return whether a result before a cut was confirmed after it."""
    return any(
        table.confirmed_at > cut.made_at
        for table in event.tables
        if table.round < cut.first_round and table.confirmed_at
    )


def _differences(
    event: PublishedEvent, scores: Sequence[TableScore], cut: PublishedCut
) -> Iterator[Difference]:
    """Yield the differences between a published cut and the cut recomputed.

    Only penalties decided before the cut count. The players left out are taken as published.
    """
    before = BeforeCut(
        cut.first_round,
        event.players,
        scores,
        event.scheme,
        [penalty for penalty in event.penalties if penalty.at <= cut.made_at],
        event.cuts,
    )
    drawn = finalists_of(before.order(), cut.left_out, event.final_sizes.get(cut.first_round, 0))
    where = _("cut before round %(round)d") % {"round": cut.first_round}
    return differences_in(list(cut.finalists), list(drawn), where, "finalists")
