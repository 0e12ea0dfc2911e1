"""oEmbed 1.0, by which other sites ask what to show for the address of an event."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page, require_safe

from tournament import visibility
from tournament.common.addresses import absolute_address, origin_of
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.models import Event
from tournament.sharing import preview_image
from tournament.sharing.embedding import frame_code, frame_within
from tournament.visibility import Reader

CACHED_SECONDS = 60
"""How long an answer may be cached: hiding an event reaches everybody within this time."""
MAX_ADDRESS = 500
PAGES_OF_EVENTS = {
    "tournament:event",
    "tournament:embed",
    "referee:player",
    "tournament:round",
    "tournament:rules",
    "tournament:screen",
    "referee:table",
}


@require_safe
@conditional_page
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer with what another site shows for an event page: `rich`, as JSON.

    400 where `url`, `maxwidth` or `maxheight` is none, 404 for addresses that are no page of a
    published event here, 501 for XML, as the standard says.
    """
    if request.GET.get("format", "json") != "json":
        return _error_response(gettext("Only JSON is offered here."), 501)
    sizes = [_size(request.GET.get(name)) for name in ("maxwidth", "maxheight")]
    address = request.GET.get("url", "")
    if not address or len(address) > MAX_ADDRESS or -1 in sizes:
        return _error_response(gettext("An address, and sizes in whole pixels, are needed."), 400)
    answer = JsonResponse(_answer(request, _event_at(request, address), *sizes))
    answer["Cache-Control"] = f"public, max-age={CACHED_SECONDS}"
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _size(text: str | None) -> int:
    """Return a greatest width or height, 0 where none is given, -1 if it is no size."""
    if text is None:
        return 0
    return whole_number(text, 1) or -1


def _error_response(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")


def _event_at(request: HttpRequest, address: str) -> Event:
    """Return the published event with this page address; or Http404."""
    try:
        parts = urlsplit(address)
        found = resolve(parts.path)
    except (ValueError, Resolver404) as none:
        raise Http404 from none
    here = parts.scheme in ("http", "https") and parts.netloc.lower() == request.get_host().lower()
    if not here or found.view_name not in PAGES_OF_EVENTS:
        raise Http404
    events = visibility.events(Reader.PUBLIC).filter(slug=found.kwargs["slug"])
    return or_404(events.only("slug", "name").first())


def _answer(request: HttpRequest, event: Event, width: int, height: int) -> dict[str, object]:
    frame = frame_within(width or None, height or None)
    answer: dict[str, object] = {
        "version": "1.0",
        "type": "rich",
        "title": event.name,
        "provider_name": "Treasurer",
        "provider_url": absolute_address(request, "/"),
        "cache_age": CACHED_SECONDS,
        "html": frame_code(request, event.slug, event.name, frame),
        "width": frame.width,
        "height": frame.height,
    }
    fits = (width or preview_image.WIDTH) >= preview_image.WIDTH
    fits = fits and (height or preview_image.HEIGHT) >= preview_image.HEIGHT
    if origin_of(request) and fits:
        answer |= {
            "thumbnail_url": absolute_address(
                request, reverse("tournament:preview", args=[event.slug])
            ),
            "thumbnail_width": preview_image.WIDTH,
            "thumbnail_height": preview_image.HEIGHT,
        }
    return answer
