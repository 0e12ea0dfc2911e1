"""The standings that the public was shown, step by step.

The audit log has kept the steps.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournament import visibility
from tournament.models import AuditEntry, Entry, Event
from tournament.visibility import Reader

SHOWN = "show places"
"""The action of a step's audit row. `after` has `revealed_to` and `places`, [rank, code, points]
of each row that the step showed for the first time, or otherwise than before."""
HIDING = ("freeze", "show")
MAX_STEPS = 200
MAX_ROWS = 100
Place = tuple[int, str, str]
"""A row as the public saw it: rank, the player's code, exact points (`7/2`)."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row that a step showed; `name` is the player's as the public sees it now."""

    rank: int
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class RevealStep:
    """A step of the prize-giving: when, by whom, down from the last place up to which.

    `revealed_to` is None where the places were hidden again. Of many rows the first are `rows`,
    and `more` follow.
    """

    at: dt.datetime
    by: str
    revealed_to: int | None
    rows: tuple[ShownRow, ...]
    more: int


def places_shown(event: Event) -> dict[str, Place]:
    """Return the places shown since the last freeze (1 query).

    The steps since then have shown them. They are keyed by the players' codes.
    """
    shown: dict[str, Place] = {}
    for row in _rows(event, SHOWN, *HIDING).order_by("pk"):
        if row.action in HIDING:
            shown = {}
            continue
        best = _shown_values(row).get("revealed_to")
        shown = {code: place for code, place in shown.items() if best and place[0] >= best}
        shown |= {place[1]: place for place in _places(row)}
    return shown


def reveal_steps(event: Event) -> list[RevealStep]:
    """Return the steps of the event's prize-giving, the newest first (2 queries)."""
    found = list(_rows(event, SHOWN).order_by("-pk")[:MAX_STEPS])
    entries = Entry.objects.filter(event=event) if found else ()
    names = {entry.code: visibility.name_of(Reader.PUBLIC, entry) for entry in entries}
    return [_step(row, names) for row in found]


def _step(row: AuditEntry, names: dict[str, str]) -> RevealStep:
    places = sorted(_places(row))
    return RevealStep(
        at=row.at,
        by=row.by,
        revealed_to=_shown_values(row).get("revealed_to"),
        rows=tuple(ShownRow(rank, names.get(c, c), p) for rank, c, p in places[:MAX_ROWS]),
        more=max(0, len(places) - MAX_ROWS),
    )


def _rows(event: Event, *actions: str) -> Any:
    of_event = AuditEntry.objects.filter(event_slug=event.slug, kind="event", object_id=event.pk)
    return of_event.filter(action__in=actions)


def _shown_values(row: AuditEntry) -> dict[str, Any]:
    return row.after or {}


def _places(row: AuditEntry) -> Iterable[Place]:
    return ((rank, code, points) for rank, code, points in _shown_values(row).get("places", ()))
