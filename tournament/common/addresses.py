"""Absolute addresses, and the query options that make another page.

Other sites need an address with scheme and host. Beside its path, parts of a page's address
make it another page.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournament.common.languages import known_language
from tournament.common.parameters import whole_number

THEMES = ("light", "dark")
TEAMS = "teams"
"""The value that makes an embedded page show teams instead of players."""
MAX_EMBEDDED_ROWS = 50
DEFAULT_EMBEDDED_ROWS = 10
MAX_PAGE = 999
MAX_TABLE = 9999
MAX_NAME = 60
"""The longest name to search for, in characters."""
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]{2,45}\]|[^:]{1,253})(?P<port>:[0-9]{1,5})?")
_BELOW_EVENT = re.compile(
    r"/e/[-\w]{1,60}/(?P<page>screen/|hall/|embed/|overlay/|seats/|preview\.png|feed\.atom|calendar\.ics)?"
)

Canonical = Callable[[str], str]


def origin_of(request: HttpRequest) -> str:
    """Return `https://host`, by which other sites can name a page.

    Blank if the requested host is not listed by name: visitors could invent any number of hosts,
    and a page would be cached for each.
    """
    found = _HOST.fullmatch(request.get_host())
    if found is None or not _is_listed(found["name"].lower()):
        return ""
    origin = f"{request.scheme}://{found['name'].lower()}"
    port = found["port"] or ""
    own = port == f":{request.META.get('SERVER_PORT')}"
    return origin + port if own or origin + port in settings.CSRF_TRUSTED_ORIGINS else origin


def host_in_ids(request: HttpRequest) -> str:
    """Return the host that tells this site's lasting ids from another site's."""
    return urlsplit(origin_of(request)).hostname or "treasurer.invalid"


def absolute_address(request: HttpRequest, path: str) -> str:
    """Return a path of this site with scheme and host.

    It is returned as it is where there is no `origin_of`.
    """
    return origin_of(request) + path


def requested_language(path: str, query: Mapping[str, str]) -> str:
    """Return the language that an address requests, "" if it requests none.

    For pages that are shown on other sites and on walls.
    """
    found = _BELOW_EVENT.fullmatch(path)
    asked = query.get("lang", "") if found and found["page"] else ""
    return known_language(asked)


def canonical_query(path: str, query: Mapping[str, str]) -> str:
    """Return the part of the query that makes another page of this path.

    It is in one order and one spelling.
    """
    found = _BELOW_EVENT.fullmatch(path)
    if found is None:
        return ""
    options = _OPTIONS.get(found["page"] or "", {})
    values = {name: spelt(query.get(name, "")) for name, spelt in options.items()}
    return urlencode({name: value for name, value in values.items() if value})


def embedded_rows(query: Mapping[str, str]) -> int:
    """Return the number of rows of the standings that an embedded page shows."""
    found = whole_number(query.get("rows", "")[:5], 1, MAX_EMBEDDED_ROWS)
    return DEFAULT_EMBEDDED_ROWS if found is None else found


def overlay_table(query: Mapping[str, str]) -> int | None:
    """Return the number of the table that an overlay is to show.

    None for the standings.
    """
    return whole_number(query.get("table", "")[:5], 1, MAX_TABLE)


def _is_listed(host: str) -> bool:
    return any(host == allowed.lower().lstrip(".") for allowed in settings.ALLOWED_HOSTS)


def _page(text: str) -> str:
    number = whole_number(text[:5], 1, MAX_PAGE)
    return "" if number is None else str(number)


def _rows(text: str) -> str:
    rows = embedded_rows({"rows": text})
    return "" if rows == DEFAULT_EMBEDDED_ROWS else str(rows)


def _theme(text: str) -> str:
    return text if text in THEMES else ""


def _teams(text: str) -> str:
    return text if text == TEAMS else ""


def _table(text: str) -> str:
    number = overlay_table({"table": text})
    return "" if number is None else str(number)


def _light(text: str) -> str:
    return text if text == "light" else ""


def _name(text: str) -> str:
    return " ".join(text[:MAX_NAME].split())


_OPTIONS: Mapping[str, Mapping[str, Canonical]] = {
    "": {"page": _page},
    "seats/": {"name": _name},
    "screen/": {"theme": _light},
    "hall/": {"theme": _light},
    "overlay/": {"table": _table, "theme": _light},
    "embed/": {"rows": _rows, "show": _teams, "theme": _theme},
}
