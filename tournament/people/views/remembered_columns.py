"""The fields that somebody chose for columns, kept in their session.

They are used for lists with the same titles.
"""

import hashlib
from collections.abc import Collection, Mapping

from django.contrib.sessions.backends.base import SessionBase

from tournament.people.imports.sheets import SheetRow
from tournament.people.imports.titles import title_key
from tournament.people.imports.workbook_process import MAX_COLUMNS

KEY = "columns_of_lists"
MAX_LISTS = 20
"""Lists that a session remembers; a new one replaces the oldest."""


def remember_columns(session: SessionBase, header: SheetRow, columns: Mapping[int, str]) -> None:
    """Keep what the columns of a list with these titles hold, by position."""
    kept = _kept_lists(session)
    last = min(max(columns, default=-1), MAX_COLUMNS - 1)
    chosen = [columns.get(position, "") for position in range(last + 1)]
    if kept.get(_fingerprint(header)) != chosen:
        kept.pop(_fingerprint(header), None)
        kept[_fingerprint(header)] = chosen
        session[KEY] = dict(list(kept.items())[-MAX_LISTS:])


def forget_columns(session: SessionBase, header: SheetRow) -> None:
    """Read lists with these titles as their titles say again."""
    kept = _kept_lists(session)
    if kept.pop(_fingerprint(header), None) is not None:
        session[KEY] = kept


def remembered_columns(
    session: SessionBase, header: SheetRow, fields: Collection[str]
) -> dict[int, str] | None:
    """Return the remembered fields of the columns, by position.

    Only those among `fields` are returned; None if nothing is remembered. Not every event has
    each field: a team is one only where teams are the event's own.
    """
    chosen = _kept_lists(session).get(_fingerprint(header))
    if chosen is None:
        return None
    return {position: name for position, name in enumerate(chosen) if name in fields}


def _kept_lists(session: SessionBase) -> dict[str, list[str]]:
    return dict(session.get(KEY, {}))


def _fingerprint(header: SheetRow) -> str:
    titles = "\n".join(title_key(cell) for cell in header.cells)
    return hashlib.sha256(titles.encode()).hexdigest()[:32]
