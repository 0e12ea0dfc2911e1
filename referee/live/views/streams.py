"""The address of an event's stream, without a stream server in front.

It answers if no stream server stands before these processes.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from referee.live.publishing.newest import newest_version
from tournament.common.or_404 import or_404

RETRY_SECONDS = 60


@require_safe
def stream(_request: HttpRequest, slug: str) -> HttpResponse:
    """Answer 503, so readers poll the snapshot.

    A process that serves pages holds no streams.
    """
    or_404(newest_version(slug))
    response = unavailable_response("No stream can be had here: poll the snapshot.\n")
    response["Access-Control-Allow-Origin"] = "*"
    return response


def unavailable_response(text: str) -> HttpResponse:
    """Return a 503 that says when to try again."""
    return HttpResponse(
        text,
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(RETRY_SECONDS)},
    )
