"""An event's public data for programs.

It is the newest version of the event, and those of the last minute. It is the same for
everybody, and scripts of any site may read it.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from referee.devices.api_keys import recognised_key, remembered_key
from referee.live.api.shapes import SNAPSHOT
from referee.live.publishing.newest import NewestVersion, newest_version
from referee.live.publishing.versions import HIDDEN
from referee.tablet.api import schema, shapes
from referee.tablet.api.problems import handle_exception, problem
from referee.tablet.api.views import TabletView
from tournament.accounts.sign_in.address import client_address
from tournament.common.rate_limits import allow_attempt
from tournament.models import PublicVersion

MAX_AGE = 60
"""Seconds for which any cache may keep a version: after that, hidden or erased data is gone."""
SLUG = OpenApiParameter(
    "slug",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"},
    OpenApiParameter.PATH,
    description="The event's name in its pages' address.",
)
FOR_OTHER_SITES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match, X-Api-Key",
    "Access-Control-Expose-Headers": "ETag, Event-Version, Retry-After",
    "Access-Control-Max-Age": "86400",
}


KEY_HEADER = "X-Api-Key"


class PublicThrottle(BaseThrottle):
    """The limit of requests in ten seconds.

    It is 3,000 for one address, which a hall full of phones shares, and 6,000 for one key, from any
    address. Requests are counted, not listed, so that a check costs next to nothing. A request with
    an unknown key counts for its address.
    """

    allowed_rate = (3_000, 10)
    allowed_rate_of_key = (6_000, 10)

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return whether this request is within the limit.

        Without a working cache there is no limit.
        """
        given = request.headers.get(KEY_HEADER)
        known = remembered_key(given) if given else None
        if known is None and not self._count_request(client_address(request), self.allowed_rate):
            return False
        if given and known is None:
            # Asked of the database within the limit of the address only.
            known = recognised_key(given)
            if known is None:
                raise PermissionDenied(_("This key is not known: leave it out."), "key-unknown")
        return known is None or self._count_request(f"key-{known}", self.allowed_rate_of_key)

    def wait(self) -> float:
        """Return the seconds until a new count begins."""
        return self._seconds

    def _count_request(self, who: str, rate: tuple[int, int]) -> bool:
        most, self._seconds = rate
        return allow_attempt(f"public:{who}", most, self._seconds)


class PublicView(TabletView):
    """Shared by the public endpoints."""

    throttle_classes = [PublicThrottle]

    def get_exception_handler(self) -> Any:
        """Return the handler that turns errors into problem details.

        The details are worded for any program.
        """
        return _public_problem

    def finalize_response(self, *given: Any, **named: Any) -> Any:
        """Let scripts of any site read the answer, including refusals."""
        response = super().finalize_response(*given, **named)
        for name, value in FOR_OTHER_SITES.items():
            response[name] = value
        return response

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer the browser's preflight request for a script of another site."""
        return Response(status=204)


def _public_problem(error: Exception, context: Mapping[str, Any]) -> Response | None:
    if isinstance(error, Http404):
        return problem(404, "not-found", _("Nothing that is published has this address."))
    return handle_exception(error, context)


class SnapshotView(PublicView):
    """The newest version of an event."""

    @extend_schema(
        operation_id="event_snapshot",
        parameters=[SLUG],
        responses=shapes.responses(
            (200, SNAPSHOT),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="No event that is published has this name.",
        ),
    )
    def get(self, request: Request, slug: str) -> Any:
        """Return the newest version of an event.

        It has names as shown, rounds, tables, results, standings and clocks. The answer is 304 if
        the request has its ETag.
        """
        version = _newest(slug)
        unchanged = get_conditional_response(request, _etag(version.number, version.digest))
        return unchanged or _answer(request, version.event, version.number, "no-cache")


class VersionView(PublicView):
    """One version of an event, by number."""

    @extend_schema(
        operation_id="event_version",
        parameters=[SLUG, OpenApiParameter("version", schema.SEQ, OpenApiParameter.PATH)],
        responses=shapes.responses(
            (200, SNAPSHOT),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="This version is there no more, or not yet.",
        ),
    )
    def get(self, request: Request, slug: str, version: int) -> Any:
        """Return the newest version, or one of the last minute.

        An older one is returned only if it reveals nothing hidden now.
        """
        return _answer(request, _newest(slug).event, version, f"public, max-age={MAX_AGE}")


def _newest(slug: str) -> NewestVersion:
    version = newest_version(slug)
    if version is None:
        raise Http404
    return version


def _etag(number: int, digest: str) -> str:
    return f'"{number}-{digest[:32]}"'


def _answer(request: Request, event: int, number: int, caching: str) -> Any:
    """Answer with the stored version, its number and its digest."""
    stored = PublicVersion.objects.filter(event=event, number=number).exclude(snapshot=HIDDEN)
    version = stored.first()
    if version is None:
        raise Http404
    body = (
        f'{{"version":{version.number},"digest":"{version.digest}","snapshot":{version.snapshot}}}'
    )
    etag = _etag(version.number, version.digest)
    headers = {"ETag": etag, "Cache-Control": caching}
    response = HttpResponse(body, content_type="application/json", headers=headers)
    return get_conditional_response(request, etag, None, response)
