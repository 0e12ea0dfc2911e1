"""Tables that have results from several sources.

One of the results counts. The chief referee may still have to choose.
"""

import datetime as dt
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from tournament.models import ConflictingResult, Result
from tournament.results.figures import figures_of_result


@dataclass(frozen=True, slots=True)
class ResultVersion:
    """One result of a table; `lines` are empty while the game is still being logged."""

    source: str
    source_label: str
    lines: list[dict[str, Any]]
    entered_at: dt.datetime
    entered_by: str


@dataclass(frozen=True, slots=True)
class ChiefChoice:
    """The chief referee's choice, and the reason."""

    source: str
    reason: str
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Review:
    """The results of a table that has several: the one that counts first.

    `seen` is their digest. `choice` is the last one made, None where there was none.
    """

    versions: tuple[ResultVersion, ...]
    waiting: bool
    choice: ChiefChoice | None
    seen: str


def is_waiting(table: int) -> bool:
    """Return whether a table waits for the chief referee's choice (1 query).

    `table` is a key.
    """
    return ConflictingResult.objects.filter(table=table, waiting=True).exists()


def has_result(table: int) -> bool:
    """Return whether the table with this key has a result (1 query)."""
    return Result.objects.filter(table=table).exists()


def choice_of(table: int) -> ChiefChoice | None:
    """Return the choice made for the table with this key (1 query)."""
    found = Result.objects.filter(table=table, decided_at__isnull=False).defer("statement").first()
    return _choice(found) if found else None


def review_of(table: int) -> Review | None:
    """Return the results of a table, None unless it has several.

    `table` is a key. 1 query, or 3.
    """
    rows = list(ConflictingResult.objects.filter(table=table))
    if not rows:
        return None
    found = Result.objects.filter(table=table).select_related("confirmed_by").first()
    if found is None:
        return None
    counting = ResultVersion(
        source=found.source,
        source_label=str(Result.Source(found.source).label),
        lines=figures_of_result(found).lines,
        entered_at=found.confirmed_at,
        entered_by=found.entered_by or str(found.confirmed_by or ""),
    )
    versions = (counting, *map(_version, rows))
    return Review(
        versions=versions,
        waiting=any(row.waiting for row in rows),
        choice=_choice(found),
        seen=_digest(versions),
    )


def _version(row: ConflictingResult) -> ResultVersion:
    return ResultVersion(
        source=row.source,
        source_label=str(Result.Source(row.source).label),
        lines=row.lines,
        entered_at=row.entered_at,
        entered_by=row.entered_by,
    )


def _choice(found: Result) -> ChiefChoice | None:
    if found.decided_at is None:
        return None
    return ChiefChoice(found.source, found.decision, found.decided_by, found.decided_at)


def _digest(versions: tuple[ResultVersion, ...]) -> str:
    told = [[version.source, version.lines] for version in versions]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
