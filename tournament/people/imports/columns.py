"""Columns of a list: guessed by their title, or chosen by the organiser."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.people.imports.faults import SheetError
from tournament.people.imports.sheets import SheetRow

TITLES = {
    "name": {"name", "player", "full name", "nom", "nom complet", "имя", "игрок", "фио"},
    "first": {"first name", "given name", "firstname", "prénom", "prenom"},
    "last": {"last name", "surname", "family name", "lastname", "nom de famille", "фамилия"},
    "club": {"club", "клуб"},
    "team": {"team", "équipe", "команда"},
    "email": {"email", "e-mail", "mail", "email address", "courriel", "почта"},
    "seed": {"seed", "seed rank", "rank", "no", "number", "numéro", "номер"},
}
"""Known column titles in spreadsheets, by what the column holds.

`nom`, `имя` and `name` mean half a name if another column holds the other half (`HALVES`).
"""
HALVES = {"nom": "last", "имя": "first", "name": "last"}
"""The half of a name under such a title, beside a column for the other half."""
MAX_SAMPLE = 60


class Column(NamedTuple):
    """A column as the organiser sees it: `holds` is a key of TITLES, blank for one not used."""

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
    guessed = _guess_columns(header, own_teams)
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
    holds = _guess_columns(header, own_teams) if chosen is None else chosen
    found: dict[str, int] = {}
    for position, name in sorted(holds.items()):
        if name not in TITLES or position >= len(header.cells):
            continue
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


def _guess_columns(header: SheetRow, own_teams: bool) -> dict[int, str]:
    titles = [" ".join(cell.replace("_", " ").split()).casefold() for cell in header.cells]
    found = {}
    for position, title in enumerate(titles):
        name = next((name for name, known in TITLES.items() if title in known), None)
        if name is not None:
            found[position] = name
    if not own_teams and "club" not in found.values():
        found = {at: "club" if name == "team" else name for at, name in found.items()}
    halves = set(found.values()) & {"first", "last"}
    for position, title in enumerate(titles):
        half = HALVES.get(title)
        if half is not None and halves and half not in halves:
            found[position] = half
    return found
