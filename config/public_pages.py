"""A cache of an event's public pages, in front of sessions.

A page is a rendering of the event's newest version. Its address, its language and the version in
which its content last changed identify its bytes, which are the same for everybody. It is rendered
once, and answered before anybody's session is read.

An event at one table renders that table's page anew. A page that sums up all tables follows them
every few seconds only (`BOARDS_SUMMED_UP_SECONDS`): its script follows the stream.

The application renders pages as for a stranger. Signed-in users see no more here, because
everything only for the staff is below `/organise/`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.utils import translation
from django.utils.cache import get_conditional_response

from config.page_cache import MAX_BYTES, CachedPage
from config.response_cache import VERSION
from referee.live.publishing.newest import (
    GUIDE,
    GUIDE_VERSION,
    LIST,
    NewestVersion,
    newest_list,
    newest_version,
    version_number,
)
from tournament.common import startup
from tournament.common.addresses import canonical_query, origin_of, requested_language
from tournament.common.newest_values import NewestValues

Answer = Callable[[HttpRequest], HttpResponseBase]
# The page to register is no page of an event's version: it has a form, and closes as time goes by.
_PATH = re.compile(r"/e/([-\w]{1,60})/(?!register/)")
_LIST = re.compile(r"/()")
_GUIDE = re.compile(r"/rules(/)[-a-z0-9]{1,20}/")
_TABLE = re.compile(r"/e/[-\w]{1,60}/r/([1-9][0-9]{0,3})/t/([1-9][0-9]{0,3})/")
# Headers of the visitor that reach no page, and those of an answer that are not cached.
_OF_THE_VISITOR = (
    "HTTP_ACCEPT_ENCODING",
    "HTTP_AUTHORIZATION",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_NONE_MATCH",
    "HTTP_RANGE",
)
_OF_THE_ANSWER = {"cache-control", "content-encoding", "content-length", "etag", "vary"}

_pages: NewestValues[CachedPage] = NewestValues(MAX_BYTES, attrgetter("size"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A requested page, by its address.

    The address comes with the part of the query that makes another page of it.
    """

    path: str
    slug: str
    query: str
    language: str
    origin: str

    def version_of(self, newest: NewestVersion) -> str:
        """Return the version since which the page shows what it shows."""
        table = _TABLE.match(self.path)
        if table is None:
            return newest.of_event()
        return newest.of_board(int(table[1]), int(table[2]))

    @property
    def is_search(self) -> bool:
        """Whether the address holds what somebody typed.

        Such pages are not cached, or a visitor could drop all others by typing.
        """
        return "name" in QueryDict(self.query)

    @property
    def sums_up_boards(self) -> bool:
        """Whether the page sums up every running table."""
        event = f"/e/{self.slug}/"
        return self.path == event or self.path.startswith(f"{event}teams/")


def public_pages(get_response: Answer) -> Answer:
    """Answer with the page kept for the newest version, or render it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        asked = _requested_page(request)
        if asked is None:
            return get_response(request)
        version = _newest_version(asked)
        if version and (kept := _page(asked, version)):
            return _answer(request, asked, version, kept)
        rendered = get_response(_as_stranger(request, asked, version))
        return _cache_response(request, asked, version, rendered)

    return answer


def _newest_version(asked: Asked) -> NewestVersion | None:
    """Return the newest version, or None where nothing may be cached.

    The list is not: it says how far the sample events are.
    """
    if asked.slug == GUIDE:
        return GUIDE_VERSION
    if asked.slug == LIST:
        return None if startup.is_loading(startup.EVENTS) else newest_list()
    return newest_version(asked.slug)


def _requested_page(request: HttpRequest) -> Asked | None:
    """Return the page that the request asks for.

    None unless it is a page of an event, their list, or a guide to the game.
    """
    found = _PATH.match(request.path_info) or _LIST.fullmatch(request.path_info)
    found = found or _GUIDE.fullmatch(request.path_info)
    if found is None or request.method not in ("GET", "HEAD"):
        return None
    request.get_host()  # raises DisallowedHost
    path = request.path_info
    named = requested_language(path, request.GET)
    return Asked(
        path=path,
        slug=found[1],
        query=canonical_query(path, request.GET),
        language=named or translation.get_language_from_request(request),
        origin=origin_of(request),
    )


def _page(asked: Asked, newest: NewestVersion) -> CachedPage | None:
    """Return the cached page of this version, or of one that is the same to it."""
    kept = _pages.get((asked, newest.event), asked.version_of(newest))
    if kept is None or not asked.sums_up_boards or kept.version == newest.digest:
        return kept
    return kept if kept.age < settings.BOARDS_SUMMED_UP_SECONDS else None


def _as_stranger(request: HttpRequest, asked: Asked, newest: NewestVersion | None) -> HttpRequest:
    """Return the request as an anonymous one.

    Only what selects the page is left in it. `event_version` tells the page's script which
    version of the event the page shows.
    """
    if newest is not None:
        number = version_number(asked.version_of(newest))
        request.event_version = newest.number if asked.sums_up_boards else number  # type: ignore[attr-defined]
    request.headers_of_visitor = {  # type: ignore[attr-defined]
        name: request.META.pop(name) for name in _OF_THE_VISITOR if name in request.META
    }
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: asked.language}
    request.META["QUERY_STRING"] = asked.query
    request.GET = QueryDict(asked.query)
    return request


def _cache_response(
    request: HttpRequest, asked: Asked, version: NewestVersion | None, rendered: HttpResponseBase
) -> HttpResponseBase:
    """Cache the rendered page and answer with it.

    Return any other response (a 404, a redirect, one not to be stored) as it is.
    """
    request.META |= request.headers_of_visitor  # type: ignore[attr-defined]
    if "no-store" in rendered.headers.get("Cache-Control", ""):
        return rendered
    if version is None or rendered.status_code != 200 or not isinstance(rendered, HttpResponse):
        return rendered
    headers = {n: v for n, v in rendered.headers.items() if n.lower() not in _OF_THE_ANSWER}
    page = CachedPage(rendered.content, headers, version.digest)
    if not asked.is_search:
        _pages.keep((asked, version.event), asked.version_of(version), page)
    return _answer(request, asked, version, page)


def _answer(
    request: HttpRequest, asked: Asked, version: NewestVersion, page: CachedPage
) -> HttpResponse:
    """Answer with the cached page, or with 304 if the client already has it."""
    kept = page.version == version.digest or not asked.sums_up_boards
    if kept and not asked.is_search:
        request.META[VERSION] = version
    headers = {
        "Cache-Control": "no-cache",
        "ETag": page.etag,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    encoding, body = page.encoded_body(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    response = HttpResponse(body, headers={**page.headers, **headers})
    if encoding:
        response["Content-Encoding"] = encoding
    response["Content-Length"] = str(len(body))
    return get_conditional_response(request, page.etag, None, response) or response
