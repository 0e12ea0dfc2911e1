"""The recipients of a correction's notices.

They are stored with it by tables and codes of players, so that they can be named later and no name
is stored twice.
"""

from collections.abc import Collection
from typing import Any

from tournament import visibility
from tournament.boards import boards
from tournament.models import AuditEntry, Entry, Result, Table
from tournament.outbox.selectors.due_emails import emailed_corrections
from tournament.visibility import Reader


def last_correction_notice(result: Result) -> dict[str, Any] | None:
    """Return the people who were told of a result's last correction (1 query).

    None if it was never corrected.
    """
    rows = AuditEntry.objects.filter(
        event_slug=result.table.round.event.slug,
        kind="result",
        object_id=result.pk,
        action__in=("correct", "choose result"),
    )
    row = rows.first() if result.revision > 1 else None
    return row.after.get("told") if row and row.after else None


def correction_notice_for(tables: Collection[int]) -> dict[str, Any]:
    """Return the people to tell that results were corrected (6 queries).

    The results are those of `tables` (by key). `tablets` has round and number of tables with a
    paired tablet; `players` the codes of those at the tables, `links` of those with a personal
    link, `emails` of those who get an e-mail; `public` says if the public pages show the
    correction.
    """
    shown = Table.objects.filter(pk__in=tables).select_related("round__event")
    shown = shown.filter(round__in=visibility.rounds(Reader.PUBLIC))
    seated = Entry.objects.filter(seats__table__in=tables)
    linked = seated.filter(personal_link__isnull=False)
    return {
        "tablets": [list(pair) for pair in boards().tables_with_tablets(tables)],
        "players": sorted({entry.code for entry in seated}),
        "links": sorted({entry.code for entry in linked}),
        "emails": sorted({entry.code for entry in emailed_corrections(tables)}),
        "public": any(not visibility.is_frozen(Reader.PUBLIC, t.round.event) for t in shown),
    }
