"""Lists in pages: filters choose the items, a cursor says where to go on.

A cursor is the key of the last item shown, in base64. A made-up one starts elsewhere in the same
list, and nowhere else.
"""

import base64
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from tournament.common.names import comparison_key
from tournament.common.parameters import whole_number

DEFAULT_LIMIT = 50
MAX_LIMIT = 200
MAX_QUERY_LENGTH = 2_000
"""The longest query string, in characters."""
MAX_TEXT_LENGTH = 200
MAX_CURSOR_LENGTH = 200
MAX_TABLE = 32_767
MAX_ROUND = 50

Key = tuple[int | str, ...]
Item = TypeVar("Item")
Read = Callable[[str], Any]

_CURSOR = re.compile(r"[A-Za-z0-9_-]+")
_PLAYER = re.compile(r"p[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Page:
    """The requested page of a list; `filters` has those that were given."""

    limit: int
    after: Key | None
    filters: Mapping[str, Any]


def check_length(request: HttpRequest) -> None:
    """Raise ValidationError if the query is too long, before parsing it."""
    if len(request.META.get("QUERY_STRING", "")) > MAX_QUERY_LENGTH:
        raise ValidationError({"query": [_("This is too long.")]})


def read_page(request: HttpRequest, filters: Mapping[str, Read], key: Key) -> Page:
    """Return the page that a request asks for.

    `key` shows the types of the items' keys. Raises ValidationError, by parameter, for one that
    is unknown, repeated or malformed.
    """
    known: dict[str, Read] = {
        **filters,
        "limit": number_to(MAX_LIMIT),
        "cursor": lambda text: _key_of(text, key),
    }
    given, faults = {}, {}
    for name, values in request.GET.lists():
        try:
            given[name] = _value(known, name, values)
        except ValueError as error:
            faults[name[:MAX_TEXT_LENGTH]] = [str(error)]
    if faults:
        raise ValidationError(faults)
    return Page(given.pop("limit", DEFAULT_LIMIT), given.pop("cursor", None), given)


def page_of(
    items: Iterable[Item], page: Page, key: Callable[[Item], Key]
) -> tuple[list[Item], str | None]:
    """Return the page of items, and the cursor of the next page or None.

    The items are sorted by their keys.
    """
    rest = [item for item in items if page.after is None or key(item) > page.after]
    shown = rest[: page.limit]
    return shown, _cursor(key(shown[-1])) if len(rest) > len(shown) else None


def number_to(most: int) -> Read:
    """Return a reader of numbers from 1 to `most`."""

    def parse(text: str) -> int:
        number = whole_number(text, 1, most)
        if number is None:
            message = _("Give a number from 1 to %(most)d.")
            raise ValueError(message % {"most": most})
        return number

    return parse


def one_of(*values: str) -> Read:
    """Return a reader that accepts one of these words."""

    def parse(text: str) -> str:
        if text not in values:
            raise ValueError(_("Choose from: %(values)s.") % {"values": ", ".join(values)})
        return text

    return parse


def player_code(text: str) -> str:
    """Read the id that a player has in game records, such as `p07`."""
    if not _PLAYER.fullmatch(text):
        raise ValueError(_("Give a player’s id, such as p07."))
    return text


def free_text(text: str) -> str:
    """Read a text as a key for comparison, which ignores case and spacing."""
    if len(text) > MAX_TEXT_LENGTH or not text.strip():
        message = _("Give 1 to %(most)d characters.")
        raise ValueError(message % {"most": MAX_TEXT_LENGTH})
    return comparison_key(text)


def _value(known: Mapping[str, Read], name: str, values: list[str]) -> Any:
    if name not in known:
        raise ValueError(_("Choose from: %(values)s.") % {"values": ", ".join(sorted(known))})
    if len(values) > 1:
        raise ValueError(_("Give this once."))
    return known[name](values[0])


def _cursor(key: Key) -> str:
    text = json.dumps(key, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _key_of(text: str, types: Key) -> Key:
    """Return the key in a cursor; ValueError for anything that no page has given out."""
    fault = ValueError(_("Give the “next” of the page before, as it was."))
    if len(text) > MAX_CURSOR_LENGTH or not _CURSOR.fullmatch(text):
        raise fault
    try:
        # Without the padding it came without; what is no base64, UTF-8 or JSON is a ValueError.
        key = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        raise fault from None
    if not isinstance(key, list) or [type(part) for part in key] != [type(part) for part in types]:
        raise fault
    return tuple(key)
