"""Copying an event's public pages, as a stranger sees them, by their links."""

import datetime as dt
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.urls import resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.live.publishing.versions import publish
from referee.static_site import assets
from referee.static_site.addresses import ASSETS, SCRIPT, SEARCH, Addresses, relative
from referee.static_site.rewriting import Rewriter
from referee.static_site.targets import Target
from tournament.common.static_names import plain_names
from tournament.events.edition_display import edition_display_of
from tournament.models import Event
from tournament.standings.selectors.pages import EventPage, published_page

MOST_FILES = 50_000
MOST_BYTES = 4 << 30
"""The most of a copy, before it is packed."""
FILES_A_TABLE, FILES_OF_ANY = 6, 40
"""So many are expected, until the links to them are read: the progress goes one way."""
Report = Callable[[int, int], None]


def write_site(target: Target, event: Event, report: Report) -> int:
    """Copy an event's public pages, and return how many files there are.

    They are in the language in force. `report` is called before each file, with how many are
    written, and how many are known. Raise ValidationError if the public sees no such event, or its
    pages are too many.
    """
    # Whether a publisher runs or not, the pages are of what is so now.
    publish(event.pk, now=timezone.now())
    page = published_page(event.slug)
    if page is None:
        raise ValidationError(_("The public does not see this event: there is nothing to copy."))
    with plain_names():
        return _Copy(target, page, report).write()


class _Copy:
    """A copy that is being written: what is known of, and what is still to come."""

    def __init__(self, target: Target, page: EventPage, report: Report) -> None:
        self._target, self._page, self._report = target, page, report
        self._at = timezone.now()
        self._addresses = Addresses(page.event.slug)
        self._waiting: dict[str, str] = {self._addresses.home: "index.html"}
        self._known = {*self._waiting.values()}
        tables = sum(len(each.tables) for each in page.rounds)
        self._expected = FILES_OF_ANY + len(page.players) + FILES_A_TABLE * tables
        self._bytes = 0
        self._written = 0

    def write(self) -> int:
        """Write all files, and return how many."""
        self._put(SCRIPT, assets.script().encode())
        self._known.add(SCRIPT)
        self._known.add(SEARCH)
        while self._waiting:
            address = next(iter(self._waiting))
            self._copy(address, self._waiting.pop(address))
        self._write_search()
        return self._written

    def _copy(self, address: str, file: str) -> None:
        content = self._content(address)
        if file.endswith(".html"):
            content = self._rewritten(content.decode(), address, file).encode()
        self._put(file, content)

    def _content(self, address: str) -> bytes:
        """Return what a stranger is answered, or a page that says there is nothing.

        What a page led to may have been hidden since that page was copied.
        """
        request = stranger_at(address, self._at)
        try:
            view = resolve(request.path)
            response = view.func(request, **view.kwargs)
        except Http404:
            response = render(request, "404.html")
        return body_of(response)

    def _rewritten(self, html: str, address: str, file: str) -> str:
        return Rewriter(
            link=lambda href: self._linked(href, address, file),
            asset=lambda href: self._asset(href, file),
            frames=lambda: self._content(f"{address}frames.json").decode(),
            script=relative(SCRIPT, file),
        ).rewritten(html)

    def _linked(self, href: str, base: str, file: str) -> str | None:
        if href == SEARCH:
            return relative(SEARCH, file)
        found = self._addresses.copied(href, base)
        if found is None:
            return None
        if found.file not in self._known:
            self._known.add(found.file)
            self._waiting[found.address] = found.file
        path = relative(found.file, file)
        return f"{path}#{found.fragment}" if found.fragment else path

    def _asset(self, href: str, file: str) -> str:
        name = assets.name_of(href)
        target = f"{ASSETS}/{name}"
        if target not in self._known:
            self._known.add(target)
            self._put(target, assets.content_of(name))
        return relative(target, file)

    def _write_search(self) -> None:
        request = stranger_at(self._addresses.home, self._at)
        context = {
            "event": self._page.event,
            "edition_display": edition_display_of(self._page.event),
            "page": self._page,
        }
        html = body_of(render(request, "referee/static_site/search.html", context)).decode()
        self._put(SEARCH, self._rewritten(html, self._addresses.home, SEARCH).encode())

    def _put(self, file: str, content: bytes) -> None:
        self._report(self._written, max(len(self._known), self._expected))
        self._bytes += len(content)
        if len(self._known) > MOST_FILES or self._bytes > MOST_BYTES:
            raise ValidationError(_("The pages of this event are too many for a copy."))
        self._target.write(file, content)
        self._written += 1


def stranger_at(address: str, at: dt.datetime) -> HttpRequest:
    """Return a stranger's request for a page that is to be copied."""
    path, _mark, query = address.partition("?")
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = path
    request.GET = QueryDict(query)
    host = next((name for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    request.META = {"SERVER_NAME": host.lstrip("."), "SERVER_PORT": "80", "QUERY_STRING": query}
    request.user = AnonymousUser()
    request.copied_at = at  # type: ignore[attr-defined]
    return request


def body_of(response: HttpResponseBase) -> bytes:
    """Return the whole body of an answer."""
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response)
    return response.content  # type: ignore[attr-defined,no-any-return]
