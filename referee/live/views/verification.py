"""The page on how to verify an event.

It has hashes, records, corrections and the command.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.records.selectors import public_digests
from referee.records.trail import (
    Correction,
    LogHead,
    corrections_at_former_tables,
    corrections_of,
    log_heads,
)
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_event
from tournament.events.edition_display import edition_display_of
from tournament.models import Event
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView, TableView
from tournament.standings.selectors.pages import EventPage, event_page


@dataclass(frozen=True, slots=True)
class VerifiableTable:
    """A table that has a result, or whose result was removed.

    It has its log's head and its record's SHA-256 (None and "" for a result entered by hand), and
    its corrections.
    """

    table: TableView
    head: LogHead | None
    record: str
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class VerifiableRound:
    """A round with the tables that have a result or had one."""

    number: int
    all_tables: tuple[VerifiableTable, ...]

    @property
    def tables(self) -> tuple[VerifiableTable, ...]:
        """The tables with a result."""
        return tuple(each for each in self.all_tables if each.table.finished)


@require_safe
def verify(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how to recompute the event, the ends of its logs, and what was corrected."""
    page = or_404(event_page(slug))
    event = Event.objects.get(pk=page.event.pk)
    rounds = _rounds(event, page.rounds)
    tables = [table for item in rounds for table in item.tables]
    everywhere = [table for item in rounds for table in item.all_tables]
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "rounds": [item for item in rounds if item.tables],
        "cuts": _cuts(page),
        "corrected": [table for table in everywhere if table.corrections],
        "corrected_before": sorted(corrections_at_former_tables(event).items()),
        "by_hand": [table for table in tables if not table.record],
        "over": page.is_over,
        "crumbs": to_event(page.event, Crumb(gettext("Verify"))),
    }
    return render(request, "referee/live/verify.html", context)


@dataclass(frozen=True, slots=True)
class ShownCut:
    """A cut as the page shows it.

    It has the first round of the stage, its finalists as they stood at the cut, and those left out;
    while places are being revealed, only players whose rows are shown.
    """

    round: int
    finalists: tuple[PlayerRef, ...]
    left_out: tuple[PlayerRef, ...]


def _cuts(page: EventPage) -> list[ShownCut]:
    """Return the cuts that were made (no query)."""
    shown = {row.player.code: row.player for row in page.standings.rows}
    return [
        ShownCut(
            cut.first_round,
            tuple(shown[code] for code in cut.finalists if code in shown),
            tuple(shown[code] for code in cut.left_out if code in shown),
        )
        for cut in page.standings.cuts
    ]


def _rounds(event: Event, rounds: tuple[RoundView, ...]) -> list[VerifiableRound]:
    """Return the rounds in order (6 queries)."""
    tables = [table for item in rounds for table in item.tables]
    finished = [table.pk for table in tables if table.finished]
    others = [table.pk for table in tables if not table.finished]
    heads, records = log_heads(event), public_digests(event.pk)
    corrections = corrections_of(event, finished, others)
    return [
        VerifiableRound(
            item.number,
            tuple(
                VerifiableTable(
                    table=table,
                    head=heads.get(table.pk),
                    record=records.get(table.pk, ""),
                    corrections=tuple(corrections.get(table.pk, ())),
                )
                for table in item.tables
                if table.finished or table.pk in corrections
            ),
        )
        for item in rounds
    ]
