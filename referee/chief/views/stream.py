"""The address of the chief referee's stream, as this server answers it.

It is answered here where no carrier of streams stands before it.
"""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from referee.chief.views.pages import chief_only
from referee.live.views.streams import unavailable_response


@require_safe
@chief_only
def chief_stream(_request: HttpRequest, slug: str) -> HttpResponse:
    """Answer 503: the chief's page then asks for its part every two seconds."""
    return unavailable_response("No stream can be had here: the page asks again and again.\n")
