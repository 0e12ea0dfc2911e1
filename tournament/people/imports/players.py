"""A list of players: its columns, and every fault of its rows."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournament.common.email_addresses import address_key
from tournament.common.exports import FORMULA_STARTS
from tournament.common.external_ids import MAX_EXTERNAL_ID, validate_external_id
from tournament.common.names import MAX_NAME_LENGTH, comparison_key, validate_name
from tournament.people.imports.columns import positions_of
from tournament.people.imports.faults import Fault, SheetError
from tournament.people.imports.sheets import SheetRow, read_sheet

LAST_SEED = 1_000_000
RATING = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{3})+(?![0-9])|[0-9]{1,7})([.,][0-9]+)?\W*")
"""A rating: thousands may be set apart, decimals may follow (`1500`, `1,500`, `1500.5`)."""
MAX_EMAIL_LENGTH = 254


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player of the file; `row` is the row's number in it.

    `seed` and `rating` are None and the texts are blank where the file says nothing. A rating is
    not kept: new players are seeded by it, from the highest.
    """

    row: int
    name: str
    club: str
    team: str
    email: str
    seed: int | None
    external_id: str = ""
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Usable rows of a list, the faults of all others, and the ignored columns.

    `columns` are those of the file; fields without a column stay as they are.
    """

    rows: tuple[PlayerRow, ...]
    faults: tuple[Fault, ...]
    columns: frozenset[str]
    ignored: tuple[str, ...]


def read_players(
    content: bytes,
    chosen: Mapping[int, str] | None = None,
    *,
    own_teams: bool = False,
    encoding: str = "",
) -> PlayerList:
    """Return the players of a CSV or XLSX file; `encoding` as `read_sheet` has it.

    A file that cannot be read at all has one fault.
    """
    try:
        return players_of(read_sheet(content, encoding), chosen, own_teams=own_teams)
    except SheetError as error:
        return PlayerList((), (error.fault,), frozenset(), ())


def players_of(
    sheet: list[SheetRow], chosen: Mapping[int, str] | None = None, *, own_teams: bool = False
) -> PlayerList:
    """Return the players of a sheet.

    `chosen` says what each column holds (`columns.TITLES`), by its position; without it their
    titles do, as `columns.columns_of` reads them. A sheet without names has one fault.
    """
    header, *body = sheet
    try:
        columns = positions_of(header, chosen, own_teams=own_teams)
    except SheetError as error:
        return PlayerList((), (error.fault,), frozenset(), ())
    rows: list[PlayerRow] = []
    faults: list[Fault] = []
    for line in body:
        row, wrong = _read_row(line, columns, len(header.cells))
        faults += wrong
        if not wrong:
            rows.append(row)
    faults += _duplicates(rows)
    faults.sort(key=lambda fault: fault.row or 0)
    known = set(columns.values())
    ignored = [cell.strip() for i, cell in enumerate(header.cells) if i not in known]
    return PlayerList(tuple(rows), tuple(faults), frozenset(columns), tuple(filter(None, ignored)))


def _read_row(line: SheetRow, columns: dict[str, int], width: int) -> tuple[PlayerRow, list[Fault]]:
    cells = {
        name: own_text(line.cells[position]) if position < len(line.cells) else ""
        for name, position in columns.items()
    }
    halves = (cells.pop("first", ""), cells.pop("last", ""))
    cells["name"] = cells.get("name") or " ".join(filter(None, halves))
    faults = [
        Fault(line.number, column, *wrong)
        for column, text in cells.items()
        if (wrong := CHECKS[column](text))
    ]
    if len(line.cells) > width:
        reason = _("The row has more cells than there are columns.")
        faults.append(
            Fault(
                line.number,
                "",
                reason,
                _("Put cells that contain the separator in quotation marks."),
            )
        )
    seed = cells.get("seed", "")
    row = PlayerRow(
        row=line.number,
        name=" ".join(cells["name"].split()),
        club=" ".join(cells.get("club", "").split()),
        team=" ".join(cells.get("team", "").split()),
        email=cells.get("email", ""),
        seed=int(seed) if seed and not faults else None,
        external_id=" ".join(cells.get("external_id", "").split()),
        rating=read_rating(cells.get("rating", "")),
    )
    return row, faults


def own_text(cell: str) -> str:
    """Return a cell's text before `exports.escape_formula`."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA_STARTS) else text


