"""Reasons why a backup file cannot be restored, in words.

A reason names the table and row, and says what to do about it.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

Json = dict[str, Any]
_SENTENCES = {
    "unreadable": _("it cannot be unpacked"),
    "missing": _("it is not in the file"),
    "size": _("it is larger than allowed"),
    "digest": _("its rows are not those that were saved"),
    "rows": _("there are more rows than an event can have"),
    "line": _("the row is longer than its columns allow"),
    "row": _("the row is none of this table"),
    "field": _("the column “%(field)s” cannot hold its value"),
}
_ANEW = _("Take the file again from where it was saved, or choose another backup.")


class DamagedError(Exception):
    """Error for a file with parts that do not fit together.

    It is a fault of the file, not of this program.
    """


def unreadable_error(told: Json) -> ValidationError:
    """Return the error for a fault that the reading process found."""
    code, file = told["fault"], told["file"]
    if code in ("parts", "size") and not file:
        return ValidationError([_("The file is too large to be a backup."), _ANEW])
    if not file:
        return ValidationError([_("The file is damaged, or no backup."), _ANEW])
    place = {"name": file, "row": told["row"], "why": _SENTENCES[code] % {"field": told["field"]}}
    text = (
        _("The file is damaged: %(name)s, row %(row)d: %(why)s.")
        if told["row"]
        else _("The file is damaged: %(name)s: %(why)s.")
    )
    return ValidationError([text % place, _ANEW])


def limit_error() -> ValidationError:
    """Return the error for reading that took more time or memory than allowed."""
    return ValidationError([_("The file takes too much time or memory to read."), _ANEW])


def busy_error() -> ValidationError:
    """Return the error for a server that is reading other files."""
    return ValidationError(
        [_("The server is reading other files."), _("Wait a minute and choose the file again.")]
    )
