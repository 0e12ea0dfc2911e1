"""A cache of an event's versions as JSON.

It is in front of sessions and the interface's machinery. Everybody gets the same bytes,
compressed once. Such an answer costs less than counting it would, so the limit of requests
only applies to answers that are computed.
"""

import re
from collections.abc import Callable
from operator import attrgetter

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from config.page_cache import CachedPage
from config.response_cache import VERSION
from referee.live.publishing.newest import NewestVersion, newest_version
from tournament.common.newest_values import NewestValues

Answer = Callable[[HttpRequest], HttpResponseBase]
_PATH = re.compile(r"/api/v1/public/events/([-a-zA-Z0-9_]{1,60})/snapshot(?:/[0-9]{1,9})?")
_MAX_BYTES = 32 * 1024 * 1024
# These belong to one answer, not to what is kept.
_OF_THE_ANSWER = {"content-encoding", "content-length", "etag", "vary"}
_OF_THE_VISITOR = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")

_snapshots: NewestValues[CachedPage] = NewestValues(_MAX_BYTES, attrgetter("size"))


def public_snapshots(get_response: Answer) -> Answer:
    """Answer with cached JSON while the newest version is the same.

    Older versions are cached with the newest, because a new one may hide what they showed.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        slug = _slug(request)
        if slug is None:
            return get_response(request)
        version = newest_version(slug)
        if found := _cached_response(request, version):
            return found
        headers = _take_validators(request)
        return _keep(request, version, headers, get_response(request))

    return answer


def _slug(request: HttpRequest) -> str | None:
    found = _PATH.fullmatch(request.path_info)
    if found is None or request.method not in ("GET", "HEAD"):
        return None
    request.get_host()  # raises DisallowedHost
    return found[1]


def _take_validators(request: HttpRequest) -> dict[str, str]:
    """Take the visitor's validators from the request, and return them.

    The page is asked for whole, and compared here.
    """
    return {name: request.META.pop(name) for name in _OF_THE_VISITOR if name in request.META}


def _cached_response(request: HttpRequest, version: NewestVersion | None) -> HttpResponse | None:
    page = _snapshots.get(request.path_info, version) if version else None
    return _answer(request, version, page) if version and page else None


def _keep(
    request: HttpRequest,
    version: NewestVersion | None,
    headers: dict[str, str],
    made: HttpResponseBase,
) -> HttpResponseBase:
    """Cache the answer and return it; return a refusal as it is."""
    request.META |= headers
    if version is None or made.status_code != 200 or not isinstance(made, HttpResponse):
        return made
    kept = {name: value for name, value in made.items() if name.lower() not in _OF_THE_ANSWER}
    page = CachedPage(made.content, kept)
    _snapshots.keep(request.path_info, version, page)
    return _answer(request, version, page)


def _answer(request: HttpRequest, version: NewestVersion, page: CachedPage) -> HttpResponse:
    """Answer with the cached JSON, or with 304 if the client already has it."""
    request.META[VERSION] = version
    encoding, body = page.encoded_body(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    headers = {**page.headers, "ETag": page.etag, "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    response = HttpResponse(body, headers={**headers, "Content-Length": str(len(body))})
    unchanged = get_conditional_response(request, page.etag, None, response)
    if unchanged is None or unchanged is response:
        return response
    for name, value in page.headers.items():
        if name.lower() != "content-type":
            unchanged[name] = value
    return unchanged
