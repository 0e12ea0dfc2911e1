"""Which file of a copy shows what an address of the server shows."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urljoin, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve, reverse

HOME = "index.html"
SEARCH = "search.html"
SCRIPT = "assets/site.js"
ASSETS = "assets"
COPIED = {
    "tournament:draw",
    "tournament:draw-draw",
    "tournament:draw-opening",
    "tournament:draw-problem",
    "tournament:event",
    "tournament:players",
    "tournament:roles",
    "tournament:roles-page",
    "tournament:round",
    "tournament:rules",
    "tournament:seats",
    "tournament:teams",
    "tournament:teams-page",
    "referee:chances",
    "referee:guide",
    "referee:ledger",
    "referee:moment",
    "referee:player",
    "referee:record",
    "referee:replay",
    "referee:table",
    "referee:verify",
}
"""The public addresses that a copy has, by their names."""
_PAGE = re.compile(r"[1-9][0-9]{0,2}")
_SAFE = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Copied:
    """An address of the server that is copied, and the file that shows it."""

    address: str
    file: str
    fragment: str = ""


class Addresses:
    """The addresses of one event's copy."""

    def __init__(self, slug: str) -> None:
        self._slug = slug
        self._found: dict[str, Copied | None] = {}
        self.home = reverse("tournament:event", args=[slug])

    def copied(self, href: str, base: str) -> Copied | None:
        """Return what a link on the page at `base` leads to, None if no copy has it."""
        address = urljoin(base, href)
        if address not in self._found:
            self._found[address] = self._find(address)
        return self._found[address]

    def _find(self, address: str) -> Copied | None:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None
        if parts.path == "/":
            return Copied(self.home, HOME)
        try:
            match = resolve(parts.path)
        except Resolver404:
            return None
        if match.view_name not in COPIED or match.kwargs.get("slug", self._slug) != self._slug:
            return None
        return self._copied(match, parts.path, parse_qs(parts.query), parts.fragment)

    def _copied(
        self, match: ResolverMatch, path: str, query: Mapping[str, list[str]], fragment: str
    ) -> Copied:
        if match.view_name == "referee:moment":
            moment = f"event-{match.kwargs['at']}"
            path = posixpath.dirname(path.rstrip("/")) + "/"
            return Copied(path, self._file(path), fragment or moment)
        page = query.get("page", ["1"])[0]
        if match.view_name == "tournament:event" and _PAGE.fullmatch(page) and page != "1":
            return Copied(f"{path}?page={page}", f"page-{page}.html", fragment)
        return Copied(path, self._file(path), fragment)

    def _file(self, path: str) -> str:
        below = path.startswith(self.home)
        name = path.removeprefix(self.home) if below else f"guide/{match_code(path)}/"
        return name + HOME if not name or name.endswith("/") else name


def match_code(path: str) -> str:
    """Return the code of the edition whose guide is at a path."""
    return str(resolve(path).kwargs["code"])


def relative(file: str, source: str) -> str:
    """Return how a file of the copy names another one."""
    return posixpath.relpath(file, posixpath.dirname(source) or ".")


def is_safe(file: str) -> bool:
    """Return whether a name stays in its folder on any system."""
    return bool(_SAFE.fullmatch(file))