def _check_name(text: str) -> tuple[str, str] | None:
    if not text:
        return _("The name is missing."), _("Write it, or delete the row.")
    return _check_text(text)


def _check_text(text: str) -> tuple[str, str] | None:
    if len(text) > MAX_NAME_LENGTH:
        reason = _("%(length)d characters are too many.") % {"length": len(text)}
        return reason, _("Shorten it to %(most)d characters.") % {"most": MAX_NAME_LENGTH}
    try:
        validate_name(text or "-")
    except ValidationError:
        return _("It contains control or text-direction characters."), _("Retype it without them.")
    return None


def _check_email(text: str) -> tuple[str, str] | None:
    if not text:
        return None
    try:
        validate_email(text)
    except ValidationError:
        return _("This is not an email address."), _("Correct it, or leave the cell empty.")
    if len(text) > MAX_EMAIL_LENGTH:
        return _("The address is too long."), _("Correct it, or leave the cell empty.")
    return None


def _check_seed(text: str) -> tuple[str, str] | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 8 and 1 <= int(text) <= LAST_SEED:
        return None
    reason = _("The seed rank is not a whole number from 1 to %(last)d.") % {"last": LAST_SEED}
    return reason, _("Correct it, or leave the cell empty.")


def read_rating(text: str) -> float | None:
    """Return the rating in a cell; None for one that is no number (`-`, `unrated`).

    >>> read_rating("1,500"), read_rating("1 500,5"), read_rating("1850?"), read_rating("-")
    (1500.0, 1500.5, 1850.0, None)
    """
    found = RATING.fullmatch("".join(text.split()))
    if found is None:
        return None
    whole, decimals = re.sub("[.,]", "", found[1]), (found[2] or "").replace(",", ".")
    return float(whole + decimals)


def _check_external_id(text: str) -> tuple[str, str] | None:
    if not text:
        return None
    if len(text) > MAX_EXTERNAL_ID:
        reason = _("%(length)d characters are too many.") % {"length": len(text)}
        return reason, _("Shorten it to %(most)d characters.") % {"most": MAX_EXTERNAL_ID}
    try:
        validate_external_id(text)
    except ValidationError as error:
        return " ".join(error.messages), _("Correct it, or leave the cell empty.")
    return None


CHECKS: dict[str, Callable[[str], tuple[str, str] | None]] = {
    "name": _check_name,
    "club": _check_text,
    "team": _check_text,
    "email": _check_email,
    "seed": _check_seed,
    "rating": lambda _text: None,  # It only orders: what is no number is no fault of the player's.
    "external_id": _check_external_id,
}


def _duplicates(rows: Iterable[PlayerRow]) -> list[Fault]:
    """Return a fault for each row that repeats a player, an address, an id or a seed."""
    faults: list[Fault] = []
    seeds: dict[int, int] = {}
    emails: dict[str, int] = {}
    ids: dict[str, int] = {}
    names: dict[str, PlayerRow] = {}
    for row in rows:
        own = row.external_id
        if own and (first := ids.setdefault(own, row.row)) != row.row:
            remedy = _("Delete one row, or correct the ID.")
            faults.append(_duplicate_fault(row, "external_id", first, remedy))
            continue
        if row.seed is not None and (first := seeds.setdefault(row.seed, row.row)) != row.row:
            faults.append(
                _duplicate_fault(row, "seed", first, _("Give each player another seed rank."))
            )
        email = address_key(row.email)
        if email and (first := emails.setdefault(email, row.row)) != row.row:
            faults.append(
                _duplicate_fault(row, "email", first, _("Delete one row, or correct the address."))
            )
            continue
        namesake = names.setdefault(comparison_key(row.name), row)
        if namesake is not row and not _are_told_apart(row, namesake):
            remedy = _("Delete one row; two players of one name both need an email address.")
            faults.append(_duplicate_fault(row, "name", namesake.row, remedy))
    return faults


def _are_told_apart(one: PlayerRow, other: PlayerRow) -> bool:
    """Return whether two rows of one name have something else that differs."""
    return bool(one.email and other.email) or bool(one.external_id and other.external_id)


def _duplicate_fault(row: PlayerRow, column: str, first: int, remedy: str) -> Fault:
    return Fault(row.row, column, _("The same as in row %(row)d.") % {"row": first}, remedy)
