"""The addresses of an event's streams, where no carrier of streams stands before them."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from referee.publishing.newest import newest_version
from referee.views.chief import chief_only
from tournament.common.or_404 import or_404

RETRY_SECONDS = 60


@require_safe
def stream(_request: HttpRequest, slug: str) -> HttpResponse:
    """503: a process that answers pages holds no streams; whoever follows polls the snapshot."""
    or_404(newest_version(slug))
    response = _unavailable_response("No stream can be had here: poll the snapshot.\n")
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
@chief_only
def chief_stream(_request: HttpRequest, slug: str) -> HttpResponse:
    """503 likewise: a page of the chief's asks for its part every two seconds."""
    return _unavailable_response("No stream can be had here: the page asks again and again.\n")


def _unavailable_response(text: str) -> HttpResponse:
    return HttpResponse(
        text,
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(RETRY_SECONDS)},
    )
