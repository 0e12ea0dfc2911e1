"""The QR code reader for browsers that have none.

It is two modules of the npm package `qr`.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

FILES = {
    "decode.js": "text/javascript",
    "index.js": "text/javascript",
    "LICENSE-MIT": "text/plain",
}
"""Names and media types."""


@require_safe
@conditional_page
@cache_control(no_cache=True)
def qr_reader(request: HttpRequest, name: str) -> HttpResponse:
    """Serve a file of the package as it is; 404 until `npm ci` has put it there."""
    if name not in FILES:
        raise Http404
    try:
        content = (settings.BASE_DIR / "node_modules" / "qr" / name).read_bytes()
    except FileNotFoundError as error:
        raise Http404 from error
    return HttpResponse(content, content_type=FILES[name])
