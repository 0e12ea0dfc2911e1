"""Answers of the public interface.

They are cut out of an event's newest version and tagged by content.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request

from referee.live.api.views import PublicView
from referee.live.publishing.newest import NewestVersion, newest_version
from referee.live.publishing.versions import HIDDEN
from referee.tablet.api import paging
from tournament.common.newest_values import NewestValues
from tournament.models import PublicVersion

Json = dict[str, Any]
MAX_PARSED = 4
"""The most events whose states are cached as parsed values: each can take some 10 MB."""

VERSION_HEADER = "Event-Version"


@dataclass(frozen=True, slots=True)
class EventState:
    """A version of an event (by key) as values: do not change them."""

    event: int
    number: int
    values: Json


_states: NewestValues[EventState] = NewestValues(MAX_PARSED)


def state_of(slug: str) -> EventState:
    """Return the newest version of an event; raises Http404."""
    newest = newest_version(slug)
    if newest is None:
        raise Http404
    state = _states.get(newest.event, newest.digest)
    if state is None:
        state = _parse_version(newest)
        _states.keep(newest.event, newest.digest, state)
    return state


def _parse_version(newest: NewestVersion) -> EventState:
    """Parse the given version, or the newest one if it was replaced.

    Another process may have replaced it meanwhile.
    """
    stored = PublicVersion.objects.filter(event=newest.event).exclude(snapshot=HIDDEN)
    version = stored.filter(number=newest.number).first() or stored.order_by("number").last()
    if version is None:
        raise Http404
    return EventState(newest.event, version.number, json.loads(version.snapshot))


def answer(request: HttpRequest, body: Any, version: int | None = None) -> HttpResponseBase:
    """Return the values as JSON, or 304 to a client that has them.

    The tag is the content's hash, so it tells nothing else and stays while nothing here changes.
    """
    content = msgspec.json.encode(body)
    return tagged_response(request, content, "application/json", version)


def tagged_response(
    request: HttpRequest, content: bytes, content_type: str, version: int | None = None
) -> HttpResponseBase:
    """Return the content with its ETag, or 304 to a client that has it."""
    etag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    response = HttpResponse(content, content_type=content_type, headers=headers)
    found: HttpResponseBase = get_conditional_response(request, etag, None, response) or response
    if version is not None:
        found[VERSION_HEADER] = str(version)
    return found


class ReadOnlyView(PublicView):
    """Shared by lists and single items."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a query that is too long before parsing it."""
        paging.check_length(request._request)
        super().initial(request, *args, **kwargs)
