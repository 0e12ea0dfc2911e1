"""Columns of a list: guessed by their title, or chosen by the organiser."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.people.imports.faults import SheetError
from tournament.people.imports.sheets import SheetRow
from tournament.people.imports.titles import HALVES, TITLES, field_of, preset_of, title_key

MAX_SAMPLE = 60


class Column(NamedTuple):
    """A column as the organiser sees it.

    `holds` is a key of TITLES, blank for a column that is not used.
    """

    position: int
    title: str
    sample: str
    holds: str


def columns_of(
    rows: list[SheetRow], chosen: Mapping[int, str] | None = None, *, own_teams: bool = False
) -> list[Column]:
    """Return a sheet's columns, each with its first cell that is not blank.

    The first row names them. `chosen` says what each holds, by position; without it they are
    guessed. Where the event has no `own_teams`, a team is a club, unless clubs have a column too.
    """
    header, *body = rows
    guessed = guess_columns(header, own_teams=own_teams)
    found = []
    for position, title in enumerate(header.cells):
        filled = (row.cells[position].strip() for row in body if position < len(row.cells))
        sample = next((cell for cell in filled if cell), "")
        holds = guessed.get(position, "") if chosen is None else chosen.get(position, "")
        found.append(Column(position, title.strip(), sample[:MAX_SAMPLE], holds))
    return found


def positions_of(
    header: SheetRow, chosen: Mapping[int, str] | None = None, *, own_teams: bool = False
) -> dict[str, int]:
    """Return where each thing stands; arguments as of `columns_of`.

    Raises SheetError if there is no name, or one thing stands twice.
    """
    holds = guess_columns(header, own_teams=own_teams) if chosen is None else chosen
    found: dict[str, int] = {}
    for position, name in sorted(holds.items()):
        if name not in TITLES or position >= len(header.cells):
            continue
        if name in found and name == "rating":
            continue  # Lists have several, and any of them orders: the first is taken.
        if name in found:
            raise SheetError(
                _("Two columns hold the player's %(column)s.") % {"column": name},
                _("Remove or rename one, or choose for one of them that it is not used."),
                header.number,
            )
        found[name] = position
    if not {"name", "first", "last"} & set(found):
        raise SheetError(
            _("No column is called “name”."),
            _(
                "Name the columns in the first row: name, club, email, seed. Or choose under “What "
                "each column holds” on the page of the import."
            ),
            header.number,
        )
    return found


def guess_columns(header: SheetRow, *, own_teams: bool) -> dict[int, str]:
    """Return the keys of TITLES that the columns hold, guessed by their titles.

    They are given by position; `own_teams` is as in `columns_of`.
    """
    found = _preset_columns(header) or _titled_columns(header)
    if not own_teams and "club" not in found.values():
        found = {at: "club" if name == "team" else name for at, name in found.items()}
    return found


def _preset_columns(header: SheetRow) -> dict[int, str]:
    """Return the columns of a list that a known program writes; none for another list."""
    preset, keys = preset_of(header.cells), [title_key(cell) for cell in header.cells]
    found: dict[int, str] = {}
    for key, name in preset.holds.items() if preset else ():
        if key in keys and name not in found.values():
            found[keys.index(key)] = name
    return found


def _titled_columns(header: SheetRow) -> dict[int, str]:
    named = ((at, field_of(title)) for at, title in enumerate(header.cells))
    found = {at: name for at, name in named if name}
    halves = set(found.values()) & {"first", "last"}
    for position, title in enumerate(header.cells):
        half = HALVES.get(title_key(title))
        if half is not None and halves and half not in halves:
            found[position] = half
    return found
