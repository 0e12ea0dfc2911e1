"""The address of an event's stream, where no carrier of streams stands before these processes."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from referee.publishing.newest import newest_version
from tournament.views.public import or_404

RETRY_SECONDS = 60


@require_safe
def stream(_request: HttpRequest, slug: str) -> HttpResponse:
    """503: a process that answers pages holds no streams; whoever follows polls the snapshot."""
    or_404(newest_version(slug))
    return HttpResponse(
        "No stream can be had here: poll the snapshot.\n",
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(RETRY_SECONDS), "Access-Control-Allow-Origin": "*"},
    )
