"""The tables of an event by what their results wait for."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.models import (
    ConflictingResult,
    Event,
    PaperSheet,
    Penalty,
    Result,
    Round,
    Table,
)
from tournament.results.figures import figures_of_result


@dataclass(frozen=True, slots=True)
class TableResults:
    """The tables of published rounds by their result, each in order.

    Their sheet waits for a second person, or was rejected; or they have no result at all, or one.
    """

    to_confirm: tuple[Table, ...]
    rejected: tuple[Table, ...]
    missing: tuple[Table, ...]
    recorded: tuple[Table, ...]

    @property
    def to_type(self) -> tuple[Table, ...]:
        """The tables that somebody has to type."""
        return (*self.rejected, *self.missing)

    @property
    def closed_rounds(self) -> list[int]:
        """The numbers of closed rounds with results from paper: these stay as they are."""
        closed = (table for table in self.recorded if table.round.closed_at is not None)
        return sorted(
            {table.round.number for table in closed if table.result.source == Result.Source.PAPER}
        )


def sheet_to_type(table: Table, kept: PaperSheet | None) -> PaperSheet | None:
    """Return the sheet that fills a table's form (3 queries).

    That is `kept`; else the result from paper that counts, as an unsaved sheet; else None.
    """
    if kept is not None:
        return kept
    found = Result.objects.filter(table=table, source=Result.Source.PAPER).first()
    if found is None:
        return None
    missed = Penalty.objects.filter(
        entry__seats__table=table,
        round_number=table.round.number,
        kind=Penalty.Kind.NO_SHOW,
        withdrawn_at=None,
    )
    return PaperSheet(
        table=table,
        lines=figures_of_result(found).lines,
        no_shows=[penalty.entry.code for penalty in missed.select_related("entry")],
        abandoned_reason=found.abandoned_reason,
        statement=found.statement,
    )


def next_to_type(done: Table) -> Table | None:
    """Return the next table to type after this one, in its round first (1 query).

    None if there is none left.
    """
    waiting = table_results(done.round.event).to_type
    here = [table for table in waiting if table.round_id == done.round_id]
    later = [table for table in here if table.number > done.number]
    return next(iter([*later, *here, *waiting]), None)


def table_results(event: Event) -> TableResults:
    """Return all the tables (1 query), each with its round, sheet and result if any.

    `is_reviewed`: the chief referee has to choose between several results.
    """
    waiting = ConflictingResult.objects.filter(table=OuterRef("pk"), waiting=True)
    tables = list(
        Table.objects.filter(round__event=event, round__status__in=Round.PUBLIC)
        .annotate(is_reviewed=Exists(waiting))
        .select_related("round__event", "result", "paper_sheet")
        # Each table has its round's: all seats of all earlier rounds, for each table.
        .defer("round__certificate")
        .order_by("round__number", "number")
    )
    sheets = [table for table in tables if hasattr(table, "paper_sheet")]
    bare = [table for table in tables if not hasattr(table, "paper_sheet")]
    return TableResults(
        to_confirm=tuple(table for table in sheets if not table.paper_sheet.rejected_at),
        rejected=tuple(table for table in sheets if table.paper_sheet.rejected_at),
        missing=tuple(table for table in bare if not hasattr(table, "result")),
        recorded=tuple(table for table in bare if hasattr(table, "result")),
    )
