"""A list of players as the import's page has it.

It has the file, the way to read it, and the choices that were made.
"""

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Event
from tournament.people.imports.columns import guess_columns
from tournament.people.imports.encodings import ENCODINGS
from tournament.people.imports.sheets import SheetRow, read_sheet
from tournament.people.imports.titles import TITLES
from tournament.people.services.imports import ImportChoices
from tournament.people.views.remembered_columns import (
    forget_columns,
    remember_columns,
    remembered_columns,
)

# The file travels in the page between the dry run and the import, so less than an import takes.
MAX_BYTES = 3 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class UploadedList:
    """A list, the choices about it, and the action to take with it.

    `does` is `import`, `look` or `bad`. `is_remembered` says that the columns were chosen for
    an earlier list.
    """

    sheet: list[SheetRow]
    choices: ImportChoices
    does: str
    is_remembered: bool = False


def uploaded_content(request: HttpRequest) -> bytes:
    """Return the content of the file that was chosen, or that the page sent back.

    Raises ValidationError without a file, or if it is too large.
    """
    if "kept" in request.POST:
        return _returned_content(request)
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError(_("Choose a CSV or XLSX file."))
    if (file.size or 0) > MAX_BYTES:
        text = _("The file is larger than %(megabytes)d MB.")
        raise ValidationError(text % {"megabytes": MAX_BYTES >> 20})
    content: bytes = file.read()
    return content


def _returned_content(request: HttpRequest) -> bytes:
    try:
        return b64decode(request.POST["kept"], validate=True)
    except ValueError as error:
        raise ValidationError(_("Choose a CSV or XLSX file.")) from error


def uploaded_list(
    request: HttpRequest, event: Event, content: bytes, encoding: str
) -> UploadedList:
    """Return the list that a request is about, and remember the columns it chose.

    A list that is new, or read otherwise than the page showed it, is looked at before anything
    else: nobody has seen its names, and what was chosen was about other titles. Raises SheetError.
    """
    sheet = read_sheet(content, encoding)
    if "kept" not in request.POST or _is_read_anew(request):
        columns = remembered_columns(request.session, sheet[0], field_names(event))
        return UploadedList(sheet, ImportChoices(columns), "look", columns is not None)
    choices = _choices(request)
    if choices.columns is not None:
        _keep_choice(request, event, sheet[0], choices.columns)
    return UploadedList(sheet, choices, request.POST.get("do", "import"))


def _is_read_anew(request: HttpRequest) -> bool:
    shown = request.POST.get("shown_as", "")
    return request.POST.get("encoding", shown) != shown


def _choices(request: HttpRequest) -> ImportChoices:
    """Return the choices of columns and rows that the page sent.

    The page sends columns in order, blank for one not used.
    """
    columns = request.POST.getlist("column")
    return ImportChoices(
        columns={at: name for at, name in enumerate(columns) if name} if columns else None,
        same=request.POST.getlist("same"),
    )


def _keep_choice(
    request: HttpRequest, event: Event, header: SheetRow, columns: Mapping[int, str]
) -> None:
    """Remember chosen columns, or forget what was chosen if the titles say the same."""
    fields = field_names(event)
    known = {at: name for at, name in columns.items() if name in fields}
    guessed = guess_columns(header, own_teams=event.has_own_teams)
    if known == {at: name for at, name in guessed.items() if name in fields}:
        forget_columns(request.session, header)
    else:
        remember_columns(request.session, header, known)


def field_names(event: Event) -> dict[str, str]:
    """Return the possible fields of a column in words, by key.

    A team is one where the event has its own teams.
    """
    names = {
        "name": pgettext("person", "Name"),
        "first": _("First name"),
        "last": _("Last name"),
        "club": _("Club"),
        "team": _("Team"),
        "email": _("E-mail"),
        "external_id": _("ID elsewhere"),
        "seed": _("Seed rank"),
        "rating": _("Rating (orders new players)"),
    }
    return {key: names[key] for key in TITLES if key != "team" or event.has_own_teams}


def encoding_names() -> dict[str, str]:
    """Return the encodings by which a file can be read, in words."""
    scripts = {
        "windows-1252": _("Western European"),
        "windows-1251": _("Cyrillic"),
        "windows-1250": _("Central European"),
    }
    return {
        key: f"{name} ({scripts[key]})" if key in scripts else name
        for key, name in ENCODINGS.items()
    }
